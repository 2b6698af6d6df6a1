#!/usr/bin/python3
"""Writes src/tables.h: every constant of the kernels, from its definition.

  tools/coefficients/make_tables.py > src/tables.h

Needs mpmath (Debian: python3-mpmath). The work is done with 60 digits.
"""
import mpmath as mp

mp.mp.dps = 60


# --- the functions -----------------------------------------------------------


def half_erfcx(a):
    """R(a) = e^(a^2/2) * Phi(-a): the smooth factor of the normal tail."""
    return mp.exp(a * a / 2) * mp.erfc(a / mp.sqrt(2)) / 2


def gelu_slope(a):
    """M(a) - a, M Mills' ratio: gelu'(-a) = phi(a) * (M(a) - a)."""
    return mp.sqrt(2 * mp.pi) * half_erfcx(a) - a


TANH_LINEAR = 2 * mp.sqrt(2 / mp.pi)
TANH_CUBIC = TANH_LINEAR * mp.mpf("0.044715")


def tanh_slope(a):
    """G(a) = 1 + e^-v - a v', v = 2u(a); gelu_tanh'(-a) = e^-v G / (1+e^-v)^2."""
    v = TANH_LINEAR * a + TANH_CUBIC * a**3
    return 1 + mp.exp(-v) - (TANH_LINEAR * a + 3 * TANH_CUBIC * a**3)


def silu_slope(v):
    """The same for silu, where v = a v' = beta a."""
    return 1 + mp.exp(-v) - v


# --- approximation -----------------------------------------------------------


def chebyshev_fit(f, lo, hi, center, degree):
    """Monomial coefficients in (x - center) of the Chebyshev interpolant."""
    n = degree + 1
    nodes = [
        (lo + hi) / 2 + (hi - lo) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * n))
        for i in range(n)
    ]
    matrix = mp.matrix(n, n)
    values = mp.matrix(n, 1)
    for i, x in enumerate(nodes):
        values[i] = f(x)
        for j in range(n):
            matrix[i, j] = (x - center) ** j
    return list(mp.lu_solve(matrix, values))


# --- writing -----------------------------------------------------------------


def split(x, parts):
    """x as a sum of `parts` doubles, each the nearest to what is left."""
    doubles = []
    for _ in range(parts):
        doubles.append(float(x))
        x -= mp.mpf(doubles[-1])
    return doubles


def literal(x):
    return float(x).hex()


def braces(values):
    return "{" + ", ".join(literal(v) for v in values) + "}"


def pair(name, x, comment):
    print(f"// {comment}")
    print(f"inline constexpr Double2 k{name} = {braces(split(x, 2))};")


def polynomial(coefficients):
    """The type Polynomial of the header: 13 coefficients, 5 with low parts."""
    parts = [split(c, 2) for c in coefficients]
    return "{" + braces(p[0] for p in parts) + ",\n " + braces(p[1] for p in parts[:5]) + "}"


def root(name, f, guess, comment):
    """f(a) = (root - a) * P(a - root) in |a - root| <= 1/32."""
    r = mp.findroot(f, guess)

    def quotient(a):
        return f(a) / (r - a)

    # not symmetric: no node must fall on the root, where this is 0/0
    coefficients = chebyshev_fit(quotient, r - mp.mpf(1) / 32, r + mp.mpf(1) / 31, r, 12)
    print(f"// {comment}")
    print(f"inline constexpr Root k{name} = {{{braces(split(r, 3))},\n{polynomial(coefficients)}}};")


def array(name, values):
    print(f"inline constexpr double k{name}[] = {braces(values)};")


HEADER = """// The constants of the kernels. Written by tools/coefficients/make_tables.py;
// do not edit.

#ifndef GELU_SRC_TABLES_H_
#define GELU_SRC_TABLES_H_

namespace gelu::tables {

struct Double2 {
  double hi, lo;
};

// c[0] + c[1] u + ... + c[12] u^12; the first five have a low part.
struct Polynomial {
  double hi[13];
  double lo[5];
};

// A factor of a derivative, (root - a) * quotient(a - root), which keeps its
// relative accuracy through the root, for |a - root| <= 1/32.
struct Root {
  double root[3];
  Polynomial quotient;
};
"""


def main():
    print(HEADER)
    pair("InvSqrt2Pi", 1 / mp.sqrt(2 * mp.pi), "1/sqrt(2 pi)")
    pair("QuickBeta", mp.mpf("1.702"), "The factor of quick_gelu, 1.702")
    pair("TanhLinear", TANH_LINEAR, "2 sqrt(2/pi)")
    pair("TanhCubic", TANH_CUBIC, "2 sqrt(2/pi) * 0.044715")

    print("\n// e^-r = 1 + r * (c[0] + c[1] r + ...), |r| <= ln(2)/2")
    half_ln2 = mp.log(2) / 2

    def expm1_quotient(r):
        return mp.expm1(-r) / r if r else mp.mpf(-1)

    q = chebyshev_fit(expm1_quotient, -half_ln2, half_ln2, mp.mpf(0), 7)
    xs = [-half_ln2 + 2 * half_ln2 * i / 999 for i in range(1000)]
    worst = max(abs(mp.polyval(q[::-1], x) / expm1_quotient(x) - 1) for x in xs)
    print(f"// relative error of the sum: 2^{mp.nstr(mp.log(worst, 2), 4)}")
    array("ExpQuotient", q)

    print("\n// {Phi(-a), phi(a)} at a = i/256, 0 <= a <= 21")
    print("inline constexpr double kNormalTail[][2] = {")
    nodes = [mp.mpf(i) / 256 for i in range(21 * 256 + 1)]
    print(",\n".join(braces([mp.ncdf(-a), mp.npdf(a)]) for a in nodes) + "};")

    print("\n// e^-t = 2^(n/64) e^-r: -64/ln(2), and ln(2)/64 as 35 bits and the rest")
    print(f"inline constexpr double kMinus64OverLn2 = {literal(-64 / mp.log(2))};")
    step = mp.log(2) / 64
    high = mp.floor(step * mp.mpf(2) ** 41) / mp.mpf(2) ** 41
    print(f"inline constexpr Double2 kLn2Over64 = {braces([high, step - high])};")
    print("// 2^(i/64), and its low parts")
    powers = [split(mp.mpf(2) ** (mp.mpf(i) / 64), 2) for i in range(64)]
    array("Exp2Hi", [p[0] for p in powers])
    array("Exp2Lo", [p[1] for p in powers])

    print("\n// R(a) in pieces, 16 an octave of a + 1, in u = a - center")
    centers, rows = [], []
    for octave in range(6):
        for j in range(16):
            lo = (1 + mp.mpf(j) / 16) * 2**octave - 1
            hi = (1 + mp.mpf(j + 1) / 16) * 2**octave - 1
            if lo > 55:
                continue
            # u = a - center is exact: about 0 in the first piece, where R(0)
            # has to be 1/2 exactly
            if lo == 0:
                center = mp.mpf(0)
                rest = chebyshev_fit(lambda a: (half_erfcx(a) - 0.5) / a, lo, hi, center, 11)
                coefficients = [mp.mpf(0.5)] + rest
            else:
                center = (lo + hi) / 2
                coefficients = chebyshev_fit(half_erfcx, lo, hi, center, 12)
            centers.append(center)
            rows.append(polynomial(coefficients))
    array("HalfErfcxCenter", centers)
    print("inline constexpr Polynomial kHalfErfcxPiece[] = {")
    print(",\n".join(rows) + "};")

    print()
    root("GeluRoot", gelu_slope, mp.mpf("0.75"), "M(a) - a, M(a) = Phi(-a)/phi(a)")
    root("TanhRoot", tanh_slope, mp.mpf("0.75"), "1 + e^-v - a v', v = 2u(a)")
    root("SiluRoot", silu_slope, mp.mpf("1.28"), "1 + e^-v - v")
    print("\n}  // namespace gelu::tables\n\n#endif  // GELU_SRC_TABLES_H_")


if __name__ == "__main__":
    main()

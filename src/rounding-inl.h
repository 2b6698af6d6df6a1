// Elements to double and back, rounded once.

#include <gelu/gelu.h>
#include <hwy/highway.h>

#include <bit>

#include "pair-inl.h"
#include "single-inl.h"

#if defined(GELU_SRC_ROUNDING_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ROUNDING_INL_H_
#undef GELU_SRC_ROUNDING_INL_H_
#else
#define GELU_SRC_ROUNDING_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

// The storage lane of each element type, and the NaN that every NaN result is.
template <class T>
struct Element;
template <>
struct Element<double> {
  using Lane = double;
  static constexpr uint64_t kNaN = 0x7FF8000000000000;
};
template <>
struct Element<float> {
  using Lane = float;
  static constexpr uint32_t kNaN = 0x7FC00000;
};
template <>
struct Element<Float16> {
  using Lane = uint16_t;
  static constexpr uint16_t kNaN = 0x7E00;
  static constexpr int kMantissaBits = 10;
  static constexpr int kMinExponent = -14;
};
template <>
struct Element<BFloat16> {
  using Lane = uint16_t;
  static constexpr uint16_t kNaN = 0x7FC0;
  static constexpr int kMantissaBits = 7;
  static constexpr int kMinExponent = -126;
};

// Vectors of as many elements as V64 has lanes: their storage, their bits.
template <class T>
using DElement = hn::Rebind<typename Element<T>::Lane, D64>;
template <class T>
using DBits = hn::RebindToUnsigned<DElement<T>>;
template <class T>
using VBits = hn::Vec<DBits<T>>;

using DF32 = hn::Rebind<float, D64>;
using VF32 = hn::Vec<DF32>;
using DU32 = hn::RebindToUnsigned<DF32>;

// Highway 1.0.3 converts f16 right on some targets only (infinities and the
// sign of zero are lost elsewhere): here it is on all of them.
template <class V, class DU = hn::DFromV<V>, class DF = hn::Rebind<float, DU>>
HWY_INLINE hn::Vec<DF> ToF32(Float16 /*tag*/, V bits) {
  const DF df;
  const DU du;
  const auto magnitude = hn::And(bits, hn::Set(du, 0x7FFFu));
  const auto sign = hn::ShiftLeft<16>(hn::Xor(bits, magnitude));
  const auto finite =
      hn::Mul(hn::BitCast(df, hn::ShiftLeft<13>(magnitude)),
              hn::Set(df, 0x1p112f));  // exponent bias 15 to 127
  const auto not_finite = hn::Ge(finite, hn::Set(df, 65536.0f));
  const auto infinity = hn::Set(du, 0x7F800000u);
  return hn::BitCast(
      df, hn::Or(hn::Or(hn::BitCast(du, finite), sign),
                 hn::IfThenElseZero(hn::RebindMask(du, not_finite), infinity)));
}
template <class V>
HWY_INLINE auto ToF32(BFloat16 /*tag*/, V bits) {
  return hn::BitCast(hn::Rebind<float, hn::DFromV<V>>(),
                     hn::ShiftLeft<16>(bits));
}

// v is a value that the type has, past its largest finite one, or NaN.
template <class V, class DF = hn::DFromV<V>>
HWY_INLINE auto FromF32(Float16 /*tag*/, V v) {
  const DF df;
  const hn::RebindToUnsigned<DF> du;
  const auto magnitude =
      hn::Min(hn::Abs(v), hn::Set(df, 65536.0f));  // becomes infinity
  const auto sign = hn::ShiftRight<16>(hn::BitCast(du, hn::Xor(v, hn::Abs(v))));
  const auto normal = hn::Sub(hn::ShiftRight<13>(hn::BitCast(du, magnitude)),
                              hn::Set(du, 112u << 10));  // bias 127 to 15
  // In a sum with 0.5 the last bit is 2^-24. (Floats that are subnormal, too,
  // would be slow.)
  const auto half = hn::Set(df, 0.5f);
  const auto subnormal =
      hn::Sub(hn::BitCast(du, hn::Add(magnitude, half)), hn::BitCast(du, half));
  const auto is_subnormal = hn::Lt(magnitude, hn::Set(df, 0x1p-14f));
  return hn::Or(sign, hn::IfThenElse(hn::RebindMask(du, is_subnormal),
                                     subnormal, normal));
}
template <class V>
HWY_INLINE auto FromF32(BFloat16 /*tag*/, V v) {
  const hn::RebindToUnsigned<hn::DFromV<V>> du;
  return hn::ShiftRight<16>(hn::BitCast(du, v));
}

// 16-bit elements as floats, exactly, and back.
template <class T>
HWY_INLINE VF32 LoadAsF32(const T* from) {
  const auto* lanes = reinterpret_cast<const uint16_t*>(from);
  const auto bits = hn::LoadU(DElement<T>(), lanes);
  return ToF32(T(), hn::PromoteTo(DU32(), bits));
}
template <class T>
HWY_INLINE VBits<T> DemoteExact(VF32 v) {
  const DU32 du;
  const hn::RebindToSigned<DU32> di;
  const auto nan = hn::Set(du, uint32_t{Element<T>::kNaN});
  const auto bits =
      hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(v)), nan, FromF32(T(), v));
  return hn::DemoteTo(DBits<T>(), hn::BitCast(di, bits));
}

// The one NaN where v is any NaN. T is double or float.
template <class T, class V>
HWY_INLINE VBits<T> CanonicalBits(V v) {
  const DBits<T> db;
  return hn::IfThenElse(hn::RebindMask(db, hn::IsNaN(v)),
                        hn::Set(db, Element<T>::kNaN), hn::BitCast(db, v));
}

template <class T>
HWY_INLINE V64 LoadAsDouble(const T* from) {
  const D64 d;
  if constexpr (sizeof(T) == 8) {
    return hn::LoadU(d, from);
  } else if constexpr (sizeof(T) == 4) {
    return hn::PromoteTo(d, hn::LoadU(DF32(), from));
  } else {
    return hn::PromoteTo(d, LoadAsF32(from));
  }
}

template <class T>
HWY_INLINE Single LoadSingle(const T* from) {
  const size_t lanes = hn::Lanes(D64());
  return {LoadAsDouble(from), LoadAsDouble(from + lanes),
          LoadAsDouble(from + 2 * lanes), LoadAsDouble(from + 3 * lanes)};
}

HWY_INLINE void StoreSingle(Single v, double* to) {
  const D64 d;
  const size_t lanes = hn::Lanes(d);
  hn::Store(v.a, d, to);
  hn::Store(v.b, d, to + lanes);
  hn::Store(v.c, d, to + 2 * lanes);
  hn::Store(v.d, d, to + 3 * lanes);
}

template <class T>
HWY_INLINE void StoreBits(VBits<T> bits, T* to) {
  using Lane = hn::TFromD<DBits<T>>;
  hn::StoreU(bits, DBits<T>(), reinterpret_cast<Lane*>(to));
}

// To the nearest float. Where Highway has no vectors, its DemoteTo saturates
// instead of overflowing.
HWY_INLINE VF32 NearestF32(V64 v) {
#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128
  HWY_ALIGN double from[hn::MaxLanes(D64())];
  HWY_ALIGN float to[hn::MaxLanes(D64())];
  hn::Store(v, D64(), from);
  for (size_t i = 0; i < hn::Lanes(D64()); ++i) {
    to[i] = static_cast<float>(from[i]);
  }
  return hn::Load(DF32(), to);
#else
  return hn::DemoteTo(DF32(), v);
#endif
}

constexpr double PowerOf2(int exponent) {
  return std::bit_cast<double>(static_cast<uint64_t>(exponent + 1023) << 52);
}

// v to the nearest value that T has, ties to even; still as a double. Past
// the largest finite one it becomes a power of two, infinity after DemoteExact.
template <class T>
HWY_INLINE V64 RoundToPrecision(V64 v) {
  const D64 d;
  const hn::RebindToUnsigned<D64> du;
  constexpr int kBits = Element<T>::kMantissaBits;
  constexpr int kMinExponent = Element<T>::kMinExponent;
  constexpr int kDropped = 52 - kBits;
  const auto bits = hn::BitCast(du, v);
  const auto odd =
      hn::And(hn::ShiftRight<kDropped>(bits), hn::Set(du, uint64_t{1}));
  const auto below_half = hn::Set(du, (uint64_t{1} << (kDropped - 1)) - 1);
  const auto rounded = hn::And(hn::Add(bits, hn::Add(below_half, odd)),
                               hn::Set(du, ~uint64_t{0} << kDropped));
  // Where T is subnormal, adding 1.5 * 2^e leaves the right number of bits.
  const V64 magic = hn::Set(d, 1.5 * PowerOf2(52 + kMinExponent - kBits));
  const V64 fixed = hn::CopySign(hn::Sub(hn::Add(v, magic), magic), v);
  const M64 subnormal = hn::Lt(hn::Abs(v), hn::Set(d, PowerOf2(kMinExponent)));
  return hn::IfThenElse(subnormal, fixed, hn::BitCast(d, rounded));
}

// The bits of v rounded to T.
template <class T>
HWY_INLINE VBits<T> RoundTo(V64 v) {
  if constexpr (sizeof(T) == 8) {
    return CanonicalBits<T>(v);
  } else if constexpr (sizeof(T) == 4) {
    return CanonicalBits<T>(NearestF32(v));
  } else {
    return DemoteExact<T>(NearestF32(RoundToPrecision<T>(v)));
  }
}

// The bits of hi + lo rounded to T.
template <class T>
HWY_INLINE VBits<T> RoundTo(Pair p) {
  if constexpr (sizeof(T) == 8) {
    return RoundTo<T>(p.hi);  // is hi + lo rounded
  } else {
    // Round to odd first: rounding that to fewer bits is as rounding hi + lo.
    const D64 d;
    const hn::RebindToUnsigned<D64> du;
    const V64 zero = hn::Zero(d);
    const auto one = hn::Set(du, uint64_t{1});
    const auto bits = hn::BitCast(du, p.hi);
    const M64 inexact = hn::Ne(p.lo, zero);
    const auto even_and_inexact =
        hn::IfThenElseZero(hn::RebindMask(du, inexact), hn::AndNot(bits, one));
    const M64 outward = hn::Gt(hn::CopySign(p.hi, hn::Xor(p.hi, p.lo)), zero);
    const auto up = hn::Add(bits, even_and_inexact);
    const auto down = hn::Sub(bits, even_and_inexact);
    return RoundTo<T>(
        hn::BitCast(d, hn::IfThenElse(hn::RebindMask(du, outward), up, down)));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ROUNDING_INL_H_

// Digests of the results of every function, in every type: the same on every
// CPU and every instruction set.
//
//   digests            prints them, as computed by the best target
//   digests FILE       compares those of every target with the file
//   digests FILE NAME  those of that target

#include <gelu/fused.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <vector>

namespace gelu {
namespace {

using Bytes = std::vector<unsigned char>;
using Lines = std::vector<std::string>;

constexpr DType kDTypes[] = {DType::kF64, DType::kF32, DType::kF16,
                             DType::kBF16};

// The finalizer of splitmix64 (G. Steele, D. Lea, C. Flood, 2014).
std::uint64_t Mix(std::uint64_t v) {
  v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9;
  v = (v ^ (v >> 27)) * 0x94d049bb133111eb;
  return v ^ (v >> 31);
}

template <class Bits>
void Put(Bits bits, std::size_t i, Bytes* to) {
  std::memcpy(to->data() + i * sizeof(bits), &bits, sizeof(bits));
}

// Bit patterns over the whole type, and as many near 0, where the functions
// bend: exponents from 2^-6 to 2^4.
Bytes Inputs(DType dtype, std::uint64_t seed, std::size_t length) {
  Bytes bytes(length * Size(dtype));
  for (std::size_t i = 0; i < length; ++i) {
    const std::uint64_t any = Mix(seed << 32 | i);
    const std::uint64_t steps = any >> 8 & 0x7ff, sign = any >> 63;
    const bool near = i % 2 == 1;
    switch (dtype) {
      case DType::kF64:
        Put(near ? sign << 63 | (1017 + steps % 10) << 52 | any % (1ull << 52)
                 : any,
            i, &bytes);
        break;
      case DType::kF32:
        Put(static_cast<std::uint32_t>(
                near ? sign << 31 | (121 + steps % 10) << 23 | any % (1u << 23)
                     : any),
            i, &bytes);
        break;
      case DType::kF16:
      case DType::kBF16:
        Put(static_cast<std::uint16_t>(i + 4099 * seed), i, &bytes);
        break;
    }
  }
  return bytes;
}

// FNV-1a.
std::string Digest(const Bytes& bytes) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  std::array<char, 17> text;
  std::snprintf(text.data(), text.size(), "%016llx",
                static_cast<unsigned long long>(hash));
  return text.data();
}

class Digester {
 public:
  explicit Digester(int target) { options_.target = target; }

  Lines All() {
    for (DType dtype : kDTypes) {
      const std::size_t length = dtype == DType::kF64 ? 4'000 : 1 << 16;
      x_ = Inputs(dtype, 1, length);
      p_ = Inputs(dtype, 2, length);
      q_ = Inputs(dtype, 3, length);
      for (const ActivationInfo& info : Activations()) {
        options_.accuracy = Accuracy::kCorrect;
        Of(info, dtype, length);
        if (dtype != DType::kF32) continue;  // there, fast is the same
        options_.accuracy = Accuracy::kFast;
        Of(info, dtype, length);
      }
      options_.accuracy = Accuracy::kCorrect;  // it has one only
      Add("stochastic_gate", dtype, "forward", [&](Bytes* y) {
        StochasticGate(dtype, x_.data(), y->data(), length, 7, 1ull << 33);
      });
    }
    return std::move(lines_);
  }

 private:
  void Add(std::string_view name, DType dtype, const char* what,
           const std::function<void(Bytes*)>& compute) {
    Bytes y(x_.size());
    compute(&y);
    lines_.push_back(std::string(name) + " " + std::string(Name(dtype)) + " " +
                     what + " " + std::string(Name(options_.accuracy)) + " " +
                     Digest(y));
  }

  void Of(const ActivationInfo& info, DType dtype, std::size_t length) {
    const Activation f = info.activation;
    const auto add = [&](const char* what, const auto& compute) {
      Add(info.name, dtype, what, compute);
    };
    add("forward", [&](Bytes* y) {
      Forward(f, dtype, x_.data(), y->data(), length, options_);
    });
    add("derivative", [&](Bytes* y) {
      Derivative(f, dtype, x_.data(), y->data(), length, options_);
    });
    add("second_derivative", [&](Bytes* y) {
      SecondDerivative(f, dtype, x_.data(), y->data(), length, options_);
    });
    add("backward", [&](Bytes* y) {
      Backward(f, dtype, p_.data(), x_.data(), y->data(), length, options_);
    });
    add("gated", [&](Bytes* y) {
      Gated(f, dtype, x_.data(), p_.data(), y->data(), length, options_);
    });
    add("gated_backward", [&](Bytes* da) {
      Bytes db(da->size());
      GatedBackward(f, dtype, p_.data(), x_.data(), q_.data(), da->data(),
                    db.data(), length, options_);
      da->insert(da->end(), db.begin(), db.end());
    });
    add("bias_backward", [&](Bytes* dx) {
      constexpr std::size_t kRows = 40;
      const std::size_t width = length / kRows;
      Bytes dbias(width * Size(dtype));
      BiasBackward(f, dtype, p_.data(), x_.data(), q_.data(), dx->data(),
                   dbias.data(), kRows, width, options_);
      dx->insert(dx->end(), dbias.begin(), dbias.end());
    });
  }

  Options options_;
  Bytes x_, p_, q_;
  Lines lines_;
};

Lines Read(const char* path) {
  std::ifstream file(path);
  if (!file) throw Error(std::string(path) + ": cannot be read");
  Lines lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// The number of lines that differ, which it prints.
int Compare(int target, const Lines& want) {
  const Lines got = Digester(target).All();
  int differ = 0;
  for (std::size_t i = 0; i < std::max(got.size(), want.size()); ++i) {
    const std::string a = i < got.size() ? got[i] : "no such function";
    const std::string b = i < want.size() ? want[i] : "not recorded";
    if (a == b) continue;
    ++differ;
    std::printf("%s: %s, recorded: %s\n", Targets()[target].data(), a.c_str(),
                b.c_str());
  }
  std::printf("%s: %zu digests, %d differ\n", Targets()[target].data(),
              got.size(), differ);
  return differ;
}

int Main(int argc, char** argv) {
  if (argc == 1) {
    for (const std::string& line : Digester(0).All()) std::puts(line.c_str());
    return 0;
  }
  const Lines want = Read(argv[1]);
  if (argc == 3) return Compare(TargetFromName(argv[2]), want) != 0;
  int differ = 0;
  for (int target = 0; target < static_cast<int>(Targets().size()); ++target) {
    differ += Compare(target, want);
  }
  return differ != 0;
}

}  // namespace
}  // namespace gelu

int main(int argc, char** argv) {
  try {
    return gelu::Main(argc, argv);
  } catch (const gelu::Error& error) {
    std::fprintf(stderr, "digests: %s\n", error.what());
    return 2;
  }
}

#include "grade.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <map>

#include "number.h"

namespace gelu::cli {
namespace {

constexpr std::size_t kBadPoints = 5;
constexpr unsigned char kUntouched = 0xa5;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Values of one dtype in memory.
class Elements {
 public:
  Elements(DType dtype, unsigned char* data)
      : dtype_(dtype), size_(Size(dtype)), data_(data) {}
  std::uint64_t Bits(std::size_t i) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, data_ + i * size_, size_);  // little-endian
    return bits;
  }
  double operator[](std::size_t i) const {
    return oracle::FromBits(dtype_, Bits(i));
  }
  void Set(std::size_t i, double value) {
    const std::uint64_t bits = oracle::ToBits(dtype_, value);
    std::memcpy(data_ + i * size_, &bits, size_);
  }
  unsigned char* At(std::size_t i) const { return data_ + i * size_; }

 private:
  DType dtype_;
  std::size_t size_;
  unsigned char* data_;
};

double SmallestNormal(DType dtype) {
  const oracle::Format& format = oracle::FormatOf(dtype);
  return std::ldexp(1.0, format.min_exponent + format.precision - 1);
}
double Smallest(DType dtype) {
  return std::ldexp(1.0, oracle::FormatOf(dtype).min_exponent);
}
double Largest(DType dtype) {
  const oracle::Format& format = oracle::FormatOf(dtype);
  return std::ldexp(2 - std::ldexp(1.0, 1 - format.precision),
                    format.overflow - 1);
}

// Where the forms behave differently: GELU's subnormal values begin at -13.1
// and end at -14.3, the absolute error of 1 + erf takes over from -3 on.
std::vector<Region> Regions(DType dtype) {
  std::vector<double> negative = {
      Largest(dtype), 100, 14.3, 13.1, 5, 3, 1, 1e-3, SmallestNormal(dtype),
      Smallest(dtype)};
  std::vector<double> positive = {
      Smallest(dtype), SmallestNormal(dtype), 1e-3, 1, 6, 100, Largest(dtype)};
  std::vector<Region> regions;
  for (std::size_t i = 1; i < negative.size(); ++i) {
    regions.push_back({-negative[i - 1], -negative[i]});
  }
  for (std::size_t i = 1; i < positive.size(); ++i) {
    regions.push_back({positive[i - 1], positive[i]});
  }
  return regions;
}

// Evenly over the bit patterns, in order, both ends among them.
std::vector<double> PointsOf(const Region& region, DType dtype,
                             std::size_t points) {
  const std::uint64_t first =
      oracle::ToBits(dtype, oracle::Round(dtype, region.from));
  const std::uint64_t last =
      oracle::ToBits(dtype, oracle::Round(dtype, region.to));
  const std::uint64_t steps = first < last ? last - first : first - last;
  const std::uint64_t count = std::min<std::uint64_t>(steps, points - 1);
  std::vector<double> x;
  for (std::uint64_t i = 0; i <= count; ++i) {
    const auto step =
        static_cast<std::uint64_t>(static_cast<long double>(steps) * i / count);
    x.push_back(
        oracle::FromBits(dtype, first < last ? first + step : first - step));
  }
  return x;
}

class Grader {
 public:
  Grader(Foreign foreign, const oracle::QuickOracle& oracle, DType dtype,
         double tolerance)
      : foreign_(std::move(foreign)),
        oracle_(oracle),
        dtype_(dtype),
        size_(Size(dtype)),
        tolerance_(tolerance) {
    grade_.tolerance = tolerance;
  }

  void Values(std::size_t points);
  void Specials();
  void Positions();
  Grade Take() {
    for (auto& [bin, point] : bins_) grade_.curve.push_back(point);
    return std::move(grade_);
  }

 private:
  // Runs it, keeps what went wrong, and returns whether nothing did.
  bool Run(const std::function<void(const Foreign::Call&)>& body,
           const std::function<std::string(const void*)>& place = {}) {
    const std::string ending = foreign_.Run(body, place);
    auto& all = grade_.accidents;
    if (!ending.empty() &&
        std::find(all.begin(), all.end(), ending) == all.end())
      all.push_back(ending);
    return ending.empty();
  }
  bool WrongZero(double got, double want) const {
    return got == 0 && want == 0 && std::signbit(got) != std::signbit(want);
  }
  void Judge(Region* region, double x, double got);

  Foreign foreign_;
  const oracle::QuickOracle& oracle_;
  DType dtype_;
  std::size_t size_;
  double tolerance_;
  Grade grade_;
  std::map<double, Point> bins_;
};

// Bins of a 32nd, and of an eighth beyond 16.
double Bin(double x) {
  return std::abs(x) < 16 ? std::floor(x * 32) / 32 : std::floor(x * 8) / 8;
}

void Grader::Judge(Region* region, double x, double got) {
  const double want = oracle_(x);
  // Zeros of the wrong sign are told apart.
  const bool wrong_zero = WrongZero(got, want);
  if (wrong_zero) {
    ++grade_.wrong_zeros;
    got = want;
  }
  Point* bin = nullptr;
  if (std::abs(x) < 128) {
    bin = &bins_.try_emplace(Bin(x), Point{x, got, want, 0}).first->second;
  }
  const double ulp = oracle_.UlpError(x, got, tolerance_);
  if (ulp > region->worst_ulp) {
    region->worst_ulp = ulp;
    region->worst_x = x;
  }
  if (bin && ulp > bin->ulp) *bin = {x, got, want, ulp};
  ++region->points;
  if (ulp <= tolerance_) return;
  ++region->wrong;
  if (grade_.bad_points.size() < kBadPoints) {
    grade_.bad_points.push_back({x, got, want, ulp});
  }
}

void Grader::Values(std::size_t points) {
  grade_.regions = Regions(dtype_);
  std::vector<std::vector<double>> xs;
  std::size_t total = 0;
  for (const Region& region : grade_.regions) {
    xs.push_back(PointsOf(region, dtype_, points));
    total += xs.back().size();
  }
  SharedMemory x_memory(total * size_), y_memory(total * size_);
  SharedMemory done(1);  // how many regions have been
  Elements x(dtype_, x_memory.data()), y(dtype_, y_memory.data());
  std::size_t i = 0;
  for (const auto& part : xs) {
    for (double value : part) {
      y.Set(i, kNaN);  // what is not written is not right
      x.Set(i++, value);
    }
  }
  Run([&](const Foreign::Call& call) {
    std::size_t begin = 0;
    for (const auto& part : xs) {
      call(x.At(begin), y.At(begin), part.size());
      begin += part.size();
      ++*done.data();
    }
  });
  std::size_t begin = 0;
  for (std::size_t r = 0; r < *done.data(); ++r) {
    for (std::size_t j = 0; j < xs[r].size(); ++j) {
      Judge(&grade_.regions[r], xs[r][j], y[begin + j]);
    }
    begin += xs[r].size();
  }
}

void Grader::Specials() {
  const double small = Smallest(dtype_), large = Largest(dtype_);
  const std::array xs = {-kInfinity, -large, -small,    -0.0, 0.0,
                         small,      large,  kInfinity, kNaN};
  SharedMemory x_memory(xs.size() * size_), y_memory(xs.size() * size_);
  SharedMemory done(1);
  Elements x(dtype_, x_memory.data()), y(dtype_, y_memory.data());
  for (std::size_t i = 0; i < xs.size(); ++i) x.Set(i, xs[i]);
  std::fill(y.At(0), y.At(xs.size()), kUntouched);
  Run([&](const Foreign::Call& call) {
    for (std::size_t i = 0; i < xs.size(); ++i) {
      call(x.At(i), y.At(i), 1);
      ++*done.data();
    }
  });
  for (std::size_t i = 0; i < *done.data(); ++i) {
    const double want = oracle_(xs[i]);
    grade_.wrong_zeros += WrongZero(y[i], want);
    grade_.specials.push_back(
        {xs[i], y[i], want, oracle_.UlpError(xs[i], y[i], tolerance_)});
  }
}

// Arrays of all short lengths and one long, at all alignments: against the
// fence at the end, so that a step beyond faults, and from the start on.
void Grader::Positions() {
  constexpr std::size_t kLengths = 68, kLong = 1000, kOffsets = 16;
  std::vector<double> values;
  for (const Region& region : Regions(dtype_)) {
    for (double x : PointsOf(region, dtype_, 9)) values.push_back(x);
  }
  values.insert(values.end(), {0.0, -0.0, kInfinity, -kInfinity, kNaN});

  struct Difference {
    bool found;
    std::size_t n, i;
    double x, got, alone;
  };
  SharedMemory shared(sizeof(Difference) + 1 + values.size() * size_);
  auto* difference = reinterpret_cast<Difference*>(shared.data());
  Elements alone(dtype_, shared.data() + sizeof(Difference));
  SharedMemory outside(sizeof(std::size_t));  // length + 1 when it wrote there
  auto* wrote_outside = reinterpret_cast<std::size_t*>(outside.data());
  GuardedMemory x_memory((kLong + kOffsets) * size_);
  GuardedMemory y_memory((kLong + kOffsets) * size_);

  const auto value_at = [&](std::size_t n, std::size_t i) {
    return (i * 7 + n * 3) % values.size();
  };
  const auto compare = [&](const Foreign::Call& call, std::size_t n,
                           unsigned char* x_at, unsigned char* y_at) {
    Elements x(dtype_, x_at), y(dtype_, y_at);
    x_memory.ReadOnly(false);
    for (std::size_t i = 0; i < n; ++i) x.Set(i, values[value_at(n, i)]);
    x_memory.ReadOnly(true);
    std::fill(y_memory.begin(), y_memory.end(), kUntouched);
    call(x_at, y_at, n);
    const auto untouched = [](unsigned char c) { return c == kUntouched; };
    if (!std::all_of(y_memory.begin(), y_at, untouched) ||
        !std::all_of(y.At(n), y_memory.end(), untouched)) {
      if (*wrote_outside == 0) *wrote_outside = n + 1;
    }
    for (std::size_t i = 0; i < n && !difference->found; ++i) {
      const std::size_t k = value_at(n, i);
      const bool nan = std::isnan(y[i]) && std::isnan(alone[k]);
      if (nan || y.Bits(i) == alone.Bits(k)) continue;
      *difference = {true, n, i, values[k], y[i], alone[k]};
    }
  };
  grade_.positions_seen = Run(
      [&](const Foreign::Call& call) {
        Elements x(dtype_, x_memory.begin()), y(dtype_, y_memory.begin());
        for (std::size_t k = 0; k < values.size(); ++k) {
          x_memory.ReadOnly(false);
          x.Set(0, values[k]);
          x_memory.ReadOnly(true);
          std::fill(y_memory.begin(), y_memory.end(), kUntouched);
          call(x.At(0), y.At(0), 1);
          alone.Set(k, y[0]);
        }
        for (std::size_t n = 0; n <= kLengths; ++n) {
          const std::size_t length = n == kLengths ? kLong : n;
          compare(call, length, x_memory.end() - length * size_,
                  y_memory.end() - length * size_);
          for (std::size_t offset = 0; offset < kOffsets; ++offset) {
            compare(call, length, x.At(offset), y.At(offset));
          }
        }
      },
      [&](const void* address) -> std::string {
        const std::string in_x = x_memory.Place(address);
        const std::string in_y = y_memory.Place(address);
        if (in_x == "inside") return "its input x by writing";
        if (!in_x.empty()) return "memory " + in_x + " of x";
        return in_y.empty() ? "" : "memory " + in_y + " of y";
      });
  if (*wrote_outside != 0) {
    grade_.accidents.push_back(
        fmt::format("writes outside y (n = {})", *wrote_outside - 1));
  }
  if (difference->found) {
    const Difference& d = *difference;
    grade_.position =
        fmt::format("f({}) is {} alone, but {} as element {} of {}",
                    Text(d.x, dtype_), Hex(d.alone), Hex(d.got), d.i, d.n);
  }
}

}  // namespace

bool Grade::Good() const {
  const auto right = [this](const Point& p) { return Right(p); };
  const auto none_wrong = [](const Region& r) { return r.wrong == 0; };
  return accidents.empty() && position.empty() && wrong_zeros == 0 &&
         std::all_of(regions.begin(), regions.end(), none_wrong) &&
         std::all_of(specials.begin(), specials.end(), right);
}

bool Grade::Empty() const {
  return std::all_of(regions.begin(), regions.end(),
                     [](const Region& r) { return r.points == 0; });
}

const Region& Grade::Worst() const {
  return *std::max_element(regions.begin(), regions.end(),
                           [](const Region& a, const Region& b) {
                             return a.worst_ulp < b.worst_ulp;
                           });
}

Grade GradeFunction(Foreign foreign, const oracle::QuickOracle& oracle,
                    DType dtype, double tolerance, std::size_t points) {
  Grader grader(std::move(foreign), oracle, dtype, tolerance);
  grader.Values(points);
  grader.Specials();
  grader.Positions();
  return grader.Take();
}

}  // namespace gelu::cli

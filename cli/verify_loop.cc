#include "verify_loop.h"

#include <gelu/oracle/bits.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <future>
#include <thread>

namespace gelu::cli {
namespace {

constexpr std::uint64_t kBlock = 1024;

// A part of the inputs, and what the functions make of it.
class Block {
 public:
  Block(const Inputs& inputs, std::uint64_t begin)
      : dtype_(inputs.dtype()),
        size_(Size(dtype_)),
        begin_(begin),
        length_(std::min(kBlock, inputs.size() - begin)),
        in_(length_ * size_),
        out_(in_.size()) {
    for (std::uint64_t i = 0; i < length_; ++i) {
      const std::uint64_t bits = inputs.Bits(begin + i);
      std::memcpy(&in_[i * size_], &bits, size_);  // little-endian
    }
  }

  // The one place where the oracle decides what is right.
  void Decide(const oracle::QuickOracle& oracle) {
    Decode(in_, &x_);
    want_.reserve(length_);
    for (double x : x_) want_.push_back(oracle(x));
  }

  void Hold(const Function& function, const oracle::QuickOracle& oracle,
            double tolerance, Tally* tally) {
    function(in_.data(), out_.data(), length_);
    Decode(out_, &y_);
    tally->inputs += length_;
    for (std::uint64_t i = 0; i < length_; ++i) {
      if (oracle::Same(y_[i], want_[i])) continue;
      Judge({begin_ + i, x_[i], y_[i], want_[i]}, oracle, tolerance, tally);
    }
  }

 private:
  static void Judge(const Mismatch& mismatch, const oracle::QuickOracle& oracle,
                    double tolerance, Tally* tally) {
    const double ulp = oracle.UlpError(mismatch.x, mismatch.got, tolerance);
    if (ulp > tally->worst_ulp) {
      tally->worst_ulp = ulp;
      tally->worst = mismatch;
    }
    if (tolerance > 0.5 && ulp <= tolerance) return;
    ++tally->wrong;
    if (tally->first.size() < Tally::kShown) tally->first.push_back(mismatch);
  }

  void Decode(const std::vector<unsigned char>& array,
              std::vector<double>* values) const {
    values->resize(length_);
    for (std::uint64_t i = 0; i < length_; ++i) {
      if (dtype_ == DType::kF32) {  // by the processor: 2^32 may be waiting
        float value;
        std::memcpy(&value, &array[i * 4], 4);
        (*values)[i] = value;
      } else {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &array[i * size_], size_);
        (*values)[i] = oracle::FromBits(dtype_, bits);
      }
    }
  }

  DType dtype_;
  std::size_t size_;
  std::uint64_t begin_;
  std::uint64_t length_;
  std::vector<unsigned char> in_;
  std::vector<unsigned char> out_;
  std::vector<double> x_;
  std::vector<double> y_;
  std::vector<double> want_;
};

}  // namespace

Inputs::Inputs(DType dtype, std::uint64_t stride)
    : dtype_(dtype), stride_(Size(dtype) == 2 ? 1 : stride) {
  const std::uint64_t patterns = Size(dtype) == 2 ? 1u << 16 : 1ull << 32;
  size_ = (patterns + stride_ - 1) / stride_;
}

std::uint64_t Inputs::Bits(std::uint64_t index) const {
  if (dtype_ != DType::kF64) return index * stride_;
  // Multiples of 2^64 / the golden ratio spread evenly, however many.
  const std::uint64_t spread = index * 0x9e3779b97f4a7c15u;
  if (index % 2 == 0) return spread;
  const std::uint64_t low = std::bit_cast<std::uint64_t>(0x1p-30);
  const std::uint64_t high = std::bit_cast<std::uint64_t>(0x1p10);
  const std::uint64_t sign = spread & (1ull << 63);
  return sign | (low + (spread & ~sign) % (high - low));
}

void Tally::Add(const Tally& other) {
  inputs += other.inputs;
  wrong += other.wrong;
  if (other.worst &&
      (!worst || other.worst_ulp > worst_ulp ||
       (other.worst_ulp == worst_ulp && other.worst->index < worst->index))) {
    worst_ulp = other.worst_ulp;
    worst = other.worst;
  }
  first.insert(first.end(), other.first.begin(), other.first.end());
  std::sort(
      first.begin(), first.end(),
      [](const Mismatch& a, const Mismatch& b) { return a.index < b.index; });
  if (first.size() > kShown) first.resize(kShown);
}

std::vector<Tally> Verify(const Inputs& inputs,
                          const oracle::QuickOracle& oracle, double tolerance,
                          const std::vector<Function>& functions,
                          const std::function<void(std::uint64_t)>& progress) {
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&] {
    std::vector<Tally> tallies(functions.size());
    for (;;) {
      const std::uint64_t begin = next.fetch_add(kBlock);
      if (begin >= inputs.size()) return tallies;
      Block block(inputs, begin);
      block.Decide(oracle);
      for (std::size_t i = 0; i < functions.size(); ++i) {
        block.Hold(functions[i], oracle, tolerance, &tallies[i]);
      }
    }
  };
  std::vector<std::future<std::vector<Tally>>> threads;
  for (unsigned i = 0; i < std::max(1u, std::thread::hardware_concurrency());
       ++i) {
    threads.push_back(std::async(std::launch::async, work));
  }
  std::vector<Tally> tallies(functions.size());
  for (auto& thread : threads) {
    while (thread.wait_for(std::chrono::milliseconds(200)) !=
           std::future_status::ready) {
      progress(std::min(next.load(), inputs.size()));
    }
    const std::vector<Tally> part = thread.get();
    for (std::size_t i = 0; i < part.size(); ++i) tallies[i].Add(part[i]);
  }
  return tallies;
}

}  // namespace gelu::cli

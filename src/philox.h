// Philox4x32-10: 128 random bits for each counter and key (J. Salmon, M.
// Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// 2011).

#ifndef GELU_SRC_PHILOX_H_
#define GELU_SRC_PHILOX_H_

#include <array>
#include <cstdint>

namespace gelu {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

inline PhiloxCounter Philox(PhiloxCounter c, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t q = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(q >> 32) ^ c[1] ^ key[0],
         static_cast<std::uint32_t>(q),
         static_cast<std::uint32_t>(p >> 32) ^ c[3] ^ key[1],
         static_cast<std::uint32_t>(p)};
    key = {key[0] + 0x9E3779B9, key[1] + 0xBB67AE85};
  }
  return c;
}

}  // namespace gelu

#endif  // GELU_SRC_PHILOX_H_

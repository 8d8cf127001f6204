//===- CounterRandom.h - Random numbers by seed and index -------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_COUNTERRANDOM_H
#define SPINDLE_LIB_RUNTIME_IO_COUNTERRANDOM_H

#include "Spindle/Runtime/Support/DType.h"

#include <cstdint>
#include <type_traits>

namespace spindle::runtime {

/// A bijection of 64-bit words in which every input bit changes half of the
/// output bits: the finalizer of SplitMix64 (Steele, Lea and Flood, "Fast
/// Splittable Pseudorandom Number Generators", OOPSLA 2014).
inline uint64_t mixBits(uint64_t bits) {
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
  return bits ^ (bits >> 31);
}

/// Uniform bits: element `counter` of the stream of `seed`.
inline uint64_t randomBits(uint64_t seed, uint64_t counter) {
  return mixBits(mixBits(seed) + (counter + 1) * 0x9e3779b97f4a7c15u);
}

/// A seed whose stream is unrelated to that of `seed`, for purpose `purpose`.
inline uint64_t deriveSeed(uint64_t seed, uint64_t purpose) {
  return randomBits(~seed, purpose);
}

/// A uniform integer in [0, bound) for 0 < bound < 2^63, by the high half of a
/// product; its bias is below bound / 2^64.
inline int64_t randomBelow(uint64_t seed, uint64_t counter, int64_t bound) {
  unsigned __int128 product = randomBits(seed, counter);
  return static_cast<int64_t>((product * static_cast<uint64_t>(bound)) >> 64);
}

/// Real numbers uniform in [-1, 1), of 16 bits those of f32 rounded; integers
/// uniform in [-8, 8]; fair bits; complex numbers of two reals each, of the
/// stream's elements 2 counter and 2 counter + 1.
template <typename T> T randomValue(uint64_t seed, uint64_t counter) {
  if constexpr (std::is_same_v<T, float>)
    // Every step is exact: 24 bits are all that a float holds.
    return static_cast<T>(randomBits(seed, counter) >> 40) * 0x1p-23f - 1.0f;
  else if constexpr (std::is_same_v<T, double>)
    return static_cast<T>(randomBits(seed, counter) >> 11) * 0x1p-52 - 1.0;
  else if constexpr (isFloatType<T>)
    return T(randomValue<float>(seed, counter));
  else if constexpr (isComplexType<T>)
    return {randomValue<typename T::value_type>(seed, 2 * counter),
            randomValue<typename T::value_type>(seed, 2 * counter + 1)};
  else if constexpr (std::is_same_v<T, bool>)
    return randomBits(seed, counter) >> 63;
  else
    return static_cast<T>(randomBelow(seed, counter, 17) - 8);
}

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_COUNTERRANDOM_H

// Registers of 64 bytes for f32 and f64, under one set of names.

#ifndef SPINDLE_BENCHMARKS_HAND_VECTORS_H
#define SPINDLE_BENCHMARKS_HAND_VECTORS_H

#include <cstdint>
#include <immintrin.h>

namespace spindle::hand {

/// How many of `T` a register holds.
template <typename T> constexpr int lanes = 64 / sizeof(T);

/// The mask of the first `count` lanes.
inline __mmask16 firstLanes(int64_t count) {
  return static_cast<__mmask16>((1U << count) - 1);
}

inline __m512 broadcast(float x) { return _mm512_set1_ps(x); }
inline __m512d broadcast(double x) { return _mm512_set1_pd(x); }

inline __m512 load(const float *from) { return _mm512_loadu_ps(from); }
inline __m512d load(const double *from) { return _mm512_loadu_pd(from); }
inline __m512 load(__mmask16 mask, const float *from) {
  return _mm512_maskz_loadu_ps(mask, from);
}
inline __m512d load(__mmask16 mask, const double *from) {
  return _mm512_maskz_loadu_pd(static_cast<__mmask8>(mask), from);
}

inline void store(float *to, __m512 x) { _mm512_storeu_ps(to, x); }
inline void store(double *to, __m512d x) { _mm512_storeu_pd(to, x); }
inline void store(__mmask16 mask, float *to, __m512 x) {
  _mm512_mask_storeu_ps(to, mask, x);
}
inline void store(__mmask16 mask, double *to, __m512d x) {
  _mm512_mask_storeu_pd(to, static_cast<__mmask8>(mask), x);
}

/// `a b + c`.
inline __m512 fma(__m512 a, __m512 b, __m512 c) {
  return _mm512_fmadd_ps(a, b, c);
}
inline __m512d fma(__m512d a, __m512d b, __m512d c) {
  return _mm512_fmadd_pd(a, b, c);
}

/// A register of `T`.
template <typename T> using Vector = decltype(broadcast(T()));

} // namespace spindle::hand

#endif // SPINDLE_BENCHMARKS_HAND_VECTORS_H

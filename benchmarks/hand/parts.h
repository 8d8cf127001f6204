// How the hand-written kernels share work between threads.

#ifndef SPINDLE_BENCHMARKS_HAND_PARTS_H
#define SPINDLE_BENCHMARKS_HAND_PARTS_H

#include <algorithm>
#include <cstdint>
#include <omp.h>

namespace spindle::hand {

/// Calls `body(begin, end)` on each thread with rows of its own: a static part,
/// in which are about as many stored elements as in every other one.
template <typename Body>
void inParts(int64_t rows, const int32_t *positions, const Body &body) {
#pragma omp parallel
  {
    int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    auto rowOf = [=](int64_t part) {
      int64_t position = positions[rows] * part / threads;
      return part == threads
                 ? rows
                 : std::lower_bound(positions, positions + rows, position) -
                       positions;
    };
    body(rowOf(thread), rowOf(thread + 1));
  }
}

} // namespace spindle::hand

#endif // SPINDLE_BENCHMARKS_HAND_PARTS_H

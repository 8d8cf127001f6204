// What memory and arithmetic units do, on all threads of OpenMP.

#ifndef SPINDLE_BENCHMARKS_MEMORY_MEMORY_H
#define SPINDLE_BENCHMARKS_MEMORY_MEMORY_H

#include <cstdint>

extern "C" {

/// Other work, on all threads: branches that cannot be foretold and half a MiB
/// of memory a thread, so that what is timed next finds neither its branches
/// nor its first level of cache as it left them.
void bench_disturb();

/// Fills `bytes` at `memory` by the threads that later read it.
void bench_touch(double *memory, int64_t bytes);

/// Seconds of one pass over `bytes` at `memory`, which every thread has a part
/// of: sums are read (`read`), and of three parts `a = b + s c` is computed
/// (`triad`). The best of `passes`.
double bench_read(const double *memory, int64_t bytes, int64_t passes);
double bench_triad(double *memory, int64_t bytes, int64_t passes);

/// Seconds of reading the floats at `count` indices. The best of `passes`.
double bench_elements(const float *memory, const int32_t *places, int64_t count,
                      int64_t passes);

/// Seconds of reading `count` rows of `width` floats, a multiple of 32, by
/// their numbers. The best of `passes`.
double bench_rows(const float *memory, const int32_t *rows, int64_t count,
                  int64_t width, int64_t passes);

/// Floating point operations a second in registers, of f32 (`bits` 32) or f64.
double bench_peak(int32_t bits);

/// The threads that a parallel region has, and the processor that each is on.
int32_t bench_threads(int32_t *processors, int32_t room);
}

#endif // SPINDLE_BENCHMARKS_MEMORY_MEMORY_H

// Calls functions of any C signature, and times them.

#ifndef SPINDLE_BENCHMARKS_TIMING_TIMING_H
#define SPINDLE_BENCHMARKS_TIMING_TIMING_H

#include <cstddef>
#include <cstdint>

namespace spindle::bench {

/// The most integers and pointers that a function takes.
constexpr std::size_t maxWords = 640;

/// A function with its arguments: `count` integers and pointers in `words`, in
/// order, and the bits of floating point numbers in `reals`, in order.
struct Call {
  void *function;
  uint64_t count;
  uint64_t words[maxWords];
  double reals[4];
};

} // namespace spindle::bench

extern "C" {

/// Calls once. Returns what an `int32_t` function returns, else nonsense.
int32_t bench_call(const spindle::bench::Call *call);

/// Calls `warmUps` times, then times `samples` runs of `repeats` calls each.
/// Before each run `between` is called, untimed, unless it is null.
/// `seconds[i]` is the mean of the calls of run `i`.
void bench_time(const spindle::bench::Call *call,
                const spindle::bench::Call *between, int64_t warmUps,
                int64_t samples, int64_t repeats, double *seconds);
}

#endif // SPINDLE_BENCHMARKS_TIMING_TIMING_H

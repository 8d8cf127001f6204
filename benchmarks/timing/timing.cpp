// Calls functions of any C signature, and times each call.
//
// Under the conventions of x86-64 and AArch64 on Linux, integers and pointers
// are passed apart from floating point numbers, and a function does not see
// arguments that it does not ask for. So one type of function fits all whose
// arguments are integers, pointers, small structures of such, and at most four
// reals. There are a few such types, so that a call of few arguments does not
// pay for many.

#include "timing.h"

#include <chrono>
#include <utility>

using namespace spindle::bench;

namespace {

/// `uint64_t` as often as there are indices.
template <std::size_t> using Word = uint64_t;

template <std::size_t... I>
int32_t invoke(const Call &call, std::index_sequence<I...> /*words*/) {
  using Function =
      int32_t (*)(double, double, double, double, Word<I>... words);
  const double *reals = call.reals;
  return reinterpret_cast<Function>(call.function)(reals[0], reals[1], reals[2],
                                                   reals[3], call.words[I]...);
}

int32_t invoke(const Call &call) {
  if (call.count <= 40)
    return invoke(call, std::make_index_sequence<40>());
  if (call.count <= 160)
    return invoke(call, std::make_index_sequence<160>());
  return invoke(call, std::make_index_sequence<maxWords>());
}

} // namespace

int32_t bench_call(const Call *call) { return invoke(*call); }

void bench_time(const Call *call, const Call *between, int64_t warmUps,
                int64_t samples, int64_t repeats, double *seconds) {
  using Clock = std::chrono::steady_clock;
  for (int64_t i = 0; i < warmUps; ++i)
    invoke(*call);
  for (int64_t i = 0; i < samples; ++i) {
    if (between)
      invoke(*between);
    Clock::time_point begin = Clock::now();
    for (int64_t j = 0; j < repeats; ++j)
      invoke(*call);
    std::chrono::duration<double> passed = Clock::now() - begin;
    seconds[i] = passed.count() / static_cast<double>(repeats);
  }
}

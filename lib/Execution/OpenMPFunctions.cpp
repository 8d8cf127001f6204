//===- OpenMPFunctions.cpp - what parallel code calls ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/OpenMPFunctions.h"

#include "Spindle/Execution/StaticSchedule.h"
#include "Spindle/Execution/ThreadPool.h"
#include "Spindle/Execution/Threads.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"

#include <array>
#include <cstdarg>
#include <utility>

using namespace spindle::execution;
using llvm::Twine;

namespace {

/// Where in a source a region is, which is not looked at.
struct SourceLocation;

/// A region: its function takes where the number of its thread is, twice, and
/// where what it uses is.
using ParallelRegion = void (*)(int32_t *thread, int32_t *bound, ...);

constexpr size_t kMostArguments = 15;

/// A call of a region.
struct RegionCall {
  ParallelRegion region;
  llvm::SmallVector<void *, kMostArguments> arguments = {};
};

/// Calls `call` with as many arguments as there are numbers.
template <size_t... numbers>
void callWith(const RegionCall &call, int32_t *thread, int32_t *bound,
              std::index_sequence<numbers...>) {
  using Function =
      void (*)(int32_t *, int32_t *, decltype((void(numbers), (void *)0))...);
  reinterpret_cast<Function>(call.region)(thread, bound,
                                          call.arguments[numbers]...);
}

using Caller = void (*)(const RegionCall &, int32_t *, int32_t *);

/// For each number of arguments what calls a region with so many.
template <size_t... counts>
constexpr std::array<Caller, sizeof...(counts)>
getCallers(std::index_sequence<counts...>) {
  return {[](const RegionCall &call, int32_t *thread, int32_t *bound) {
    callWith(call, thread, bound, std::make_index_sequence<counts>());
  }...};
}

constexpr auto kCallers =
    getCallers(std::make_index_sequence<kMostArguments + 1>());

} // namespace

/// The number of threads that this thread's next region is for; 0 for as many
/// as its setting says.
static thread_local int threadsOfRegion = 0;

static int getMaxThreads() { return getThreads(); }

static int isInParallel() { return isInTeam(); }

static int32_t getThreadNumber(SourceLocation *) { return getTeamMember(); }

static void pushNumThreads(SourceLocation *, int32_t, int32_t threads) {
  threadsOfRegion = threads;
}

static void callMember(void *context, int member) {
  auto *call = static_cast<RegionCall *>(context);
  int32_t thread = member, bound = 0;
  kCallers[call->arguments.size()](*call, &thread, &bound);
}

static void forkCall(SourceLocation *, int32_t count, ParallelRegion region,
                     ...) {
  if (count < 0 || size_t(count) > kMostArguments)
    llvm::report_fatal_error("expected a parallel region with at most " +
                             Twine(kMostArguments) + " arguments but got " +
                             Twine(count));
  RegionCall call{region};
  va_list arguments;
  va_start(arguments, region);
  for (int32_t number = 0; number < count; ++number)
    call.arguments.push_back(va_arg(arguments, void *));
  va_end(arguments);
  int wanted = std::exchange(threadsOfRegion, 0);
  if (wanted < 1)
    wanted = getThreads();
  runTeam(std::min(wanted, kMostThreads), callMember, &call);
}

/// What this thread runs of `loop` by the schedule that LLVM calls `kind`.
static MemberShare getShare(int32_t kind, LoopRange loop, int64_t chunk) {
  // Promises about the order of iterations, which static schedules keep.
  constexpr int32_t monotonic = 1 << 29, nonmonotonic = 1 << 30;
  switch (kind & ~(monotonic | nonmonotonic)) {
  case 33:
    return shareInChunks(loop, chunk, getTeamMember(), getTeamSize());
  case 34:
    return shareEvenly(loop, getTeamMember(), getTeamSize());
  default:
    llvm::report_fatal_error("expected a static schedule of a parallel loop, "
                             "33 or 34, but got " +
                             Twine(kind));
  }
}

static void initStatic(SourceLocation *, int32_t, int32_t kind, int32_t *isLast,
                       uint64_t *lower, uint64_t *upper, int64_t *stride,
                       int64_t step, int64_t chunk) {
  LoopRange loop{*lower, *upper, step};
  MemberShare share = getShare(kind, loop, chunk);
  *lower = share.range.first;
  *upper = share.range.last;
  *stride = share.stride;
  *isLast = share.hasLast;
}

static void endStatic(SourceLocation *, int32_t) {}

static void waitAtBarrier(SourceLocation *, int32_t) { waitForTeam(); }

llvm::ArrayRef<spindle::runtime::CalledFunction>
spindle::execution::getOpenMPFunctions() {
  static const runtime::CalledFunction functions[] = {
      {"omp_get_max_threads", getMaxThreads},
      {"omp_in_parallel", isInParallel},
      {"__kmpc_barrier", waitAtBarrier},
      {"__kmpc_for_static_fini", endStatic},
      {"__kmpc_for_static_init_8u", initStatic},
      {"__kmpc_fork_call", forkCall},
      {"__kmpc_global_thread_num", getThreadNumber},
      {"__kmpc_push_num_threads", pushNumThreads},
  };
  return functions;
}

bool spindle::execution::isOfOpenMP(llvm::StringRef name) {
  return name.starts_with("__kmpc_") || name.starts_with("omp_");
}

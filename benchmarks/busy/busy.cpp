//===- busy.cpp - how long each thread is at work -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A tool of OpenMP's interface for tools, which LLVM's runtime loads where
// OMP_TOOL_LIBRARIES names it. It adds up, for each thread, the time from the
// begin of its part of a parallel region to the barrier at the end.
//
//===----------------------------------------------------------------------===//

#include <chrono>
#include <omp-tools.h>

namespace {
using Clock = std::chrono::steady_clock;

constexpr int mostThreads = 256;
double busy[mostThreads];
thread_local Clock::time_point begun;
thread_local int number = -1;

void onTask(ompt_scope_endpoint_t endpoint, ompt_data_t *, ompt_data_t *,
            unsigned threads, unsigned thread, int flags) {
  if (endpoint != ompt_scope_begin || (flags & ompt_task_initial) || !threads)
    return;
  number = thread < mostThreads ? int(thread) : -1;
  begun = Clock::now();
}

void onSync(ompt_sync_region_t, ompt_scope_endpoint_t endpoint, ompt_data_t *,
            ompt_data_t *, const void *) {
  if (endpoint != ompt_scope_begin || number < 0)
    return;
  busy[number] += std::chrono::duration<double>(Clock::now() - begun).count();
  number = -1;
}

int start(ompt_function_lookup_t lookup, int, ompt_data_t *) {
  auto set = reinterpret_cast<ompt_set_callback_t>(lookup("ompt_set_callback"));
  set(ompt_callback_implicit_task, reinterpret_cast<ompt_callback_t>(onTask));
  set(ompt_callback_sync_region, reinterpret_cast<ompt_callback_t>(onSync));
  return 1;
}

void finish(ompt_data_t *) {}
} // namespace

extern "C" ompt_start_tool_result_t *ompt_start_tool(unsigned, const char *) {
  static ompt_start_tool_result_t result = {start, finish, {0}};
  return &result;
}

/// Copies the seconds of `count` threads since the last call.
extern "C" void bench_busy(double *seconds, int count) {
  for (int thread = 0; thread < count; ++thread) {
    seconds[thread] = busy[thread];
    busy[thread] = 0;
  }
}

//===- Threads.cpp - the threads that kernels run on ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Threads.h"

#include <algorithm>
#include <cassert>
#include <sched.h>
#include <thread>

using namespace spindle::execution;

// What omp.h declares, which only clang's own folder has, and what compilers
// call, which no header declares; of the latter only addresses are taken.
extern "C" {
int omp_get_max_threads(void);
int omp_in_parallel(void);
void omp_set_num_threads(int);
void __kmpc_barrier(void);
void __kmpc_for_static_fini(void);
void __kmpc_for_static_init_8u(void);
void __kmpc_fork_call(void);
void __kmpc_global_thread_num(void);
void __kmpc_push_num_threads(void);
}

int spindle::execution::countProcessors() {
  // The set is of a fixed size; a machine with more processors than fit in it
  // reports an error.
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) == 0)
    return std::max(1, CPU_COUNT(&set));
  return std::max(1, int(std::thread::hardware_concurrency()));
}

void spindle::execution::setThreads(int threads) {
  assert(threads >= 1 && "a number of threads");
  omp_set_num_threads(threads);
}

int spindle::execution::getThreads() { return omp_get_max_threads(); }

llvm::ArrayRef<spindle::runtime::CalledFunction>
spindle::execution::getOpenMPFunctions() {
#define FUNCTION(name)                                                         \
  {                                                                            \
    #name, name                                                                \
  }
  static const runtime::CalledFunction functions[] = {
      FUNCTION(omp_get_max_threads),
      FUNCTION(omp_in_parallel),
      FUNCTION(__kmpc_barrier),
      FUNCTION(__kmpc_for_static_fini),
      FUNCTION(__kmpc_for_static_init_8u),
      FUNCTION(__kmpc_fork_call),
      FUNCTION(__kmpc_global_thread_num),
      FUNCTION(__kmpc_push_num_threads),
  };
#undef FUNCTION
  return functions;
}

//===- Threads.h - the threads that kernels run on --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Parallel kernels run on the threads of LLVM's OpenMP runtime, libomp, which
// starts them when they are first needed and keeps them. Kernels may be called
// from several threads at once, each of which has a team of its own; from
// inside a parallel region, where they run on the calling thread alone; and in
// the child of a fork, where the runtime starts anew.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_THREADS_H
#define SPINDLE_EXECUTION_THREADS_H

#include "Spindle/Runtime/Support/CalledFunction.h"
#include "llvm/ADT/ArrayRef.h"

namespace spindle::execution {

/// The number of processors that this process may run on, at least 1.
int countProcessors();

/// Has parallel kernels that this thread calls from now on run on at most
/// `threads` threads, at least 1, its own among them. Each thread has a setting
/// of its own, which is OpenMP's (`OMP_NUM_THREADS`, else all processors) until
/// it is set.
void setThreads(int threads);

/// The setting of this thread.
int getThreads();

/// The functions of libomp that compiled code calls. They need not be among the
/// symbols that the process exports.
llvm::ArrayRef<runtime::CalledFunction> getOpenMPFunctions();

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_THREADS_H

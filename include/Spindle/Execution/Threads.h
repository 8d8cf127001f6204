//===- Threads.h - how many threads kernels run on --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parallel kernels run on teams of the process' pool of threads (ThreadPool.h).
// How large a team may be belongs to the thread that calls, and to nobody else.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_THREADS_H
#define SPINDLE_EXECUTION_THREADS_H

#include "llvm/Support/Error.h"

namespace spindle::execution {

/// The most threads that may be asked for.
constexpr int kMostThreads = 1024;

/// The number of threads where nobody says it: that of the environment's
/// `SPINDLE_NUM_THREADS`, else the first of its `OMP_NUM_THREADS`, else as many
/// as there are processors that the process may use. Error: a
/// `SPINDLE_NUM_THREADS` that is no number from 1 to `kMostThreads`. Such an
/// `OMP_NUM_THREADS`, which is other libraries' as well, is passed over.
llvm::Expected<int> findThreads();

/// Has parallel kernels that this thread calls from now on run on at most
/// `threads` threads, at least 1, its own among them. Each thread has a setting
/// of its own. Until it is set, it is what `findThreads` gave the first time,
/// and the number of processors for an error.
void setThreads(int threads);

/// The setting of this thread.
int getThreads();

/// A setting for the calls that this thread makes while it lives.
class ScopedThreads {
public:
  explicit ScopedThreads(int threads);
  ~ScopedThreads();
  ScopedThreads(const ScopedThreads &) = delete;
  ScopedThreads &operator=(const ScopedThreads &) = delete;

private:
  int before;
};

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_THREADS_H

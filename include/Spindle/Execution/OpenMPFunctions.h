//===- OpenMPFunctions.h - what parallel code calls -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled parallel code calls functions by the names and signatures that LLVM
// gives those of an OpenMP runtime. In process these are ours, on the teams of
// ThreadPool.h: the process need not have such a runtime, and may have any, or
// several. They are no symbols of the process, so that other code, as kernels
// that were saved, finds the runtime that it was linked with.
//
// | name                         | does                                      |
// |------------------------------|-------------------------------------------|
// | `omp_get_max_threads`        | `getThreads`                              |
// | `omp_in_parallel`            | `isInTeam`                                |
// | `__kmpc_global_thread_num`   | `getTeamMember`                           |
// | `__kmpc_push_num_threads`    | how many threads the next region is for   |
// | `__kmpc_fork_call`           | a region: `runTeam`, up to 15 arguments   |
// | `__kmpc_for_static_init_8u`  | `shareEvenly`, `shareInChunks`            |
// | `__kmpc_for_static_fini`     | nothing                                   |
// | `__kmpc_barrier`             | `waitForTeam`                             |
//
// Code that needs another function of OpenMP is not linked. What one of these
// does not do, as a schedule that is not static, ends the process, with a
// reason; lowerings of ours do not ask for it.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_OPENMPFUNCTIONS_H
#define SPINDLE_EXECUTION_OPENMPFUNCTIONS_H

#include "Spindle/Runtime/Support/CalledFunction.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace spindle::execution {

/// The functions of OpenMP that compiled code may call.
llvm::ArrayRef<runtime::CalledFunction> getOpenMPFunctions();

/// Whether `name` looks like that of a function of an OpenMP runtime.
bool isOfOpenMP(llvm::StringRef name);

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_OPENMPFUNCTIONS_H

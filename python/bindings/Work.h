//===- Work.h - long work beside an interpreter -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_WORK_H
#define SPINDLE_PYTHON_WORK_H

#include "Errors.h"
#include "Spindle/Session/Watcher.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace spindle::python {

/// Has another thread do `work`, which is given a watcher, without the GIL.
/// Meanwhile this one takes signals, of which an exception stops the work, and
/// calls `progress`, unless it is None, with (label, unit, done, total) of the
/// step that the work is at, a few times a second. What the work wants to say
/// becomes a warning. Throws the exception of a signal or of `progress`.
void doWork(nb::object progress,
            llvm::function_ref<void(const session::Watcher &)> work);

/// Has forks by Python wait until no thread works, and work until they are
/// done.
void keepForksApart();

} // namespace spindle::python

#endif // SPINDLE_PYTHON_WORK_H

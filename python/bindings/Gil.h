//===- Gil.h - work without the lock of the interpreter ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_GIL_H
#define SPINDLE_PYTHON_GIL_H

#include <Python.h>

namespace spindle::python {

/// Lets other threads of Python run while it lives. A thread that comes back
/// when the interpreter ends stays here for ever: Python would end it, through
/// functions that nothing may be thrown through.
class GilRelease {
public:
  GilRelease() : state(PyEval_SaveThread()) {}
  ~GilRelease();
  GilRelease(const GilRelease &) = delete;
  GilRelease &operator=(const GilRelease &) = delete;

private:
  PyThreadState *state;
};

/// Tells the child of a fork that it has no thread but its own.
void forgetThreads();

/// Has threads that work stay where they are from now on, but for this one: to
/// be called by Python's atexit, before the interpreter ends. Needs the GIL.
void keepThreadsOut();

} // namespace spindle::python

#endif // SPINDLE_PYTHON_GIL_H

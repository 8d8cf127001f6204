//===- CalledFunction.h - what compiled code calls by name ------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_SUPPORT_CALLEDFUNCTION_H
#define SPINDLE_RUNTIME_SUPPORT_CALLEDFUNCTION_H

namespace spindle::runtime {

/// A function that compiled code calls by name, for who resolves symbols.
struct CalledFunction {
  template <typename Function>
  CalledFunction(const char *name, Function *function)
      : name(name), address(reinterpret_cast<void *>(function)) {}

  const char *name;
  void *address;
};

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_SUPPORT_CALLEDFUNCTION_H

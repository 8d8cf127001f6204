//===- Errors.h - errors of Spindle as exceptions of Python -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_ERRORS_H
#define SPINDLE_PYTHON_ERRORS_H

#include "Spindle/Runtime/Support/Error.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <nanobind/nanobind.h>

namespace spindle::python {

namespace nb = nanobind;

/// Throws `error` as an exception of `spindle._errors` with its parts: operand,
/// location, expected, got. It may begin with one of `operands`, names. Needs
/// the GIL.
[[noreturn]] void throwError(llvm::Error error,
                             llvm::ArrayRef<std::string> operands = {});

/// The same of an error of the runtime.
[[noreturn]] void throwError(const runtime::Error &error);

/// Throws a SpindleTypeError. Needs the GIL.
[[noreturn]] void throwTypeError(const std::string &text);

/// The value of `made`, or its error thrown.
template <typename T>
T unwrap(llvm::Expected<T> made, llvm::ArrayRef<std::string> operands = {}) {
  if (!made)
    throwError(made.takeError(), operands);
  return std::move(*made);
}
template <typename T> T unwrap(runtime::Expected<T> made) {
  if (!made)
    throwError(made.error());
  return std::move(*made);
}
inline void unwrap(llvm::Error error) {
  if (error)
    throwError(std::move(error));
}

} // namespace spindle::python

#endif // SPINDLE_PYTHON_ERRORS_H

//===- Errors.cpp - errors of Spindle as exceptions of Python -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"

#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Watcher.h"

using namespace spindle;
using namespace spindle::python;

/// Throws what `spindle._errors.make_error` makes of these.
[[noreturn]] static void throwMade(nb::object made) {
  PyErr_SetObject(reinterpret_cast<PyObject *>(Py_TYPE(made.ptr())),
                  made.ptr());
  throw nb::python_error();
}

static nb::object getMaker(const char *name) {
  return nb::module_::import_("spindle._errors").attr(name);
}

/// A string of Python. Paths in `text` may be no UTF-8.
static nb::object toText(const std::string &text) {
  return nb::steal(PyUnicode_DecodeFSDefaultAndSize(text.data(), text.size()));
}

void python::throwError(llvm::Error error,
                        llvm::ArrayRef<std::string> operands) {
  nb::object made;
  auto take = [&](const session::Failure &failure) {
    const session::SourceLocation &at = failure.getLocation();
    made = getMaker("make_error")(
        toText(failure.getText()), failure.getOperand(),
        toText(failure.getExpected()), toText(failure.getGot()),
        toText(at.file), at.line, at.column);
  };
  llvm::handleAllErrors(
      session::toFailure(std::move(error), operands), take,
      [&](const session::Cancelled &) {
        made = nb::borrow(PyExc_KeyboardInterrupt)();
      },
      [&](const llvm::ErrorInfoBase &other) {
        made = getMaker("make_error")(toText(other.message()));
      });
  throwMade(std::move(made));
}

void python::throwError(const runtime::Error &error) {
  throwError(session::fail(error));
}

void python::throwTypeError(const std::string &text) {
  throwMade(getMaker("SpindleTypeError")(text));
}

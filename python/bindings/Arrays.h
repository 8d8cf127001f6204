//===- Arrays.h - memory of Python, and memory for Python -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PYTHON_ARRAYS_H
#define SPINDLE_PYTHON_ARRAYS_H

#include "Spindle/Execution/Arguments.h"
#include "Spindle/Runtime/Support/Array.h"
#include <nanobind/nanobind.h>

namespace spindle::python {

namespace nb = nanobind;

/// The memory of an object with the buffer protocol, for as long as it lives:
/// what exports a buffer does not move or free it.
class Buffer {
public:
  /// `object` has a buffer, or is a pair of what has one and the type that its
  /// elements really have, by name. `what` is what errors call it. Errors: an
  /// object without a buffer, elements of a type that Spindle has not.
  Buffer(nb::handle object, const char *what);
  Buffer(const Buffer &) = delete;
  Buffer(Buffer &&other) noexcept;
  Buffer &operator=(Buffer &&other) noexcept;
  ~Buffer();

  /// With strides, in elements.
  execution::MemoryView getView() const;
  runtime::DType getDType() const { return dtype; }
  bool isContiguous() const;

private:
  friend runtime::Array adoptBuffer(nb::handle object, const char *what);

  Py_buffer buffer;
  runtime::DType dtype;
  bool isHeld = true;
};

/// An array on the memory of `object`, which lives as long as any copy of the
/// array. Errors: those of `Buffer`, gaps between the elements.
runtime::Array adoptBuffer(nb::handle object, const char *what);

/// `array` as an array of NumPy that shares its memory; elements of bfloat16,
/// which NumPy does not know, as int16. It may be written unless `isReadOnly`.
nb::object toNumPy(const runtime::Array &array, bool isReadOnly = false);

/// The type called `name` as MLIR does ("f32") or as NumPy does ("float32").
/// Error: no such type.
runtime::DType parseDType(const std::string &name);

} // namespace spindle::python

#endif // SPINDLE_PYTHON_ARRAYS_H

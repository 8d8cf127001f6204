//===- Arrays.cpp - memory of Python, and memory for Python ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arrays.h"

#include "Errors.h"
#include <nanobind/ndarray.h>

using namespace spindle;
using namespace spindle::python;
using runtime::Array;
using runtime::DType;

/// The type of elements that the format of a buffer tells, as `struct` has it;
/// none for one that Spindle has not, in another order of bytes too.
static std::optional<DType> parseBufferFormat(llvm::StringRef format) {
  format.consume_front("<") || format.consume_front("=") ||
      format.consume_front("@") || format.consume_front("|");
  if (format == "Zf")
    return DType::C64;
  if (format == "Zd")
    return DType::C128;
  if (format.size() != 1)
    return std::nullopt;
  switch (format.front()) {
  case '?':
    return DType::I1;
  case 'b':
    return DType::I8;
  case 'h':
    return DType::I16;
  case 'i':
    return DType::I32;
  case 'l':
  case 'q':
    return DType::I64;
  case 'e':
    return DType::F16;
  case 'f':
    return DType::F32;
  case 'd':
    return DType::F64;
  default:
    return std::nullopt;
  }
}

Buffer::Buffer(nb::handle object, const char *what) {
  // A tuple tells the type that the elements really have.
  std::optional<DType> said;
  PyObject *exporter = object.ptr();
  if (PyTuple_Check(exporter) && PyTuple_GET_SIZE(exporter) == 2) {
    said = parseDType(nb::cast<std::string>(nb::object(object[1])));
    exporter = PyTuple_GET_ITEM(exporter, 0);
  }
  if (PyObject_GetBuffer(exporter, &buffer, PyBUF_STRIDES | PyBUF_FORMAT)) {
    PyErr_Clear();
    throwTypeError(std::string(what) + ": expected an array but got " +
                   Py_TYPE(exporter)->tp_name);
  }
  // Without a format they are bytes without a sign.
  const char *told = buffer.format ? buffer.format : "B";
  auto found = said ? said : parseBufferFormat(told);
  if (!found || dtypeSize(*found) != buffer.itemsize) {
    std::string format = told;
    PyBuffer_Release(&buffer);
    throwTypeError(std::string(what) +
                   ": expected elements of a type that Spindle has (bool, "
                   "signed integers, floats, complex numbers, in the order of "
                   "bytes of this machine) but got '" +
                   format + "'");
  }
  dtype = *found;
}

Buffer::Buffer(Buffer &&other) noexcept
    : buffer(other.buffer), dtype(other.dtype), isHeld(other.isHeld) {
  other.isHeld = false;
}

Buffer &Buffer::operator=(Buffer &&other) noexcept {
  std::swap(buffer, other.buffer);
  std::swap(dtype, other.dtype);
  std::swap(isHeld, other.isHeld);
  return *this;
}

Buffer::~Buffer() {
  if (isHeld)
    PyBuffer_Release(&buffer);
}

execution::MemoryView Buffer::getView() const {
  execution::MemoryView view;
  view.data = buffer.buf;
  view.dtype = dtype;
  view.isWritable = !buffer.readonly;
  view.shape.assign(buffer.shape, buffer.shape + buffer.ndim);
  for (int dim = 0; dim < buffer.ndim; ++dim) {
    // What lies between elements is refused as a stride of no row-major array.
    bool isWhole = buffer.strides[dim] % buffer.itemsize == 0;
    view.strides.push_back(isWhole ? buffer.strides[dim] / buffer.itemsize
                                   : std::numeric_limits<int64_t>::max());
  }
  return view;
}

bool Buffer::isContiguous() const {
  return PyBuffer_IsContiguous(&buffer, 'C');
}

Array python::adoptBuffer(nb::handle object, const char *what) {
  auto held = std::make_shared<Buffer>(object, what);
  if (!held->isContiguous())
    throwTypeError(std::string(what) +
                   ": expected elements row-major without gaps but got others");
  const Py_buffer &buffer = held->buffer;
  std::vector<int64_t> shape(buffer.shape, buffer.shape + buffer.ndim);
  // The last array may be let go by any thread, with or without the GIL, or
  // when there is no interpreter any more.
  auto release = [held = new std::shared_ptr<Buffer>(held)](void *) {
    if (!Py_IsInitialized() || _Py_IsFinalizing())
      return;
    PyGILState_STATE state = PyGILState_Ensure();
    delete held;
    PyGILState_Release(state);
  };
  return unwrap(Array::adopt(held->getDType(), std::move(shape),
                             std::shared_ptr<void>(buffer.buf, release)));
}

/// The type as nanobind has it.
static nb::dlpack::dtype getType(DType dtype) {
  return runtime::visitDType(dtype, [](auto zero) -> nb::dlpack::dtype {
    using T = decltype(zero);
    using Code = nb::dlpack::dtype_code;
    Code code = Code::Int;
    if constexpr (std::is_same_v<T, bool>)
      code = Code::Bool;
    else if constexpr (runtime::isComplexType<T>)
      code = Code::Complex;
    else if constexpr (std::is_same_v<T, runtime::BFloat16>)
      code = Code::Int;
    else if constexpr (runtime::isFloatType<T>)
      code = Code::Float;
    return {uint8_t(code), uint8_t(8 * sizeof(T)), 1};
  });
}

nb::object python::toNumPy(const Array &array, bool isReadOnly) {
  auto *owner = new Array(array);
  nb::capsule capsule(
      owner, [](void *held) noexcept { delete static_cast<Array *>(held); });
  std::vector<size_t> shape(array.shape().begin(), array.shape().end());
  // An array without elements may have no memory, which NumPy wants.
  static char nothing[16];
  void *data = owner->data() ? owner->data() : nothing;
  if (isReadOnly)
    return nb::cast(nb::ndarray<nb::numpy, nb::ro>(
        data, shape.size(), shape.data(), capsule, nullptr,
        getType(array.dtype())));
  return nb::cast(nb::ndarray<nb::numpy>(data, shape.size(), shape.data(),
                                         capsule, nullptr,
                                         getType(array.dtype())));
}

DType python::parseDType(const std::string &name) {
  for (DType dtype : runtime::allDTypes)
    if (name == dtypeName(dtype) || name == numpyName(dtype))
      return dtype;
  throwTypeError("expected a type of elements that Spindle has (bool, int8, "
                 "int16, int32, int64, float16, bfloat16, float32, float64, "
                 "complex64, complex128) but got " +
                 name);
}

//===- DLPack.cpp - arrays in capsules of DLPack --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DLPack.h"

#include "Errors.h"
#include "Spindle/Session/Failure.h"

using namespace spindle;
using namespace spindle::python;
using runtime::Array;
using runtime::DType;

//===----------------------------------------------------------------------===//
// The structures, as DLPack lays them out
//===----------------------------------------------------------------------===//

namespace {

/// A type of elements.
struct ElementType {
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;

  bool operator==(const ElementType &other) const {
    return code == other.code && bits == other.bits && lanes == other.lanes;
  }
};

/// An array; strides are of elements, null for row-major without gaps.
struct Described {
  void *data;
  int32_t deviceType;
  int32_t deviceNumber;
  int32_t rank;
  ElementType type;
  int64_t *shape;
  int64_t *strides;
  uint64_t offset;
};

/// What a capsule holds.
struct Managed {
  Described array;
  void *context;
  void (*release)(Managed *);
};

/// What one holds since DLPack 1.0.
struct Versioned {
  uint32_t major;
  uint32_t minor;
  void *context;
  void (*release)(Versioned *);
  uint64_t flags;
  Described array;
};

/// The names of capsules, before and after somebody has taken what they hold.
template <typename Held> struct Names;
template <> struct Names<Managed> {
  static constexpr const char *fresh = "dltensor", *taken = "used_dltensor";
};
template <> struct Names<Versioned> {
  static constexpr const char *fresh = "dltensor_versioned",
                              *taken = "used_dltensor_versioned";
};

} // namespace

/// A bit of `Versioned::flags`: the memory may only be read.
static constexpr uint64_t kReadOnly = 1;
/// CUDA's memory that the host reads too.
static constexpr int kDLCUDAManaged = 13;

static ElementType getElementType(DType dtype) {
  return runtime::visitDType(dtype, [](auto zero) -> ElementType {
    using T = decltype(zero);
    uint8_t bits = 8 * sizeof(T);
    if constexpr (std::is_same_v<T, bool>)
      return {6, bits, 1};
    else if constexpr (runtime::isComplexType<T>)
      return {5, bits, 1};
    else if constexpr (std::is_same_v<T, runtime::BFloat16>)
      return {4, bits, 1};
    else if constexpr (runtime::isFloatType<T>)
      return {2, bits, 1};
    else
      return {0, bits, 1};
  });
}

//===----------------------------------------------------------------------===//
// Out
//===----------------------------------------------------------------------===//

namespace {

/// A structure with what it points to; it lives until its taker releases it.
template <typename Held> struct Lent {
  Held held = {};
  Array array;
  std::vector<int64_t> shape, strides;
};

} // namespace

/// Lets go of what a capsule holds that nobody has taken.
template <typename Held> static void destroyCapsule(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, Names<Held>::fresh))
    return;
  auto *held =
      static_cast<Held *>(PyCapsule_GetPointer(capsule, Names<Held>::fresh));
  if (held->release)
    held->release(held);
}

template <typename Held>
static nb::object makeCapsule(const Array &array,
                              llvm::function_ref<void(Held &)> complete) {
  auto lent = std::make_unique<Lent<Held>>();
  lent->array = array;
  lent->shape = array.shape();
  lent->strides.assign(lent->shape.size(), 1);
  for (size_t dim = lent->shape.size(); dim-- > 1;)
    lent->strides[dim - 1] = lent->strides[dim] * lent->shape[dim];
  lent->held.array = {lent->array.data(),
                      kDLCUDA,
                      0,
                      int32_t(array.rank()),
                      getElementType(array.dtype()),
                      lent->shape.data(),
                      lent->strides.data(),
                      0};
  lent->held.context = lent.get();
  lent->held.release = [](Held *held) {
    delete static_cast<Lent<Held> *>(held->context);
  };
  complete(lent->held);
  PyObject *capsule =
      PyCapsule_New(&lent->held, Names<Held>::fresh, destroyCapsule<Held>);
  if (!capsule)
    throw nb::python_error();
  (void)lent.release();
  return nb::steal(capsule);
}

nb::object python::toDLPack(const DeviceArray &array, bool isVersioned) {
  if (!isVersioned)
    return makeCapsule<Managed>(array.array, [](Managed &) {});
  return makeCapsule<Versioned>(array.array, [&](Versioned &held) {
    held.major = 1;
    held.flags = array.isWritable ? 0 : kReadOnly;
  });
}

//===----------------------------------------------------------------------===//
// In
//===----------------------------------------------------------------------===//

/// Where `array` is, in words.
static std::string describePlace(const Described &array) {
  if (array.deviceType == kDLCUDA || array.deviceType == kDLCUDAManaged)
    return "that of cuda:" + std::to_string(array.deviceNumber);
  if (array.deviceType == 1)
    return "that of the host";
  return "that of device " + std::to_string(array.deviceType) + ":" +
         std::to_string(array.deviceNumber) + " of DLPack";
}

/// Whether the elements lie row-major without gaps.
static bool isContiguous(const Described &array) {
  llvm::ArrayRef<int64_t> shape(array.shape, array.rank);
  if (!array.strides || llvm::is_contained(shape, 0))
    return true;
  int64_t stride = 1;
  for (size_t dim = shape.size(); dim-- > 0; stride *= shape[dim])
    if (shape[dim] != 1 && array.strides[dim] != stride)
      return false;
  return true;
}

/// The type of the elements. Errors: those of `fromDLPack`.
static DType checkDescribed(const Described &array, const std::string &what) {
  auto refuse = [&](const std::string &expected, const std::string &got) {
    throwError(
        session::fail(what + ": expected " + expected + " but got " + got),
        {what});
  };
  bool isHere =
      array.deviceType == kDLCUDA || array.deviceType == kDLCUDAManaged;
  if (!isHere || array.deviceNumber != 0)
    refuse("memory of cuda:0", describePlace(array));
  if (!isContiguous(array)) {
    std::string strides;
    llvm::raw_string_ostream stream(strides);
    llvm::interleaveComma(llvm::ArrayRef(array.strides, array.rank), stream);
    refuse("elements in row-major order without gaps", "strides of " + strides);
  }
  for (DType dtype : runtime::allDTypes)
    if (getElementType(dtype) == array.type)
      return dtype;
  throwTypeError(what +
                 ": expected elements of a type that Spindle has but "
                 "got type " +
                 std::to_string(array.type.code) + " of DLPack with " +
                 std::to_string(array.type.bits) + " bits");
}

/// The array that `capsule` holds.
template <typename Held>
static DeviceArray take(nb::handle capsule, const std::string &what) {
  auto *held = static_cast<Held *>(
      PyCapsule_GetPointer(capsule.ptr(), Names<Held>::fresh));
  const Described &array = held->array;
  DType dtype = checkDescribed(array, what);
  void *data = static_cast<char *>(array.data) + array.offset;
  if (PyCapsule_SetName(capsule.ptr(), Names<Held>::taken))
    throw nb::python_error();
  // Whoever made it may need Python, which may be gone.
  std::shared_ptr<void> memory(data, [held](void *) {
    if (!held->release || !Py_IsInitialized() || _Py_IsFinalizing())
      return;
    PyGILState_STATE state = PyGILState_Ensure();
    held->release(held);
    PyGILState_Release(state);
  });
  std::vector<int64_t> shape(array.shape, array.shape + array.rank);
  return {unwrap(Array::adopt(dtype, std::move(shape), std::move(memory)))};
}

DeviceArray python::fromDLPack(nb::handle capsule, const std::string &what) {
  if (PyCapsule_IsValid(capsule.ptr(), Names<Managed>::fresh))
    return take<Managed>(capsule, what);
  if (PyCapsule_IsValid(capsule.ptr(), Names<Versioned>::fresh)) {
    auto *held = static_cast<Versioned *>(
        PyCapsule_GetPointer(capsule.ptr(), Names<Versioned>::fresh));
    if (held->major != 1)
      throwTypeError(what + ": expected a capsule of DLPack 1 but got one of " +
                     std::to_string(held->major));
    bool isWritable = (held->flags & kReadOnly) == 0;
    DeviceArray made = take<Versioned>(capsule, what);
    made.isWritable = isWritable;
    return made;
  }
  bool isTaken = PyCapsule_IsValid(capsule.ptr(), Names<Managed>::taken) ||
                 PyCapsule_IsValid(capsule.ptr(), Names<Versioned>::taken);
  throwTypeError(what + ": expected a capsule of DLPack but got " +
                 (isTaken ? std::string("one that was taken before")
                          : Py_TYPE(capsule.ptr())->tp_name));
}

//===- Array.h - Dense row-major arrays -------------------------*- C++ -*-===//

#ifndef SPINDLE_RUNTIME_SUPPORT_ARRAY_H
#define SPINDLE_RUNTIME_SUPPORT_ARRAY_H

#include "Spindle/Runtime/Support/DType.h"
#include "Spindle/Runtime/Support/Error.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace spindle::runtime {

/// The alignment in bytes of all memory that the runtime allocates.
inline constexpr int64_t memoryAlignment = 64;

/// At least `bytes` bytes of uninitialized memory, never null, aligned to
/// `memoryAlignment`. Error: a negative size, or memory that cannot be had,
/// which includes more than the machine physically has, counted with what is
/// allocated already.
Expected<std::shared_ptr<void>> allocateMemory(int64_t bytes);

/// Memory as of `allocateMemory` whose bytes are all 0. Much of it costs
/// nothing before it is used.
Expected<std::shared_ptr<void>> allocateZeros(int64_t bytes);

/// Asks the system for large pages where the `bytes` bytes at `memory` hold
/// some: each page that is touched for the first time costs a trip into it.
void askForLargePages(void *memory, int64_t bytes);

/// The size in bytes of a dense array. Error: a negative extent, or a size
/// that overflows int64 (also where another extent is 0).
Expected<int64_t> denseByteSize(DType dtype, const std::vector<int64_t> &shape);

/// A dense row-major array of any rank; rank 0 holds one element. A copy shares
/// the memory, which lives as long as the last array that holds it.
class Array {
public:
  /// An empty array: f32, shape {0}.
  Array() = default;

  /// An array with unspecified elements. Errors: those of `denseByteSize` and
  /// `allocateMemory`.
  static Expected<Array> allocate(DType dtype, std::vector<int64_t> shape);

  /// An array whose elements are 0. Errors: those of `allocate`.
  static Expected<Array> allocateZeroed(DType dtype,
                                        std::vector<int64_t> shape);

  /// An array over `memory`, which must hold as many bytes as `denseByteSize`
  /// says and be aligned for its elements. Errors: those of `denseByteSize`.
  static Expected<Array> adopt(DType dtype, std::vector<int64_t> shape,
                               std::shared_ptr<void> memory);

  /// A copy of `values` as an array of rank 1. Errors: those of `allocate`.
  template <typename T>
  static Expected<Array> fromValues(const std::vector<T> &values) {
    return fromValues(values, {static_cast<int64_t>(values.size())});
  }

  /// A copy of `values`, row-major, as an array of `shape`. Errors: those of
  /// `allocate`, and a number of values that is not the shape's.
  template <typename T>
  static Expected<Array> fromValues(const std::vector<T> &values,
                                    std::vector<int64_t> shape) {
    Expected<Array> array = allocate(dtypeOf<T>, std::move(shape));
    if (!array)
      return array;
    if (array->size() != static_cast<int64_t>(values.size()))
      return Error::expectedGot(std::to_string(array->size()) + " values",
                                std::to_string(values.size()));
    std::copy(values.begin(), values.end(), array->as<T>());
    return array;
  }

  /// The element type.
  DType dtype() const { return type; }
  /// The extent of every axis, outermost first.
  const std::vector<int64_t> &shape() const { return extents; }
  /// The number of axes.
  int64_t rank() const { return static_cast<int64_t>(extents.size()); }
  /// The number of elements.
  int64_t size() const;
  /// The size of the elements in bytes.
  int64_t byteSize() const { return bytes; }

  /// The first element, or null in a default-constructed array.
  void *data() { return memory.get(); }
  /// The first element, or null in a default-constructed array.
  const void *data() const { return memory.get(); }

  /// The elements, row-major; requires `dtype() == dtypeOf<T>`.
  template <typename T> T *as() {
    assert(type == dtypeOf<T> && "the array holds another type");
    return static_cast<T *>(memory.get());
  }
  /// The elements, row-major; requires `dtype() == dtypeOf<T>`.
  template <typename T> const T *as() const {
    assert(type == dtypeOf<T> && "the array holds another type");
    return static_cast<const T *>(memory.get());
  }

  /// The elements from the one at `first` on as an array of `shape`, which
  /// shares the memory; of I4 `first` is even. Errors: those of
  /// `denseByteSize`, and more elements than there are.
  Expected<Array> slice(int64_t first, std::vector<int64_t> shape) const;

private:
  friend Array asBytes(const Array &array);

  DType type = DType::F32;
  int64_t bytes = 0;
  std::vector<int64_t> extents = {0};
  std::shared_ptr<void> memory;
};

/// `array`, of I8, with two elements in a byte. Errors: a number beyond
/// [-8, 7], with its number, and those of `allocate`.
Expected<Array> packHalves(const Array &array);

/// `array`, of I4, with a byte for each element. Errors: those of `allocate`.
Expected<Array> unpackHalves(const Array &array);

/// The bytes of an array of I4, two elements each, as one of I8; another one
/// itself. Shares the memory.
Array asBytes(const Array &array);

/// A shape as "2x3x4"; "scalar" for rank 0.
std::string shapeText(const std::vector<int64_t> &shape);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_SUPPORT_ARRAY_H

//===- FallibleVector.h - A vector that survives lack of memory -*- C++ -*-===//

#ifndef SPINDLE_RUNTIME_SUPPORT_FALLIBLEVECTOR_H
#define SPINDLE_RUNTIME_SUPPORT_FALLIBLEVECTOR_H

#include "Spindle/Runtime/Support/Array.h"

#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

namespace spindle::runtime {

/// A growing sequence of trivially copyable elements for sizes that come from
/// outside: memory that cannot be had is an Error and loses nothing. Its memory
/// can become an Array's without a copy.
template <typename T> class FallibleVector {
  static_assert(std::is_trivially_copyable_v<T>, "elements move as bytes");

public:
  FallibleVector() = default;
  FallibleVector(FallibleVector &&) = default;
  FallibleVector &operator=(FallibleVector &&) = default;
  // A copy would share the elements.
  FallibleVector(const FallibleVector &) = delete;
  FallibleVector &operator=(const FallibleVector &) = delete;

  /// A vector of the same elements, which neither of the two may change then.
  FallibleVector share() const {
    FallibleVector shared;
    shared.memory = memory;
    shared.elements = elements;
    shared.count = shared.capacity = count;
    return shared;
  }

  /// The number of elements.
  int64_t size() const { return count; }
  /// The first element; null before any memory was needed.
  T *data() { return elements; }
  /// The first element; null before any memory was needed.
  const T *data() const { return elements; }
  /// Element `i`; requires 0 <= i < size().
  T &operator[](int64_t i) { return elements[i]; }
  /// Element `i`; requires 0 <= i < size().
  const T &operator[](int64_t i) const { return elements[i]; }

  /// Makes room for `wanted` elements in all. Error: no memory for them.
  std::optional<Error> reserve(int64_t wanted) {
    if (elements && wanted <= capacity)
      return std::nullopt;
    int64_t bytes;
    if (__builtin_mul_overflow(wanted, int64_t(sizeof(T)), &bytes))
      return Error::expectedGot("less than 2^63 bytes",
                                std::to_string(wanted) + " elements");
    Expected<std::shared_ptr<void>> larger = allocateMemory(bytes);
    if (!larger)
      return larger.takeError();
    if (count)
      std::memcpy(larger->get(), elements, count * sizeof(T));
    memory = std::move(*larger);
    elements = static_cast<T *>(memory.get());
    capacity = wanted;
    return std::nullopt;
  }

  /// Makes the size `wanted`; new elements are unspecified. Error: no memory.
  std::optional<Error> resize(int64_t wanted) {
    if (std::optional<Error> error = reserve(wanted))
      return error;
    count = wanted;
    return std::nullopt;
  }

  /// Makes the size `wanted` and every element `value`. Error: no memory.
  std::optional<Error> assign(int64_t wanted, T value) {
    if (std::optional<Error> error = resize(wanted))
      return error;
    std::fill(elements, elements + count, value);
    return std::nullopt;
  }

  /// Appends `value` in amortized constant time. False: no memory for it.
  [[nodiscard]] bool append(T value) {
    if (count == capacity && !grow())
      return false;
    elements[count++] = value;
    return true;
  }

  /// Gives the elements away as an array of rank 1.
  Expected<Array> takeArray() && {
    if (std::optional<Error> error = reserve(count))
      return std::move(*error);
    return Array::adopt(dtypeOf<T>, {count}, std::move(memory));
  }

private:
  /// Doubles the capacity; false where there is no memory.
  bool grow() {
    constexpr int64_t first = 1024;
    if (capacity > std::numeric_limits<int64_t>::max() / 2)
      return false;
    return !reserve(std::max(first, 2 * capacity));
  }

  std::shared_ptr<void> memory;
  T *elements = nullptr;
  int64_t count = 0;
  int64_t capacity = 0;
};

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_SUPPORT_FALLIBLEVECTOR_H

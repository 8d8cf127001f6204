//===- CheckedArray.h - An array of an axis, as described -------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_CHECK_CHECKEDARRAY_H
#define SPINDLE_LIB_RUNTIME_CHECK_CHECKEDARRAY_H

#include "Spindle/Runtime/Check/Checks.h"

#include <string>
#include <vector>

namespace spindle::runtime {

class CheckedAxis;

/// Integers of an axis in memory that it does not own.
class CheckedArray {
public:
  /// One dimension: sizes and strides count elements.
  struct Dim {
    int64_t size;
    int64_t stride;
    /// Whose positions or offsets run through it; null for starts.
    const CheckedAxis *of;
  };

  CheckedArray(CheckedRole role, int64_t bytes, const void *data)
      : role(role), bytes(bytes), data(static_cast<const char *>(data)) {}

  /// Adds a dimension after the others.
  void addDim(Dim dim) { dims.push_back(dim); }

  /// The number of the cell `cell`, which counts in row-major order through
  /// what the dimensions stand for.
  int64_t operator[](int64_t cell) const;

  /// What is wrong with the sizes of an array that has a number per cell; empty
  /// where nothing is.
  std::string checkSizes() const;

  /// The size of the first dimension.
  int64_t getSize() const { return dims.front().size; }
  CheckedRole getRole() const { return role; }
  /// What errors call it.
  std::string getName() const;

  /// Remembers what the memory holds.
  void takeSnapshot() { hash = computeHash(); }
  /// Whether it still holds that.
  bool isUnchanged() const { return hash == computeHash(); }

private:
  int64_t readAt(int64_t element) const;
  void addToHash(uint64_t &sum, size_t dim, int64_t element) const;
  uint64_t computeHash() const;

  CheckedRole role;
  int64_t bytes;
  const char *data;
  std::vector<Dim> dims;
  uint64_t hash = 0;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CHECK_CHECKEDARRAY_H

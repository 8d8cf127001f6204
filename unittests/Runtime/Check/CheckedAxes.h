//===- CheckedAxes.h - axes as compiled code describes them -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_CHECK_CHECKEDAXES_H
#define SPINDLE_UNITTESTS_RUNTIME_CHECK_CHECKEDAXES_H

#include "Spindle/Runtime/Check/Checks.h"
#include "gtest/gtest.h"

#include <string>
#include <utility>
#include <vector>

namespace spindle::runtime {

/// Keeps what is reported while it lives.
class Faults : public testing::Test {
protected:
  Faults() { told.clear(), earlier = setCheckHandler(tell); }
  ~Faults() override { setCheckHandler(earlier); }

  /// What was reported since this was last asked for.
  static std::string take() { return std::exchange(told, ""); }

private:
  static void tell(const char *text) { told += text; }
  inline static std::string told;
  CheckHandler earlier;
};

/// A pointer as compiled code gives it.
inline int64_t addressOf(const void *place) {
  return reinterpret_cast<int64_t>(place);
}

/// The description of an axis; its end is checked by `fault`.
struct Axis {
  Axis(CheckedKind kind, int64_t extent, int64_t claims = 0, int64_t from = 0)
      : number(spindle_check_axis(addressOf("a.mlir:3: level 1 of A"),
                                  int64_t(kind), claims, extent, from)) {}
  ~Axis() { spindle_check_snapshot(number); }

  Axis &width(int64_t cells, int64_t ofType = -1) {
    spindle_check_width(number, cells, ofType);
    return *this;
  }
  Axis &count(int64_t cells, int64_t bits = 32) {
    spindle_check_count(number, cells, bits);
    return *this;
  }
  Axis &cut(int64_t size, const Axis &by) {
    spindle_check_cut(number, size, by.number);
    return *this;
  }
  Axis &of(const Axis &parent) {
    spindle_check_parent(number, parent.number);
    return *this;
  }
  Axis &entry(const Axis &axis, int64_t dim, std::vector<int64_t> under = {}) {
    spindle_check_entry(number, axis.number, dim);
    for (int64_t parent : under)
      spindle_check_under(number, parent);
    return *this;
  }
  Axis &places(std::vector<int64_t> entries) {
    for (int64_t entry : entries)
      spindle_check_place(number, entry);
    return *this;
  }
  /// An array of two dimensions, the second of `cells` elements, or of one.
  template <typename T>
  Axis &array(CheckedRole role, std::vector<T> &numbers,
              std::vector<const Axis *> dims = {nullptr}, int64_t cells = 1) {
    spindle_check_array(number, int64_t(role), sizeof(T),
                        addressOf(numbers.data()));
    for (const Axis *&dim : dims)
      spindle_check_dim(number,
                        &dim == &dims.back() && dims.size() > 1
                            ? cells
                            : int64_t(numbers.size()) / cells,
                        &dim == &dims.back() ? 1 : cells,
                        dim ? dim->number : 0);
    return *this;
  }
  /// Ends the description.
  Axis &end() {
    spindle_check_structure(number);
    return *this;
  }

  int64_t number;
};

/// A dense root with `size` cells.
struct Root : Axis {
  explicit Root(int64_t size) : Axis(CheckedKind::DenseFixed, size) {
    width(size).end();
  }
};

using Ints = std::vector<int32_t>;

/// What faults of these axes begin with.
inline const std::string place = "a.mlir:3: level 1 of A: ";

} // namespace spindle::runtime

#endif // SPINDLE_UNITTESTS_RUNTIME_CHECK_CHECKEDAXES_H

//===- VariableAxis.h - axes of variable fibres -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_VARIABLEAXIS_H
#define SPINDLE_LIB_INTERPRETER_VARIABLEAXIS_H

#include "AxisState.h"

namespace spindle::interpreter {

/// Checks an array `what` with an entry more than `parents`: that it is as
/// long, starts with 0 and does not descend. Empty where nothing is wrong.
std::string checkStarts(const IntegerArray &starts, llvm::StringRef what,
                        int64_t parents);

/// The last of the `parents` fibres that start at or before `position`; empty
/// ones before it end there.
int64_t findStart(const IntegerArray &starts, int64_t parents,
                  int64_t position);

/// dense_variable and sparse_variable: the fibre under position `p` has the
/// positions from `positions[p]` to before `positions[p + 1]`, that of a root
/// the first `count`.
class VariableAxis : public AxisState {
public:
  Positions under(int64_t position) const override;
  int64_t coordinate(int64_t position, const Fibre &fibre) const override {
    return coordinates ? (*coordinates)[position] : position - fibre.begin;
  }
  using AxisState::coordinate;
  bool keepsCoordinates() const override { return coordinates.has_value(); }

  /// The array of positions, which a root has not.
  IntegerArray positions;
  /// The number of positions of a root.
  int64_t count = 0;
  /// The number of bits of a position.
  unsigned positionBits = 32;
  /// What a sparse axis keeps.
  std::optional<IntegerArray> coordinates;

protected:
  std::string checkCells() override;
  std::string checkCoordinates() const override;
  std::optional<Fibre> fibreUnder(llvm::ArrayRef<int64_t> under) const override;

private:
  std::string checkCount() const;
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_VARIABLEAXIS_H

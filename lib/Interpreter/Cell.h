//===- Cell.h - the value of an SSA value -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_CELL_H
#define SPINDLE_LIB_INTERPRETER_CELL_H

#include <complex>
#include <cstdint>

namespace spindle::interpreter {

struct View;
struct TensorState;

/// The number of a cell: each SSA value of the function has its own.
using Slot = unsigned;

/// The value of one SSA value while the function runs. Its type says which
/// member holds it.
union Cell {
  Cell() : wideComplex(0.0, 0.0) {}

  /// Integers, sign-extended (so a true i1 is -1); index; the position of a
  /// site.
  int64_t integer;
  /// f16 and bf16, which are exact in it, and f32.
  float single;
  /// f64.
  double wide;
  std::complex<float> singleComplex;
  std::complex<double> wideComplex;
  /// A memref, of the machine.
  View *memory;
  /// A tensor, of the machine.
  TensorState *tensor;
};

static_assert(sizeof(Cell) == 16, "a cell is two words");

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_CELL_H

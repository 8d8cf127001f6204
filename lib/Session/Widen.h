//===- Widen.h - a program and its operands in f64 --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What bounds the roundings of a program must not be rounded by it: counted in
// bf16, 300 products are 256.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_WIDEN_H
#define SPINDLE_LIB_SESSION_WIDEN_H

#include "Spindle/Session/Operand.h"
#include "mlir/IR/OwningOpRef.h"

namespace spindle::session {

/// A copy of `function` whose floats are f64 and whose complex numbers are
/// complex<f64>; conversions between floats are gone.
mlir::OwningOpRef<mlir::func::FuncOp> cloneWide(mlir::func::FuncOp function);

/// Operands and the descriptions that they point to.
struct WideOperands {
  std::vector<OperandSpec> specs;
  std::vector<Operand> operands;
};

/// Copies of `operands` for the program that `cloneWide` makes, with every
/// float `change(its absolute value)`; of a complex number that is the real
/// part. Error: memory that cannot be had.
llvm::Expected<WideOperands>
widenOperands(llvm::ArrayRef<Operand> operands,
              llvm::function_ref<double(double)> change);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_WIDEN_H

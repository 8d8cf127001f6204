//===- NullTerms.h - what adds nothing to a sum -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PLANS_NULLTERMS_H
#define SPINDLE_LIB_PLANS_NULLTERMS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"

namespace spindle::plans {

/// Tells when the body of an operation leaves its results as they are.
class NullTerms {
public:
  explicit NullTerms(mlir::linalg::LinalgOp op) : op(op) {}

  /// Whether each result stays what it is where the operands of `zero` are 0,
  /// and numbers are finite: what is added to it is 0.
  bool areNull(const llvm::SmallBitVector &zero);

private:
  bool isZero(mlir::Value value, const llvm::SmallBitVector &zero);
  bool staysTheSame(mlir::Value yielded, mlir::Value before,
                    const llvm::SmallBitVector &zero);

  mlir::linalg::LinalgOp op;
  /// What was asked last, and its answer.
  llvm::SmallBitVector asked;
  bool answer = false, hasAnswer = false;
};

} // namespace spindle::plans

#endif // SPINDLE_LIB_PLANS_NULLTERMS_H

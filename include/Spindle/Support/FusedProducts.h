//===- FusedProducts.h - products rounded with their sums -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// `spindle-decide-fused-products` decides on the program, before any schedule,
// which products are rounded together with the sum that they are a term of. The
// flag `contract` carries the decision through all lowerings and schedules. A
// pair is fused where product and sum both have it, so that a product and a sum
// which a schedule brings together stay two operations.
//

#ifndef SPINDLE_SUPPORT_FUSEDPRODUCTS_H
#define SPINDLE_SUPPORT_FUSEDPRODUCTS_H

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace spindle {

/// Returns whether `op` is one of a product and a sum that are to be fused.
inline bool isFused(mlir::Operation *op) {
  using namespace mlir::arith;
  auto flagged = mlir::dyn_cast_or_null<ArithFastMathInterface>(op);
  return flagged && mlir::isa<MulFOp, AddFOp, SubFOp>(op) &&
         bitEnumContainsAll(flagged.getFastMathFlagsAttr().getValue(),
                            FastMathFlags::contract);
}

/// Returns the product that `value` is where it is to be fused; null otherwise.
inline mlir::arith::MulFOp getFusedProduct(mlir::Value value) {
  auto product = value.getDefiningOp<mlir::arith::MulFOp>();
  return isFused(product) ? product : mlir::arith::MulFOp();
}

/// Says of `op`, a product, sum or difference, whether it is to be fused.
inline void setFused(mlir::Operation *op, bool fused) {
  using namespace mlir::arith;
  auto flagged = mlir::cast<ArithFastMathInterface>(op);
  FastMathFlags flags = flagged.getFastMathFlagsAttr().getValue();
  flags = fused ? flags | FastMathFlags::contract
                : flags & ~FastMathFlags::contract;
  op->setAttr(flagged.getFastMathAttrName(),
              FastMathFlagsAttr::get(op->getContext(), flags));
}

} // namespace spindle

#endif // SPINDLE_SUPPORT_FUSEDPRODUCTS_H

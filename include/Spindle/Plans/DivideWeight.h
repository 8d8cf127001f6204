//===- DivideWeight.h - a weight in parts -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor has elements of one type. So a weight whose elements are of several
// is several tensors, each with the elements of one type and with a format of
// its own, and a product by it is the sum of products by these. With W of
// which Q are multiples of steps s by integers and R the other elements,
//
//     X W = (x ⊗ s) (round(X / x) Q) + X R
//
// where x has a step for each token: the first product is one of bytes.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PLANS_DIVIDEWEIGHT_H
#define SPINDLE_PLANS_DIVIDEWEIGHT_H

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace spindle::plans {

/// Has arguments with the elements of `name`, a weight of `function` that only
/// products read, in each of the formats of `formats` take its place. The other
/// factor of what becomes bytes is rounded to bytes, unless `keepsInputs`.
/// Refused, and nothing is changed: another argument, formats of another shape,
/// or that nothing is stored in, and a function whose types cannot change.
llvm::LogicalResult divideWeight(mlir::func::FuncOp function,
                                 llvm::StringRef name, tesa::WidthAttr formats,
                                 bool keepsInputs, std::string &refusal);

} // namespace spindle::plans

#endif // SPINDLE_PLANS_DIVIDEWEIGHT_H

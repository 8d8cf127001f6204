//===- ChooseWidths.h - widths of weights by costs --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_PLANS_CHOOSEWIDTHS_H
#define SPINDLE_LIB_PLANS_CHOOSEWIDTHS_H

#include "Spindle/Plans/Plan.h"

namespace spindle::plans {

/// Divides the weights of `products`, all of `function` and one for each
/// weight, that say what their elements need, into the parts that are surely
/// faster than the elements as they are, each in the format that suits it. A
/// factor that several weights are multiplied by is rounded once. Says in
/// `plan` what was chosen against what. Errors: those of measuring.
llvm::Error chooseWidths(mlir::func::FuncOp function,
                         llvm::ArrayRef<WeightProduct> products,
                         const PlanOptions &options, Plan &plan);

/// How the products by the argument `name` are computed, where it is a part, or
/// the whole, of a weight whose ways were ranked; null for another.
const ProductPlan *findPart(const Plan &plan, llvm::StringRef name);

} // namespace spindle::plans

#endif // SPINDLE_LIB_PLANS_CHOOSEWIDTHS_H

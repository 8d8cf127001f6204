//===- PatternWork.h - what is done with elements of a matrix ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_STRATEGY_PATTERNWORK_H
#define SPINDLE_STRATEGY_PATTERNWORK_H

#include "Spindle/Strategy/Strategy.h"

namespace spindle {

/// The products that `function`, in the stage `tensors`, makes with each stored
/// element of the argument that is called `tensor`, where its work is sums of
/// these along rows: one with a vector, one for each dense column with a
/// matrix. Nothing where it does something else, or where `facts` lack a size;
/// `refusal` says what, after "since".
std::optional<int64_t> countProducts(mlir::func::FuncOp function,
                                     llvm::StringRef tensor,
                                     const StrategyFacts &facts,
                                     std::string &refusal);

} // namespace spindle

#endif // SPINDLE_STRATEGY_PATTERNWORK_H

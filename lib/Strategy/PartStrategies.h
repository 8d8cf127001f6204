//===- PartStrategies.h - schedules for parts of tensors --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_STRATEGY_PARTSTRATEGIES_H
#define SPINDLE_LIB_STRATEGY_PARTSTRATEGIES_H

#include "NestShape.h"
#include "Spindle/Strategy/Strategy.h"

namespace spindle {

/// Chooses for one nest, as if it were all of the program.
using ChooseForNest = llvm::function_ref<Strategy(const ShapedNest &nest,
                                                  const StrategyFacts &facts)>;

/// The nests that do most of the work of some, by what is known of the part
/// that these are over.
using FindHeaviest = llvm::function_ref<llvm::SmallVector<const ShapedNest *>(
    llvm::ArrayRef<ShapedNest> nests, const StrategyFacts &facts)>;

/// Chooses for each nest of `function` over a part of a composite tensor by
/// what is known of the part. Nests that do little beside others over the same
/// part are passed over. Parts that do little, a fiftieth of what the heaviest
/// one does or less, go with it where they can. Nothing where there are no such
/// nests, or where they need what only a schedule for all of them has; `whole`
/// is what was chosen for the function.
std::optional<Strategy> chooseForParts(mlir::func::FuncOp function,
                                       const StrategyFacts &facts,
                                       const Strategy &whole,
                                       ChooseForNest choose,
                                       FindHeaviest findHeaviest);

} // namespace spindle

#endif // SPINDLE_LIB_STRATEGY_PARTSTRATEGIES_H

//===- Orders.h - nests in other orders -------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_ORDERS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_ORDERS_H

#include "Case.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace spindle::differential {

/// How many orders of nests were tried.
struct OrderCounts {
  /// Those that were refused; others than the nest's, and groups, that were
  /// run.
  int64_t refused = 0, reordered = 0, fused = 0;
};

/// What differs, or fails, when one nest of a program has its dimensions in
/// another order, and some of them in one loop, where that is not refused: in
/// each order of nests of up to four dimensions, and in some of larger ones.
/// Empty where nothing does.
std::string findFaultReordered(mlir::MLIRContext &context, const Case &program,
                               OrderCounts &counts);

/// Adds a pass that gives each nest an order, and now and then a group, by
/// chance, where they are not refused.
void addRandomOrders(mlir::OpPassManager &pm);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_ORDERS_H

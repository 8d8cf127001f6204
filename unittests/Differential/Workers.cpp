//===- Workers.cpp - work for several threads, however little -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"

#include "Spindle/Dialect/Iter/Transforms/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

bool spindle::differential::fixWorkers(ModuleOp module, int64_t count) {
  auto function =
      module.lookupSymbol<func::FuncOp>(spindle::iter::kWorkersFunction);
  if (!function || !function.isExternal())
    return false;
  auto builder = ImplicitLocOpBuilder::atBlockEnd(function.getLoc(),
                                                  function.addEntryBlock());
  Value answer = arith::ConstantIndexOp::create(builder, count);
  func::ReturnOp::create(builder, answer);
  return true;
}

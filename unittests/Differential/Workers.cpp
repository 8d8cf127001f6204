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
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

bool spindle::differential::shareAnyWork(ModuleOp module) {
  auto function =
      module.lookupSymbol<func::FuncOp>(spindle::iter::kWorkersFunction);
  if (!function || !function.isExternal())
    return false;
  module.getContext()->getOrLoadDialect<LLVM::LLVMDialect>();
  auto top =
      ImplicitLocOpBuilder::atBlockEnd(function.getLoc(), module.getBody());
  auto type = LLVM::LLVMFunctionType::get(top.getI32Type(), {});
  auto threads = LLVM::LLVMFuncOp::create(top, "omp_get_max_threads", type);
  auto builder = ImplicitLocOpBuilder::atBlockEnd(function.getLoc(),
                                                  function.addEntryBlock());
  Value count =
      LLVM::CallOp::create(builder, threads, ValueRange()).getResult();
  Value answer =
      arith::IndexCastOp::create(builder, builder.getIndexType(), count);
  func::ReturnOp::create(builder, answer);
  return true;
}

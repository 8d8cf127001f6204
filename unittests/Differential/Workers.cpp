//===- Workers.cpp - work for several threads, however little -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workers.h"

#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;

/// Gives the declared function of workers of `module` a body, which returns
/// what `build` builds in it. Gives whether there is one.
static bool
defineWorkers(ModuleOp module,
              function_ref<Value(ImplicitLocOpBuilder &builder)> build) {
  auto function =
      module.lookupSymbol<func::FuncOp>(spindle::iter::kWorkersFunction);
  if (!function || !function.isExternal())
    return false;
  auto builder = ImplicitLocOpBuilder::atBlockEnd(function.getLoc(),
                                                  function.addEntryBlock());
  func::ReturnOp::create(builder, build(builder));
  return true;
}

bool spindle::differential::fixWorkers(ModuleOp module, int64_t count) {
  return defineWorkers(module, [&](ImplicitLocOpBuilder &builder) -> Value {
    return arith::ConstantIndexOp::create(builder, count);
  });
}

bool spindle::differential::shareAnyWork(ModuleOp module) {
  return defineWorkers(module, [&](ImplicitLocOpBuilder &builder) -> Value {
    builder.getContext()->getOrLoadDialect<LLVM::LLVMDialect>();
    auto top =
        ImplicitLocOpBuilder::atBlockEnd(builder.getLoc(), module.getBody());
    auto type = LLVM::LLVMFunctionType::get(top.getI32Type(), {});
    auto threads = LLVM::LLVMFuncOp::create(top, "omp_get_max_threads", type);
    Value count =
        LLVM::CallOp::create(builder, threads, ValueRange()).getResult();
    return arith::IndexCastOp::create(builder, builder.getIndexType(), count);
  });
}

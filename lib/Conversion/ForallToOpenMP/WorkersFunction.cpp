//===- WorkersFunction.cpp - how many workers a loop gets -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WorkersFunction.h"

#include "Spindle/Dialect/Iter/Transforms/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace spindle;
using arith::CmpIPredicate;

static LLVM::LLVMFunctionType getType(ModuleOp module) {
  return LLVM::LLVMFunctionType::get(IntegerType::get(module.getContext(), 32),
                                     {});
}

/// Checks that `module` has nothing called `name` that is not OpenMP's function
/// of that name, which takes nothing and returns an int.
static LogicalResult checkName(ModuleOp module, StringRef name) {
  Operation *known = module.lookupSymbol(name);
  auto function = dyn_cast_or_null<LLVM::LLVMFuncOp>(known);
  if (!known || (function && function.getFunctionType() == getType(module)))
    return success();
  return known->emitError("expected @")
         << name << " to be OpenMP's function, of type " << getType(module);
}

/// The function of OpenMP called `name`, declared where it is not there.
static LLVM::LLVMFuncOp declare(ModuleOp module, StringRef name) {
  if (auto known = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return known;
  OpBuilder builder(module.getContext());
  builder.setInsertionPointToEnd(module.getBody());
  return LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                                  getType(module));
}

namespace {
/// The functions that are asked.
struct OpenMP {
  LLVM::LLVMFuncOp inParallel, maxThreads;
};
} // namespace

/// The number of workers for `cost`, of at least that of one.
static Value buildWorthwhile(ImplicitLocOpBuilder &builder, Value cost,
                             OpenMP omp) {
  Value none = arith::ConstantIntOp::create(builder, 0, 32);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value each = arith::ConstantIndexOp::create(builder, kCostOfWorker);
  auto ask = [&](LLVM::LLVMFuncOp function) {
    return LLVM::CallOp::create(builder, function, ValueRange()).getResult();
  };
  Value nested = arith::CmpIOp::create(builder, CmpIPredicate::ne,
                                       ask(omp.inParallel), none);
  Value threads = arith::IndexCastOp::create(builder, builder.getIndexType(),
                                             ask(omp.maxThreads));
  Value worth = arith::AddIOp::create(
      builder, arith::DivUIOp::create(builder, cost, each), one);
  Value workers = arith::MinSIOp::create(builder, threads, worth);
  return arith::SelectOp::create(builder, nested, one, workers);
}

/// Fills the body of `function`.
static void buildBody(func::FuncOp function, OpenMP omp) {
  Block *entry = function.addEntryBlock();
  auto builder = ImplicitLocOpBuilder::atBlockEnd(function.getLoc(), entry);
  Value cost = entry->getArgument(0);
  Value each = arith::ConstantIndexOp::create(builder, kCostOfWorker);
  // A cost that wrapped around is as good as none.
  Value isWorth =
      arith::CmpIOp::create(builder, CmpIPredicate::sge, cost, each);
  auto branch = scf::IfOp::create(
      builder, isWorth,
      [&](OpBuilder &b, Location loc) {
        ImplicitLocOpBuilder inside(loc, b);
        scf::YieldOp::create(inside, buildWorthwhile(inside, cost, omp));
      },
      [](OpBuilder &b, Location loc) {
        Value one = arith::ConstantIndexOp::create(b, loc, 1);
        scf::YieldOp::create(b, loc, one);
      });
  func::ReturnOp::create(builder, branch.getResults());
}

LogicalResult spindle::defineWorkers(ModuleOp module) {
  auto function = module.lookupSymbol<func::FuncOp>(iter::kWorkersFunction);
  if (!function || !function.isExternal())
    return success();
  constexpr StringLiteral inParallel = "omp_in_parallel";
  constexpr StringLiteral maxThreads = "omp_get_max_threads";
  if (failed(checkName(module, inParallel)) ||
      failed(checkName(module, maxThreads)))
    return failure();
  buildBody(function,
            {declare(module, inParallel), declare(module, maxThreads)});
  // Each module has its own.
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
  return success();
}

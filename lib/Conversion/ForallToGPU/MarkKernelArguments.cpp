//===- MarkKernelArguments.cpp - what kernels may know of pointers --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "WrittenMemory.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace spindle {
#define GEN_PASS_DEF_MARKKERNELARGUMENTSPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using spindle::sparse::DistinctMemory;

namespace {
/// The launches of each kernel.
using Launches =
    llvm::MapVector<gpu::GPUFuncOp, SmallVector<gpu::LaunchFuncOp>>;

/// What is said of memory in each function that launches.
class Statements {
public:
  const DistinctMemory &get(func::FuncOp function) {
    std::unique_ptr<DistinctMemory> &found = known[function];
    if (!found)
      found = std::make_unique<DistinctMemory>(function);
    return *found;
  }

private:
  llvm::DenseMap<Operation *, std::unique_ptr<DistinctMemory>> known;
};
} // namespace

static Launches findLaunches(ModuleOp module) {
  Launches launches;
  SymbolTableCollection symbols;
  module.walk([&](gpu::LaunchFuncOp launch) {
    if (auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
            launch, launch.getKernel()))
      launches[kernel].push_back(launch);
  });
  return launches;
}

/// Whether the pointers `first` and `second` of a kernel are to memory that
/// does not overlap, in all of `launches`.
static bool areDistinct(ArrayRef<gpu::LaunchFuncOp> launches, unsigned first,
                        unsigned second, Statements &statements) {
  return llvm::all_of(launches, [&](gpu::LaunchFuncOp launch) {
    auto function = launch->getParentOfType<func::FuncOp>();
    return function &&
           statements.get(function).areDistinct(
               launch.getKernelOperand(first), launch.getKernelOperand(second));
  });
}

/// Says of each pointer of `kernel` what holds in all of `launches`.
static void mark(gpu::GPUFuncOp kernel, ArrayRef<gpu::LaunchFuncOp> launches,
                 Statements &statements) {
  WrittenMemory written(kernel);
  SmallVector<unsigned> pointers;
  for (BlockArgument argument :
       kernel.getArguments().take_front(kernel.getNumArguments()))
    if (isa<MemRefType>(argument.getType()))
      pointers.push_back(argument.getArgNumber());
  auto isWritten = [&](unsigned pointer) {
    return written.mayWrite(kernel.getArgument(pointer));
  };
  auto unit = UnitAttr::get(kernel.getContext());
  for (unsigned pointer : pointers) {
    bool alone = llvm::all_of(pointers, [&](unsigned other) {
      return other == pointer || (!isWritten(pointer) && !isWritten(other)) ||
             areDistinct(launches, pointer, other, statements);
    });
    if (alone)
      kernel.setArgAttr(pointer, LLVM::LLVMDialect::getNoAliasAttrName(), unit);
    if (!isWritten(pointer))
      kernel.setArgAttr(pointer, LLVM::LLVMDialect::getReadonlyAttrName(),
                        unit);
  }
}

namespace {
struct MarkKernelArgumentsPass
    : spindle::impl::MarkKernelArgumentsPassBase<MarkKernelArgumentsPass> {
  void runOnOperation() override {
    Statements statements;
    for (auto &[kernel, launches] : findLaunches(getOperation()))
      mark(kernel, launches, statements);
  }
};
} // namespace

//===- ForallToGPU.cpp - parallel loops as kernels ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "HostCode.h"
#include "Launches.h"
#include "SerialCode.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTFORALLTOGPUPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

/// A name for the GPU's module that no symbol of `module` has.
static std::string nameKernels(ModuleOp module) {
  SymbolTable symbols(module);
  std::string name = "kernels";
  for (unsigned number = 0; symbols.lookup(name); ++number)
    name = "kernels_" + std::to_string(number);
  return name;
}

namespace {
/// Names of kernels, which PTX has to be able to spell.
class KernelNames {
public:
  std::string make(func::FuncOp function, scf::ForallOp loop) {
    iter::LoopAttr label = iter::getLabel(loop);
    std::string base =
        spell((function.getName() + "_" + label.getNest().getValue()).str());
    std::string name = base;
    for (unsigned number = 0; !taken.insert(name).second; ++number)
      name = base + "_" + std::to_string(number);
    return name;
  }

private:
  static std::string spell(std::string text) {
    for (char &c : text)
      c = llvm::isAlnum(c) ? c : '_';
    return text;
  }

  llvm::StringSet<> taken;
};
} // namespace

/// Removes what was computed for the loops alone.
static void removeDeadCode(func::FuncOp function) {
  SmallVector<Block *> blocks;
  forEachHostBlock(function, [&](Block &block) { blocks.push_back(&block); });
  for (Block *block : llvm::reverse(blocks))
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
      if (isOpTriviallyDead(&op))
        op.erase();
}

namespace {
struct ConvertForallToGPUPass
    : spindle::impl::ConvertForallToGPUPassBase<ConvertForallToGPUPass> {
  using ConvertForallToGPUPassBase::ConvertForallToGPUPassBase;

  LogicalResult checkOptions() {
    if (threads < 1 || threads > 1024)
      return emitError(getOperation().getLoc(),
                       "expected threads from 1 to 1024 but got ")
             << threads.getValue();
    if (indexBitwidth != 32 && indexBitwidth != 64)
      return emitError(getOperation().getLoc(),
                       "expected index-bitwidth to be 32 or 64 but got ")
             << indexBitwidth.getValue();
    if (rowBlocks < 1 || rowBlocks > int64_t(1) << 30)
      return emitError(getOperation().getLoc(),
                       "expected row-blocks from 1 to 2^30 but got ")
             << rowBlocks.getValue();
    return success();
  }

  void runOnOperation() override {
    auto functions = llvm::to_vector(getOperation().getOps<func::FuncOp>());
    HostChoices host = {indexBitwidth, serial, sharedBytes};
    if (failed(checkOptions()) ||
        llvm::any_of(functions, [&](func::FuncOp function) {
          return failed(checkHostCode(function, host));
        }))
      return signalPassFailure();
    std::string kernels = nameKernels(getOperation());
    KernelNames names;
    LaunchChoices choices = {threads, indexBitwidth, rowBlocks};
    for (func::FuncOp function : functions) {
      gatherSerialCode(function);
      SmallVector<scf::ForallOp> loops = findKernelLoops(function);
      for (scf::ForallOp loop : loops)
        convertToLaunch(loop, choices, kernels, names.make(function, loop));
      if (!loops.empty())
        removeDeadCode(function);
    }
  }
};
} // namespace

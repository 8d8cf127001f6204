//===- MergeKernels.cpp - one module for all kernels ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/SymbolTable.h"

namespace spindle {
#define GEN_PASS_DEF_MERGEKERNELSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;

/// What has to be the same of modules that become one. The width of an index,
/// which a data layout gives, is a part of the kernels by now.
static DictionaryAttr getProperties(gpu::GPUModuleOp kernels) {
  NamedAttrList attrs(kernels->getAttrs());
  attrs.erase(SymbolTable::getSymbolAttrName());
  attrs.erase(DLTIDialect::kDataLayoutAttrName);
  return attrs.getDictionary(kernels.getContext());
}

static LogicalResult checkAlike(ArrayRef<gpu::GPUModuleOp> all) {
  gpu::GPUModuleOp first = all.front();
  for (gpu::GPUModuleOp kernels : all.drop_front())
    if (getProperties(kernels) != getProperties(first))
      return kernels.emitError("expected kernels of one kind, with the "
                               "attributes of '")
             << first.getName() << "', but got others";
  return success();
}

/// Whether `op` only declares what `other` declares or defines.
static bool isRepeated(Operation *op, Operation *other) {
  auto function = dyn_cast<LLVM::LLVMFuncOp>(op);
  auto known = dyn_cast<LLVM::LLVMFuncOp>(other);
  return function && known && function.isExternal() &&
         function.getFunctionType() == known.getFunctionType();
}

namespace {
/// Moves the kernels of a module to the first one.
class Mover {
public:
  Mover(gpu::GPUModuleOp to)
      : to(to), symbols(to), launches(findLaunches(to)) {}

  void move(gpu::GPUModuleOp from);

private:
  using Launches = SmallVector<gpu::LaunchFuncOp>;

  static Launches findLaunches(gpu::GPUModuleOp kernels) {
    Launches launches;
    kernels->getParentOfType<ModuleOp>().walk(
        [&](gpu::LaunchFuncOp launch) { launches.push_back(launch); });
    return launches;
  }
  /// Gives all in `from` names that are free in both modules.
  void rename(gpu::GPUModuleOp from);
  std::string findFreeName(StringRef name, SymbolTable &others);
  void redirect(StringAttr module, StringAttr kernel, StringRef name);

  gpu::GPUModuleOp to;
  SymbolTable symbols;
  Launches launches;
};
} // namespace

/// A name that neither module has.
std::string Mover::findFreeName(StringRef name, SymbolTable &others) {
  std::string free = name.str();
  for (unsigned number = 0; symbols.lookup(free) || others.lookup(free);
       ++number)
    free = (name + "_" + Twine(number)).str();
  return free;
}

/// Has launches of `kernel` in `module` be of `name` in the first one.
void Mover::redirect(StringAttr module, StringAttr kernel, StringRef name) {
  auto symbol = SymbolRefAttr::get(
      to.getNameAttr(), {FlatSymbolRefAttr::get(to.getContext(), name)});
  for (gpu::LaunchFuncOp launch : launches)
    if (launch.getKernelModuleName() == module &&
        launch.getKernelName() == kernel)
      launch.setKernelAttr(symbol);
}

void Mover::rename(gpu::GPUModuleOp from) {
  SymbolTable others(from);
  for (Operation &op : *from.getBody()) {
    StringAttr name = SymbolTable::getSymbolName(&op);
    Operation *other = symbols.lookup(name);
    bool isFree = !other || isRepeated(&op, other);
    std::string free = isFree ? name.str() : findFreeName(name, others);
    redirect(from.getNameAttr(), name, free);
    if (!isFree)
      (void)others.rename(&op, free);
  }
}

void Mover::move(gpu::GPUModuleOp from) {
  rename(from);
  for (Operation &op : llvm::make_early_inc_range(*from.getBody())) {
    if (symbols.lookup(SymbolTable::getSymbolName(&op)))
      continue;
    op.moveBefore(to.getBody(), to.getBody()->end());
    symbols.insert(&op);
  }
  from.erase();
}

namespace {
struct MergeKernelsPass
    : spindle::impl::MergeKernelsPassBase<MergeKernelsPass> {
  void runOnOperation() override {
    auto all = llvm::to_vector(getOperation().getOps<gpu::GPUModuleOp>());
    if (all.size() < 2)
      return markAllAnalysesPreserved();
    if (failed(checkAlike(all)))
      return signalPassFailure();
    all.front()->removeAttr(DLTIDialect::kDataLayoutAttrName);
    Mover mover(all.front());
    for (gpu::GPUModuleOp kernels : llvm::drop_begin(all))
      mover.move(kernels);
    numModulesMerged += all.size() - 1;
  }
};
} // namespace

//===- Workers.cpp - the loop over workers and its chunks -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/IR/Workers.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle::iter;

std::string spindle::iter::checkWorkers(int64_t lanes, int64_t perBlock,
                                        int64_t warpLanes) {
  if (lanes < 1 || lanes > warpLanes || !llvm::isPowerOf2_64(lanes))
    return "expected lanes to be a power of two from 1 to " +
           std::to_string(warpLanes) + " but got " + std::to_string(lanes);
  int64_t most = kMostThreads / lanes;
  if (perBlock < 1 || perBlock > most)
    return "expected per_block to be from 1 to " + std::to_string(most) +
           ", since a block has at most " + std::to_string(kMostThreads) +
           " threads, but got " + std::to_string(perBlock);
  return "";
}

LogicalResult WorkersAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  int64_t lanes, int64_t perBlock) {
  std::string fault = checkWorkers(lanes, perBlock);
  return fault.empty() ? success() : emitError() << fault;
}

WorkersAttr spindle::iter::getWorkers(scf::ForallOp loop) {
  return loop->getAttrOfType<WorkersAttr>(IterDialect::kWorkersAttr);
}

LoopAttr spindle::iter::getLabel(Operation *loop) {
  return loop->getAttrOfType<LoopAttr>(IterDialect::kLoopAttr);
}

LoopAttr spindle::iter::withRole(LoopAttr label, LoopRole role) {
  return LoopAttr::get(label.getContext(), label.getNest(), label.getDims(),
                       label.getAxis(), label.getKind(), role);
}

std::string spindle::iter::describeDims(LoopAttr label) {
  auto quote = [](StringAttr dim) { return "\"" + dim.str() + "\""; };
  return llvm::join(llvm::map_range(label.getDims(), quote), ", ");
}

bool spindle::iter::isOutermost(Operation *op) {
  return !op->getParentOfType<LoopLikeOpInterface>();
}

bool spindle::iter::isInSerialCode(Operation *op) {
  for (auto loop = op->getParentOfType<LoopLikeOpInterface>(); loop;
       loop = loop->getParentOfType<LoopLikeOpInterface>())
    if (!isa<scf::ForOp, scf::WhileOp>(loop))
      return false;
  return true;
}

int64_t spindle::iter::countLanes(Operation *op) {
  for (auto loop = op->getParentOfType<scf::ForallOp>(); loop;
       loop = loop->getParentOfType<scf::ForallOp>())
    if (WorkersAttr workers = getWorkers(loop))
      return workers.getLanes();
  return 1;
}

FailureOr<func::FuncOp> spindle::iter::declareWorkers(ModuleOp module) {
  auto index = IndexType::get(module.getContext());
  auto type = FunctionType::get(module.getContext(), {index}, {index});
  SymbolTable symbols(module);
  if (Operation *known = symbols.lookup(kWorkersFunction)) {
    auto function = dyn_cast<func::FuncOp>(known);
    if (function && function.getFunctionType() == type)
      return function;
    return known->emitError("expected @")
           << kWorkersFunction << " to be a function of type " << type;
  }
  auto function = func::FuncOp::create(module.getLoc(), kWorkersFunction, type);
  function.setPrivate();
  symbols.insert(function);
  return function;
}

//===- LinalgToSparse.cpp - from builtin tensors to Spindle's -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "ConvertFunction.h"
#include "Reshapes.h"
#include "Spindle/Conversion/LinalgToSparse.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle {
#define GEN_PASS_DEF_CONVERTLINALGTOSPARSEPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

bool spindle::isOnBuiltinTensors(func::FuncOp function) {
  return llvm::any_of(function.getArgumentTypes(), llvm::IsaPred<TensorType>) ||
         llvm::any_of(function.getResultTypes(), llvm::IsaPred<TensorType>);
}

/// Makes `function` one of generic operations alone, where linalg knows how.
static void generalize(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  SmallVector<linalg::LinalgOp> named;
  function.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp>(op))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op);
  }
}

/// Makes the function on Spindle's tensors that computes what `source` does,
/// before it; null after an error.
static func::FuncOp convertFunction(func::FuncOp source) {
  OwningOpRef<func::FuncOp> general(source.clone());
  generalize(*general);
  foldReshapes(*general);
  Layouts layouts(*general);
  layouts.reorderLoops(*general);
  OpBuilder builder(source);
  auto made = func::FuncOp::create(builder, source.getLoc(), source.getName(),
                                   builder.getFunctionType({}, {}));
  made.setVisibility(source.getVisibility());
  if (succeeded(FunctionConversion(*general, made, layouts).run()))
    return made;
  made.erase();
  return {};
}

/// What uses `source` and is in none of `sources`; null without any.
static Operation *findOtherUser(func::FuncOp source,
                                ArrayRef<func::FuncOp> sources) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(source, source->getParentOp());
  for (SymbolTable::SymbolUse use :
       uses ? *uses
            : SymbolTable::UseRange(std::vector<SymbolTable::SymbolUse>()))
    if (!llvm::is_contained(sources,
                            use.getUser()->getParentOfType<func::FuncOp>()))
      return use.getUser();
  return nullptr;
}

LogicalResult spindle::convertLinalgToSparse(ModuleOp module) {
  SmallVector<func::FuncOp> sources, all;
  for (auto function : module.getOps<func::FuncOp>())
    if (isOnBuiltinTensors(function) && !function.isExternal())
      sources.push_back(function);
  for (func::FuncOp source : sources)
    if (Operation *user = findOtherUser(source, sources))
      return user->emitError("expected a function on builtin tensors to be "
                             "called by none but got a use of '")
             << source.getName() << "'";
  for (func::FuncOp source : sources)
    if (func::FuncOp function = convertFunction(source)) {
      all.push_back(function);
    } else {
      for (func::FuncOp earlier : all)
        earlier.erase();
      return failure();
    }
  for (func::FuncOp source : sources)
    source.erase();
  return success();
}

namespace {
struct ConvertLinalgToSparsePass
    : spindle::impl::ConvertLinalgToSparsePassBase<ConvertLinalgToSparsePass> {
  void runOnOperation() override {
    if (failed(convertLinalgToSparse(getOperation())))
      signalPassFailure();
  }
};
} // namespace

//===- LinalgToSparse.cpp - from builtin tensors to Spindle's -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "ConvertFunction.h"
#include "Outputs.h"
#include "Reshapes.h"
#include "Spindle/Conversion/LinalgToSparse.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "Spindle/Propagation/TesaToArith.h"
#include "Spindle/Transforms/Tensors/InlineCalls.h"
#include "Windows.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

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

/// Has a number that chooses between tensors be one for each element.
static void splatCondition(arith::SelectOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !type.hasStaticShape() ||
      isa<TensorType>(op.getCondition().getType()))
    return;
  OpBuilder builder(op);
  op.getConditionMutable().assign(
      tensor::SplatOp::create(builder, op.getLoc(), op.getCondition(),
                              ArrayRef<int64_t>(type.getShape())));
}

/// Makes operations of linalg of those on single elements of tensors, marks
/// among them.
static void convertElementwise(func::FuncOp function) {
  convertTesaToArith(function);
  function.walk(splatCondition);
  RewritePatternSet patterns(function.getContext());
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  walkAndApplyPatterns(function, std::move(patterns));
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

/// Whether `op`, which may be null, takes each element from one of several
/// tensors.
static bool isChoice(linalg::GenericOp op) {
  return op && op.getNumReductionLoops() == 0 &&
         llvm::hasSingleElement(op.getBody()->without_terminator()) &&
         isa<arith::SelectOp>(op.getBody()->front());
}

/// Has what reads `choice` at `use` choose itself; false where it cannot.
static bool fuseChoice(linalg::GenericOp choice, OpOperand &use) {
  if (!linalg::areElementwiseOpsFusable(&use))
    return false;
  auto user = cast<linalg::GenericOp>(use.getOwner());
  IRRewriter rewriter(user);
  // One for each of them: what others read would be given by it as well.
  Operation *own = rewriter.clone(*choice);
  use.set(own->getResult(0));
  FailureOr<linalg::ElementwiseOpFusionResult> fused =
      linalg::fuseElementwiseOps(rewriter, &use);
  if (succeeded(fused)) {
    for (Value result : user.getResults())
      rewriter.replaceAllUsesWith(result, fused->replacements.lookup(result));
    rewriter.eraseOp(user);
  } else {
    use.set(choice.getResult(0));
  }
  rewriter.eraseOp(own);
  return succeeded(fused);
}

/// Has arguments in a format be read by what reads them with some of their
/// elements left away: in between, all of the others would be written.
static void fuseChoices(func::FuncOp function) {
  llvm::SetVector<linalg::GenericOp> choices;
  for (unsigned number = 0; number < function.getNumArguments(); ++number)
    if (function.getArgAttr(number, sparse::kFormatAttr))
      for (Operation *user : function.getArgument(number).getUsers())
        if (auto op = dyn_cast<linalg::GenericOp>(user); isChoice(op))
          choices.insert(op);
  for (linalg::GenericOp choice : choices) {
    // Uses change with each that is taken away.
    while (llvm::any_of(choice->getUses(), [&](OpOperand &use) {
      return fuseChoice(choice, use);
    })) {
    }
    if (choice.use_empty())
      choice.erase();
  }
}

/// Has a function on Spindle's tensors that computes what `source` does take
/// its place.
static LogicalResult convertFunction(func::FuncOp source) {
  OwningOpRef<func::FuncOp> general(source.clone());
  convertElementwise(*general);
  generalize(*general);
  if (failed(completeOutputs(*general)))
    return failure();
  fuseChoices(*general);
  foldReshapes(*general);
  joinPixels(*general);
  Layouts layouts(*general);
  layouts.reorderLoops(*general);
  OpBuilder builder(source);
  auto made = func::FuncOp::create(builder, source.getLoc(), source.getName(),
                                   builder.getFunctionType({}, {}));
  made.setVisibility(source.getVisibility());
  source.erase();
  return FunctionConversion(*general, made, layouts).run();
}

/// The functions of `module` that have a body, and builtin tensors.
static SmallVector<func::FuncOp> findSources(ModuleOp module) {
  SmallVector<func::FuncOp> sources;
  for (auto function : module.getOps<func::FuncOp>())
    if (isOnBuiltinTensors(function) && !function.isExternal())
      sources.push_back(function);
  return sources;
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
  SmallVector<func::FuncOp> sources = findSources(module);
  for (func::FuncOp source : sources)
    if (Operation *user = findOtherUser(source, sources))
      return user->emitError("expected a function on builtin tensors to be "
                             "called by none but got a use of '")
             << source.getName() << "'";
  if (sources.empty())
    return success();
  // Where it fails, the program is as it was.
  OwningOpRef<ModuleOp> made(module.clone());
  if (failed(sparse::inlineAllCalls(*made)))
    return failure();
  for (func::FuncOp source : findSources(*made))
    if (failed(convertFunction(source)))
      return failure();
  module.getBodyRegion().takeBody(made->getBodyRegion());
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

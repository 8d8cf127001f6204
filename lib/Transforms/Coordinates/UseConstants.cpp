//===- UseConstants.cpp - constants in the place of arguments -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Coordinates/Passes.h"

#include "ConstantPieces.h"
#include "Spindle/Dialect/Sparse/IR/Constants.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace spindle {
#define GEN_PASS_DEF_USECONSTANTSPASS
#include "Spindle/Transforms/Coordinates/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle::sparse;

/// The argument of `function` that is labelled `label`; null for none.
static BlockArgument findArgument(func::FuncOp function, PieceAttr label) {
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(),
                            SparseDialect::kPieceAttr) == label)
      return argument;
  return {};
}

/// Whether `constant`, which may be null, may be used as memory of type `as`.
static bool isUsableAs(memref::GlobalOp constant, Type as) {
  return constant && constant.getConstant() &&
         constant.getType().getElementType().isIntOrIndexOrFloat() &&
         memref::CastOp::areCastCompatible(constant.getType(), as);
}

FailureOr<SmallVector<ConstantPiece>>
spindle::sparse::findConstants(func::FuncOp function) {
  SmallVector<ConstantPiece> found;
  auto pairs = function->getAttrOfType<ArrayAttr>(kConstantsAttr);
  if (!pairs || function.isExternal())
    return found;
  for (auto pair : pairs.getAsRange<ArrayAttr>()) {
    auto label = cast<PieceAttr>(pair[0]);
    BlockArgument argument = findArgument(function, label);
    if (!argument)
      continue;
    auto symbol = cast<FlatSymbolRefAttr>(pair[1]);
    auto constant = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
        function, symbol.getAttr());
    if (!isUsableAs(constant, argument.getType()))
      return function.emitError("expected ")
             << symbol << " to be a constant 'memref.global' of numbers that "
             << "can be cast to " << argument.getType() << ", for " << label;
    found.push_back({label, argument, constant});
  }
  return found;
}

/// Has `piece` be read from the constant.
static void use(ConstantPiece piece) {
  OpBuilder builder = OpBuilder::atBlockBegin(piece.argument.getOwner());
  Location loc = piece.argument.getLoc();
  MemRefType type = piece.constant.getType();
  Value memory = memref::GetGlobalOp::create(builder, loc, type,
                                             piece.constant.getSymName());
  if (type != piece.argument.getType())
    memory =
        memref::CastOp::create(builder, loc, piece.argument.getType(), memory);
  piece.argument.replaceAllUsesWith(memory);
}

namespace {
struct UseConstantsPass
    : spindle::impl::UseConstantsPassBase<UseConstantsPass> {
  void runOnOperation() override {
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    SmallVector<ConstantPiece> pieces;
    for (func::FuncOp function : functions) {
      auto found = findConstants(function);
      if (failed(found))
        return signalPassFailure();
      llvm::append_range(pieces, *found);
    }
    for (const ConstantPiece &piece : pieces)
      use(piece);
    numPiecesUsed += pieces.size();
    for (func::FuncOp function : functions)
      function->removeAttr(kConstantsAttr);
  }
};
} // namespace

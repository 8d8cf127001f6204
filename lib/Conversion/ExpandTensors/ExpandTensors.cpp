//===- ExpandTensors.cpp - tensors become the memory of their levels ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "ConvertCalls.h"
#include "Spindle/Transforms/Tensors/DescribeOperands.h"
#include "SplitComposites.h"
#include "TensorAxes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

namespace spindle {
#define GEN_PASS_DEF_EXPANDTENSORSPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// What the pass requires
//===----------------------------------------------------------------------===//

/// Whether `type` is, or is made of, a tensor.
static bool mentionsTensor(Type type) {
  auto found = [](Type inner) {
    return isa<AnyTensorType>(inner) ? WalkResult::interrupt()
                                     : WalkResult::advance();
  };
  return type.walk(found).wasInterrupted();
}

/// The name of argument `index`: the one it is given, or its number.
static StringAttr getTensorName(func::FuncOp function, unsigned index) {
  auto name =
      function.getArgAttrOfType<StringAttr>(index, SparseDialect::kNameAttr);
  return name ? name
              : StringAttr::get(function.getContext(),
                                "arg" + std::to_string(index));
}

/// Labels tell the tensors of a function apart by their names.
static LogicalResult checkNames(func::FuncOp function) {
  llvm::SmallDenseMap<StringAttr, unsigned> indices;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (!isa<AnyTensorType>(type))
      continue;
    StringAttr name = getTensorName(function, index);
    auto [known, isNew] = indices.try_emplace(name, index);
    if (!isNew)
      return function.emitError("expected tensors of different names but got ")
             << name << " for arguments " << known->second << " and " << index;
  }
  return success();
}

static LogicalResult checkFunction(func::FuncOp function) {
  if (llvm::any_of(function.getResultTypes(), mentionsTensor) &&
      failed(checkReturned(function)))
    return failure();
  if (llvm::none_of(function.getArgumentTypes(), mentionsTensor))
    return success();
  if (function.isExternal())
    return function.emitError("expected a function with tensor arguments to "
                              "have a body");
  return checkNames(function);
}

/// Whether a block of `op` other than a function's first is given a tensor.
static bool givesTensorToBlock(Operation *op) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!(isa<func::FuncOp>(op) && block.isEntryBlock()) &&
          llvm::any_of(block.getArgumentTypes(), mentionsTensor))
        return true;
  return false;
}

static LogicalResult checkOp(Operation *op) {
  if (auto convert = dyn_cast<ConvertOp>(op))
    return checkConversion(convert);
  if (isa<UnpackOp, WithValuesOp, PackOp, PartsOp, DimOp>(op) ||
      (isa<ComposeOp>(op) &&
       llvm::all_of(op->getUsers(), llvm::IsaPred<DimOp>)))
    return success();
  if (isa<GenericOp>(op))
    return op->emitError("expected no 'sparse.generic': run "
                         "'convert-generic-to-iter' first");
  if (llvm::none_of(op->getOperandTypes(), mentionsTensor) &&
      llvm::none_of(op->getResultTypes(), mentionsTensor) &&
      !givesTensorToBlock(op))
    return success();
  // What a function returns is checked with the function.
  if (isa<func::ReturnOp>(op) && isa<func::FuncOp>(op->getParentOp()))
    return success();
  return op->emitError("expected tensors to be arguments of 'func.func' and to "
                       "be used by 'sparse.unpack', 'sparse.with_values', "
                       "'sparse.parts' and 'sparse.convert' alone but got '")
         << op->getName() << "'";
}

/// Reports the first operation that breaks what the pass requires.
static LogicalResult check(ModuleOp module) {
  WalkResult result = module.walk<WalkOrder::PreOrder>([](Operation *op) {
    auto function = dyn_cast<func::FuncOp>(op);
    if (failed(checkOp(op)) || (function && failed(checkFunction(function))))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// Rewriting a function
//===----------------------------------------------------------------------===//

/// Adds the arguments of `pieces` before argument `index`.
static void addArguments(func::FuncOp function, unsigned index,
                         Pieces &pieces) {
  MLIRContext *context = function.getContext();
  Attribute access = function.getArgAttr(index, SparseDialect::kAccessAttr);
  Location loc = function.getArgument(index).getLoc();
  for (auto [offset, piece] : llvm::enumerate(pieces.list)) {
    NamedAttrList attrs;
    attrs.append(SparseDialect::kPieceAttr, piece.label);
    if (access && piece.label.getRole() == PieceRole::Values)
      attrs.append(SparseDialect::kAccessAttr, access);
    (void)function.insertArgument(index + offset, piece.type,
                                  attrs.getDictionary(context), loc);
    pieces.args.push_back(function.getArgument(index + offset));
  }
}

/// The axes and the buffer that take the place of what `tensor` unpacks to;
/// none where it is not unpacked, or on the axes of another tensor.
static SmallVector<Value> makeUnpacked(OpBuilder &builder, Value tensor,
                                       const Pieces &pieces, DimSizes &sizes) {
  if (pieces.sharesStructure ||
      llvm::none_of(tensor.getUsers(), llvm::IsaPred<UnpackOp>))
    return {};
  SmallVector<Value> results =
      makeAxes(builder, tensor.getLoc(), pieces, sizes);
  results.push_back(bindValues(builder, tensor.getLoc(), pieces, results));
  return results;
}

/// Replaces what the operations that unpack `tensor` give by `results`, or, on
/// the axes of another tensor, by a buffer that is made where it is unpacked.
static void replaceUnpacks(Value tensor, const Pieces &pieces,
                           SmallVector<Value> results) {
  for (Operation *user : llvm::make_early_inc_range(tensor.getUsers())) {
    auto unpack = dyn_cast<UnpackOp>(user);
    if (!unpack)
      continue;
    if (pieces.sharesStructure) {
      OpBuilder builder(unpack);
      results = {bindValues(builder, tensor.getLoc(), pieces, unpack.getOn())};
    }
    unpack->replaceAllUsesWith(results);
    unpack->erase();
  }
}

/// Adds the pieces of tensor argument `index`.
static Pieces addPieces(func::FuncOp function, unsigned index,
                        const PartNumbers &parts) {
  auto tensor = cast<SparseTensorType>(function.getArgument(index).getType());
  bool sharesStructure =
      function.getArgAttr(index, SparseDialect::kStructureOfAttr) != nullptr;
  // A conversion's operand is described to the runtime as row-major memory.
  bool strided = function->hasAttr(SparseDialect::kOperandsAttr) &&
                 function.getNumResults() == 0;
  SmallVector<int64_t> part;
  if (auto found = parts.find(function.getArgument(index));
      found != parts.end())
    part.push_back(found->second);
  Pieces pieces = getPieces(tensor, getTensorName(function, index),
                            sharesStructure, strided, part);
  addArguments(function, index, pieces);
  return pieces;
}

/// Replaces what is unpacked of `tensors`, which the function still has, by
/// what is made of their pieces, before all else.
static void replaceUnpacks(func::FuncOp function,
                           ArrayRef<BlockArgument> tensors,
                           const llvm::DenseMap<Value, Pieces> &pieces) {
  DimSizes sizes;
  for (BlockArgument arg : tensors)
    sizes.note(pieces.find(arg)->second,
               function.getArgAttrOfType<ArrayAttr>(arg.getArgNumber(),
                                                    SparseDialect::kDimsAttr));
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  SmallVector<SmallVector<Value>> results;
  for (BlockArgument arg : tensors)
    results.push_back(
        makeUnpacked(builder, arg, pieces.find(arg)->second, sizes));
  SmallVector<DimOp> dims;
  function.walk([&](DimOp op) { dims.push_back(op); });
  for (DimOp op : dims) {
    const Pieces &own = pieces.find(getStructureOwner(op.getTensor()))->second;
    op.getSize().replaceAllUsesWith(
        sizes.build(builder, op.getLoc(), own, op.getDimension()));
  }
  // What is built stands before one of them, where it comes first.
  for (DimOp op : dims)
    op.erase();
  for (auto [arg, values] : llvm::zip_equal(tensors, results))
    replaceUnpacks(arg, pieces.find(arg)->second, values);
}

/// Replaces what is unpacked of tensors with values of their own by the values,
/// and removes these tensors.
static void expandWithValues(func::FuncOp function) {
  SmallVector<WithValuesOp> tensors;
  function.walk([&](WithValuesOp op) { tensors.push_back(op); });
  for (WithValuesOp op : tensors)
    for (Operation *user : llvm::make_early_inc_range(op->getUsers()))
      if (isa<UnpackOp>(user)) {
        user->replaceAllUsesWith(ValueRange(op.getValues()));
        user->erase();
      }
  // Only the structure of what is left is of use: that of the first tensor.
  for (WithValuesOp op : tensors) {
    op.getResult().replaceAllUsesWith(op.getTensor());
    op.erase();
  }
}

/// Replaces what is unpacked of dense tensors that the function packs by their
/// axes and values, and removes these tensors.
static void expandPacks(func::FuncOp function) {
  SmallVector<PackOp> tensors;
  function.walk([&](PackOp op) { tensors.push_back(op); });
  for (PackOp op : tensors) {
    auto made = op.getValues().getDefiningOp<BufferOpInterface>();
    SmallVector<Value> results(made.getBufferAxes());
    results.push_back(op.getValues());
    for (Operation *user : llvm::make_early_inc_range(op->getUsers())) {
      SmallVector<Value> gives = results;
      OpBuilder builder(user);
      if (auto dim = dyn_cast<DimOp>(user))
        gives = {builder.createOrFold<spindle::axis::ExtentOp>(
            dim.getLoc(), builder.getIndexType(), results[dim.getDimension()])};
      user->replaceAllUsesWith(
          ArrayRef(gives).take_back(user->getNumResults()));
      user->erase();
    }
    op.erase();
  }
}

/// Has sizes be asked of the first part of a tensor that is made of parts.
static void askParts(func::FuncOp function) {
  function.walk([](DimOp op) {
    if (auto made = op.getTensor().getDefiningOp<ComposeOp>())
      op.getTensorMutable().assign(made.getParts().front());
  });
}

/// Removes tensors that are made of parts, which nothing uses.
static void eraseComposed(func::FuncOp function) {
  SmallVector<ComposeOp> tensors;
  function.walk([&](ComposeOp op) { tensors.push_back(op); });
  for (ComposeOp op : tensors)
    if (op->use_empty())
      op.erase();
}

/// Writes the labels of all arguments into one attribute of the function, and
/// what they are pieces of, `operands`, into another unless that is null.
static void addSignature(func::FuncOp function, ArrayAttr operands) {
  Builder builder(function.getContext());
  SmallVector<Attribute> labels;
  for (unsigned index = 0; index < function.getNumArguments(); ++index) {
    Attribute label = function.getArgAttr(index, SparseDialect::kPieceAttr);
    labels.push_back(label ? label : builder.getUnitAttr());
  }
  function->setAttr(SparseDialect::kSignatureAttr,
                    builder.getArrayAttr(labels));
  if (operands)
    function->setAttr(SparseDialect::kOperandsAttr, operands);
}

/// What the arguments of `function` are, if others may call it and it returns
/// nothing: handles of tensors are no longer known as such.
static ArrayAttr describePublic(func::FuncOp function) {
  bool isCalled = !function.isPrivate() && !function.isExternal();
  return !isCalled || function.getNumResults() != 0
             ? ArrayAttr()
             : describeOperands(function);
}

namespace {
struct ExpandTensorsPass
    : spindle::impl::ExpandTensorsPassBase<ExpandTensorsPass> {
  void runOnOperation() override {
    if (failed(check(getOperation())))
      return signalPassFailure();
    SmallVector<func::FuncOp> functions;
    getOperation().walk(
        [&](func::FuncOp function) { functions.push_back(function); });
    for (func::FuncOp function : functions)
      expand(function);
  }

  void expand(func::FuncOp function) {
    ArrayAttr operands = describePublic(function);
    askParts(function);
    eraseComposed(function);
    PartNumbers parts = splitComposites(function);
    askParts(function);
    eraseComposed(function);
    SmallVector<BlockArgument> tensors;
    for (BlockArgument arg : function.getArguments())
      if (isa<SparseTensorType>(arg.getType()))
        tensors.push_back(arg);
    SmallVector<LocatedConversion> conversions =
        findConversions(function, parts);
    expandWithValues(function);
    expandPacks(function);
    llvm::DenseMap<Value, Pieces> pieces;
    // The last first: the numbers of those before it stay as they are.
    for (BlockArgument arg : llvm::reverse(tensors))
      pieces.try_emplace(arg, addPieces(function, arg.getArgNumber(), parts));
    if (!tensors.empty())
      replaceUnpacks(function, tensors, pieces);
    expandConversions(function, conversions, pieces);
    for (BlockArgument arg : tensors)
      (void)function.eraseArgument(arg.getArgNumber());
    if (!tensors.empty())
      addSignature(function, operands);
  }
};
} // namespace

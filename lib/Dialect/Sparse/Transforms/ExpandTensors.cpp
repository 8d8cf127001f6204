//===- ExpandTensors.cpp - tensors become the memory of their levels ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/Transforms/Passes.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/BuiltinOps.h"

namespace spindle::sparse {
#define GEN_PASS_DEF_EXPANDTENSORSPASS
#include "Spindle/Dialect/Sparse/Transforms/Passes.h.inc"
} // namespace spindle::sparse

using namespace mlir;
using namespace spindle::sparse;
using spindle::axis::AxisType;
using spindle::axis::DenseFixedOp;
using spindle::axis::SparseVariableOp;

//===----------------------------------------------------------------------===//
// What the pass requires
//===----------------------------------------------------------------------===//

/// Whether `type` is, or is made of, a tensor.
static bool mentionsTensor(Type type) {
  auto found = [](SparseTensorType) { return WalkResult::interrupt(); };
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
    if (!isa<SparseTensorType>(type))
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
  if (llvm::any_of(function.getResultTypes(), mentionsTensor))
    return function.emitError("expected a function not to return tensors");
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
  if (isa<UnpackOp>(op))
    return success();
  if (llvm::none_of(op->getOperandTypes(), mentionsTensor) &&
      llvm::none_of(op->getResultTypes(), mentionsTensor) &&
      !givesTensorToBlock(op))
    return success();
  return op->emitError("expected tensors to be arguments of 'func.func' and to "
                       "be used by 'sparse.unpack' alone but got '")
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
// The pieces of a tensor
//===----------------------------------------------------------------------===//

namespace {
/// An argument that holds one piece of a tensor.
struct Piece {
  PieceAttr label;
  Type type;
};

/// The arguments of a function that hold one tensor.
struct Pieces {
  SparseTensorType tensor;
  SmallVector<Piece> list;
  /// The arguments, once the function has them.
  SmallVector<Value> args;

  /// The argument with this role and index; null where there is none.
  Value find(PieceRole role, int64_t index = -1) const {
    for (auto [piece, arg] : llvm::zip_equal(list, args))
      if (piece.label.getRole() == role && piece.label.getIndex() == index)
        return arg;
    return {};
  }
};
} // namespace

/// The pieces of a tensor called `name`, in the order of the arguments.
static Pieces getPieces(SparseTensorType tensor, StringAttr name) {
  MLIRContext *context = tensor.getContext();
  Pieces pieces{tensor, {}, {}};
  auto add = [&](PieceRole role, int64_t index, Type type) {
    pieces.list.push_back(
        {PieceAttr::get(context, name, {}, role, index), type});
  };
  if (!tensor.getFormat().isAllDense())
    for (auto [dim, size] : llvm::enumerate(tensor.getShape()))
      if (ShapedType::isDynamic(size))
        add(PieceRole::Size, dim, IndexType::get(context));
  for (auto [index, level] : llvm::enumerate(tensor.getFormat().getLevels())) {
    if (level.getKind() != LevelKind::Compressed)
      continue;
    int64_t unknown = ShapedType::kDynamic;
    add(PieceRole::Positions, index, MemRefType::get(unknown, level.getPos()));
    add(PieceRole::Coordinates, index,
        MemRefType::get(unknown, level.getCrd()));
  }
  auto buffer = cast<BufferType>(getUnpackedTypes(tensor).back());
  add(PieceRole::Values, -1, buffer.getMemRefType());
  return pieces;
}

/// The size of dimension `dim`, from the type, its own argument or the values.
static Value getSize(OpBuilder &builder, Location loc, const Pieces &pieces,
                     int64_t dim) {
  int64_t size = pieces.tensor.getDimSize(dim);
  if (!ShapedType::isDynamic(size))
    return arith::ConstantIndexOp::create(builder, loc, size);
  if (Value arg = pieces.find(PieceRole::Size, dim))
    return arg;
  return memref::DimOp::create(builder, loc, pieces.find(PieceRole::Values),
                               dim);
}

/// The axes of a tensor and its buffer, made of the pieces: what
/// `sparse.unpack` gives.
static SmallVector<Value> unpack(OpBuilder &builder, Location loc,
                                 const Pieces &pieces) {
  SmallVector<Type> types = getUnpackedTypes(pieces.tensor);
  SmallVector<int64_t> parents = getLevelParents(pieces.tensor.getFormat());
  SmallVector<Value> results;
  for (auto [index, level] :
       llvm::enumerate(pieces.tensor.getFormat().getLevels())) {
    Value extent = getSize(builder, loc, pieces, level.getDim());
    Value parent = parents[index] < 0 ? Value() : results[parents[index]];
    auto type = cast<AxisType>(types[index]);
    if (type.isDense())
      results.push_back(
          DenseFixedOp::create(builder, loc, type, extent, parent));
    else
      results.push_back(
          SparseVariableOp::create(builder, loc, type, extent, parent,
                                   pieces.find(PieceRole::Positions, index),
                                   pieces.find(PieceRole::Coordinates, index)));
  }
  results.push_back(BindOp::create(
      builder, loc, types.back(), pieces.find(PieceRole::Values),
      ArrayRef<Value>(results), builder.getDenseI64ArrayAttr(parents)));
  return results;
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

/// Replaces tensor argument `index` by its pieces; the axes and the buffer are
/// made before all else.
static void expandTensor(func::FuncOp function, unsigned index) {
  auto tensor = cast<SparseTensorType>(function.getArgument(index).getType());
  Pieces pieces = getPieces(tensor, getTensorName(function, index));
  addArguments(function, index, pieces);
  BlockArgument old = function.getArgument(index + pieces.list.size());
  OpBuilder builder = OpBuilder::atBlockBegin(old.getOwner());
  SmallVector<Value> results;
  if (!old.use_empty())
    results = unpack(builder, old.getLoc(), pieces);
  for (Operation *user : llvm::make_early_inc_range(old.getUsers())) {
    user->replaceAllUsesWith(results);
    user->erase();
  }
  (void)function.eraseArgument(old.getArgNumber());
}

/// Writes the labels of all arguments into one attribute of the function.
static void addSignature(func::FuncOp function) {
  Builder builder(function.getContext());
  SmallVector<Attribute> labels;
  for (unsigned index = 0; index < function.getNumArguments(); ++index) {
    Attribute label = function.getArgAttr(index, SparseDialect::kPieceAttr);
    labels.push_back(label ? label : builder.getUnitAttr());
  }
  function->setAttr(SparseDialect::kSignatureAttr,
                    builder.getArrayAttr(labels));
}

namespace {
struct ExpandTensorsPass
    : spindle::sparse::impl::ExpandTensorsPassBase<ExpandTensorsPass> {
  void runOnOperation() override {
    if (failed(check(getOperation())))
      return signalPassFailure();
    getOperation().walk([&](func::FuncOp function) { expand(function); });
  }

  void expand(func::FuncOp function) {
    bool found = false;
    // The last first: the numbers of those before it stay as they are.
    for (unsigned index = function.getNumArguments(); index-- > 0;) {
      if (!isa<SparseTensorType>(function.getArgumentTypes()[index]))
        continue;
      expandTensor(function, index);
      found = true;
    }
    if (found)
      addSignature(function);
  }
};
} // namespace

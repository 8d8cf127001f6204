//===- Operands.cpp - tensors of a generic operation, unpacked ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operands.h"

#include "Spindle/Dialect/Sparse/IR/Layout.h"

using namespace mlir;
using namespace spindle;
using spindle::sparse::GenericOp;
using spindle::sparse::SparseTensorType;
using spindle::sparse::UnpackOp;
using spindle::sparse::WithValuesOp;

namespace {
/// Unpacks tensors before one operation, each structure once.
struct Unpacking {
  Unpacking(RewriterBase &rewriter, const DominanceInfo &dominance,
            GenericOp op)
      : rewriter(rewriter), dominance(dominance), op(op) {}

  RewriterBase &rewriter;
  const DominanceInfo &dominance;
  GenericOp op;
  /// For a tensor with a structure, the unpacking whose axes are used.
  llvm::SmallDenseMap<Value, UnpackOp> structures;

  void noteStructures();
  UnpackOp unpack(Value tensor);

private:
  UnpackOp findUnpack(Value tensor, ValueRange on);
};
} // namespace

/// An unpacking of `tensor` on these axes that the operation can use; null for
/// none.
UnpackOp Unpacking::findUnpack(Value tensor, ValueRange on) {
  UnpackOp found;
  for (Operation *user : tensor.getUsers()) {
    auto unpack = dyn_cast<UnpackOp>(user);
    if (!unpack || unpack.getOn() != on ||
        !dominance.properlyDominates(unpack.getOperation(), op.getOperation()))
      continue;
    // The uses of a value are in no order.
    if (!found || dominance.properlyDominates(unpack.getOperation(),
                                              found.getOperation()))
      found = unpack;
  }
  return found;
}

UnpackOp Unpacking::unpack(Value tensor) {
  Value owner = sparse::getStructureOwner(tensor);
  if (auto known = structures.find(tensor); known != structures.end())
    return known->second;
  SmallVector<Value> on;
  SmallVector<Type> types =
      sparse::getUnpackedTypes(cast<SparseTensorType>(tensor.getType()));
  Type buffer = types.pop_back_val();
  if (owner != tensor) {
    on = llvm::to_vector_of<Value>(unpack(owner).getAllAxes());
    types.clear();
  }
  UnpackOp found = findUnpack(tensor, on);
  if (!found)
    found = UnpackOp::create(rewriter, op.getLoc(), types, buffer, tensor, on);
  if (owner == tensor)
    structures[owner] = found;
  return found;
}

/// Values that the function itself put on a structure lie on the axes of one
/// unpacking of it: that one is used.
void Unpacking::noteStructures() {
  for (Value tensor : op->getOperands()) {
    auto constructor = tensor.getDefiningOp<WithValuesOp>();
    if (!constructor)
      continue;
    FailureOr<sparse::Layout> layout =
        sparse::getLayout(constructor.getValues());
    if (succeeded(layout) && !layout->axes.empty())
      structures.try_emplace(sparse::getStructureOwner(tensor),
                             layout->axes.front().getDefiningOp<UnpackOp>());
  }
}

SmallVector<Operand> spindle::unpackOperands(RewriterBase &rewriter,
                                             const DominanceInfo &dominance,
                                             GenericOp op) {
  rewriter.setInsertionPoint(op);
  Unpacking unpacking(rewriter, dominance, op);
  unpacking.noteStructures();
  SmallVector<Operand> operands;
  for (auto [index, tensor] : llvm::enumerate(op->getOperands()))
    operands.push_back({cast<SparseTensorType>(tensor.getType()),
                        op.getMap(index), unpacking.unpack(tensor)});
  std::optional<int64_t> driver = op.getDriverIndex();
  if (!driver)
    return operands;
  Value structure = sparse::getStructureOwner(op->getOperand(*driver));
  for (auto [tensor, operand] : llvm::zip_equal(op->getOperands(), operands))
    operand.isDriven = sparse::getStructureOwner(tensor) == structure &&
                       operand.map == operands[*driver].map;
  return operands;
}

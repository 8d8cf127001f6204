//===- NumberArrays.cpp - where look-ups find numbers ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberArrays.h"

#include "Names.h"
#include "Spindle/Dialect/Iter/IR/BuildNest.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;
using spindle::sparse::FormatAttr;
using spindle::sparse::GenericOp;
using spindle::sparse::LevelAttr;
using spindle::sparse::LevelKind;
using spindle::sparse::SparseTensorType;
using spindle::sparse::UnpackOp;

//===----------------------------------------------------------------------===//
// Levels
//===----------------------------------------------------------------------===//

bool spindle::isNumberOfPattern(LevelAttr level) {
  return level.getExpr()
      .walk([](AffineExpr part) {
        return isa<AffineSymbolExpr>(part) ? WalkResult::interrupt()
                                           : WalkResult::advance();
      })
      .wasInterrupted();
}

/// The levels that `level` lies under, and itself, in their order.
static SmallVector<int64_t> getChain(FormatAttr format, int64_t level) {
  SmallVector<bool> isIn(format.getLevels().size());
  isIn[level] = true;
  SmallVector<int64_t> chain;
  for (int64_t index = level; index >= 0; --index) {
    if (!isIn[index])
      continue;
    chain.insert(chain.begin(), index);
    for (int64_t parent : format.getLevels()[index].getParents())
      isIn[parent] = true;
  }
  return chain;
}

/// Whether level `level` stores each coordinate of a dimension at most once,
/// under numbers of the pattern alone, whose cells all are there.
static bool tellsNumbers(FormatAttr format, int64_t level) {
  LevelAttr attr = format.getLevels()[level];
  return attr.getKind() == LevelKind::Singleton && attr.getUnique() &&
         attr.getDim() >= 0 &&
         llvm::all_of(ArrayRef(getChain(format, level)).drop_back(),
                      [&](int64_t above) {
                        return isNumberOfPattern(format.getLevels()[above]);
                      });
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The axes of the structure of `operand`, made before `at`.
SmallVector<Value> NumberArrays::getAxesBefore(Operand &operand,
                                               Operation *at) {
  if (dominance.properlyDominates(operand.getAxes().front().getDefiningOp(),
                                  at))
    return llvm::to_vector_of<Value>(operand.getAxes());
  Value owner = sparse::getStructureOwner(operand.unpack.getTensor());
  SmallVector<Type> types =
      sparse::getUnpackedTypes(cast<SparseTensorType>(owner.getType()));
  Type buffer = types.pop_back_val();
  auto unpack = UnpackOp::create(rewriter, at->getLoc(), types, buffer, owner,
                                 ValueRange());
  return llvm::to_vector_of<Value>(unpack.getAllAxes());
}

/// Fills the `arrays` over the coordinates of level `by`, in a nest through
/// `axes`, those of its chain.
void NumberArrays::fill(ValueRange axes, FormatAttr format, int64_t by,
                        ArrayRef<NumberArray> arrays) {
  MLIRContext *context = rewriter.getContext();
  Location loc = rewriter.getInsertionPoint()->getLoc();
  SmallVector<int64_t> chain = getChain(format, by);
  SmallVector<Value> own;
  axis::ParentLists all = sparse::getListParents(format), parents;
  for (int64_t level : chain) {
    own.push_back(axes[level]);
    parents.emplace_back();
    for (int64_t parent : all[level])
      parents.back().push_back(llvm::find(chain, parent) - chain.begin());
  }
  iter::NestOp nest =
      iter::buildNest(rewriter, loc, makeUnique(context, taken, "numbers"),
                      iter::getElementSpace(context, own, parents));
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(nest.getBody().front().getTerminator());
  Value at = nest.getCoordinate(int64_t(chain.size()) - 1);
  for (auto [dim, level] : llvm::enumerate(ArrayRef(chain).drop_back())) {
    if (arrays[level].by != by)
      continue;
    Value buffer = arrays[level].values;
    Type type = cast<sparse::BufferType>(buffer.getType()).getElementType();
    Value number = arith::IndexCastOp::create(rewriter, loc, type,
                                              nest.getCoordinate(dim));
    sparse::StoreOp::create(rewriter, loc, number, buffer, at,
                            sparse::AccessForm::LookUp);
  }
}

/// Adds those of `arrays`, one for each level of `format`, that level `by`
/// tells and that are missing, over the coordinates of its axis.
void NumberArrays::allocate(Value axis, FormatAttr format, int64_t by,
                            MutableArrayRef<NumberArray> arrays) {
  MLIRContext *context = rewriter.getContext();
  Location loc = rewriter.getInsertionPoint()->getLoc();
  Value extent = axis::ExtentOp::create(rewriter, loc, axis);
  Value coordinates = axis::DenseFixedOp::create(
      rewriter, loc, axis::AxisType::getDense(context, ShapedType::kDynamic),
      extent, Value(), Value(), Value(), Value(), Value(), Value());
  SmallVector<int64_t> chain = getChain(format, by);
  for (int64_t level : ArrayRef(chain).drop_back()) {
    if (arrays[level].values)
      continue;
    Type own = format.getLevels()[level].getCrd();
    Type type = own ? own : format.getLevels()[by].getCrd();
    Value values = sparse::AllocOp::create(
        rewriter, loc, sparse::BufferType::get(ShapedType::kDynamic, type),
        coordinates, axis::getParentListsAttr(context, axis::ParentLists(1)));
    // A coordinate that no cell has is not found below the first number.
    Value zero = arith::ConstantIntOp::create(rewriter, loc, type, 0);
    sparse::FillOp::create(rewriter, loc, values, zero);
    arrays[level] = {values, by};
  }
}

/// Makes the arrays for `operand` of `op`.
SmallVector<NumberArray> NumberArrays::make(Operand &operand, Operation *op) {
  FormatAttr format = operand.type.getFormat();
  Value owner = sparse::getStructureOwner(operand.unpack.getTensor());
  Operation *at = owner.getParentBlock()->findAncestorOpInBlock(*op);
  SmallVector<NumberArray> arrays(format.getLevels().size());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(at);
  SmallVector<Value> axes;
  for (int64_t by = 0; by < int64_t(arrays.size()); ++by) {
    if (!tellsNumbers(format, by))
      continue;
    if (axes.empty())
      axes = getAxesBefore(operand, at);
    allocate(axes[by], format, by, arrays);
    fill(axes, format, by, arrays);
  }
  return arrays;
}

void NumberArrays::find(GenericOp op, MutableArrayRef<Operand> operands) {
  for (Operand &operand : operands) {
    if (operand.isDriven || operand.type.getFormat().getInspectors().empty())
      continue;
    Value owner = sparse::getStructureOwner(operand.unpack.getTensor());
    auto [known, isNew] = made.try_emplace(owner);
    if (isNew)
      known->second = make(operand, op);
    operand.numbers = known->second;
  }
}

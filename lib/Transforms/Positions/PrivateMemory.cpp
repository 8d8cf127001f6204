//===- PrivateMemory.cpp - memory of one tile of rows ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrivateMemory.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/IndexFamilies.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/StorageSizes.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisType;
using spindle::axis::DenseFixedOp;
using spindle::sparse::AccessForm;
using spindle::sparse::AccumulateOp;
using spindle::sparse::AllocOp;
using spindle::sparse::LoadOp;
using spindle::sparse::StoreOp;

//===----------------------------------------------------------------------===//
// What may be private
//===----------------------------------------------------------------------===//

/// The nest among `nests` that `op` is in; null where it is in none.
static const NestRows *findNest(Operation *op, ArrayRef<NestRows> nests) {
  const auto *it = llvm::find_if(nests, [&](const NestRows &rows) {
    return scf::ForOp(rows.nest)->isProperAncestor(op);
  });
  return it == nests.end() ? nullptr : it;
}

bool spindle::iter::isPlainAccess(Operation *op) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([](LoadOp load) {
        return load.getForm() == AccessForm::Direct && !load.getFound();
      })
      .Case([](StoreOp store) { return store.getForm() == AccessForm::Direct; })
      .Case([](AccumulateOp accumulate) {
        return accumulate.getForm() == AccessForm::Direct &&
               accumulate.getBuffers().size() == 1;
      })
      .Default(false);
}

/// Why the users of `alloc` keep it from being private.
static std::string checkUsers(AllocOp alloc, ArrayRef<NestRows> nests) {
  for (Operation *user : alloc.getResult().getUsers()) {
    if (!findNest(user, nests))
      return "is used outside of the nests, by '" +
             user->getName().getStringRef().str() + "'";
    if (!isPlainAccess(user))
      return "is used by '" + user->getName().getStringRef().str() +
             "', which does not name one element of it";
  }
  return "";
}

MutableOperandRange spindle::iter::getAccessIndices(Operation *op) {
  return llvm::TypeSwitch<Operation *, MutableOperandRange>(op)
      .Case<LoadOp, StoreOp, AccumulateOp>(
          [](auto access) { return access.getIndicesMutable(); });
}

/// Finds the dimension of `memory` whose indices are positions under the
/// iterations of its nests, all by one path.
static bool findPath(PrivateMemory &memory) {
  SmallVector<scf::ForOp> loops;
  for (const NestRows &rows : memory.nests)
    loops.push_back(rows.nest);
  IndexFamilies families(loops, loops);
  int64_t rank = memory.alloc.getResult().getType().getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    std::optional<size_t> family;
    bool isOne = true;
    for (Operation *user : memory.alloc.getResult().getUsers()) {
      Value index = getAccessIndices(user)[dim].get();
      auto own = families.find(index);
      auto path = families.findPath(index);
      isOne &= own && path && (!family || *family == *own);
      if (!isOne)
        break;
      family = own;
      memory.fibres = *path;
    }
    memory.dim = dim;
    if (isOne)
      return true;
  }
  return false;
}

std::string spindle::iter::findPrivateMemory(PrivateMemory &memory,
                                             ArrayRef<NestRows> group) {
  std::string reason = checkUsers(memory.alloc, group);
  if (!reason.empty() || memory.isByRows)
    return reason;
  for (const NestRows &rows : memory.nests)
    if (!rows.isOutermost() ||
        !haveEqualBounds(rows.nest, memory.nests.front().nest))
      return "is used by nests that do not go through the same rows";
  return findPath(memory) ? "" : "is used at what is no position under a row";
}

//===----------------------------------------------------------------------===//
// Making it
//===----------------------------------------------------------------------===//

/// The first position under `iteration` of the nests.
Value TileMemory::buildPosition(ImplicitLocOpBuilder &builder,
                                Value iteration) {
  for (Value axis : memory.fibres)
    iteration = axis::PositionOp::create(builder, builder.getIndexType(), axis,
                                         constant(builder, 0), iteration);
  return iteration;
}

/// The most indices that a tile has.
Value TileMemory::buildLongest(ImplicitLocOpBuilder &builder,
                               const TileRange &range) {
  if (memory.isByRows) {
    auto rows = getConstantIntValue(range.rows);
    auto count = getConstantIntValue(range.count);
    return rows && count
               ? constant(builder, std::min(*rows, *count))
               : arith::MinSIOp::create(builder, range.rows, range.count);
  }
  auto loop = scf::ForOp::create(builder, range.begin, range.end, range.rows,
                                 constant(builder, 0));
  ImplicitLocOpBuilder inside(builder.getLoc(), rewriter);
  inside.setInsertionPointToStart(loop.getBody());
  Value begin = loop.getInductionVar();
  Value after = arith::AddIOp::create(inside, begin, range.rows);
  Value end = arith::MinSIOp::create(inside, after, range.end);
  auto build = [&](Value row) {
    const NestRows &rows = memory.nests.front();
    return buildPosition(inside,
                         buildFirstOfRow(inside, rows, row, range.count));
  };
  Value first = build(begin), last = build(end);
  Value length = arith::SubIOp::create(inside, last, first);
  Value most = arith::MaxSIOp::create(inside, loop.getRegionIterArg(0), length);
  scf::YieldOp::create(inside, most);
  return loop.getResult(0);
}

SmallVector<Value>
spindle::iter::buildPrivateAxes(ImplicitLocOpBuilder &builder, Value buffer,
                                int64_t dim, Value size) {
  // The verifier has seen to the layout.
  sparse::Layout layout = *sparse::getLayout(buffer);
  SmallVector<Value> axes;
  auto build = [&](Value extent, int64_t width) {
    axes.push_back(DenseFixedOp::create(
        builder, AxisType::getDense(builder.getContext(), width), extent,
        Value(), Value(), Value(), Value(), Value(), Value()));
  };
  for (int64_t other = 0; other < layout.getRank(); ++other) {
    Value axis = layout.getAxis(other);
    if (other == dim)
      build(size, getConstantIntValue(size).value_or(ShapedType::kDynamic));
    else if (axis.getDefiningOp<DenseFixedOp>() && axis::isRoot(axis))
      axes.push_back(axis);
    else
      build(sparse::buildStorageSize(builder, builder.getLoc(), axis),
            layout.getShape()[other]);
  }
  return axes;
}

Value spindle::iter::buildPrivate(OpBuilder &builder, Value buffer,
                                  ArrayRef<Value> axes, int64_t dim) {
  auto type = cast<sparse::BufferType>(buffer.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = cast<AxisType>(axes[dim].getType()).getWidth();
  return AllocOp::create(
             builder, buffer.getLoc(),
             sparse::BufferType::get(shape, type.getElementType()), axes,
             axis::getParentListsAttr(builder.getContext(),
                                      axis::ParentLists(axes.size())))
      .getResult();
}

void spindle::iter::redirectAccess(RewriterBase &rewriter, Operation *op,
                                   Value buffer, Value own, int64_t dim,
                                   Value first) {
  rewriter.setInsertionPoint(op);
  rewriter.modifyOpInPlace(op, [&] {
    OpOperand &index = getAccessIndices(op)[dim];
    index.set(
        arith::SubIOp::create(rewriter, op->getLoc(), index.get(), first));
    op->replaceUsesOfWith(buffer, own);
  });
}

void TileMemory::buildAxes(ImplicitLocOpBuilder &builder,
                           const TileRange &range) {
  axes = buildPrivateAxes(builder, memory.getBuffer(), memory.dim,
                          buildLongest(builder, range));
}

void TileMemory::build(scf::ForOp tiles) {
  rewriter.setInsertionPointToStart(tiles.getBody());
  Value own = buildPrivate(rewriter, memory.getBuffer(), axes, memory.dim);
  scf::ForOp nest = memory.nests.front().nest;
  rewriter.setInsertionPoint(nest);
  ImplicitLocOpBuilder builder(own.getLoc(), rewriter);
  Value first = memory.isByRows ? tiles.getInductionVar()
                                : buildPosition(builder, nest.getLowerBound());
  SmallVector<Operation *> users(memory.getBuffer().getUsers());
  for (Operation *user : users)
    redirectAccess(rewriter, user, memory.getBuffer(), own, memory.dim, first);
  rewriter.eraseOp(memory.alloc);
}

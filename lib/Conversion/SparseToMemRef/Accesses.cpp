//===- Accesses.cpp - accesses as loads and stores ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"

#include "Queries.h"
#include "Spindle/Dialect/Iter/IR/BuildCombine.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using spindle::sparse::AccumulateOp;
using spindle::sparse::AllocOp;
using spindle::sparse::FillOp;
using spindle::sparse::Layout;
using spindle::sparse::LoadOp;
using spindle::sparse::SparseDialect;
using spindle::sparse::StoreOp;

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// The size of memory that `op` can use, bound to a buffer with a dimension for
/// `axis`, or that has coordinates of the axis: at least as many as positions.
/// Null where there is none.
static Value buildBoundSize(QueryBuilder &builder, AllocOp op, Value axis) {
  for (Operation *user : axis.getUsers()) {
    auto bind = dyn_cast<sparse::BindOp>(user);
    if (!bind || !DominanceInfo().properlyDominates(bind.getMemory(), op))
      continue;
    // The verifier has seen to the layout.
    Layout layout = *sparse::getLayout(bind.getResult());
    for (int64_t dim = 0; dim < layout.getRank(); ++dim)
      if (layout.getAxis(dim) == axis)
        return memref::DimOp::create(builder, bind.getMemory(), dim);
  }
  if (auto sparse = axis.getDefiningOp<axis::SparseVariableOp>())
    return memref::DimOp::create(builder, sparse.getCoordinates(), 0);
  return {};
}

/// The loop or branch around `op` that nothing is around but a worker or the
/// function; `op` itself where there is none.
static Operation *findOutermost(Operation *op) {
  for (Operation *around = op->getParentOp();
       !isa<FunctionOpInterface, scf::ForallOp>(around);
       around = around->getParentOp())
    op = around;
  return op;
}

Value spindle::buildAlloc(QueryBuilder &builder, AllocOp op, Region &body,
                          bool sizesOfMemory) {
  // A workspace is that of a worker.
  Operation *place = findOutermost(op);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(place);
  // The verifier has seen to the layout.
  Layout layout = *sparse::getLayout(op.getResult());
  MemRefType type = op.getResult().getType().getMemRefType();
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < layout.getRank(); ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    Value axis = layout.getAxis(dim), size;
    if (sizesOfMemory && axis::getAxisType(axis).isVariable())
      size = buildBoundSize(builder, op, axis);
    sizes.push_back(size ? size : buildDimSize(builder, axis));
  }
  Value memory = memref::AllocOp::create(builder, type, sizes);
  bool isOfFunction = place == op && op->getParentRegion() == &body;
  if (!isOfFunction) {
    if (place == op)
      builder.setInsertionPoint(op->getBlock()->getTerminator());
    else
      builder.setInsertionPointAfter(place);
    memref::DeallocOp::create(builder, memory);
    return memory;
  }
  for (Block &block : body) {
    if (!block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
      continue;
    builder.setInsertionPoint(block.getTerminator());
    memref::DeallocOp::create(builder, memory);
  }
  return memory;
}

//===----------------------------------------------------------------------===//
// Accumulation and fills
//===----------------------------------------------------------------------===//

/// Combines the values of `op` with what its memories hold.
static void buildAccumulate(QueryBuilder &builder, AccumulateOp op,
                            ValueRange memories, bool exists) {
  auto note = [&](Operation *access) {
    if (exists)
      access->setAttr(SparseDialect::kExistsAttr, builder.getUnitAttr());
  };
  if (op.getAtomic()) {
    auto update = iter::AtomicUpdateOp::create(
        builder, op.getKind(), op.getValues().front(), memories.front(),
        op.getIndices());
    update.setSegmented(op.getSegmented());
    note(update);
    return;
  }
  SmallVector<Value> current;
  for (Value memory : memories) {
    current.push_back(memref::LoadOp::create(builder, memory, op.getIndices()));
    note(current.back().getDefiningOp());
  }
  SmallVector<Value> next =
      buildCombine(builder, op.getKind(), current, op.getValues());
  for (auto [memory, value] : llvm::zip_equal(memories, next))
    note(memref::StoreOp::create(builder, value, memory, op.getIndices()));
}

/// Sets every cell of the buffer, all of which exist, to the value.
static void buildFill(QueryBuilder &builder, FillOp op, Value memory) {
  // The verifier has seen to the layout.
  Layout layout = *sparse::getLayout(op.getBuffer());
  Value zero = constant(builder, 0), one = constant(builder, 1);
  SmallVector<Value> sizes, indices;
  for (int64_t dim = 0; dim < layout.getRank(); ++dim)
    sizes.push_back(buildDimSize(builder, layout.getAxis(dim)));
  for (Value size : sizes) {
    auto loop = scf::ForOp::create(builder, zero, size, one);
    builder.setInsertionPointToStart(loop.getBody());
    indices.push_back(loop.getInductionVar());
  }
  memref::StoreOp::create(builder, op.getValue(), memory, indices);
}

bool spindle::lowerAccess(QueryBuilder &builder, Operation *op,
                          const Memories &memories,
                          const DenseSet<Operation *> &existing,
                          SmallVectorImpl<Value> &results) {
  auto getMemory = [&](Value buffer) { return memories.at(buffer); };
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](LoadOp load) {
        results.push_back(memref::LoadOp::create(
            builder, getMemory(load.getBuffer()), load.getIndices()));
        return true;
      })
      .Case([&](StoreOp store) {
        memref::StoreOp::create(builder, store.getValue(),
                                getMemory(store.getBuffer()),
                                store.getIndices());
        return true;
      })
      .Case([&](AccumulateOp accumulate) {
        auto targets = llvm::map_to_vector(accumulate.getBuffers(), getMemory);
        buildAccumulate(builder, accumulate, targets, existing.contains(op));
        return true;
      })
      .Case([&](FillOp fill) {
        buildFill(builder, fill, getMemory(fill.getBuffer()));
        return true;
      })
      .Default(false);
}

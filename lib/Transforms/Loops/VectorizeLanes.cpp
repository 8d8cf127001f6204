//===- VectorizeLanes.cpp - how many elements of a vector -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorizeLanes.h"

#include "Spindle/Analysis/MostIterations.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle::loops;

/// The bits of the widest type that `loop` loads, stores or carries.
static int64_t findWidest(scf::ForOp loop) {
  int64_t widest = 8;
  auto note = [&](Type type) {
    if (type.isIntOrFloat())
      widest = std::max<int64_t>(widest, type.getIntOrFloatBitWidth());
  };
  auto isCounter = [](Value value) {
    return llvm::all_of(value.getUsers(), [](Operation *user) {
      return isa<arith::IndexCastOp>(user);
    });
  };
  for (Type type : loop.getResultTypes())
    note(type);
  loop.walk([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op); load && !isCounter(load))
      note(load.getType());
    else if (auto store = dyn_cast<memref::StoreOp>(op))
      note(store.getMemRefType().getElementType());
    else if (auto update = dyn_cast<spindle::iter::AtomicUpdateOp>(op))
      note(update.getMemRefType().getElementType());
    else if (auto inner = dyn_cast<scf::ForOp>(op))
      llvm::for_each(inner.getResultTypes(), note);
  });
  return widest;
}

int64_t spindle::loops::chooseLanes(scf::ForOp loop, int64_t bits,
                                    int64_t group) {
  int64_t lanes = std::max<int64_t>(bits / findWidest(loop), 1) * group;
  if (group > 1 && !isConstantIntValue(loop.getLowerBound(), 0))
    return group;
  std::optional<int64_t> count = getIterations(loop);
  if (!count || *count <= 0 || *count >= lanes)
    return lanes;
  return std::max<int64_t>(llvm::PowerOf2Ceil(*count), group);
}

//===- HandedRows.cpp - rows that nests store for one another -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandedRows.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

using namespace mlir;
using namespace spindle;

/// Returns the memory of the function's own that a tensor or a buffer is; null
/// for what it was given.
static Value findOwnMemory(Value value) {
  if (auto unpack = value.getDefiningOp<sparse::UnpackOp>())
    return findOwnMemory(unpack.getTensor());
  if (isa<sparse::BufferType>(value.getType()))
    return value.getDefiningOp<sparse::AllocOp>() ? value : Value();
  auto pack = sparse::getWhole(value).getDefiningOp<sparse::PackOp>();
  return pack ? findOwnMemory(pack.getValues()) : Value();
}

namespace {
/// The matrices of the function's own that an operation reads and writes.
struct Matrices {
  SmallVector<Value> read, written;
};
} // namespace

static void addMatrix(SmallVector<Value> &matrices, Value value) {
  Value memory = findOwnMemory(value);
  if (memory && cast<sparse::BufferType>(memory.getType()).getRank() == 2)
    matrices.push_back(memory);
}

static Matrices findMatrices(Operation *op) {
  Matrices found;
  if (auto generic = dyn_cast<sparse::GenericOp>(op)) {
    for (Value tensor : generic.getIns())
      addMatrix(found.read, tensor);
    for (Value tensor : generic.getOuts())
      addMatrix(found.written, tensor);
    return found;
  }
  op->walk([&](Operation *access) {
    if (auto load = dyn_cast<sparse::LoadOp>(access))
      addMatrix(found.read, load.getBuffer());
    if (auto store = dyn_cast<sparse::StoreOp>(access))
      addMatrix(found.written, store.getBuffer());
    if (auto sum = dyn_cast<sparse::AccumulateOp>(access))
      for (Value buffer : sum.getBuffers())
        addMatrix(found.written, buffer);
  });
  return found;
}

static bool haveOne(ArrayRef<Value> some, ArrayRef<Value> others) {
  return llvm::any_of(
      some, [&](Value value) { return llvm::is_contained(others, value); });
}

void spindle::setHandedRows(MutableArrayRef<NestFacts> nests,
                            ArrayRef<Operation *> ops) {
  SmallVector<Matrices> all = llvm::map_to_vector(ops, findMatrices);
  for (auto [nest, op, own] : llvm::zip_equal(nests, ops, all))
    for (auto [other, its] : llvm::zip_equal(ops, all))
      nest.handsRows |= op != other && (haveOne(own.read, its.written) ||
                                        haveOne(own.written, its.read));
}

//===- RowLoads.cpp - loads of neighbouring elements ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowLoads.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/LinearIndex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using spindle::iter::getLinearIndex;
using spindle::iter::LinearIndex;

static int64_t getBytes(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * getBytes(complex.getElementType());
  if (!element.isIntOrFloat())
    return 8;
  return llvm::divideCeil(element.getIntOrFloatBitWidth(), 8);
}

/// Whether neighbours in the last dimension are neighbours in memory.
static bool isContiguous(Value memory) {
  auto type = dyn_cast<MemRefType>(memory.getType());
  return type && type.getRank() > 0 && type.isLastDimUnitStride();
}

/// What `op` loads from, and how many elements; nothing where it is no load.
static std::optional<std::pair<Element, int64_t>> getLoad(Operation *op) {
  auto make = [](Value memory, ValueRange indices, int64_t count) {
    return std::make_pair(Element{memory, llvm::to_vector(indices)}, count);
  };
  using Load = std::optional<std::pair<Element, int64_t>>;
  return llvm::TypeSwitch<Operation *, Load>(op)
      .Case([&](memref::LoadOp load) {
        return make(load.getMemRef(), load.getIndices(), 1);
      })
      .Case<vector::LoadOp, vector::MaskedLoadOp>([&](auto load) {
        return make(load.getBase(), load.getIndices(),
                    load.getVectorType().getNumElements());
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The loop inside of `loop` in whose iterations `op` loads one element after
/// another: its bounds are constants, and no other loop is between. Null where
/// there is none.
static scf::ForOp getSweep(Operation *op, const Element &element,
                           scf::ForOp loop) {
  auto inner = dyn_cast<scf::ForOp>(op->getParentOp());
  if (!inner || inner == loop || inner->getParentOp() != loop ||
      !getConstantIntValue(inner.getLowerBound()) ||
      !getConstantIntValue(inner.getUpperBound()) ||
      !getConstantIntValue(inner.getStep()))
    return {};
  auto sum = getLinearIndex(element.indices.back());
  auto isVariable = [&](const LinearIndex::Term &term) {
    return term.value == inner.getInductionVar();
  };
  if (!sum || llvm::none_of(sum->terms, [&](const LinearIndex::Term &term) {
        return isVariable(term) && term.factor == 1;
      }))
    return {};
  auto isKnown = [&](Value value) { return isInvariant(value, inner); };
  bool restIsKnown =
      isKnown(element.memory) &&
      llvm::all_of(ArrayRef(element.indices).drop_back(), isKnown) &&
      llvm::all_of(sum->terms, [&](const LinearIndex::Term &term) {
        return isVariable(term) || isKnown(term.value);
      });
  return restIsKnown ? inner : scf::ForOp();
}

/// How many elements the variable of `loop`, of constant bounds, runs through
/// before the last iteration.
static int64_t getReach(scf::ForOp loop) {
  int64_t lower = *getConstantIntValue(loop.getLowerBound());
  int64_t upper = *getConstantIntValue(loop.getUpperBound());
  int64_t step = *getConstantIntValue(loop.getStep());
  return upper <= lower ? 0 : (upper - lower - 1) / step * step;
}

std::optional<RowLoads> spindle::loops::getRowLoads(Operation *op,
                                                    scf::ForOp loop) {
  auto load = getLoad(op);
  if (!load || load->first.indices.empty())
    return std::nullopt;
  Element &element = load->first;
  auto type = dyn_cast<MemRefType>(element.memory.getType());
  if (!type || isa<VectorType>(type.getElementType()))
    return std::nullopt;
  int64_t bytes = getBytes(type.getElementType());
  RowLoads row{op, element, bytes, 0, bytes * load->second, {}, op};
  if (!isContiguous(element.memory))
    return row;
  if (scf::ForOp inner = getSweep(op, element, loop)) {
    row.inner = inner;
    row.place = inner;
    row.end += getReach(inner) * bytes;
  }
  return row;
}

/// `second` less `first`, if that is known.
static std::optional<int64_t> getDistance(Value first, Value second) {
  auto one = getLinearIndex(first), other = getLinearIndex(second);
  if (!one || !other || one->terms.size() != other->terms.size())
    return std::nullopt;
  bool same = llvm::all_of(one->terms, [&](const LinearIndex::Term &term) {
    return llvm::any_of(other->terms, [&](const LinearIndex::Term &other) {
      return other.factor == term.factor &&
             iter::areEqual(other.value, term.value);
    });
  });
  if (!same)
    return std::nullopt;
  return other->constant - one->constant;
}

bool RowLoads::join(const RowLoads &other) {
  const Element &second = other.element;
  if (inner != other.inner || op->getBlock() != other.op->getBlock() ||
      !iter::areEqual(element.memory, second.memory) ||
      !isContiguous(element.memory))
    return false;
  auto areEqual = [](auto pair) {
    return iter::areEqual(std::get<0>(pair), std::get<1>(pair));
  };
  if (!llvm::all_of(llvm::zip_equal(ArrayRef(element.indices).drop_back(),
                                    ArrayRef(second.indices).drop_back()),
                    areEqual))
    return false;
  auto distance = getDistance(element.indices.back(), second.indices.back());
  // Rows that are apart are rows of their own.
  if (!distance)
    return false;
  int64_t shift = *distance * elementBytes;
  if (other.begin + shift > end + kLine || other.end + shift + kLine < begin)
    return false;
  begin = std::min(begin, other.begin + shift);
  end = std::max(end, other.end + shift);
  return true;
}

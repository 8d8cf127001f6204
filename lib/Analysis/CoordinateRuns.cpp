//===- CoordinateRuns.cpp - coordinates that come in runs -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/CoordinateRuns.h"

#include "Spindle/Analysis/LinearIndex.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisType;
using spindle::axis::CoordinateOp;
using spindle::axis::ParentOp;

/// The position whose coordinate `index` is, or what it lies under, if several
/// positions that follow one another may have the same; else null.
static Value getPositionInRun(Value index) {
  if (auto parent = index.getDefiningOp<ParentOp>())
    return parent.getAxis().getType().isVariable() ? parent.getPosition()
                                                   : Value();
  auto coordinate = index.getDefiningOp<CoordinateOp>();
  if (!coordinate)
    return {};
  AxisType type = coordinate.getAxis().getType();
  if (Value position = getPositionInRun(coordinate.getPosition()))
    return position;
  bool hasFibres = type.getKind() == axis::AxisKind::SparseVariable ||
                   type.getKind() == axis::AxisKind::SparseFixed;
  return hasFibres && type.getSorted() && !type.getUnique()
             ? coordinate.getPosition()
             : Value();
}

/// Whether `index` is another one in each iteration of `loop`, or may be.
static bool dependsOn(Value index, scf::ForOp loop) {
  std::optional<LinearIndex> sum = getLinearIndex(index);
  return !sum || llvm::any_of(sum->terms, [&](const LinearIndex::Term &term) {
    scf::ForOp counted = getLoopOfVariable(term.value);
    bool isInner = counted && loop->isProperAncestor(counted);
    return !isInner && !loops::isInvariant(term.value, loop);
  });
}

/// The loop inside of `around` that counts `position` up by ones; null where
/// there is none.
static scf::ForOp getCountingLoop(Value position, scf::ForOp around) {
  std::optional<LinearIndex> sum = getLinearIndex(position);
  if (!sum)
    return {};
  for (const LinearIndex::Term &term : sum->terms) {
    scf::ForOp loop = getLoopOfVariable(term.value);
    if (loop && term.factor == 1 && around->isProperAncestor(loop) &&
        llvm::all_of(sum->terms, [&](const LinearIndex::Term &other) {
          return other.value == term.value ||
                 loops::isInvariant(other.value, loop);
        }))
      return loop;
  }
  return {};
}

bool spindle::iter::hasRuns(sparse::AccumulateOp accumulate, scf::ForOp loop) {
  return llvm::any_of(accumulate.getIndices(), [&](Value index) {
    Value position = getPositionInRun(index);
    scf::ForOp inner =
        position ? getCountingLoop(position, loop) : scf::ForOp();
    return inner && llvm::all_of(accumulate.getIndices(), [&](Value other) {
             return other == index || !dependsOn(other, inner);
           });
  });
}

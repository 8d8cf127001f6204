//===- RowSums.cpp - what a loop over rows sums up ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSums.h"

#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using spindle::sparse::DistinctMemory;

namespace {
/// The proof for one loop, on the way; each step gives why it is refused.
struct RowSumsProof {
  RowSumsProof(scf::ForOp rows, bool reassociate) : reassociate(reassociate) {
    found.rows = rows;
    number = rows.getInductionVar();
  }

  bool reassociate;
  RowSums found;
  /// What finds the row of the result: the row, or its coordinate.
  Value number;
  /// The loops over a row's fibre.
  llvm::SetVector<Operation *> fibres;
  /// The loads of their bounds.
  llvm::DenseSet<Operation *> bounds;
  /// The loads of coordinates, and of what sums go on from.
  llvm::DenseSet<Operation *> names, starts;

  std::string run();

private:
  std::string checkLoop();
  std::string checkVariable();
  std::string addCoordinate(memref::LoadOp load);
  std::string checkNext(Value next);
  std::string addPosition(memref::LoadOp load, Value index, bool isEnd);
  std::string checkBound(Value bound, bool isEnd);
  std::string checkFibres();
  std::string checkFibre(scf::ForOp loop);
  std::string checkEffects();
  std::string addSum(memref::StoreOp store);
  std::string checkSum(OpResult sum, RowSum &row);
  std::string checkStart(Value start, RowSum &row);
  bool isSameInAllRows(Operation *op, memref::StoreOp store);
  std::string checkIndices(RowSum &row);
  std::string checkMemory();
};
} // namespace

/// Whether `type` is that of memory of any number of rows, which may be one
/// after another.
static bool hasAnyRows(Type type) {
  auto memory = dyn_cast<MemRefType>(type);
  if (!memory || memory.getRank() == 0 || !memory.isDynamicDim(0))
    return false;
  auto plain = MemRefType::get(memory.getShape(), memory.getElementType());
  return memref::CastOp::areCastCompatible(plain, memory);
}

//===----------------------------------------------------------------------===//
// The row
//===----------------------------------------------------------------------===//

std::string RowSumsProof::checkLoop() {
  std::string refusal = iter::checkNothingCarried(found.rows);
  return refusal.empty() ? iter::checkCounting(found.rows) : refusal;
}

/// Takes a load at `index`, the row or, `isEnd`, the row after it.
std::string RowSumsProof::addPosition(memref::LoadOp load, Value index,
                                      bool isEnd) {
  Value memory = load.getMemRef();
  if (load.getIndices() != ValueRange{index} ||
      (found.positions && found.positions != memory))
    return "its rows are in more than one array of positions";
  if (!hasAnyRows(memory.getType()) ||
      !load.getMemRefType().getLayout().isIdentity())
    return "its positions are in memory of a fixed size";
  found.positions = memory;
  bounds.insert(load);
  return checkBound(load, isEnd);
}

/// Checks that `bound`, of a fibre, is nothing but one of loops.
std::string RowSumsProof::checkBound(Value bound, bool isEnd) {
  for (OpOperand &use : bound.getUses()) {
    auto loop = dyn_cast<scf::ForOp>(use.getOwner());
    if (isa<arith::IndexCastOp>(use.getOwner())) {
      std::string refusal = checkBound(use.getOwner()->getResult(0), isEnd);
      if (!refusal.empty())
        return refusal;
    } else if (!loop ||
               bound != (isEnd ? loop.getUpperBound() : loop.getLowerBound())) {
      return "it uses positions for something else than the bounds of loops";
    } else {
      fibres.insert(loop);
    }
  }
  return "";
}

std::string RowSumsProof::checkNext(Value next) {
  for (Operation *user : next.getUsers()) {
    auto load = dyn_cast<memref::LoadOp>(user);
    std::string refusal = load ? addPosition(load, next, /*isEnd=*/true)
                               : "it uses the number of the next row";
    if (!refusal.empty())
      return refusal;
  }
  return "";
}

/// What `load` gives as an index: itself, or what it alone is cast to.
static Value getAsIndex(memref::LoadOp load) {
  if (load->hasOneUse())
    if (auto cast = dyn_cast<arith::IndexCastOp>(*load->user_begin()))
      return cast.getOut();
  return load;
}

/// Whether `index` is what something finds the first dimension of memory by.
static bool findsRow(Value index) {
  return llvm::any_of(index.getUsers(), [&](Operation *user) {
    auto store = dyn_cast<memref::StoreOp>(user);
    return store && !store.getIndices().empty() &&
           store.getIndices().front() == index;
  });
}

/// Whether what `load` gives is where loops start.
static bool isStart(memref::LoadOp load) {
  return llvm::all_of(load->getUses(), [](OpOperand &use) {
    auto loop = dyn_cast<scf::ForOp>(use.getOwner());
    return loop && use.getOperandNumber() >= loop.getNumControlOperands();
  });
}

/// Takes a load at the row that says which row of the result is its own.
std::string RowSumsProof::addCoordinate(memref::LoadOp load) {
  if (found.coordinates || !found.sums.empty())
    return "its rows have several coordinates";
  if (!hasAnyRows(load.getMemRefType()) ||
      !load.getMemRefType().getLayout().isIdentity())
    return "its coordinates are in memory of a fixed size";
  found.coordinates = load.getMemRef();
  names.insert(load);
  number = getAsIndex(load);
  for (Operation *user : number.getUsers()) {
    auto store = dyn_cast<memref::StoreOp>(user);
    auto start = dyn_cast<memref::LoadOp>(user);
    std::string refusal = store ? addSum(store) : std::string();
    if (!store && !(start && isStart(start)))
      refusal = "it uses the coordinate of the row for something else than its "
                "sum";
    if (!refusal.empty())
      return refusal;
  }
  return "";
}

std::string RowSumsProof::checkVariable() {
  Value row = found.rows.getInductionVar();
  for (Operation *user : row.getUsers()) {
    auto load = dyn_cast<memref::LoadOp>(user);
    auto next = dyn_cast<arith::AddIOp>(user);
    std::string refusal;
    if (load && isStart(load))
      continue;
    if (auto store = dyn_cast<memref::StoreOp>(user))
      refusal = addSum(store);
    else if (load && load.getMemRefType().getRank() == 1 &&
             findsRow(getAsIndex(load)))
      refusal = addCoordinate(load);
    else if (load && load.getMemRefType().getRank() == 1)
      refusal = addPosition(load, row, /*isEnd=*/false);
    else if (next && next.getLhs() == row &&
             matchPattern(next.getRhs(), m_One()))
      refusal = checkNext(next);
    else
      refusal = "it uses the number of the row for something else than its "
                "bounds and its sum";
    if (!refusal.empty())
      return refusal;
  }
  return "";
}

/// Checks that `loop` runs over a row's whole fibre once, and only sums.
std::string RowSumsProof::checkFibre(scf::ForOp loop) {
  auto isBound = [&](Value bound) {
    if (auto cast = bound.getDefiningOp<arith::IndexCastOp>())
      bound = cast.getIn();
    return bounds.contains(bound.getDefiningOp());
  };
  auto isSum = [&](Operation *user) {
    return llvm::any_of(found.sums,
                        [&](RowSum &sum) { return sum.store == user; });
  };
  if (!isBound(loop.getLowerBound()) || !isBound(loop.getUpperBound()) ||
      !matchPattern(loop.getStep(), m_One()))
    return "a loop inside runs over a part of the row's elements alone";
  if (llvm::any_of(fibres, [&](Operation *other) {
        return other->isProperAncestor(loop);
      }))
    return "a loop inside takes the row's elements in pairs";
  for (Value carried : loop.getResults())
    if (carried.use_empty() || !llvm::all_of(carried.getUsers(), isSum))
      return "what a loop inside carries is not only stored";
  return "";
}

std::string RowSumsProof::checkFibres() {
  if (fibres.empty() || found.sums.empty())
    return "it holds no sum over a row's elements";
  if (found.goesOn && found.sums.size() > 1)
    return "it has several sums that go on from what is there before";
  for (Operation *fibre : fibres)
    if (std::string refusal = checkFibre(cast<scf::ForOp>(fibre));
        !refusal.empty())
      return refusal;
  return "";
}

//===----------------------------------------------------------------------===//
// The sums
//===----------------------------------------------------------------------===//

/// Checks that `sum`, which `row` stores, is one over the row's fibre alone.
std::string RowSumsProof::checkSum(OpResult sum, RowSum &row) {
  auto fibre = sum ? dyn_cast<scf::ForOp>(sum.getOwner()) : scf::ForOp();
  auto reduction = fibre ? matchReduction(fibre, sum.getResultNumber())
                         : std::optional<LoopReduction>();
  if (!reduction)
    return "what it stores is not what a loop inside sums up";
  if (reduction->dependsOnOrder() && !reassociate)
    return "another order of its sums changes their bits, and 'reassociate' is "
           "not given";
  row.reduction = *reduction;
  fibres.insert(fibre);
  return checkStart(fibre.getInitArgs()[sum.getResultNumber()], row);
}

/// Checks that what `row` stores starts with nothing, or with what is in the
/// element that it stores to, each of which is stored to once.
std::string RowSumsProof::checkStart(Value start, RowSum &row) {
  Attribute init;
  bool isNeutral = matchPattern(start, m_Constant(&init)) &&
                   init == row.reduction.getNeutral();
  if (isNeutral || row.reduction.isZero(start))
    return found.coordinates
               ? "of rows of one coordinate it keeps the last one's sum"
               : "";
  auto load = start.getDefiningOp<memref::LoadOp>();
  ValueRange indices = row.store.getIndices();
  bool isOwn = load && load.getMemRef() == row.store.getMemRef() &&
               load.getIndices() == indices;
  if (!isOwn || !llvm::all_of(row.columns, [&](Operation *op) {
        auto loop = dyn_cast<scf::ForOp>(op);
        return !loop || llvm::is_contained(indices, loop.getInductionVar());
      }))
    return "its sums go on from something else than what they are stored to";
  starts.insert(load);
  found.goesOn = true;
  return "";
}

/// Whether `op`, a loop or a branch around `store`, runs what is in it alike in
/// all rows.
bool RowSumsProof::isSameInAllRows(Operation *op, memref::StoreOp store) {
  auto isOutside = [&](Value value) {
    return found.rows.isDefinedOutsideOfLoop(value);
  };
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getInits().empty() && isOutside(loop.getLowerBound()) &&
           isOutside(loop.getUpperBound()) && isOutside(loop.getStep());
  auto branch = dyn_cast<scf::IfOp>(op);
  return branch && branch.getNumResults() == 0 &&
         branch.getThenRegion().isAncestor(store->getParentRegion()) &&
         isInvariant(branch.getCondition(), found.rows);
}

/// Checks that what `row` stores to is found by the row and the loops around.
std::string RowSumsProof::checkIndices(RowSum &row) {
  ValueRange indices = row.store.getIndices();
  if (indices.empty() || indices.front() != number)
    return "its rows are not those of what it stores to";
  for (Operation *op = row.store->getParentOp(); op != found.rows;
       op = op->getParentOp()) {
    if (!isSameInAllRows(op, row.store))
      return "not all rows store the same columns";
    row.columns.insert(row.columns.begin(), op);
  }
  auto isColumn = [&](Value index) {
    return found.rows.isDefinedOutsideOfLoop(index) ||
           llvm::any_of(row.columns, [&](Operation *op) {
             auto loop = dyn_cast<scf::ForOp>(op);
             return loop && loop.getInductionVar() == index;
           });
  };
  return llvm::all_of(indices.drop_front(), isColumn)
             ? ""
             : "not all rows store the same columns";
}

std::string RowSumsProof::addSum(memref::StoreOp store) {
  RowSum row{store, {}, {}};
  std::string refusal = checkIndices(row);
  if (refusal.empty())
    refusal = checkSum(dyn_cast<OpResult>(store.getValueToStore()), row);
  if (!refusal.empty())
    return refusal;
  if (found.result && (found.result != store.getMemRef() ||
                       found.sums.front().reduction.kind != row.reduction.kind))
    return "it stores to several memories, or sums of several kinds";
  found.result = store.getMemRef();
  if (!hasAnyRows(found.result.getType()))
    return "what it stores to has a fixed number of rows";
  found.sums.push_back(row);
  return "";
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Checks that the loop writes nothing but its sums.
std::string RowSumsProof::checkEffects() {
  auto isSum = [&](Operation *op) {
    return llvm::any_of(found.sums,
                        [&](RowSum &sum) { return sum.store == op; });
  };
  auto find = [&](Operation *op) {
    bool isKnown = isa<memref::LoadOp>(op) || isSum(op) || isPure(op) ||
                   op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                   op->hasTrait<OpTrait::IsTerminator>();
    return isKnown ? WalkResult::advance() : WalkResult::interrupt();
  };
  return found.rows.getBody()->walk(find).wasInterrupted()
             ? "it does more than to load, and to store its sums"
             : "";
}

/// Checks that what is read is not what is written, and that nothing but the
/// bounds of fibres is read of positions.
std::string RowSumsProof::checkMemory() {
  auto function = found.rows->getParentOfType<func::FuncOp>();
  DistinctMemory distinct(function);
  Value positions = spindle::sparse::getRootMemory(found.positions);
  std::string refusal;
  Value coordinates = found.coordinates
                          ? spindle::sparse::getRootMemory(found.coordinates)
                          : Value();
  found.rows.walk([&](memref::LoadOp load) {
    Value memory = load.getMemRef();
    if (starts.contains(load))
      return;
    if (!names.contains(load) &&
        spindle::sparse::getRootMemory(memory) == coordinates)
      refusal = "it reads coordinates of rows for something else than its sums";
    if (!distinct.areDistinct(memory, found.result))
      refusal = "it may read what it stores";
    if (!bounds.contains(load) &&
        spindle::sparse::getRootMemory(memory) == positions)
      refusal =
          "it reads positions for something else than the bounds of loops";
  });
  return refusal;
}

std::string RowSumsProof::run() {
  using Step = std::string (RowSumsProof::*)();
  for (Step step : {&RowSumsProof::checkLoop, &RowSumsProof::checkVariable,
                    &RowSumsProof::checkFibres, &RowSumsProof::checkEffects,
                    &RowSumsProof::checkMemory})
    if (std::string refusal = (this->*step)(); !refusal.empty())
      return refusal;
  return "";
}

FailureOr<RowSums> spindle::loops::findRowSums(scf::ForOp rows,
                                               bool reassociate,
                                               std::string &refusal) {
  RowSumsProof proof(rows, reassociate);
  refusal = proof.run();
  if (!refusal.empty())
    return failure();
  return proof.found;
}

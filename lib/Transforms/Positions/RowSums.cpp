//===- RowSums.cpp - what a loop over rows sums up ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSums.h"

#include "Spindle/Analysis/BodyMemory.h"
#include "Spindle/Analysis/IndexCover.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Iter/IR/BuildCombine.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::CoordinateOp;
using spindle::axis::LengthOp;
using spindle::axis::PositionOp;
using spindle::axis::SparseVariableOp;
using spindle::sparse::AccumulateOp;
using spindle::sparse::StoreOp;

namespace {
/// The proof for one loop, on the way; each step gives why it is refused.
struct RowSumsProof {
  RowSumsProof(scf::ForOp rows, bool reassociate) : reassociate(reassociate) {
    found.rows = rows;
    number = rows.getInductionVar();
    Operation *around = rows->getParentOp();
    whole = cast<LoopLikeOpInterface>(
        isa<scf::ForallOp>(around) ? around : rows.getOperation());
  }

  bool reassociate;
  RowSums found;
  /// What finds the row of the result: the row, or its coordinate.
  Value number;
  /// The loop, or that of the workers that share it.
  LoopLikeOpInterface whole;
  /// The loops over a row's whole fibre.
  llvm::SetVector<Operation *> fibres;

  std::string run();

private:
  Value getRow() { return found.rows.getInductionVar(); }
  bool isInside(Operation *op) { return found.rows->isAncestor(op); }
  std::string findFibres();
  std::string checkRow();
  std::string checkUse(OpOperand &use);
  std::string checkRange(Operation *query);
  bool asksOfRows(Value axis);
  std::string checkAxes();
  std::string checkSums();
  std::string addSum(AccumulateOp accumulate);
  std::string addColumns(RowSum &sum, scf::ForOp fibre);
  std::string findStart(RowSum &sum, scf::ForOp fibre);
  std::string checkMemory();
};
} // namespace

/// Whether `type` is that of memory of any number of rows, which may be one
/// after another.
static bool hasAnyRows(MemRefType type) {
  auto plain = MemRefType::get(type.getShape(), type.getElementType());
  return type.getRank() > 0 && type.isDynamicDim(0) &&
         memref::CastOp::areCastCompatible(plain, type);
}

//===----------------------------------------------------------------------===//
// Rows and their fibres
//===----------------------------------------------------------------------===//

std::string RowSumsProof::findFibres() {
  std::string refusal;
  found.rows.getBody()->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    PositionOp begin = getWholeFibre(loop);
    if (!begin || begin.getUnder().front() != getRow())
      return;
    auto elements = begin.getAxis().getDefiningOp<SparseVariableOp>();
    if (!elements || (found.elements && found.elements != elements))
      refusal = "its rows are in more than one array of positions";
    else if (llvm::any_of(fibres, [&](Operation *other) {
               return other->isProperAncestor(loop);
             }))
      refusal = "a loop inside takes the row's elements in pairs";
    found.elements = elements;
    fibres.insert(loop);
  });
  return refusal;
}

/// Whether `use` is the first index of a store or an accumulation.
static bool findsResult(OpOperand &use) {
  return llvm::TypeSwitch<Operation *, bool>(use.getOwner())
      .Case<StoreOp, AccumulateOp>([&](auto access) {
        OperandRange indices = access.getIndices();
        return !indices.empty() &&
               use.getOperandNumber() == indices.getBeginOperandIndex();
      })
      .Default([](Operation *) { return false; });
}

/// Checks that `query`, of where the row's fibre begins or how long it is, only
/// bounds loops over all of it.
std::string RowSumsProof::checkRange(Operation *query) {
  for (Operation *user : query->getUsers()) {
    auto loop = dyn_cast<scf::ForOp>(user);
    if (fibres.contains(user) || (isa<arith::AddIOp>(user) &&
                                  llvm::all_of(user->getUsers(), [&](auto *op) {
                                    return fibres.contains(op);
                                  })))
      continue;
    if (!loop)
      return "it uses positions for something else than the bounds of loops";
    return loop.getInits().empty()
               ? "a loop inside runs over a part of the row's elements alone"
               : "what a loop inside carries is not only stored";
  }
  return "";
}

/// Checks a `use` of the row that does not find its result.
std::string RowSumsProof::checkUse(OpOperand &use) {
  Operation *user = use.getOwner();
  std::string refusal = "it uses the number of the row for something else than "
                        "its bounds and its sum";
  if (!isa<PositionOp, LengthOp, CoordinateOp>(user))
    return refusal;
  auto axis = user->getOperand(0).getDefiningOp<SparseVariableOp>();
  auto coordinate = dyn_cast<CoordinateOp>(user);
  bool isName = coordinate && coordinate.getPosition() == getRow();
  // What a query is under comes last.
  if (!axis || isName != axis::isRoot(axis) ||
      use.getOperandNumber() != user->getNumOperands() - 1)
    return refusal;
  if (isName) {
    found.stored = axis;
    number = coordinate;
    return "";
  }
  if (found.elements && axis != found.elements)
    return "its rows are in more than one array of positions";
  return coordinate ? "" : checkRange(user);
}

std::string RowSumsProof::checkRow() {
  for (OpOperand &use : getRow().getUses())
    if (!findsResult(use))
      if (std::string refusal = checkUse(use); !refusal.empty())
        return refusal;
  if (fibres.empty())
    return "it holds no sum over a row's elements";
  if (number != getRow() && !llvm::all_of(number.getUses(), findsResult))
    return "it uses the coordinate of the row for something else than its sum";
  return "";
}

/// Whether the loop asks anything of `axis`, of rows, but the name of its own.
bool RowSumsProof::asksOfRows(Value axis) {
  return llvm::any_of(axis.getUsers(), [&](Operation *user) {
    return isInside(user) && !llvm::is_contained(user->getResults(), number);
  });
}

/// Checks the axes, which are asked for nothing but a row's fibre and its name.
std::string RowSumsProof::checkAxes() {
  SparseVariableOp elements = found.elements, stored = found.stored;
  if (!axis::isRoot(elements.getParent()))
    return "its rows lie under others";
  if (whole->isAncestor(elements) || (stored && whole->isAncestor(stored)))
    return "its workers have memory of their own";
  if (!hasAnyRows(cast<MemRefType>(elements.getPositions().getType())))
    return "its positions are in memory of a fixed size";
  auto isOfRow = [&](Operation *query) {
    return isa<CoordinateOp>(query) ||
           llvm::is_contained(query->getOperands(), getRow());
  };
  for (Operation *user : elements->getUsers())
    if (isInside(user) && !isOfRow(user))
      return "it reads positions for something else than the bounds of loops";
  if (asksOfRows(elements.getParent()) || (stored && asksOfRows(stored)))
    return "it asks of its rows something else than where their sums are";
  return "";
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Finds the loops between those over rows and the fibre of `sum`, whose
/// elements they and the row tell.
std::string RowSumsProof::addColumns(RowSum &sum, scf::ForOp fibre) {
  auto isOutside = [&](Value value) {
    return whole.isDefinedOutsideOfLoop(value);
  };
  for (Operation *op = fibre->getParentOp(); op != found.rows;
       op = op->getParentOp()) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || !loop.getInits().empty() ||
        !llvm::all_of(loop->getOperands(), isOutside))
      return "not all rows store the same columns";
    sum.columns.insert(sum.columns.begin(), loop);
  }
  auto isColumn = [&](Value index) {
    return isOutside(index) ||
           llvm::is_contained(sum.columns, getLoopOfVariable(index));
  };
  return llvm::all_of(sum.accumulate.getIndices().drop_front(), isColumn)
             ? ""
             : "not all rows store the same columns";
}

/// Whether `value` changes nothing that `kind` combines it with, or is a zero
/// that sums may begin with.
static bool isNothing(Value value, CombineKind kind) {
  Attribute number;
  return (matchPattern(value, m_Constant(&number)) &&
          number == getNeutral(kind, value.getType())) ||
         (kind == CombineKind::Add && (matchPattern(value, m_PosZeroFloat()) ||
                                       matchPattern(value, m_Zero())));
}

/// Finds the store that begins `sum` before the loop over the fibre. Where
/// there is none, each element is combined into by one run of that.
std::string RowSumsProof::findStart(RowSum &sum, scf::ForOp fibre) {
  OperandRange indices = sum.accumulate.getIndices();
  for (Operation *op = fibre->getPrevNode(); op; op = op->getPrevNode()) {
    auto store = dyn_cast<StoreOp>(op);
    if (!store || store.getBuffer() != found.result ||
        store.getIndices() != indices)
      continue;
    sum.start = store;
    if (!isNothing(store.getValue(), sum.accumulate.getKind()))
      break;
    return found.stored
               ? "of rows of one coordinate it keeps the last one's sum"
               : "";
  }
  bool areTold = llvm::all_of(sum.columns, [&](scf::ForOp loop) {
    return llvm::is_contained(indices, loop.getInductionVar());
  });
  return !sum.start && areTold ? ""
                               : "its sums go on from something else than what "
                                 "they are stored to";
}

std::string RowSumsProof::addSum(AccumulateOp accumulate) {
  Value buffer = accumulate.getBuffers().front();
  if (accumulate.getBuffers().size() != 1 ||
      (found.result &&
       (found.result != buffer || found.getKind() != accumulate.getKind())))
    return "it stores to several memories, or sums of several kinds";
  if (accumulate.getIndices().empty() ||
      accumulate.getIndices().front() != number)
    return "its rows are not those of what it stores to";
  Type type = accumulate.getValues().front().getType();
  auto fibre = dyn_cast<scf::ForOp>(accumulate->getParentOp());
  if (!fibres.contains(fibre) || !type.isIntOrFloat())
    return "what it stores is not what a loop inside sums up";
  bool inOrder = isa<FloatType>(type) && !reassociate &&
                 (accumulate.getKind() == CombineKind::Add ||
                  accumulate.getKind() == CombineKind::Mul);
  if (inOrder)
    return "another order of its sums changes their bits, and 'reassociate' is "
           "not given";
  found.result = buffer;
  RowSum &sum = found.sums.emplace_back(RowSum{accumulate, {}, {}});
  std::string refusal = addColumns(sum, fibre);
  return refusal.empty() ? findStart(sum, fibre) : refusal;
}

std::string RowSumsProof::checkSums() {
  std::string refusal;
  found.rows.getBody()->walk([&](AccumulateOp accumulate) {
    if (refusal.empty())
      refusal = addSum(accumulate);
  });
  if (!refusal.empty())
    return refusal;
  if (found.sums.empty())
    return "it holds no sum over a row's elements";
  llvm::SmallPtrSet<Operation *, 4> starts;
  for (const RowSum &sum : found.sums)
    if (StoreOp start = sum.start;
        found.sums.size() > 1 && !(start && starts.insert(start).second))
      return "it has several sums that go on from what is there before";
    else
      starts.insert(start);
  found.rows.getBody()->walk([&](StoreOp store) {
    if (!starts.contains(store))
      refusal = "it does more than to load, and to store its sums";
  });
  return refusal;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The axis of the rows of `buffer`; null where it has no memory of its own or
/// of a memref.
static Value getRowAxis(Value buffer) {
  if (auto bind = buffer.getDefiningOp<sparse::BindOp>())
    return isa<MemRefType>(bind.getMemory().getType()) ? bind.getAxes().front()
                                                       : Value();
  auto alloc = buffer.getDefiningOp<sparse::AllocOp>();
  return alloc ? alloc.getAxes().front() : Value();
}

/// The type of the memory of `buffer`.
static MemRefType getMemoryType(Value buffer) {
  auto bind = buffer.getDefiningOp<sparse::BindOp>();
  return bind ? cast<MemRefType>(bind.getMemory().getType())
              : cast<sparse::BufferType>(buffer.getType()).getMemRefType();
}

/// Checks that the loop does nothing but to load and to sum up, and that what
/// is read is not what is written.
std::string RowSumsProof::checkMemory() {
  Value axis = getRowAxis(found.result);
  if (!axis || whole->isAncestor(found.result.getDefiningOp()))
    return "its workers have memory of their own";
  if (asksOfRows(axis))
    return "it asks of its rows something else than where their sums are";
  if (!hasAnyRows(getMemoryType(found.result)))
    return "what it stores to has a fixed number of rows";
  BodyMemory memory;
  if (!memory.add(found.rows).empty())
    return "it does more than to load, and to store its sums";
  sparse::DistinctMemory distinct(
      found.rows->getParentOfType<FunctionOpInterface>());
  for (const auto &[root, accesses] : memory.getMemories()) {
    if (!memory.writes(root))
      continue;
    if (llvm::any_of(accesses,
                     [](const MemoryAccess &access) { return !access.writes; }))
      return "it may read what it stores";
    if (std::string reason = memory.checkElements(root, distinct, found.rows);
        !reason.empty())
      return reason;
  }
  return "";
}

std::string RowSumsProof::run() {
  std::string reason = checkNothingCarried(found.rows);
  if (reason.empty())
    reason = checkCounting(found.rows);
  using Step = std::string (RowSumsProof::*)();
  for (Step step : {&RowSumsProof::findFibres, &RowSumsProof::checkRow,
                    &RowSumsProof::checkAxes, &RowSumsProof::checkSums,
                    &RowSumsProof::checkMemory})
    if (reason.empty())
      reason = (this->*step)();
  return reason;
}

FailureOr<RowSums> spindle::iter::findRowSums(scf::ForOp rows, bool reassociate,
                                              std::string &refusal) {
  RowSumsProof proof(rows, reassociate);
  refusal = proof.run();
  if (!refusal.empty())
    return failure();
  return proof.found;
}

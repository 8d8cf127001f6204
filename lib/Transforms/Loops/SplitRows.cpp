//===- SplitRows.cpp - long rows in sections of fixed lengths -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/SplitRows.h"

#include "RowSections.h"
#include "RowSums.h"
#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "Spindle/Transforms/Loops/OutlineLoop.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

namespace {
/// The calls of a function of rows, from `row` to `end`, on their way to cut
/// long rows.
struct RowsCall {
  RowSums sums;
  func::CallOp call;
  /// The loop of workers around the call; null where there is none.
  scf::ForallOp workers;
  /// The numbers of the operands that are positions, the result, and
  /// coordinates where rows have such.
  size_t positions = 0, result = 0, coordinates = 0;
  ScannedRows rows;
  RowSections sections;
  /// A row of sums for each section and gap.
  Value sectionSums;

  std::string find(scf::ForOp loop);
  void outline(scf::ForOp loop);
  void cut(RewriterBase &rewriter, int64_t elements);

private:
  SmallVector<std::pair<Value, size_t *>> getMemories();
  std::string checkBody(func::FuncOp body);
  std::string checkWorkers();
  void buildRange(ImplicitLocOpBuilder &builder);
  void buildCall(ImplicitLocOpBuilder &builder, Value begin, Value end,
                 bool ofSections);
  void buildBetween(ImplicitLocOpBuilder &builder, Value begin, Value end,
                    bool ofSections);
  void markRow(ImplicitLocOpBuilder &builder, Value number, Value row,
               Value begin, Value end);
  void buildChunk(ImplicitLocOpBuilder &builder, ValueRange range, Value chunk);
  void buildSums(ImplicitLocOpBuilder &builder);
  void buildColumns(ImplicitLocOpBuilder &builder, RowSum &sum, IRMapping &map);
  void buildSum(ImplicitLocOpBuilder &builder, RowSum &sum, Value number);
};
} // namespace

/// `index`, or the end of [`begin`, `end`] that is nearest to it.
static Value clamp(ImplicitLocOpBuilder &builder, Value index, Value begin,
                   Value end) {
  return arith::MinSIOp::create(
      builder, arith::MaxSIOp::create(builder, index, begin), end);
}

//===----------------------------------------------------------------------===//
// Finding the call
//===----------------------------------------------------------------------===//

/// Whether all that becomes of `memory` is said of it, or is used in `loop`.
static bool isOnlyUsedIn(Value memory, scf::ForOp loop) {
  return llvm::all_of(memory.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (isa<memref::DistinctObjectsOp>(user))
      return isOnlyUsedIn(user->getResult(use.getOperandNumber()), loop);
    return loop->isProperAncestor(user);
  });
}

/// The memories that others take the place of for sections, as the loop uses
/// them, and the numbers of their operands.
SmallVector<std::pair<Value, size_t *>> RowsCall::getMemories() {
  SmallVector<std::pair<Value, size_t *>> memories{{sums.positions, &positions},
                                                   {sums.result, &result}};
  if (sums.coordinates)
    memories.push_back({sums.coordinates, &coordinates});
  return memories;
}

/// Checks that `body` is a function of rows: it runs the loop from its first
/// argument to its second, and does nothing else.
std::string RowsCall::checkBody(func::FuncOp body) {
  std::string refusal = "its function does more than to run it";
  auto argument = [&](Value value) {
    auto arg = dyn_cast<BlockArgument>(value);
    return arg && arg.getOwner() == &body.getBody().front() ? arg
                                                            : BlockArgument();
  };
  BlockArgument begin = argument(sums.rows.getLowerBound());
  BlockArgument end = argument(sums.rows.getUpperBound());
  if (!begin || !end || begin.getArgNumber() != 0 || end.getArgNumber() != 1 ||
      !begin.hasOneUse() || !end.hasOneUse())
    return refusal;
  for (auto [memory, number] : getMemories()) {
    BlockArgument held = argument(sparse::getRootMemory(memory));
    if (!held || !isOnlyUsedIn(held, sums.rows))
      return refusal;
    *number = held.getArgNumber();
  }
  bool isAlone = true;
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == sums.rows)
      return WalkResult::skip();
    isAlone &= op == body || isa<memref::DistinctObjectsOp>(op) ||
               op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
               op->hasTrait<OpTrait::IsTerminator>() || isPure(op);
    return WalkResult::advance();
  });
  return isAlone ? "" : refusal;
}

/// Checks that a loop of workers calls the function, and only loads else.
std::string RowsCall::checkWorkers() {
  workers = dyn_cast<scf::ForallOp>(call->getParentOp());
  if (!workers || workers.getRank() != 1 || !workers.isNormalized() ||
      workers.getNumResults() != 0 || !iter::isOutermost(workers))
    return "what calls its function is no loop of workers";
  auto isOther = [&](Operation *op) {
    if (op == workers || op == call || isa<memref::LoadOp>(op))
      return WalkResult::advance();
    return op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                   op->hasTrait<OpTrait::IsTerminator>() || isPure(op)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  };
  if (workers->walk(isOther).wasInterrupted())
    return "its workers do more than to call its function";
  for (auto [memory, number] : getMemories())
    if (!workers.isDefinedOutsideOfLoop(call.getOperand(*number)))
      return "its workers have memory of their own";
  return "";
}

/// Finds what calls the function of `loop`, which is outlined already.
std::string RowsCall::find(scf::ForOp loop) {
  auto body = loop->getParentOfType<func::FuncOp>();
  std::string refusal = checkBody(body);
  if (!refusal.empty())
    return refusal;
  auto uses =
      SymbolTable::getSymbolUses(body, body->getParentOfType<ModuleOp>());
  if (!uses || !llvm::hasSingleElement(*uses))
    return "its function is not called once";
  call = dyn_cast<func::CallOp>(uses->begin()->getUser());
  return call ? checkWorkers() : "its function is not called once";
}

/// Moves `loop` to a function of its own.
void RowsCall::outline(scf::ForOp loop) {
  auto memories = getMemories();
  call = iter::outlineLoop(loop->getParentOfType<func::FuncOp>(), loop);
  for (auto [memory, number] : memories)
    *number = llvm::find(call.getOperands(), memory) - call.operand_begin();
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

/// The operands `begin` and `end` of the call in worker number `worker`.
static std::pair<Value, Value> buildBounds(ImplicitLocOpBuilder &builder,
                                           scf::ForallOp workers,
                                           func::CallOp call, Value worker) {
  IRMapping map;
  map.map(workers.getInductionVar(0), worker);
  for (Operation &op : workers.getBody()->without_terminator())
    if (&op != call)
      builder.clone(op, map);
  return {map.lookupOrDefault(call.getOperand(0)),
          map.lookupOrDefault(call.getOperand(1))};
}

/// The rows that are searched for long ones: from the first of the first worker
/// to the last of the last one.
void RowsCall::buildRange(ImplicitLocOpBuilder &builder) {
  rows.first = call.getOperand(0);
  rows.end = call.getOperand(1);
  if (!workers)
    return;
  Value count = workers.getUpperBound(builder).front();
  Value last = arith::SubIOp::create(builder, count, constant(builder, 1));
  rows.first = buildBounds(builder, workers, call, constant(builder, 0)).first;
  rows.end = buildBounds(builder, workers, call, last).second;
}

/// Calls the function for [`begin`, `end`) of the rows, or of sections.
void RowsCall::buildCall(ImplicitLocOpBuilder &builder, Value begin, Value end,
                         bool ofSections) {
  SmallVector<Value> operands(call.getOperands());
  operands[0] = begin;
  operands[1] = end;
  if (ofSections) {
    operands[positions] = sections.begins;
    operands[result] = sectionSums;
    if (sums.coordinates)
      operands[coordinates] = sections.numbers;
  }
  func::CallOp::create(builder, call.getCallee(), TypeRange(), operands);
}

/// Notes that long row number `number`, which is `row`, is one of [`begin`,
/// `end`).
void RowsCall::markRow(ImplicitLocOpBuilder &builder, Value number, Value row,
                       Value begin, Value end) {
  using arith::CmpIPredicate;
  Value isIn = arith::AndIOp::create(
      builder, arith::CmpIOp::create(builder, CmpIPredicate::sle, begin, row),
      arith::CmpIOp::create(builder, CmpIPredicate::slt, row, end));
  auto branch = scf::IfOp::create(builder, isIn);
  ImplicitLocOpBuilder then(builder.getLoc(), branch.getThenBodyBuilder());
  storeLongRow(then, sections, number, LongRow::IsDone, constant(then, 1));
}

/// Does what lies in [`begin`, `end`) between the long rows, or between gaps.
void RowsCall::buildBetween(ImplicitLocOpBuilder &builder, Value begin,
                            Value end, bool ofSections) {
  auto step = [&](OpBuilder &b, Location loc, Value number, ValueRange args) {
    ImplicitLocOpBuilder inside(loc, b);
    Value row = loadLongRow(inside, sections, number,
                            ofSections ? LongRow::Gap : LongRow::Row);
    buildCall(inside, args[0], clamp(inside, row, args[0], end), ofSections);
    if (!ofSections)
      markRow(inside, number, row, begin, end);
    Value after = clamp(inside, next(inside, row), args[0], end);
    scf::YieldOp::create(inside, after);
  };
  auto loop = scf::ForOp::create(builder, constant(builder, 0), sections.count,
                                 constant(builder, 1), ValueRange{begin}, step);
  keepSmall(loop);
  buildCall(builder, loop.getResult(0), end, ofSections);
}

/// Does chunk number `chunk`, null where it is the only one, which has the rows
/// `range`.
void RowsCall::buildChunk(ImplicitLocOpBuilder &builder, ValueRange range,
                          Value chunk) {
  buildBetween(builder, range[0], range[1], /*ofSections=*/false);
  Value first = constant(builder, 0), end = sections.total;
  if (chunk) {
    Value chunks = workers.getUpperBound(builder).front();
    first = buildFirstSection(builder, rows, sections, chunk, chunks, range[0]);
    end = buildFirstSection(builder, rows, sections, next(builder, chunk),
                            chunks, range[1]);
  }
  buildBetween(builder, first, end, /*ofSections=*/true);
}

//===----------------------------------------------------------------------===//
// Sums of sections
//===----------------------------------------------------------------------===//

/// What stands for `value`, of the function of rows, outside of it.
static Value findOutside(ImplicitLocOpBuilder &builder, func::CallOp call,
                         Value value, IRMapping &map) {
  if (map.contains(value))
    return map.lookup(value);
  if (auto arg = dyn_cast<BlockArgument>(value))
    return call.getOperand(arg.getArgNumber());
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    map.map(operand, findOutside(builder, call, operand, map));
  builder.clone(*op, map);
  return map.lookup(value);
}

/// Builds the loops over the columns of `sum`, which `map` gets to know, and
/// the branches around them, and goes on inside.
void RowsCall::buildColumns(ImplicitLocOpBuilder &builder, RowSum &sum,
                            IRMapping &map) {
  auto find = [&](Value value) {
    return findOutside(builder, call, value, map);
  };
  for (Operation *op : sum.columns) {
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      auto taken = scf::IfOp::create(builder, find(branch.getCondition()));
      builder.setInsertionPointToStart(taken.thenBlock());
      continue;
    }
    auto loop = cast<scf::ForOp>(op);
    auto column =
        scf::ForOp::create(builder, find(loop.getLowerBound()),
                           find(loop.getUpperBound()), find(loop.getStep()));
    keepSmall(column);
    map.map(loop.getInductionVar(), column.getInductionVar());
    builder.setInsertionPointToStart(column.getBody());
  }
}

/// Adds up, in order, what the sections of long row number `number` gave for
/// `sum`, for each of its columns.
void RowsCall::buildSum(ImplicitLocOpBuilder &builder, RowSum &sum,
                        Value number) {
  Value row = loadLongRow(builder, sections, number, LongRow::Row);
  if (sums.coordinates)
    row = loadPosition(builder, call.getOperand(coordinates), row);
  Value first = loadLongRow(builder, sections, number, LongRow::FirstSection);
  Value gap = loadLongRow(builder, sections, number, LongRow::Gap);
  Value one = constant(builder, 1);
  IRMapping map;
  ImplicitLocOpBuilder inside = builder;
  buildColumns(inside, sum, map);
  SmallVector<Value> indices{first};
  for (Value index : sum.store.getIndices().drop_front())
    indices.push_back(findOutside(inside, call, index, map));
  Value from = first, begin;
  if (sums.goesOn) {
    indices.front() = row;
    begin = memref::LoadOp::create(inside, call.getOperand(result), indices);
  } else {
    begin = memref::LoadOp::create(inside, sectionSums, indices);
    from = arith::AddIOp::create(inside, first, one);
  }
  auto add = [&](OpBuilder &b, Location loc, Value section, ValueRange args) {
    indices.front() = section;
    Value more = memref::LoadOp::create(b, loc, sectionSums, indices);
    scf::YieldOp::create(b, loc, sum.reduction.combine(b, loc, args[0], more));
  };
  auto all = scf::ForOp::create(inside, from, gap, one, begin, add);
  keepSmall(all);
  indices.front() = row;
  memref::StoreOp::create(inside, all.getResult(0), call.getOperand(result),
                          indices);
}

void RowsCall::buildSums(ImplicitLocOpBuilder &builder) {
  auto step = [&](OpBuilder &b, Location loc, Value number, ValueRange) {
    ImplicitLocOpBuilder inside(loc, b);
    Value done = loadLongRow(inside, sections, number, LongRow::IsDone);
    Value isDone = arith::CmpIOp::create(inside, arith::CmpIPredicate::ne, done,
                                         constant(inside, 0));
    auto branch = scf::IfOp::create(inside, isDone);
    for (RowSum &sum : sums.sums) {
      ImplicitLocOpBuilder then(loc, branch.getThenBodyBuilder());
      buildSum(then, sum, number);
    }
    scf::YieldOp::create(inside);
  };
  keepSmall(scf::ForOp::create(builder, constant(builder, 0), sections.count,
                               constant(builder, 1), ValueRange(), step));
}

//===----------------------------------------------------------------------===//
// The program around
//===----------------------------------------------------------------------===//

void RowsCall::cut(RewriterBase &rewriter, int64_t elements) {
  Operation *whole = workers ? workers.getOperation() : call.getOperation();
  ImplicitLocOpBuilder builder(call.getLoc(), rewriter);
  builder.setInsertionPoint(whole);
  rows.positions = call.getOperand(positions);
  if (sums.coordinates)
    rows.coordinates = call.getOperand(coordinates);
  rows.elements = elements;
  buildRange(builder);
  sections = buildRowSections(builder, rows);
  sectionSums = buildSectionSums(
      builder, sections, call.getOperand(result),
      sums.goesOn ? sums.sums.front().reduction.getNeutral() : TypedAttr());
  builder.setInsertionPoint(call);
  buildChunk(builder, call.getOperands().take_front(2),
             workers ? workers.getInductionVar(0) : Value());
  builder.setInsertionPointAfter(whole);
  buildSums(builder);
  auto branch = scf::IfOp::create(builder, sections.mayBe);
  ImplicitLocOpBuilder then(call.getLoc(), branch.getThenBodyBuilder());
  memref::DeallocOp::create(then, sectionSums);
  buildFree(builder, sections);
  rewriter.eraseOp(call);
}

LogicalResult spindle::loops::splitRows(RewriterBase &rewriter, scf::ForOp rows,
                                        const SplitRowsOptions &options,
                                        std::string &refusal) {
  refusal = "";
  auto function = rows->getParentOfType<func::FuncOp>();
  if (!function || !iter::getLabel(rows))
    refusal = "it has no label";
  else if (!iter::isOutermost(rows))
    refusal = "it stands in another loop";
  if (!refusal.empty())
    return failure();
  FailureOr<RowSums> sums = findRowSums(rows, options.reassociate, refusal);
  if (failed(sums))
    return failure();
  RowsCall rowsCall;
  rowsCall.sums = *sums;
  if (function->hasAttr(iter::IterDialect::kBodyOfAttr))
    refusal = rowsCall.find(rows);
  if (!refusal.empty())
    return failure();
  if (!rowsCall.call)
    rowsCall.outline(rows);
  rowsCall.cut(rewriter, options.elements);
  return success();
}

//===- SplitRows.cpp - long rows in sections of fixed lengths -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/SplitRows.h"

#include "RowSections.h"
#include "RowSums.h"
#include "Spindle/Analysis/IndexBounds.h"
#include "Spindle/Analysis/ParallelLoops.h"
#include "Spindle/Dialect/Iter/IR/BuildCombine.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "Spindle/Transforms/Positions/ChunkLoops.h"
#include "Spindle/Transforms/Positions/OutlineLoop.h"
#include "Spindle/Transforms/Positions/ParallelizeLoops.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::DenseFixedOp;
using spindle::axis::SparseVariableOp;
using spindle::sparse::AllocOp;

namespace {
/// A loop over rows on its way to cut long ones.
struct LongRows {
  LongRows(RewriterBase &rewriter, scf::ForOp loop)
      : rewriter(rewriter), loop(loop) {}

  RewriterBase &rewriter;
  RowSums sums;
  scf::ForOp loop;
  /// The loop of workers that share the rows; null where there is none.
  scf::ForallOp workers;
  /// The memory of the sums.
  Value result;
  ScannedRows rows;
  RowSections sections;
  /// A row of sums for each section and gap.
  Value sectionSums;
  /// The call of the function that has the loop.
  func::CallOp call;
  /// What its last arguments are instead for sections.
  SmallVector<Value> ofSections;

  std::string findWorkers();
  void shareRows();
  void cut(int64_t elements);

private:
  void buildRange(ImplicitLocOpBuilder &builder);
  void outline();
  void buildCall(ImplicitLocOpBuilder &builder, Value begin, Value end,
                 bool areSections);
  void buildBetween(ImplicitLocOpBuilder &builder, Value begin, Value end,
                    bool areSections);
  void markRow(ImplicitLocOpBuilder &builder, Value number, Value row,
               Value begin, Value end);
  void buildChunk(ImplicitLocOpBuilder &builder);
  void buildSums(ImplicitLocOpBuilder &builder);
  void buildSum(ImplicitLocOpBuilder &builder, const RowSum &sum, Value number);
};
} // namespace

/// `index`, or the end of [`begin`, `end`] that is nearest to it.
static Value clamp(ImplicitLocOpBuilder &builder, Value index, Value begin,
                   Value end) {
  return arith::MinSIOp::create(
      builder, arith::MaxSIOp::create(builder, index, begin), end);
}

//===----------------------------------------------------------------------===//
// Workers
//===----------------------------------------------------------------------===//

/// Finds the workers that share the loop, who do nothing else. Once they do,
/// iterations count from 0 on: so do those of a loop that nobody shares.
std::string LongRows::findWorkers() {
  if (isOutermost(loop))
    return isZero(loop.getLowerBound()) ? "" : "it does not begin with row 0";
  workers = dyn_cast<scf::ForallOp>(loop->getParentOp());
  if (!workers || workers.getRank() != 1 || !workers.isNormalized() ||
      workers.getNumResults() != 0 || !isOutermost(workers))
    return "it stands in another loop";
  auto findOther = [&](Operation *op) {
    if (op == loop)
      return WalkResult::skip();
    bool isHarmless = (isa_and_nonnull<axis::AxisDialect>(op->getDialect()) &&
                       !isa<axis::InspectorOpInterface>(op)) ||
                      op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
                      op->hasTrait<OpTrait::IsTerminator>() || isPure(op);
    return op == workers || isHarmless ? WalkResult::advance()
                                       : WalkResult::interrupt();
  };
  if (workers->walk<WalkOrder::PreOrder>(findOther).wasInterrupted())
    return "its workers do more than to run it";
  return "";
}

/// Has workers share the loop, where they may.
void LongRows::shareRows() {
  auto module = loop->getParentOfType<ModuleOp>();
  if (workers || !checkParallel(loop).empty() || failed(declareWorkers(module)))
    return;
  std::string refusal;
  FailureOr<ChunkLoops> chunks =
      splitIntoChunks(rewriter, makeParallel(rewriter, loop), refusal);
  workers = chunks->workers;
  loop = chunks->chunk;
}

/// The bounds of `loop` in worker number `worker`.
static std::pair<Value, Value> buildBounds(ImplicitLocOpBuilder &builder,
                                           scf::ForallOp workers,
                                           scf::ForOp loop, Value worker) {
  IRMapping map;
  map.map(workers.getInductionVar(0), worker);
  for (Operation &op : workers.getBody()->without_terminator())
    if (&op != loop)
      builder.clone(op, map);
  return {map.lookupOrDefault(loop.getLowerBound()),
          map.lookupOrDefault(loop.getUpperBound())};
}

/// The rows that are searched for long ones: from the first of the first worker
/// to the last of the last one.
void LongRows::buildRange(ImplicitLocOpBuilder &builder) {
  rows.first = loop.getLowerBound();
  rows.end = loop.getUpperBound();
  if (!workers)
    return;
  Value count = workers.getUpperBound(builder).front();
  Value last = arith::SubIOp::create(builder, count, constant(builder, 1));
  rows.first = buildBounds(builder, workers, loop, constant(builder, 0)).first;
  rows.end = buildBounds(builder, workers, loop, last).second;
}

//===----------------------------------------------------------------------===//
// A function of rows and of sections
//===----------------------------------------------------------------------===//

/// The memory of `buffer`, which is bound to it from here on.
static Value getMemory(RewriterBase &rewriter, Value buffer) {
  if (auto bind = buffer.getDefiningOp<sparse::BindOp>())
    return bind.getMemory();
  auto alloc = buffer.getDefiningOp<AllocOp>();
  rewriter.setInsertionPoint(alloc);
  MemRefType type = alloc.getResult().getType().getMemRefType();
  SmallVector<Value> sizes;
  // The verifier has seen to the layout.
  axis::Layout layout = *sparse::getLayout(alloc.getResult());
  for (int64_t dim = 0; dim < layout.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(
          axis::SizeOp::create(rewriter, alloc.getLoc(), layout.getAxis(dim))
              .getResult());
  Value memory = memref::AllocOp::create(rewriter, alloc.getLoc(), type, sizes);
  for (Block &block : *alloc->getParentRegion())
    if (Operation *end = block.getTerminator();
        end->hasTrait<OpTrait::ReturnLike>()) {
      rewriter.setInsertionPoint(end);
      memref::DeallocOp::create(rewriter, alloc.getLoc(), memory);
    }
  rewriter.setInsertionPoint(alloc);
  rewriter.replaceOpWithNewOp<sparse::BindOp>(
      alloc, alloc.getResult().getType(), memory, alloc.getAxes(),
      alloc.getParentsAttr());
  return memory;
}

/// Moves the loop to a function of its own. What sections are told from rows by
/// are arguments of their own.
void LongRows::outline() {
  SmallVector<OpOperand *> apart;
  auto add = [&](OpOperand &operand, Value ofSection) {
    apart.push_back(&operand);
    ofSections.push_back(ofSection);
  };
  add(sums.elements.getPositionsMutable()[0], sections.begins);
  if (sums.stored)
    add(sums.stored.getCoordinatesMutable(), sections.numbers);
  auto bind = sums.result.getDefiningOp<sparse::BindOp>();
  add(bind.getMemoryMutable(), sectionSums);
  // There are as many rows as sections then.
  llvm::SetVector<Value> axes;
  axes.insert(sums.elements.getParent());
  axes.insert(bind.getAxes().front());
  for (Value axis : axes) {
    if (auto dense = axis.getDefiningOp<DenseFixedOp>())
      add(dense.getExtentMutable(), sections.total);
    auto stored = axis.getDefiningOp<SparseVariableOp>();
    if (!stored)
      continue;
    add(stored.getExtentMutable(), sections.total);
    if (stored.getCount())
      add(stored.getCountMutable()[0], sections.total);
  }
  auto function = loop->getParentOfType<func::FuncOp>();
  SymbolTable symbols(function->getParentOfType<ModuleOp>());
  call = outlineLoop(symbols, function, loop, apart);
}

/// Calls the function for [`begin`, `end`) of the rows, or of sections.
void LongRows::buildCall(ImplicitLocOpBuilder &builder, Value begin, Value end,
                         bool areSections) {
  SmallVector<Value> operands(call.getOperands());
  operands[0] = begin;
  operands[1] = end;
  if (areSections)
    llvm::copy(ofSections, operands.end() - ofSections.size());
  func::CallOp::create(builder, call.getCallee(), TypeRange(), operands);
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

/// Notes that long row number `number`, which is `row`, is one of [`begin`,
/// `end`).
void LongRows::markRow(ImplicitLocOpBuilder &builder, Value number, Value row,
                       Value begin, Value end) {
  using arith::CmpIPredicate;
  Value isIn = arith::AndIOp::create(
      builder, compare(builder, CmpIPredicate::sle, begin, row),
      compare(builder, CmpIPredicate::slt, row, end));
  auto branch = scf::IfOp::create(builder, isIn);
  ImplicitLocOpBuilder then(builder.getLoc(), branch.getThenBodyBuilder());
  storeLongRow(then, sections, number, LongRow::IsDone, constant(then, 1));
}

/// Does what lies in [`begin`, `end`) between the long rows, or between gaps.
void LongRows::buildBetween(ImplicitLocOpBuilder &builder, Value begin,
                            Value end, bool areSections) {
  auto step = [&](OpBuilder &b, Location loc, Value number, ValueRange args) {
    ImplicitLocOpBuilder inside(loc, b);
    Value row = loadLongRow(inside, sections, number,
                            areSections ? LongRow::Gap : LongRow::Row);
    buildCall(inside, args[0], clamp(inside, row, args[0], end), areSections);
    if (!areSections)
      markRow(inside, number, row, begin, end);
    Value after = clamp(inside, next(inside, row), args[0], end);
    scf::YieldOp::create(inside, after);
  };
  auto between =
      scf::ForOp::create(builder, constant(builder, 0), sections.count,
                         constant(builder, 1), ValueRange{begin}, step);
  keepSmall(between);
  buildCall(builder, between.getResult(0), end, areSections);
}

/// Does the chunk of one worker, or all where there are none.
void LongRows::buildChunk(ImplicitLocOpBuilder &builder) {
  Value begin = call.getOperand(0), end = call.getOperand(1);
  buildBetween(builder, begin, end, /*areSections=*/false);
  Value first = constant(builder, 0), last = sections.total;
  if (workers) {
    Value chunk = workers.getInductionVar(0);
    Value chunks = workers.getUpperBound(builder).front();
    first = buildFirstSection(builder, rows, sections, chunk, chunks, begin);
    last = buildFirstSection(builder, rows, sections, next(builder, chunk),
                             chunks, end);
  }
  buildBetween(builder, first, last, /*areSections=*/true);
}

//===----------------------------------------------------------------------===//
// Sums of sections
//===----------------------------------------------------------------------===//

/// Adds up, in order, what the sections of long row number `number` gave for
/// `sum`, for each of its columns.
void LongRows::buildSum(ImplicitLocOpBuilder &builder, const RowSum &sum,
                        Value number) {
  Value row = loadLongRow(builder, sections, number, LongRow::Row);
  if (sums.stored)
    row = axis::CoordinateOp::create(builder, builder.getIndexType(),
                                     sums.stored, row, ValueRange());
  Value first = loadLongRow(builder, sections, number, LongRow::FirstSection);
  Value gap = loadLongRow(builder, sections, number, LongRow::Gap);
  Value one = constant(builder, 1);
  IRMapping map;
  ImplicitLocOpBuilder inside = builder;
  for (scf::ForOp loop : sum.columns) {
    auto column = scf::ForOp::create(inside, loop.getLowerBound(),
                                     loop.getUpperBound(), loop.getStep());
    keepSmall(column);
    map.map(loop.getInductionVar(), column.getInductionVar());
    inside.setInsertionPointToStart(column.getBody());
  }
  sparse::AccumulateOp accumulate = sum.accumulate;
  SmallVector<Value> indices{first};
  for (Value index : accumulate.getIndices().drop_front())
    indices.push_back(map.lookupOrDefault(index));
  Value from = first, begin;
  if (sums.goOn()) {
    indices.front() = row;
    begin = memref::LoadOp::create(inside, result, indices);
  } else {
    begin = memref::LoadOp::create(inside, sectionSums, indices);
    from = arith::AddIOp::create(inside, first, one);
  }
  auto add = [&](OpBuilder &b, Location loc, Value section, ValueRange args) {
    ImplicitLocOpBuilder within(loc, b);
    indices.front() = section;
    Value more = memref::LoadOp::create(within, sectionSums, indices);
    scf::YieldOp::create(within,
                         buildCombine(within, sums.getKind(), args, more));
  };
  auto all = scf::ForOp::create(inside, from, gap, one, begin, add);
  keepSmall(all);
  indices.front() = row;
  memref::StoreOp::create(inside, all.getResult(0), result, indices);
}

void LongRows::buildSums(ImplicitLocOpBuilder &builder) {
  auto step = [&](OpBuilder &b, Location loc, Value number, ValueRange) {
    ImplicitLocOpBuilder inside(loc, b);
    Value done = loadLongRow(inside, sections, number, LongRow::IsDone);
    Value isDone =
        compare(inside, arith::CmpIPredicate::ne, done, constant(inside, 0));
    auto branch = scf::IfOp::create(inside, isDone);
    for (const RowSum &sum : sums.sums) {
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

void LongRows::cut(int64_t elements) {
  // A function is given memory, but no buffer.
  SmallVector<Value> buffers;
  loop->walk([&](sparse::LoadOp load) { buffers.push_back(load.getBuffer()); });
  for (Value buffer : buffers)
    if (buffer.getDefiningOp<AllocOp>())
      (void)getMemory(rewriter, buffer);
  result = getMemory(rewriter, sums.result);
  sums.result = sums.sums.front().accumulate.getBuffers().front();
  Operation *whole = workers ? workers.getOperation() : loop.getOperation();
  ImplicitLocOpBuilder builder(loop.getLoc(), rewriter);
  builder.setInsertionPoint(whole);
  rows.axis = sums.elements;
  rows.stored = sums.stored;
  rows.elements = elements;
  buildRange(builder);
  sections = buildRowSections(builder, rows);
  Type type = sums.sums.front().accumulate.getValues().front().getType();
  sectionSums = buildSectionSums(builder, sections, result,
                                 sums.goOn() ? getNeutral(sums.getKind(), type)
                                             : TypedAttr());
  builder.setInsertionPointAfter(whole);
  buildSums(builder);
  buildFree(builder, sections);
  outline();
  builder.setInsertionPoint(call);
  buildChunk(builder);
  rewriter.eraseOp(call);
}

LogicalResult spindle::iter::splitRows(RewriterBase &rewriter, scf::ForOp rows,
                                       const SplitRowsOptions &options,
                                       std::string &refusal) {
  LongRows longRows(rewriter, rows);
  refusal = getLabel(rows) ? longRows.findWorkers() : "it has no label";
  if (!refusal.empty())
    return failure();
  FailureOr<RowSums> sums = findRowSums(rows, options.reassociate, refusal);
  if (failed(sums))
    return failure();
  longRows.sums = *sums;
  if (options.workers)
    longRows.shareRows();
  longRows.cut(options.elements);
  return success();
}

//===- RowSections.cpp - long rows as a matrix of sections ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowSections.h"

#include "Spindle/Support/BinarySearch.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using arith::CmpIPredicate;
using spindle::iter::buildBinarySearch;

static Value previous(ImplicitLocOpBuilder &builder, Value index) {
  return arith::SubIOp::create(builder, index, constant(builder, 1));
}

/// P[`row`].
static Value findBegin(ImplicitLocOpBuilder &builder, const ScannedRows &rows,
                       Value row) {
  axis::SparseVariableOp axis = rows.axis;
  return axis::PositionOp::create(builder, builder.getIndexType(), axis,
                                  constant(builder, 0), row);
}

/// Stores the index `position` as number `index` of `positions`.
static void storePosition(ImplicitLocOpBuilder &builder, Value position,
                          Value positions, Value index) {
  Type type = cast<MemRefType>(positions.getType()).getElementType();
  if (!type.isIndex())
    position = arith::IndexCastOp::create(builder, type, position);
  memref::StoreOp::create(builder, position, positions, index);
}

void spindle::iter::keepSmall(scf::ForOp loop) {
  MLIRContext *context = loop.getContext();
  auto yes = BoolAttr::get(context, true);
  loop->setAttr("llvm.loop_annotation",
                LLVM::LoopAnnotationAttr::get(context, yes, {}, {}, {}, {}, {},
                                              {}, {}, {}, {}, {}, {}, {}, {},
                                              {}));
}

//===----------------------------------------------------------------------===//
// Finding long rows
//===----------------------------------------------------------------------===//

namespace {
/// A row that may be long, in a scan for them.
struct RowFound {
  Value row, begin, end;
  Value isLong;
  /// How many sections it is, where it is long.
  Value sections;
};

/// What is done with the long row `row`, before which lie `count` others and
/// `total` sections and gaps.
using OnLongRow = llvm::function_ref<void(ImplicitLocOpBuilder &, RowFound,
                                          Value count, Value total)>;
} // namespace

/// The row that holds `position`, of those from `from` on.
static RowFound scanRow(ImplicitLocOpBuilder &builder, const ScannedRows &rows,
                        Value from, Value position) {
  Value left = arith::SubIOp::create(builder, rows.end, from);
  auto isBelow = [&](ImplicitLocOpBuilder &inside, Value middle) {
    Value end = findBegin(inside, rows, next(inside, middle));
    return compare(inside, CmpIPredicate::sle, end, position);
  };
  RowFound scanned;
  scanned.row = buildBinarySearch(builder, from, left, isBelow);
  // No row is found behind a long one that is the last.
  Value isRow = compare(builder, CmpIPredicate::slt, scanned.row, rows.end);
  Value row =
      arith::MinSIOp::create(builder, scanned.row, previous(builder, rows.end));
  scanned.begin = findBegin(builder, rows, row);
  scanned.end = findBegin(builder, rows, next(builder, row));
  Value length = arith::SubIOp::create(builder, scanned.end, scanned.begin);
  Value isLong = compare(builder, CmpIPredicate::sge, length,
                         constant(builder, 2 * rows.elements));
  scanned.isLong = arith::AndIOp::create(builder, isRow, isLong);
  scanned.sections =
      arith::DivSIOp::create(builder, length, constant(builder, rows.elements));
  return scanned;
}

/// Goes through the long rows in order; gives their number and that of sections
/// and gaps. There has to be a row.
static std::pair<Value, Value> buildScan(ImplicitLocOpBuilder &builder,
                                         const ScannedRows &rows,
                                         OnLongRow onLongRow) {
  Value step = constant(builder, 2 * rows.elements);
  Value zero = constant(builder, 0);
  Value begin = findBegin(builder, rows, rows.first);
  Value end = findBegin(builder, rows, rows.end);
  Value multiple = arith::MulIOp::create(
      builder, arith::CeilDivSIOp::create(builder, begin, step), step);
  auto scan = [&](OpBuilder &b, Location loc, Value position, ValueRange args) {
    ImplicitLocOpBuilder inside(loc, b);
    RowFound row = scanRow(inside, rows, args[0], position);
    auto branch = scf::IfOp::create(inside, row.isLong);
    ImplicitLocOpBuilder then(loc, branch.getThenBodyBuilder());
    onLongRow(then, row, args[1], args[2]);
    auto pick = [&](Value held, Value other) -> Value {
      return arith::SelectOp::create(inside, row.isLong, held, other);
    };
    Value total =
        next(inside, arith::AddIOp::create(inside, args[2], row.sections));
    scf::YieldOp::create(inside,
                         ValueRange{pick(next(inside, row.row), row.row),
                                    pick(next(inside, args[1]), args[1]),
                                    pick(total, args[2])});
  };
  auto loop = scf::ForOp::create(builder, multiple, end, step,
                                 ValueRange{rows.first, zero, zero}, scan);
  keepSmall(loop);
  return {loop.getResult(1), loop.getResult(2)};
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

Value spindle::iter::loadLongRow(ImplicitLocOpBuilder &builder,
                                 const RowSections &sections, Value row,
                                 LongRow column) {
  Value at = constant(builder, int64_t(column));
  return memref::LoadOp::create(builder, sections.table, ValueRange{row, at});
}

void spindle::iter::storeLongRow(ImplicitLocOpBuilder &builder,
                                 const RowSections &sections, Value row,
                                 LongRow column, Value value) {
  Value at = constant(builder, int64_t(column));
  memref::StoreOp::create(builder, value, sections.table, ValueRange{row, at});
}

/// Stores where the sections of `row` begin, the first of which is `first`, and
/// where the gap behind them begins, `gap`.
static void storeBegins(ImplicitLocOpBuilder &builder,
                        const RowSections &sections, const RowFound &row,
                        Value first, Value gap, int64_t elements) {
  auto store = [&](OpBuilder &b, Location loc, Value section, ValueRange) {
    ImplicitLocOpBuilder inside(loc, b);
    Value number = arith::SubIOp::create(inside, section, first);
    Value offset =
        arith::MulIOp::create(inside, number, constant(inside, elements));
    Value begin = arith::AddIOp::create(inside, row.begin, offset);
    storePosition(inside, begin, sections.begins, section);
    if (sections.numbers)
      storePosition(inside, section, sections.numbers, section);
    scf::YieldOp::create(inside);
  };
  keepSmall(scf::ForOp::create(builder, first, gap, constant(builder, 1),
                               ValueRange(), store));
  // The gap ends there, too, unless another long row follows.
  for (Value index : {gap, next(builder, gap)})
    storePosition(builder, row.end, sections.begins, index);
}

/// Fills the tables of `sections`; gives the numbers of long rows and of
/// sections.
static std::pair<Value, Value> fillTables(ImplicitLocOpBuilder &builder,
                                          const ScannedRows &rows,
                                          const RowSections &sections) {
  auto note = [&](ImplicitLocOpBuilder &inside, RowFound row, Value count,
                  Value total) {
    Value gap = arith::AddIOp::create(inside, total, row.sections);
    storeLongRow(inside, sections, count, LongRow::Row, row.row);
    storeLongRow(inside, sections, count, LongRow::FirstSection, total);
    storeLongRow(inside, sections, count, LongRow::Gap, gap);
    storeLongRow(inside, sections, count, LongRow::IsDone, constant(inside, 0));
    storeBegins(inside, sections, row, total, gap, rows.elements);
  };
  return buildScan(builder, rows, note);
}

/// The number of elements in `rows`, of which there may be none.
static Value countElements(ImplicitLocOpBuilder &builder,
                           const ScannedRows &rows) {
  Value isAny = compare(builder, CmpIPredicate::slt, rows.first, rows.end);
  auto count = [&](OpBuilder &b, Location loc) {
    ImplicitLocOpBuilder inside(loc, b);
    Value begin = findBegin(inside, rows, rows.first);
    Value end = findBegin(inside, rows, rows.end);
    Value number = arith::SubIOp::create(inside, end, begin);
    scf::YieldOp::create(inside, number);
  };
  auto countNone = [](OpBuilder &b, Location loc) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    scf::YieldOp::create(b, loc, zero);
  };
  return scf::IfOp::create(builder, isAny, count, countNone).getResult(0);
}

RowSections spindle::iter::buildRowSections(ImplicitLocOpBuilder &builder,
                                            const ScannedRows &rows) {
  Value number = countElements(builder, rows);
  Value least = constant(builder, 2 * rows.elements);
  RowSections sections;
  sections.mayBe = compare(builder, CmpIPredicate::sge, number, least);
  // There is room for as many long rows and sections as there are elements for.
  Value mostRows = arith::DivSIOp::create(
      builder, arith::MaxSIOp::create(builder, number, constant(builder, 0)),
      least);
  Value most = arith::MulIOp::create(builder, next(builder, mostRows),
                                     constant(builder, 3));
  auto known =
      MemRefType::get({ShapedType::kDynamic, 4}, builder.getIndexType());
  sections.table = memref::AllocOp::create(builder, known, mostRows);
  axis::SparseVariableOp axis = rows.axis, stored = rows.stored;
  // Memory is taken whether it is needed or not: before anything is written it
  // is not known.
  auto allocate = [&](Value like) -> Value {
    sections.memory.push_back(memref::AllocOp::create(
        builder, cast<MemRefType>(like.getType()), most));
    return sections.memory.back();
  };
  sections.most = most;
  sections.memory = {sections.table};
  sections.begins = allocate(axis.getPositions());
  if (stored)
    sections.numbers = allocate(stored.getCoordinates());
  auto find = [&](OpBuilder &b, Location loc) {
    ImplicitLocOpBuilder inside(loc, b);
    auto [count, total] = fillTables(inside, rows, sections);
    SmallVector<Value> found{count, total, sections.begins};
    if (stored)
      found.push_back(sections.numbers);
    scf::YieldOp::create(inside, found);
  };
  auto findNone = [&](OpBuilder &b, Location loc) {
    Value zero = arith::ConstantIndexOp::create(b, loc, 0);
    SmallVector<Value> found{zero, zero, axis.getPositions()};
    if (stored)
      found.push_back(stored.getCoordinates());
    scf::YieldOp::create(b, loc, found);
  };
  auto branch = scf::IfOp::create(builder, sections.mayBe, find, findNone);
  sections.count = branch.getResult(0);
  sections.total = branch.getResult(1);
  sections.begins = branch.getResult(2);
  if (stored)
    sections.numbers = branch.getResult(3);
  return sections;
}

/// Stores `number` to all elements of the first `rows` rows of `memory`.
static void buildFill(OpBuilder &at, Location loc, Value memory, Value rows,
                      TypedAttr number) {
  ImplicitLocOpBuilder builder(loc, at);
  Value stored = arith::ConstantOp::create(builder, number);
  SmallVector<Value> indices;
  for (int64_t dim = 0; dim < cast<MemRefType>(memory.getType()).getRank();
       ++dim) {
    Value size = dim == 0
                     ? rows
                     : memref::DimOp::create(builder, memory, dim).getResult();
    auto loop = scf::ForOp::create(builder, constant(builder, 0), size,
                                   constant(builder, 1));
    keepSmall(loop);
    indices.push_back(loop.getInductionVar());
    builder.setInsertionPointToStart(loop.getBody());
  }
  memref::StoreOp::create(builder, stored, memory, indices);
}

Value spindle::iter::buildSectionSums(ImplicitLocOpBuilder &builder,
                                      RowSections &sections, Value result,
                                      TypedAttr start) {
  auto type = cast<MemRefType>(result.getType());
  SmallVector<Value> sizes{sections.most};
  for (int64_t dim = 1; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, result, dim));
  auto plain = MemRefType::get(type.getShape(), type.getElementType());
  Value memory = memref::AllocOp::create(builder, plain, sizes,
                                         builder.getI64IntegerAttr(64));
  sections.memory.push_back(memory);
  auto prepare = [&](OpBuilder &b, Location loc) {
    if (start)
      buildFill(b, loc, memory, sections.total, start);
    Value sums = memory;
    if (plain != type)
      sums = memref::CastOp::create(b, loc, type, sums);
    scf::YieldOp::create(b, loc, sums);
  };
  auto take = [&](OpBuilder &b, Location loc) {
    scf::YieldOp::create(b, loc, result);
  };
  return scf::IfOp::create(builder, sections.mayBe, prepare, take).getResult(0);
}

void spindle::iter::buildFree(ImplicitLocOpBuilder &builder,
                              const RowSections &sections) {
  for (Value memory : sections.memory)
    memref::DeallocOp::create(builder, memory);
}

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

/// P[row] + row, the weight of what lies before `row`.
static Value buildWeight(ImplicitLocOpBuilder &builder, const ScannedRows &rows,
                         Value row) {
  return arith::AddIOp::create(builder, findBegin(builder, rows, row), row);
}

/// The position where chunk `chunk` begins, in the row before `begin`.
static Value buildChunkPosition(ImplicitLocOpBuilder &builder,
                                const ScannedRows &rows, Value chunk,
                                Value chunks, Value begin) {
  Value before = buildWeight(builder, rows, rows.first);
  Value all = arith::SubIOp::create(
      builder, buildWeight(builder, rows, rows.end), before);
  Value share = arith::DivSIOp::create(
      builder, arith::MulIOp::create(builder, chunk, all), chunks);
  Value due = arith::AddIOp::create(builder, before, share);
  begin = arith::MinSIOp::create(
      builder, arith::MaxSIOp::create(builder, begin, rows.first), rows.end);
  Value row =
      arith::MaxSIOp::create(builder, previous(builder, begin), rows.first);
  // However chunks are made, none begins before the one before it.
  Value least = findBegin(builder, rows, row);
  Value most = findBegin(builder, rows, begin);
  Value position = arith::SubIOp::create(builder, due, row);
  return arith::MinSIOp::create(
      builder, arith::MaxSIOp::create(builder, position, least), most);
}

Value spindle::iter::buildFirstSection(ImplicitLocOpBuilder &builder,
                                       const ScannedRows &rows,
                                       const RowSections &sections, Value chunk,
                                       Value chunks, Value begin) {
  Value position = buildChunkPosition(builder, rows, chunk, chunks, begin);
  Value zero = constant(builder, 0);
  auto isBelow = [&](ImplicitLocOpBuilder &inside, Value section) {
    Value at = memref::LoadOp::create(inside, sections.begins, section);
    if (!at.getType().isIndex())
      at = arith::IndexCastOp::create(inside, inside.getIndexType(), at);
    return compare(inside, CmpIPredicate::slt, at, position);
  };
  Value found = buildBinarySearch(builder, zero, sections.total, isBelow);
  Value isFirst = compare(builder, CmpIPredicate::eq, chunk, zero);
  Value isEnd = compare(builder, CmpIPredicate::eq, chunk, chunks);
  Value later = arith::SelectOp::create(builder, isEnd, sections.total, found);
  return arith::SelectOp::create(builder, isFirst, zero, later);
}

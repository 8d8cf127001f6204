//===- TileBytes.cpp - what a tile of rows touches ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileBytes.h"

#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::BufferType;
using spindle::sparse::Layout;

namespace {
/// Adds up the bytes of memories.
struct ByteCounter {
  ByteCounter(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }
  Value count(Value buffer, std::optional<size_t> row);
  void add(Value &sum, Value buffer, std::optional<size_t> row);

  OpBuilder &builder;
  Location loc;
};
} // namespace

/// The bytes of an element of `buffer`.
static int64_t getElementBytes(Value buffer) {
  Type type = cast<BufferType>(buffer.getType()).getElementType();
  if (auto complex = dyn_cast<ComplexType>(type))
    return 2 * llvm::divideCeil(
                   complex.getElementType().getIntOrFloatBitWidth(), 8);
  return type.isIntOrFloat() ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
                             : 8;
}

/// The bytes of a row of `buffer` in dimension `row`, or of all of it; of
/// dimensions that are not known, those of one element.
Value ByteCounter::count(Value buffer, std::optional<size_t> row) {
  Value bytes = constant(getElementBytes(buffer));
  FailureOr<Layout> layout = sparse::getLayout(buffer);
  if (failed(layout))
    return bytes;
  for (int64_t dim = 0; dim < layout->getRank(); ++dim) {
    Value size = axis::getCellsPerFibre(layout->getAxis(dim));
    if (size && (!row || int64_t(*row) != dim))
      bytes = arith::MulIOp::create(builder, loc, bytes, size);
  }
  return bytes;
}

void ByteCounter::add(Value &sum, Value buffer, std::optional<size_t> row) {
  sum = arith::AddIOp::create(builder, loc, sum, count(buffer, row));
}

/// The dimension in which all accesses have what `test` finds; none for none.
template <typename Test>
static std::optional<size_t> findCommonDim(const TiledMemory &memory,
                                           Test test) {
  size_t rank = memory.accesses.front().second.indices.size();
  for (size_t dim = 0; dim < rank; ++dim)
    if (llvm::all_of(memory.accesses, [&](const auto &pair) {
          return dim < pair.second.indices.size() &&
                 test(*pair.first, pair.second, dim);
        }))
      return dim;
  return std::nullopt;
}

static bool isAtRow(TiledNest &nest, const MemoryAccess &access, size_t dim) {
  return nest.rows.isRow(access.indices[dim]);
}

static bool isAtColumn(TiledNest &nest, const MemoryAccess &access,
                       size_t dim) {
  return bool(nest.getColumns(access, dim));
}

static bool isUnderRow(TiledNest &nest, const MemoryAccess &access,
                       size_t dim) {
  return bool(nest.rows.findAxisUnderRow(access.indices[dim], /*isSite=*/true));
}

/// The numbers of a consumer: of an element, a row that it reads of the loop
/// before and what it has for a row.
static std::array<Value, 3> getConsumerBytes(ByteCounter &counter,
                                             TiledGroup &consumer) {
  Type column = axis::getAxisType(consumer.pattern).getCrd();
  int64_t element = column.getIntOrFloatBitWidth() / 8;
  Value between = counter.constant(0), written = between;
  for (auto &[root, memory] : consumer.memories) {
    Value buffer = memory.accesses.front().second.buffer;
    if (!buffer)
      continue;
    if (std::optional<size_t> dim = findCommonDim(memory, isAtRow))
      counter.add(written, buffer, dim);
    else if (std::optional<size_t> dim = findCommonDim(memory, isAtColumn))
      counter.add(between, buffer, dim);
    else if (findCommonDim(memory, isUnderRow))
      element += getElementBytes(buffer);
  }
  return {counter.constant(element), between, written};
}

TileBytes spindle::iter::getTileBytes(OpBuilder &builder, Location loc,
                                      TiledRows &rows) {
  ByteCounter counter(builder, loc);
  Value made = counter.constant(0), fixed = made, read = made;
  TileBytes bytes;
  for (auto &[root, memory] : rows.loops.front().memories) {
    TiledNest &nest = *memory.accesses.front().first;
    const MemoryAccess &first = memory.accesses.front().second;
    if (!first.buffer)
      continue;
    if (std::optional<size_t> dim = findCommonDim(memory, isAtRow)) {
      counter.add(made, first.buffer, dim);
    } else if (std::optional<size_t> dim = findCommonDim(memory, isAtColumn)) {
      counter.add(read, first.buffer, dim);
      bytes.pattern = nest.getColumns(first, *dim);
    } else if (!findCommonDim(memory, isUnderRow)) {
      counter.add(fixed, first.buffer, std::nullopt);
    }
  }
  auto [element, between, written] = getConsumerBytes(counter, rows.loops[1]);
  bytes.numbers = {fixed, element, made, read, between, written};
  for (TiledGroup &further : llvm::drop_begin(rows.loops, 2))
    llvm::append_range(bytes.further, getConsumerBytes(counter, further));
  return bytes;
}

//===- DirectBlocks.cpp - Rows in blocks ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DirectConversion.h"

#include "Fibres.h"
#include "SortedNumbers.h"

#include <atomic>

using namespace spindle::runtime;

namespace {
/// The rows and columns of a block.
struct BlockSizes {
  int64_t height = 1, width = 1;
};
} // namespace

/// The sizes of `format`, where it is BSR with a bitmap.
static std::optional<BlockSizes> getBlockSizes(const Format &format,
                                               DType index) {
  if (format.levels.size() != 4)
    return std::nullopt;
  BlockSizes sizes{format.levels[2].expr.rightConstant().value_or(1),
                   format.levels[3].expr.rightConstant().value_or(1)};
  constexpr int64_t most = 1 << 16;
  bool isSmall = sizes.height <= most && sizes.width <= most;
  return isSmall && format ==
                        makeIndexed("bsr", {sizes.height, sizes.width}, index)
             ? std::optional(sizes)
             : std::nullopt;
}

namespace {
/// Rows on their way to blocks.
template <typename Rows> struct Blocking {
  using Index = typename Rows::Index;
  using Value = typename Rows::Value;

  Blocking(const Rows &rows, Workers &workers, BlockSizes sizes)
      : rows(rows), workers(workers), sizes(sizes),
        blockRows(divideUp(rows.size, sizes.height)),
        blockColumns(divideUp(rows.width, sizes.width)) {}

  /// Finds the blocks of all rows. False where rows break a law.
  Expected<bool> find();
  int64_t count() const { return starts[blockRows]; }
  /// Writes all arrays. Error: memory that cannot be had.
  std::optional<Error> write(Storage &storage) const;

private:
  static int64_t divideUp(int64_t x, int64_t by) {
    return x / by + (x % by != 0);
  }
  /// The first row of block row `b`, or the end.
  int64_t rowOf(int64_t b) const {
    return std::min(b * sizes.height, rows.size);
  }
  /// The first block row of `worker`.
  int64_t firstOf(int64_t worker) const {
    int64_t first = rows.firstOf(workers, worker);
    return first == rows.size ? blockRows : first / sizes.height;
  }
  void findBlocks(int64_t b, SortedNumbers &columns);
  void writeBlocks(int64_t b, Index *places, Storage &storage) const;
  template <typename Fn>
  void forElements(int64_t first, int64_t end, Fn &&fn) const;

  const Rows &rows;
  Workers &workers;
  BlockSizes sizes;
  int64_t blockRows, blockColumns;
  /// The columns of the blocks of a block row, from where its elements start.
  FallibleVector<Index> found;
  /// The first block of each block row, and the end of the last.
  FallibleVector<int64_t> starts;
};
} // namespace

/// Calls `fn(element, row, block column, column in the block)` for the elements
/// of the rows [first, end). Few widths are no power of two.
template <typename Rows>
template <typename Fn>
void Blocking<Rows>::forElements(int64_t first, int64_t end, Fn &&fn) const {
  auto visit = [&](auto divide) {
    for (int64_t row = first; row < end; ++row)
      for (int64_t e = rows.ends[row]; e < rows.ends[row + 1]; ++e) {
        int64_t column = rows.list[e], block = divide(column);
        fn(e, row - first, block, column - block * sizes.width);
      }
  };
  bool isPower = (sizes.width & (sizes.width - 1)) == 0;
  int shift = __builtin_ctzll(sizes.width);
  auto width = static_cast<uint32_t>(sizes.width);
  bool isSmall = rows.width >> 32 == 0;
  if (isPower)
    visit([=](int64_t column) { return column >> shift; });
  else if (isSmall)
    visit([=](int64_t column) -> int64_t { return uint32_t(column) / width; });
  else
    visit([=](int64_t column) { return column / width; });
}

template <typename Rows>
void Blocking<Rows>::findBlocks(int64_t b, SortedNumbers &columns) {
  int64_t last = -1;
  forElements(rowOf(b), rowOf(b + 1),
              [&](int64_t, int64_t, int64_t block, int64_t) {
                if (block != last)
                  columns.add(block);
                last = block;
              });
  Index *begin = found.data() + rows.ends[rowOf(b)], *next = begin;
  columns.drain([&](int64_t block) { *next++ = static_cast<Index>(block); });
  starts[b] = next - begin;
}

template <typename Rows> Expected<bool> Blocking<Rows>::find() {
  if (auto error = found.resize(rows.count()))
    return std::move(*error);
  if (auto error = starts.resize(blockRows + 1))
    return std::move(*error);
  std::vector<SortedNumbers> columns(workers.count());
  for (SortedNumbers &own : columns)
    if (auto error = own.reset(blockColumns))
      return std::move(*error);
  std::atomic<bool> isValid{true};
  workers.run([&](int64_t w) {
    int64_t begin = firstOf(w), end = firstOf(w + 1);
    if (!rows.isValid(rowOf(begin), rowOf(end))) {
      isValid = false;
      return;
    }
    for (int64_t b = begin; b < end; ++b)
      findBlocks(b, columns[w]);
  });
  if (!isValid)
    return false;
  int64_t sum = 0;
  for (int64_t b = 0; b < blockRows; ++b)
    sum += std::exchange(starts[b], sum);
  starts[blockRows] = sum;
  return true;
}

template <typename Rows>
void Blocking<Rows>::writeBlocks(int64_t b, Index *places,
                                 Storage &storage) const {
  int64_t size = sizes.height * sizes.width;
  int64_t begin = starts[b], end = starts[b + 1];
  const Index *blocks = found.data() + rows.ends[rowOf(b)];
  auto *list = storage.coordinates[1].template as<Index>();
  for (int64_t place = begin; place < end; ++place) {
    list[place] = blocks[place - begin];
    places[blocks[place - begin]] = static_cast<Index>(place);
  }
  auto *values = static_cast<Value *>(storage.values.data());
  bool *bits = storage.bitmap.as<bool>();
  std::fill(values + begin * size, values + end * size, Value{});
  std::fill(bits + begin * size, bits + end * size, false);
  forElements(rowOf(b), rowOf(b + 1),
              [&](int64_t e, int64_t row, int64_t block, int64_t column) {
                int64_t cell =
                    places[block] * size + row * sizes.width + column;
                values[cell] = rows.values[e];
                bits[cell] = true;
              });
}

template <typename Rows>
std::optional<Error> Blocking<Rows>::write(Storage &storage) const {
  auto *positions = storage.positions[1].template as<Index>();
  std::copy(starts.data(), starts.data() + blockRows + 1, positions);
  // Where the block of each block column lies.
  std::vector<FallibleVector<Index>> places(workers.count());
  for (FallibleVector<Index> &own : places)
    if (auto error = own.resize(blockColumns))
      return error;
  workers.run([&](int64_t w) {
    int64_t end = firstOf(w + 1);
    for (int64_t b = firstOf(w); b < end; ++b)
      writeBlocks(b, places[w].data(), storage);
  });
  return std::nullopt;
}

/// The storage of `blocking`, whose blocks are found.
template <typename Rows>
static Expected<std::optional<Storage>>
writeBlocks(const Blocking<Rows> &blocking, const StoragePlan &plan,
            DType values) {
  std::optional<Storage> none;
  StorageSizes sizes{plan.extents, std::vector<int64_t>(4)};
  sizes.widths[1] = 0;
  for (int64_t l = 0; l < plan.levels(); ++l) {
    if (l == 1)
      sizes.sizes[l] = blocking.count();
    else if (computeSize(plan, l, sizes))
      return none;
  }
  auto spec = describeStorage(plan, sizes, values);
  if (!spec || !countBytes(*spec) || checkIndexTypes(plan, sizes))
    return none;
  Expected<Storage> storage = allocateUnset(plan, *spec);
  if (!storage)
    return storage.takeError();
  if (auto error = blocking.write(*storage))
    return std::move(*error);
  return std::optional(std::move(*storage));
}

Expected<std::optional<Storage>>
spindle::runtime::blockRows(const RowArrays &rows, const StoragePlan &plan,
                            Workers &workers) {
  auto sizes = getBlockSizes(plan.descriptor, rows.index);
  bool isWorthIt = sizes && rows.lead == 0 &&
                   isWorthAList(rows.shape[1] / sizes->width, rows.count);
  if (!isWorthIt)
    return std::optional<Storage>();
  Expected<std::optional<Storage>> written = std::optional<Storage>();
  rows.visit([&](auto typed) {
    Blocking blocking(typed, workers, *sizes);
    Expected<bool> isFound = blocking.find();
    if (!isFound)
      written = isFound.takeError();
    else if (*isFound)
      written = writeBlocks(blocking, plan, rows.dtype);
  });
  return written;
}

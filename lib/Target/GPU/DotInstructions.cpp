//===- DotInstructions.cpp - four products of bytes at once ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An instruction adds the products of two words of four bytes each to a number.
// Four products of a sum, element by element, are one of them for each element:
//
//   sums     s(k)              s(k + 1)              ...
//   number   a(0 : 4)          a(0 : 4)              ...   one word for all
//   vectors  b(0 : 4, k)       b(0 : 4, k + 1)       ...   rows, transposed
//
// Where the elements of sums are only added up in the end, those of one product
// may be added before: four neighbours of both factors are words as they are.
// What has fewer than four is filled with zeros.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/Passes.h"

#include "ByteProducts.h"
#include "LaneAccesses.h"
#include "LaneAlignment.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <map>
#include <vector>

namespace spindle {
#define GEN_PASS_DEF_DOTINSTRUCTIONSPASS
#include "Spindle/Target/GPU/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;

/// Bytes of a word.
static constexpr int64_t kWordBytes = 4;

namespace {
/// Makes the dot products of the sums of a block, one after the other.
class DotWriter {
public:
  explicit DotWriter(Operation *op) : b(op->getLoc(), op) {}

  /// Has dot products make `op`, as far as it is a sum of enough products;
  /// whether it has.
  bool rewrite(Operation *op);

private:
  using Words = SmallVector<Value>;

  /// Four neighbours of `vector` each.
  Words takeWords(Value vector);
  /// Of up to four vectors the elements that are in one place of them; of
  /// numbers the word that they are.
  Words packWords(SmallVector<Value> bytes);
  Words transpose(ArrayRef<Value> rows);
  /// The word that `bytes` are, where they are elements of words: all of one,
  /// or those in one place of four; else null.
  Value takeWord(ArrayRef<Value> bytes);
  Value shuffle(Value one, Value other, ArrayRef<int64_t> places);
  Value addDot(const ByteProduct &like, Value first, Value second, Value sum);
  /// Adds up to four products, element by element, to `sums`.
  void addGroup(ArrayRef<ByteProduct> group, SmallVectorImpl<Value> &sums);
  /// Adds the neighbours of one product to as many of `sums` as that takes.
  void addNeighbours(const ByteProduct &product, SmallVectorImpl<Value> &sums);
  Value addOthers(const ByteSum &sum, Type type);
  void addProducts(ArrayRef<ByteProduct> products, bool areNeighbours,
                   SmallVectorImpl<Value> &sums);

  ImplicitLocOpBuilder b;
  /// Words that were made of the same bytes, or words, before.
  std::map<std::vector<void *>, Words> packed;
};
} // namespace

Value DotWriter::shuffle(Value one, Value other, ArrayRef<int64_t> places) {
  return vector::ShuffleOp::create(b, one, other, places);
}

DotWriter::Words DotWriter::takeWords(Value vector) {
  int64_t size = getLaneCount(vector);
  if (size == kWordBytes)
    return {vector};
  Words words;
  for (int64_t place = 0; place < size; place += kWordBytes)
    words.push_back(vector::ExtractStridedSliceOp::create(
        b, vector, ArrayRef<int64_t>{place}, ArrayRef<int64_t>{kWordBytes},
        ArrayRef<int64_t>{1}));
  return words;
}

/// By halves: each shuffle takes two words, as an instruction does.
DotWriter::Words DotWriter::transpose(ArrayRef<Value> rows) {
  constexpr int64_t low[] = {0, 4, 1, 5}, high[] = {2, 6, 3, 7};
  constexpr int64_t left[] = {0, 1, 4, 5}, right[] = {2, 3, 6, 7};
  Words columns;
  for (ArrayRef<int64_t> pairs : {ArrayRef(low), ArrayRef(high)}) {
    Value upper = shuffle(rows[0], rows[1], pairs);
    Value lower = shuffle(rows[2], rows[3], pairs);
    columns.push_back(shuffle(upper, lower, left));
    columns.push_back(shuffle(upper, lower, right));
  }
  return columns;
}

/// The word that `byte` is an element of, and its place; null where it is none.
static std::pair<Value, int64_t> findWord(Value byte) {
  auto extract = byte.getDefiningOp<vector::ExtractOp>();
  if (!extract || extract.hasDynamicPosition() ||
      extract.getNumIndices() != 1 ||
      extract.getSourceVectorType().getNumElements() != kWordBytes)
    return {};
  return {extract.getSource(), extract.getStaticPosition().front()};
}

Value DotWriter::takeWord(ArrayRef<Value> bytes) {
  auto [first, place] = findWord(bytes.front());
  SmallVector<Value> words;
  bool isOne = place == 0, areRows = true;
  for (auto [number, byte] : llvm::enumerate(bytes)) {
    auto [word, at] = findWord(byte);
    if (!word)
      return Value();
    isOne &= word == first && at == int64_t(number);
    areRows &= at == place;
    words.push_back(word);
  }
  if (isOne || !areRows)
    return isOne ? first : Value();
  std::vector<void *> key = {nullptr};
  for (Value word : words)
    key.push_back(word.getAsOpaquePointer());
  auto [known, isNew] = packed.try_emplace(key);
  if (isNew)
    known->second = transpose(words);
  return known->second[place];
}

DotWriter::Words DotWriter::packWords(SmallVector<Value> bytes) {
  Type type = bytes.front().getType();
  if (int64_t(bytes.size()) < kWordBytes)
    bytes.resize(kWordBytes, arith::ConstantOp::create(b, b.getZeroAttr(type)));
  int64_t count = getLaneCount(bytes.front());
  Words words;
  if (isa<VectorType>(type) && count % kWordBytes == 0) {
    SmallVector<Words> rows =
        llvm::map_to_vector(bytes, [&](Value row) { return takeWords(row); });
    for (int64_t word = 0; word < count / kWordBytes; ++word)
      llvm::append_range(words, transpose({rows[0][word], rows[1][word],
                                           rows[2][word], rows[3][word]}));
    return words;
  }
  if (Value word = takeWord(bytes))
    return {word};
  auto word = VectorType::get({kWordBytes}, b.getI8Type());
  for (int64_t place = 0; place < count; ++place) {
    auto column = llvm::map_to_vector(
        bytes, [&](Value row) { return getLaneElement(b, row, place); });
    words.push_back(vector::FromElementsOp::create(b, word, column));
  }
  return words;
}

Value DotWriter::addDot(const ByteProduct &like, Value first, Value second,
                        Value sum) {
  auto getType = [](const ByteFactor &factor) {
    return factor.isUnsigned ? NVVM::DotAccumulateType::UNSIGNED
                             : NVVM::DotAccumulateType::SIGNED;
  };
  return NVVM::DotAccumulate4WayOp::create(b, b.getI32Type(), first,
                                           getType(like.first), second,
                                           getType(like.second), sum);
}

void DotWriter::addGroup(ArrayRef<ByteProduct> group,
                         SmallVectorImpl<Value> &sums) {
  auto pack = [&](ByteFactor ByteProduct::*factor) {
    SmallVector<Value> bytes = llvm::map_to_vector(
        group, [&](const ByteProduct &one) { return (one.*factor).bytes; });
    std::vector<void *> key;
    for (Value value : bytes)
      key.push_back(value.getAsOpaquePointer());
    auto [known, isNew] = packed.try_emplace(key);
    if (isNew)
      known->second = packWords(bytes);
    return known->second;
  };
  Words first = pack(&ByteProduct::first), second = pack(&ByteProduct::second);
  for (auto [place, sum] : llvm::enumerate(sums))
    sum = addDot(group.front(), first[first.size() == 1 ? 0 : place],
                 second[second.size() == 1 ? 0 : place], sum);
}

void DotWriter::addNeighbours(const ByteProduct &product,
                              SmallVectorImpl<Value> &sums) {
  Words first = takeWords(product.first.bytes);
  Words second = takeWords(product.second.bytes);
  for (auto [one, other, sum] : llvm::zip(first, second, sums))
    sum = addDot(product, one, other, sum);
}

Value DotWriter::addOthers(const ByteSum &sum, Type type) {
  if (sum.others.empty())
    return arith::ConstantOp::create(b, b.getZeroAttr(type));
  Value all = sum.others.front();
  for (Value other : llvm::drop_begin(sum.others))
    all = arith::AddIOp::create(b, all, other);
  return all;
}

void DotWriter::addProducts(ArrayRef<ByteProduct> products, bool areNeighbours,
                            SmallVectorImpl<Value> &sums) {
  SmallVector<SmallVector<ByteProduct>> groups;
  for (const ByteProduct &product : products) {
    if (areNeighbours && product.first.isVector()) {
      addNeighbours(product, sums);
      continue;
    }
    auto *group = llvm::find_if(groups, [&](const auto &group) {
      return int64_t(group.size()) < kWordBytes &&
             group.front().isLike(product);
    });
    if (group != groups.end())
      group->push_back(product);
    else
      groups.push_back({product});
  }
  for (ArrayRef<ByteProduct> group : groups)
    addGroup(group, sums);
}

bool DotWriter::rewrite(Operation *op) {
  Value whole = op->getResult(0);
  ByteSum sum = findByteSum(op);
  bool areNeighbours = getLaneCount(whole) % kWordBytes == 0 &&
                       !sum.products.empty() && isAddedUp(whole);
  if (sum.products.size() < 2 &&
      !(areNeighbours && sum.products.front().first.isVector()))
    return false;
  b.setInsertionPoint(op);
  b.setLoc(op->getLoc());
  Value all = addOthers(sum, whole.getType());
  SmallVector<Value> sums;
  for (int64_t place = 0; place < getLaneCount(whole); ++place)
    sums.push_back(getLaneElement(b, all, place));
  addProducts(sum.products, areNeighbours, sums);
  whole.replaceAllUsesWith(makeLanePart(b, sums));
  return true;
}

/// Erases `op` and what it alone was made of.
static void eraseUnused(Operation *op) {
  SmallVector<Operation *> left = {op};
  while (!left.empty()) {
    Operation *next = left.pop_back_val();
    if (!isOpTriviallyDead(next))
      continue;
    for (Value operand : next->getOperands())
      if (Operation *made = operand.getDefiningOp();
          made && !llvm::is_contained(left, made))
        left.push_back(made);
    llvm::erase(left, next);
    next->erase();
  }
}

//===----------------------------------------------------------------------===//
// Words in memory
//===----------------------------------------------------------------------===//

/// Whether something between `first` and `last`, of one block, may write.
static bool mayWriteBetween(Operation *first, Operation *last) {
  for (Operation *op = first; op != last; op = op->getNextNode()) {
    auto effects = getEffectsRecursively(op);
    if (!effects || llvm::any_of(*effects, [](const auto &effect) {
          return !isa<MemoryEffects::Read>(effect.getEffect());
        }))
      return true;
  }
  return false;
}

/// Loads `word` at once, where it is aligned and its bytes are loaded from one
/// state of memory.
static void loadAtOnce(LoadedWord &word) {
  auto isBefore = [](memref::LoadOp one, memref::LoadOp other) {
    return one->isBeforeInBlock(other);
  };
  memref::LoadOp first = word.bytes.front();
  if (!word.needs.empty() || !llvm::is_sorted(word.bytes, isBefore) ||
      mayWriteBetween(first, word.bytes.back()))
    return;
  ImplicitLocOpBuilder b(first.getLoc(), first);
  auto type = VectorType::get({kWordBytes}, b.getI8Type());
  Value all =
      vector::LoadOp::create(b, type, first.getMemRef(), first.getIndices());
  for (auto [place, byte] : llvm::enumerate(word.bytes))
    byte.replaceAllUsesWith(
        vector::ExtractOp::create(b, all, int64_t(place)).getResult());
  for (memref::LoadOp byte : word.bytes)
    byte.erase();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DotInstructionsPass
    : spindle::impl::DotInstructionsPassBase<DotInstructionsPass> {
  void runOnOperation() override {
    for (LoadedWord &word : findLoadedWords(getOperation()))
      loadAtOnce(word);
    getOperation()->walk([&](Block *block) {
      auto sums =
          llvm::filter_to_vector(llvm::make_pointer_range(*block),
                                 [](Operation *op) { return isWholeSum(op); });
      if (sums.empty())
        return;
      DotWriter writer(sums.front());
      for (Operation *op : sums)
        if (writer.rewrite(op))
          eraseUnused(op);
    });
  }
};
} // namespace

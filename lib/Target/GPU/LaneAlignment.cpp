//===- LaneAlignment.cpp - what makes vectors of a lane aligned -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneAlignment.h"

#include "LaneForms.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <map>
#include <vector>

using namespace mlir;
using namespace spindle;

/// Bytes of the widest load and store.
static constexpr int64_t kWidest = 16;

/// The argument of the kernel that `value` is; null for something else.
static BlockArgument getKernelArgument(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock() ||
      !isa<gpu::GPUFuncOp>(argument.getOwner()->getParentOp()))
    return {};
  auto kernel = cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp());
  return argument.getArgNumber() < kernel.getNumArguments() ? argument
                                                            : BlockArgument();
}

static int64_t getArgumentNumber(BlockArgument argument, StringRef name) {
  auto kernel = cast<gpu::GPUFuncOp>(argument.getOwner()->getParentOp());
  auto number =
      kernel.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(), name);
  return number ? number.getInt() : 1;
}

//===----------------------------------------------------------------------===//
// Multiples
//===----------------------------------------------------------------------===//

/// A power of two, `kWidest` at most, that divides `number`.
static int64_t getPower(int64_t number) {
  return number == 0 ? kWidest : std::min(kWidest, number & -number);
}

static int64_t getMultiple(Value value);

static int64_t getMultipleOfBoth(Operation *op) {
  return std::min(getMultiple(op->getOperand(0)),
                  getMultiple(op->getOperand(1)));
}

/// What is left of `x` without `x mod n` is a multiple of n.
static int64_t getMultiple(arith::SubIOp op) {
  auto rest = op.getRhs().getDefiningOp<arith::RemUIOp>();
  if (rest && rest.getLhs() == op.getLhs())
    return std::max(getMultiple(rest.getRhs()), getMultipleOfBoth(op));
  return getMultipleOfBoth(op);
}

static int64_t getMultiple(BlockArgument argument) {
  if (getKernelArgument(argument))
    return getPower(getArgumentNumber(argument, kMultipleAttr));
  auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
  if (!loop || argument != loop.getInductionVar())
    return 1;
  return std::min(getMultiple(loop.getLowerBound()),
                  getMultiple(loop.getStep()));
}

/// A power of two, `kWidest` at most, that is known to divide `value`.
static int64_t getMultiple(Value value) {
  APInt number;
  if (matchPattern(value, m_ConstantInt(&number)))
    return getPower(number.getSExtValue());
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getMultiple(argument);
  return llvm::TypeSwitch<Operation *, int64_t>(value.getDefiningOp())
      .Case([](arith::SubIOp op) { return getMultiple(op); })
      .Case<arith::AddIOp, arith::MinSIOp, arith::MaxSIOp, arith::MinUIOp,
            arith::MaxUIOp, arith::RemUIOp>(
          [](Operation *op) { return getMultipleOfBoth(op); })
      .Case([](arith::MulIOp op) {
        return std::min(kWidest,
                        getMultiple(op.getLhs()) * getMultiple(op.getRhs()));
      })
      .Case([](affine::AffineApplyOp op) {
        return getPower(
            op.getAffineMap().getResult(0).getLargestKnownDivisor());
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp>(
          [](auto op) { return getMultiple(op.getIn()); })
      .Default([](Operation *) { return int64_t(1); });
}

int64_t spindle::getKnownMultiple(Value value) { return getMultiple(value); }

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

namespace {
/// Finds what aligns the vectors at an address.
class AddressCheck {
public:
  /// `bytes` is the alignment that is asked for, `size` that of an element;
  /// parts of a row begin at multiples of `count` elements.
  AddressCheck(int64_t bytes, int64_t size, int64_t count)
      : bytes(bytes), size(size), count(count) {}

  /// Whether what `memory` has at `indices` can be aligned.
  bool check(Value memory, ValueRange indices);
  /// Requires that `value` is a multiple of `multiple`; whether it can be.
  bool require(Value value, int64_t multiple);

  /// What arguments need to be for that, and are not known to be.
  AlignmentNeeds needs;

private:
  /// An index of a dimension: offsets that are added up.
  using Offsets = SmallVector<OpFoldResult>;

  bool checkTerm(const Offsets &offsets, OpFoldResult stride);
  bool checkBase(Value base);
  bool checkCast(memref::ReinterpretCastOp view, ArrayRef<Offsets> indices);
  bool checkType(Value memory, ArrayRef<Offsets> indices);
  static void followSubView(memref::SubViewOp view,
                            SmallVector<Offsets> &indices);

  int64_t bytes, size, count;
};
} // namespace

static int64_t getMultiple(OpFoldResult number) {
  if (std::optional<int64_t> known = getConstantIntValue(number))
    return getPower(*known);
  return getMultiple(cast<Value>(number));
}

bool AddressCheck::require(Value value, int64_t multiple) {
  if (getMultiple(value) >= multiple)
    return true;
  if (BlockArgument argument = getKernelArgument(value)) {
    int64_t &needed = needs.numbers[argument.getArgNumber()];
    needed = std::max(needed, multiple);
    return true;
  }
  Operation *op = value.getDefiningOp();
  if (!isa_and_present<arith::AddIOp, arith::SubIOp, arith::RemUIOp,
                       arith::IndexCastOp>(op))
    return false;
  return llvm::all_of(op->getOperands(), [&](Value operand) {
    return require(operand, multiple);
  });
}

/// Requires that each product of an offset and `stride` is aligned. Where the
/// stride may be anything, it is the one of the two that has to be.
bool AddressCheck::checkTerm(const Offsets &offsets, OpFoldResult stride) {
  int64_t known = getMultiple(stride);
  for (OpFoldResult offset : offsets) {
    int64_t multiple = getMultiple(offset);
    if (multiple * known * size >= bytes)
      continue;
    auto factor =
        dyn_cast<Value>(getConstantIntValue(stride) ? offset : stride);
    int64_t other = getConstantIntValue(stride) ? known : multiple;
    if (!factor || !require(factor, bytes / (other * size)))
      return false;
  }
  return true;
}

bool AddressCheck::checkBase(Value base) {
  BlockArgument argument = getKernelArgument(base);
  if (!argument)
    return false;
  StringRef name = LLVM::LLVMDialect::getAlignAttrName();
  if (getArgumentNumber(argument, name) < bytes)
    needs.pointers[argument.getArgNumber()] = bytes;
  return true;
}

bool AddressCheck::checkCast(memref::ReinterpretCastOp view,
                             ArrayRef<Offsets> indices) {
  for (auto [offsets, stride] : llvm::zip(indices, view.getMixedStrides()))
    if (!checkTerm(offsets, stride))
      return false;
  Builder builder(view.getContext());
  return checkTerm(view.getMixedOffsets(), builder.getIndexAttr(1)) &&
         checkBase(view.getSource());
}

bool AddressCheck::checkType(Value memory, ArrayRef<Offsets> indices) {
  SmallVector<int64_t> strides;
  int64_t offset;
  auto type = cast<MemRefType>(memory.getType());
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::is_contained(strides, ShapedType::kDynamic) ||
      ShapedType::isDynamic(offset))
    return false;
  Builder builder(memory.getContext());
  for (auto [offsets, stride] : llvm::zip(indices, strides))
    if (!checkTerm(offsets, builder.getIndexAttr(stride)))
      return false;
  return getPower(offset) * size >= bytes && checkBase(memory);
}

/// Adds where a part begins to `indices`.
void AddressCheck::followSubView(memref::SubViewOp view,
                                 SmallVector<Offsets> &indices) {
  llvm::SmallBitVector dropped = view.getDroppedDims();
  SmallVector<Offsets> all;
  unsigned next = 0;
  for (auto [dim, offset] : llvm::enumerate(view.getMixedOffsets())) {
    all.push_back(dropped[dim] ? Offsets() : indices[next++]);
    all.back().push_back(offset);
  }
  indices = all;
}

bool AddressCheck::check(Value memory, ValueRange indices) {
  SmallVector<Offsets> all;
  for (Value index : indices)
    all.push_back({index});
  all.back().push_back(Builder(memory.getContext()).getIndexAttr(count));
  while (auto view = memory.getDefiningOp<memref::SubViewOp>()) {
    if (!view.hasUnitStride())
      return false;
    followSubView(view, all);
    memory = view.getSource();
  }
  if (auto view = memory.getDefiningOp<memref::ReinterpretCastOp>())
    return checkCast(view, all);
  return checkType(memory, all);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The bytes that `count` elements of `type` are to be aligned to for
/// instructions that are as wide as can be, and those of an element; 0 where
/// nothing is known of its size.
static std::pair<int64_t, int64_t> getWidth(VectorType type, int64_t count) {
  Type element = type.getElementType();
  if (!element.isIntOrIndexOrFloat())
    return {0, 0};
  // An index in memory has 64 bits.
  int64_t bits = element.isIndex() ? 64 : element.getIntOrFloatBitWidth();
  if (bits % 8 != 0)
    return {0, 0};
  int64_t size = bits / 8;
  return {getPower(count * size), size};
}

static VectorType getType(const VectorAccess &access) {
  return cast<VectorType>(access.vectors.front().getType());
}

void AlignmentNeeds::merge(const AlignmentNeeds &more) {
  for (auto [argument, bytes] : more.pointers)
    pointers[argument] = std::max(pointers[argument], bytes);
  for (auto [argument, multiple] : more.numbers)
    numbers[argument] = std::max(numbers[argument], multiple);
}

std::optional<AlignmentNeeds>
spindle::findAlignmentNeeds(const VectorAccess &access, int64_t count) {
  if (count == 1)
    return AlignmentNeeds();
  auto [bytes, size] = getWidth(getType(access), count);
  if (bytes == 0)
    return std::nullopt;
  AddressCheck check(bytes, size, count);
  if (!check.check(access.memory, access.indices))
    return std::nullopt;
  return check.needs;
}

/// What `index` is: a value, null for none, and the number added to it.
static std::pair<Value, int64_t> splitIndex(Value index) {
  if (std::optional<int64_t> number = getConstantIntValue(index))
    return {Value(), *number};
  if (auto sum = index.getDefiningOp<arith::AddIOp>())
    if (std::optional<int64_t> number = getConstantIntValue(sum.getRhs()))
      return {sum.getLhs(), *number};
  return {index, 0};
}

/// The word that begins with the load at `first` of `loads`, which are of one
/// row, by how far they are from one place; none where it cannot be aligned.
static std::optional<LoadedWord>
findWord(const std::map<int64_t, memref::LoadOp> &loads, int64_t first) {
  LoadedWord word;
  int64_t count = word.bytes.size();
  for (auto [place, byte] : llvm::enumerate(word.bytes)) {
    auto load = loads.find(first + place);
    if (first % count != 0 || load == loads.end())
      return std::nullopt;
    byte = load->second;
  }
  memref::LoadOp load = word.bytes.front();
  AddressCheck check(count, 1, count);
  if (!check.check(load.getMemRef(), load.getIndices()))
    return std::nullopt;
  word.needs = check.needs;
  return word;
}

SmallVector<LoadedWord> spindle::findLoadedWords(gpu::GPUFuncOp kernel) {
  using Row = std::pair<Block *, std::vector<void *>>;
  llvm::MapVector<Row, std::map<int64_t, memref::LoadOp>,
                  std::map<Row, unsigned>>
      rows;
  kernel.walk([&](memref::LoadOp load) {
    if (!load.getType().isInteger(8) || load.getIndices().empty())
      return;
    auto [base, place] = splitIndex(load.getIndices().back());
    std::vector<void *> key = {load.getMemRef().getAsOpaquePointer()};
    for (Value index : load.getIndices().drop_back())
      key.push_back(index.getAsOpaquePointer());
    key.push_back(base.getAsOpaquePointer());
    rows[{load->getBlock(), key}].try_emplace(place, load);
  });
  SmallVector<LoadedWord> words;
  for (const auto &[row, loads] : rows)
    for (auto [first, load] : loads)
      if (std::optional<LoadedWord> word = findWord(loads, first))
        words.push_back(*word);
  return words;
}

AlignmentNeeds spindle::findMaskNeeds(const VectorAccess &access,
                                      int64_t count) {
  AlignmentNeeds needs;
  for (Value vector : access.vectors) {
    auto mask = vector.getDefiningOp<vector::CreateMaskOp>();
    AddressCheck check(count, 1, count);
    if (mask && check.require(mask.getOperand(0), getPower(count)))
      needs.merge(check.needs);
  }
  return needs;
}

void spindle::assumeAligned(gpu::GPUFuncOp kernel,
                            const AlignmentNeeds &needs) {
  Builder builder(kernel.getContext());
  for (auto [argument, bytes] : needs.pointers)
    kernel.setArgAttr(argument, LLVM::LLVMDialect::getAlignAttrName(),
                      builder.getI64IntegerAttr(bytes));
  for (auto [argument, multiple] : needs.numbers)
    kernel.setArgAttr(argument, kMultipleAttr,
                      builder.getI64IntegerAttr(multiple));
}

void spindle::alignVectors(gpu::GPUFuncOp kernel) {
  kernel.walk([](Operation *op) {
    std::optional<VectorAccess> access = getVectorAccess(op);
    if (!access || !access->isRow || access->isAtomic ||
        getType(*access).getRank() != 1)
      return;
    int64_t count = getType(*access).getDimSize(0);
    auto [bytes, size] = getWidth(getType(*access), count);
    for (; bytes > size; bytes /= 2) {
      AddressCheck check(bytes, size, count);
      if (!check.check(access->memory, access->indices) || !check.needs.empty())
        continue;
      op->setAttr(
          "alignment",
          IntegerAttr::get(IntegerType::get(op->getContext(), 64), bytes));
      return;
    }
  });
}

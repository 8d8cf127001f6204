//===- LaneAlignment.cpp - what makes vectors of a lane aligned -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/GPU/LaneAlignment.h"

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

/// The argument of the kernel that `value` is another type of, or null.
static BlockArgument getCastArgument(Value value) {
  if (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  return getKernelArgument(value);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

namespace {
/// Finds what aligns the vectors at an address.
class AddressCheck {
public:
  /// `bytes` is the alignment that is asked for, `size` that of an element.
  AddressCheck(int64_t bytes, int64_t size) : bytes(bytes), size(size) {}

  /// Whether what `memory` has at `indices` can be aligned.
  bool check(Value memory, ValueRange indices);

  /// What arguments need to be for that, and are not known to be.
  AlignmentNeeds needs;

private:
  /// Whether a product of `index`, a multiple of `multiple`, and `stride` can
  /// be a multiple.
  bool checkTerm(int64_t multiple, OpFoldResult stride);
  bool checkBase(Value base);
  bool checkCast(memref::ReinterpretCastOp view, ArrayRef<int64_t> multiples);
  bool checkType(Value memory, ArrayRef<int64_t> multiples);
  bool check(Value memory, SmallVector<int64_t> multiples);

  int64_t bytes, size;
};
} // namespace

bool AddressCheck::checkTerm(int64_t multiple, OpFoldResult stride) {
  if (std::optional<int64_t> number = getConstantIntValue(stride))
    return multiple * getPower(*number) * size >= bytes;
  Value value = cast<Value>(stride);
  if (multiple * getMultiple(value) * size >= bytes)
    return true;
  BlockArgument argument = getCastArgument(value);
  if (!argument)
    return false;
  int64_t &needed = needs.numbers[argument.getArgNumber()];
  needed = std::max(needed, bytes / (multiple * size));
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
                             ArrayRef<int64_t> multiples) {
  for (auto [multiple, stride] : llvm::zip(multiples, view.getMixedStrides()))
    if (!checkTerm(multiple, stride))
      return false;
  for (OpFoldResult offset : view.getMixedOffsets())
    if (!checkTerm(1, offset))
      return false;
  return checkBase(view.getSource());
}

bool AddressCheck::checkType(Value memory, ArrayRef<int64_t> multiples) {
  SmallVector<int64_t> strides;
  int64_t offset;
  auto type = cast<MemRefType>(memory.getType());
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::is_contained(strides, ShapedType::kDynamic) ||
      ShapedType::isDynamic(offset))
    return false;
  for (auto [multiple, stride] : llvm::zip(multiples, strides))
    if (multiple * getPower(stride) * size < bytes)
      return false;
  return getPower(offset) * size >= bytes && checkBase(memory);
}

/// Adds the offsets of a part to `multiples`, those of its indices.
static void followSubView(memref::SubViewOp view,
                          SmallVector<int64_t> &multiples) {
  llvm::SmallBitVector dropped = view.getDroppedDims();
  SmallVector<int64_t> all;
  unsigned next = 0;
  for (auto [dim, offset] : llvm::enumerate(view.getMixedOffsets())) {
    int64_t multiple = dropped[dim] ? kWidest : multiples[next++];
    std::optional<int64_t> number = getConstantIntValue(offset);
    all.push_back(std::min(multiple, number
                                         ? getPower(*number)
                                         : getMultiple(cast<Value>(offset))));
  }
  multiples = all;
}

bool AddressCheck::check(Value memory, SmallVector<int64_t> multiples) {
  while (auto view = memory.getDefiningOp<memref::SubViewOp>()) {
    if (!view.hasUnitStride())
      return false;
    followSubView(view, multiples);
    memory = view.getSource();
  }
  if (auto view = memory.getDefiningOp<memref::ReinterpretCastOp>())
    return checkCast(view, multiples);
  return checkType(memory, multiples);
}

bool AddressCheck::check(Value memory, ValueRange indices) {
  return check(memory, llvm::map_to_vector(indices, [](Value index) {
                 return getMultiple(index);
               }));
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// The bytes that `op`, an access to a row of elements, is to be aligned to for
/// instructions that are as wide as can be, and those of an element; 0 where
/// nothing is gained.
static std::pair<int64_t, int64_t> getWidth(const VectorAccess &access) {
  auto type = cast<VectorType>(access.vectors.front().getType());
  Type element = type.getElementType();
  if (!access.isRow || type.getRank() != 1 || !element.isIntOrFloat() ||
      element.getIntOrFloatBitWidth() % 8 != 0)
    return {0, 0};
  int64_t size = element.getIntOrFloatBitWidth() / 8;
  int64_t bytes = getPower(type.getDimSize(0) * size);
  return {bytes > size ? bytes : 0, size};
}

static void mergeNeeds(llvm::MapVector<unsigned, int64_t> &all,
                       const llvm::MapVector<unsigned, int64_t> &more) {
  for (auto [argument, number] : more)
    all[argument] = std::max(all[argument], number);
}

AlignmentNeeds spindle::findAlignmentNeeds(gpu::GPUFuncOp kernel) {
  AlignmentNeeds needs;
  kernel.walk([&](Operation *op) {
    std::optional<VectorAccess> access = getVectorAccess(op);
    if (!access)
      return;
    auto [bytes, size] = getWidth(*access);
    AddressCheck check(bytes, size);
    if (bytes == 0 || !check.check(access->memory, access->indices))
      return;
    mergeNeeds(needs.pointers, check.needs.pointers);
    mergeNeeds(needs.numbers, check.needs.numbers);
  });
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
    if (!access)
      return;
    auto [bytes, size] = getWidth(*access);
    for (; bytes > size; bytes /= 2) {
      AddressCheck check(bytes, size);
      if (!check.check(access->memory, access->indices) || !check.needs.empty())
        continue;
      op->setAttr(
          "alignment",
          IntegerAttr::get(IntegerType::get(op->getContext(), 64), bytes));
      return;
    }
  });
}

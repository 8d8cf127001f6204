//===- LaneGroup.cpp - lanes that run one worker together -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneGroup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace spindle;

LaneGroup::LaneGroup(gpu::GPUFuncOp kernel, int64_t size)
    : kernel(kernel), size(size) {}

//===----------------------------------------------------------------------===//
// The lane
//===----------------------------------------------------------------------===//

ImplicitLocOpBuilder LaneGroup::atStart() {
  ImplicitLocOpBuilder builder(kernel.getLoc(), kernel.getContext());
  if (last)
    builder.setInsertionPointAfter(last);
  else
    builder.setInsertionPointToStart(&kernel.getBody().front());
  return builder;
}

Value LaneGroup::note(Value value) {
  last = value.getDefiningOp();
  return value;
}

static Value constant(ImplicitLocOpBuilder &builder, int64_t number) {
  return arith::ConstantIntOp::create(builder, number, 32);
}

Value LaneGroup::getLane() {
  if (!lane) {
    ImplicitLocOpBuilder builder = atStart();
    lane = note(gpu::ThreadIdOp::create(builder, gpu::Dimension::x));
  }
  return lane;
}

Value LaneGroup::getLaneNumber() {
  if (!laneNumber) {
    Value index = getLane();
    ImplicitLocOpBuilder builder = atStart();
    laneNumber =
        note(arith::IndexCastOp::create(builder, builder.getI32Type(), index));
  }
  return laneNumber;
}

Value LaneGroup::getFirst(int64_t count) {
  Value index = getLane();
  if (count == 1)
    return index;
  Value &known = firsts[count];
  if (!known) {
    ImplicitLocOpBuilder builder = atStart();
    Value factor = arith::ConstantIndexOp::create(builder, count);
    known = note(arith::MulIOp::create(builder, index, factor));
  }
  return known;
}

Value LaneGroup::isFirst() {
  if (!first) {
    Value index = getLane();
    ImplicitLocOpBuilder builder = atStart();
    Value zero = arith::ConstantIndexOp::create(builder, 0);
    first = note(
        arith::CmpIOp::create(builder, arith::CmpIPredicate::eq, index, zero));
  }
  return first;
}

Value LaneGroup::hasBit(unsigned bit) {
  Value number = getLaneNumber();
  Value &known = bits[bit];
  if (!known) {
    ImplicitLocOpBuilder builder = atStart();
    Value one = arith::AndIOp::create(builder, number,
                                      constant(builder, int64_t(1) << bit));
    known = note(arith::CmpIOp::create(builder, arith::CmpIPredicate::ne, one,
                                       constant(builder, 0)));
  }
  return known;
}

Value LaneGroup::getMask() {
  if (mask)
    return mask;
  if (size == kWarpLanes) {
    ImplicitLocOpBuilder builder = atStart();
    return mask = note(constant(builder, -1));
  }
  Value from = getBegin();
  ImplicitLocOpBuilder builder = atStart();
  Value ones = constant(builder, (int64_t(1) << size) - 1);
  return mask = note(arith::ShLIOp::create(builder, ones, from));
}

Value LaneGroup::getBegin() {
  if (begin)
    return begin;
  ImplicitLocOpBuilder builder = atStart();
  Value group = arith::IndexCastOp::create(
      builder, builder.getI32Type(),
      gpu::ThreadIdOp::create(builder, gpu::Dimension::y));
  Value inWarp = arith::AndIOp::create(
      builder, group, constant(builder, kWarpLanes / size - 1));
  return begin = note(
             arith::MulIOp::create(builder, inWarp, constant(builder, size)));
}

Value LaneGroup::getWarpLane() {
  Value number = getLaneNumber();
  if (size == kWarpLanes)
    return number;
  if (!warpLane) {
    Value from = getBegin();
    ImplicitLocOpBuilder builder = atStart();
    warpLane = note(arith::AddIOp::create(builder, from, number));
  }
  return warpLane;
}

Value LaneGroup::getEndBit() {
  Value number = getLaneNumber();
  if (!endBit) {
    ImplicitLocOpBuilder builder = atStart();
    Value last = constant(builder, int64_t(1) << (size - 1));
    endBit = note(arith::ShRUIOp::create(builder, last, number));
  }
  return endBit;
}

//===----------------------------------------------------------------------===//
// Words of 32 bits
//===----------------------------------------------------------------------===//

/// The integer type of as many bits as `type`; an index has 64.
static IntegerType getBitsType(Type type) {
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return IntegerType::get(type.getContext(), width);
}

static Value toBits(ImplicitLocOpBuilder &builder, Value number) {
  IntegerType type = getBitsType(number.getType());
  if (number.getType().isIndex())
    return arith::IndexCastOp::create(builder, type, number);
  if (isa<FloatType>(number.getType()))
    return arith::BitcastOp::create(builder, type, number);
  return number;
}

static Value fromBits(ImplicitLocOpBuilder &builder, Value bits, Type type) {
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, type, bits);
  if (isa<FloatType>(type))
    return arith::BitcastOp::create(builder, type, bits);
  return bits;
}

/// The bits of a number as words, the lowest first.
static SmallVector<Value> split(ImplicitLocOpBuilder &builder, Value bits) {
  Type word = builder.getI32Type();
  int64_t width = bits.getType().getIntOrFloatBitWidth();
  if (width == 32)
    return {bits};
  if (width < 32)
    return {arith::ExtUIOp::create(builder, word, bits)};
  SmallVector<Value> words;
  for (int64_t shift = 0; shift < width; shift += 32) {
    Value distance =
        arith::ConstantIntOp::create(builder, bits.getType(), shift);
    Value rest = arith::ShRUIOp::create(builder, bits, distance);
    words.push_back(arith::TruncIOp::create(builder, word, rest));
  }
  return words;
}

static Value join(ImplicitLocOpBuilder &builder, ArrayRef<Value> words,
                  IntegerType type) {
  if (type.getWidth() == 32)
    return words.front();
  if (type.getWidth() < 32)
    return arith::TruncIOp::create(builder, type, words.front());
  Value bits;
  for (auto [place, word] : llvm::enumerate(words)) {
    Value wide = arith::ExtUIOp::create(builder, type, word);
    Value distance = arith::ConstantIntOp::create(builder, type, 32 * place);
    wide = arith::ShLIOp::create(builder, wide, distance);
    bits = bits ? arith::OrIOp::create(builder, bits, wide) : wide;
  }
  return bits;
}

//===----------------------------------------------------------------------===//
// What lanes do together
//===----------------------------------------------------------------------===//

// Upstream's gpu.shuffle names the first lanes of a warp, whichever group it
// is in.
Value LaneGroup::exchange(ImplicitLocOpBuilder &builder, Value number,
                          Value offset, NVVM::ShflKind kind) {
  Value lanes = getMask();
  // Lanes are counted from the start of the group, up to 31, or down to 0.
  int64_t limit = kind == NVVM::ShflKind::up ? 0 : kWarpLanes - 1;
  Value clamp = constant(builder, ((kWarpLanes - size) << 8) | limit);
  auto move = [&](Value word) -> Value {
    return NVVM::ShflOp::create(builder, word.getType(), lanes, word, offset,
                                clamp, kind, UnitAttr());
  };
  if (number.getType().isF32())
    return move(number);
  SmallVector<Value> words = split(builder, toBits(builder, number));
  for (Value &word : words)
    word = move(word);
  IntegerType bits = getBitsType(number.getType());
  return fromBits(builder, join(builder, words, bits), number.getType());
}

Value LaneGroup::get(ImplicitLocOpBuilder &builder, Value number,
                     Value source) {
  return exchange(builder, number, source, NVVM::ShflKind::idx);
}

Value LaneGroup::getBefore(ImplicitLocOpBuilder &builder, Value number,
                           int64_t distance) {
  return exchange(builder, number, constant(builder, distance),
                  NVVM::ShflKind::up);
}

Value LaneGroup::getBehind(ImplicitLocOpBuilder &builder, Value number,
                           int64_t distance) {
  return exchange(builder, number, constant(builder, distance),
                  NVVM::ShflKind::down);
}

Value LaneGroup::countUntil(ImplicitLocOpBuilder &builder, Value isSet) {
  Value end = getEndBit(), own = getWarpLane();
  Value all = NVVM::VoteSyncOp::create(builder, builder.getI32Type(), getMask(),
                                       isSet, NVVM::VoteSyncKind::ballot);
  // No shift is by all 32 bits.
  Value fromOwn = arith::ShRUIOp::create(builder, all, own);
  Value behind = arith::ShRUIOp::create(builder, fromOwn, constant(builder, 1));
  return math::CountTrailingZerosOp::create(
      builder, arith::OrIOp::create(builder, behind, end));
}

Value LaneGroup::combine(ImplicitLocOpBuilder &builder, Value number,
                         vector::CombiningKind kind) {
  for (int64_t distance = size / 2; distance >= 1; distance /= 2) {
    Value other = exchange(builder, number, constant(builder, distance),
                           NVVM::ShflKind::bfly);
    number = vector::makeArithReduction(builder, builder.getLoc(), kind, number,
                                        other);
  }
  return number;
}

void LaneGroup::sync(ImplicitLocOpBuilder &builder) {
  NVVM::SyncWarpOp::create(builder, getMask());
}

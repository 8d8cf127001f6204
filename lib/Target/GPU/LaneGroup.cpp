//===- LaneGroup.cpp - lanes that run one worker together -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneGroup.h"

#include "KernelTarget.h"
#include "LaneInstructions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace spindle;

LaneGroup::LaneGroup(gpu::GPUFuncOp kernel, int64_t size)
    : kernel(kernel), size(size), code(describeCodeOf(kernel)) {}

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

/// `number`, an i32, as one of `type`, which has as many bits or more.
static Value widen(ImplicitLocOpBuilder &builder, Value number, Type type) {
  if (number.getType() == type)
    return number;
  return arith::ExtUIOp::create(builder, type, number);
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

Value LaneGroup::getBegin() {
  if (begin)
    return begin;
  ImplicitLocOpBuilder builder = atStart();
  if (size == code.warpLanes)
    return begin = note(constant(builder, 0));
  Value group = arith::IndexCastOp::create(
      builder, builder.getI32Type(),
      gpu::ThreadIdOp::create(builder, gpu::Dimension::y));
  Value inWarp = arith::AndIOp::create(
      builder, group, constant(builder, code.warpLanes / size - 1));
  return begin = note(
             arith::MulIOp::create(builder, inWarp, constant(builder, size)));
}

Value LaneGroup::getMask() {
  assert(code.warpLanes == 32 && "masks have a bit for each lane");
  if (mask)
    return mask;
  Value start = size == code.warpLanes ? Value() : getBegin();
  ImplicitLocOpBuilder builder = atStart();
  if (!start)
    return mask = note(constant(builder, -1));
  Value ones = constant(builder, (int64_t(1) << size) - 1);
  return mask = note(arith::ShLIOp::create(builder, ones, start));
}

Value LaneGroup::getWarpLane() {
  Value number = getLaneNumber();
  if (size == code.warpLanes)
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
    Type word = builder.getIntegerType(unsigned(code.warpLanes));
    Value last =
        arith::ConstantIntOp::create(builder, word, int64_t(1) << (size - 1));
    endBit = note(
        arith::ShRUIOp::create(builder, last, widen(builder, number, word)));
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

Value LaneGroup::exchange(ImplicitLocOpBuilder &builder, Value number,
                          function_ref<Value(Value)> move) {
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
  return exchange(builder, number, [&](Value word) {
    return getFromLane(builder, code.dialect, *this, word, source);
  });
}

Value LaneGroup::getBefore(ImplicitLocOpBuilder &builder, Value number,
                           int64_t distance) {
  return exchange(builder, number, [&](Value word) {
    return getFromNeighbour(builder, code.dialect, *this, word, -distance);
  });
}

Value LaneGroup::getBehind(ImplicitLocOpBuilder &builder, Value number,
                           int64_t distance) {
  return exchange(builder, number, [&](Value word) {
    return getFromNeighbour(builder, code.dialect, *this, word, distance);
  });
}

Value LaneGroup::countUntil(ImplicitLocOpBuilder &builder, Value isSet) {
  Value end = getEndBit(), own = getWarpLane();
  Value all = findLanes(builder, code.dialect, *this, isSet);
  Type word = all.getType();
  // No shift is by all bits.
  Value fromOwn =
      arith::ShRUIOp::create(builder, all, widen(builder, own, word));
  Value one = arith::ConstantIntOp::create(builder, word, 1);
  Value behind = arith::ShRUIOp::create(builder, fromOwn, one);
  Value count = math::CountTrailingZerosOp::create(
      builder, arith::OrIOp::create(builder, behind, end));
  if (word == builder.getI32Type())
    return count;
  return arith::TruncIOp::create(builder, builder.getI32Type(), count);
}

Value LaneGroup::combine(ImplicitLocOpBuilder &builder, Value number,
                         vector::CombiningKind kind) {
  for (int64_t distance = size / 2; distance >= 1; distance /= 2) {
    Value other = exchange(builder, number, [&](Value word) {
      return getFromPartner(builder, code.dialect, *this, word, distance);
    });
    number = vector::makeArithReduction(builder, builder.getLoc(), kind, number,
                                        other);
  }
  return number;
}

void LaneGroup::sync(ImplicitLocOpBuilder &builder) {
  syncLanesOf(builder, code.dialect, *this);
}

//===- PackedMemory.cpp - reading halves of bytes -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedMemory.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;

/// How many elements of a block are unpacked at once.
static constexpr int64_t kLanes = 32;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

static Value makePlace(ImplicitLocOpBuilder &b, int64_t number) {
  return arith::ConstantIndexOp::create(b, number);
}

PackedMemory loops::viewPacked(ImplicitLocOpBuilder &b, Value memory) {
  auto whole = memref::ExtractStridedMetadataOp::create(b, memory);
  auto getValue = [&](OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(b, b.getLoc(), size);
  };
  PackedMemory packed;
  packed.offset = getValue(whole.getConstifiedMixedOffset());
  for (OpFoldResult stride : whole.getConstifiedMixedStrides())
    packed.strides.push_back(getValue(stride));
  // How many bytes there are is not asked.
  Value count = makePlace(b, 1);
  for (OpFoldResult size : whole.getConstifiedMixedSizes())
    count = b.createOrFold<arith::MulIOp>(count, getValue(size));
  count = b.createOrFold<arith::CeilDivUIOp>(count, makePlace(b, 2));
  // The descriptors of both are alike.
  Value base = UnrealizedConversionCastOp::create(
                   b, MemRefType::get({}, b.getI8Type()), whole.getBaseBuffer())
                   .getResult(0);
  packed.bytes = memref::ReinterpretCastOp::create(
      b, MemRefType::get({ShapedType::kDynamic}, b.getI8Type()), base,
      OpFoldResult(b.getIndexAttr(0)), ArrayRef<OpFoldResult>{count},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  return packed;
}

/// Which element is at `indices`.
static Value locateElement(ImplicitLocOpBuilder &b, const PackedMemory &memory,
                           ValueRange indices) {
  Value element = memory.offset;
  for (auto [index, stride] : llvm::zip_equal(indices, memory.strides)) {
    Value distance = b.createOrFold<arith::MulIOp>(index, stride);
    element = b.createOrFold<arith::AddIOp>(element, distance);
  }
  return element;
}

/// `number`, an integer or an index, in the shape of `type`.
static Value makeAll(ImplicitLocOpBuilder &b, Type type, int64_t number) {
  auto element = b.getIntegerAttr(getElementTypeOrSelf(type), number);
  auto vector = dyn_cast<VectorType>(type);
  return arith::ConstantOp::create(
      b, vector ? TypedAttr(DenseElementsAttr::get(vector, element))
                : TypedAttr(element));
}

/// The byte that `element` is in, one or a vector of them.
static Value findByte(ImplicitLocOpBuilder &b, Value element) {
  return b.createOrFold<arith::ShRUIOp>(element,
                                        makeAll(b, element.getType(), 1));
}

//===----------------------------------------------------------------------===//
// Halves
//===----------------------------------------------------------------------===//

/// By how many bits a byte is to be shifted up so that `element`, one or a
/// vector of them, is its high half: 4 of an even one, 0 of an odd one.
static Value findShift(ImplicitLocOpBuilder &b, Value element) {
  Type type = element.getType(), bytes = b.getI8Type();
  if (auto vector = dyn_cast<VectorType>(type))
    bytes = vector.clone(bytes);
  Value odd = b.createOrFold<arith::AndIOp>(element, makeAll(b, type, 1));
  odd = isa<IndexType>(getElementTypeOrSelf(type))
            ? b.createOrFold<arith::IndexCastOp>(bytes, odd)
            : b.createOrFold<arith::TruncIOp>(bytes, odd);
  Value down = b.createOrFold<arith::ShLIOp>(odd, makeAll(b, bytes, 2));
  return b.createOrFold<arith::SubIOp>(makeAll(b, bytes, 4), down);
}

/// The halves of `bytes` that `shift` makes the high ones, with their sign.
static Value takeHalves(ImplicitLocOpBuilder &b, Value bytes, Value shift) {
  Type type = bytes.getType();
  if (shift.getType() != type)
    shift = vector::BroadcastOp::create(b, type, shift);
  return arith::ShRSIOp::create(b, arith::ShLIOp::create(b, bytes, shift),
                                makeAll(b, type, 4));
}

/// Reads `element` alone.
static Value readElement(ImplicitLocOpBuilder &b, const PackedMemory &memory,
                         Value element) {
  Value byte = memref::LoadOp::create(b, memory.bytes, findByte(b, element));
  return takeHalves(b, byte, findShift(b, element));
}

//===----------------------------------------------------------------------===//
// Vectors
//===----------------------------------------------------------------------===//

namespace {
/// Which lanes are read, and bytes for the others.
struct Lanes {
  Value mask, others;
};
} // namespace

/// The lanes of even numbers of `vector` and those of odd ones.
static std::array<Value, 2> takeApart(ImplicitLocOpBuilder &b, Value vector) {
  auto parts = vector::DeinterleaveOp::create(b, vector);
  return {parts.getRes1(), parts.getRes2()};
}

/// Reads `count` elements from `element` on, an even number.
static Value readRow(ImplicitLocOpBuilder &b, const PackedMemory &memory,
                     Value element, int64_t count,
                     std::optional<Lanes> lanes = std::nullopt) {
  auto half = VectorType::get({count / 2}, b.getI8Type());
  std::array<Value, 2> masks, others, halves;
  if (lanes) {
    masks = takeApart(b, lanes->mask);
    others = takeApart(b, lanes->others);
  }
  for (int64_t odd : {0, 1}) {
    Value first = b.createOrFold<arith::AddIOp>(
        element, arith::ConstantIndexOp::create(b, odd));
    Value at = findByte(b, first), shift = findShift(b, first);
    if (!lanes) {
      Value bytes = vector::LoadOp::create(b, half, memory.bytes, at);
      halves[odd] = takeHalves(b, bytes, shift);
      continue;
    }
    Value bytes = vector::MaskedLoadOp::create(b, half, memory.bytes, at,
                                               masks[odd], others[odd]);
    halves[odd] = arith::SelectOp::create(
        b, masks[odd], takeHalves(b, bytes, shift), others[odd]);
  }
  return vector::InterleaveOp::create(b, halves[0], halves[1]);
}

/// Reads `count` elements from `element` on one by one.
static Value readOneByOne(ImplicitLocOpBuilder &b, const PackedMemory &memory,
                          Value element, int64_t count) {
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < count; ++lane) {
    Value at = b.createOrFold<arith::AddIOp>(
        element, arith::ConstantIndexOp::create(b, lane));
    elements.push_back(readElement(b, memory, at));
  }
  return vector::FromElementsOp::create(
      b, VectorType::get({count}, b.getI8Type()), elements);
}

/// What lanes that are not read are, in bytes.
static Value widen(ImplicitLocOpBuilder &b, Value others) {
  auto type = cast<VectorType>(others.getType());
  return arith::ExtSIOp::create(b, type.clone(b.getI8Type()), others);
}

/// Reads the elements of `gather`, each from its own byte.
static Value readApart(ImplicitLocOpBuilder &b, const PackedMemory &memory,
                       vector::GatherOp gather) {
  Value element = locateElement(b, memory, gather.getOffsets());
  auto type = cast<VectorType>(gather.getIndices().getType());
  Value indices = gather.getIndices();
  if (!type.getElementType().isIndex())
    indices =
        arith::IndexCastOp::create(b, type.clone(b.getIndexType()), indices);
  Value elements = arith::AddIOp::create(
      b, indices, vector::BroadcastOp::create(b, indices.getType(), element));
  Value others = widen(b, gather.getPassThru());
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value bytes = vector::GatherOp::create(
      b, cast<VectorType>(others.getType()), memory.bytes, zero,
      findByte(b, elements), gather.getMask(), others);
  return arith::SelectOp::create(b, gather.getMask(),
                                 takeHalves(b, bytes, findShift(b, elements)),
                                 others);
}

Value loops::readPacked(ImplicitLocOpBuilder &b, const PackedMemory &memory,
                        Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return readElement(b, memory, locateElement(b, memory, load.getIndices()));
  if (auto gather = dyn_cast<vector::GatherOp>(op))
    return readApart(b, memory, gather);
  if (auto load = dyn_cast<vector::MaskedLoadOp>(op)) {
    Value element = locateElement(b, memory, load.getIndices());
    return readRow(b, memory, element, load.getVectorType().getNumElements(),
                   Lanes{load.getMask(), widen(b, load.getPassThru())});
  }
  auto load = cast<vector::LoadOp>(op);
  Value element = locateElement(b, memory, load.getIndices());
  int64_t count = load.getVectorType().getNumElements();
  return count % 2 == 0 ? readRow(b, memory, element, count)
                        : readOneByOne(b, memory, element, count);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// Unpacks the `count` elements from `element` on to `bytes`, of one dimension.
static void unpackRange(ImplicitLocOpBuilder &b, const PackedMemory &memory,
                        Value element, int64_t count, Value bytes) {
  int64_t whole = count / kLanes * kLanes, even = (count - whole) / 2 * 2;
  auto copy = [&](Value at, int64_t lanes) {
    Value from = b.createOrFold<arith::AddIOp>(element, at);
    if (lanes > 1)
      vector::StoreOp::create(b, readRow(b, memory, from, lanes), bytes, at);
    else
      memref::StoreOp::create(b, readElement(b, memory, from), bytes, at);
  };
  if (whole > 0) {
    auto loop = scf::ForOp::create(b, makePlace(b, 0), makePlace(b, whole),
                                   makePlace(b, kLanes));
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    copy(loop.getInductionVar(), kLanes);
  }
  if (even > 0)
    copy(makePlace(b, whole), even);
  if (count % 2 != 0)
    copy(makePlace(b, count - 1), 1);
}

void loops::unpackBlockOf(ImplicitLocOpBuilder &b, const PackedMemory &memory,
                          Value packed, Value first, Value bytes) {
  auto type = cast<MemRefType>(bytes.getType());
  Value blocks = b.createOrFold<memref::DimOp>(packed, 0);
  Value isThere =
      arith::CmpIOp::create(b, arith::CmpIPredicate::ult, first, blocks);
  auto branch = scf::IfOp::create(b, isThere, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  int64_t count = type.getNumElements();
  Value begin = b.createOrFold<arith::MulIOp>(first, memory.strides.front());
  begin = b.createOrFold<arith::AddIOp>(begin, memory.offset);
  Value list = memref::ReinterpretCastOp::create(
      b, MemRefType::get({count}, b.getI8Type()), bytes,
      /*offset=*/0, ArrayRef<int64_t>{count}, ArrayRef<int64_t>{1});
  unpackRange(b, memory, begin, count, list);
}

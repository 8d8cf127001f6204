//===- OperandChecks.cpp - checks of what a function is given -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandChecks.h"

using namespace mlir;
using namespace spindle;
using spindle::cinterface::CArray;
using spindle::cinterface::COperand;
using spindle::cinterface::COperandKind;
using spindle::cinterface::CStatus;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// Checks the size of the next dimension of `operand`: against its type, and
/// against the first size of a dimension of that name.
void OperandChecks::checkSize(const COperand &operand, OperandMemory &memory,
                              const Named &size) {
  size_t dim = memory.sizes.size();
  memory.sizes.push_back(size.value);
  builder.refuse(builder.compare(LLVM::ICmpPredicate::slt, size.value,
                                 builder.constant(0)),
                 CStatus::BadSize,
                 "expected " + size.name + " to be at least 0 but got %lld",
                 size.value);
  int64_t fixed = operand.getShape()[dim];
  if (!ShapedType::isDynamic(fixed)) {
    Value wanted = builder.constant(fixed);
    builder.refuse(builder.compare(LLVM::ICmpPredicate::ne, size.value, wanted),
                   CStatus::BadSize,
                   "expected " + size.name + " to be %lld but got %lld",
                   {wanted, size.value});
  }
  auto [first, isNew] = known.try_emplace(operand.dims[dim], size);
  if (isNew)
    return;
  const Named &other = first->second;
  builder.refuse(
      builder.compare(LLVM::ICmpPredicate::ne, size.value, other.value),
      CStatus::BadSize,
      "expected " + size.name + " to be %lld, as " + other.name +
          " is, but got %lld",
      {other.value, size.value});
}

//===----------------------------------------------------------------------===//
// Dense operands
//===----------------------------------------------------------------------===//

/// How far apart neighbours are in each dimension of a dense operand of
/// `sizes`: what the caller says, or what leaves no gaps where that is null.
SmallVector<Value> OperandChecks::buildStrides(const COperand &operand,
                                               ArrayRef<Value> sizes) {
  size_t rank = sizes.size();
  Value pointer = parameters[operand.first + 2], one = builder.constant(1);
  SmallVector<Value> packed(rank, one);
  for (size_t dim = rank - 1; dim-- > 0;)
    packed[dim] = builder.multiply(packed[dim + 1], sizes[dim + 1]);
  Value null = LLVM::ZeroOp::create(builder.getBuilder(), builder.getLoc(),
                                    pointer.getType());
  return builder.buildIf(
      builder.compare(LLVM::ICmpPredicate::ne, pointer, null),
      [&] {
        SmallVector<Value> given;
        for (size_t dim = 0; dim < rank; ++dim)
          given.push_back(
              builder.load(one.getType(), pointer, builder.constant(dim)));
        return given;
      },
      packed);
}

/// Checks the strides of a dense operand of `sizes`, and gives them. Nothing
/// depends on that of a dimension with one index, or on any of an operand
/// without elements.
SmallVector<Value> OperandChecks::checkStrides(const COperand &operand,
                                               ArrayRef<Value> sizes,
                                               Value isEmpty) {
  size_t rank = sizes.size();
  SmallVector<Value> strides = buildStrides(operand, sizes);
  bool mayHaveGaps = isa<sparse::SparseTensorType>(operand.attr.getType());
  Value one = builder.constant(1), least = one;
  for (size_t dim = rank; dim-- > 0;) {
    Value isThin = builder.compare(LLVM::ICmpPredicate::sle, sizes[dim], one);
    Value stride =
        builder.select(builder.either(isThin, isEmpty), least, strides[dim]);
    bool isExact = dim + 1 == rank || !mayHaveGaps;
    builder.refuse(builder.compare(isExact ? LLVM::ICmpPredicate::ne
                                           : LLVM::ICmpPredicate::slt,
                                   stride, least),
                   CStatus::BadStride,
                   "expected " + getName(operand.first + 2) + "[" + Twine(dim) +
                       "] to be " + (isExact ? "" : "at least ") +
                       "%lld but got %lld",
                   {least, stride});
    strides[dim] = stride;
    least = builder.multiply(stride, sizes[dim]);
  }
  return strides;
}

/// How many elements lie from the first to the last of an operand of these
/// sizes and strides.
Value OperandChecks::buildSpan(ArrayRef<Value> sizes, ArrayRef<Value> strides,
                               Value isEmpty) {
  Value span = builder.constant(1);
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    Value others = builder.add(size, builder.constant(-1));
    span = builder.add(span, builder.multiply(others, stride));
  }
  return builder.select(isEmpty, builder.constant(0), span);
}

/// Checks the sizes of a dense operand, which lie in memory of their own.
void OperandChecks::checkSizes(const COperand &operand, OperandMemory &memory) {
  size_t rank = operand.dims.size(), parameter = operand.first + 1;
  builder.refuse(builder.isNull(parameters[parameter]), CStatus::NullPointer,
                 "expected " + getName(parameter) + " to have " + Twine(rank) +
                     " entries but got a null pointer");
  Type i64 = builder.getBuilder().getI64Type();
  for (size_t dim = 0; dim < rank; ++dim)
    checkSize(operand, memory,
              {builder.load(i64, parameters[parameter], builder.constant(dim)),
               getName(parameter) + "[" + std::to_string(dim) + "]"});
}

void OperandChecks::checkDense(const COperand &operand, OperandMemory &memory) {
  const auto &parameter = signature.parameters[operand.first];
  Memory result;
  result.name = parameter.name;
  result.pointer = parameters[operand.first];
  result.isWritten = parameter.isWritten;
  if (!operand.dims.empty())
    checkSizes(operand, memory);
  result.sizes = memory.sizes;
  Value count = builder.constant(1), zero = builder.constant(0);
  for (Value size : memory.sizes)
    count = builder.multiply(count, size);
  Value isEmpty = builder.compare(LLVM::ICmpPredicate::eq, count, zero);
  if (!operand.dims.empty())
    result.strides = checkStrides(operand, memory.sizes, isEmpty);
  Value some = builder.compare(LLVM::ICmpPredicate::ne, count, zero);
  if (use != MemoryUse::None)
    builder.refuse(builder.both(some, builder.isNull(result.pointer)),
                   CStatus::NullPointer,
                   "expected " + result.name +
                       " to have %lld elements but got a null pointer",
                   count);
  setBytes(result, buildSpan(result.sizes, result.strides, isEmpty),
           parameter.type,
           operand.dims.empty() ? CStatus::BadSize : CStatus::BadStride);
  memory.arrays.push_back(std::move(result));
}

/// Sets the bytes of `memory`, which has `entries` of `type` from the first to
/// the last; refuses what no memory has.
void OperandChecks::setBytes(Memory &memory, Value entries, Type type,
                             CStatus status) {
  memory.bytes = builder.multiply(
      entries, builder.constant(cinterface::getElementBytes(type)));
  if (sparse::isPacked(type)) {
    Value tooMany = builder.compare(LLVM::ICmpPredicate::eq, entries,
                                    builder.constant(INT64_MAX));
    memory.bytes =
        builder.select(tooMany, entries, builder.divideUp(entries, 2));
  }
  Value end = builder.add(getAddress(memory), memory.bytes);
  builder.refuse(builder.compare(LLVM::ICmpPredicate::eq, end,
                                 builder.constant(INT64_MAX)),
                 status,
                 "expected " + memory.name +
                     " to end in memory but got %lld entries from its first "
                     "to its last",
                 entries);
}

//===----------------------------------------------------------------------===//
// Overlaps
//===----------------------------------------------------------------------===//

/// Where `memory` begins.
Value OperandChecks::getAddress(const Memory &memory) {
  OpBuilder &ops = builder.getBuilder();
  return LLVM::PtrToIntOp::create(ops, builder.getLoc(), ops.getI64Type(),
                                  memory.pointer);
}

/// Whether `a` has a first byte and it is one of `b`: a difference of addresses
/// wraps around where a sum would overflow.
Value OperandChecks::beginsIn(const Memory &a, const Memory &b) {
  Value distance = LLVM::SubOp::create(builder.getBuilder(), builder.getLoc(),
                                       getAddress(a), getAddress(b));
  return builder.both(
      builder.compare(LLVM::ICmpPredicate::ne, a.bytes, builder.constant(0)),
      builder.compare(LLVM::ICmpPredicate::ult, distance, b.bytes));
}

void OperandChecks::checkOverlaps() {
  std::vector<const Memory *> all;
  for (const OperandMemory &operand : operands)
    for (const Memory &memory : operand.arrays)
      all.push_back(&memory);
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t j = i + 1; j < all.size(); ++j) {
      if (!all[i]->isWritten && !all[j]->isWritten)
        continue;
      const Memory &written = all[i]->isWritten ? *all[i] : *all[j];
      const Memory &other = all[i]->isWritten ? *all[j] : *all[i];
      builder.refuse(
          builder.either(beginsIn(written, other), beginsIn(other, written)),
          CStatus::Overlap,
          "expected " + written.name + ", which is written, not to overlap " +
              other.name);
    }
}

//===----------------------------------------------------------------------===//
// All operands
//===----------------------------------------------------------------------===//

void OperandChecks::check() {
  operands.resize(signature.operands.size());
  for (auto [operand, memory] : llvm::zip_equal(signature.operands, operands))
    if (operand.kind == COperandKind::Structured)
      checkStructured(operand, memory);
  for (auto [operand, memory] : llvm::zip_equal(signature.operands, operands)) {
    if (operand.kind == COperandKind::Dense)
      checkDense(operand, memory);
    if (operand.kind != COperandKind::Values)
      continue;
    const COperand &owner =
        signature.lookUp(operand.attr.getStructure().getValue());
    checkArray(operand, operand.arrays.front(), memory,
               operands[&owner - signature.operands.data()]);
  }
  if (use != MemoryUse::None)
    checkOverlaps();
}

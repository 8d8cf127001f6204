//===- SliceOps.cpp - parts of builtin tensors ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltinTensors.h"
#include "OpTables.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace spindle::interpreter;

namespace {
/// Elements of a tensor, which has more dimensions than what they make where
/// some of size 1 are dropped.
struct Slice {
  /// Takes the slice that `op` names; false where its sizes are not constants.
  bool take(OffsetSizeAndStrideOpInterface op,
            const llvm::SmallBitVector &dropped);
  /// The number of the element at `coordinates` of the slice in a tensor of
  /// `shape`; -1 after an error.
  int64_t find(Machine &m, Operation *op, ArrayRef<int64_t> coordinates,
               ArrayRef<int64_t> shape) const;

  SmallVector<int64_t, 4> offsets, strides, kept;
};
} // namespace

bool Slice::take(OffsetSizeAndStrideOpInterface op,
                 const llvm::SmallBitVector &dropped) {
  offsets.assign(op.getStaticOffsets().begin(), op.getStaticOffsets().end());
  strides.assign(op.getStaticStrides().begin(), op.getStaticStrides().end());
  for (unsigned dim = 0; dim < offsets.size(); ++dim)
    if (!dropped.test(dim))
      kept.push_back(dim);
  return !ShapedType::isDynamicShape(offsets) &&
         !ShapedType::isDynamicShape(op.getStaticSizes()) &&
         !ShapedType::isDynamicShape(strides);
}

int64_t Slice::find(Machine &m, Operation *op, ArrayRef<int64_t> coordinates,
                    ArrayRef<int64_t> shape) const {
  SmallVector<int64_t, 4> at(offsets);
  for (auto [coordinate, dim] : llvm::zip_equal(coordinates, kept))
    at[dim] += coordinate * strides[dim];
  for (auto [dim, coordinate, size] : llvm::enumerate(at, shape))
    if (coordinate < 0 || coordinate >= size) {
      m.fail(op, "expected coordinate " + Twine(dim) + " to be in [0, " +
                     Twine(size) + ") but got " + Twine(coordinate));
      return -1;
    }
  return numberElement(at, shape);
}

static Element getElementOf(Value tensor) {
  return getElement(cast<RankedTensorType>(tensor.getType()).getElementType());
}

static Step translateExtractSlice(Translator &t, Operation &op) {
  auto own = cast<tensor::ExtractSliceOp>(op);
  Slice slice;
  if (!slice.take(own, own.getDroppedDims()))
    return t.refuse(op, "expected offsets, sizes and strides that are "
                        "constants");
  return [slice, at = &op, result = t.slotOf(own.getResult()),
          source = t.slotOf(own.getSource()), type = own.getType(),
          element = getElementOf(own.getSource())](Machine &m) {
    const View &from = *m[source].memory;
    View *made = makeTensor(m, at, type.getShape(), element);
    if (!made)
      return false;
    m[result].memory = made;
    int64_t number = 0;
    return visitCoordinates(type.getShape(), [&](ArrayRef<int64_t> to) {
      int64_t place = slice.find(m, at, to, from.shape);
      if (place < 0)
        return false;
      Cell cell;
      readElement(from, place, element, cell);
      element.storeAt(made->data, number++, cell);
      return true;
    });
  };
}

static Step translateInsertSlice(Translator &t, Operation &op) {
  auto own = cast<tensor::InsertSliceOp>(op);
  Slice slice;
  if (!slice.take(own, own.getDroppedDims()))
    return t.refuse(op, "expected offsets, sizes and strides that are "
                        "constants");
  return [slice, at = &op, result = t.slotOf(own.getResult()),
          source = t.slotOf(own.getSource()), dest = t.slotOf(own.getDest()),
          element = getElementOf(own.getSource())](Machine &m) {
    const View &from = *m[source].memory;
    View *made = makeTensor(m, at, m[dest].memory->shape, element);
    if (!made)
      return false;
    copyElements(*m[dest].memory, *made, element);
    m[result].memory = made;
    int64_t number = 0;
    return visitCoordinates(from.shape, [&](ArrayRef<int64_t> coordinates) {
      int64_t place = slice.find(m, at, coordinates, made->shape);
      if (place < 0)
        return false;
      Cell cell;
      readElement(from, number++, element, cell);
      element.storeAt(made->data, place, cell);
      return true;
    });
  };
}

//===----------------------------------------------------------------------===//
// Several tensors
//===----------------------------------------------------------------------===//

/// Writes the elements of `from` to `made`, `start` farther in dimension `dim`.
static void place(const View &from, View &made, unsigned dim, int64_t start,
                  const Element &element) {
  int64_t number = 0;
  (void)visitCoordinates(from.shape, [&](ArrayRef<int64_t> coordinates) {
    SmallVector<int64_t, 4> to(coordinates);
    to[dim] += start;
    Cell cell;
    readElement(from, number++, element, cell);
    element.storeAt(made.data, numberElement(to, made.shape), cell);
    return true;
  });
}

static Step translateConcat(Translator &t, Operation &op) {
  auto own = cast<tensor::ConcatOp>(op);
  RankedTensorType type = own.getResultType();
  if (!type.hasStaticShape())
    return {};
  return [at = &op, result = t.slotOf(own.getResult()), type,
          inputs = SmallVector<Slot, 4>(t.slotsOf(own.getInputs())),
          dim = own.getDim(),
          element = getElement(type.getElementType())](Machine &m) {
    View *made = makeTensor(m, at, type.getShape(), element);
    if (!made)
      return false;
    int64_t start = 0;
    for (Slot input : inputs) {
      const View &from = *m[input].memory;
      place(from, *made, dim, start, element);
      start += from.shape[dim];
    }
    m[result].memory = made;
    return true;
  };
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

namespace {
/// A tensor with others around it, which a body gives.
struct Padding {
  bool run(Machine &m) const;
  /// The number of the element of `shape` at `to`; -1 where none is there.
  int64_t find(ArrayRef<int64_t> to, ArrayRef<int64_t> shape) const;

  Operation *op;
  Slot source, result, yielded;
  RankedTensorType type;
  SmallVector<int64_t, 4> low;
  SmallVector<Slot, 4> indices;
  Element element;
  Code body;
};
} // namespace

int64_t Padding::find(ArrayRef<int64_t> to, ArrayRef<int64_t> shape) const {
  int64_t number = 0;
  for (auto [coordinate, before, size] : llvm::zip_equal(to, low, shape)) {
    int64_t own = coordinate - before;
    if (own < 0 || own >= size)
      return -1;
    number = number * size + own;
  }
  return number;
}

bool Padding::run(Machine &m) const {
  const View &from = *m[source].memory;
  View *made = makeTensor(m, op, type.getShape(), element);
  if (!made)
    return false;
  m[result].memory = made;
  int64_t number = 0;
  return visitCoordinates(type.getShape(), [&](ArrayRef<int64_t> to) {
    int64_t place = find(to, from.shape);
    Cell cell;
    if (place >= 0) {
      readElement(from, place, element, cell);
    } else {
      for (auto [slot, coordinate] : llvm::zip_equal(indices, to))
        m[slot].integer = coordinate;
      if (!body.run(m))
        return false;
      cell = m[yielded];
    }
    element.storeAt(made->data, number++, cell);
    return true;
  });
}

static Step translatePad(Translator &t, Operation &op) {
  auto own = cast<tensor::PadOp>(op);
  RankedTensorType type = own.getResultType();
  if (!type.hasStaticShape() || ShapedType::isDynamicShape(own.getStaticLow()))
    return t.refuse(op, "expected sizes that are constants");
  Block &body = own.getRegion().front();
  Padding padding{&op,
                  t.slotOf(own.getSource()),
                  t.slotOf(own.getResult()),
                  t.slotOf(body.getTerminator()->getOperand(0)),
                  type,
                  SmallVector<int64_t, 4>(own.getStaticLow()),
                  SmallVector<Slot, 4>(t.slotsOf(body.getArguments())),
                  getElement(type.getElementType()),
                  {}};
  if (!padding.element || !t.translate(body, padding.body))
    return {};
  return [padding = std::move(padding)](Machine &m) { return padding.run(m); };
}

void spindle::interpreter::addSliceOps(OpTable &table) {
  table["tensor.extract_slice"] = translateExtractSlice;
  table["tensor.insert_slice"] = translateInsertSlice;
  table["tensor.concat"] = translateConcat;
  table["tensor.pad"] = translatePad;
}

//===- BuiltinTensorOps.cpp - builtin tensors in other shapes -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltinTensors.h"
#include "Constants.h"
#include "ElementAccess.h"
#include "OpTables.h"

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
namespace tesa = spindle::tesa;
using namespace spindle::interpreter;

/// The type of the result of `op` where it has a static shape and elements that
/// the interpreter knows; else null.
static RankedTensorType getKnownType(Operation &op) {
  auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
  bool isKnown =
      type && type.hasStaticShape() && getByteSize(type.getElementType()) != 0;
  return isKnown ? type : RankedTensorType();
}

/// Elements that nothing writes are undefined; they are 0 here.
static Step translateEmpty(Translator &t, Operation &op) {
  RankedTensorType type = getKnownType(op);
  if (!type)
    return {};
  return [result = t.slotOf(op.getResult(0)), type,
          element = getElement(type.getElementType())](Machine &m) {
    m[result].memory = makeSplat(m, type.getShape(), element, Cell());
    return true;
  };
}

static Step translateTensorSplat(Translator &t, Operation &op) {
  RankedTensorType type = getKnownType(op);
  if (!type)
    return {};
  return [result = t.slotOf(op.getResult(0)), type,
          number = t.slotOf(op.getOperand(0)),
          element = getElement(type.getElementType())](Machine &m) {
    m[result].memory = makeSplat(m, type.getShape(), element, m[number]);
    return true;
  };
}

/// The same elements, in row-major order, in another shape.
static Step translateReshape(Translator &t, Operation &op) {
  RankedTensorType type = getKnownType(op);
  if (!type)
    return {};
  return [result = t.slotOf(op.getResult(0)), type,
          source = t.slotOf(op.getOperand(0)), at = &op](Machine &m) {
    const View &view = *m[source].memory;
    int64_t wanted = type.getNumElements(),
            count = countTensorElements(view.shape);
    if (count != wanted)
      return m.fail(at, "expected " + Twine(wanted) + " elements but got " +
                            Twine(count));
    m[result].memory = shareTensor(m, view, type.getShape());
    return true;
  };
}

static Step translateExtract(Translator &t, Operation &op) {
  auto extract = cast<tensor::ExtractOp>(op);
  SmallVector<Slot, 4> slots(t.slotsOf(extract.getIndices()));
  return makeLoad(t, op, extract.getTensor(),
                  [slots](Machine &m, SmallVectorImpl<int64_t> &indices) {
                    for (Slot slot : slots)
                      indices.push_back(m[slot].integer);
                    return true;
                  });
}

//===----------------------------------------------------------------------===//
// Pruned elements
//===----------------------------------------------------------------------===//

/// A step whose result has the elements of `source` that `keeps` has, and in
/// place of the others `constants`, one for each block that is not kept, or 0
/// where there are none.
static Step makeChoice(Translator &t, Operation &op, tesa::MaskAttr keeps,
                       std::vector<Cell> constants) {
  RankedTensorType type = getKnownType(op);
  if (!type)
    return {};
  return [result = t.slotOf(op.getResult(0)), type,
          source = t.slotOf(op.getOperand(0)), cells = keeps.getCells(),
          blocks = llvm::to_vector<4>(keeps.getBlock()), constants, at = &op,
          element = getElement(type.getElementType())](Machine &m) {
    ArrayRef<int64_t> shape = type.getShape();
    View *made = makeTensor(m, at, shape, element);
    if (!made)
      return false;
    const View &from = *m[source].memory;
    // Counts, for each block, those before it that are dropped.
    std::vector<size_t> places(1, 0);
    for (uint8_t cell : cells)
      places.push_back(places.back() + !cell);
    m[result].memory = made;
    return visitCoordinates(shape, [&](ArrayRef<int64_t> coordinates) {
      int64_t block = 0, number = numberElement(coordinates, shape);
      for (auto [coordinate, size, part] :
           llvm::zip_equal(coordinates, shape, blocks))
        block = block * llvm::divideCeil(size, part) + coordinate / part;
      Cell cell;
      if (cells[block])
        readElement(from, number, element, cell);
      else if (!constants.empty())
        cell = constants[places[block]];
      element.storeAt(made->data, number, cell);
      return true;
    });
  };
}

static Step translateMark(Translator &t, Operation &op) {
  return makeChoice(t, op, cast<tesa::MarkOp>(op).getKeeps(), {});
}

static Step translateReplace(Translator &t, Operation &op) {
  auto replace = cast<tesa::ReplaceOp>(op);
  std::vector<Cell> constants;
  Type type = replace.getConstants().getElementType();
  for (Attribute value : replace.getConstants().getValues<Attribute>()) {
    std::optional<Cell> cell = makeCell(value, type);
    if (!cell)
      return {};
    constants.push_back(*cell);
  }
  return makeChoice(t, op, replace.getKeeps(), std::move(constants));
}

void spindle::interpreter::addBuiltinTensorOps(OpTable &table) {
  table["tensor.empty"] = translateEmpty;
  table["tensor.splat"] = translateTensorSplat;
  table["tensor.cast"] = translateReshape;
  table["tensor.expand_shape"] = translateReshape;
  table["tensor.collapse_shape"] = translateReshape;
  table["tensor.extract"] = translateExtract;
  table["tesa.mark"] = translateMark;
  table["tesa.replace"] = translateReplace;
  // The values stay; the program keeps its promise about their widths.
  table["tesa.width"] = translateReshape;
}

//===- TesaOps.cpp - what a model says of its values ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Tesa/IR/DataFormats.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::tesa;

/// That `keeps` is a mask of `source`.
static LogicalResult verifyKeeps(Operation *op, Value source, MaskAttr keeps) {
  Type type = source.getType();
  if (!hasMask(type) || cast<ShapedType>(type).getShape() != keeps.getShape())
    return op->emitOpError("(C1) expected a tensor of numbers with the shape [")
           << keeps.getShape() << "] of the mask but got " << type;
  return keeps.verifyStored([&] { return op->emitOpError(); });
}

//===----------------------------------------------------------------------===//
// tesa.mark
//===----------------------------------------------------------------------===//

LogicalResult MarkOp::verify() {
  return verifyKeeps(*this, getSource(), getKeeps());
}

OpFoldResult MarkOp::fold(FoldAdaptor) {
  return getKeeps().getMask().isAll() ? getSource() : Value();
}

void MarkOp::inferZeros(ArrayRef<Mask> operands,
                        MutableArrayRef<Mask> results) {
  results[0] = operands[0] | ~getKeeps().getMask();
}

bool MarkOp::isStrict() { return true; }

void MarkOp::inferDead(ArrayRef<Mask>, ArrayRef<Mask> dead,
                       MutableArrayRef<Mask> operands) {
  operands[0] = dead[0] | ~getKeeps().getMask();
}

void MarkOp::inferNumbers(ArrayRef<Numbers> operands,
                          MutableArrayRef<Numbers> results) {
  Number zero = getConstant(getNumberType(getType()), 0);
  results[0] = combineCells(
      getKeeps().getMask(), operands[0],
      [&](uint8_t kept, const Number &number) { return kept ? number : zero; });
}

//===----------------------------------------------------------------------===//
// tesa.replace
//===----------------------------------------------------------------------===//

LogicalResult ReplaceOp::verify() {
  if (failed(verifyKeeps(*this, getSource(), getKeeps())))
    return failure();
  auto type = RankedTensorType::get(
      llvm::count(getKeeps().getCells(), 0),
      cast<ShapedType>(getSource().getType()).getElementType());
  if (getConstants().getShapedType() != type ||
      !isa<DenseElementsAttr>(getConstants()))
    return emitOpError("(C2) expected constants of type ")
           << type
           << " in the text, one for each block that is not kept, but got "
           << getConstants().getShapedType();
  return success();
}

Numbers ReplaceOp::getReplacements() {
  std::vector<uint8_t> kept = getKeeps().getCells();
  Numbers constants = tesa::getNumbers(getConstants());
  std::vector<Number> cells(kept.size());
  int64_t next = 0;
  for (auto [cell, isKept] : llvm::zip_equal(cells, kept))
    if (!isKept)
      cell = constants.at({next++});
  return Numbers::ofCells(getKeeps().getShape().vec(),
                          getKeeps().getBlock().vec(), std::move(cells));
}

void ReplaceOp::inferZeros(ArrayRef<Mask> operands,
                           MutableArrayRef<Mask> results) {
  Mask zeros = mapCells(getReplacements(), [](const Number &number) {
    return uint8_t(number.isKnownZero());
  });
  results[0] = (operands[0] & getKeeps().getMask()) | zeros;
}

bool ReplaceOp::isStrict() { return true; }

void ReplaceOp::inferDead(ArrayRef<Mask>, ArrayRef<Mask> dead,
                          MutableArrayRef<Mask> operands) {
  operands[0] = dead[0] | ~getKeeps().getMask();
}

void ReplaceOp::inferNumbers(ArrayRef<Numbers> operands,
                             MutableArrayRef<Numbers> results) {
  Numbers kept = combineCells(getKeeps().getMask(), operands[0],
                              [&](uint8_t kept, const Number &number) {
                                return kept ? number : Number();
                              });
  results[0] =
      combineCells(kept, getReplacements(),
                   [](const Number &a, const Number &b) { return a.meet(b); });
}

//===----------------------------------------------------------------------===//
// tesa.width
//===----------------------------------------------------------------------===//

LogicalResult WidthOp::verify() {
  return getFormats().verifyOn(getSource().getType(), [&] {
    return emitOpError("(C1) expected the source to have ");
  });
}

void WidthOp::inferZeros(ArrayRef<Mask> operands,
                         MutableArrayRef<Mask> results) {
  results[0] = operands[0];
}

bool WidthOp::isStrict() { return true; }

void WidthOp::inferDead(ArrayRef<Mask>, ArrayRef<Mask> dead,
                        MutableArrayRef<Mask> operands) {
  operands[0] = dead[0];
}

void WidthOp::inferNumbers(ArrayRef<Numbers> operands,
                           MutableArrayRef<Numbers> results) {
  results[0] = combineCells(
      operands[0], getFormats().getNumbers(getNumberType(getType())),
      [](const Number &a, const Number &b) { return a.meet(b); });
}

void WidthOp::inferNumbersBackward(ArrayRef<Numbers> results,
                                   MutableArrayRef<Numbers> operands) {
  operands[0] = results[0];
}

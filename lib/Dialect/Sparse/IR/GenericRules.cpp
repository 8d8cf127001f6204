//===- GenericRules.cpp - rules of generic operations ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOps.h"

using namespace mlir;
namespace iter = spindle::iter;
using namespace spindle::sparse;
using spindle::axis::AxisType;

//===----------------------------------------------------------------------===//
// Queries about operands
//===----------------------------------------------------------------------===//

static AnyTensorType getTensorType(GenericOp op, int64_t index) {
  return cast<AnyTensorType>(op->getOperand(index).getType());
}

static bool isComposite(GenericOp op, int64_t index) {
  return isa<CompositeTensorType>(op->getOperand(index).getType());
}

/// Whether every cell of operand `index` is an element.
static bool isDense(GenericOp op, int64_t index) {
  auto format = dyn_cast<FormatAttr>(getTensorType(op, index).getFormat());
  return format && format.isAllDense() && !format.keepsBitmap();
}

/// Whether operands `index` and `other` have one structure, under one map: the
/// same elements in every run of the body.
static bool haveSameElements(GenericOp op, int64_t index, int64_t other) {
  Value owner = getStructureOwner(op->getOperand(index));
  return owner && owner == getStructureOwner(op->getOperand(other)) &&
         op.getMap(index) == op.getMap(other);
}

/// Whether operand `index` drives or is read and written where the driver is.
static bool isAtDriver(GenericOp op, int64_t index) {
  std::optional<int64_t> driver = op.getDriverIndex();
  return driver && haveSameElements(op, index, *driver);
}

/// Whether no coordinate comes twice in a fibre of a tensor's levels.
static bool hasUniqueCoordinates(SparseTensorType tensor) {
  return llvm::all_of(getUnpackedTypes(tensor), [](Type type) {
    auto axis = dyn_cast<AxisType>(type);
    return !axis || axis.hasUniqueFibres();
  });
}

/// The number of values that a kind combines.
static size_t getNumValues(iter::CombineKind kind) {
  return iter::isArgKind(kind) ? 2 : 1;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// (C1) The maps.
static LogicalResult verifyMaps(GenericOp op) {
  size_t count = op->getNumOperands();
  if (op.getMaps().size() != count)
    return op.emitOpError("(C1) expected ")
           << count << " maps but got " << op.getMaps().size();
  for (size_t index = 0; index < count; ++index) {
    AffineMap map = op.getMap(index);
    if (map.getNumDims() != op.getNumDims() || !map.isProjectedPermutation() ||
        map.getNumResults() != getTensorType(op, index).getRank())
      return op.emitOpError("(C1) expected map ")
             << index << " to give each of "
             << getTensorType(op, index).getRank() << " dimensions another of "
             << op.getNumDims() << " but got " << AffineMapAttr::get(map);
  }
  return success();
}

/// (C2) The sizes of the dimensions.
static LogicalResult verifySizes(GenericOp op) {
  SmallVector<int64_t> sizes(op.getNumDims(), ShapedType::kDynamic);
  for (int64_t index = 0; index < op->getNumOperands(); ++index)
    for (auto [dim, expr] : llvm::enumerate(op.getMap(index).getResults())) {
      int64_t &known = sizes[cast<AffineDimExpr>(expr).getPosition()];
      int64_t size = getTensorType(op, index).getDimSize(dim);
      if (ShapedType::isDynamic(known))
        known = size;
      if (!ShapedType::isDynamic(size) && size != known)
        return op.emitOpError("(C2) expected dimension ")
               << dim << " of operand " << index << " to have the size "
               << known << " but got " << size;
    }
  return success();
}

/// (C4) Every dimension has an extent.
static LogicalResult verifyExtents(GenericOp op) {
  SmallVector<bool> known(op.getNumDims());
  for (int64_t index = 0; index < op->getNumOperands(); ++index)
    for (auto [dim, expr] : llvm::enumerate(op.getMap(index).getResults())) {
      auto format = dyn_cast<FormatAttr>(getTensorType(op, index).getFormat());
      if (index == op.getDriverIndex() ||
          (format && !getLevelsOfDim(format, dim).empty()))
        known[cast<AffineDimExpr>(expr).getPosition()] = true;
    }
  for (auto [dim, isKnown] : llvm::enumerate(known))
    if (!isKnown)
      return op.emitOpError("(C4) expected the driver or a dense tensor to "
                            "give the extent of dimension ")
             << dim;
  return success();
}

/// (C5) Reports `types`, called `what`, where they are not the element types of
/// `tensors`.
static LogicalResult verifyElements(GenericOp op, TypeRange types,
                                    TypeRange tensors, StringRef what) {
  if (types.size() != tensors.size())
    return op.emitOpError("(C5) expected ")
           << tensors.size() << " " << what << "s of the body but got "
           << types.size();
  for (auto [index, type, tensor] : llvm::enumerate(types, tensors))
    if (type != cast<AnyTensorType>(tensor).getElementType())
      return op.emitOpError("(C5) expected ")
             << what << " " << index << " of the body to be "
             << cast<AnyTensorType>(tensor).getElementType() << " but got "
             << type;
  return success();
}

/// (C5) What the body takes and yields.
static LogicalResult verifyBody(GenericOp op) {
  Block &body = op.getBody().front();
  TypeRange types = body.getArgumentTypes();
  if (types.size() == op.getIns().size() + op.getNumDims()) {
    TypeRange coordinates = types.take_back(op.getNumDims());
    types = types.drop_back(op.getNumDims());
    for (auto [dim, type] : llvm::enumerate(coordinates))
      if (!type.isIndex())
        return op.emitOpError("(C5) expected the coordinate of dimension ")
               << dim << " in the body to be an index but got " << type;
  }
  if (failed(verifyElements(op, types, op.getIns().getTypes(), "argument")))
    return failure();
  return verifyElements(op, body.getTerminator()->getOperandTypes(),
                        op.getOuts().getTypes(), "result");
}

/// (C6), (C7), (C11) The kinds of combination.
static LogicalResult verifyCombine(GenericOp op) {
  size_t output = 0, count = op.getOuts().size();
  for (auto attr : op.getCombine().getAsRange<iter::CombineKindAttr>()) {
    iter::CombineKind kind = attr.getValue();
    size_t next = output + getNumValues(kind);
    if (next > count) // (C6)
      return op.emitOpError("(C6) expected kinds that combine ")
             << count << " outputs but got more";
    auto getElement = [&](size_t index) {
      return cast<AnyTensorType>(op.getOuts()[index].getType())
          .getElementType();
    };
    if (!iter::hasMeaning(kind, getElement(output))) // (C7)
      return op.emitOpError("(C7) expected a kind with a meaning in ")
             << getElement(output) << " but got '"
             << iter::stringifyCombineKind(kind) << "'";
    if (iter::isArgKind(kind)) {
      if (!iter::isNumberType(getElement(output + 1))) // (C7)
        return op.emitOpError("(C7) expected the second output of '")
               << iter::stringifyCombineKind(kind)
               << "' to be of integers or index but got "
               << getElement(output + 1);
      int64_t first = op.getIns().size() + output;
      if (!haveSameElements(op, first, first + 1)) // (C11)
        return op.emitOpError("(C11) expected the two outputs of '")
               << iter::stringifyCombineKind(kind)
               << "' to share one structure, under one map";
    }
    output = next;
  }
  if (op.getCombine().empty() || output == count)
    return success();
  return op.emitOpError("(C6) expected kinds that combine ")
         << count << " outputs but got " << output;
}

/// (C8) to (C10) How the operands are found.
static LogicalResult verifyTensors(GenericOp op) {
  for (auto [index, tensor] : llvm::enumerate(op->getOperands()))
    if (!isKnownTensor(tensor) || !getStructureOwner(tensor)) // (C8)
      return op.emitOpError("(C8) expected operand ")
             << index
             << " to be an argument of a function or made by "
                "'sparse.with_values', 'sparse.parts' or 'sparse.compose', of "
                "a structure that is known";
  int64_t inputs = op.getIns().size();
  for (int64_t index = inputs; index < op->getNumOperands(); ++index)
    if (!isDense(op, index) && !isAtDriver(op, index)) // (C9)
      return op.emitOpError("(C9) expected output ")
             << index - inputs
             << " to be dense or to share the driver's structure, with its map";
  for (int64_t index = 0; index < inputs; ++index)
    if (auto type = dyn_cast<SparseTensorType>(op->getOperand(index).getType());
        type && !isAtDriver(op, index) && !hasUniqueCoordinates(type)) // (C10)
      return op.emitOpError("(C10) expected input ")
             << index << ", which is read by coordinates, to have unique ones";
  for (int64_t index = 0; index < inputs; ++index)
    if (auto type = dyn_cast<SparseTensorType>(op->getOperand(index).getType());
        type && !isAtDriver(op, index) &&
        !type.getFormat().getInspectors().empty()) // (C10)
      return op.emitOpError("(C10) expected input ")
             << index
             << ", which is read by coordinates, to have levels that follow "
                "from them and not from the pattern";
  return success();
}

/// Whether output `output`, operand `index`, is written at one index in runs of
/// the body for different elements of the driver.
static bool meetsOthers(GenericOp op, int64_t index) {
  AffineMap map = op.getMap(index);
  return llvm::any_of(op.getMap(*op.getDriverIndex()).getResults(),
                      [&](AffineExpr dim) {
                        return !llvm::is_contained(map.getResults(), dim);
                      });
}

/// (C12) Elements of a composite driver come in an order of their own.
static LogicalResult verifyParts(GenericOp op) {
  std::optional<int64_t> driver = op.getDriverIndex();
  for (int64_t index = 0; index < op->getNumOperands(); ++index)
    if (isComposite(op, index) && !isAtDriver(op, index))
      return op.emitOpError("(C12) expected operand ")
             << index
             << ", which is in a composite format, to be read and written at "
                "the driver's element alone: it has no look-up by coordinates";
  if (!driver || !isComposite(op, *driver))
    return success();
  int64_t inputs = op.getIns().size();
  for (int64_t index = inputs; index < op->getNumOperands(); ++index) {
    if (isAtDriver(op, index))
      continue;
    if (llvm::is_contained(op.getIns(), op->getOperand(index)))
      return op.emitOpError("(C12) expected output ")
             << index - inputs
             << " to be no input, since the driver's elements come part by "
                "part";
    if (op.getCombine().empty() && meetsOthers(op, index))
      return op.emitOpError("(C12) expected output ")
             << index - inputs
             << " to be combined or to have all dimensions of the driver, "
                "whose elements come part by part";
  }
  return success();
}

LogicalResult GenericOp::verify() {
  if (failed(verifyMaps(*this)) || failed(verifySizes(*this)))
    return failure();
  std::optional<int64_t> driver = getDriverIndex(); // (C3)
  if (driver && (*driver < 0 || *driver >= (*this)->getNumOperands()))
    return emitOpError("(C3) expected the driver to be one of ")
           << (*this)->getNumOperands() << " operands but got " << *driver;
  if (failed(verifyExtents(*this)))
    return failure();
  return failure(failed(verifyBody(*this)) || failed(verifyCombine(*this)) ||
                 failed(verifyTensors(*this)) || failed(verifyParts(*this)));
}

//===- GenericRules.cpp - rules of generic operations ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOps.h"

#include "Spindle/Dialect/Sparse/IR/Sums.h"

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

bool GenericOp::isAtDriver(int64_t index) {
  std::optional<int64_t> driver = getDriverIndex();
  return driver && haveSameElements(*this, index, *driver);
}

/// The number of values that a kind combines.
static size_t getNumValues(iter::CombineKind kind) {
  return iter::isArgKind(kind) ? 2 : 1;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// Whether the coordinates of operand `index` may be sums: it is read, or
/// written, by them.
static bool mayHaveSums(GenericOp op, int64_t index) {
  return !op.isAtDriver(index) &&
         (index < int64_t(op.getIns().size()) || isDense(op, index));
}

/// (C1) The number of maps, and of their dimensions and results.
static LogicalResult verifyMapSizes(GenericOp op) {
  size_t count = op->getNumOperands();
  if (op.getMaps().size() != count)
    return op.emitOpError("(C1) expected ")
           << count << " maps but got " << op.getMaps().size();
  for (size_t index = 0; index < count; ++index) {
    AffineMap map = op.getMap(index);
    int64_t rank = getTensorType(op, index).getRank();
    if (map.getNumDims() != op.getNumDims() || map.getNumResults() != rank)
      return op.emitOpError("(C1) expected map ")
             << index << " to give " << rank << " dimensions from "
             << op.getNumDims() << " but got " << AffineMapAttr::get(map);
  }
  return success();
}

/// (C1) What the maps give.
static LogicalResult verifyMaps(GenericOp op) {
  for (int64_t index = 0; index < op->getNumOperands(); ++index) {
    AffineMap map = op.getMap(index);
    bool areSums = map.getNumSymbols() == 0 &&
                   llvm::all_of(map.getResults(), [](AffineExpr expr) {
                     return getSum(expr).has_value();
                   });
    if (mayHaveSums(op, index) && !areSums)
      return op.emitOpError("(C1) expected map ")
             << index << " to give dimensions and sums of them, times "
             << "integers up to 2^20, but got " << AffineMapAttr::get(map);
    if (!mayHaveSums(op, index) && !map.isProjectedPermutation())
      return op.emitOpError("(C1) expected map ")
             << index << " to give each of "
             << getTensorType(op, index).getRank() << " dimensions another of "
             << op.getNumDims() << " but got " << AffineMapAttr::get(map);
  }
  return success();
}

/// (C2) A sum of dimensions of `sizes` is inside of dimension `dim` of input
/// `index`, where sizes are static.
static LogicalResult verifySum(GenericOp op, ArrayRef<int64_t> sizes,
                               int64_t index, int64_t dim) {
  Sum sum = *getSum(op.getMap(index).getResult(dim));
  int64_t size = getTensorType(op, index).getDimSize(dim);
  std::optional<SumRange> range = getRange(sum, sizes);
  bool isInput = index < int64_t(op.getIns().size());
  if ((isInput && op.getBorder(index)) || !range)
    return success();
  std::vector<std::string> names;
  for (int64_t own = 0; own < op.getNumDims(); ++own)
    names.push_back("d" + std::to_string(own));
  if (range->low < 0)
    return op.emitOpError("(C2) expected the coordinate ")
           << printSum(sum, names) << " of dimension " << dim << " of operand "
           << index << " to be at least 0 but got " << range->low;
  if (ShapedType::isDynamic(size) || range->high <= size)
    return success();
  return op.emitOpError("(C2) expected dimension ")
         << dim << " of operand " << index << " to be at least " << range->high
         << ", for the coordinate " << printSum(sum, names) << ", but got "
         << size;
}

/// Whether `sum` is another number for all coordinates of its dimensions, of
/// `sizes`: the terms are the digits of one.
static bool isNumbering(const Sum &sum, ArrayRef<int64_t> sizes) {
  SmallVector<Sum::Term> terms(sum.terms.begin(), sum.terms.end());
  llvm::sort(terms, [](const Sum::Term &a, const Sum::Term &b) {
    return a.factor < b.factor;
  });
  int64_t below = 1;
  for (const Sum::Term &term : terms) {
    if (term.factor < below || ShapedType::isDynamic(sizes[term.dim]))
      return false;
    below = term.factor * std::max<int64_t>(sizes[term.dim], 1);
  }
  return true;
}

/// (C14) What is written has one place for each element: the coordinates of
/// output `index` are sums of other dimensions each, which number them.
static LogicalResult verifyWrittenSums(GenericOp op, ArrayRef<int64_t> sizes,
                                       int64_t index) {
  SmallVector<bool> used(op.getNumDims());
  for (AffineExpr expr : op.getMap(index).getResults()) {
    Sum sum = *getSum(expr);
    bool isOwn = llvm::none_of(
        sum.terms, [&](const Sum::Term &term) { return used[term.dim]; });
    bool isAlone = isa<AffineDimExpr>(expr);
    if (!isOwn || (!isAlone && (sum.terms.empty() || sum.constant != 0 ||
                                !isNumbering(sum, sizes))))
      return op.emitOpError("(C14) expected output ")
             << index - int64_t(op.getIns().size())
             << " to be written at other coordinates for all elements but got "
             << AffineMapAttr::get(op.getMap(index));
    for (const Sum::Term &term : sum.terms)
      used[term.dim] = true;
  }
  return success();
}

/// (C2) The sizes of the dimensions.
static LogicalResult verifySizes(GenericOp op) {
  SmallVector<int64_t> sizes(op.getNumDims(), ShapedType::kDynamic);
  SmallVector<std::pair<int64_t, int64_t>> sums;
  for (int64_t index = 0; index < op->getNumOperands(); ++index)
    for (auto [dim, expr] : llvm::enumerate(op.getMap(index).getResults())) {
      auto alone = dyn_cast<AffineDimExpr>(expr);
      if (!alone) {
        sums.push_back({index, dim});
        continue;
      }
      int64_t &known = sizes[alone.getPosition()];
      int64_t size = getTensorType(op, index).getDimSize(dim);
      if (ShapedType::isDynamic(known))
        known = size;
      if (!ShapedType::isDynamic(size) && size != known)
        return op.emitOpError("(C2) expected dimension ")
               << dim << " of operand " << index << " to have the size "
               << known << " but got " << size;
    }
  for (auto [index, dim] : sums)
    if (failed(verifySum(op, sizes, index, dim)))
      return failure();
  for (int64_t index = op.getIns().size(); index < op->getNumOperands();
       ++index)
    if (failed(verifyWrittenSums(op, sizes, index)))
      return failure();
  return success();
}

/// (C13) What is read outside.
static LogicalResult verifyBorders(GenericOp op) {
  if (!op.getBorders())
    return success();
  if (op.getBorders()->size() != op.getIns().size())
    return op.emitOpError("(C13) expected ")
           << op.getIns().size() << " borders but got "
           << op.getBorders()->size();
  for (auto [index, border] : llvm::enumerate(*op.getBorders())) {
    if (isa<UnitAttr>(border))
      continue;
    Type type = getTensorType(op, index).getElementType();
    if (auto complex = dyn_cast<ComplexType>(type))
      type = complex.getElementType();
    auto number = dyn_cast<TypedAttr>(border);
    if (!isa<FloatAttr, IntegerAttr>(border) || number.getType() != type)
      return op.emitOpError("(C13) expected the border of input ")
             << index << " to be none or a number of type " << type
             << " but got " << border;
    if (llvm::all_of(op.getMap(index).getResults(),
                     llvm::IsaPred<AffineDimExpr>))
      return op.emitOpError("(C13) expected no border of input ")
             << index << ", whose map has no sum";
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
        if (auto alone = dyn_cast<AffineDimExpr>(expr))
          known[alone.getPosition()] = true;
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
    if (!isDense(op, index) && !op.isAtDriver(index)) // (C9)
      return op.emitOpError("(C9) expected output ")
             << index - inputs
             << " to be dense or to share the driver's structure, with its map";
  for (int64_t index = 0; index < op->getNumOperands(); ++index)
    if (isComposite(op, index) && !op.isAtDriver(index)) // (C10)
      return op.emitOpError("(C10) expected operand ")
             << index
             << ", which is in a composite format, to be read and written at "
                "the driver's element alone: it has no look-up by coordinates";
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
  if (!driver || !isComposite(op, *driver))
    return success();
  int64_t inputs = op.getIns().size();
  for (int64_t index = inputs; index < op->getNumOperands(); ++index) {
    if (op.isAtDriver(index))
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
  if (failed(verifyMapSizes(*this)))
    return failure();
  for (Value output : getOuts())
    if (failed(verifyWritable(
            *this, "C15", // (C15)
            cast<AnyTensorType>(output.getType()).getElementType())))
      return failure();
  std::optional<int64_t> driver = getDriverIndex(); // (C3)
  if (driver && (*driver < 0 || *driver >= (*this)->getNumOperands()))
    return emitOpError("(C3) expected the driver to be one of ")
           << (*this)->getNumOperands() << " operands but got " << *driver;
  if (failed(verifyMaps(*this)) || failed(verifyBorders(*this)) ||
      failed(verifySizes(*this)) || failed(verifyExtents(*this)))
    return failure();
  return failure(failed(verifyBody(*this)) || failed(verifyCombine(*this)) ||
                 failed(verifyTensors(*this)) || failed(verifyParts(*this)));
}

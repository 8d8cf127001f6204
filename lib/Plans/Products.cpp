//===- Products.cpp - the products of a model by its weights --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/Products.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Plans/RemovePruned.h"
#include "Spindle/Propagation/SkippedIterations.h"
#include "Spindle/Support/Suggestion.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <algorithm>

using namespace mlir;
using namespace spindle;
using namespace spindle::plans;

int64_t WeightPattern::count() const { return llvm::count(bits, 1); }

/// The name of argument `number`: what the program calls it, or its number.
static std::string getName(func::FuncOp function, unsigned number) {
  auto name = function.getArgAttrOfType<StringAttr>(
      number, sparse::SparseDialect::kNameAttr);
  return name ? name.str() : std::to_string(number);
}

/// The argument that `value` is, whole or in a shape that collapses it, and the
/// dimension of `value` that each of its dimensions is a part of.
static BlockArgument findWhole(Value value, SmallVectorImpl<unsigned> &places) {
  auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>();
  auto argument = dyn_cast<BlockArgument>(collapse ? collapse.getSrc() : value);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!argument || !type)
    return {};
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    places.append(collapse ? collapse.getReassociationIndices()[dim].size() : 1,
                  dim);
  return argument;
}

/// `dims` of `type`, the largest one last.
static void putLargestLast(RankedTensorType type,
                           SmallVectorImpl<unsigned> &dims) {
  auto *largest = std::max_element(
      dims.begin(), dims.end(), [&](unsigned left, unsigned right) {
        return type.getDimSize(left) < type.getDimSize(right);
      });
  std::rotate(largest, std::next(largest), dims.end());
}

/// Divides the dimensions of `weight` into those of outputs and of inputs, as
/// `map` reads them at `places`; false where these are mixed.
static bool findSides(WeightProduct &product, RankedTensorType weight,
                      ArrayRef<unsigned> places, AffineMap map) {
  SmallVector<utils::IteratorType> kinds = product.op.getIteratorTypesArray();
  for (auto [dim, place] : llvm::enumerate(places)) {
    bool isOutput =
        kinds[map.getDimPosition(place)] == utils::IteratorType::parallel;
    (isOutput ? product.outputDims : product.inputDims).push_back(dim);
    (isOutput ? product.outputs : product.inputs) *= weight.getDimSize(dim);
  }
  if (product.outputDims.empty() || product.inputDims.empty())
    return false;
  product.rowsAreOutputs = product.outputDims.front() == 0;
  bool isMixed = product.rowsAreOutputs
                     ? product.outputDims.back() > product.inputDims.front()
                     : product.inputDims.back() > product.outputDims.front();
  putLargestLast(weight, product.outputDims);
  putLargestLast(weight, product.inputDims);
  return !isMixed;
}

/// Whether nothing but the weight, read by `map`, has its loops that stay: as a
/// convolution of each channel by itself has them.
static bool hasOwnOutputs(linalg::LinalgOp op, AffineMap map, OpOperand &use) {
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *operand) {
    AffineMap other = op.getMatchingIndexingMap(operand);
    return operand == &use ||
           llvm::none_of(llvm::seq(op.getNumLoops()), [&](unsigned loop) {
             return op.getIteratorTypesArray()[loop] ==
                        utils::IteratorType::parallel &&
                    map.isFunctionOfDim(loop) && other.isFunctionOfDim(loop);
           });
  });
}

/// Sets what is multiplied by `own`, an element of the weight that `use` is.
static void setTypes(WeightProduct &product, Type own, OpOperand &use) {
  product.weightBits = own.getIntOrFloatBitWidth();
  int64_t most = product.weightBits;
  bool areIntegers = isa<IntegerType>(own), isOnly = true;
  for (OpOperand *other : product.op.getDpsInputOperands()) {
    if (other == &use)
      continue;
    Type type = getElementTypeOrSelf(other->get());
    areIntegers &= isa<IntegerType>(type);
    if (type.isIntOrFloat())
      most = std::max<int64_t>(most, type.getIntOrFloatBitWidth());
    isOnly &= !product.other;
    product.other = other->get();
  }
  if (!isOnly)
    product.other = Value();
  product.elementBytes = std::max<int64_t>(most / 8, 1);
  product.isOfBytes = areIntegers && most <= 8;
}

/// The product of `op`, whose operand `use` is a weight; nothing where it is
/// another operation.
static std::optional<WeightProduct> describeProduct(linalg::LinalgOp op,
                                                    OpOperand &use) {
  SmallVector<unsigned> places;
  BlockArgument argument = findWhole(use.get(), places);
  if (!argument || !tesa::hasMask(argument.getType()) || op.isDpsInit(&use) ||
      !isSumOfProducts(op))
    return std::nullopt;
  auto type = cast<RankedTensorType>(argument.getType());
  AffineMap map = op.getMatchingIndexingMap(&use);
  if (!map.isProjectedPermutation() || !hasOwnOutputs(op, map, use))
    return std::nullopt;
  WeightProduct product;
  product.op = op;
  product.argument = argument.getArgNumber();
  product.outputs = product.inputs = 1;
  if (!findSides(product, type, places, map))
    return std::nullopt;
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  SmallVector<int64_t, 4> ranges = op.getStaticLoopRanges();
  for (auto [loop, range] : llvm::enumerate(ranges)) {
    if (map.isFunctionOfDim(loop))
      continue;
    if (kinds[loop] != utils::IteratorType::parallel)
      return std::nullopt;
    product.columns *= range;
  }
  setTypes(product, type.getElementType(), use);
  return product;
}

std::vector<WeightProduct> plans::findProducts(func::FuncOp function) {
  std::vector<WeightProduct> products;
  for (auto op : function.getOps<linalg::LinalgOp>())
    for (OpOperand &use : op->getOpOperands()) {
      auto product = describeProduct(op, use);
      if (!product || !isWeight(function, product->argument))
        continue;
      product->name = getName(function, product->argument);
      products.push_back(std::move(*product));
    }
  return products;
}

std::optional<unsigned> plans::findArgument(func::FuncOp function,
                                            StringRef name,
                                            std::string &refusal) {
  SmallVector<std::string> names;
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (!isa<RankedTensorType>(type))
      continue;
    names.push_back(getName(function, number));
    if (names.back() == name)
      return number;
  }
  SmallVector<StringRef> known(names.begin(), names.end());
  refusal = "expected a tensor of the arguments (" + llvm::join(known, ", ") +
            ") but got '" + name.str() + "'";
  return std::nullopt;
}

std::optional<WeightProduct> plans::findProduct(func::FuncOp function,
                                                StringRef name,
                                                std::string &refusal) {
  if (!findArgument(function, name, refusal))
    return std::nullopt;
  for (WeightProduct &product : findProducts(function))
    if (product.name == name && product.isMatrix())
      return product;
  refusal = "expected '" + name.str() +
            "' to be a matrix that is the same in each run and that sums of "
            "products are made with but got another tensor";
  return std::nullopt;
}

WeightPattern plans::getPattern(func::FuncOp function,
                                const WeightProduct &product) {
  auto mask = function.getArgAttrOfType<tesa::MaskAttr>(
      product.argument, tesa::TesaDialect::kMaskAttr);
  if (mask)
    return getPattern(mask.getMask(), product);
  size_t count = product.outputs * product.inputs;
  return {product.outputs, product.inputs, std::vector<uint8_t>(count, 1)};
}

WeightPattern plans::getPattern(const Mask &mask,
                                const WeightProduct &product) {
  WeightPattern pattern{product.outputs, product.inputs, {}};
  MaskSizes shape = mask.getShape();
  std::vector<uint8_t> kept = mask.getCellsOver(MaskSizes(shape.size(), 1));
  // Where the elements of each output begin, and where those of each input are.
  auto list = [&](ArrayRef<unsigned> dims) {
    std::vector<int64_t> offsets = {0};
    for (unsigned dim : dims) {
      int64_t stride = 1;
      for (size_t inner = dim + 1; inner < shape.size(); ++inner)
        stride *= shape[inner];
      std::vector<int64_t> finer;
      for (int64_t offset : offsets)
        for (int64_t coordinate = 0; coordinate < shape[dim]; ++coordinate)
          finer.push_back(offset + coordinate * stride);
      offsets = std::move(finer);
    }
    return offsets;
  };
  std::vector<int64_t> inputs = list(product.inputDims);
  for (int64_t output : list(product.outputDims))
    for (int64_t input : inputs)
      pattern.bits.push_back(kept[output + input]);
  return pattern;
}

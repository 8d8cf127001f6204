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

/// The product of `op`, whose operand `use` is a weight; nothing where it is
/// another operation.
static std::optional<WeightProduct> describeProduct(linalg::LinalgOp op,
                                                    OpOperand &use) {
  auto type = dyn_cast<RankedTensorType>(use.get().getType());
  if (!type || type.getRank() != 2 || !tesa::hasMask(type) ||
      op.isDpsInit(&use) || !isSumOfProducts(op))
    return std::nullopt;
  AffineMap map = op.getMatchingIndexingMap(&use);
  if (!map.isProjectedPermutation() || map.getNumResults() != 2)
    return std::nullopt;
  WeightProduct product;
  product.op = op;
  SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
  SmallVector<int64_t, 4> ranges = op.getStaticLoopRanges();
  bool isSum[2];
  for (unsigned dim = 0; dim < 2; ++dim)
    isSum[dim] =
        kinds[map.getDimPosition(dim)] != utils::IteratorType::parallel;
  if (isSum[0] == isSum[1] || op.getNumReductionLoops() != 1)
    return std::nullopt;
  product.rowsAreOutputs = isSum[1];
  product.outputs = type.getDimSize(isSum[0]);
  product.inputs = type.getDimSize(isSum[1]);
  for (auto [loop, range] : llvm::enumerate(ranges))
    if (!map.isFunctionOfDim(loop))
      product.columns *= range;
  product.elementBytes =
      std::max<int64_t>(type.getElementTypeBitWidth() / 8, 1);
  return product;
}

std::vector<WeightProduct> plans::findProducts(func::FuncOp function) {
  std::vector<WeightProduct> products;
  for (auto op : function.getOps<linalg::LinalgOp>())
    for (OpOperand &use : op->getOpOperands()) {
      auto argument = dyn_cast<BlockArgument>(use.get());
      if (!argument || !isWeight(function, argument.getArgNumber()))
        continue;
      auto product = describeProduct(op, use);
      if (!product)
        continue;
      product->argument = argument.getArgNumber();
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
    if (product.name == name)
      return product;
  refusal = "expected '" + name.str() +
            "' to be a matrix that is the same in each run and that sums of "
            "products are made with but got another tensor";
  return std::nullopt;
}

WeightPattern plans::getPattern(func::FuncOp function,
                                const WeightProduct &product) {
  WeightPattern pattern{product.outputs, product.inputs, {}};
  size_t count = product.outputs * product.inputs;
  auto mask = function.getArgAttrOfType<tesa::MaskAttr>(
      product.argument, tesa::TesaDialect::kMaskAttr);
  if (!mask) {
    pattern.bits.assign(count, 1);
    return pattern;
  }
  std::vector<uint8_t> kept = mask.getMask().getCellsOver({1, 1});
  if (product.rowsAreOutputs) {
    pattern.bits = std::move(kept);
    return pattern;
  }
  pattern.bits.resize(count);
  for (int64_t input = 0; input < pattern.inputs; ++input)
    for (int64_t output = 0; output < pattern.outputs; ++output)
      pattern.bits[output * pattern.inputs + input] =
          kept[input * pattern.outputs + output];
  return pattern;
}

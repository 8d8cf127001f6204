//===- CheckSums.cpp - reads at sums of dimensions ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckSums.h"

#include "Spindle/Dialect/Sparse/IR/Sums.h"
#include "Spindle/Session/Failure.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;
using spindle::sparse::GenericOp;

namespace {
/// The sizes and the names of the dimensions of an operation.
struct Dimensions {
  llvm::SmallVector<int64_t> sizes;
  std::vector<std::string> names;
};
} // namespace

/// The operand that has the sizes of `tensor`; null where that is no argument.
static const Operand *findOwner(Value tensor,
                                llvm::ArrayRef<Operand> operands) {
  Value owner = sparse::getStructureOwner(tensor);
  auto argument = dyn_cast_or_null<BlockArgument>(
      owner ? sparse::getWhole(owner) : Value());
  return argument && argument.getArgNumber() < operands.size()
             ? &operands[argument.getArgNumber()]
             : nullptr;
}

static Dimensions findDimensions(GenericOp op,
                                 llvm::ArrayRef<Operand> operands) {
  Dimensions dims;
  dims.sizes.assign(op.getNumDims(), ShapedType::kDynamic);
  dims.names.resize(op.getNumDims());
  for (auto [index, tensor] : llvm::enumerate(op->getOperands())) {
    const Operand *operand = findOwner(tensor, operands);
    if (!operand)
      continue;
    for (auto [dim, expr] : llvm::enumerate(op.getMap(index).getResults())) {
      auto alone = dyn_cast<AffineDimExpr>(expr);
      if (!alone || !dims.names[alone.getPosition()].empty())
        continue;
      dims.sizes[alone.getPosition()] = operand->shape[dim];
      dims.names[alone.getPosition()] = operand->spec->dims[dim];
    }
  }
  return dims;
}

/// Checks the sum that is coordinate `dim` of input `input`.
static llvm::Error checkSum(GenericOp op, int64_t input, int64_t dim,
                            const Dimensions &dims, const Operand &operand) {
  sparse::Sum sum = *sparse::getSum(op.getMap(input).getResult(dim));
  std::optional<sparse::SumRange> range = sparse::getRange(sum, dims.sizes);
  std::string text = sparse::printSum(sum, dims.names);
  if (range && range->low < 0)
    return failExpected("the coordinate " + text + " of dimension " +
                            llvm::Twine(dim) + " of " + operand.spec->name +
                            " to be at least 0, where it has no border,",
                        llvm::Twine(range->low));
  if (range && range->high > operand.shape[dim])
    return failExpected("dimension " + llvm::Twine(dim) + " of " +
                            operand.spec->name + " to be at least " +
                            llvm::Twine(range->high) + ", for the coordinate " +
                            text + ",",
                        llvm::Twine(operand.shape[dim]));
  return llvm::Error::success();
}

/// Checks the sums in the map of input `input`.
static llvm::Error checkInput(GenericOp op, int64_t input,
                              llvm::ArrayRef<Operand> operands) {
  const Operand *operand = findOwner(op.getIns()[input], operands);
  if (!operand || op.getBorder(input))
    return llvm::Error::success();
  Dimensions dims = findDimensions(op, operands);
  for (auto [dim, expr] : llvm::enumerate(op.getMap(input).getResults())) {
    if (isa<AffineDimExpr>(expr))
      continue;
    if (llvm::Error error = checkSum(op, input, dim, dims, *operand))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error session::checkSums(const Program &program,
                               llvm::ArrayRef<Operand> operands) {
  func::FuncOp entry = program.entry;
  llvm::SmallVector<GenericOp> generics;
  entry.walk([&](GenericOp op) { generics.push_back(op); });
  for (GenericOp op : generics)
    for (int64_t input = 0; input < int64_t(op.getIns().size()); ++input)
      if (llvm::Error error = checkInput(op, input, operands))
        return error;
  return llvm::Error::success();
}

//===- PatternWork.cpp - what is done with elements of a matrix -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Strategy/PatternWork.h"

#include "NestFacts.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;

/// Whether `value` is the argument of `function` that is called `name`.
static bool isCalled(Value value, func::FuncOp function, StringRef name) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != &function.getBody().front())
    return false;
  auto own = function.getArgAttrOfType<StringAttr>(
      argument.getArgNumber(), sparse::SparseDialect::kNameAttr);
  return own && own.getValue() == name;
}

/// Whether `op` adds up products, and does nothing else.
static bool addsProducts(sparse::GenericOp op) {
  auto isSum = [](iter::CombineKindAttr kind) {
    return kind.getValue() == iter::CombineKind::Add;
  };
  auto kinds = op.getCombine().getAsRange<iter::CombineKindAttr>();
  Block &body = op.getBody().front();
  return !op.getCombine().empty() && llvm::all_of(kinds, isSum) &&
         llvm::all_of(body.without_terminator(), [](Operation &inner) {
           return isa<arith::MulFOp, arith::MulIOp>(inner);
         });
}

/// The only operation of `function` that goes through stored elements; null
/// where there is none, or several.
static sparse::GenericOp findOnly(func::FuncOp function) {
  sparse::GenericOp only;
  int64_t count = 0;
  function.walk([&](Operation *op) {
    auto generic = dyn_cast<sparse::GenericOp>(op);
    count += isa<iter::NestOp>(op) || generic;
    if (generic)
      only = generic;
  });
  return count == 1 ? only : sparse::GenericOp();
}

std::optional<int64_t> spindle::countProducts(func::FuncOp function,
                                              StringRef tensor,
                                              const StrategyFacts &facts,
                                              std::string &refusal) {
  sparse::GenericOp op = findOnly(function);
  refusal = "the program is not one sparse.generic that adds up products";
  if (!op || !addsProducts(op))
    return std::nullopt;
  std::optional<int64_t> driver = op.getDriverIndex();
  refusal = (tensor + " is not what the program goes through").str();
  if (!driver || !isCalled(op->getOperand(*driver), function, tensor))
    return std::nullopt;
  NestFacts nest = findNests(function).front();
  if (nest.sumsFibres() && nest.sliceRows == 0)
    return 1;
  refusal = "the program does not add up along rows";
  if (!nest.hasColumns())
    return std::nullopt;
  int64_t products = 1;
  for (const auto &[dim, size] : nest.denseDims) {
    bool isKnown = !ShapedType::isDynamic(size) || facts.sizes.contains(dim);
    refusal = "the size of " + dim + " is not known";
    if (!isKnown)
      return std::nullopt;
    products *= ShapedType::isDynamic(size) ? facts.sizes.lookup(dim) : size;
  }
  return products;
}

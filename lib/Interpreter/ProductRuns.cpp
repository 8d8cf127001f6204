//===- ProductRuns.cpp - sums of products of tensors ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductRuns.h"

#include "Number.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle::interpreter;

/// `sum + a * b`, each rounded.
template <typename N>
static typename N::Value addProduct(typename N::Value sum, typename N::Value a,
                                    typename N::Value b) {
#pragma STDC FP_CONTRACT OFF
  if constexpr (std::is_same_v<typename N::Value, int64_t>) {
    return N::wrap(uint64_t(sum) + uint64_t(a) * uint64_t(b));
  } else {
    using Compute = typename N::Compute;
    typename N::Value product = N::round(Compute(a) * Compute(b));
    return N::round(Compute(sum) + Compute(product));
  }
}

template <typename N>
static void addProducts(ProductTensor sum, ProductTensor a, ProductTensor b,
                        int64_t count) {
  if (sum.stride == 0) {
    typename N::Value total = N::loadAt(sum.data, sum.first);
    for (int64_t i = 0; i < count; ++i)
      total = addProduct<N>(total, N::loadAt(a.data, a.first + i * a.stride),
                            N::loadAt(b.data, b.first + i * b.stride));
    storeAt<N>(sum.data, sum.first, total);
    return;
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t to = sum.first + i * sum.stride;
    storeAt<N>(sum.data, to,
               addProduct<N>(N::loadAt(sum.data, to),
                             N::loadAt(a.data, a.first + i * a.stride),
                             N::loadAt(b.data, b.first + i * b.stride)));
  }
}

/// Whether the operands of `op` are `a` and `b`, in any order.
static bool isOf(Operation &op, Value a, Value b) {
  Value first = op.getOperand(0), second = op.getOperand(1);
  return (first == a && second == b) || (first == b && second == a);
}

ProductRun spindle::interpreter::findProductRun(Block &body) {
  if (body.getNumArguments() != 3 || body.getOperations().size() != 3)
    return nullptr;
  Operation &product = body.front(), &sum = *std::next(body.begin());
  bool isProduct = isa<arith::MulFOp, arith::MulIOp>(product) &&
                   isOf(product, body.getArgument(0), body.getArgument(1));
  if (!isProduct || !isa<arith::AddFOp, arith::AddIOp>(sum) ||
      !isOf(sum, body.getArgument(2), product.getResult(0)) ||
      body.getTerminator()->getOperand(0) != sum.getResult(0))
    return nullptr;
  Type type = sum.getResult(0).getType();
  if (isa<FloatType>(type))
    return visitFloat(type, [](auto number) -> ProductRun {
      return addProducts<decltype(number)>;
    });
  return visitInt(type, [](auto number) -> ProductRun {
    return addProducts<decltype(number)>;
  });
}

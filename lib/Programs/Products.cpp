//===- Products.cpp - sums of products ------------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

using namespace mlir;
using namespace spindle::programs;

/// The product a (b (c ..)) of the elements of all inputs.
static Value multiplyElements(Body &body) {
  SmallVector<Value> factors = body.widenElements();
  Value product = factors.pop_back_val();
  for (Value factor : llvm::reverse(factors))
    product = body.numbers.multiply(factor, product);
  return product;
}

void spindle::programs::addProduct(ProgramBuilder &builder, StringRef name,
                                   ArrayRef<Tensor> inputs, Tensor output) {
  Type wide = getWideType(inputs.front().getElementType());
  Tensor sum = builder.startSum(output, wide);
  builder.addGeneric(name, inputs, {sum}, {getSumKind(wide)}, [](Body &body) {
    return SmallVector<Value>{multiplyElements(body)};
  });
  builder.finishSum(sum, output);
}

void spindle::programs::buildProduct(ProgramBuilder &builder) {
  addProduct(builder, "", builder.getInputs(), builder.getOutput());
}

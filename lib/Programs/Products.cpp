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

void spindle::programs::addSampledProduct(ProgramBuilder &builder,
                                          StringRef name, Tensor sampled,
                                          Tensor x, Tensor y, Tensor output) {
  Type wide = getWideType(sampled.getElementType());
  Tensor sum = builder.startSum(output, wide);
  builder.addGeneric(
      name, {sampled, x, y}, {sum}, {getSumKind(wide)}, [](Body &body) {
        SmallVector<Value> in = body.widenElements();
        return SmallVector<Value>{body.numbers.multiply(in[1], in[2])};
      });
  builder.addGeneric("scale", {sampled, sum}, {output}, {}, [&](Body &body) {
    SmallVector<Value> in = body.widenElements();
    Value product = body.numbers.multiply(in[0], in[1]);
    return SmallVector<Value>{
        body.numbers.narrow(product, output.getElementType())};
  });
}

void spindle::programs::buildProduct(ProgramBuilder &builder) {
  addProduct(builder, "", builder.getInputs(), builder.getOutput());
}

void spindle::programs::buildSDDMM(ProgramBuilder &builder) {
  addSampledProduct(builder, "", builder.getArgument("A"),
                    builder.getArgument("X"), builder.getArgument("Y"),
                    builder.getArgument("C"));
}

//===- Rows.cpp - what is found in the rows of a matrix -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle::programs;
using spindle::iter::CombineKind;

//===----------------------------------------------------------------------===//
// The greatest and the smallest
//===----------------------------------------------------------------------===//

void spindle::programs::buildRowMax(ProgramBuilder &builder) {
  Tensor a = builder.getArgument("A"), y = builder.getArgument("y");
  CombineKind kind = getMaxKind(y.getElementType());
  builder.fill(y, &Numbers::makeLeast);
  builder.addGeneric("", {a}, {y}, {kind}, [](Body &body) {
    return SmallVector<Value>{body.getElement(0)};
  });
}

/// -1 for the number that no element has.
static Value replaceNoNumber(Body &body) {
  Value number = body.getElement(0);
  Location loc = number.getLoc();
  Value none = body.numbers.makeGreatest(number.getType());
  Value minusOne = arith::ConstantOp::create(
      body.builder, loc, body.builder.getI64IntegerAttr(-1));
  Value isNone = arith::CmpIOp::create(body.builder, loc,
                                       arith::CmpIPredicate::eq, number, none);
  return arith::SelectOp::create(body.builder, loc, isNone, minusOne, number);
}

// What `argmin` starts from takes part: its number is greater than any column,
// so that an element that is infinite is found.
void spindle::programs::buildArgmin(ProgramBuilder &builder) {
  Tensor a = builder.getArgument("A"), y = builder.getArgument("y"),
         n = builder.getArgument("n");
  builder.fill(y, &Numbers::makeGreatest);
  builder.fill(n, &Numbers::makeGreatest);
  builder.addGeneric("", {a}, {y, n}, {CombineKind::ArgMin}, [](Body &body) {
    return SmallVector<Value>{body.getElement(0), body.getCoordinate('J')};
  });
  builder.addGeneric("none", {n}, {n}, {}, [](Body &body) {
    return SmallVector<Value>{replaceNoNumber(body)};
  });
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// P = exp(A - m) / s, m the maxima of the rows of A, s the sums of exp(A - m).
static void addSoftmax(ProgramBuilder &builder, Tensor a, Tensor p) {
  Tensor m = builder.getArgument("m"), s = builder.getArgument("s");
  builder.fill(m, &Numbers::makeLeast);
  builder.addGeneric("max", {a}, {m}, {CombineKind::Max},
                     [](Body &body) { return body.widenElements(); });
  builder.fill(s, &Numbers::makeZero);
  builder.addGeneric("sum", {a, m}, {s}, {CombineKind::Add}, [](Body &body) {
    SmallVector<Value> in = body.widenElements();
    return SmallVector<Value>{body.numbers.makeExpOfDifference(in[0], in[1])};
  });
  builder.addGeneric("divide", {a, m, s}, {p}, {}, [&](Body &body) {
    SmallVector<Value> in = body.widenElements();
    Value power = body.numbers.makeExpOfDifference(in[0], in[1]);
    Value share =
        arith::DivFOp::create(body.builder, power.getLoc(), power, in[2]);
    return SmallVector<Value>{body.numbers.narrow(share, p.getElementType())};
  });
}

void spindle::programs::buildSoftmax(ProgramBuilder &builder) {
  addSoftmax(builder, builder.getArgument("A"), builder.getArgument("P"));
}

void spindle::programs::buildFusedMM(ProgramBuilder &builder) {
  Tensor a = builder.getArgument("A"), q = builder.getArgument("Q"),
         k = builder.getArgument("K"), v = builder.getArgument("V"),
         o = builder.getArgument("O");
  Type wide = getWideType(a.getElementType());
  Tensor scores = builder.allocate(a, wide), shares = builder.allocate(a, wide);
  addSampledProduct(builder, "sddmm", a, q, k, scores);
  addSoftmax(builder, scores, shares);
  addProduct(builder, "spmm", {shares, v}, o);
}

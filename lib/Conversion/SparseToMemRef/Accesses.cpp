//===- Accesses.cpp - accesses as loads and stores ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Accesses.h"

#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace spindle;
using arith::CmpFPredicate;
using arith::CmpIPredicate;
using spindle::axis::AxisType;
using spindle::sparse::AccumulateKind;
using spindle::sparse::AccumulateOp;
using spindle::sparse::BindOp;
using spindle::sparse::FillOp;
using spindle::sparse::Layout;

Value spindle::getMemory(Value buffer) {
  return buffer.getDefiningOp<BindOp>().getMemory();
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

/// `FloatOp`, `IntOp` or `ComplexOp` of two values, by their type.
template <typename FloatOp, typename IntOp, typename ComplexOp>
static Value combineArithmetic(AnswerBuilder &builder, Value lhs, Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return FloatOp::create(builder, lhs, rhs);
  if (isa<ComplexType>(lhs.getType()))
    return ComplexOp::create(builder, lhs, rhs);
  return IntOp::create(builder, lhs, rhs);
}

template <typename FloatOp, typename IntOp>
static Value combineOrdered(AnswerBuilder &builder, Value lhs, Value rhs) {
  if (isa<FloatType>(lhs.getType()))
    return FloatOp::create(builder, lhs, rhs);
  return IntOp::create(builder, lhs, rhs);
}

Value spindle::buildCombine(AnswerBuilder &builder, AccumulateKind kind,
                            Value current, Value value) {
  switch (kind) {
  case AccumulateKind::Add:
    return combineArithmetic<arith::AddFOp, arith::AddIOp, complex::AddOp>(
        builder, current, value);
  case AccumulateKind::Mul:
    return combineArithmetic<arith::MulFOp, arith::MulIOp, complex::MulOp>(
        builder, current, value);
  case AccumulateKind::Min:
    return combineOrdered<arith::MinimumFOp, arith::MinSIOp>(builder, current,
                                                             value);
  case AccumulateKind::Max:
    return combineOrdered<arith::MaximumFOp, arith::MaxSIOp>(builder, current,
                                                             value);
  case AccumulateKind::And:
    return arith::AndIOp::create(builder, current, value);
  case AccumulateKind::Or:
    return arith::OrIOp::create(builder, current, value);
  case AccumulateKind::ArgMin:
  case AccumulateKind::ArgMax:
    break;
  }
  llvm_unreachable("argmin and argmax combine two values");
}

/// Whether `value` comes strictly before `current` (first), and whether they
/// are equal (second). A NaN comes before every number and equals a NaN.
static std::pair<Value, Value> buildOrder(AnswerBuilder &builder, bool smaller,
                                          Value current, Value value) {
  if (!isa<FloatType>(value.getType())) {
    auto predicate = smaller ? CmpIPredicate::slt : CmpIPredicate::sgt;
    return {arith::CmpIOp::create(builder, predicate, value, current),
            arith::CmpIOp::create(builder, CmpIPredicate::eq, value, current)};
  }
  auto test = [&](CmpFPredicate predicate, Value lhs, Value rhs) -> Value {
    return arith::CmpFOp::create(builder, predicate, lhs, rhs);
  };
  Value isNaN = test(CmpFPredicate::UNO, value, value);
  Value wasNumber = test(CmpFPredicate::ORD, current, current);
  Value wasNaN = test(CmpFPredicate::UNO, current, current);
  Value before =
      test(smaller ? CmpFPredicate::OLT : CmpFPredicate::OGT, value, current);
  Value firstNaN = arith::AndIOp::create(builder, isNaN, wasNumber);
  Value bothNaN = arith::AndIOp::create(builder, isNaN, wasNaN);
  Value equal = test(CmpFPredicate::OEQ, value, current);
  return {arith::OrIOp::create(builder, before, firstNaN),
          arith::OrIOp::create(builder, equal, bothNaN)};
}

Value spindle::buildReplaces(AnswerBuilder &builder, AccumulateKind kind,
                             Value currentValue, Value currentNumber,
                             Value value, Value number) {
  auto [before, equal] =
      buildOrder(builder, kind == AccumulateKind::ArgMin, currentValue, value);
  Value smaller =
      arith::CmpIOp::create(builder, CmpIPredicate::slt, number, currentNumber);
  Value tie = arith::AndIOp::create(builder, equal, smaller);
  return arith::OrIOp::create(builder, before, tie);
}

//===----------------------------------------------------------------------===//
// Accumulation and fills
//===----------------------------------------------------------------------===//

void spindle::buildAccumulate(AnswerBuilder &builder, AccumulateOp op) {
  SmallVector<Value> current, next;
  for (Value buffer : op.getBuffers())
    current.push_back(
        memref::LoadOp::create(builder, getMemory(buffer), op.getIndices()));
  if (current.size() == 1) {
    next.push_back(buildCombine(builder, op.getKind(), current.front(),
                                op.getValues().front()));
  } else {
    Value replaces =
        buildReplaces(builder, op.getKind(), current[0], current[1],
                      op.getValues()[0], op.getValues()[1]);
    for (auto [old, value] : llvm::zip_equal(current, op.getValues()))
      next.push_back(arith::SelectOp::create(builder, replaces, value, old));
  }
  for (auto [buffer, value] : llvm::zip_equal(op.getBuffers(), next))
    memref::StoreOp::create(builder, value, getMemory(buffer), op.getIndices());
}

void spindle::buildFill(AnswerBuilder &builder, FillOp op) {
  // The verifier has seen to the layout.
  Layout layout = *sparse::getLayout(op.getBuffer());
  Value zero = arith::ConstantIndexOp::create(builder, builder.getLoc(), 0);
  Value one = arith::ConstantIndexOp::create(builder, builder.getLoc(), 1);
  SmallVector<Value> sizes, indices;
  for (int64_t dim = 0; dim < layout.getRank(); ++dim) {
    Value axis = layout.getAxis(dim);
    bool dense = cast<AxisType>(axis.getType()).isDense();
    sizes.push_back(dense ? buildExtent(builder, axis)
                          : buildSize(builder, axis));
  }
  for (Value size : sizes) {
    auto loop = scf::ForOp::create(builder, zero, size, one);
    builder.setInsertionPointToStart(loop.getBody());
    indices.push_back(loop.getInductionVar());
  }
  memref::StoreOp::create(builder, op.getValue(), getMemory(op.getBuffer()),
                          indices);
}

//===- BodyNumbers.cpp - what a body makes of numbers ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyNumbers.h"
#include "ScalarNumbers.h"
#include "Spindle/Dialect/Tesa/IR/DataFormats.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace spindle;

/// Iterations that are made one by one, of those that read the same.
static constexpr int64_t kMostRepeated = 64;

size_t
BodyNumbers::Hash::operator()(const std::vector<unsigned> &numbers) const {
  return llvm::hash_combine_range(numbers.begin(), numbers.end());
}

size_t BodyNumbers::Hash::operator()(const Number &number) const {
  return llvm::hash_combine(number.same, number.known, number.zero, number.bits,
                            number.width.least, number.width.most,
                            number.width.isInteger, number.width.floats);
}

BodyNumbers::BodyNumbers(Block &body, ValueRange yields,
                         ArrayRef<int64_t> sizes, bool isReduced, bool strict)
    : body(body), sizes(sizes), strict(strict) {
  for (auto [number, yield] : llvm::enumerate(yields)) {
    Result result;
    result.value = yield;
    unsigned arg = body.getNumArguments() - yields.size() + number;
    results.push_back(isReduced ? classify(arg, yield) : result);
  }
}

/// Operations that may be made in any order, and give the same bits.
static bool isAnyOrder(Operation *op) {
  return isa<arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp,
             arith::MaxSIOp, arith::MaxUIOp, arith::MinSIOp, arith::MinUIOp,
             arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
             arith::MinNumFOp>(op);
}

BodyNumbers::Result BodyNumbers::classify(unsigned arg, Value yield) {
  BlockArgument before = body.getArgument(arg);
  Result result;
  result.kind = Kind::Ordered;
  result.value = yield;
  Operation *combine = yield.getDefiningOp();
  if (!combine || combine->getNumOperands() != 2 || !before.hasOneUse() ||
      *before.user_begin() != combine || !yield.hasOneUse())
    return result;
  Value added = combine->getOperand(before.use_begin()->getOperandNumber() ^ 1);
  if (isa<arith::AddIOp>(combine) && tesa::getNumberBits(yield.getType())) {
    result.kind = Kind::IntegerSum;
    result.value = added;
  } else if (isa<arith::AddFOp>(combine) &&
             tesa::getNumberBits(yield.getType())) {
    result.kind = Kind::FloatSum;
    result.value = added;
  } else if (isAnyOrder(combine)) {
    result.kind = Kind::AnyOrder;
  }
  return result;
}

bool BodyNumbers::hasIntegerSums() const {
  return llvm::all_of(results, [](const Result &result) {
    return result.kind == Kind::IntegerSum;
  });
}

void BodyNumbers::start(ArrayRef<Number> inits, ArrayRef<Number> ends) {
  allSame = true;
  for (auto [result, init, end] : llvm::zip_equal(results, inits, ends)) {
    result.number = init;
    allSame &= init.same;
    // 0 and zeros of any sign are 0.
    result.isZero = result.kind == Kind::FloatSum && init.isKnownZero() &&
                    init.bits == 0 && end.zero;
    if (result.kind == Kind::FloatSum)
      result.sum.emplace(cast<FloatType>(result.value.getType()), init);
  }
}

void BodyNumbers::step(ArrayRef<Number> inputs, int64_t times) {
  for (const Number &input : inputs)
    allSame &= input.same;
  for (int64_t i = 0; i < times; ++i) {
    SmallVector<Number> args(inputs);
    for (auto [result, arg] : llvm::zip_equal(
             results, body.getArguments().take_back(results.size()))) {
      bool isRead = result.kind == Kind::Once || result.kind == Kind::AnyOrder;
      args.push_back(isRead ? result.number : addType(arg.getType(), Number()));
      // Unless what is read says otherwise.
      if (result.kind == Kind::Ordered)
        args.back().same = true;
    }
    const std::vector<Number> &values = evaluate(args);
    bool isStable = true;
    for (auto [result, value] : llvm::zip_equal(results, values)) {
      Type type = result.value.getType();
      if (result.kind == Kind::IntegerSum && i == 0)
        result.number = addTimes(type, result.number, value, times);
      else if (result.kind == Kind::FloatSum && i == 0)
        result.sum->add(value, times);
      else if (result.kind == Kind::Ordered)
        allSame &= value.same;
      else if (result.kind == Kind::AnyOrder) {
        isStable &= result.number == value;
        result.number = value;
      } else if (result.kind == Kind::Once)
        result.number = value;
    }
    if (isStable)
      return;
    if (i == kMostRepeated)
      for (Result &result : results)
        if (result.kind == Kind::AnyOrder)
          result.number = addType(result.value.getType(), Number());
  }
}

bool BodyNumbers::isDone() const {
  return llvm::all_of(results, [&](const Result &result) {
    if (result.isZero)
      return true;
    if (result.kind == Kind::FloatSum)
      return result.sum->isLost();
    return !allSame &&
           (result.kind == Kind::Ordered ||
            removeType(result.value.getType(), result.number).isUnknown());
  });
}

SmallVector<Number> BodyNumbers::finish() const {
  SmallVector<Number> numbers;
  for (const Result &result : results) {
    Number number = result.number;
    if (result.isZero) {
      number = tesa::getConstant(result.value.getType(), 0);
    } else if (result.kind == Kind::FloatSum) {
      number = result.sum->get();
    } else if (result.kind == Kind::Ordered) {
      number = Number();
      number.same = allSame;
    }
    numbers.push_back(removeType(result.value.getType(), number));
  }
  return numbers;
}

unsigned BodyNumbers::getId(const Number &number) {
  return ids.try_emplace(number, ids.size()).first->second;
}

const std::vector<Number> &BodyNumbers::evaluate(ArrayRef<Number> args) {
  std::vector<unsigned> key;
  for (const Number &arg : args)
    key.push_back(getId(arg));
  auto found = known.find(key);
  if (found == known.end())
    found = known.emplace(std::move(key), evaluateBody(args)).first;
  return found->second;
}

/// The index of a dimension, which is the same in every run.
Number BodyNumbers::getPlace(Operation *op) const {
  Type type = op->getResult(0).getType();
  unsigned dim = cast<linalg::IndexOp>(op).getDim();
  Number place;
  if (dim >= sizes.size())
    return addType(type, place);
  place.same = true;
  place.width.least = 0;
  place.width.most = sizes[dim] - 1;
  place.width.isInteger = true;
  return addType(type, place);
}

std::vector<Number> BodyNumbers::evaluateBody(ArrayRef<Number> args) {
  DenseMap<Value, Number> numbers;
  for (auto [arg, number] : llvm::zip_equal(body.getArguments(), args))
    numbers[arg] = number;
  auto get = [&](Value value) {
    auto found = numbers.find(value);
    return found == numbers.end() ? getScalarNumber(value) : found->second;
  };
  for (Operation &op : body) {
    if (op.getNumResults() != 1 || op.getNumRegions() != 0)
      continue;
    Value result = op.getResult(0);
    if (isa<linalg::IndexOp>(op))
      numbers[result] = getPlace(&op);
    else
      numbers[result] =
          inferNumber(&op, llvm::map_to_vector(op.getOperands(), get), strict);
  }
  std::vector<Number> values;
  for (const Result &result : results)
    values.push_back(get(result.value));
  return values;
}

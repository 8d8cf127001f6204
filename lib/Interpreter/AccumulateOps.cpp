//===- AccumulateOps.cpp - accumulation of every kind ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ComplexOps.h"
#include "ElementFinder.h"
#include "FloatOps.h"

#include <cmath>

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;
using sparse::AccumulateKind;

/// Finds the element; fails where there is none.
static bool findStored(Machine &m, const ElementFinder &finder, unsigned buffer,
                       int64_t &element) {
  Outcome outcome = finder.findIn(m, buffer, element);
  if (outcome == Outcome::Missing)
    return m.fail(finder.getOp(), "expected a stored element to accumulate to");
  return outcome == Outcome::Found;
}

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

namespace {
/// An accumulation into one buffer.
struct Accumulation {
  ElementFinder finder;
  Slot value;
};
} // namespace

/// Replaces the element's value `x` by `combine(x, value)`.
template <typename N, typename Function>
static Step makeStep(const Accumulation &plan, Function combine) {
  return [plan, combine](Machine &m) {
    int64_t element;
    unsigned buffer = plan.finder.getBuffer();
    if (!findStored(m, plan.finder, buffer, element))
      return false;
    char *data = m.buffers[buffer]->data + element * N::kBytes;
    N::store(data, combine(N::load(data), N::in(m[plan.value])));
    return true;
  };
}

/// As makeStep, with numbers that are rounded to the type.
template <typename N, typename Function>
static Step makeFloatStep(const Accumulation &plan, Function combine) {
  using Compute = typename N::Compute;
  return makeStep<N>(plan, [combine](auto x, auto value) {
    return N::round(combine(Compute(x), Compute(value)));
  });
}

/// As makeStep, with numbers that wrap.
template <typename N, typename Function>
static Step makeIntStep(const Accumulation &plan, Function combine) {
  return makeStep<N>(plan, [combine](int64_t x, int64_t value) {
    return N::wrap(combine(x, value));
  });
}

template <typename N>
static Step makeFloat(const Accumulation &plan, AccumulateKind kind) {
  switch (kind) {
  case AccumulateKind::Add:
    return makeFloatStep<N>(plan, std::plus<>());
  case AccumulateKind::Mul:
    return makeFloatStep<N>(plan, std::multiplies<>());
  case AccumulateKind::Min:
    return makeFloatStep<N>(plan, Minimum());
  case AccumulateKind::Max:
    return makeFloatStep<N>(plan, Maximum());
  default:
    return {};
  }
}

template <typename N>
static Step makeInt(const Accumulation &plan, AccumulateKind kind) {
  using U = uint64_t;
  switch (kind) {
  case AccumulateKind::Add:
    return makeIntStep<N>(plan, std::plus<U>());
  case AccumulateKind::Mul:
    return makeIntStep<N>(plan, std::multiplies<U>());
  case AccumulateKind::Min:
    return makeIntStep<N>(
        plan, [](int64_t x, int64_t value) { return std::min(x, value); });
  case AccumulateKind::Max:
    return makeIntStep<N>(
        plan, [](int64_t x, int64_t value) { return std::max(x, value); });
  case AccumulateKind::And:
    return makeIntStep<N>(plan, std::bit_and<U>());
  case AccumulateKind::Or:
    return makeIntStep<N>(plan, std::bit_or<U>());
  default:
    return {};
  }
}

template <typename N>
static Step makeComplex(const Accumulation &plan, AccumulateKind kind) {
  if (kind == AccumulateKind::Add)
    return makeStep<N>(plan, std::plus<>());
  if (kind == AccumulateKind::Mul)
    return makeStep<N>(plan, ComplexProduct());
  return {};
}

static Step makeAccumulation(const Accumulation &plan, AccumulateKind kind,
                             Type type) {
  if (isa<ComplexType>(type))
    return visitComplex(type, [&](auto number) {
      return makeComplex<decltype(number)>(plan, kind);
    });
  if (isa<FloatType>(type))
    return visitFloat(type, [&](auto number) {
      return makeFloat<decltype(number)>(plan, kind);
    });
  return visitInt(
      type, [&](auto number) { return makeInt<decltype(number)>(plan, kind); });
}

//===----------------------------------------------------------------------===//
// A value and its number
//===----------------------------------------------------------------------===//

namespace {
/// An argmin or argmax: values in the first buffer, numbers in the second.
struct ArgAccumulation {
  ElementFinder finder;
  unsigned numbers;
  Slot value, number;
};

/// Whether `value` comes before `current`: the smaller (argmax: the larger),
/// and NaN before all that are not.
struct Before {
  template <typename T> bool operator()(T value, T current) const {
    if (value != value || current != current)
      return value != value && current == current;
    return smaller ? value < current : value > current;
  }

  bool smaller;
};
} // namespace

template <typename N, typename Number>
static Step makeArgStep(const ArgAccumulation &plan, Before before) {
  return [plan, before](Machine &m) {
    int64_t first, second;
    unsigned buffer = plan.finder.getBuffer();
    if (!findStored(m, plan.finder, buffer, first) ||
        !findStored(m, plan.finder, plan.numbers, second))
      return false;
    char *data = m.buffers[buffer]->data + first * N::kBytes;
    char *numbers = m.buffers[plan.numbers]->data + second * Number::kBytes;
    auto current = N::load(data), value = N::in(m[plan.value]);
    int64_t number = m[plan.number].integer;
    bool tie = !before(value, current) && !before(current, value);
    if (before(value, current) || (tie && number < Number::load(numbers))) {
      N::store(data, value);
      Number::store(numbers, number);
    }
    return true;
  };
}

static Step makeArgAccumulation(const ArgAccumulation &plan, Before before,
                                Type type, Type numberType) {
  return visitNumber(type, [&](auto value) -> Step {
    return visitInt(numberType, [&](auto number) -> Step {
      using N = decltype(value);
      if constexpr (std::is_arithmetic_v<typename N::Value>)
        return makeArgStep<N, decltype(number)>(plan, before);
      return {};
    });
  });
}

static Step translateAccumulate(Translator &t, Operation &op) {
  auto accumulate = cast<sparse::AccumulateOp>(op);
  AccumulateKind kind = accumulate.getKind();
  ValueRange values = accumulate.getValues();
  ElementFinder finder(t, op, accumulate.getBuffers()[0],
                       accumulate.getIndices(), accumulate.getForm());
  if (values.size() == 1)
    return makeAccumulation({finder, t.slotOf(values[0])}, kind,
                            values[0].getType());
  ArgAccumulation plan{finder, t.bufferOf(accumulate.getBuffers()[1]),
                       t.slotOf(values[0]), t.slotOf(values[1])};
  return makeArgAccumulation(plan, Before{kind == AccumulateKind::ArgMin},
                             values[0].getType(), values[1].getType());
}

void spindle::interpreter::addAccumulateOps(OpTable &table) {
  table["sparse.accumulate"] = translateAccumulate;
}

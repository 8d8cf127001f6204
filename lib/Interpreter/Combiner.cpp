//===- Combiner.cpp - kinds of combination --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"

#include "ComplexOps.h"
#include "FloatOps.h"

#include <cmath>

using namespace mlir;
using namespace spindle::interpreter;
using spindle::iter::CombineKind;

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

/// Replaces the value `x` by `combine(x, value)`.
template <typename N, typename Function>
static Combiner makeOne(Function combine) {
  return [combine](Cell *current, Cell *value) {
    N::in(*current) = combine(N::in(*current), N::in(*value));
  };
}

/// As makeOne, with numbers that are rounded to the type.
template <typename N, typename Function>
static Combiner makeRounded(Function combine) {
  using Compute = typename N::Compute;
  return makeOne<N>([combine](auto x, auto value) {
    return N::round(combine(Compute(x), Compute(value)));
  });
}

/// As makeOne, with numbers that wrap.
template <typename N, typename Function>
static Combiner makeWrapped(Function combine) {
  return makeOne<N>([combine](int64_t x, int64_t value) {
    return N::wrap(combine(x, value));
  });
}

template <typename N> static Combiner makeFloat(CombineKind kind) {
  switch (kind) {
  case CombineKind::Add:
    return makeRounded<N>(std::plus<>());
  case CombineKind::Mul:
    return makeRounded<N>(std::multiplies<>());
  case CombineKind::Min:
    return makeRounded<N>(Minimum());
  case CombineKind::Max:
    return makeRounded<N>(Maximum());
  default:
    return {};
  }
}

template <typename N> static Combiner makeInt(CombineKind kind) {
  using U = uint64_t;
  switch (kind) {
  case CombineKind::Add:
    return makeWrapped<N>(std::plus<U>());
  case CombineKind::Mul:
    return makeWrapped<N>(std::multiplies<U>());
  case CombineKind::Min:
    return makeWrapped<N>(
        [](int64_t x, int64_t value) { return std::min(x, value); });
  case CombineKind::Max:
    return makeWrapped<N>(
        [](int64_t x, int64_t value) { return std::max(x, value); });
  case CombineKind::And:
    return makeWrapped<N>(std::bit_and<U>());
  case CombineKind::Or:
    return makeWrapped<N>(std::bit_or<U>());
  default:
    return {};
  }
}

template <typename N> static Combiner makeComplex(CombineKind kind) {
  if (kind == CombineKind::Add)
    return makeOne<N>(std::plus<>());
  if (kind == CombineKind::Mul)
    return makeOne<N>(ComplexProduct());
  return {};
}

static Combiner makeForOne(CombineKind kind, Type type) {
  if (isa<ComplexType>(type))
    return visitComplex(
        type, [&](auto number) { return makeComplex<decltype(number)>(kind); });
  if (isa<FloatType>(type))
    return visitFloat(
        type, [&](auto number) { return makeFloat<decltype(number)>(kind); });
  return visitInt(type,
                  [&](auto number) { return makeInt<decltype(number)>(kind); });
}

//===----------------------------------------------------------------------===//
// A value and its number
//===----------------------------------------------------------------------===//

namespace {
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

template <typename N> static Combiner makeArg(Before before) {
  return [before](Cell *current, Cell *values) {
    auto held = N::in(current[0]), value = N::in(values[0]);
    bool tie = !before(value, held) && !before(held, value);
    if (before(value, held) ||
        (tie && values[1].integer < current[1].integer)) {
      current[0] = values[0];
      current[1] = values[1];
    }
  };
}

static Combiner makeForTwo(CombineKind kind, Type type) {
  return visitNumber(type, [&](auto number) -> Combiner {
    using N = decltype(number);
    if constexpr (std::is_arithmetic_v<typename N::Value>)
      return makeArg<N>(Before{kind == CombineKind::ArgMin});
    return {};
  });
}

Combiner spindle::interpreter::makeCombiner(CombineKind kind,
                                            ArrayRef<Type> types) {
  if (types.size() != countValues(kind))
    return {};
  return types.size() == 1 ? makeForOne(kind, types[0])
                           : makeForTwo(kind, types[0]);
}

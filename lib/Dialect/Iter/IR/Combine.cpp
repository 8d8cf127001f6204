//===- Combine.cpp - kinds of combination ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Iter/IR/Combine.h"

using namespace mlir;
using namespace spindle::iter;

bool spindle::iter::isArgKind(CombineKind kind) {
  return kind == CombineKind::ArgMin || kind == CombineKind::ArgMax;
}

bool spindle::iter::hasMeaning(CombineKind kind, Type type) {
  bool arithmetic = kind == CombineKind::Add || kind == CombineKind::Mul;
  bool bitwise = kind == CombineKind::And || kind == CombineKind::Or;
  if (auto complex = dyn_cast<ComplexType>(type))
    return arithmetic && isa<FloatType>(complex.getElementType());
  if (isa<FloatType>(type))
    return !bitwise;
  return type.isSignlessInteger(1) ? bitwise : isNumberType(type);
}

bool spindle::iter::canBeAtomic(CombineKind kind, Type type) {
  if (isArgKind(kind) || !hasMeaning(kind, type))
    return false;
  return !isa<ComplexType>(type) || kind == CombineKind::Add;
}

bool spindle::iter::isNumberType(Type type) {
  if (type.isIndex())
    return true;
  return llvm::any_of(
      std::initializer_list<unsigned>{8, 16, 32, 64},
      [&](unsigned width) { return type.isSignlessInteger(width); });
}

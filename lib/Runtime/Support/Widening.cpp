//===- Widening.cpp - Types that hold each other's numbers ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Support/Widening.h"

#include <algorithm>
#include <cassert>

using namespace spindle::runtime;

namespace {

/// Which real numbers a type holds.
struct Range {
  /// The digits of a number, in bits without the sign.
  int digits;
  /// The greatest and the least power of two.
  int most, least;
};

} // namespace

/// The range of `dtype`, or of a complex type's parts.
static Range getRange(DType dtype) {
  switch (dtype) {
  case DType::F16:
    return {11, 15, -24};
  case DType::BF16:
    return {8, 127, -133};
  case DType::F32:
  case DType::C64:
    return {24, 127, -149};
  case DType::F64:
  case DType::C128:
    return {53, 1023, -1074};
  case DType::I1:
    return {1, 0, 0};
  case DType::I4:
    return {3, 3, 0};
  case DType::I8:
    return {7, 7, 0};
  case DType::I16:
    return {15, 15, 0};
  case DType::I32:
    return {31, 31, 0};
  case DType::I64:
    return {63, 63, 0};
  }
  __builtin_unreachable();
}

bool spindle::runtime::holdsAll(DType wide, DType narrow) {
  Range outer = getRange(wide), inner = getRange(narrow);
  return (isComplex(wide) || !isComplex(narrow)) &&
         inner.digits <= outer.digits && inner.most <= outer.most &&
         inner.least >= outer.least;
}

/// `number` as a `Wide`, which holds it. An f64 holds what any other type
/// holds that is held by another.
template <typename Wide, typename Narrow> static Wide convert(Narrow number) {
  if constexpr (isComplexType<Wide> && isComplexType<Narrow>)
    return Wide(number);
  else if constexpr (isComplexType<Wide>)
    return Wide(
        static_cast<typename Wide::value_type>(static_cast<double>(number)));
  else if constexpr (isComplexType<Narrow>)
    return Wide();
  else
    return static_cast<Wide>(static_cast<double>(number));
}

Expected<Array> spindle::runtime::widen(const Array &array, DType wide) {
  assert(holdsAll(wide, array.dtype()) && "numbers may not fit");
  if (array.dtype() == wide)
    return array;
  Expected<Array> result = Array::allocate(wide, array.shape());
  if (!result)
    return result;
  visitDType(wide, [&](auto to) {
    visitDType(array.dtype(), [&](auto from) {
      using Wide = decltype(to);
      using Narrow = decltype(from);
      const Narrow *first = array.as<Narrow>();
      std::transform(first, first + array.size(), result->as<Wide>(),
                     convert<Wide, Narrow>);
    });
  });
  return result;
}

//===- DType.cpp - The element types of arrays ----------------------------===//

#include "Spindle/Runtime/DType.h"

#include <cassert>
#include <limits>
#include <type_traits>

using namespace spindle::runtime;

int64_t spindle::runtime::dtypeSize(DType dtype) {
  return visitDType(dtype, [](auto zero) -> int64_t { return sizeof(zero); });
}

std::string_view spindle::runtime::dtypeName(DType dtype) {
  switch (dtype) {
  case DType::F32:
    return "f32";
  case DType::F64:
    return "f64";
  case DType::I8:
    return "i8";
  case DType::I16:
    return "i16";
  case DType::I32:
    return "i32";
  case DType::I64:
    return "i64";
  }
  __builtin_unreachable();
}

bool spindle::runtime::isInteger(DType dtype) {
  return visitDType(
      dtype, [](auto zero) { return std::is_integral_v<decltype(zero)>; });
}

int64_t spindle::runtime::maxInteger(DType dtype) {
  assert(isInteger(dtype) && "floats have no largest integer");
  return visitIndexType(dtype, [](auto zero) -> int64_t {
    return std::numeric_limits<decltype(zero)>::max();
  });
}

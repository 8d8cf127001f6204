//===- DType.cpp - The element types of arrays ----------------------------===//

#include "Spindle/Runtime/Support/DType.h"

#include <cassert>
#include <limits>

using namespace spindle::runtime;

int64_t spindle::runtime::dtypeSize(DType dtype, int64_t count) {
  return dtype == DType::I4 ? count / 2 + count % 2 : count * dtypeSize(dtype);
}

int64_t spindle::runtime::dtypeSize(DType dtype) {
  assert(dtype != DType::I4 && "two of I4 are in a byte");
  return visitDType(dtype, [](auto zero) -> int64_t { return sizeof(zero); });
}

std::string_view spindle::runtime::dtypeName(DType dtype) {
  switch (dtype) {
  case DType::F32:
    return "f32";
  case DType::F64:
    return "f64";
  case DType::I4:
    return "i4";
  case DType::I8:
    return "i8";
  case DType::I16:
    return "i16";
  case DType::I32:
    return "i32";
  case DType::I64:
    return "i64";
  case DType::F16:
    return "f16";
  case DType::BF16:
    return "bf16";
  case DType::I1:
    return "i1";
  case DType::C64:
    return "complex<f32>";
  case DType::C128:
    return "complex<f64>";
  }
  __builtin_unreachable();
}

std::string_view spindle::runtime::numpyName(DType dtype) {
  switch (dtype) {
  case DType::F16:
    return "float16";
  case DType::BF16:
    return "bfloat16";
  case DType::F32:
    return "float32";
  case DType::F64:
    return "float64";
  case DType::I1:
    return "bool";
  case DType::I4:
    return "int4";
  case DType::I8:
    return "int8";
  case DType::I16:
    return "int16";
  case DType::I32:
    return "int32";
  case DType::I64:
    return "int64";
  case DType::C64:
    return "complex64";
  case DType::C128:
    return "complex128";
  }
  __builtin_unreachable();
}

bool spindle::runtime::isInteger(DType dtype) {
  return visitDType(dtype,
                    [](auto zero) { return isIntegerType<decltype(zero)>; });
}

bool spindle::runtime::isFloat(DType dtype) {
  return visitDType(dtype,
                    [](auto zero) { return isFloatType<decltype(zero)>; });
}

bool spindle::runtime::isComplex(DType dtype) {
  return visitDType(dtype,
                    [](auto zero) { return isComplexType<decltype(zero)>; });
}

int64_t spindle::runtime::maxInteger(DType dtype) {
  assert(isInteger(dtype) && "other types have no largest integer");
  return visitIndexType(dtype, [](auto zero) -> int64_t {
    return std::numeric_limits<decltype(zero)>::max();
  });
}

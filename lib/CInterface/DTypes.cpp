//===- DTypes.cpp - types as the runtime knows them -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/CInterface/DTypes.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace spindle;
using runtime::DType;

static std::optional<DType> getComplexDType(ComplexType type) {
  if (type.getElementType().isF32())
    return DType::C64;
  if (type.getElementType().isF64())
    return DType::C128;
  return std::nullopt;
}

static std::optional<DType> getIntegerDType(unsigned width) {
  switch (width) {
  case 1:
    return DType::I1;
  case 4:
    return DType::I4;
  case 8:
    return DType::I8;
  case 16:
    return DType::I16;
  case 32:
    return DType::I32;
  case 64:
    return DType::I64;
  default:
    return std::nullopt;
  }
}

std::optional<DType> cinterface::getDType(Type type) {
  if (type.isF16())
    return DType::F16;
  if (type.isBF16())
    return DType::BF16;
  if (type.isF32())
    return DType::F32;
  if (type.isF64())
    return DType::F64;
  if (type.isIndex())
    return DType::I64;
  if (type.isSignlessInteger())
    return getIntegerDType(type.getIntOrFloatBitWidth());
  auto complex = dyn_cast<ComplexType>(type);
  return complex ? getComplexDType(complex) : std::nullopt;
}

//===- Elements.cpp - numbers in memory -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace spindle::programs;

static unsigned getBytes(Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

static void packReal(std::vector<char> &bytes, double value, Type type) {
  uint64_t bits = 0;
  if (auto single = dyn_cast<FloatType>(type)) {
    bool loses;
    llvm::APFloat number(value);
    number.convert(single.getFloatSemantics(),
                   llvm::APFloat::rmNearestTiesToEven, &loses);
    bits = number.bitcastToAPInt().getZExtValue();
  } else if (type.isInteger(1)) {
    bits = value != 0;
  } else if (value >= double(INT64_MAX)) {
    bits = INT64_MAX;
  } else {
    bits = int64_t(value);
  }
  auto *data = reinterpret_cast<const char *>(&bits);
  bytes.insert(bytes.end(), data, data + getBytes(type));
}

static double unpackReal(const char *data, Type type) {
  uint64_t bits = 0;
  std::copy_n(data, getBytes(type), reinterpret_cast<char *>(&bits));
  unsigned width = type.getIntOrFloatBitWidth();
  llvm::APInt pattern(width, bits, /*isSigned=*/false, /*implicitTrunc=*/true);
  if (auto single = dyn_cast<FloatType>(type)) {
    bool loses;
    llvm::APFloat number(single.getFloatSemantics(), pattern);
    number.convert(llvm::APFloat::IEEEdouble(),
                   llvm::APFloat::rmNearestTiesToEven, &loses);
    return number.convertToDouble();
  }
  return width == 1 ? pattern.getZExtValue() : pattern.getSExtValue();
}

std::vector<char>
spindle::programs::packNumbers(const std::vector<Number> &values, Type type) {
  std::vector<char> bytes;
  for (Number value : values) {
    auto complex = dyn_cast<ComplexType>(type);
    packReal(bytes, value.real(), complex ? complex.getElementType() : type);
    if (complex)
      packReal(bytes, value.imag(), complex.getElementType());
  }
  return bytes;
}

std::vector<Number>
spindle::programs::unpackNumbers(const std::vector<char> &bytes, Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  Type part = complex ? complex.getElementType() : type;
  std::vector<Number> values;
  for (size_t at = 0; at < bytes.size();) {
    double real = unpackReal(&bytes[at], part), imaginary = 0;
    at += getBytes(part);
    if (complex) {
      imaginary = unpackReal(&bytes[at], part);
      at += getBytes(part);
    }
    values.emplace_back(real, imaginary);
  }
  return values;
}

//===- Elements.cpp - types of elements -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace spindle::differential;

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

bool spindle::differential::isFloat(const std::string &element) {
  return element[0] == 'f' || element[0] == 'b';
}

bool spindle::differential::isComplex(const std::string &element) {
  return element[0] == 'c';
}

bool spindle::differential::isInteger(const std::string &element) {
  return element[0] == 'i' && element != "i1";
}

/// The type of the parts of a complex number; other types as they are.
static std::string getPart(const std::string &element) {
  return isComplex(element) ? element.substr(8, element.size() - 9) : element;
}

int64_t spindle::differential::getByteSize(const std::string &element) {
  if (isComplex(element))
    return 2 * getByteSize(getPart(element));
  if (element == "index" || element == "i64" || element == "f64")
    return 8;
  if (element == "i32" || element == "f32")
    return 4;
  return element == "i1" || element == "i8" ? 1 : 2;
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

template <typename T> static void append(std::vector<char> &bytes, T value) {
  const char *data = reinterpret_cast<const char *>(&value);
  bytes.insert(bytes.end(), data, data + sizeof(T));
}

void spindle::differential::appendInteger(std::vector<char> &bytes,
                                          int64_t value,
                                          const std::string &element) {
  switch (getByteSize(element)) {
  case 1:
    return append(bytes, int8_t(element == "i1" ? value & 1 : value));
  case 2:
    return append(bytes, int16_t(value));
  case 4:
    return append(bytes, int32_t(value));
  default:
    return append(bytes, value);
  }
}

std::vector<char>
spindle::differential::packIntegers(const std::vector<int64_t> &values,
                                    const std::string &element) {
  std::vector<char> bytes;
  for (int64_t value : values)
    appendInteger(bytes, value, element);
  return bytes;
}

static const llvm::fltSemantics &getSemantics(const std::string &element) {
  if (element == "f64")
    return llvm::APFloat::IEEEdouble();
  if (element == "f32")
    return llvm::APFloat::IEEEsingle();
  return element == "f16" ? llvm::APFloat::IEEEhalf() : llvm::APFloat::BFloat();
}

/// Appends the float of type `element` nearest to `value`.
static void appendFloat(std::vector<char> &bytes, double value,
                        const std::string &element) {
  llvm::APFloat number(value);
  bool lost;
  number.convert(getSemantics(element), llvm::APFloat::rmNearestTiesToEven,
                 &lost);
  uint64_t bits = number.bitcastToAPInt().getZExtValue();
  const char *data = reinterpret_cast<const char *>(&bits);
  bytes.insert(bytes.end(), data, data + getByteSize(element));
}

std::vector<char> spindle::differential::packFloat(double value,
                                                   const std::string &element) {
  std::vector<char> bytes;
  appendFloat(bytes, value, element);
  return bytes;
}

static llvm::APFloat readFloat(const char *bytes, const std::string &element) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, getByteSize(element));
  llvm::APInt integer(unsigned(8 * getByteSize(element)), bits);
  return llvm::APFloat(getSemantics(element), integer);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

std::string spindle::differential::printConstant(const std::string &element,
                                                 int64_t number) {
  if (element == "i1")
    return number & 1 ? "true" : "false";
  std::string text = std::to_string(number);
  if (isFloat(element))
    return text + ".25 : " + element;
  if (!isComplex(element))
    return text + " : " + element;
  std::string part = getPart(element);
  return "[" + text + ".25 : " + part + ", 0.5 : " + part + "] : " + element;
}

std::vector<char>
spindle::differential::packConstant(const std::string &element,
                                    int64_t number) {
  std::vector<char> bytes;
  double real = number < 0 ? double(number) - 0.25 : double(number) + 0.25;
  if (!isFloat(element) && !isComplex(element))
    return packIntegers({number}, element);
  appendFloat(bytes, real, getPart(element));
  if (isComplex(element))
    appendFloat(bytes, 0.5, getPart(element));
  return bytes;
}

std::string spindle::differential::printFill(const std::string &element,
                                             int64_t number) {
  if (number == 0)
    return "";
  std::string text = printConstant(getPart(element), number);
  return ", fill = " + text.substr(0, text.find(' '));
}

std::vector<char> spindle::differential::packFill(const std::string &element,
                                                  int64_t number) {
  std::vector<char> bytes(getByteSize(element), 0);
  if (number == 0)
    return bytes;
  std::vector<char> part = packConstant(getPart(element), number);
  std::memcpy(bytes.data(), part.data(), part.size());
  return bytes;
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

/// A number between -10 and 10 that has all its bits.
static double generateReal(Random &random) {
  constexpr int64_t end = int64_t(1) << 53;
  return double(random.between(-end, end)) * (10.0 / double(end));
}

/// Mostly numbers whose sums are rounded; quarters, which are equal at times;
/// some of the awkward numbers.
static double generateFloat(Random &random, const std::string &element,
                            bool finite) {
  if (random.chance(58))
    return generateReal(random);
  if (!random.chance(28))
    return double(random.between(-40, 40)) / 4;
  const llvm::fltSemantics &semantics = getSemantics(element);
  double tiny = llvm::APFloat::getSmallest(semantics).convertToDouble();
  double large = llvm::APFloat::getLargest(semantics).convertToDouble();
  const double infinity = std::numeric_limits<double>::infinity();
  // The last three are not finite, nor is the product of the one before.
  const double awkward[] = {-0.0,  0.0,          tiny,      1.0 / 3,
                            large, std::nan(""), -infinity, std::nan("")};
  return awkward[random.below(finite ? 4 : 8)];
}

static int64_t generateInteger(Random &random) {
  if (random.chance(8))
    return std::numeric_limits<int64_t>::min() + random.below(3);
  return random.between(-9, 9);
}

std::vector<char>
spindle::differential::generateNumber(Random &random,
                                      const std::string &element, bool finite) {
  std::vector<char> bytes;
  std::string part = getPart(element);
  if (!isFloat(part)) {
    appendInteger(bytes, generateInteger(random), element);
    return bytes;
  }
  for (int64_t parts = isComplex(element) ? 2 : 1; parts > 0; --parts)
    appendFloat(bytes, generateFloat(random, part, finite), part);
  return bytes;
}

void spindle::differential::drawReals(Random &random, std::vector<char> &bytes,
                                      const std::string &element) {
  std::string part = getPart(element);
  if (!isFloat(part))
    return;
  std::vector<char> drawn;
  while (drawn.size() < bytes.size())
    appendFloat(drawn, generateReal(random), part);
  bytes = std::move(drawn);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

static int64_t readInteger(const char *bytes, const std::string &element) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes, getByteSize(element));
  return llvm::SignExtend64(bits, unsigned(8 * getByteSize(element)));
}

std::string spindle::differential::printNumber(const char *bytes,
                                               const std::string &element) {
  if (isComplex(element)) {
    std::string part = getPart(element);
    return printNumber(bytes, part) + " + i " +
           printNumber(bytes + getByteSize(part), part);
  }
  if (!isFloat(element))
    return std::to_string(readInteger(bytes, element));
  llvm::SmallString<32> text;
  readFloat(bytes, element).toString(text);
  return text.str().str();
}

bool spindle::differential::areEqual(const char *left, const char *right,
                                     const std::string &element,
                                     Equality equality) {
  int64_t size = getByteSize(element);
  if (std::memcmp(left, right, size) == 0)
    return true;
  if (isComplex(element)) {
    std::string part = getPart(element);
    return areEqual(left, right, part, equality) &&
           areEqual(left + size / 2, right + size / 2, part, equality);
  }
  if (!isFloat(element))
    return false;
  llvm::APFloat a = readFloat(left, element), b = readFloat(right, element);
  if (a.isNaN() && b.isNaN())
    return true;
  return equality == Equality::UpToSignsOfZeros && a.isZero() && b.isZero();
}

bool spindle::differential::isFiniteNumber(const char *bytes,
                                           const std::string &element) {
  if (isComplex(element)) {
    std::string part = getPart(element);
    return isFiniteNumber(bytes, part) &&
           isFiniteNumber(bytes + getByteSize(part), part);
  }
  return !isFloat(element) || readFloat(bytes, element).isFinite();
}

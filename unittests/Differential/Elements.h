//===- Elements.h - types of elements ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_ELEMENTS_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_ELEMENTS_H

#include "Random.h"

#include <string>
#include <vector>

namespace spindle::differential {

/// The kinds of types of elements, which are known by their text: `f32`,
/// `complex<f64>`, `index`.
bool isFloat(const std::string &element);
bool isComplex(const std::string &element);
/// i8 to i64 and index, on which all arithmetic has a meaning; not i1.
bool isInteger(const std::string &element);

/// The size of an element in memory; an i1 is a byte, an index eight.
int64_t getByteSize(const std::string &element);

/// A constant operation's operand for a small number: `3.25 : f32`.
std::string printConstant(const std::string &element, int64_t number);

/// Appends an integer in the type `element`.
void appendInteger(std::vector<char> &bytes, int64_t value,
                   const std::string &element);

/// The bytes of the float of a type nearest to `value`.
std::vector<char> packFloat(double value, const std::string &element);

/// The bytes of integers in a type.
std::vector<char> packIntegers(const std::vector<int64_t> &values,
                               const std::string &element);

/// The bytes of the number that `printConstant` writes, as a fill value of the
/// text `printFill` is.
std::vector<char> packConstant(const std::string &element, int64_t number);

/// `, fill = 3.25` for a buffer of `element`; nothing for the number 0, which
/// stands for zero.
std::string printFill(const std::string &element, int64_t number);

/// The bytes of that fill value.
std::vector<char> packFill(const std::string &element, int64_t number);

/// The bytes of a random number of type `element`: mostly small, floats mostly
/// such that sums are rounded, now and then an awkward one; NaN and infinities
/// not where it is to be `finite`.
std::vector<char> generateNumber(Random &random, const std::string &element,
                                 bool finite);

/// Replaces the numbers of type `element` in `bytes`, if they are floats or
/// made of these, by finite ones of which each order of a sum makes another.
void drawReals(Random &random, std::vector<char> &bytes,
               const std::string &element);

/// The text of the number in `bytes`, for people.
std::string printNumber(const char *bytes, const std::string &element);

/// How far two numbers may differ.
enum class Equality {
  /// In no bit, but that all NaN are one.
  Exact,
  /// Zeros of either sign are one.
  UpToSignsOfZeros
};

/// Whether the numbers in `left` and `right` are equal.
bool areEqual(const char *left, const char *right, const std::string &element,
              Equality equality);

/// Whether the number in `bytes` is neither infinite nor NaN.
bool isFiniteNumber(const char *bytes, const std::string &element);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_ELEMENTS_H

//===- ParseNumber.cpp - the number that a scalar is given as -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParseNumber.h"

#include "Failure.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;
using llvm::Twine;

/// Reads a float of type `dtype`, or of a complex one's parts; false for what
/// is none, or is too large for its type.
static bool parseFloat(StringRef text, runtime::DType dtype, double &real) {
  if (text.getAsDouble(real))
    return false;
  double held = visitDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (runtime::isComplexType<T>)
      return static_cast<double>(typename T::value_type(real));
    else
      return static_cast<double>(T(real));
  });
  // Too large a number has become infinite; digits tell it from "inf".
  return std::isfinite(held) || llvm::none_of(text, llvm::isDigit);
}

/// Where the imaginary part of `text` begins, with its sign: "1e-3-2.5j". The
/// front where there is no real part.
static size_t findImaginary(StringRef text) {
  size_t at = text.find_last_of("+-");
  while (at != StringRef::npos && at > 0 &&
         (text[at - 1] == 'e' || text[at - 1] == 'E'))
    at = text.take_front(at).find_last_of("+-");
  return at == StringRef::npos ? 0 : at;
}

/// Reads a complex number as Python writes it, "1.5-2j"; false for what is
/// none.
static bool parseComplex(StringRef text, runtime::DType dtype,
                         std::complex<double> &number) {
  double real = 0, imaginary = 0;
  bool isReal = !text.consume_back("j");
  size_t split = isReal ? text.size() : findImaginary(text);
  if ((isReal || split != 0) &&
      !parseFloat(text.take_front(split), dtype, real))
    return false;
  StringRef rest = text.drop_front(split);
  if (rest.trim("+-").empty() && !isReal && rest.size() <= 1)
    imaginary = rest == "-" ? -1 : 1;
  else if (!isReal && !parseFloat(rest, dtype, imaginary))
    return false;
  number = {real, imaginary};
  return true;
}

llvm::Error run::setNumber(Operand &operand, StringRef text) {
  mlir::Type type = operand.spec->type;
  if (!type.isIntOrIndex()) {
    runtime::DType dtype = operand.spec->dtype;
    double real = 0;
    bool isSound = isComplex(dtype) ? parseComplex(text, dtype, operand.number)
                                    : parseFloat(text, dtype, real);
    if (!isComplex(dtype))
      operand.number = real;
    if (isSound)
      return llvm::Error::success();
    return failExpected("--bind " + operand.spec->name + " of a number of " +
                            StringRef(dtypeName(dtype)),
                        "'" + text + "'");
  }
  unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  bool isWhole = !text.getAsInteger(10, operand.integer);
  if (isWhole && (bits == 1 ? operand.integer == 0 || operand.integer == 1
                            : llvm::isIntN(bits, operand.integer)))
    return llvm::Error::success();
  return failExpected("--bind " + operand.spec->name + " of " +
                          (bits == 1
                               ? Twine("0 or 1")
                               : "a whole number of " + Twine(bits) + " bits"),
                      "'" + text + "'");
}

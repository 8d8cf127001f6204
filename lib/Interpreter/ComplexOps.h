//===- ComplexOps.h - the product of complex numbers ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_COMPLEXOPS_H
#define SPINDLE_LIB_INTERPRETER_COMPLEXOPS_H

#include <complex>

namespace spindle::interpreter {

/// The product by its definition; infinities are not recovered from NaN.
struct ComplexProduct {
  template <typename T>
  std::complex<T> operator()(std::complex<T> x, std::complex<T> y) const {
    T realProduct = x.real() * y.real(), imagProduct = x.imag() * y.imag();
    T crossLeft = x.imag() * y.real(), crossRight = x.real() * y.imag();
    return {realProduct - imagProduct, crossLeft + crossRight};
  }
};

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_COMPLEXOPS_H

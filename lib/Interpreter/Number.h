//===- Number.h - the types that the interpreter computes with --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One struct per element type, with
//
//   Value         what a cell holds
//   kBytes        the size of an element in memory
//   in(cell)      the member of a cell that holds it
//   load, store   from and to memory, of any alignment
//   loadAt        an element of an array; `storeAt` below writes one
//
// Integers have wrap(v), which keeps the low bits and extends their sign, and
// bits(v), which extends by zeros. Floats have Compute, the type an operation
// is computed in, and round(x), which rounds the outcome to the type, to
// nearest and even. Computing f16 and bf16 in double and rounding once more
// gives the IEEE result of +, -, *, / and square root: double has more than
// twice their digits.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_NUMBER_H
#define SPINDLE_LIB_INTERPRETER_NUMBER_H

#include "Cell.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <type_traits>

namespace spindle::interpreter {

/// Reads a `T` from memory of any alignment.
template <typename T> T readAs(const char *data) {
  T value;
  std::memcpy(&value, data, sizeof(T));
  return value;
}

/// Integers of `Width` bits; an index is one of 64.
template <unsigned Width> struct Int {
  using Value = int64_t;
  using Stored = std::conditional_t<
      Width <= 8, int8_t,
      std::conditional_t<Width == 16, int16_t,
                         std::conditional_t<Width == 32, int32_t, int64_t>>>;
  static constexpr unsigned kWidth = Width;
  static constexpr int64_t kBytes = sizeof(Stored);
  static constexpr int64_t kMin = llvm::minIntN(Width);

  static Value &in(Cell &cell) { return cell.integer; }
  static Value wrap(uint64_t value) { return llvm::SignExtend64<Width>(value); }
  static uint64_t bits(Value value) {
    return uint64_t(value) & llvm::maskTrailingOnes<uint64_t>(Width);
  }
  static Value load(const char *data) { return wrap(readAs<Stored>(data)); }
  /// Two elements of 4 bits are in a byte, the first in its low half.
  static Value loadAt(const char *data, int64_t element) {
    if constexpr (Width == 4)
      return wrap(uint64_t(readAs<uint8_t>(data + element / 2)) >>
                  (element % 2 * 4));
    else
      return load(data + element * kBytes);
  }
  static void store(char *data, Value value) {
    auto stored = Stored(Width == 1 ? value & 1 : value);
    std::memcpy(data, &stored, sizeof(stored));
  }
};

/// f32 and f64, which the host computes with.
template <typename T> struct HostFloat {
  using Value = T;
  using Compute = T;
  static constexpr int64_t kBytes = sizeof(T);

  static Value &in(Cell &cell) {
    if constexpr (std::is_same_v<T, float>)
      return cell.single;
    else
      return cell.wide;
  }
  static const llvm::fltSemantics &semantics() {
    return std::is_same_v<T, float> ? llvm::APFloat::IEEEsingle()
                                    : llvm::APFloat::IEEEdouble();
  }
  static Value round(T value) { return value; }
  static Value load(const char *data) { return readAs<T>(data); }
  static Value loadAt(const char *data, int64_t element) {
    return load(data + element * kBytes);
  }
  static void store(char *data, Value value) {
    std::memcpy(data, &value, sizeof(value));
  }
};

/// Floats of 16 bits.
template <llvm::APFloat::Semantics Kind> struct HalfFloat {
  using Value = float;
  using Compute = double;
  static constexpr int64_t kBytes = 2;

  static Value &in(Cell &cell) { return cell.single; }
  static const llvm::fltSemantics &semantics() {
    return llvm::APFloat::EnumToSemantics(Kind);
  }
  static Value round(double value) {
    llvm::APFloat number(value);
    bool lost;
    number.convert(semantics(), llvm::APFloat::rmNearestTiesToEven, &lost);
    return number.convertToFloat();
  }
  static Value load(const char *data) {
    llvm::APInt bits(16, readAs<uint16_t>(data));
    return llvm::APFloat(semantics(), bits).convertToFloat();
  }
  static Value loadAt(const char *data, int64_t element) {
    return load(data + element * kBytes);
  }
  static void store(char *data, Value value) {
    llvm::APFloat number(value);
    bool lost;
    number.convert(semantics(), llvm::APFloat::rmNearestTiesToEven, &lost);
    auto bits = uint16_t(number.bitcastToAPInt().getZExtValue());
    std::memcpy(data, &bits, sizeof(bits));
  }
};

using F16 = HalfFloat<llvm::APFloat::S_IEEEhalf>;
using BF16 = HalfFloat<llvm::APFloat::S_BFloat>;
using F32 = HostFloat<float>;
using F64 = HostFloat<double>;

/// complex<f32> and complex<f64>: the real part, then the imaginary.
template <typename PartType> struct Complex {
  using Part = PartType;
  using Value = std::complex<typename Part::Value>;
  static constexpr int64_t kBytes = 2 * Part::kBytes;

  static Value &in(Cell &cell) {
    if constexpr (std::is_same_v<Part, F32>)
      return cell.singleComplex;
    else
      return cell.wideComplex;
  }
  static Value load(const char *data) {
    return {Part::load(data), Part::load(data + Part::kBytes)};
  }
  static Value loadAt(const char *data, int64_t element) {
    return load(data + element * kBytes);
  }
  static void store(char *data, Value value) {
    Part::store(data, value.real());
    Part::store(data + Part::kBytes, value.imag());
  }
};

/// Writes element `element` of the array at `data`.
template <typename N>
void storeAt(char *data, int64_t element, typename N::Value value) {
  if constexpr (std::is_same_v<N, Int<4>>) {
    uint8_t shift = element % 2 * 4, mask = 0xF0 >> shift;
    data[element / 2] =
        char((data[element / 2] & mask) | (N::bits(value) << shift));
  } else {
    N::store(data + element * N::kBytes, value);
  }
}

/// `visit` of the integer type `type`; a default value where it is none.
template <typename Visit>
auto visitInt(mlir::Type type, Visit visit) -> decltype(visit(Int<64>())) {
  if (type.isIndex() || type.isSignlessInteger(64))
    return visit(Int<64>());
  if (type.isSignlessInteger(32))
    return visit(Int<32>());
  if (type.isSignlessInteger(16))
    return visit(Int<16>());
  if (type.isSignlessInteger(8))
    return visit(Int<8>());
  if (type.isSignlessInteger(4))
    return visit(Int<4>());
  if (type.isSignlessInteger(1))
    return visit(Int<1>());
  return {};
}

/// `visit` of the float type `type`; a default value where it is none that is
/// known.
template <typename Visit>
auto visitFloat(mlir::Type type, Visit visit) -> decltype(visit(F64())) {
  if (type.isF32())
    return visit(F32());
  if (type.isF64())
    return visit(F64());
  if (type.isF16())
    return visit(F16());
  if (type.isBF16())
    return visit(BF16());
  return {};
}

/// `visit` of a complex type; a default value where `type` is none that is
/// known.
template <typename Visit>
auto visitComplex(mlir::Type type, Visit visit)
    -> decltype(visit(Complex<F64>())) {
  auto complex = llvm::dyn_cast<mlir::ComplexType>(type);
  if (complex && complex.getElementType().isF32())
    return visit(Complex<F32>());
  if (complex && complex.getElementType().isF64())
    return visit(Complex<F64>());
  return {};
}

/// `visit` of any of these types.
template <typename Visit>
auto visitNumber(mlir::Type type, Visit visit) -> decltype(visit(F64())) {
  if (llvm::isa<mlir::ComplexType>(type))
    return visitComplex(type, visit);
  if (llvm::isa<mlir::FloatType>(type))
    return visitFloat(type, visit);
  return visitInt(type, visit);
}

/// The size in memory of an element; 0 where the type is not known.
inline int64_t getByteSize(mlir::Type type) {
  return visitNumber(
      type, [](auto number) -> int64_t { return decltype(number)::kBytes; });
}

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_NUMBER_H

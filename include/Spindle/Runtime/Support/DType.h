//===- DType.h - The element types of arrays --------------------*- C++ -*-===//

#ifndef SPINDLE_RUNTIME_SUPPORT_DTYPE_H
#define SPINDLE_RUNTIME_SUPPORT_DTYPE_H

#include "Spindle/Runtime/Support/SmallFloat.h"

#include <complex>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace spindle::runtime {

/// The element type of an array. Integers are signed, in two's complement. An
/// i1 takes a byte, 0 or 1; a complex number is its real part, then its
/// imaginary one. Of I4 two are in a byte, the first in its low half: such
/// arrays are made by `packHalves` of bytes, for compiled code to read, and
/// nothing else here takes them.
enum class DType : uint8_t {
  F16,
  BF16,
  F32,
  F64,
  I1,
  I8,
  I16,
  I32,
  I64,
  C64,
  C128,
  I4
};

/// All whose elements take bytes of their own.
inline constexpr DType allDTypes[] = {
    DType::F16, DType::BF16, DType::F32, DType::F64, DType::I1,  DType::I8,
    DType::I16, DType::I32,  DType::I64, DType::C64, DType::C128};

/// The size of one element in bytes; requires that it has bytes of its own.
int64_t dtypeSize(DType dtype);

/// The size of `count` elements in bytes.
int64_t dtypeSize(DType dtype, int64_t count);

/// What elements of `dtype` are read and stored as before they are packed: of
/// I4 bytes.
inline DType unpackedType(DType dtype) {
  return dtype == DType::I4 ? DType::I8 : dtype;
}

/// The name in MLIR: "f32", "i8", "bf16", "complex<f64>" and so on.
std::string_view dtypeName(DType dtype);

/// The name in NumPy: "float32", "int8", "bfloat16" (of ml_dtypes),
/// "complex128" and so on.
std::string_view numpyName(DType dtype);

/// True for the integer types of 8 to 64 bits, which can hold an index.
bool isInteger(DType dtype);

/// True for the types of real numbers: f16, bf16, f32 and f64.
bool isFloat(DType dtype);

/// True for the types of complex numbers.
bool isComplex(DType dtype);

/// The largest value of an integer type; requires `isInteger(dtype)`.
int64_t maxInteger(DType dtype);

/// The DType whose elements are held as the C++ type `T`; declared only for
/// `float`, `double`, `Half`, `BFloat16`, `std::complex` of the first two,
/// `bool` and the signed integers of 8 to 64 bits.
template <typename T> constexpr DType dtypeOf = T::spindleHasNoSuchDType;
template <> inline constexpr DType dtypeOf<float> = DType::F32;
template <> inline constexpr DType dtypeOf<double> = DType::F64;
template <> inline constexpr DType dtypeOf<int8_t> = DType::I8;
template <> inline constexpr DType dtypeOf<int16_t> = DType::I16;
template <> inline constexpr DType dtypeOf<int32_t> = DType::I32;
template <> inline constexpr DType dtypeOf<int64_t> = DType::I64;
template <> inline constexpr DType dtypeOf<Half> = DType::F16;
template <> inline constexpr DType dtypeOf<BFloat16> = DType::BF16;
template <> inline constexpr DType dtypeOf<bool> = DType::I1;
template <> inline constexpr DType dtypeOf<std::complex<float>> = DType::C64;
template <> inline constexpr DType dtypeOf<std::complex<double>> = DType::C128;

/// True where the C++ type `T` holds complex numbers.
template <typename T> inline constexpr bool isComplexType = false;
template <typename T>
inline constexpr bool isComplexType<std::complex<T>> = true;

/// True where the C++ type `T` holds real numbers.
template <typename T>
inline constexpr bool isFloatType = std::is_floating_point_v<T>;
template <int bits> inline constexpr bool isFloatType<SmallFloat<bits>> = true;

/// True where the C++ type `T` holds integers of 8 to 64 bits.
template <typename T>
inline constexpr bool isIntegerType =
    std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// Calls `fn(T{})` with the C++ type `T` that holds `dtype`, and returns its
/// result; requires `isInteger(dtype)`.
template <typename Fn> auto visitIndexType(DType dtype, Fn &&fn) {
  switch (dtype) {
  case DType::I4: // What it is unpacked to.
  case DType::I8:
    return fn(int8_t{});
  case DType::I16:
    return fn(int16_t{});
  case DType::I32:
    return fn(int32_t{});
  default:
    return fn(int64_t{});
  }
}

/// Like `visitIndexType`, for every type.
template <typename Fn> auto visitDType(DType dtype, Fn &&fn) {
  switch (dtype) {
  case DType::F32:
    return fn(float{});
  case DType::F64:
    return fn(double{});
  case DType::F16:
    return fn(Half{});
  case DType::BF16:
    return fn(BFloat16{});
  case DType::I1:
    return fn(bool{});
  case DType::C64:
    return fn(std::complex<float>{});
  case DType::C128:
    return fn(std::complex<double>{});
  default:
    return visitIndexType(dtype, fn);
  }
}

/// `a + b`; integers wrap, and of bits it is the disjunction.
template <typename T> T wrappingSum(T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    return a || b;
  } else if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  } else {
    return a + b;
  }
}

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_SUPPORT_DTYPE_H

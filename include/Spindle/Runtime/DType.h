//===- DType.h - The element types of arrays --------------------*- C++ -*-===//

#ifndef SPINDLE_RUNTIME_DTYPE_H
#define SPINDLE_RUNTIME_DTYPE_H

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace spindle::runtime {

/// The element type of an array. Integers are signed, in two's complement.
enum class DType : uint8_t { F32, F64, I8, I16, I32, I64 };

/// The size of one element in bytes.
int64_t dtypeSize(DType dtype);

/// The name in MLIR: "f32", "f64", "i8", "i16", "i32" or "i64".
std::string_view dtypeName(DType dtype);

/// True for the integer types.
bool isInteger(DType dtype);

/// The largest value of an integer type; requires `isInteger(dtype)`.
int64_t maxInteger(DType dtype);

/// The DType whose elements are held as the C++ type `T`; declared only for
/// `float`, `double` and the signed integers of 8 to 64 bits.
template <typename T> constexpr DType dtypeOf = T::spindleHasNoSuchDType;
template <> inline constexpr DType dtypeOf<float> = DType::F32;
template <> inline constexpr DType dtypeOf<double> = DType::F64;
template <> inline constexpr DType dtypeOf<int8_t> = DType::I8;
template <> inline constexpr DType dtypeOf<int16_t> = DType::I16;
template <> inline constexpr DType dtypeOf<int32_t> = DType::I32;
template <> inline constexpr DType dtypeOf<int64_t> = DType::I64;

/// Calls `fn(T{})` with the C++ type `T` that holds `dtype`, and returns its
/// result; requires `isInteger(dtype)`.
template <typename Fn> auto visitIndexType(DType dtype, Fn &&fn) {
  switch (dtype) {
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
  if (dtype == DType::F32)
    return fn(float{});
  if (dtype == DType::F64)
    return fn(double{});
  return visitIndexType(dtype, fn);
}

/// `a + b`; integers wrap.
template <typename T> T wrappingSum(T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
  } else {
    return a + b;
  }
}

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_DTYPE_H

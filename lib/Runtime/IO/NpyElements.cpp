//===- NpyElements.cpp - How elements lie in a .npy file ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyElements.h"

#include "EntryValue.h"

#include <algorithm>
#include <cstring>
#include <limits>

using namespace spindle::runtime;

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
              "elements are read and written as they are in memory");

namespace {

/// The letter and the size by which NumPy calls a type.
struct NpyTypeRow {
  std::string_view name;
  DType dtype;
};

} // namespace

static constexpr NpyTypeRow npyTypes[] = {
    {"b1", DType::I1},
    {"i1", DType::I8},
    {"i2", DType::I16},
    {"i4", DType::I32},
    {"i8", DType::I64},
    {"u1", DType::I16},
    {"u2", DType::I32},
    {"u4", DType::I64},
    {"u8", DType::I64},
    {"f2", DType::F16},
    {"f4", DType::F32},
    {"f8", DType::F64},
    {"c8", DType::C64},
    {"c16", DType::C128},
    // NumPy writes ml_dtypes' bfloat16 as two bytes that it knows nothing of.
    {"V2", DType::BF16}};

std::optional<NpyElements>
spindle::runtime::parseNpyElements(std::string_view descr) {
  std::string_view order = descr.substr(0, 1);
  for (const NpyTypeRow &row : npyTypes) {
    if (descr.substr(order.size()) != row.name)
      continue;
    NpyElements elements;
    elements.dtype = row.dtype;
    elements.isUnsigned = row.name[0] == 'u';
    elements.bytes =
        elements.isUnsigned ? row.name[1] - '0' : dtypeSize(row.dtype);
    elements.isSwapped = order == ">" && elements.bytes > 1;
    bool hasNoOrder = elements.bytes == 1 || row.dtype == DType::BF16;
    bool isKnown = order == "<" || (order == ">" && row.dtype != DType::BF16) ||
                   (order == "|" && hasNoOrder);
    return isKnown ? std::optional(elements) : std::nullopt;
  }
  return std::nullopt;
}

/// Reverses the bytes of each number in the `bytes` bytes at `data`; a complex
/// element is two numbers.
static void swapBytes(const NpyElements &elements, char *data, int64_t bytes) {
  int64_t size =
      isComplex(elements.dtype) ? elements.bytes / 2 : elements.bytes;
  for (char *number = data; number != data + bytes; number += size)
    std::reverse(number, number + size);
}

/// Widens the unsigned integers of type `From` at the end of the memory of
/// `array`, in place. The front of the memory fills no faster than the integers
/// are read.
template <typename From, typename To>
static std::optional<Error> widenUnsigned(Array &array) {
  To *to = array.as<To>();
  int64_t size = array.size();
  const char *from =
      reinterpret_cast<const char *>(to + size) - size * int64_t(sizeof(From));
  for (int64_t i = 0; i < size; ++i) {
    From number;
    std::memcpy(&number, from + i * sizeof(From), sizeof(From));
    if (uint64_t(number) > uint64_t(std::numeric_limits<To>::max()))
      return Error::expectedGot("element " + std::to_string(i) + " to be " +
                                    valueOf(array.dtype()),
                                std::to_string(number));
    to[i] = static_cast<To>(number);
  }
  return std::nullopt;
}

static std::optional<Error> widenUnsigned(const NpyElements &elements,
                                          Array &array) {
  switch (elements.bytes) {
  case 1:
    return widenUnsigned<uint8_t, int16_t>(array);
  case 2:
    return widenUnsigned<uint16_t, int32_t>(array);
  case 4:
    return widenUnsigned<uint32_t, int64_t>(array);
  default:
    return widenUnsigned<uint64_t, int64_t>(array);
  }
}

/// Makes every i1 of `array`, any byte, 0 or 1.
static void normalizeBits(Array &array) {
  auto *bytes = static_cast<uint8_t *>(array.data());
  for (int64_t i = 0, e = array.size(); i < e; ++i)
    bytes[i] = bytes[i] != 0;
}

Expected<Array> spindle::runtime::readNpyElements(ByteSource &source,
                                                  const NpyElements &elements,
                                                  std::vector<int64_t> shape) {
  Expected<Array> array = Array::allocate(elements.dtype, std::move(shape));
  if (!array)
    return array;
  int64_t bytes = array->size() * elements.bytes;
  char *data = static_cast<char *>(array->data()) + array->byteSize() - bytes;
  Expected<int64_t> got = source.read(data, bytes);
  if (!got)
    return got.takeError();
  if (*got != bytes)
    return Error::expectedGot(std::to_string(bytes) + " bytes of data",
                              std::to_string(*got));
  if (elements.isSwapped)
    swapBytes(elements, data, bytes);
  if (elements.dtype == DType::I1)
    normalizeBits(*array);
  if (elements.isUnsigned)
    if (auto error = widenUnsigned(elements, *array))
      return std::move(*error);
  return array;
}

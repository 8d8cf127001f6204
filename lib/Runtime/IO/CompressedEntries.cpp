//===- CompressedEntries.cpp - From compressed axes to entries ------------===//

#include "CompressedEntries.h"

using namespace spindle::runtime;

Expected<Array> spindle::runtime::toInt64(const Array &array) {
  if (array.dtype() == DType::I64)
    return array;
  Expected<Array> wide = Array::allocate(DType::I64, array.shape());
  if (!wide)
    return wide;
  visitIndexType(array.dtype(), [&](auto zero) {
    const auto *from = array.as<decltype(zero)>();
    std::copy(from, from + array.size(), wide->as<int64_t>());
  });
  return wide;
}

/// Checks what `expandOffsets` says of offsets.
static std::optional<Error> checkOffsets(const int64_t *offsets, int64_t last,
                                         int64_t entries,
                                         const std::string &axis) {
  auto bad = [&](int64_t place, const std::string &expected) {
    Error error = Error::expectedGot(expected, std::to_string(offsets[place]));
    error.text = axis + " offset " + std::to_string(place) + ": " + error.text;
    return error;
  };
  if (offsets[0] != 0)
    return bad(0, "0");
  for (int64_t i = 1; i <= last; ++i)
    if (offsets[i] < offsets[i - 1])
      return bad(i, "at least " + std::to_string(offsets[i - 1]));
  if (offsets[last] != entries)
    return bad(last, std::to_string(entries) + ", the number of entries,");
  return std::nullopt;
}

Expected<Array> spindle::runtime::expandOffsets(const Array &offsets,
                                                int64_t entries,
                                                const std::string &axis) {
  const int64_t *begin = offsets.as<int64_t>();
  int64_t extent = offsets.size() - 1;
  if (auto error = checkOffsets(begin, extent, entries, axis))
    return std::move(*error);
  Expected<Array> major = Array::allocate(DType::I64, {entries});
  if (!major)
    return major;
  int64_t *out = major->as<int64_t>();
  for (int64_t i = 0; i < extent; ++i)
    std::fill(out + begin[i], out + begin[i + 1], i);
  return major;
}

std::optional<Error>
spindle::runtime::checkIndices(const Array &indices, int64_t extent,
                               const std::string &axis, const Array *major,
                               const std::string &majorAxis) {
  const int64_t *index = indices.as<int64_t>();
  for (int64_t i = 0, e = indices.size(); i < e; ++i) {
    if (index[i] >= 0 && index[i] < extent)
      continue;
    Error error =
        Error::expectedGot(axis + " in [0, " + std::to_string(extent) + ")",
                           std::to_string(index[i]));
    std::string place = "index " + std::to_string(i);
    if (major)
      place = majorAxis + " " + std::to_string(major->as<int64_t>()[i]) + ", " +
              place;
    error.text = place + ": " + error.text;
    return error;
  }
  return std::nullopt;
}

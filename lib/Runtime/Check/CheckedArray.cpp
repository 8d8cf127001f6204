//===- CheckedArray.cpp - An array of an axis, as described ---------------===//

#include "CheckedArray.h"

#include "CheckedAxis.h"

#include <cstring>

using namespace spindle::runtime;

template <typename T> static int64_t readAs(const char *element) {
  T number;
  std::memcpy(&number, element, sizeof(T));
  return number;
}

int64_t CheckedArray::readAt(int64_t element) const {
  const char *place = data + element * bytes;
  switch (bytes) {
  case 1:
    return readAs<int8_t>(place);
  case 2:
    return readAs<int16_t>(place);
  case 4:
    return readAs<int32_t>(place);
  default:
    return readAs<int64_t>(place);
  }
}

int64_t CheckedArray::operator[](int64_t cell) const {
  int64_t element = 0;
  for (size_t dim = dims.size(); dim-- > 1;) {
    int64_t extent = dims[dim].of->getDimExtent();
    element += cell % extent * dims[dim].stride;
    cell /= extent;
  }
  return readAt(dims.empty() ? 0 : element + cell * dims.front().stride);
}

std::string CheckedArray::checkSizes() const {
  for (size_t dim = 0; dim < dims.size(); ++dim) {
    int64_t extent = dims[dim].of->getDimExtent();
    if (dims[dim].size < extent)
      return "expected dimension " + std::to_string(dim) + " of the " +
             getName() + " to be at least " + std::to_string(extent) +
             " but got " + std::to_string(dims[dim].size);
  }
  return "";
}

std::string CheckedArray::getName() const {
  static constexpr const char *names[] = {"positions", "coordinates", "lengths",
                                          "bits", "offsets"};
  return names[static_cast<int64_t>(role)];
}

void CheckedArray::addToHash(uint64_t &sum, size_t dim, int64_t element) const {
  if (dim < dims.size()) {
    for (int64_t index = 0; index < dims[dim].size; ++index)
      addToHash(sum, dim + 1, element + index * dims[dim].stride);
    return;
  }
  sum = (sum ^ static_cast<uint64_t>(readAt(element))) * 0x9e3779b97f4a7c15;
  sum ^= sum >> 32;
}

uint64_t CheckedArray::computeHash() const {
  uint64_t sum = 0;
  addToHash(sum, 0, 0);
  return sum;
}

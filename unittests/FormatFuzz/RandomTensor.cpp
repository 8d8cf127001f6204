//===- RandomTensor.cpp - awkward tensors, by chance ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomTensor.h"

#include <algorithm>
#include <limits>

using namespace spindle;
using namespace spindle::formatfuzz;
using runtime::Array;
using runtime::CooTensor;
using runtime::DType;
using Place = std::vector<int64_t>;

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Number formatfuzz::drawNumber(Random &random, DType dtype) {
  if (dtype == DType::I1)
    return double(random.below(2));
  double real = double(random.between(-3, 3));
  return {real, isComplex(dtype) ? double(random.between(-3, 3)) : 0.0};
}

template <typename T> static T fromNumber(Number number) {
  if constexpr (runtime::isComplexType<T>)
    return T(number);
  else if constexpr (std::is_same_v<T, bool>)
    return number != 0.0;
  else if constexpr (runtime::isFloatType<T>)
    return T(number.real());
  else if (number.real() >= 0x1p63)
    return std::numeric_limits<T>::max();
  else
    return static_cast<T>(static_cast<int64_t>(number.real()));
}

template <typename T> static Number toNumber(T value) {
  if constexpr (runtime::isComplexType<T>)
    return Number(value);
  else
    return double(value);
}

Number formatfuzz::roundTo(Number number, DType dtype) {
  return visitDType(dtype, [&](auto zero) {
    return toNumber(fromNumber<decltype(zero)>(number));
  });
}

Number formatfuzz::getNumber(const Array &array, int64_t index) {
  return visitDType(array.dtype(), [&](auto zero) {
    return toNumber(array.as<decltype(zero)>()[index]);
  });
}

void formatfuzz::setNumber(Array &array, int64_t index, Number number) {
  visitDType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    array.as<T>()[index] = fromNumber<T>(number);
  });
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// Extents, of which blocks divide few, and some are 0.
static Place drawShape(Random &random, int64_t rank) {
  Place shape;
  bool isLarge = rank <= 2 && random.chance(15);
  for (int64_t dim = 0; dim < rank; ++dim)
    shape.push_back(random.chance(4) ? 0
                    : isLarge        ? random.between(20, 70)
                                     : random.between(1, rank > 3 ? 5 : 13));
  if (random.chance(2))
    shape.assign(rank, 0);
  return shape;
}

static Place drawPlace(Random &random, const Place &shape) {
  Place place;
  for (int64_t size : shape)
    place.push_back(random.below(size));
  return place;
}

/// Calls `visit` with each cell of `shape`.
template <typename Visit>
static void forEachPlace(const Place &shape, Visit visit) {
  int64_t cells = 1;
  for (int64_t size : shape)
    cells *= size;
  for (int64_t cell = 0; cell < cells; ++cell) {
    Place place(shape.size());
    int64_t rest = cell;
    for (int64_t dim = int64_t(shape.size()) - 1; dim >= 0; --dim) {
      place[dim] = rest % shape[dim];
      rest /= shape[dim];
    }
    visit(place);
  }
}

/// Of each fibre along the last dimension the first few cells, or as many.
static std::vector<Place> drawRows(Random &random, const Place &shape,
                                   bool areEven) {
  std::vector<Place> places;
  int64_t most = random.between(1, 5), start = random.below(4);
  Place above(shape.begin(), shape.end() - 1);
  forEachPlace(above, [&](Place place) {
    int64_t length = areEven ? most : random.below(most + 1);
    for (int64_t n = 0; n < std::min(length, shape.back()); ++n) {
      Place cell = place;
      cell.push_back(areEven ? (start * place.back() + n) % shape.back() : n);
      places.push_back(cell);
    }
  });
  return places;
}

/// Few diagonals of the last two dimensions, some of their cells not there.
static std::vector<Place> drawBand(Random &random, const Place &shape) {
  std::vector<Place> places;
  int64_t width = random.below(3), gaps = random.chance(50) ? 0 : 20;
  forEachPlace(shape, [&](const Place &place) {
    int64_t offset = place.back() - place[place.size() - 2];
    if (offset >= -width && offset <= width && !random.chance(gaps))
      places.push_back(place);
  });
  return places;
}

/// Whole blocks, at coordinates that are multiples of their sizes or not.
static std::vector<Place> drawBlocks(Random &random, const Place &shape) {
  std::vector<Place> places;
  int64_t step = random.between(1, 3);
  for (int64_t block = random.between(1, 4); block > 0; --block) {
    Place first = drawPlace(random, shape);
    Place sizes(shape.size());
    for (int64_t &size : sizes)
      size = random.between(1, 4);
    forEachPlace(sizes, [&](Place cell) {
      bool isInside = true;
      for (size_t dim = 0; dim < cell.size(); ++dim) {
        cell[dim] += first[dim] / step * step;
        isInside &= cell[dim] < shape[dim];
      }
      if (isInside)
        places.push_back(cell);
    });
  }
  return places;
}

/// The shape of a tensor of many rows, or of rows of many columns.
static Place drawLongShape(Random &random, int64_t rank) {
  Place shape(rank, random.between(1, 2));
  int64_t rows = random.between(520, 600);
  bool isSquare = rank == 2 && random.chance(50);
  shape[rank - 2] = rows;
  shape[rank - 1] = isSquare ? rows : random.between(1, 12);
  if (random.chance(40))
    std::swap(shape[rank - 2], shape[rank - 1]);
  return shape;
}

/// One cell or two of each step along the longest dimension, on a diagonal or
/// not, and all of one step: more elements than are looked at together.
static std::vector<Place> drawLongPlaces(Random &random, const Place &shape) {
  std::vector<Place> places;
  size_t last = shape.size() - 1;
  size_t along = shape[last - 1] < shape[last] ? last : last - 1;
  size_t across = along == last ? last - 1 : last;
  int64_t slope = random.below(2), most = random.between(1, 2);
  int64_t full = random.chance(50) ? random.below(shape[along]) : -1;
  for (int64_t step = 0; step < shape[along]; ++step) {
    int64_t count = step == full ? shape[across] : random.between(1, most);
    for (int64_t n = 0; n < std::min(count, shape[across]); ++n) {
      Place place(shape.size(), 0);
      place[along] = step;
      place[across] = (slope * step + n) % shape[across];
      places.push_back(place);
    }
  }
  return places;
}

/// Cells at random; in `halfInRow`, half of them have one first coordinate.
static std::vector<Place> scatter(Random &random, const Place &shape,
                                  bool halfInRow) {
  int64_t cells = 1;
  for (int64_t size : shape)
    cells *= size;
  int64_t count = random.below(std::min<int64_t>(cells, 400) / 2 + 2);
  std::vector<Place> places;
  int64_t row = random.below(shape.front());
  for (int64_t n = 0; n < std::min<int64_t>(count, 100); ++n) {
    places.push_back(drawPlace(random, shape));
    if (halfInRow && n % 2)
      places.back().front() = row;
  }
  return places;
}

/// The cells of entries, in row-major order but where they are scattered.
static std::vector<Place> drawPlaces(Random &random, const Place &shape) {
  int64_t rank = int64_t(shape.size()), choice = random.below(100);
  if (std::count(shape.begin(), shape.end(), 0) || choice < 5)
    return {};
  if (choice < 15 && rank > 1)
    return drawRows(random, shape, choice < 10);
  if (choice < 30 && rank > 1)
    return drawBand(random, shape);
  if (choice < 45)
    return drawBlocks(random, shape);
  if (choice < 50) {
    std::vector<Place> all;
    forEachPlace(shape, [&](const Place &place) {
      if (all.size() < 300)
        all.push_back(place);
    });
    return all;
  }
  return scatter(random, shape, choice < 65);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// A tensor with an entry at each of `places`, zeros alone if `areZeros`.
static CooTensor fill(Random &random, const Place &shape,
                      const std::vector<Place> &places, DType dtype,
                      bool areZeros) {
  auto tensor = *runtime::allocateEntries(shape, dtype, int64_t(places.size()));
  for (size_t e = 0; e < places.size(); ++e) {
    for (size_t dim = 0; dim < shape.size(); ++dim)
      tensor.coordinates[dim].as<int64_t>()[e] = places[e][dim];
    setNumber(tensor.values, int64_t(e),
              areZeros ? 0.0 : drawNumber(random, dtype));
  }
  return tensor;
}

CooTensor formatfuzz::drawTensor(Random &random, int64_t rank, DType dtype,
                                 bool isLong) {
  Place shape = isLong ? drawLongShape(random, rank) : drawShape(random, rank);
  std::vector<Place> places =
      isLong ? drawLongPlaces(random, shape) : drawPlaces(random, shape);
  // Few of one cell, so that sums in 8 bits are what they are in others.
  if (!places.empty() && random.chance(30))
    for (int64_t n = random.between(1, 10); n > 0; --n)
      places.push_back(places[random.below(int64_t(places.size()))]);
  if (random.chance(60))
    for (size_t at = places.size(); at > 1; --at)
      std::swap(places[at - 1], places[random.below(int64_t(at))]);
  return fill(random, shape, places, dtype, /*areZeros=*/random.chance(8));
}

CooTensor formatfuzz::drawLongRows(Random &random, DType dtype) {
  Place shape = {random.between(5, 25), random.between(10, 60)};
  std::vector<Place> places;
  int64_t percent = 0;
  forEachPlace(shape, [&](const Place &place) {
    if (place[1] == 0)
      percent = random.chance(15) ? 0 : random.between(10, 90);
    if (random.chance(percent))
      places.push_back(place);
  });
  return fill(random, shape, places, dtype, /*areZeros=*/false);
}

ElementMap formatfuzz::collectElements(const CooTensor &tensor) {
  ElementMap elements;
  for (int64_t e = 0; e < tensor.entries(); ++e) {
    Place place;
    for (const Array &list : tensor.coordinates)
      place.push_back(list.as<int64_t>()[e]);
    Number &sum = elements[place];
    sum = roundTo(sum + getNumber(tensor.values, e), tensor.values.dtype());
  }
  return elements;
}

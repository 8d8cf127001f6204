//===- Divided.cpp - weights that operands are parts of -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Divided.h"

#include "Spindle/Session/Failure.h"
#include "Spindle/Session/PrintNumber.h"

#include <cmath>

using namespace spindle;
using namespace spindle::session;
using runtime::Array;

std::vector<DividedPart> session::findParts(llvm::ArrayRef<DividedPart> parts,
                                            llvm::StringRef whole) {
  std::vector<DividedPart> found;
  for (const DividedPart &part : parts)
    if (part.whole == whole)
      found.push_back(part);
  return found;
}

/// The elements of `array`, real numbers, as f64, which has all of them.
static std::vector<double> readNumbers(const Array &array) {
  std::vector<double> numbers(array.size());
  visitDType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!runtime::isComplexType<T>)
      for (int64_t i = 0; i < array.size(); ++i)
        numbers[i] = double(array.as<T>()[i]);
  });
  return numbers;
}

/// `number` as one of `type`.
static double roundTo(runtime::DType type, double number) {
  return visitDType(type, [&](auto zero) -> double {
    using T = decltype(zero);
    if constexpr (runtime::isComplexType<T>)
      return number;
    else
      return double(T(number));
  });
}

static runtime::Expected<Array> writeNumbers(runtime::DType type,
                                             std::vector<int64_t> shape,
                                             llvm::ArrayRef<double> numbers) {
  auto array = Array::allocate(type, std::move(shape));
  if (!array)
    return array;
  visitDType(type, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (!runtime::isComplexType<T>)
      for (int64_t i = 0; i < array->size(); ++i)
        array->template as<T>()[i] = T(numbers[i]);
  });
  return array;
}

namespace {
/// Divides one weight.
class Dividing {
public:
  Dividing(llvm::ArrayRef<DividedPart> parts, const Array &array)
      : parts(parts), shape(array.shape()), numbers(readNumbers(array)) {}

  /// Whether the parts can have `array`; where some of it was `removed`, that
  /// may be any numbers.
  llvm::Error check(const Array &array, bool removed) const;
  /// The numbers of `part`, of the shape of the weight or of its steps.
  std::vector<double> getNumbers(const DividedPart &part) const;
  std::vector<int64_t> getShape(const DividedPart &part) const {
    return part.isSteps ? std::vector<int64_t>{shape[part.dim]} : shape;
  }

private:
  bool has(const DividedPart &part, size_t element) const {
    return part.keeps.empty() || part.keeps[element];
  }
  /// The coordinate of dimension `dim` of an element.
  int64_t getCoordinate(size_t element, int64_t dim) const {
    for (size_t last = shape.size() - 1; int64_t(last) > dim; --last)
      element /= shape[last];
    return int64_t(element % shape[dim]);
  }
  llvm::Error fail(size_t element, const llvm::Twine &expected) const;
  bool isHeld(const DividedPart &part, double number) const;
  std::vector<double> findSteps(const DividedPart &part) const;

  llvm::ArrayRef<DividedPart> parts;
  std::vector<int64_t> shape;
  std::vector<double> numbers;
};
} // namespace

llvm::Error Dividing::fail(size_t element, const llvm::Twine &expected) const {
  std::string place;
  for (size_t dim = 0; dim < shape.size(); ++dim)
    place += (dim ? ", " : "") +
             std::to_string(getCoordinate(element, int64_t(dim)));
  const std::string &name = parts.front().whole;
  return ofOperand(session::fail(name + ": expected " + expected + " but got " +
                                 printNumber(numbers[element]) + " at [" +
                                 place + "]"),
                   name);
}

/// Whether `part` can have `number`, near to it or exactly.
bool Dividing::isHeld(const DividedPart &part, double number) const {
  if (part.dim != -1)
    return std::isfinite(number);
  if (part.bits > 0)
    return number >= -double(getMostSteps(part.bits)) - 1 &&
           number <= double(getMostSteps(part.bits));
  return !std::isfinite(number) || std::isfinite(roundTo(part.type, number));
}

llvm::Error Dividing::check(const Array &array, bool removed) const {
  const DividedPart &first = parts.front();
  if (array.shape() != first.shape || array.dtype() != first.wholeType)
    return ofOperand(
        failExpected(first.whole + " of " +
                         llvm::StringRef(dtypeName(first.wholeType)) +
                         " and shape " + runtime::shapeText(first.shape),
                     llvm::StringRef(dtypeName(array.dtype())) + " and shape " +
                         runtime::shapeText(array.shape())),
        first.whole);
  for (size_t element = 0; element < numbers.size(); ++element) {
    const auto *own = llvm::find_if(parts, [&](const DividedPart &part) {
      return !part.isSteps && has(part, element);
    });
    if (own == parts.end() && numbers[element] != 0 && !removed)
      return fail(element, "0 where its mask keeps nothing");
    if (own != parts.end() && !isHeld(*own, numbers[element]))
      return fail(element, (own->dim == -1 ? "a number of "
                                           : "a finite number to round to ") +
                               own->format);
  }
  return llvm::Error::success();
}

std::vector<double> Dividing::findSteps(const DividedPart &part) const {
  double most = double(getMostSteps(part.bits));
  std::vector<double> steps(shape[part.dim], 0);
  bool areNumbers = true;
  for (size_t element = 0; element < numbers.size(); ++element) {
    if (!has(part, element))
      continue;
    double number = numbers[element];
    areNumbers &=
        number == std::trunc(number) && number >= -most - 1 && number <= most;
    double &step = steps[getCoordinate(element, part.dim)];
    step = std::max(step, std::abs(number));
  }
  for (double &step : steps)
    step = areNumbers ? 1 : roundTo(part.wholeType, step / most);
  return steps;
}

std::vector<double> Dividing::getNumbers(const DividedPart &part) const {
  std::vector<double> steps =
      part.dim == -1 ? std::vector<double>() : findSteps(part);
  if (part.isSteps)
    return steps;
  double most = part.bits > 0 ? double(getMostSteps(part.bits)) : 0;
  std::vector<double> made(numbers.size(), 0);
  for (size_t element = 0; element < numbers.size(); ++element) {
    if (!has(part, element))
      continue;
    made[element] = numbers[element];
    if (part.dim == -1)
      continue;
    // A step of 0 is that of magnitudes that are next to 0.
    double step = steps[getCoordinate(element, part.dim)];
    made[element] = step == 0
                        ? 0
                        : std::clamp(std::nearbyint(numbers[element] / step),
                                     -most - 1, most);
  }
  return made;
}

/// The parts of `parts` that have elements, with what those that are steps
/// have.
static std::vector<DividedPart>
shareElements(llvm::ArrayRef<DividedPart> parts) {
  std::vector<DividedPart> all = parts.vec();
  for (DividedPart &part : all)
    for (const DividedPart &other : parts)
      if (part.isSteps && !other.isSteps && part.format == other.format)
        part.keeps = other.keeps;
  return all;
}

llvm::Expected<std::vector<std::pair<std::string, Array>>>
session::divideArray(llvm::ArrayRef<DividedPart> parts,
                     llvm::ArrayRef<KeptOperand> kept, const Array &array) {
  std::vector<DividedPart> all = shareElements(parts);
  Dividing dividing(all, array);
  bool removed = llvm::any_of(all, [&](const DividedPart &part) {
    return findKept(kept, part.name) != nullptr;
  });
  if (llvm::Error error = dividing.check(array, removed))
    return std::move(error);
  std::vector<std::pair<std::string, Array>> made;
  for (const DividedPart &part : all) {
    auto own = writeNumbers(part.type, dividing.getShape(part),
                            dividing.getNumbers(part));
    const KeptOperand *smaller = findKept(kept, part.name);
    if (own && smaller)
      own = takeKept(*smaller, *own);
    if (!own)
      return fail(part.name + ": " + own.error().str());
    made.emplace_back(part.name, std::move(*own));
  }
  return made;
}

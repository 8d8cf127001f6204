//===- Reference.cpp - what programs come to, element by element ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include <cmath>
#include <limits>

using namespace spindle;
using namespace spindle::formatfuzz;
using programs::ArgumentElement;
using programs::ArgumentRole;
using programs::ProgramArgument;
using runtime::DType;
using Place = std::vector<int64_t>;

const ProgramArgument &Problem::getSparse() const {
  return *llvm::find_if(program->arguments,
                        [](const ProgramArgument &argument) {
                          return argument.role == ArgumentRole::Sparse;
                        });
}

Place Problem::getShape(const ProgramArgument &argument) const {
  Place shape;
  for (llvm::StringRef dim : argument.dims)
    shape.push_back(sizes.at(dim.str()));
  return shape;
}

DType formatfuzz::getArgumentType(const ProgramArgument &argument,
                                  DType dtype) {
  bool isNarrowFloat = dtype == DType::F16 || dtype == DType::BF16;
  bool isNarrowInteger = dtype == DType::I8 || dtype == DType::I16;
  switch (argument.element) {
  case ArgumentElement::Given:
    return dtype;
  case ArgumentElement::Sum:
    return isNarrowInteger ? DType::I32 : dtype;
  case ArgumentElement::Wide:
    return isNarrowInteger ? DType::I32 : isNarrowFloat ? DType::F32 : dtype;
  case ArgumentElement::Number:
    return DType::I64;
  }
  return dtype;
}

static int64_t countCells(const Place &shape) {
  int64_t cells = 1;
  for (int64_t size : shape)
    cells *= size;
  return cells;
}

void formatfuzz::drawDense(Random &random, Problem &problem) {
  for (const ProgramArgument &argument : problem.program->arguments)
    if (argument.role == ArgumentRole::Dense &&
        argument.access == sparse::Access::Read) {
      auto &values = problem.dense[argument.name.str()];
      for (int64_t n = countCells(problem.getShape(argument)); n > 0; --n)
        values.push_back(drawNumber(random, problem.dtype));
    }
}

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

/// The coordinates of all dimensions, by their names.
using Coordinates = std::map<std::string, int64_t>;

/// The row-major number of the cell of `argument` at `at`.
static int64_t getCell(const Problem &problem, const ProgramArgument &argument,
                       const Coordinates &at) {
  int64_t cell = 0;
  for (llvm::StringRef dim : argument.dims)
    cell = cell * problem.sizes.at(dim.str()) + at.at(dim.str());
  return cell;
}

/// Calls `visit` with all coordinates that have those of `at`.
template <typename Visit>
static void forEachRest(const Problem &problem, Coordinates at, Visit visit) {
  for (auto [dim, size] : problem.sizes)
    if (!at.count(dim)) {
      for (int64_t x = 0; x < size; ++x) {
        at[dim] = x;
        forEachRest(problem, at, visit);
      }
      return;
    }
  visit(at);
}

/// Calls `visit` with each element's coordinates, number and index in order.
template <typename Visit>
static void forEachElement(const Problem &problem, Visit visit) {
  int64_t e = 0;
  const auto &dims = problem.getSparse().dims;
  for (const auto &[place, number] : problem.elements) {
    Coordinates at;
    for (size_t dim = 0; dim < place.size(); ++dim)
      at[dims[dim].str()] = place[dim];
    visit(at, number, e++);
  }
}

/// A sum of products of the elements of all operands.
static std::map<std::string, Result> referProduct(const Problem &problem) {
  const ProgramArgument &output = problem.program->arguments.back();
  bool isOnPattern = output.role == ArgumentRole::SharesStructure;
  Result result;
  result.numbers.resize(isOnPattern ? problem.elements.size()
                                    : countCells(problem.getShape(output)));
  forEachElement(problem, [&](const Coordinates &own, Number x, int64_t e) {
    forEachRest(problem, own, [&](const Coordinates &at) {
      Number product = x;
      for (const ProgramArgument &argument : problem.program->arguments)
        if (auto values = problem.dense.find(argument.name.str());
            values != problem.dense.end())
          product *= values->second[getCell(problem, argument, at)];
      result.numbers[isOnPattern ? e : getCell(problem, output, at)] += product;
    });
  });
  return {{output.name.str(), result}};
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The greatest number of `dtype`, and with `sign` -1 the least.
static double getBound(DType dtype, double sign) {
  if (runtime::isFloat(dtype))
    return sign * std::numeric_limits<double>::infinity();
  if (dtype == DType::I1)
    return sign > 0;
  auto most = double(runtime::maxInteger(dtype));
  return sign > 0 ? most : -most - 1;
}

static std::map<std::string, Result> referRowMax(const Problem &problem) {
  Result y;
  y.numbers.assign(problem.sizes.at("I"), getBound(problem.dtype, -1));
  forEachElement(problem, [&](const Coordinates &at, Number x, int64_t) {
    Number &most = y.numbers[at.at("I")];
    most = std::max(most.real(), x.real());
  });
  return {{"y", y}};
}

static std::map<std::string, Result> referArgmin(const Problem &problem) {
  Result y, n;
  y.numbers.assign(problem.sizes.at("I"), getBound(problem.dtype, 1));
  n.numbers.assign(problem.sizes.at("I"), -1.0);
  // Columns ascend, so that the first of equals stays.
  forEachElement(problem, [&](const Coordinates &at, Number x, int64_t) {
    Number &least = y.numbers[at.at("I")], &column = n.numbers[at.at("I")];
    if (x.real() < least.real() || column == -1.0) {
      least = x;
      column = double(at.at("J"));
    }
  });
  return {{"y", y}, {"n", n}};
}

/// A softmax of `scores`, one for each element, over its rows.
static std::map<std::string, Result> share(const Problem &problem,
                                           const std::vector<double> &scores) {
  Result m, s, p;
  m.numbers.assign(problem.sizes.at("I"), getBound(DType::F64, -1));
  s.numbers.assign(problem.sizes.at("I"), 0.0);
  p.numbers.resize(scores.size());
  m.tolerance = s.tolerance = problem.dtype == DType::F64 ? 1e-12 : 1e-4;
  p.tolerance = m.tolerance;
  if (problem.dtype == DType::F16 || problem.dtype == DType::BF16)
    p.tolerance = 1e-2;
  auto getRow = [](const Coordinates &at) { return at.at("I"); };
  forEachElement(problem, [&](const Coordinates &at, Number, int64_t e) {
    Number &most = m.numbers[getRow(at)];
    most = std::max(most.real(), scores[e]);
  });
  auto getPower = [&](const Coordinates &at, int64_t e) {
    return std::exp(scores[e] - m.numbers[getRow(at)].real());
  };
  forEachElement(problem, [&](const Coordinates &at, Number, int64_t e) {
    s.numbers[getRow(at)] += getPower(at, e);
  });
  forEachElement(problem, [&](const Coordinates &at, Number, int64_t e) {
    p.numbers[e] = getPower(at, e) / s.numbers[getRow(at)];
  });
  return {{"m", m}, {"s", s}, {"P", p}};
}

static std::map<std::string, Result> referSoftmax(const Problem &problem) {
  std::vector<double> scores;
  for (const auto &[place, number] : problem.elements)
    scores.push_back(number.real());
  return share(problem, scores);
}

static std::map<std::string, Result> referFusedMM(const Problem &problem) {
  const auto &q = problem.dense.at("Q"), &k = problem.dense.at("K"),
             &v = problem.dense.at("V");
  int64_t d = problem.sizes.at("D"), width = problem.sizes.at("E");
  std::vector<double> scores;
  for (const auto &[place, number] : problem.elements) {
    Number sum = 0;
    for (int64_t x = 0; x < d; ++x)
      sum += q[place[0] * d + x] * k[place[1] * d + x];
    scores.push_back((number * sum).real());
  }
  auto results = share(problem, scores);
  Result o;
  o.numbers.resize(problem.sizes.at("I") * width);
  o.tolerance = 4 * results["P"].tolerance;
  forEachElement(problem, [&](const Coordinates &at, Number, int64_t e) {
    for (int64_t x = 0; x < width; ++x)
      o.numbers[at.at("I") * width + x] +=
          results["P"].numbers[e] * v[at.at("J") * width + x];
  });
  results.erase("P");
  results["O"] = o;
  return results;
}

std::map<std::string, Result> formatfuzz::refer(const Problem &problem) {
  llvm::StringRef name = problem.program->name;
  if (name == "row_max")
    return referRowMax(problem);
  if (name == "argmin")
    return referArgmin(problem);
  if (name == "softmax")
    return referSoftmax(problem);
  if (name == "fusedmm")
    return referFusedMM(problem);
  return referProduct(problem);
}

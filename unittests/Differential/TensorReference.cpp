//===- TensorReference.cpp - what an operation on tensors computes --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorProgram.h"

#include <algorithm>
#include <functional>

using namespace spindle::differential;

using Coordinates = std::map<char, int64_t>;

namespace {
/// An operation while it is evaluated.
struct Evaluation {
  const ProgramGeneric &generic;
  std::vector<ProgramTensor> &tensors;
  const std::map<char, int64_t> &sizes;

  int64_t *find(int64_t tensor, const Coordinates &at);
  int64_t *findAt(int64_t tensor, const std::vector<int64_t> &own);
  int64_t read(size_t input, const Coordinates &at);
  void runBody(const Coordinates &at);
};
} // namespace

/// The element of a tensor at some coordinates; null where it has none.
int64_t *Evaluation::find(int64_t number, const Coordinates &at) {
  std::vector<int64_t> own;
  for (char dim : tensors[number].dims)
    own.push_back(at.at(dim));
  return findAt(number, own);
}

int64_t *Evaluation::findAt(int64_t number, const std::vector<int64_t> &own) {
  ProgramTensor &tensor = tensors[number];
  auto place = tensor.places.find(own);
  return place == tensor.places.end() ? nullptr : &tensor.values[place->second];
}

static int64_t combine(const std::string &kind, int64_t x, int64_t y) {
  if (kind == "add")
    return int64_t(uint64_t(x) + uint64_t(y));
  if (kind == "mul")
    return int64_t(uint64_t(x) * uint64_t(y));
  if (kind == "min")
    return std::min(x, y);
  return kind == "max" ? std::max(x, y) : y;
}

/// What input `input` gives the body.
int64_t Evaluation::read(size_t input, const Coordinates &at) {
  int64_t tensor = generic.ins[input];
  auto read = generic.reads.find(input);
  if (read == generic.reads.end()) {
    const int64_t *element = find(tensor, at);
    return element ? *element : 0;
  }
  std::vector<int64_t> own;
  for (const ProgramGeneric::Sum &sum : read->second.sums) {
    own.push_back(sum.constant);
    for (auto [dim, factor] : sum.terms)
      own.back() += factor * at.at(dim);
  }
  for (size_t dim = 0; dim < own.size(); ++dim)
    if (read->second.border &&
        (own[dim] < 0 || own[dim] >= sizes.at(tensors[tensor].dims[dim])))
      return *read->second.border;
  const int64_t *element = findAt(tensor, own);
  return element ? *element : 0;
}

void Evaluation::runBody(const Coordinates &at) {
  std::vector<int64_t> inputs, results, yielded;
  for (size_t input = 0; input < generic.ins.size(); ++input)
    inputs.push_back(read(input, at));
  auto value = [&](int64_t expression) {
    return expression >= 0 ? inputs[expression] : results[-1 - expression];
  };
  for (const ProgramGeneric::Step &step : generic.steps)
    results.push_back(combine(step.multiplies ? "mul" : "add", value(step.left),
                              value(step.right)));
  for (size_t output = 0; output < generic.outs.size(); ++output) {
    int64_t *element = find(generic.outs[output], at);
    *element = combine(generic.combine.empty() ? "" : generic.combine[output],
                       *element, value(generic.yields[output]));
  }
}

void spindle::differential::evaluate(const ProgramGeneric &generic,
                                     std::vector<ProgramTensor> &tensors,
                                     const std::map<char, int64_t> &sizes) {
  Evaluation evaluation{generic, tensors, sizes};
  std::string driven = generic.driver < 0 ? "" : tensors[generic.driver].dims;
  std::function<void(Coordinates &, size_t)> loop = [&](Coordinates &at,
                                                        size_t next) {
    if (next == generic.dims.size())
      return evaluation.runBody(at);
    char dim = generic.dims[next];
    if (driven.find(dim) != std::string::npos)
      return loop(at, next + 1);
    for (at[dim] = 0; at[dim] < sizes.at(dim); ++at[dim])
      loop(at, next + 1);
    at.erase(dim);
  };
  Coordinates at;
  if (generic.driver < 0)
    return loop(at, 0);
  // A map is in the order of coordinates, which is that of CSR.
  for (const auto &[coordinates, place] : tensors[generic.driver].places) {
    at.clear();
    for (size_t dim = 0; dim < driven.size(); ++dim)
      at[driven[dim]] = coordinates[dim];
    loop(at, 0);
  }
}

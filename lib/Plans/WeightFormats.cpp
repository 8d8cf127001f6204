//===- WeightFormats.cpp - formats of weights -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/WeightFormats.h"

#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using namespace spindle::plans;
using llvm::formatv;

namespace {
/// What outputs and inputs are called in a format over (i, j).
struct Dims {
  explicit Dims(bool rowsAreOutputs)
      : output(rowsAreOutputs ? "i" : "j"), input(rowsAreOutputs ? "j" : "i") {}

  const char *output, *input;
};
} // namespace

/// `format` as a part of another one.
static std::string asPart(const std::string &format) {
  return format.front() == '(' ? "format<" + format + ">" : format;
}

std::string plans::getDenseFormat() { return "dense"; }

std::string plans::getElementsFormat(bool rowsAreOutputs) {
  return rowsAreOutputs ? "csr" : "csc";
}

/// Blocks that tell their elements by a bitmap, as parts of a composite format
/// have to, or that are `full`.
static std::string spellBlocks(bool rowsAreOutputs, int64_t outputs,
                               int64_t inputs, bool full) {
  if (outputs == 1 && inputs == 1)
    return plans::getElementsFormat(rowsAreOutputs);
  if (rowsAreOutputs)
    return formatv("bsr<{0}, {1}{2}>", outputs, inputs, full ? ", full" : "");
  return formatv("(i, j) -> (j floordiv {0} : dense, i floordiv {1} : "
                 "compressed, j mod {0} : dense, i mod {1} : dense){2}",
                 outputs, inputs, full ? " full" : "");
}

std::string plans::getBlocksFormat(bool rowsAreOutputs, int64_t outputs,
                                   int64_t inputs) {
  return spellBlocks(rowsAreOutputs, outputs, inputs, /*full=*/true);
}

std::string plans::getSectionsFormat(bool rowsAreOutputs, int64_t inputs) {
  Dims dims(rowsAreOutputs);
  return formatv(
      "(i, j) -> ({0} floordiv {2} : dense, {1} : dense, {0} mod {2} "
      ": compressed)",
      dims.input, dims.output, inputs);
}

/// A number as a format writes it.
static std::string printCost(double cost) {
  // Costs compare, so that their unit is free.
  return std::to_string(std::max<int64_t>(int64_t(cost * 100 + 0.5), 1));
}

static std::string printCover(bool rowsAreOutputs,
                              llvm::ArrayRef<BlockSize> sizes) {
  std::string text = "cover(i, j by ";
  llvm::raw_string_ostream out(text);
  llvm::interleaveComma(sizes, out, [&](const BlockSize &size) {
    int64_t rows = rowsAreOutputs ? size.outputs : size.inputs;
    int64_t columns = rowsAreOutputs ? size.inputs : size.outputs;
    out << "(" << rows << ", " << columns << ") at " << printCost(size.cost);
  });
  return text + ")";
}

std::string plans::getCoverFormat(bool rowsAreOutputs,
                                  const WeightPattern &pattern,
                                  llvm::ArrayRef<BlockSize> sizes) {
  CoverCounts counts = coverBlocks(pattern, sizes);
  std::vector<size_t> used;
  for (size_t size = 0; size < sizes.size(); ++size)
    if (counts.blocks[size] > 0)
      used.push_back(size);
  auto getPart = [&](size_t size) {
    return spellBlocks(rowsAreOutputs, sizes[size].outputs, sizes[size].inputs,
                       /*full=*/false);
  };
  if (used.empty())
    return getElementsFormat(rowsAreOutputs);
  if (used.size() == 1)
    return getBlocksFormat(rowsAreOutputs, sizes[used.front()].outputs,
                           sizes[used.front()].inputs);
  std::string cover = printCover(rowsAreOutputs, sizes);
  std::string text = "composite<(i, j) -> (";
  for (size_t size : used)
    if (size != used.back())
      text += formatv("{0} is {1} : {2}, ", cover, size, asPart(getPart(size)));
  return text + "rest : " + asPart(getPart(used.back())) + ")>";
}

int64_t plans::countResidue(const WeightPattern &pattern, int64_t n,
                            int64_t m) {
  int64_t left = 0;
  for (int64_t output = 0; output < pattern.outputs; ++output)
    for (int64_t first = 0; first < pattern.inputs; first += m) {
      int64_t count = 0;
      for (int64_t input = first; input < std::min(first + m, pattern.inputs);
           ++input)
        count += pattern.has(output, input);
      left += std::max<int64_t>(count - n, 0);
    }
  return left;
}

std::string plans::getStructuredFormat(bool rowsAreOutputs,
                                       const WeightPattern &pattern, int64_t n,
                                       int64_t m) {
  Dims dims(rowsAreOutputs);
  std::string groups =
      rowsAreOutputs
          ? formatv("nm<{0}, {1}>", n, m).str()
          : formatv("(i, j) -> (j : dense, i floordiv {1} : dense, i mod {1} : "
                    "structured({0}, {1}))",
                    n, m)
                .str();
  if (countResidue(pattern, n, m) == 0)
    return groups;
  return formatv("composite<(i, j) -> (slot({0} in {1}, {0} floordiv {2}) "
                 "below {3} : {4}, rest : {5})>",
                 dims.input, dims.output, m, n, asPart(groups),
                 getElementsFormat(rowsAreOutputs));
}

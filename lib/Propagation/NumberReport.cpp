//===- NumberReport.cpp - what is said of numbers -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberReport.h"
#include "Spindle/Dialect/Tesa/IR/DataFormats.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace spindle;

static void printBlock(llvm::raw_ostream &out, const MaskSizes &block) {
  out << ", by [";
  llvm::interleaveComma(block, out);
  out << "]";
}

void spindle::describeConstants(const SparsityFacts &facts, bool masks,
                                MLIRContext *context,
                                SmallVectorImpl<std::string> &said) {
  Mask constant = facts.getConstant(), known = facts.getKnown();
  if (constant.isNone())
    return;
  llvm::raw_string_ostream out(said.emplace_back());
  out << constant.count() << " of " << constant.getNumElements()
      << " elements are constant";
  if (masks)
    out << ": " << tesa::MaskAttr::get(context, constant);
  else if (!constant.isAll())
    printBlock(out, constant.getBlock());
  if (known != constant)
    out << ", " << known.count() << " known";
}

void spindle::describeZeroNumbers(const SparsityFacts &facts, bool masks,
                                  MLIRContext *context,
                                  SmallVectorImpl<std::string> &said) {
  Mask zero = facts.getZeroNumbers();
  if (zero.isNone())
    return;
  llvm::raw_string_ostream out(said.emplace_back());
  out << zero.count() << " of " << zero.getNumElements()
      << " elements are zero by their numbers";
  if (masks)
    out << ": " << tesa::MaskAttr::get(context, zero);
  else if (!zero.isAll())
    printBlock(out, zero.getBlock());
}

/// `numbers` of `type` with the narrowest format of each alone, so that blocks
/// are those of formats.
static Numbers keepFormats(Type type, const Numbers &numbers) {
  // Few numbers alternate.
  std::pair<Number, Number> last, before;
  return mapCells(numbers, [&](const Number &number) {
    if (last.first != number)
      std::swap(last, before);
    if (last.first == number)
      return last.second;
    last = {number, Number()};
    if (Type format = tesa::getNarrowest(type, number.width))
      last.second.width = tesa::getWidth(format);
    return last.second;
  });
}

/// The narrowest format, or that of all numbers of `type`.
static Type getFormat(Type type, const Number &number) {
  if (Type format = tesa::getNarrowest(type, number.width))
    return format;
  auto integer = dyn_cast<IntegerType>(type);
  return integer ? IntegerType::get(type.getContext(), integer.getWidth(),
                                    IntegerType::Signed)
                 : type;
}

void spindle::describeWidths(Type type, const SparsityFacts &facts, bool masks,
                             SmallVectorImpl<std::string> &said) {
  Type element = tesa::getNumberType(type);
  Numbers numbers = keepFormats(element, facts.getNumbersAndZeros(type));
  llvm::MapVector<Type, int64_t> counts;
  std::pair<Number, Type> last;
  numbers.forCells([&](const Number &number, int64_t elements) {
    if (number.isUnknown())
      return;
    if (last.first != number)
      last = {number, tesa::getNarrowest(element, number.width)};
    counts[last.second] += elements;
  });
  if (counts.empty())
    return;
  llvm::raw_string_ostream out(said.emplace_back());
  llvm::interleaveComma(counts, out, [&](auto &entry) {
    out << entry.second;
    if (&entry == &counts.front())
      out << " of " << numbers.getNumElements() << " elements";
    out << " need " << entry.first;
  });
  if (masks)
    out << ": "
        << tesa::WidthAttr::get(
               type.getContext(), numbers.getShape(), numbers.getBlock(),
               llvm::map_to_vector(numbers.getCells(),
                                   [&](const Number &number) {
                                     return getFormat(element, number);
                                   }));
  else if (numbers.getCells().size() > 1)
    printBlock(out, numbers.getBlock());
}

//===- RoundWidths.cpp - widths that formats have -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/RoundWidths.h"

#include "Spindle/Dialect/Tesa/IR/DataFormats.h"
#include "Spindle/Plans/Products.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::plans;
using spindle::tesa::TesaDialect;
using spindle::tesa::WidthAttr;

/// The width that numbers of `format` are stored in among those of `own`; 0 if
/// there is none.
static int64_t getStoredWidth(Type format, Type own) {
  int64_t bits = format.getIntOrFloatBitWidth() + format.isUnsignedInteger();
  // There are floats of 16 bits, and of 32.
  if (isa<FloatType>(format))
    bits = std::max<int64_t>(bits, 16);
  for (int64_t width : kStoredWidths)
    if (bits <= width)
      return width;
  // The type of the weight, however wide, is the widest.
  return format.getIntOrFloatBitWidth() == own.getIntOrFloatBitWidth() ? 32 : 0;
}

/// The format of `width` that has the numbers of all `formats`, which are those
/// of elements of `own`.
static Type getCommonFormat(ArrayRef<Type> formats, int64_t width, Type own) {
  MLIRContext *context = own.getContext();
  if (width == 32)
    return isa<FloatType>(own)
               ? own
               : IntegerType::get(context, own.getIntOrFloatBitWidth(),
                                  IntegerType::Signed);
  SmallVector<Type> candidates = {
      IntegerType::get(context, width, IntegerType::Signed)};
  if (width == 16)
    candidates.append({Float16Type::get(context), BFloat16Type::get(context)});
  for (Type candidate : candidates)
    if (llvm::all_of(formats, [&](Type format) {
          return isa<FloatType>(candidate)
                     ? tesa::holds(candidate, format)
                     : isa<IntegerType>(format) &&
                           getStoredWidth(format, own) <= width;
        }))
      return candidate;
  return {};
}

namespace {
/// The widths that a weight has elements of.
class Rounding {
public:
  Rounding(WidthAttr needed, const Mask &kept, Type own)
      : needed(needed), own(own) {
    count(kept);
  }

  /// The widths, ascending.
  ArrayRef<int64_t> getWidths() const { return widths; }
  /// All elements in the widest, and where it is less those of `low` and below
  /// in that; nothing where there is no such format.
  std::optional<RoundedWidths> make(int64_t low, ArrayRef<double> costs,
                                    int64_t outputs) const;

private:
  void count(const Mask &kept);

  WidthAttr needed;
  Type own;
  /// The elements that are kept of each format.
  llvm::MapVector<Type, int64_t> elements;
  SmallVector<int64_t> widths;
};
} // namespace

void Rounding::count(const Mask &kept) {
  for (Type format : needed.getFormats())
    elements.insert({format, 0});
  for (auto &[format, number] : elements) {
    std::vector<uint8_t> cells;
    for (Type other : needed.getFormats())
      cells.push_back(other == format);
    number = (Mask::ofCells(needed.getShape().vec(), needed.getBlock().vec(),
                            std::move(cells)) &
              kept)
                 .count();
  }
  // A weight of which nothing is kept has no elements in any width.
  bool isNone = llvm::all_of(
      elements, [](const auto &entry) { return entry.second == 0; });
  for (auto [format, number] : elements)
    if ((number > 0 || isNone) &&
        !llvm::is_contained(widths, getStoredWidth(format, own)))
      widths.push_back(getStoredWidth(format, own));
  llvm::sort(widths);
}

std::optional<RoundedWidths> Rounding::make(int64_t low, ArrayRef<double> costs,
                                            int64_t outputs) const {
  RoundedWidths made;
  int64_t high = widths.empty() ? low : widths.back();
  SmallVector<Type> below, above;
  double numbers[2] = {0, 0};
  for (auto [format, number] : elements) {
    bool isLow = getStoredWidth(format, own) <= low;
    numbers[!isLow] += double(number);
    if (number > 0)
      (isLow ? below : above).push_back(format);
  }
  Type narrow = getCommonFormat(below, low, own);
  Type wide = low == high ? narrow : getCommonFormat(above, high, own);
  // Floats and integers of 16 bits are no numbers of one format of 16 bits.
  if (!narrow && low == high) {
    narrow = wide = getCommonFormat(below, 32, own);
    low = high = 32;
  }
  if (!narrow || !wide)
    return std::nullopt;
  SmallVector<Type> formats;
  for (Type format : needed.getFormats())
    formats.push_back(getStoredWidth(format, own) <= low ? narrow : wide);
  made.formats = WidthAttr::get(own.getContext(), needed.getShape(),
                                needed.getBlock(), formats);
  made.widths.push_back(low);
  if (low != high)
    made.widths.push_back(high);
  auto getCost = [&](int64_t width) {
    return costs[llvm::find(kStoredWidths, width) - std::begin(kStoredWidths)];
  };
  made.cost = numbers[0] * getCost(low) + numbers[1] * getCost(high) +
              (low == high ? 0 : double(outputs));
  return made;
}

/// Why `formats` cannot be rounded for `type`; empty where they can.
static std::string findRefusal(WidthAttr formats, RankedTensorType type) {
  std::string text;
  llvm::raw_string_ostream out(text);
  if (formats.getShape() != type.getShape()) {
    out << "expected formats of a tensor of shape [";
    llvm::interleaveComma(type.getShape(), out);
    out << "] but got them of one of shape [";
    llvm::interleaveComma(formats.getShape(), out);
    out << "]";
    return text;
  }
  for (auto [block, format] : llvm::enumerate(formats.getFormats())) {
    if (getStoredWidth(format, type.getElementType()) == 0)
      out << "expected formats of at most 32 bits but got " << format
          << " for block " << block;
    else if (!tesa::holds(type.getElementType(), format))
      out << "expected formats whose numbers " << type.getElementType()
          << " has but got " << format << " for block " << block;
    if (!text.empty())
      break;
  }
  return text;
}

std::optional<SmallVector<RoundedWidths>>
plans::roundWidths(func::FuncOp function, StringRef name, WidthAttr formats,
                   ArrayRef<double> costs, std::string &refusal) {
  auto product = findProduct(function, name, refusal);
  if (!product)
    return std::nullopt;
  unsigned number = product->argument;
  if (!formats)
    formats =
        function.getArgAttrOfType<WidthAttr>(number, TesaDialect::kWidthAttr);
  if (!formats) {
    refusal = "expected formats, or an argument with tesa.width, but got none "
              "of '" +
              name.str() + "'";
    return std::nullopt;
  }
  auto type = cast<RankedTensorType>(function.getArgumentTypes()[number]);
  refusal = findRefusal(formats, type);
  if (!refusal.empty())
    return std::nullopt;
  auto mask =
      function.getArgAttrOfType<tesa::MaskAttr>(number, TesaDialect::kMaskAttr);
  Rounding rounding(formats,
                    mask ? mask.getMask() : Mask::all(type.getShape().vec()),
                    type.getElementType());
  SmallVector<RoundedWidths> ways;
  ArrayRef<int64_t> widths = rounding.getWidths();
  auto add = [&](int64_t low) {
    if (auto way = rounding.make(low, costs, product->outputs))
      ways.push_back(std::move(*way));
  };
  if (!widths.empty())
    add(widths.back());
  for (int64_t low : widths.empty() ? widths : widths.drop_back())
    add(low);
  return ways;
}

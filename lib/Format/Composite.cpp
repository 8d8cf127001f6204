//===- Composite.cpp - the rules of formats made of parts -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Format/Composite.h"

#include "Message.h"

#include <algorithm>
#include <tuple>

using namespace spindle::format;

static auto tie(const Criterion &x) {
  return std::tie(x.kind, x.exprs, x.numbers);
}
static auto tie(const Range &x) { return std::tie(x.expr, x.low, x.high); }
static auto tie(const Composite &x) {
  return std::tie(x.rank, x.criteria, x.parts);
}

bool Criterion::operator==(const Criterion &other) const {
  return tie(*this) == tie(other);
}

bool Range::operator==(const Range &other) const {
  return tie(*this) == tie(other);
}

bool Part::operator==(const Part &other) const {
  if (ranges.size() != other.ranges.size() || !(ranges == other.ranges) ||
      isRest != other.isRest || bool(composite) != bool(other.composite))
    return false;
  return composite ? *composite == *other.composite : format == other.format;
}

bool Composite::operator==(const Composite &other) const {
  return tie(*this) == tie(other);
}

std::string_view spindle::format::getWord(CriterionKind kind) {
  static constexpr std::string_view words[] = {"section", "length", "slot",
                                               "order", "cover"};
  return words[size_t(kind)];
}

std::vector<Format> spindle::format::getPartFormats(const Composite &format) {
  std::vector<Format> formats;
  for (const Part &part : format.parts) {
    if (!part.composite) {
      formats.push_back(part.format);
      continue;
    }
    for (Format &inner : getPartFormats(*part.composite))
      formats.push_back(std::move(inner));
  }
  return formats;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// How many parts there are, those of a part in its place.
static size_t countParts(const Composite &format) {
  size_t count = 0;
  for (const Part &part : format.parts)
    count += part.composite ? countParts(*part.composite) : 1;
  return count;
}

/// (C6) The numbers of parts, criteria and dimensions.
static bool checkCounts(const Composite &format, const Report &report) {
  if (format.rank < 0 || format.rank > kMaxRank)
    return refuse(report, "#sparse.composite (C6) expected at most ", kMaxRank,
                  " dimensions but got ", format.rank);
  if (format.criteria.size() > kMaxLevels)
    return refuse(report, "#sparse.composite (C6) expected at most ",
                  kMaxLevels, " criteria but got ", format.criteria.size());
  size_t parts = countParts(format);
  return (parts >= 1 && parts <= kMaxParts) ||
         refuse(report, "#sparse.composite (C6) expected 1 to ", kMaxParts,
                " parts but got ", parts);
}

/// (C10) Whether every element of a tensor in `format` is one that was stored.
static bool keepsPattern(const Format &format) {
  return format.keeps != Kept::None ||
         (!format.isAllDense() && getDefaultKept(format) == Kept::None);
}

/// (C9) to (C11) The format of one part.
static bool checkPartFormat(const Composite &format, size_t number,
                            const Report &report) {
  const Part &part = format.parts[number];
  int64_t rank = part.composite ? part.composite->rank : part.format.rank;
  auto print = [&] {
    return part.composite ? printAttribute(*part.composite)
                          : printAttribute(part.format);
  };
  if (rank != format.rank) // (C9)
    return refuse(report, "#sparse.composite (C9) expected a format of ",
                  format.rank, " dimensions for part ", number, " but got ",
                  print());
  if (part.composite) { // (C11)
    const std::vector<Part> &inner = part.composite->parts;
    bool hasLevels =
        std::none_of(inner.begin(), inner.end(),
                     [](const Part &own) { return bool(own.composite); });
    return hasLevels ||
           refuse(report,
                  "#sparse.composite (C11) expected parts in formats of levels "
                  "in part ",
                  number, ", which is composite, but got ", print());
  }
  if (!checkSupported(part.format, report)) // (C9)
    return false;
  return keepsPattern(part.format) || // (C10)
         refuse(report,
                "#sparse.composite (C10) expected a format that keeps the "
                "pattern for part ",
                number, " but got ", print());
}

/// (C7) to (C11) One part.
static bool checkPart(const Composite &format, size_t number,
                      const Report &report) {
  const Part &part = format.parts[number];
  bool isLast = number + 1 == format.parts.size();
  if (part.isRest && (!isLast || !part.ranges.empty())) // (C7)
    return refuse(
        report,
        "#sparse.composite (C7) expected 'rest' once, as the last part");
  for (const Range &range : part.ranges)
    if (range.low > range.high) // (C8)
      return refuse(report,
                    "#sparse.composite (C8) expected comparisons that a number "
                    "meets in part ",
                    number);
  return checkPartFormat(format, number, report);
}

bool spindle::format::checkComposite(const Composite &format,
                                     const Report &report) {
  if (!checkCounts(format, report))
    return false;
  for (size_t number = 0; number < format.parts.size(); ++number)
    if (!checkPart(format, number, report))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// The cover record
//===----------------------------------------------------------------------===//

/// Whether `expr` is a function of the coordinate of dimension `dim` alone.
/// What is counted of all elements that have a number is one of that number.
static bool isOfDim(const Composite &format, const Expr &expr, int64_t dim) {
  return expr.walk([&](const Expr &inner) {
    if (inner.is(ExprKind::Dim))
      return inner.number() == dim;
    if (!inner.is(ExprKind::Symbol))
      return true;
    const Criterion &criterion = format.criteria[inner.number()];
    return criterion.kind != CriterionKind::Slot &&
           criterion.kind != CriterionKind::Cover &&
           std::all_of(criterion.exprs.begin(), criterion.exprs.end(),
                       [&](const Expr &counted) {
                         return isOfDim(format, counted, dim);
                       });
  });
}

/// Whether a number that follows from the coordinate of dimension `dim` tells
/// `first` and `second` apart.
static bool areApart(const Composite &format, const Part &first,
                     const Part &second, int64_t dim) {
  if (second.isRest)
    return std::all_of(
        first.ranges.begin(), first.ranges.end(),
        [&](const Range &range) { return isOfDim(format, range.expr, dim); });
  for (const Range &a : first.ranges)
    for (const Range &b : second.ranges)
      if (a.expr == b.expr && isOfDim(format, a.expr, dim) &&
          (a.high < b.low || b.high < a.low))
        return true;
  return false;
}

bool spindle::format::isDisjointIn(const Composite &format, int64_t dim) {
  const std::vector<Part> &parts = format.parts;
  // What a part's own parts count is of its elements alone, but no less of the
  // coordinate alone.
  for (const Part &part : parts)
    if (part.composite && !isDisjointIn(*part.composite, dim))
      return false;
  for (size_t first = 0; first < parts.size(); ++first)
    for (size_t second = first + 1; second < parts.size(); ++second)
      if (!areApart(format, parts[first], parts[second], dim))
        return false;
  return true;
}

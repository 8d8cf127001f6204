//===- CompositePrinter.cpp - composite formats as text -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Message.h"

#include "Spindle/Format/Composite.h"

using namespace spindle::format;

static std::string print(const Composite &format, const Criterion &criterion);

static std::string print(const Composite &format, const Expr &expr) {
  return printExpr(expr, [&](const Expr &name) {
    return name.is(ExprKind::Dim)
               ? getDimName(format.rank, name.number())
               : print(format, format.criteria[name.number()]);
  });
}

/// The sizes of blocks of a cover, as in `(4, 4) at 10, (1, 1) at 1`.
static std::string printSizes(const Criterion &criterion) {
  std::vector<std::string> sizes;
  for (size_t s = 0; s < criterion.countSizes(); ++s) {
    std::vector<std::string> size;
    for (size_t x = 0; x < criterion.exprs.size(); ++x)
      size.push_back(std::to_string(criterion.getSize(s)[x]));
    sizes.push_back(
        joinText("(", joinItems(size), ") at ", criterion.getCost(s)));
  }
  return joinItems(sizes);
}

static std::string print(const Composite &format, const Criterion &criterion) {
  std::vector<std::string> exprs;
  for (const Expr &expr : criterion.exprs)
    exprs.push_back(print(format, expr));
  std::string text = std::string(getWord(criterion.kind)) + "(";
  if (criterion.kind == CriterionKind::Slot) {
    text += exprs.front() + " in ";
    exprs.erase(exprs.begin());
  }
  text += joinItems(exprs);
  if (criterion.kind == CriterionKind::Section)
    text += joinText(" of ", criterion.numbers.front());
  if (criterion.kind == CriterionKind::Order)
    text += " by -length";
  if (criterion.kind == CriterionKind::Cover)
    text += " by " + printSizes(criterion);
  return text + ")";
}

static std::string print(const Composite &format, const Range &range) {
  std::string text = print(format, range.expr);
  if (range.low == range.high)
    return joinText(text, " is ", range.low);
  if (range.low != Range::kLowest)
    text += joinText(" from ", range.low);
  if (range.high != Range::kHighest)
    text += joinText(" below ", range.high + 1);
  return text;
}

static std::string print(const Composite &format, const Part &part) {
  std::vector<std::string> ranges;
  for (const Range &range : part.ranges)
    ranges.push_back(print(format, range));
  return (part.isRest ? "rest" : "") + joinItems(ranges, " and ") + " : " +
         (part.composite ? printAttribute(*part.composite)
                         : printAttribute(part.format, /*inTensor=*/true));
}

std::string spindle::format::printDescriptor(const Composite &format) {
  std::vector<std::string> dims, parts;
  for (int64_t dim = 0; dim < format.rank; ++dim)
    dims.push_back(getDimName(format.rank, dim));
  for (const Part &part : format.parts)
    parts.push_back(print(format, part));
  return "(" + joinItems(dims) + ") -> (" + joinItems(parts) + ")";
}

std::string spindle::format::describe(const Composite &format) {
  std::string name = getName(format);
  return name.empty() ? printAttribute(format) : name;
}

std::string spindle::format::printAttribute(const Composite &format) {
  std::string name = getName(format);
  return "#sparse." +
         (name.empty() ? "composite<" + printDescriptor(format) + ">" : name);
}

std::string spindle::format::printComposite(const Composite &format) {
  std::string name = getName(format);
  return (name.empty() ? "" : name + " = ") + "composite " +
         printDescriptor(format);
}

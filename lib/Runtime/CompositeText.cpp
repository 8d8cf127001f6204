//===- CompositeText.cpp - Printing composite formats ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/CompositeText.h"

#include "FormatText.h"

#include <limits>

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

static std::string criterionText(const Composite &format,
                                 const Criterion &criterion);

/// The sign or word of an operation on two numbers.
static const char *getSign(ElementExpr::Op op) {
  switch (op) {
  case ElementExpr::Op::Add:
    return " + ";
  case ElementExpr::Op::Mul:
    return " * ";
  case ElementExpr::Op::FloorDiv:
    return " floordiv ";
  default:
    return " mod ";
  }
}

static std::string exprText(const Composite &format, const ElementExpr &expr) {
  std::vector<std::string> stack;
  for (ElementExpr::Step step : expr.steps) {
    switch (step.op) {
    case ElementExpr::Op::Dim:
      stack.push_back(dimName(format.rank, step.number));
      break;
    case ElementExpr::Op::Criterion:
      stack.push_back(criterionText(format, format.criteria[step.number]));
      break;
    case ElementExpr::Op::Constant:
      stack.push_back(std::to_string(step.number));
      break;
    default:
      std::string right = std::move(stack.back());
      stack.pop_back();
      stack.back() = "(" + stack.back() + getSign(step.op) + right + ")";
    }
  }
  return stack.back();
}

/// The expressions of `criterion` from `first` on, with commas.
static std::string exprsText(const Composite &format,
                             const Criterion &criterion, size_t first) {
  std::string text;
  for (size_t e = first; e < criterion.exprs.size(); ++e)
    text.append(e == first ? "" : ", ")
        .append(exprText(format, criterion.exprs[e]));
  return text;
}

static std::string criterionText(const Composite &format,
                                 const Criterion &criterion) {
  switch (criterion.kind) {
  case Criterion::Kind::Section:
    return "section(" + exprsText(format, criterion, 0) + " of " +
           std::to_string(criterion.count) + ")";
  case Criterion::Kind::Length:
    return "length(" + exprsText(format, criterion, 0) + ")";
  case Criterion::Kind::Slot:
    return "slot(" + exprText(format, criterion.exprs.front()) + " in " +
           exprsText(format, criterion, 1) + ")";
  case Criterion::Kind::Order:
    break;
  }
  return "order(" + exprsText(format, criterion, 0) + " by -length)";
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

static std::string rangeText(const Composite &format,
                             const Part::Range &range) {
  std::string text = exprText(format, range.expr);
  if (range.low == range.high)
    return text + " is " + std::to_string(range.low);
  if (range.low != std::numeric_limits<int64_t>::min())
    text += " from " + std::to_string(range.low);
  if (range.high != std::numeric_limits<int64_t>::max())
    text += " below " + std::to_string(range.high + 1);
  return text;
}

static std::string partText(const Composite &format, const Part &part) {
  std::string text = part.isRest ? "rest" : "";
  for (size_t r = 0; r < part.ranges.size(); ++r)
    text.append(r ? " and " : "").append(rangeText(format, part.ranges[r]));
  return text + " : {" +
         (part.composite ? printComposite(*part.composite)
                         : printFormat(part.format)) +
         "}";
}

std::string spindle::runtime::printComposite(const Composite &format) {
  std::string text = format.name.empty() ? "" : format.name + " = ";
  text += "composite (";
  for (int64_t dim = 0; dim < format.rank; ++dim)
    text.append(dim ? ", " : "").append(dimName(format.rank, dim));
  text += ") -> (";
  for (size_t part = 0; part < format.parts.size(); ++part)
    text.append(part ? ", " : "").append(partText(format, format.parts[part]));
  return text + ")";
}

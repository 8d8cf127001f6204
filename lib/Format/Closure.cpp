//===- Closure.cpp - what the levels of a format determine ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Closure.h"

#include <algorithm>

using namespace spindle::format;

//===----------------------------------------------------------------------===//
// (C7) Determined dimensions
//===----------------------------------------------------------------------===//

Closure::Closure(const Format &format, const LevelSet *included) {
  for (size_t l = 0; l < format.levels.size(); ++l)
    if (!included || (*included)[l])
      learn(format.levels[l].expr, Expr::dim(l));
  size_t before;
  do {
    before = known.size();
    for (size_t e = 0; e < known.size(); ++e) {
      Expr expr = known[e];
      learnDividend(expr);
      learnTerm(expr);
    }
  } while (known.size() != before);
}

Expr Closure::getValue(const Expr &expr) const {
  if (expr.isConstant())
    return expr;
  auto found = index.find(expr);
  return found == index.end() ? Expr() : values[found->second];
}

void Closure::learn(const Expr &expr, Expr value) {
  if (!index.emplace(expr, known.size()).second)
    return;
  known.push_back(expr);
  values.push_back(std::move(value));
}

/// Learns `x` from `x floordiv c` and `x mod c`, of which `expr` is one.
void Closure::learnDividend(const Expr &expr) {
  if (!expr.isDivision() || knows(expr.lhs()))
    return;
  const Expr &dividend = expr.lhs(), &divisor = expr.rhs();
  Expr quotient = dividend.floorDiv(divisor), remainder = dividend % divisor;
  if (!knows(quotient) || !knows(remainder))
    return;
  Expr high = getValue(quotient), low = getValue(remainder);
  learn(dividend, high && low ? high * divisor + low : Expr());
}

/// Learns the term of the sum `expr` that is the only unknown one.
void Closure::learnTerm(const Expr &expr) {
  if (!expr.is(ExprKind::Add) && !expr.is(ExprKind::Mul))
    return;
  std::vector<Term> terms = collectTerms(expr);
  auto unknown = std::find_if(terms.begin(), terms.end(),
                              [&](const Term &t) { return !knows(t.expr); });
  if (unknown == terms.end())
    return;
  // What is left of the sum is `factor` times the unknown term.
  Expr rest = getValue(expr);
  for (auto term = terms.begin(); term != terms.end(); ++term) {
    if (term == unknown)
      continue;
    if (!knows(term->expr))
      return;
    Expr value = getValue(term->expr);
    rest = rest && value ? rest - value * term->factor : Expr();
  }
  bool isUnit = unknown->factor == 1 || unknown->factor == -1;
  learn(unknown->expr, rest && isUnit ? rest * unknown->factor : Expr());
}

std::vector<Expr> spindle::format::findDims(const Format &format) {
  Closure closure(format);
  std::vector<Expr> dims;
  for (int64_t dim = 0; dim < format.rank; ++dim)
    dims.push_back(closure.getValue(Expr::dim(dim)));
  return dims;
}

/// Adds `factor` times the sum `value` over coordinates of levels. Factors that
/// overflow are of coordinates that are 0.
static void addFactors(const Expr &value, uint64_t factor,
                       std::vector<int64_t> &factors) {
  for (const Term &term : collectTerms(value)) {
    uint64_t own = factor * uint64_t(term.factor);
    if (term.expr.is(ExprKind::Dim))
      factors[term.expr.number()] =
          int64_t(uint64_t(factors[term.expr.number()]) + own);
    else if (term.expr.isOperation())
      addFactors(term.expr, own, factors);
  }
}

std::optional<std::vector<int64_t>>
spindle::format::findFactors(const Format &format, const Expr &name,
                             const LevelSet &included) {
  Expr value = Closure(format, &included).getValue(name);
  if (!value)
    return std::nullopt;
  std::vector<int64_t> factors(format.levels.size(), 0);
  addFactors(value, 1, factors);
  return factors;
}

//===----------------------------------------------------------------------===//
// (C15) The order of inspectors
//===----------------------------------------------------------------------===//

namespace {
/// Numbers inspectors when an expression first uses them.
struct Numbering {
  explicit Numbering(const std::vector<Inspector> &inspectors)
      : inspectors(inspectors), numbers(inspectors.size()) {}

  Expr rewrite(const Expr &expr);
  void number(size_t symbol);

  const std::vector<Inspector> &inspectors;
  /// For each old symbol the new one, once it is numbered.
  std::vector<Expr> numbers;
  std::vector<Inspector> numbered;
};
} // namespace

/// Numbers an inspector after those that it uses.
void Numbering::number(size_t symbol) {
  Inspector inspector = inspectors[symbol];
  inspector.subject = rewrite(inspector.subject);
  inspector.group = rewrite(inspector.group);
  numbers[symbol] = Expr::symbol(numbered.size());
  numbered.push_back(std::move(inspector));
}

/// The expression with the new symbols, the first to be met numbered first.
Expr Numbering::rewrite(const Expr &expr) {
  expr.walk([&](const Expr &part) {
    if (part.is(ExprKind::Symbol) && !numbers[part.number()])
      number(part.number());
    return true;
  });
  std::vector<Expr> symbols = numbers;
  for (size_t s = 0; s < symbols.size(); ++s)
    if (!symbols[s])
      symbols[s] = Expr::symbol(s);
  return expr.replaceSymbols(symbols);
}

NumberedExprs
spindle::format::numberInspectors(const std::vector<Inspector> &inspectors,
                                  const std::vector<Expr> &exprs) {
  Numbering numbering(inspectors);
  NumberedExprs result;
  for (const Expr &expr : exprs)
    result.exprs.push_back(numbering.rewrite(expr));
  result.inspectors = std::move(numbering.numbered);
  return result;
}

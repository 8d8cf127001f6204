//===- FormatClosure.cpp - what the levels of a format determine ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatRules.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// (C7) Determined dimensions
//===----------------------------------------------------------------------===//

namespace {
/// One term of a sum, `factor` times `expr`.
struct Term {
  AffineExpr expr;
  int64_t factor;
};

/// The expressions whose values follow from the coordinates of the levels: the
/// coordinates, and what quotients with remainders and sums give. `known` only
/// grows, and by parts of the levels' expressions, so that growing ends.
struct Closure {
  explicit Closure(ArrayRef<LevelAttr> levels);

  bool knows(AffineExpr expr) const {
    return isa<AffineConstantExpr>(expr) || known.contains(expr);
  }
  AffineExpr getValue(AffineExpr expr) const {
    return isa<AffineConstantExpr>(expr) ? expr : known.lookup(expr);
  }
  void learnDividend(AffineExpr expr);
  void learnTerm(AffineExpr expr);
  void grow();

  /// For each known expression its value over the coordinates of the levels;
  /// null where it is known by a sum with another factor than 1 and -1.
  llvm::MapVector<AffineExpr, AffineExpr> known;
};
} // namespace

/// The terms of the sum `expr`, one where it is none.
static SmallVector<Term> collectTerms(AffineExpr expr) {
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  if (operation && expr.getKind() == AffineExprKind::Add) {
    SmallVector<Term> terms = collectTerms(operation.getLHS());
    llvm::append_range(terms, collectTerms(operation.getRHS()));
    return terms;
  }
  if (!operation || expr.getKind() != AffineExprKind::Mul)
    return {{expr, 1}};
  auto factor = cast<AffineConstantExpr>(operation.getRHS());
  return {{operation.getLHS(), factor.getValue()}};
}

std::optional<Difference> spindle::sparse::getDifference(AffineExpr expr) {
  SmallVector<Term> terms = collectTerms(expr);
  if (terms.size() != 2)
    return std::nullopt;
  if (terms[0].factor == -1)
    std::swap(terms[0], terms[1]);
  auto plus = dyn_cast<AffineDimExpr>(terms[0].expr);
  auto minus = dyn_cast<AffineDimExpr>(terms[1].expr);
  if (!plus || !minus || terms[0].factor != 1 || terms[1].factor != -1)
    return std::nullopt;
  return Difference{plus.getPosition(), minus.getPosition()};
}

Closure::Closure(ArrayRef<LevelAttr> levels) {
  for (auto [l, level] : llvm::enumerate(levels))
    known.insert({level.getExpr(), getAffineDimExpr(l, level.getContext())});
  grow();
}

/// Learns `x` from `x floordiv c` and `x mod c`, of which `expr` is one.
void Closure::learnDividend(AffineExpr expr) {
  auto operation = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!operation)
    return;
  if (expr.getKind() != AffineExprKind::FloorDiv &&
      expr.getKind() != AffineExprKind::Mod)
    return;
  AffineExpr dividend = operation.getLHS(), divisor = operation.getRHS();
  AffineExpr quotient = dividend.floorDiv(divisor);
  AffineExpr remainder = dividend % divisor;
  if (!knows(quotient) || !knows(remainder))
    return;
  AffineExpr high = getValue(quotient), low = getValue(remainder);
  known.insert({dividend, high && low ? high * divisor + low : AffineExpr()});
}

/// Learns the term of the sum `expr` that is the only unknown one.
void Closure::learnTerm(AffineExpr expr) {
  SmallVector<Term> terms = collectTerms(expr);
  const Term *unknown =
      llvm::find_if(terms, [&](const Term &term) { return !knows(term.expr); });
  if (unknown == terms.end())
    return;
  // What is left of the sum is `factor` times the unknown term.
  AffineExpr rest = getValue(expr);
  for (const Term &term : terms) {
    if (&term == unknown)
      continue;
    if (!knows(term.expr))
      return;
    AffineExpr value = getValue(term.expr);
    rest = rest && value ? rest - value * term.factor : AffineExpr();
  }
  bool isUnit = unknown->factor == 1 || unknown->factor == -1;
  known.insert(
      {unknown->expr, rest && isUnit ? rest * unknown->factor : AffineExpr()});
}

void Closure::grow() {
  size_t before;
  do {
    before = known.size();
    for (size_t e = 0; e < known.size(); ++e) {
      AffineExpr expr = known.begin()[e].first;
      learnDividend(expr);
      learnTerm(expr);
    }
  } while (known.size() != before);
}

int64_t spindle::sparse::findUndetermined(int64_t rank,
                                          ArrayRef<LevelAttr> levels) {
  Closure closure(levels);
  for (int64_t d = 0; d < rank; ++d)
    if (levels.empty() ||
        !closure.knows(getAffineDimExpr(d, levels.front().getContext())))
      return d;
  return -1;
}

AffineMap FormatAttr::getDimMap() const {
  if (isFamily())
    return {};
  Closure closure(getLevels());
  SmallVector<AffineExpr> dims;
  for (int64_t d = 0; d < getRank(); ++d)
    if (!dims.emplace_back(closure.getValue(getAffineDimExpr(d, getContext()))))
      return {};
  return AffineMap::get(getLevels().size(), 0, dims, getContext());
}

//===----------------------------------------------------------------------===//
// (C15) The order of inspectors
//===----------------------------------------------------------------------===//

namespace {
/// Numbers inspectors when an expression first uses them.
struct Numbering {
  explicit Numbering(ArrayRef<InspectorAttr> inspectors)
      : inspectors(inspectors), numbers(inspectors.size()) {}

  AffineExpr rewrite(AffineExpr expr);
  void number(unsigned symbol, MLIRContext *context);

  ArrayRef<InspectorAttr> inspectors;
  /// For each old symbol the new one, once it is numbered.
  SmallVector<AffineExpr> numbers;
  SmallVector<InspectorAttr> numbered;
};
} // namespace

/// Numbers an inspector after those that it uses.
void Numbering::number(unsigned symbol, MLIRContext *context) {
  InspectorAttr old = inspectors[symbol];
  AffineExpr subject = rewrite(old.getSubject());
  AffineExpr group = rewrite(old.getGroup());
  auto inspector =
      InspectorAttr::get(context, old.getKind(), subject, old.getKey(), group);
  numbers[symbol] = getAffineSymbolExpr(numbered.size(), context);
  numbered.push_back(inspector);
}

/// The expression with the new symbols, the first to be met numbered first.
AffineExpr Numbering::rewrite(AffineExpr expr) {
  expr.walk([&](AffineExpr part) {
    auto symbol = dyn_cast<AffineSymbolExpr>(part);
    if (symbol && !numbers[symbol.getPosition()])
      number(symbol.getPosition(), expr.getContext());
  });
  SmallVector<AffineExpr> symbols;
  for (auto [s, number] : llvm::enumerate(numbers))
    symbols.push_back(number ? number
                             : getAffineSymbolExpr(s, expr.getContext()));
  return expr.replaceSymbols(symbols);
}

NumberedExprs
spindle::sparse::numberInspectors(ArrayRef<InspectorAttr> inspectors,
                                  ArrayRef<AffineExpr> exprs) {
  Numbering numbering(inspectors);
  NumberedExprs result;
  for (AffineExpr expr : exprs)
    result.exprs.push_back(numbering.rewrite(expr));
  result.inspectors = std::move(numbering.numbered);
  return result;
}

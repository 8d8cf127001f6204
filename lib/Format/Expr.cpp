//===- Expr.cpp - expressions of formats ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Format/Expr.h"

#include <numeric>

using namespace spindle::format;

Expr Expr::leaf(ExprKind kind, int64_t number) {
  auto make = [](ExprKind kind, int64_t number) {
    auto node = std::make_shared<Node>();
    node->kind = kind;
    node->number = number;
    node->hash = std::hash<int64_t>()(number) * 31 + size_t(kind);
    Expr expr;
    expr.node = std::move(node);
    return expr;
  };
  // The names that most expressions have are there once.
  constexpr int64_t most = 8;
  static const std::vector<Expr> names = [&] {
    std::vector<Expr> all;
    for (int64_t n = 0; n < 2 * most; ++n)
      all.push_back(
          make(n < most ? ExprKind::Dim : ExprKind::Symbol, n % most));
    return all;
  }();
  if (kind == ExprKind::Constant || number < 0 || number >= most)
    return make(kind, number);
  return names[kind == ExprKind::Dim ? number : most + number];
}

Expr Expr::operation(ExprKind kind, Expr lhs, Expr rhs) {
  auto node = std::make_shared<Node>();
  node->kind = kind;
  node->hash = (lhs.hash() * 1000003 + rhs.hash()) * 31 + size_t(kind);
  node->lhs = std::move(lhs);
  node->rhs = std::move(rhs);
  Expr expr;
  expr.node = std::move(node);
  return expr;
}

bool Expr::operator==(const Expr &other) const {
  if (node == other.node)
    return true;
  if (!node || !other.node || hash() != other.hash() || kind() != other.kind())
    return false;
  return isOperation() ? lhs() == other.lhs() && rhs() == other.rhs()
                       : number() == other.number();
}

std::optional<int64_t> Expr::rightConstant() const {
  if (!isOperation() || !rhs().isConstant())
    return std::nullopt;
  return rhs().number();
}

bool Expr::isSymbolicOrConstant() const {
  return walk([](const Expr &part) { return !part.is(ExprKind::Dim); });
}

bool Expr::usesDim(int64_t dim) const {
  return !walk([&](const Expr &part) { return !part.isDim(dim); });
}

bool Expr::walk(const std::function<bool(const Expr &)> &fn) const {
  if (isOperation() && !(lhs().walk(fn) && rhs().walk(fn)))
    return false;
  return fn(*this);
}

Expr Expr::replaceSymbols(const std::vector<Expr> &symbols) const {
  if (is(ExprKind::Symbol))
    return number() < int64_t(symbols.size()) ? symbols[number()] : *this;
  if (!isOperation())
    return *this;
  Expr left = lhs().replaceSymbols(symbols);
  Expr right = rhs().replaceSymbols(symbols);
  if (left == lhs() && right == rhs())
    return *this;
  switch (kind()) {
  case ExprKind::Add:
    return left + right;
  case ExprKind::Mul:
    return left * right;
  case ExprKind::FloorDiv:
    return left.floorDiv(right);
  case ExprKind::Mod:
    return left % right;
  default:
    return operation(kind(), left, right);
  }
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

static int64_t floorDivide(int64_t x, int64_t divisor) {
  int64_t quotient = x / divisor;
  return quotient - (x % divisor != 0 && (x < 0) != (divisor < 0));
}

/// A number that divides every value of the expression.
int64_t Expr::largestKnownDivisor() const {
  switch (kind()) {
  case ExprKind::Constant:
    return std::abs(number());
  case ExprKind::Add:
  case ExprKind::Mod:
    return std::gcd(lhs().largestKnownDivisor(), rhs().largestKnownDivisor());
  case ExprKind::Mul:
    return lhs().largestKnownDivisor() * rhs().largestKnownDivisor();
  case ExprKind::FloorDiv: {
    int64_t divisor = rightConstant().value_or(0);
    int64_t left = divisor ? lhs().largestKnownDivisor() : 1;
    return divisor && left % divisor == 0 ? std::abs(left / divisor) : 1;
  }
  default:
    return 1;
  }
}

/// The factor of a product by a constant and what it is of; 1 for others.
static Term splitFactor(const Expr &expr) {
  std::optional<int64_t> factor = expr.rightConstant();
  if (expr.is(ExprKind::Mul) && factor)
    return {expr.lhs(), *factor};
  return {expr, 1};
}

static Expr simplifySum(const Expr &lhs, const Expr &rhs);

/// `lhs` less its quotient by q times q is its remainder, as is the last term
/// of a sum; none for other sums.
static Expr simplifyToRemainder(const Expr &lhs, const Expr &rhs) {
  if (!rhs.is(ExprKind::Mul))
    return {};
  const Expr &product = rhs.lhs(), &factor = rhs.rhs();
  if (factor.isConstant(-1) && product.is(ExprKind::Mul)) {
    const Expr &quotient = product.lhs();
    if (quotient.is(ExprKind::FloorDiv) && quotient.lhs() == lhs &&
        quotient.rhs() == product.rhs())
      return lhs % product.rhs();
  }
  if (!product.is(ExprKind::FloorDiv))
    return {};
  if (product.lhs() == lhs && product.rhs() == -factor)
    return lhs % product.rhs();
  Expr last = lhs.is(ExprKind::Add) ? simplifySum(lhs.rhs(), rhs) : Expr();
  return last ? lhs.lhs() + last : Expr();
}

/// The sum in another form, if there is one for it.
static Expr simplifySum(const Expr &lhs, const Expr &rhs) {
  int64_t sum;
  bool areConstant = lhs.isConstant() && rhs.isConstant();
  if (areConstant && __builtin_add_overflow(lhs.number(), rhs.number(), &sum))
    return {};
  if (areConstant)
    return Expr::constant(sum);
  // What is symbolic comes last, and a constant behind all.
  bool isFirst =
      lhs.isName() && lhs.is(rhs.kind()) && lhs.number() > rhs.number();
  if (lhs.isConstant() || isFirst ||
      (lhs.isSymbolicOrConstant() && !rhs.isSymbolicOrConstant()))
    return rhs + lhs;
  if (rhs.isConstant(0))
    return lhs;
  std::optional<int64_t> own = lhs.rightConstant();
  bool endsInConstant = lhs.is(ExprKind::Add) && own;
  if (endsInConstant && rhs.isConstant() &&
      !__builtin_add_overflow(*own, rhs.number(), &sum))
    return lhs.lhs() + Expr::constant(sum);
  Term left = splitFactor(lhs), right = splitFactor(rhs);
  if (left.expr == right.expr &&
      !__builtin_add_overflow(left.factor, right.factor, &sum))
    return left.expr * sum;
  if (endsInConstant)
    return lhs.lhs() + rhs + lhs.rhs();
  return simplifyToRemainder(lhs, rhs);
}

Expr Expr::operator+(const Expr &other) const {
  Expr simplified = simplifySum(*this, other);
  return simplified ? simplified : operation(ExprKind::Add, *this, other);
}

Expr Expr::operator*(const Expr &other) const {
  int64_t product;
  if (isConstant() && other.isConstant() &&
      !__builtin_mul_overflow(number(), other.number(), &product))
    return constant(product);
  if (!other.isSymbolicOrConstant() || (isConstant() && !other.isConstant()))
    if (isSymbolicOrConstant())
      return other * *this;
  if (other.isConstant(1))
    return *this;
  if (other.isConstant(0))
    return other;
  std::optional<int64_t> own = rightConstant();
  if (is(ExprKind::Mul) && own && other.isConstant() &&
      !__builtin_mul_overflow(*own, other.number(), &product))
    return lhs() * product;
  if (is(ExprKind::Mul) && own)
    return lhs() * other * rhs();
  return operation(ExprKind::Mul, *this, other);
}

Expr Expr::floorDiv(const Expr &other) const {
  if (!other.isConstant() || other.number() < 1)
    return operation(ExprKind::FloorDiv, *this, other);
  int64_t divisor = other.number();
  if (isConstant())
    return constant(floorDivide(number(), divisor));
  if (divisor == 1)
    return *this;
  std::optional<int64_t> own = rightConstant();
  if (is(ExprKind::Mul) && own && *own % divisor == 0)
    return lhs() * (*own / divisor);
  if (is(ExprKind::Add) && (lhs().largestKnownDivisor() % divisor == 0 ||
                            rhs().largestKnownDivisor() % divisor == 0))
    return lhs().floorDiv(other) + rhs().floorDiv(other);
  return operation(ExprKind::FloorDiv, *this, other);
}

Expr Expr::operator%(const Expr &other) const {
  if (!other.isConstant() || other.number() < 1)
    return operation(ExprKind::Mod, *this, other);
  int64_t divisor = other.number();
  if (isConstant())
    return constant(number() - floorDivide(number(), divisor) * divisor);
  if (largestKnownDivisor() % divisor == 0)
    return constant(0);
  if (is(ExprKind::Add) && lhs().largestKnownDivisor() % divisor == 0)
    return rhs() % other;
  if (is(ExprKind::Add) && rhs().largestKnownDivisor() % divisor == 0)
    return lhs() % other;
  std::optional<int64_t> own = rightConstant();
  if (is(ExprKind::Mod) && own && *own >= 1 && *own % divisor == 0)
    return lhs() % other;
  return operation(ExprKind::Mod, *this, other);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

std::vector<Term> spindle::format::collectTerms(const Expr &expr) {
  if (!expr.is(ExprKind::Add))
    return {splitFactor(expr)};
  std::vector<Term> terms = collectTerms(expr.lhs());
  for (Term &term : collectTerms(expr.rhs()))
    terms.push_back(std::move(term));
  return terms;
}

std::optional<Difference> spindle::format::getDifference(const Expr &expr) {
  std::vector<Term> terms = collectTerms(expr);
  if (terms.size() != 2)
    return std::nullopt;
  if (terms[0].factor == -1)
    std::swap(terms[0], terms[1]);
  const Expr &plus = terms[0].expr, &minus = terms[1].expr;
  if (!plus.is(ExprKind::Dim) || !minus.is(ExprKind::Dim) ||
      terms[0].factor != 1 || terms[1].factor != -1)
    return std::nullopt;
  return Difference{plus.number(), minus.number()};
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Prints a sum; one with a term of a negative factor as a difference.
static std::string printSum(const Expr &sum, const NameExpr &name) {
  const Expr &rhs = sum.rhs();
  const Expr &factor = rhs.is(ExprKind::Mul) ? rhs.rhs() : rhs;
  bool isMinus = factor.isConstant() && factor.number() < 0;
  Expr printed = isMinus ? -rhs : rhs;
  return printExpr(sum.lhs(), name) + (isMinus ? " - " : " + ") +
         printExpr(printed, name, printed.is(ExprKind::Add));
}

std::string spindle::format::printExpr(const Expr &expr, const NameExpr &name,
                                       bool isFactor) {
  if (expr.isConstant())
    return std::to_string(expr.number());
  if (!expr.isOperation())
    return name(expr);
  std::string text;
  if (expr.is(ExprKind::Add))
    text = printSum(expr, name);
  else
    text = printExpr(expr.lhs(), name, /*isFactor=*/true) +
           (expr.is(ExprKind::Mul)   ? " * "
            : expr.is(ExprKind::Mod) ? " mod "
                                     : " floordiv ") +
           printExpr(expr.rhs(), name, /*isFactor=*/true);
  return isFactor ? "(" + text + ")" : text;
}

//===- Expr.h - expressions of formats --------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, products, quotients and remainders of dimensions, of symbols (the
// inspectors of a format, the criteria of a composite one) and of numbers. An
// expression is a value; equal ones are those of one tree. The operators
// simplify by the rules of MLIR's affine expressions, which a test compares, so
// that an expression is the same tree in the compiler and here.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_FORMAT_EXPR_H
#define SPINDLE_FORMAT_EXPR_H

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace spindle::format {

/// What an expression is: one of the first three, or an operation.
enum class ExprKind : uint8_t {
  Dim,
  Symbol,
  Constant,
  Add,
  Mul,
  FloorDiv,
  Mod,
  /// Of no format: a rule says so.
  CeilDiv
};

/// An expression; one that is made without arguments is none.
class Expr {
public:
  Expr() = default;

  static Expr dim(int64_t number) { return leaf(ExprKind::Dim, number); }
  static Expr symbol(int64_t number) { return leaf(ExprKind::Symbol, number); }
  static Expr constant(int64_t value) {
    return leaf(ExprKind::Constant, value);
  }
  /// The operation `kind` as it stands; the operators below simplify.
  static Expr operation(ExprKind kind, Expr lhs, Expr rhs);

  /// Whether there is an expression.
  explicit operator bool() const { return bool(node); }
  ExprKind kind() const;
  bool is(ExprKind kind) const;
  bool isOperation() const { return kind() >= ExprKind::Add; }
  bool isConstant() const { return is(ExprKind::Constant); }
  bool isConstant(int64_t value) const {
    return isConstant() && number() == value;
  }
  bool isDim(int64_t number) const {
    return is(ExprKind::Dim) && this->number() == number;
  }
  /// Whether it is a dimension or a symbol as it stands.
  bool isName() const { return is(ExprKind::Dim) || is(ExprKind::Symbol); }
  /// Whether it is a quotient or a remainder.
  bool isDivision() const {
    return is(ExprKind::FloorDiv) || is(ExprKind::Mod);
  }
  /// The dimension, the symbol or the constant.
  int64_t number() const;
  /// The operands of an operation.
  const Expr &lhs() const;
  const Expr &rhs() const;
  /// The constant on the right side of an operation; none for another one.
  std::optional<int64_t> rightConstant() const;

  /// Whether no dimension is in it.
  bool isSymbolicOrConstant() const;
  /// Whether dimension `dim` is in it.
  bool usesDim(int64_t dim) const;
  /// Calls `fn` with each part, operands before operations; ends where it gives
  /// false.
  bool walk(const std::function<bool(const Expr &)> &fn) const;
  /// The expression with each symbol replaced by that of `symbols`.
  Expr replaceSymbols(const std::vector<Expr> &symbols) const;

  Expr operator+(const Expr &other) const;
  Expr operator-(const Expr &other) const { return *this + -other; }
  Expr operator-() const { return *this * constant(-1); }
  Expr operator*(const Expr &other) const;
  Expr operator*(int64_t factor) const { return *this * constant(factor); }
  Expr operator%(const Expr &other) const;
  Expr operator%(int64_t divisor) const { return *this % constant(divisor); }
  Expr floorDiv(const Expr &other) const;
  Expr floorDiv(int64_t divisor) const { return floorDiv(constant(divisor)); }

  bool operator==(const Expr &other) const;
  bool operator!=(const Expr &other) const { return !(*this == other); }
  /// Equal expressions have one.
  size_t hash() const;

private:
  struct Node;
  static Expr leaf(ExprKind kind, int64_t number);
  int64_t largestKnownDivisor() const;

  std::shared_ptr<const Node> node;
};

struct Expr::Node {
  ExprKind kind = ExprKind::Constant;
  int64_t number = 0;
  Expr lhs, rhs;
  size_t hash = 0;
};

inline ExprKind Expr::kind() const { return node->kind; }
inline bool Expr::is(ExprKind kind) const { return node->kind == kind; }
inline int64_t Expr::number() const { return node->number; }
inline const Expr &Expr::lhs() const { return node->lhs; }
inline const Expr &Expr::rhs() const { return node->rhs; }
inline size_t Expr::hash() const { return node ? node->hash : 0; }

/// A coordinate that is the difference of two dimensions, `plus` - `minus`.
struct Difference {
  int64_t plus, minus;
};

/// `expr` as a difference; none where it is another expression.
std::optional<Difference> getDifference(const Expr &expr);

/// One term of a sum, `factor` times `expr`.
struct Term {
  Expr expr;
  int64_t factor;
};

/// The terms of the sum `expr`, one where it is none.
std::vector<Term> collectTerms(const Expr &expr);

/// Says what a dimension or a symbol is called.
using NameExpr = std::function<std::string(const Expr &)>;

/// `expr` as text, its dimensions and symbols by `name`; in parentheses if
/// `isFactor` and it needs them.
std::string printExpr(const Expr &expr, const NameExpr &name,
                      bool isFactor = false);

} // namespace spindle::format

#endif // SPINDLE_FORMAT_EXPR_H

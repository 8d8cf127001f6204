//===- ExprParser.h - sums and products in formats --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_EXPRPARSER_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_EXPRPARSER_H

#include "FormatRules.h"

namespace spindle::sparse {

/// A word of the text, empty for none, and where it is.
struct Word {
  llvm::StringRef text;
  llvm::SMLoc loc;
};

/// Parses sums, products, quotients and remainders of numbers and of what a
/// grammar has names for. Null expressions follow a reported error.
class ExprParser {
public:
  explicit ExprParser(mlir::AsmParser &parser) : parser(parser) {}
  virtual ~ExprParser() = default;

  /// Takes the next word, if there is one.
  Word takeWord();

  /// Parses an expression; `first` is its first word if it was taken already.
  mlir::AffineExpr parseExpr(Word first = {});

protected:
  /// What the operand stands for that begins with `word`, which is not empty.
  virtual mlir::AffineExpr parseOperand(Word word) = 0;

  /// (C4) Parses what follows `(`, with its `)`.
  mlir::ParseResult
  parseNested(llvm::function_ref<mlir::ParseResult()> parseInner);

  mlir::AsmParser &parser;

private:
  mlir::AffineExpr check(llvm::SMLoc loc, mlir::AffineExpr expr);
  mlir::AffineExpr combineTerm(llvm::SMLoc loc, llvm::StringRef sign,
                               mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  mlir::AffineExpr parseTerm(Word first);
  mlir::AffineExpr parsePrimary(Word first);

  int nesting = 0;
};

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_EXPRPARSER_H

//===- FormatExprParser.h - expressions in formats --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATEXPRPARSER_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATEXPRPARSER_H

#include "FormatRules.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace spindle::sparse {

/// A word of the text, empty for none, and where it is.
struct Word {
  llvm::StringRef text;
  llvm::SMLoc loc;
};

/// The names of a format's text, and a parser of expressions over them.
/// Dimensions become dims, inspectors symbols; a name that `where` defines
/// stands for its expression. Null expressions follow a reported error.
class FormatExprParser {
public:
  explicit FormatExprParser(mlir::AsmParser &parser) : parser(parser) {}

  /// (C1) Refuses a name that is taken or a word of the grammar; takes it.
  mlir::ParseResult define(Word name);

  /// Takes the next word, if there is one.
  Word takeWord();

  /// Parses an expression; `first` is its first word if it was taken already.
  mlir::AffineExpr parseExpr(Word first = {});

  /// What the dimensions and the names of `where` stand for.
  llvm::StringMap<mlir::AffineExpr> exprs;
  /// The names that some expression uses.
  llvm::StringSet<> used;
  /// The inspectors that were met, one per symbol.
  llvm::SmallVector<InspectorAttr> inspectors;

private:
  mlir::AffineExpr parseTerm(Word first);
  mlir::AffineExpr parsePrimary(Word first);
  mlir::ParseResult nest();
  mlir::AffineExpr parseNested();
  mlir::AffineExpr parseName(Word name);
  mlir::AffineExpr parseInspector(InspectorAttr::Kind kind, Word word);
  mlir::ParseResult parseKey(InspectorAttr::Key &key);
  mlir::AffineExpr parseGroup(InspectorAttr::Kind kind);
  mlir::AffineExpr intern(llvm::SMLoc loc, InspectorAttr inspector);
  mlir::AffineExpr check(llvm::SMLoc loc, mlir::AffineExpr expr);
  mlir::AffineExpr combineTerm(llvm::SMLoc loc, llvm::StringRef sign,
                               mlir::AffineExpr lhs, mlir::AffineExpr rhs);

  mlir::AsmParser &parser;
  llvm::StringSet<> taken;
  int nesting = 0;
};

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATEXPRPARSER_H

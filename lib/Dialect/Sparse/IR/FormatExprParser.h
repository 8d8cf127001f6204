//===- FormatExprParser.h - expressions in formats --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATEXPRPARSER_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATEXPRPARSER_H

#include "ExprParser.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace spindle::sparse {

/// The names of a format's text, and a parser of expressions over them.
/// Dimensions become dims, inspectors symbols; a name that `where` defines
/// stands for its expression.
class FormatExprParser : public ExprParser {
public:
  using ExprParser::ExprParser;

  /// (C1) Refuses a name that is taken or a word of the grammar; takes it.
  mlir::ParseResult define(Word name);

  /// What the dimensions and the names of `where` stand for.
  llvm::StringMap<mlir::AffineExpr> exprs;
  /// The names that some expression uses.
  llvm::StringSet<> used;
  /// The inspectors that were met, one per symbol.
  llvm::SmallVector<InspectorAttr> inspectors;

private:
  mlir::AffineExpr parseOperand(Word word) override;
  mlir::AffineExpr parseName(Word name);
  mlir::AffineExpr parseInspector(InspectorAttr::Kind kind, Word word);
  mlir::ParseResult parseKey(InspectorAttr::Key &key);
  mlir::AffineExpr parseGroup(InspectorAttr::Kind kind);
  mlir::AffineExpr intern(llvm::SMLoc loc, InspectorAttr inspector);

  llvm::StringSet<> taken;
};

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATEXPRPARSER_H

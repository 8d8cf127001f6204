//===- FormatExprParser.h - expressions in formats --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_FORMAT_FORMATEXPRPARSER_H
#define SPINDLE_LIB_FORMAT_FORMATEXPRPARSER_H

#include "ExprParser.h"

#include <map>
#include <set>

namespace spindle::format {

/// The names of a format's text, and a parser of expressions over them.
/// Inspectors become symbols; a name that `where` defines stands for its
/// expression.
class FormatExprParser : public ExprParser {
public:
  using ExprParser::ExprParser;

protected:
  /// (C1) Refuses a name that is taken or a word of the grammar; takes it.
  bool define(Word name);

  /// What the dimensions and the names of `where` stand for.
  std::map<std::string, Expr, std::less<>> exprs;
  /// The names that some expression uses.
  std::set<std::string, std::less<>> used;
  /// The inspectors that were met, one per symbol.
  std::vector<Inspector> inspectors;

private:
  Expr parseOperand(Word word) override;
  Expr parseName(Word name);
  Expr parseInspector(InspectorKind kind, Word word);
  bool parseKey(InspectorKey &key);
  bool parseGroup(Inspector &inspector);
  Expr intern(Lexer::Loc loc, const Inspector &inspector);

  std::set<std::string, std::less<>> taken;
};

} // namespace spindle::format

#endif // SPINDLE_LIB_FORMAT_FORMATEXPRPARSER_H

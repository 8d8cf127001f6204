//===- RuleTexts.h - the table of rules ----------------------- -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_RULES_RULETEXTS_H
#define SPINDLE_LIB_DIALECT_RULES_RULETEXTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace spindle {

/// What is said of some rules. test/Lint/rule_lint.py reads this table.
struct RuleText {
  /// The rules, as "axis.start C2", separated by ", ".
  llvm::StringLiteral rules;
  /// Why there is such a rule: a clause.
  llvm::StringLiteral reason;
  /// What to do instead: a command.
  llvm::StringLiteral remedy;
};

/// The rules of the dialects `axis` and `iter`, of `sparse`, of formats, and of
/// `tesa`.
llvm::ArrayRef<RuleText> getAxisTexts();
llvm::ArrayRef<RuleText> getSparseTexts();
llvm::ArrayRef<RuleText> getFormatTexts();
llvm::ArrayRef<RuleText> getTesaTexts();

} // namespace spindle

#endif // SPINDLE_LIB_DIALECT_RULES_RULETEXTS_H

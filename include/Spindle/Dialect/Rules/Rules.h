//===- Rules.h - why there is a rule, and what to do ---------- -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules of the dialects and of formats have numbers, (C1), (C2) and so on,
// in the description of what they are about and in each error that reports one.
// An error says what was expected; the reason, and what to do instead, is in a
// table here, for each rule once, and follows the error as a note.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_RULES_RULES_H
#define SPINDLE_DIALECT_RULES_RULES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace spindle {

/// The reason for the rule that the error `message` names, and what to do
/// instead: "rule (C2) of axis.start: REASON; REMEDY". Empty where it names
/// none. What a rule is about stands before its number, as in "'axis.start' op
/// (C2)", "'sparse' dialect (C5)" and "!axis.axis (C3)"; else it is a format of
/// levels.
std::string explainRule(llvm::StringRef message);

/// Has errors in contexts of `registry` end in that as a note.
void registerRuleNotes(mlir::DialectRegistry &registry);

} // namespace spindle

#endif // SPINDLE_DIALECT_RULES_RULES_H

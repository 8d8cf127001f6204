//===- Failure.h - errors and their parts -----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What went wrong is one line, "expected X but got Y", for people, the line of
// the text that it is about below it, and its parts for programs: a library of
// Python raises an exception of them.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_FAILURE_H
#define SPINDLE_SESSION_FAILURE_H

#include "Spindle/Runtime/Support/Error.h"
#include "Spindle/Session/SourceTexts.h"
#include "Spindle/Support/Suggestion.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace spindle::session {

/// A place in a file, from 1 on; 0 for a line or column that is not known.
struct SourceLocation {
  std::string file;
  int64_t line = 0, column = 0;
};

/// Takes "file:line: " or "file:line:column: " from the front of `text`; gives
/// no file, and leaves `text` as it is, where it begins with neither.
SourceLocation takeLocation(llvm::StringRef &text);

/// An error of one line, without a leading "error: ", and notes on lines of
/// their own; below each the line of the text that it is about, where known.
class Failure : public llvm::ErrorInfo<Failure> {
public:
  static char ID;

  /// The failure that `text` tells of. What it expected and got are taken from
  /// the text, and the location that it may begin with.
  explicit Failure(std::string text);
  Failure(llvm::StringRef expected, llvm::StringRef got);

  /// The whole text.
  const std::string &getText() const { return text; }
  /// The operand that it is about; empty for none.
  const std::string &getOperand() const { return operand; }
  const SourceLocation &getLocation() const { return location; }
  /// What was expected; empty where the text does not say.
  const std::string &getExpected() const { return expected; }
  /// What came instead; empty where the text does not say.
  const std::string &getGot() const { return got; }

  void setOperand(llvm::StringRef name) { operand = name.str(); }
  /// Puts the lines of `sources` that the text is about into it, and why there
  /// is the rule that it names, once.
  void quote(const SourceTexts &sources);

  void log(llvm::raw_ostream &stream) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string text, operand, expected, got;
  SourceLocation location;
  bool isQuoted = false;
};

/// An error of one line, without the leading "error: ".
llvm::Error fail(const llvm::Twine &text);

/// "expected `expected` but got `got`".
llvm::Error failExpected(const llvm::Twine &expected, const llvm::Twine &got);

/// The runtime's error with its file and line.
llvm::Error fail(const runtime::Error &error);

/// `error`, which is about the operand called `name` unless it says another
/// one.
llvm::Error ofOperand(llvm::Error error, llvm::StringRef name);

/// `error` as a Failure, whoever made it; another that has a class of its own
/// stays what it is. Where the text begins with one of `operands`, it is about
/// that. It quotes `sources`.
llvm::Error toFailure(llvm::Error error, llvm::ArrayRef<std::string> operands,
                      const SourceTexts &sources = {});

/// `words` separated by commas; "none" where there are none.
std::string listOf(llvm::ArrayRef<llvm::StringRef> words);

/// A whole number that is not negative. `what` is what it stands for, in the
/// error for anything else and for more than an int64 holds.
llvm::Expected<int64_t> parseCount(llvm::StringRef text,
                                   const llvm::Twine &what);

} // namespace spindle::session

#endif // SPINDLE_SESSION_FAILURE_H

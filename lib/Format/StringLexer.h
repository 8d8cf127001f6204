//===- StringLexer.h - formats from strings ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_FORMAT_STRINGLEXER_H
#define SPINDLE_LIB_FORMAT_STRINGLEXER_H

#include "Spindle/Format/Lexer.h"

namespace spindle::format {

/// Gives a string piece by piece. The first error is reported, with its offset.
class StringLexer : public Lexer {
public:
  /// Begins at the start of `text`, which must outlive this.
  StringLexer(std::string_view text, const Report &report)
      : text(text), report(report) {}

  Loc getLoc() override;
  void emitError(Loc loc, const std::string &message) override;
  std::string_view takeWord() override;
  bool take(std::string_view word) override;
  bool expect(std::string_view word) override;
  bool take(Sign sign) override;
  bool expect(Sign sign) override;
  bool takeNumber(int64_t &number, bool &isRead) override;
  bool expectType(int &bits, std::string &name) override;
  bool expectAttribute(AnyFormat &format, int64_t rank) override;

  /// Nothing but space may follow.
  bool expectEnd();
  /// Takes the name before a descriptor, if there is one: all up to ` = ` where
  /// `begin` follows it.
  void skipName(std::string_view begin);
  /// Whether the text, from here on, begins with `(`.
  bool isDescriptor() const;

private:
  void skipSpace();
  std::string_view peekWord();
  bool fail(std::string_view expected);

  std::string_view text;
  /// The offset in it of what comes next.
  size_t at = 0;
  const Report &report;
  bool hasFailed = false;
};

} // namespace spindle::format

#endif // SPINDLE_LIB_FORMAT_STRINGLEXER_H

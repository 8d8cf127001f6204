//===- FormatScanner.h - Words and signs of formats ----------- -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_FORMATSCANNER_H
#define SPINDLE_LIB_RUNTIME_FORMATSCANNER_H

#include "Spindle/Runtime/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace spindle::runtime {

/// Takes words and signs from the text of a format, from its start on. Space
/// before them is passed over. A function that returns false where something
/// was not as expected has noted what was.
class FormatScanner {
public:
  /// Begins at the start of `text`, which must outlive this.
  explicit FormatScanner(std::string_view text) : text(text) {}

  /// Passes over space.
  void skipSpace();
  /// The word or number that comes next; empty where a sign does.
  std::string_view peekWord();
  /// Takes a sign or a whole word, if it is what comes next.
  bool take(std::string_view sign);
  /// Takes a sign or a whole word, which must come next.
  bool expect(std::string_view sign);
  /// Takes a number below 2^31.
  bool parseNumber(int64_t &number);
  /// Notes what was expected here; false.
  bool fail(std::string_view expected);

  /// The whole text.
  std::string_view text;
  /// The offset in it of what comes next.
  size_t at = 0;
  /// What was not as expected.
  std::optional<Error> error;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_FORMATSCANNER_H

//===- SourceTexts.h - the lines that errors are about ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_SOURCETEXTS_H
#define SPINDLE_SESSION_SOURCETEXTS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace spindle::session {

/// The texts of programs, expressions and schedules that a session has read, by
/// the names that locations have for them.
class SourceTexts {
public:
  /// Keeps a copy of `text` as that of `name`, instead of one from before.
  void add(llvm::StringRef name, llvm::StringRef text) { texts[name] = text; }

  /// `message`, each line of which that begins with a location, with line and
  /// column, in one of the texts is followed by that line of the text and by a
  /// caret below the column, both after two spaces. Of a long line it is what
  /// lies around the column.
  std::string quote(llvm::StringRef message) const;

private:
  /// The lines that follow `line` of a message; empty for none.
  std::string findQuote(llvm::StringRef line) const;

  llvm::StringMap<std::string> texts;
};

} // namespace spindle::session

#endif // SPINDLE_SESSION_SOURCETEXTS_H

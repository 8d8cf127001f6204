//===- SourceTextsTest.cpp - the lines that errors are about --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spmv.h"

#include "Spindle/Session/SourceTexts.h"
#include "llvm/ADT/Twine.h"

#include <gtest/gtest.h>

using namespace spindle::session;

namespace {

/// What follows the error on column `column` of `line`.
std::string quote(const std::string &line, int column) {
  SourceTexts texts;
  texts.add("a", "first\n" + line + "\nthird");
  std::string error = ("a:2:" + llvm::Twine(column) + ": wrong").str();
  return texts.quote(error).substr(error.size());
}

} // namespace

TEST(SourceTextsTest, LinesOfErrorsAndNotes) {
  SourceTexts texts;
  texts.add("a.mlir", "one\n  two\r\n");
  texts.add("b.mlir", "three");
  EXPECT_EQ(texts.quote("a.mlir:2:3: wrong\nnote: b.mlir:1:1: here"),
            "a.mlir:2:3: wrong\n    two\n    ^\n"
            "note: b.mlir:1:1: here\n  three\n  ^");
}

TEST(SourceTextsTest, WhatIsNoLocationInAText) {
  SourceTexts texts;
  texts.add("a", "one");
  for (const char *message :
       {"wrong", "a: wrong", "a:1: wrong", "b:1:1: wrong", "a:1:9: wrong",
        "a:2:2: wrong", "a:0:2: wrong", "in a:1:1: wrong"})
    EXPECT_EQ(texts.quote(message), message);
}

TEST(SourceTextsTest, CaretsBelowTheirColumn) {
  EXPECT_EQ(quote("abc", 1), "\n  abc\n  ^");
  // The end of the line is the last place.
  EXPECT_EQ(quote("abc", 4), "\n  abc\n     ^");
  EXPECT_EQ(quote("abc", 5), "");
  EXPECT_EQ(quote("a\tb", 3), "\n  a\tb\n   \t^");
  // Columns count bytes.
  EXPECT_EQ(quote("\xC3\xA4"
                  "b",
                  3),
            "\n  \xC3\xA4"
            "b\n   ^");
}

TEST(SourceTextsTest, LongLinesAreCut) {
  std::string line = std::string(100, 'a') + "b" + std::string(100, 'c');
  EXPECT_EQ(quote(line, 1), "\n  " + line.substr(0, 120) + "...\n  ^");
  EXPECT_EQ(quote(line, 101), "\n  ..." + line.substr(40, 120) + "...\n  " +
                                  std::string(63, ' ') + "^");
  EXPECT_EQ(quote(line, 202),
            "\n  ..." + line.substr(81) + "\n  " + std::string(123, ' ') + "^");
}

TEST(SourceTextsTest, LongLinesAreCutBetweenCharacters) {
  std::string line;
  for (int i = 0; i < 101; ++i)
    line += "\xC3\xA4";
  std::string quoted = quote("b" + line, 102);
  std::string shown = quoted.substr(0, quoted.rfind('\n'));
  EXPECT_EQ(shown.substr(3, 5), "...\xC3\xA4");
  EXPECT_EQ(shown.substr(shown.size() - 5), "\xC3\xA4...");
}

TEST(SourceTextsTest, FailuresKeepTheirParts) {
  SourceTexts texts;
  texts.add("a.mlir", "but got nothing");
  Failure failure("a.mlir:1:5: expected this but got that");
  failure.quote(texts);
  // A step inside another one has done it.
  failure.quote(texts);
  EXPECT_EQ(failure.getText(), "a.mlir:1:5: expected this but got that\n"
                               "  but got nothing\n      ^");
  EXPECT_EQ(failure.getExpected(), "this");
  EXPECT_EQ(failure.getGot(), "that");
  EXPECT_EQ(failure.getLocation().column, 5);
}

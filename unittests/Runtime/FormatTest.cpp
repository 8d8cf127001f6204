//===- FormatTest.cpp - Descriptors of formats ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOperands.h"

using namespace spindle::runtime;

/// The message for a format that breaks a rule.
static std::string refusal(std::string_view from) {
  return text(parseFormat(from));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST(FormatTest, NamedFormatsPrintAsTheyAreRead) {
  for (const char *text :
       {formats::csr,
        formats::csc,
        formats::dcsr,
        formats::coo,
        formats::dense,
        formats::bitmap,
        formats::ragged,
        formats::ell,
        formats::bsr,
        formats::bsrFull,
        formats::dbsr,
        formats::panel,
        formats::blockedEll,
        "() -> ()",
        "(i) -> (i : compressed(unordered, pos = i64, crd = i8))",
        "(i, j) -> (i : dense, j : fixed(8, crd = i16)) full",
        "(i, j) -> (i : dense, j : fixed(8)) bitmap",
        "(i, j) -> (j - i : compressed(crd = i64), i : dense)",
        "(i, j) -> (i floordiv 16 : dense, j - i : compressed, i mod 16 : "
        "dense)",
        "(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured(2, "
        "4))",
        "(i, j) -> (i : dense, j : fixed(8)) lengths and bitmap",
        "(i, j, k) -> (i : compressed(nonunique), j : singleton, "
        "k : singleton(unique, unordered) of i)",
        "(i, j, k) -> (i : dense, j : dense, k : singleton of (i, j))",
        "(i) -> ((i floordiv 6) mod 3 : dense, i floordiv 18 : dense, "
        "i mod 6 : dense)"})
    EXPECT_EQ(printFormat(format(text)), text);
}

TEST(FormatTest, NamesAreSpelling) {
  EXPECT_EQ(printFormat(format("(row,col)->(a=row floordiv 3:dense,\n"
                               "col:compressed,b=row mod 3:dense of a)")),
            "(i, j) -> (io = i floordiv 3 : dense, j : compressed, "
            "i mod 3 : dense of io)");
  EXPECT_EQ(printFormat(format("(a, b, c, d, e, f, g) -> (a : dense, b : dense,"
                               "c : dense, d : dense, e : dense, f : dense, "
                               "g : dense)")),
            "(d0, d1, d2, d3, d4, d5, d6) -> (d0 : dense, d1 : dense, "
            "d2 : dense, d3 : dense, d4 : dense, d5 : dense, d6 : dense)");
}

TEST(FormatTest, WhatIsKeptByDefault) {
  auto kept = [](std::string_view text) {
    Format result = format(text);
    return std::pair(result.keepsLengths, result.keepsBitmap);
  };
  EXPECT_EQ(kept(formats::csr), std::pair(false, false));
  EXPECT_EQ(kept(formats::panel), std::pair(false, false));
  EXPECT_EQ(kept(formats::dense), std::pair(false, false));
  EXPECT_EQ(kept(formats::bsr), std::pair(false, true));
  EXPECT_EQ(kept(formats::ell), std::pair(true, false));
  EXPECT_EQ(kept(formats::blockedEll), std::pair(true, true));
  EXPECT_EQ(kept(formats::bsrFull), std::pair(false, false));
  EXPECT_EQ(kept("(i, j) -> (j - i : compressed, i : dense)"),
            std::pair(false, true));
  EXPECT_EQ(kept("(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : "
                 "structured(2, 4))"),
            std::pair(false, true));
  EXPECT_EQ(kept("(i, j, k) -> (i : dense, j : fixed(2), k : fixed(2) of i)"),
            std::pair(true, true));
}

TEST(FormatTest, RefusesOtherText) {
  EXPECT_EQ(refusal("csr"),
            "offset 0: expected '(', or a name and ' = ' but got 'csr'");
  EXPECT_EQ(refusal("(i, i) -> ()"),
            "offset 4: expected a new name but got 'i'");
  EXPECT_EQ(refusal("(i) -> (k : dense)"),
            "offset 8: expected a dimension but got 'k'");
  EXPECT_EQ(refusal("(i) -> (i : thick)"),
            "offset 12: expected a kind of level (dense, compressed, fixed, "
            "structured, variable, singleton) but got 'thick'");
  EXPECT_EQ(refusal("(i) -> (i : dense(pos = i32))"),
            "offset 18: expected a property of the level but got 'pos'");
  EXPECT_EQ(refusal("(i) -> (i : compressed(pos = f32))"),
            "offset 29: expected 'i8', 'i16', 'i32' or 'i64' but got 'f32'");
  EXPECT_EQ(refusal("(i) -> (i : compressed(crd = i8, crd = i8))"),
            "offset 33: expected each property once but got 'crd'");
  EXPECT_EQ(refusal("(i) -> (i : fixed)"),
            "offset 17: expected '(' but got ')'");
  EXPECT_EQ(refusal("(i) -> (i floordiv 4294967296 : dense)"),
            "offset 19: expected a number below 2^31 but got '4294967296'");
  EXPECT_EQ(refusal("(i, j) -> (i : dense, j : compressed of k)"),
            "offset 40: expected the name of an earlier level but got 'k'");
  EXPECT_EQ(refusal("(i) -> (i : dense) slim"),
            "offset 19: expected 'bitmap' but got 'slim'");
  EXPECT_EQ(refusal("(i) -> (i : dense"),
            "offset 17: expected ')' but got the end");
  EXPECT_EQ(refusal("(i) -> (i : compressed) full)"),
            "offset 28: expected the end but got ')'");
  EXPECT_EQ(refusal("(i) -> (" + std::string(40, '(')),
            "offset 41: expected at most 32 parentheses in one another but got "
            "'('");
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

TEST(FormatTest, RefusesWhatCannotBeStored) {
  EXPECT_EQ(refusal("(i) -> (i floordiv 0 : dense)"),
            "level 0: expected a divisor of at least 1 but got 0");
  EXPECT_EQ(refusal("(i) -> (i : fixed(0))"),
            "level 0: expected a width of at least 1, or -1 but got 0");
  EXPECT_EQ(refusal("(i, j) -> (i : variable, j : dense)"),
            "level 0: expected a parent but got none");
  EXPECT_EQ(refusal("(i, j) -> (i : dense, j floordiv 2 : variable, "
                    "j mod 2 : dense)"),
            "level 1: expected a dimension as the coordinate of a variable "
            "level but got a quotient or a remainder");
  EXPECT_EQ(refusal("(i, j, k) -> (i : dense, j : dense, "
                    "k : compressed of (i, j))"),
            "level 2: expected at most one parent of a level that is no "
            "singleton but got 2");
  EXPECT_EQ(refusal("(i, j) -> (i : dense, j : dense, "
                    "i floordiv 1 : compressed)"),
            "level 2: expected a coordinate of its own but got that of level "
            "0");
  EXPECT_EQ(refusal("(i, j) -> (i : dense)"),
            "expected levels that determine dimension 1 but got none");
  EXPECT_EQ(refusal("(i) -> (i floordiv 4 : dense, i mod 3 : dense)"),
            "expected levels that determine dimension 0 but got none");
}

TEST(FormatTest, RefusesLevelsThatAreNotUnique) {
  const char *message =
      "level 0: expected a level that is not unique to be compressed, above "
      "singletons of this one parent and nothing else, or above one fixed "
      "level of a known width but got another one";
  EXPECT_EQ(refusal("(i) -> (i : compressed(nonunique))"), message);
  EXPECT_EQ(refusal("(i, j) -> (i : compressed(nonunique), j : fixed(?))"),
            message);
  EXPECT_EQ(refusal("(i, j) -> (i : fixed(4, nonunique), j : singleton)"),
            message);
  EXPECT_EQ(refusal("(i, j, k) -> (i : compressed(nonunique), j : singleton, "
                    "k : dense of i)"),
            message);
}

TEST(FormatTest, RefusesWhatTheLayoutRuleDoes) {
  EXPECT_EQ(
      refusal("(i, j, k) -> (i : dense, j : compressed, "
              "k : compressed of i)"),
      "expected levels with a layout but got level 2, which would close a "
      "dimension of one that is not above it");
}

TEST(FormatTest, RefusesToKeepWhatSaysNothing) {
  EXPECT_EQ(refusal("(i, j) -> (i : dense, j : compressed) lengths"),
            "expected a fixed level to keep lengths of but got none");
  EXPECT_EQ(refusal("(i, j) -> (i : dense, j : compressed) bitmap"),
            "expected a storage dimension of a dense or fixed level to keep a "
            "bitmap of but got none");
}

TEST(FormatTest, RefusesWhatNoTextSays) {
  Format one = format(formats::csr);
  one.levels[1].parents = {1};
  EXPECT_EQ(text(validate(one)), "level 1: expected a parent that comes before "
                                 "it but got level 1");
  one = format(formats::csr);
  one.levels[1].dim = 2;
  EXPECT_EQ(text(validate(one)),
            "level 1: expected a dimension in [0, 2) but got 2");
  one = format(formats::csr);
  one.levels[1].crd = DType::F32;
  EXPECT_EQ(text(validate(one)),
            "level 1: expected an integer index type but got f32");
  one = format(formats::csr);
  one.levels[1].width = 3;
  EXPECT_EQ(text(validate(one)), "level 1: expected width 0 of a level that is "
                                 "not fixed but got 3");
  one = format(formats::csr);
  one.levels[1].parents = {};
  EXPECT_EQ(text(validate(one)), "level 1: expected a parent but got none");
  one.rank = 33;
  EXPECT_EQ(text(validate(one)), "expected a rank of 0 to 32 but got 33");
  one = format("(i, j, k) -> (i : dense, j : dense, k : singleton of (i, j))");
  one.levels[2].parents = {0, 0};
  EXPECT_EQ(text(validate(one)),
            "level 2: expected parents that are different but got level 0 "
            "twice");
}

//===----------------------------------------------------------------------===//
// Layout and extents
//===----------------------------------------------------------------------===//

TEST(FormatTest, StorageDimensions) {
  auto dims = [](std::string_view text) {
    return *getStorageDims(format(text));
  };
  EXPECT_EQ(dims(formats::csr), Indices({1}));
  EXPECT_EQ(dims(formats::dense), Indices({0, 1}));
  EXPECT_EQ(dims(formats::coo), Indices({0}));
  EXPECT_EQ(dims(formats::bsr), Indices({1, 2, 3}));
  EXPECT_EQ(dims(formats::ell), Indices({0, 1}));
  EXPECT_EQ(dims(formats::blockedEll), Indices({0, 1, 2, 3}));
  EXPECT_EQ(dims(formats::panel), Indices({3}));
  // SELL without its order: a dimension is opened in the place of the first.
  EXPECT_EQ(dims("(i, s, t) -> (i : dense, t : dense of i, s : variable of i)"),
            Indices({2, 1}));
}

TEST(FormatTest, Extents) {
  Format format = spindle::runtime::format(
      "(i, j) -> (i floordiv 4 : dense, i mod 4 : dense, "
      "(j mod 10) floordiv 4 : dense, (j mod 10) mod 4 : dense, "
      "j floordiv 10 : dense)");
  Indices extents;
  for (const Level &level : format.levels)
    extents.push_back(getExtent(level, {9, 25}));
  EXPECT_EQ(extents, Indices({3, 4, 3, 4, 3}));
  EXPECT_EQ(getExtent(format.levels[0], {0, 0}), 0);
  EXPECT_EQ(getExtent(format.levels[1], {0, 0}), 4);
}

//===- FormatTest.cpp - Descriptors of formats ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Storage/StoredFormat.h"
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
        "k : singleton(unique, unordered) of i)"})
    EXPECT_EQ(std::string_view(text)[0] == '(' ? printDescriptor(format(text))
                                               : printFormat(format(text)),
              text);
}

TEST(FormatTest, NamesAreSpelling) {
  EXPECT_EQ(printFormat(format("csr")), formats::csr);
  EXPECT_EQ(printFormat(format("(row,col)->(a=row floordiv 3:dense,\n"
                               "col:compressed,b=row mod 3:dense of a)")),
            "(i, j) -> (io = i floordiv 3 : dense, j : compressed, "
            "i mod 3 : dense of io)");
  EXPECT_EQ(
      printDescriptor(format("(a, b, c, d, e, f, g) -> (a : dense, b : dense,"
                             "c : dense, d : dense, e : dense, f : dense, "
                             "g : dense)")),
      "(d0, d1, d2, d3, d4, d5, d6) -> (d0 : dense, d1 : dense, "
      "d2 : dense, d3 : dense, d4 : dense, d5 : dense, d6 : dense)");
}

TEST(FormatTest, WhatIsKeptByDefault) {
  auto kept = [](std::string_view text) {
    Format result = format(text);
    return std::pair(result.keepsLengths(), result.keepsBitmap());
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
  EXPECT_EQ(refusal("scr"),
            "offset 0: expected the name of a format (dense, csr, csc, dcsr, "
            "coo, csf, ragged, bsr, dbsr, ell, sell, dia, ldia, sr_bcrs, "
            "panel, rowlen, nm, ell3d) but got 'scr'");
  EXPECT_EQ(refusal("(i, i) -> ()"),
            "offset 4: (C1) expected the name 'i' to be defined once");
  EXPECT_EQ(refusal("(i) -> (k : dense)"),
            "offset 8: (C2) expected a dimension or a name that 'where' "
            "defines before but got 'k'");
  EXPECT_EQ(refusal("(i) -> (i : thick)"),
            "offset 12: expected a kind of level (dense, compressed, fixed, "
            "variable, singleton, structured) but got 'thick'");
  EXPECT_EQ(refusal("(i) -> (i : dense(pos = i32))"),
            "offset 18: (C12) expected no property on a dense level but got "
            "'pos'");
  EXPECT_EQ(refusal("(i) -> (i : compressed(pos = f32))"),
            "offset 29: (C11) expected 'pos' to be one of i32, i64 but got "
            "'f32'");
  EXPECT_EQ(refusal("(i) -> (i : compressed(crd = i8, crd = i8))"),
            "offset 33: (C12) expected 'crd' once");
  EXPECT_EQ(refusal("(i) -> (i : fixed)"),
            "offset 17: expected '(' but got ')'");
  EXPECT_EQ(refusal("(i) -> (i floordiv 4294967296 : dense)"),
            "offset 19: (C4) expected constants of magnitude at most "
            "2147483647 but got 4294967296");
  EXPECT_EQ(refusal("(i) -> (i floordiv 99999999999999999999 : dense)"),
            "offset 19: integer value too large");
  EXPECT_EQ(refusal("(i, j) -> (i : dense, j : compressed of k)"),
            "offset 40: (C2) expected 'of' to name an earlier level but got "
            "'k'");
  EXPECT_EQ(refusal("(i) -> (i : dense) slim"),
            "offset 19: expected the end but got 'slim'");
  EXPECT_EQ(refusal("(i) -> (i : dense"),
            "offset 17: expected ')' but got the end");
  EXPECT_EQ(refusal("(i) -> (i : compressed) full)"),
            "offset 28: expected the end but got ')'");
  EXPECT_EQ(refusal("(i) -> (" + std::string(40, '(')),
            "offset 41: (C4) expected at most 32 nested parentheses");
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

TEST(FormatTest, RefusesWhatTheRulesDo) {
  EXPECT_EQ(refusal("(i) -> (i floordiv 0 : dense)"),
            "offset 10: (C3) expected a constant of at least 1 on the right "
            "side of 'floordiv' but got 0");
  EXPECT_EQ(refusal("(i) -> (i : fixed(0))"),
            "offset 18: (C10) expected a number from 1 to 2147483647 but got "
            "0");
  EXPECT_EQ(refusal("(i, j) -> (i : variable, j : dense)"),
            "offset 0: (C9) expected a parent of level 0, which is variable");
  EXPECT_EQ(refusal("(i, j, k) -> (i : dense, j : dense, "
                    "k : compressed of (i, j))"),
            "offset 36: (C8) expected one parent of a compressed level but got "
            "2");
  EXPECT_EQ(refusal("(i, j) -> (i : dense, j : dense, "
                    "i floordiv 1 : compressed)"),
            "offset 0: (C6) expected different coordinates of levels 0 and 2");
  EXPECT_EQ(refusal("(i, j) -> (i : dense)"),
            "offset 0: (C7) expected the levels to determine dimension 1");
  EXPECT_EQ(refusal("(i) -> (i floordiv 4 : dense, i mod 3 : dense)"),
            "offset 0: (C7) expected the levels to determine dimension 0");
  EXPECT_EQ(refusal("(i, j) -> (i : dense, j : compressed) lengths"),
            "offset 0: (C19) expected a fixed level to keep lengths of");
}

TEST(FormatTest, RefusesWhatIsNotBuilt) {
  EXPECT_EQ(refusal("coo"), "format #sparse.coo is not supported yet: its rank "
                            "is not known");
  EXPECT_EQ(refusal("(i) -> (i : compressed(nonunique))"),
            "format #sparse.coo<1> is not supported yet: level 0 is nonunique, "
            "with other levels right below it than singletons, or one fixed "
            "level of a known width below a root");
  std::string text = refusal("(i, j, k) -> (i : dense, j : compressed, "
                             "k : compressed of i)");
  EXPECT_NE(text.find("is not supported yet: its levels have no layout"),
            std::string::npos)
      << text;
}

TEST(FormatTest, RefusesWhatNoTextSays) {
  Format one = format(formats::csr);
  one.levels[1].parents = {1};
  EXPECT_EQ(text(validate(one)),
            "(C8) expected a parent before level 1 but got level 1");
  one = format(formats::csr);
  one.levels[1].expr = Expr::dim(2);
  EXPECT_EQ(text(validate(one)),
            "(C2) expected expressions over 2 dimensions and 0 definitions");
  one = format(formats::csr);
  one.levels[1].crd = 0;
  EXPECT_EQ(text(validate(one)),
            "(C11) expected 'crd' to be one of i8, i16, i32, i64");
  one = format(formats::csr);
  one.levels[1].params = {3};
  EXPECT_EQ(text(validate(one)),
            "(C10) expected no parameters of a compressed level but got 1");
  one = format(formats::csr);
  one.levels[1].parents = {};
  EXPECT_EQ(text(validate(one)), "(C8) expected a parent of level 1, since not "
                                 "all levels are dense");
  one.rank = 33;
  EXPECT_EQ(text(validate(one)),
            "(C16) expected at most 32 dimensions but got 33");
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
  // SELL without its order: a dimension is opened instead of the first.
  EXPECT_EQ(dims("(i, s, t) -> (i : dense, t : dense of i, s : variable of i)"),
            Indices({2, 1}));
}

TEST(FormatTest, Extents) {
  Format format = *spindle::format::parseFormat(
      "(i, j) -> (i floordiv 4 : dense, i mod 4 : dense, "
      "(j mod 10) floordiv 4 : dense, (j mod 10) mod 4 : dense, "
      "j floordiv 10 : dense)",
      [](const std::string &) {});
  Indices extents;
  StoredFormat stored = getStored(format);
  for (const StoredLevel &level : stored.levels)
    extents.push_back(getExtent(level, {9, 25}));
  EXPECT_EQ(extents, Indices({3, 4, 3, 4, 3}));
  EXPECT_EQ(getExtent(stored.levels[0], {0, 0}), 0);
  EXPECT_EQ(getExtent(stored.levels[1], {0, 0}), 4);
}

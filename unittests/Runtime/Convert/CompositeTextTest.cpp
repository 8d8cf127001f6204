//===- CompositeTextTest.cpp - Composite formats as text ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Convert/Composite.h"

#include "TensorOperands.h"

using namespace spindle::runtime;

/// A format with all that the grammar has.
static const char kAll[] =
    "composite (i, j) -> ("
    "section(j of 3) is 1 and length(i, section(j of 3)) from 2 below 5 : "
    "#sparse.csr, "
    "slot(j in i floordiv 4) below 2 and (i - j) mod 3 is -1 : "
    "#sparse.dense_rows<2>, "
    "cover(i, j - i by (4, 6) at 10, (2, 6) at 7, (1, 1) at 1) is 1 : "
    "#sparse.csr, "
    "rest : #sparse.csc)";

TEST(CompositeTextTest, RoundTrip) {
  Expected<Composite> read = parseComposite(kAll);
  ASSERT_TRUE(bool(read)) << read.error().str();
  EXPECT_EQ(read->rank, 2);
  // A criterion comes after those in it, and once.
  ASSERT_EQ(read->criteria.size(), 4u);
  EXPECT_EQ(read->criteria[0].kind, CriterionKind::Section);
  EXPECT_EQ(read->criteria[0].numbers, std::vector<int64_t>{3});
  EXPECT_EQ(read->criteria[1].kind, CriterionKind::Length);
  ASSERT_EQ(read->parts.size(), 4u);
  EXPECT_EQ(read->parts[0].ranges[1].low, 2);
  EXPECT_EQ(read->parts[0].ranges[1].high, 4);
  ASSERT_TRUE(read->parts[1].composite);
  EXPECT_TRUE(read->parts[3].isRest);
  EXPECT_EQ(getPartFormats(*read).size(), 5u);
  EXPECT_EQ(printComposite(*read), kAll);
  EXPECT_EQ(printComposite(*parseComposite("all = " + std::string(kAll))),
            kAll);
}

TEST(CompositeTextTest, Names) {
  Expected<Composite> read = parseComposite("ell_coo<4>");
  ASSERT_TRUE(bool(read)) << read.error().str();
  EXPECT_EQ(printComposite(*read),
            "ell_coo<4> = composite (i, j) -> (slot(j in i) below 4 : "
            "#sparse.ell<4>, rest : #sparse.coo)");
  EXPECT_TRUE(*parseComposite(printComposite(*read)) == *read);
}

TEST(CompositeTextTest, WhichTextItIs) {
  EXPECT_TRUE(isCompositeText(kAll));
  EXPECT_FALSE(isCompositeText(formats::csr));
}

/// What is said of `text`.
static std::string refused(const std::string &text) {
  Expected<Composite> read = parseComposite(text);
  return read ? "" : read.error().str();
}

TEST(CompositeTextTest, Errors) {
  auto parts = [&](const std::string &inside) {
    return refused("composite (i, j) -> (" + inside + ")");
  };
  EXPECT_EQ(refused("(i) -> (i : dense)"),
            "offset 0: expected 'composite' or the name of a composite format "
            "(hyb, ell_coo, csr_coo, bsr_csr, dia_csr, dense_rows, columns)");
  EXPECT_EQ(refused("composite (i, i) -> ()"),
            "offset 14: (C1) expected the name 'i' to be defined once");
  EXPECT_EQ(parts("k is 0 : csr"),
            "offset 21: (C2) expected a dimension, a number or a criterion "
            "(section, length, slot, order, cover) but got 'k'");
  EXPECT_EQ(parts("i : csr"),
            "offset 23: expected 'is', 'from' or 'below' and a number");
  EXPECT_EQ(parts("i mod 0 is 0 : csr"),
            "offset 23: (C3) expected a constant of at least 1 on the right "
            "side of 'mod' but got 0");
  EXPECT_EQ(parts("section(i + j of 2) is 0 : csr"),
            "offset 31: expected 'of' but got '+'");
  EXPECT_EQ(parts("cover(i, j by (4) at 1) is 0 : csr"),
            "offset 35: #sparse.composite (C12) expected 2 sizes but got 1");
  EXPECT_EQ(parts("cover(i, j by (4, 4) at 9, (3, 4) at 1) is 0 : csr"),
            "offset 48: #sparse.composite (C12) expected a size that divides 4 "
            "but got 3");
  EXPECT_EQ(parts("cover(i, j by (0, 4) at 9) is 0 : csr"),
            "offset 36: #sparse.composite (C12) expected a size of 1 to "
            "2147483647 but got 0");
  EXPECT_EQ(parts("cover(i, j by (1, 4) at 0) is 0 : csr"),
            "offset 45: #sparse.composite (C12) expected a cost of 1 to "
            "2147483647 but got 0");
  EXPECT_EQ(parts("cover(i, j) is 0 : csr"),
            "offset 31: expected 'by' but got ')'");
  EXPECT_EQ(parts("rest : csr, i is 0 : csr"),
            "offset 10: #sparse.composite (C7) expected 'rest' once, as the "
            "last part");
  EXPECT_EQ(parts("rest : format<(i) -> (i : dense)>"),
            "offset 10: #sparse.composite (C9) expected a format of 2 "
            "dimensions for part 0 but "
            "got #sparse.dense<1>");
  EXPECT_EQ(parts("rest : {csr}"), "offset 28: expected a format, as in csr or "
                                   "#sparse.format<..>, but got '{'");
  EXPECT_EQ(parts("rest : composite<(i, j) -> (rest : columns<2>)>"),
            "offset 10: #sparse.composite (C11) expected parts in formats of "
            "levels in part 0, "
            "which is composite, but got #sparse.composite<(i, j) -> (rest : "
            "#sparse.columns<2>)>");
  EXPECT_EQ(parts(std::string(100, '(')),
            "offset 54: (C4) expected at most 32 nested parentheses");
}

//===- CompositeTextTest.cpp - Composite formats as text ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/CompositeText.h"

#include "TensorOperands.h"

using namespace spindle::runtime;

/// A format with all that the grammar has.
static const char kAll[] =
    "all = composite (i, j) -> ("
    "section(j of 3) is 1 and length(i, section(j of 3)) from 2 below 5 : "
    "{(i, j) -> (i : dense, j : compressed)}, "
    "slot(j in (i floordiv 4)) below 2 and ((i + (j * -1)) mod 3) is -1 : "
    "{composite (i, j) -> (order(i by -length) below 2 : "
    "{(i, j) -> (i : compressed, j : dense)}, rest : "
    "{(i, j) -> (i : compressed(nonunique), j : singleton)})}, "
    "rest : {csc = (i, j) -> (j : dense, i : compressed)})";

TEST(CompositeTextTest, RoundTrip) {
  Expected<Composite> read = parseComposite(kAll);
  ASSERT_TRUE(bool(read)) << read.error().str();
  EXPECT_EQ(read->name, "all");
  EXPECT_EQ(read->rank, 2);
  // A criterion comes after those in it, and once.
  ASSERT_EQ(read->criteria.size(), 3u);
  EXPECT_EQ(read->criteria[0].kind, Criterion::Kind::Section);
  EXPECT_EQ(read->criteria[0].count, 3);
  EXPECT_EQ(read->criteria[1].kind, Criterion::Kind::Length);
  ASSERT_EQ(read->parts.size(), 3u);
  EXPECT_EQ(read->parts[0].ranges[1].low, 2);
  EXPECT_EQ(read->parts[0].ranges[1].high, 4);
  ASSERT_TRUE(read->parts[1].composite);
  EXPECT_TRUE(read->parts[2].isRest);
  EXPECT_EQ(getPartFormats(*read).size(), 4u);
  EXPECT_EQ(printComposite(*read), kAll);
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
  const std::string csr = "{(i, j) -> (i : dense, j : compressed)}";
  auto parts = [&](const std::string &inside) {
    return refused("composite (i, j) -> (" + inside + ")");
  };
  EXPECT_EQ(refused("(i) -> (i : dense)"),
            "offset 0: expected 'composite (' and a descriptor but got '('");
  EXPECT_EQ(refused("composite (i, i) -> ()"),
            "offset 14: expected a new name but got 'i'");
  EXPECT_EQ(parts("k is 0 : " + csr),
            "offset 21: expected a number below 2^31 but got 'k'");
  EXPECT_EQ(parts("i : " + csr),
            "offset 23: expected 'is', 'from' or 'below' but got ':'");
  EXPECT_EQ(parts("(i mod 0) is 0 : " + csr),
            "offset 29: expected a divisor but got ')'");
  EXPECT_EQ(parts("section((i + j) of 2) is 0 : " + csr),
            "offset 37: expected a dimension but got 'of'");
  EXPECT_EQ(parts("rest : " + csr + ", i is 0 : " + csr),
            "offset 69: expected 'rest' as the last part but got 'i'");
  EXPECT_EQ(parts("rest : {(i) -> (i : dense)}"),
            "offset 48: expected a format of 2 dimensions but got ')'");
  EXPECT_EQ(parts("rest : {(i, j) -> (i : dense"),
            "offset 29: expected '}' after the format of a part but got '('");
  EXPECT_EQ(parts("rest : {composite (i, j) -> (rest : {composite (i, j) -> "
                  "(rest : " +
                  csr + ")})}"),
            "offset 29: expected a format of levels in a part that is "
            "composite but got 'composite'");
  EXPECT_EQ(parts(std::string(100, '(')),
            "offset 85: expected at most 64 numbers and operations but got "
            "'('");
}

//===- FormatTextTest.cpp - formats as they are typed ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include "mlir/IR/Diagnostics.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle::sparse;

namespace {

class FormatTextTest : public ::testing::Test {
protected:
  /// The name of the format that `text` gives for `rank`; else the message.
  std::string read(StringRef text, int64_t rank = 2) {
    std::string message;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
      message += diag.str();
      return success();
    });
    auto emitError = [&]() {
      return mlir::emitError(UnknownLoc::get(&context));
    };
    FormatAttr format = parseFormatName(text, rank, &context, emitError);
    EXPECT_EQ(bool(format), message.empty()) << message;
    if (!format)
      return message;
    EXPECT_EQ(format.getRank(), rank);
    if (std::string name = format.getShortName(); !name.empty())
      return name;
    std::string printed;
    llvm::raw_string_ostream(printed) << format;
    return printed;
  }

  MLIRContext context;
};

TEST_F(FormatTextTest, Names) {
  for (StringRef name :
       {"csr", "csc", "dcsr", "ragged", "dia", "bsr<4, 4>", "ell<8>", "ell<?>",
        "bsr<4, 4, full>", "csr<pos = i64, crd = i64>", "ell<8, bitmap>",
        "ell<8, lengths and bitmap>", "sell<8, 64>", "csf<1, 0>"})
    EXPECT_EQ(read(name), name);
}

TEST_F(FormatTextTest, ABitmapIsADenseArrayWithOne) {
  EXPECT_EQ(read("bitmap"), read("dense(bitmap)"));
}

TEST_F(FormatTextTest, CompositeFormatsHaveNoLevels) {
  EXPECT_EQ(read("hyb(2, 4)"),
            "format 'hyb(2, 4)': expected a format of levels but got a "
            "composite one");
}

TEST_F(FormatTextTest, RoundParentheses) {
  EXPECT_EQ(read("bsr(4,4)"), "bsr<4, 4>");
  EXPECT_EQ(read("dbsr( 4 , 2 )"), "dbsr<4, 2>");
  EXPECT_EQ(read("ell(8)"), "ell<8>");
  EXPECT_EQ(read("ell(?)"), "ell<?>");
  EXPECT_EQ(read("bsr(4,4,full)"), "bsr<4, 4, full>");
  EXPECT_EQ(read("csr(pos=i64,crd=i64)"), "csr<pos = i64, crd = i64>");
  EXPECT_EQ(read("csf(2,0,1)", 3), "csf<2, 0, 1>");
  EXPECT_EQ(read(" csr ( crd=i16 ) "), "csr<crd = i16>");
}

TEST_F(FormatTextTest, WhatMayBeLeftOut) {
  EXPECT_EQ(read("ell"), "ell<?>");
  EXPECT_EQ(read("ell(full)"), "ell<?, full>");
  EXPECT_EQ(read("sr-bcrs(8,16)"), "sr_bcrs<8, 16>");
  EXPECT_EQ(read("csr()"), "csr");
}

TEST_F(FormatTextTest, FamiliesGiveTheirMember) {
  EXPECT_EQ(read("dense", 3), "dense<3>");
  EXPECT_EQ(read("dense", 0), "dense<0>");
  EXPECT_EQ(read("dense(bitmap)", 2), "dense<2, bitmap>");
  EXPECT_EQ(read("coo", 4), "coo<4>");
  EXPECT_EQ(read("coo(crd=i64)", 2), "coo<2, crd = i64>");
  EXPECT_EQ(read("csf", 5), "csf<5>");
  EXPECT_EQ(read("csf(0,1,2)", 3), "csf<3>");
}

TEST_F(FormatTextTest, Descriptors) {
  EXPECT_EQ(read("(i, j) -> (i : dense, j : compressed)"), "csr");
  EXPECT_EQ(read(" (a,b)->(b:dense,a:compressed) "), "csc");
  EXPECT_EQ(read("(i, j) -> (i : dense, j : fixed(8)) full"), "ell<8, full>");
  EXPECT_EQ(read("(i, j) -> (j floordiv 2 : dense, i : compressed, j mod 2 : "
                 "compressed)"),
            "#sparse.format<(i, j) -> (j floordiv 2 : dense, i : compressed, j "
            "mod 2 : compressed)>");
}

TEST_F(FormatTextTest, MessagesQuoteTheText) {
  EXPECT_EQ(read("scr"),
            "format 'scr': expected the name of a format (dense, csr, csc, "
            "dcsr, coo, csf, ragged, bsr, dbsr, ell, sell, dia, ldia, sr_bcrs, "
            "panel, rowlen, nm, ell3d) but got 'scr'; did you mean 'csr'?");
  // An attribute of the dialect that is no format.
  EXPECT_EQ(read("piece(3)"),
            "format 'piece(3)': expected the name of a format (dense, csr, "
            "csc, dcsr, coo, csf, ragged, bsr, dbsr, ell, sell, dia, ldia, "
            "sr_bcrs, panel, rowlen, nm, ell3d) but got 'piece'");
  EXPECT_EQ(read("bsr(4)"),
            "format 'bsr(4)': expected #sparse.bsr to have 2 (b, c) but got 1");
  EXPECT_EQ(read("bsr 4"), "format 'bsr 4': expected '(' .. ')' or '<' .. '>' "
                           "after 'bsr' but got '4'");
  EXPECT_EQ(read("bsr(4,4"), "format 'bsr(4,4': expected ')' after '(' at "
                             "character 4 but got the end");
  EXPECT_EQ(read("csr<(full>)"),
            "format 'csr<(full>)': expected '<' before '>' at character 10");
  EXPECT_EQ(read("(i, j) -> (i : dense, j : compressed))"),
            "format '(i, j) -> (i : dense, j : compressed))': expected '(' "
            "before ')' at character 38");
  EXPECT_EQ(read("bsr(4,0)"), "format 'bsr(4,0)': (C4) expected a number from "
                              "1 to 2147483647 but got 0");
  EXPECT_EQ(read("csr(full,4)"),
            "format 'csr(full,4)': expected nothing after 'full'");
  EXPECT_EQ(read("csr(bitmap)"),
            "format 'csr(bitmap)': (C19) expected a storage dimension of a "
            "dense, fixed or structured level to keep a bitmap of");
  EXPECT_EQ(read("csf(0,2)"),
            "format 'csf(0,2)': expected #sparse.csf to have the dimensions 0 "
            "to 1 in some order but got 0, 2");
  EXPECT_EQ(read("(i, j) -> (i : dense)"),
            "format '(i, j) -> (i : dense)': (C7) expected the levels to "
            "determine dimension 1");
}

TEST_F(FormatTextTest, NothingIsReadAfterTheFormat) {
  EXPECT_NE(read("csr()>()").find("format 'csr()>()': "), std::string::npos);
  EXPECT_NE(read("csr<>> : i32, #sparse.csr<>").find("format 'csr<>> : "),
            std::string::npos);
  EXPECT_NE(read("(i) -> (i : dense)> : i32", 1).find("format '(i) -> "),
            std::string::npos);
}

TEST_F(FormatTextTest, AnotherRankIsRefused) {
  EXPECT_EQ(read("csr", 3), "format 'csr': expected a format of 3 dimensions "
                            "but got 2");
  EXPECT_EQ(read("csf(2,0,1)", 2), "format 'csf(2,0,1)': expected a format of "
                                   "2 dimensions but got 3");
  EXPECT_EQ(read("coo", 0),
            "format 'coo': (C16) expected a rank of 1 to 32 for "
            "#sparse.coo but got 0");
}

} // namespace

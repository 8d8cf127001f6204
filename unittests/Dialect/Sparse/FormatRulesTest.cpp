//===- FormatRulesTest.cpp - rules that no text of a format breaks --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar of formats cannot say all that the attributes can hold. What is
// made in C++ is held to the same rules.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle::sparse;

namespace {

class FormatRulesTest : public ::testing::Test {
protected:
  FormatRulesTest()
      : i(getAffineDimExpr(0, &context)), j(getAffineDimExpr(1, &context)),
        s(getAffineSymbolExpr(0, &context)),
        i32(IntegerType::get(&context, 32)),
        handler(&context, [this](Diagnostic &diag) {
          message = diag.str();
          return success();
        }) {
    context.loadDialect<SparseDialect>();
  }

  function_ref<InFlightDiagnostic()> emitError() { return emit; }

  AffineExpr constant(int64_t value) {
    return getAffineConstantExpr(value, &context);
  }

  LevelAttr level(AffineExpr expr, LevelKind kind, ArrayRef<int64_t> params,
                  ArrayRef<int64_t> parents, Type pos = {}, Type crd = {}) {
    return LevelAttr::getChecked(emitError(), &context, expr, kind, params,
                                 parents, pos, crd, true, true);
  }

  LevelAttr dense(AffineExpr expr, ArrayRef<int64_t> parents = {}) {
    return level(expr, LevelKind::Dense, {}, parents);
  }

  InspectorAttr inspector(InspectorAttr::Kind kind, InspectorAttr::Key key) {
    return InspectorAttr::getChecked(emitError(), &context, kind, i, key,
                                     constant(0));
  }

  FormatAttr format(int64_t rank, ArrayRef<InspectorAttr> inspectors,
                    ArrayRef<LevelAttr> levels, Kept keeps = Kept::None) {
    return FormatAttr::getChecked(emitError(), &context, rank, inspectors,
                                  levels, keeps);
  }

  /// Expects that the last attribute was refused with this message.
  void expectRefused(Attribute attr, StringRef expected) {
    EXPECT_FALSE(attr);
    EXPECT_TRUE(StringRef(message).starts_with(expected)) << message;
    message.clear();
  }

  MLIRContext context;
  AffineExpr i, j, s;
  Type i32;
  std::string message;
  ScopedDiagnosticHandler handler;
  std::function<InFlightDiagnostic()> emit = [this] {
    return mlir::emitError(UnknownLoc::get(&context));
  };
};

TEST_F(FormatRulesTest, C2NamesOfNothing) {
  expectRefused(format(1, {}, {dense(j)}), "(C2) expected expressions over 1");
  expectRefused(format(1, {}, {dense(i), dense(s, {0})}),
                "(C2) expected expressions over 1");
}

TEST_F(FormatRulesTest, C3OperationsWithoutMeaning) {
  expectRefused(dense(i.ceilDiv(2)), "(C3) expected 'floordiv' or 'mod'");
  expectRefused(dense(i * s), "(C3) expected a constant on the right side");
  expectRefused(dense(i.floorDiv(s)),
                "(C3) expected a constant on the right side");
  expectRefused(
      dense(getAffineBinaryOpExpr(AffineExprKind::FloorDiv, i, constant(-2))),
      "(C3) expected a divisor of at least 1");
}

TEST_F(FormatRulesTest, C8ParentsThatAreNotBefore) {
  LevelAttr csr = level(j, LevelKind::Compressed, {}, {1}, i32, i32);
  expectRefused(format(2, {}, {dense(i), csr}),
                "(C8) expected a parent before level 1 but got level 1");
  LevelAttr negative = level(j, LevelKind::Compressed, {}, {-1}, i32, i32);
  expectRefused(format(2, {}, {dense(i), negative}),
                "(C8) expected a parent before level 1 but got level -1");
}

TEST_F(FormatRulesTest, C10ParametersThatTheKindLacks) {
  expectRefused(level(i, LevelKind::Dense, {4}, {}),
                "(C10) expected no parameters of a dense level");
  expectRefused(level(j, LevelKind::Fixed, {}, {0}, {}, i32),
                "(C10) expected a width of a fixed level");
  expectRefused(level(j, LevelKind::Fixed, {0}, {0}, {}, i32),
                "(C10) expected a width from 1 to");
}

TEST_F(FormatRulesTest, C15InspectorsUnusedTwiceOrOutOfOrder) {
  using Kind = InspectorAttr::Kind;
  using Key = InspectorAttr::Key;
  auto length = inspector(Kind::Length, Key::None);
  expectRefused(format(1, {length}, {dense(i)}),
                "(C15) expected different definitions");
  AffineExpr t = getAffineSymbolExpr(1, &context);
  expectRefused(
      format(1, {length, length}, {dense(s), dense(t, {0}), dense(i, {1})}),
      "(C15) expected different definitions");
}

TEST_F(FormatRulesTest, C17FamilyOfNoName) {
  LevelAttr csr = level(j, LevelKind::Compressed, {}, {0}, i32, i32);
  expectRefused(format(ShapedType::kDynamic, {}, {dense(i), csr}),
                "(C17) expected a family in a format of unknown rank");
}

TEST_F(FormatRulesTest, C18KeysOfOrderAlone) {
  using Kind = InspectorAttr::Kind;
  using Key = InspectorAttr::Key;
  expectRefused(inspector(Kind::Order, Key::None),
                "(C18) expected a key on 'order'");
  expectRefused(inspector(Kind::Slot, Key::Length),
                "(C18) expected a key on 'order'");
}

TEST_F(FormatRulesTest, C17FamilyInAnotherOrder) {
  LevelAttr last = level(j, LevelKind::Compressed, {}, {}, i32, i32);
  LevelAttr first = level(i, LevelKind::Compressed, {}, {0}, i32, i32);
  EXPECT_EQ(format(2, {}, {last, first}).getShortName(), "csf<1, 0>");
  expectRefused(format(ShapedType::kDynamic, {}, {last, first}),
                "(C17) expected a family in a format of unknown rank");
}

TEST_F(FormatRulesTest, C19KeptOfNothing) {
  LevelAttr csr = level(j, LevelKind::Compressed, {}, {0}, i32, i32);
  for (Kept keeps : {Kept::Lengths, Kept::LengthsAndBitmap})
    expectRefused(format(2, {}, {dense(i), csr}, keeps),
                  "(C19) expected a fixed level to keep lengths of");
  expectRefused(format(2, {}, {dense(i), csr}, Kept::Bitmap),
                "(C19) expected a storage dimension of a dense, fixed or");
  expectRefused(format(0, {}, {}, Kept::Bitmap),
                "(C19) expected a storage dimension of a dense, fixed or");
}

TEST_F(FormatRulesTest, NamedFormatsBreakNone) {
  Type i64 = IntegerType::get(&context, 64);
  EXPECT_EQ(FormatAttr::getCSR(&context, i64, i32).getShortName(),
            "csr<pos = i64>");
  for (int64_t rank = 0; rank <= FormatAttr::kMaxRank; ++rank)
    EXPECT_EQ(FormatAttr::getDense(&context, rank).getRank(), rank);
  EXPECT_TRUE(message.empty()) << message;
}

} // namespace

//===- FormatMapsTest.cpp - laws of the maps of formats -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The index map takes an element to the coordinates of its levels. It is right
// if the inverse gives the element back, and, with the extents of the levels,
// if different elements get different cells inside of them.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle::sparse;
using Dims = SmallVector<int64_t>;

namespace {

class FormatMapsTest : public ::testing::Test {
protected:
  FormatMapsTest() { context.loadDialect<SparseDialect>(); }

  FormatAttr parse(StringRef text) {
    auto format = dyn_cast_or_null<FormatAttr>(
        parseAttribute(("#sparse." + text).str(), &context));
    EXPECT_TRUE(format) << text.str();
    return format;
  }

  std::string print(AffineMap map) {
    std::string text;
    llvm::raw_string_ostream(text) << map;
    return text;
  }

  SmallVector<int64_t> getCutLevels(StringRef text) {
    FormatAttr format = parse(text);
    SmallVector<int64_t> cuts;
    for (size_t l = 0; l < format.getLevels().size(); ++l)
      cuts.push_back(format.getCutLevel(l));
    return cuts;
  }

  MLIRContext context;
};

/// The next of the points below `shape`, the last dimension first; false after
/// the last.
bool advance(MutableArrayRef<int64_t> point, ArrayRef<int64_t> shape) {
  for (size_t d = point.size(); d-- > 0;) {
    if (++point[d] < shape[d])
      return true;
    point[d] = 0;
  }
  return false;
}

/// Formats with maps both ways, of two or three dimensions.
const char *const kMapped[] = {
    "dense<2>",
    "csr",
    "csc",
    "dcsr",
    "coo<3>",
    "csf<3>",
    "csf<2, 0, 1>",
    "csf<1, 2, 0>",
    "ragged",
    "ell<8>",
    "bsr<4, 3>",
    "bsr<1, 1>",
    "dbsr<2, 5>",
    "panel<4, 8>",
    "nm<2, 4>",
    "dia",
    "ldia<4>",
    "format<(i, j) -> (i - j : compressed, j floordiv 4 : dense, j mod 4 : "
    "dense)>",
    "format<(i, j, k) -> (io = i floordiv 4 : compressed, j : compressed, k : "
    "compressed, i mod 4 : dense of io)>",
    "format<(i, j) -> (i floordiv 4 floordiv 2 : dense, (i floordiv 4) mod 2 : "
    "dense, j : compressed, i mod 4 : dense)>",
    "format<(i, j) -> (i floordiv 8 : dense, j : compressed, "
    "(i mod 8) floordiv 4 : dense, i mod 4 : dense)>",
};

/// Each element is given back, and lies inside the levels.
TEST_F(FormatMapsTest, AreInverseToEachOther) {
  for (const char *text : kMapped) {
    SCOPED_TRACE(text);
    FormatAttr format = parse(text);
    AffineMap levels = format.getLevelMap(), dims = format.getDimMap();
    ASSERT_TRUE(levels && dims);
    Dims shape = {13, 11, 9};
    shape.truncate(format.getRank());
    Dims point(shape.size(), 0);
    do {
      Dims coordinates = llvm::to_vector(levels.compose(point));
      EXPECT_EQ(ArrayRef<int64_t>(point),
                ArrayRef<int64_t>(dims.compose(coordinates)));
      for (auto [l, level] : llvm::enumerate(format.getLevels())) {
        int64_t width = level.getAxisType(shape).getWidth();
        if (!getDifference(level.getExpr())) {
          EXPECT_GE(coordinates[l], 0);
        }
        if (level.getKind() == LevelKind::Dense) {
          EXPECT_LT(coordinates[l], width) << "level " << l;
        }
      }
    } while (advance(point, shape));
  }
}

TEST_F(FormatMapsTest, AreAsWritten) {
  EXPECT_EQ(print(parse("bsr<4, 3>").getLevelMap()),
            "(d0, d1) -> (d0 floordiv 4, d1 floordiv 3, d0 mod 4, d1 mod 3)");
  EXPECT_EQ(print(parse("bsr<4, 3>").getDimMap()),
            "(d0, d1, d2, d3) -> (d0 * 4 + d2, d1 * 3 + d3)");
  EXPECT_EQ(print(parse("csf<2, 0, 1>").getLevelMap()),
            "(d0, d1, d2) -> (d2, d0, d1)");
  EXPECT_EQ(print(parse("csf<2, 0, 1>").getDimMap()),
            "(d0, d1, d2) -> (d1, d2, d0)");
}

TEST_F(FormatMapsTest, ADerivedCoordinateIsNoDimension) {
  Dims dims;
  for (LevelAttr level : parse("panel<1, 8>").getLevels())
    dims.push_back(level.getDim());
  EXPECT_EQ(dims, Dims({0, -1, -1, -1}));
}

TEST_F(FormatMapsTest, AreNullWhereInspectorsAreUsed) {
  EXPECT_FALSE(parse("sell<8, 64>").getLevelMap());
  // The singletons store the dimensions themselves.
  EXPECT_EQ(print(parse("sell<8, 64>").getDimMap()),
            "(d0, d1, d2, d3, d4) -> (d3, d4)");
}

TEST_F(FormatMapsTest, SumsGiveDimensions) {
  EXPECT_EQ(print(parse("dia").getLevelMap()), "(d0, d1) -> (d1 - d0, d0)");
  EXPECT_EQ(print(parse("dia").getDimMap()), "(d0, d1) -> (d1, d0 + d1)");
  EXPECT_EQ(print(parse("ldia<16>").getDimMap()),
            "(d0, d1, d2) -> (d0 * 16 + d2, d1 + d0 * 16 + d2)");
  EXPECT_EQ(print(parse("format<(i, j) -> (j - i : compressed, j : dense)>")
                      .getDimMap()),
            "(d0, d1) -> (-(d0 - d1), d1)");
}

TEST_F(FormatMapsTest, CellsAreSkewedAlongTheDifferenceAboveThem) {
  auto getSkews = [&](StringRef text) {
    FormatAttr format = parse(text);
    Dims skews;
    for (int64_t l = 0; l < int64_t(format.getLevels().size()); ++l)
      skews.push_back(getSkewLevel(format, l));
    return skews;
  };
  EXPECT_EQ(getSkews("dia"), Dims({-1, 0}));
  EXPECT_EQ(getSkews("ldia<16>"), Dims({-1, -1, 1}));
  EXPECT_EQ(getSkews("bsr<2, 2>"), Dims({-1, -1, -1, -1}));
  // Rows above the difference are all there; of quotients, the last level says.
  EXPECT_EQ(getSkews("format<(i, j) -> (i : dense, j - i : compressed)>"),
            Dims({-1, -1}));
  EXPECT_EQ(getSkews("format<(i, j) -> (j - i : compressed, i floordiv 4 : "
                     "dense, i mod 4 : dense)>"),
            Dims({-1, -1, 0}));
  // The columns of the diagonals are the sums.
  EXPECT_EQ(getSkews("format<(i, j) -> (j - i : compressed, j : dense)>"),
            Dims({-1, -1}));
}

TEST_F(FormatMapsTest, AreNullWhereAFactorOrTheRankIsNotKnown) {
  EXPECT_FALSE(parse("format<(i, j) -> (j * 2 + i : compressed, i : dense)>")
                   .getDimMap());
  EXPECT_FALSE(parse("csf").getLevelMap());
  EXPECT_FALSE(parse("csf").getDimMap());
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

TEST_F(FormatMapsTest, StorageDimensionsFollowTheLayoutRule) {
  EXPECT_EQ(parse("dense<3>").getStorageDims(), Dims({0, 1, 2}));
  EXPECT_EQ(parse("dense<0>").getStorageDims(), Dims());
  EXPECT_EQ(parse("csr").getStorageDims(), Dims({1}));
  EXPECT_EQ(parse("coo<3>").getStorageDims(), Dims({0}));
  EXPECT_EQ(parse("csf<3>").getStorageDims(), Dims({2}));
  EXPECT_EQ(parse("ell<8>").getStorageDims(), Dims({0, 1}));
  EXPECT_EQ(parse("bsr<4, 4>").getStorageDims(), Dims({1, 2, 3}));
  EXPECT_EQ(parse("dia").getStorageDims(), Dims({0, 1}));
  EXPECT_EQ(parse("ldia<16>").getStorageDims(), Dims({1, 2}));
  EXPECT_EQ(parse("panel<4, 8>").getStorageDims(), Dims({3}));
  EXPECT_EQ(parse("sell<8, 64>").getStorageDims(), Dims({1, 2}));
  EXPECT_EQ(parse("nm<2, 4>").getStorageDims(), Dims({0, 1, 2}));
  EXPECT_EQ(parse("ell3d<4, 16>").getStorageDims(), Dims({1, 2, 3}));
}

TEST_F(FormatMapsTest, NoStorageWhereFibresInterleave) {
  FormatAttr format = parse("format<(i, j, k) -> (i : dense, j : compressed, "
                            "k : compressed of i)>");
  EXPECT_EQ(format.getStorageDims(), Dims());
}

TEST_F(FormatMapsTest, RemaindersAreCutByTheirQuotients) {
  EXPECT_EQ(getCutLevels("bsr<4, 4>"), Dims({-1, -1, 0, 1}));
  EXPECT_EQ(getCutLevels("dbsr<4, 4>"), Dims({-1, -1, 0, 1}));
  // The remainder of a column is stored: nothing is to be cut.
  EXPECT_EQ(getCutLevels("panel<4, 8>"), Dims({-1, -1, 0, -1}));
  EXPECT_EQ(getCutLevels("bsr<1, 1>"), Dims({-1, -1, -1, -1}));
  EXPECT_EQ(getCutLevels("csr"), Dims({-1, -1}));
  // A group has no more cells than columns.
  EXPECT_EQ(getCutLevels("nm<2, 4>"), Dims({-1, -1, 1}));
  // The quotient of another divisor, and one that is no ancestor, cut nothing.
  EXPECT_EQ(getCutLevels("format<(i) -> (a = i floordiv 8 : dense, b = i "
                         "floordiv 4 : dense of a, i mod 4 : dense of b, c = i "
                         "floordiv 2 : dense, i mod 2 : dense of b)>"),
            Dims({-1, -1, 1, -1, -1}));
  EXPECT_EQ(getCutLevels("format<(i) -> (a = i floordiv 4 floordiv 2 : dense, "
                         "b = (i floordiv 4) mod 2 : dense of a, i mod 4 : "
                         "dense of b)>"),
            Dims({-1, 0, -1}));
}

TEST_F(FormatMapsTest, WidthsAreThoseOfTheShape) {
  auto getWidths = [&](StringRef text, ArrayRef<int64_t> shape) {
    Dims widths;
    for (LevelAttr level : parse(text).getLevels())
      widths.push_back(level.getAxisType(shape).getWidth());
    return widths;
  };
  int64_t unknown = ShapedType::kDynamic;
  EXPECT_EQ(getWidths("bsr<4, 8>", {10, 16}), Dims({3, unknown, 4, 8}));
  EXPECT_EQ(getWidths("bsr<4, 8>", {0, unknown}), Dims({0, unknown, 4, 8}));
  EXPECT_EQ(getWidths("panel<4, 8>", {unknown, 17}),
            Dims({unknown, 3, 4, unknown}));
  EXPECT_EQ(getWidths("bsr<1, 1>", {10, 16}), Dims({10, unknown, 1, 1}));
  EXPECT_EQ(getWidths("ell<8>", {10, 16}), Dims({10, 8}));
  EXPECT_EQ(getWidths("ell<?>", {10, 16}), Dims({10, unknown}));
}

//===----------------------------------------------------------------------===//
// What is kept
//===----------------------------------------------------------------------===//

TEST_F(FormatMapsTest, EachFormatKeepsWhatItNeeds) {
  for (StringRef name : {"dense<3>", "csr", "csc", "dcsr", "coo<2>", "csf<3>",
                         "ragged", "panel<4, 8>", "rowlen<32>",
                         "format<(i) -> (io = i floordiv 4 : dense, "
                         "i mod 4 : dense of io)>"})
    EXPECT_EQ(parse(name).getKeeps(), Kept::None) << name.str();
  for (StringRef name : {"ell<8>", "ell<?>", "ell3d<4, 16>"})
    EXPECT_EQ(parse(name).getKeeps(), Kept::Lengths) << name.str();
  for (StringRef name : {"bsr<4, 4>", "dbsr<4, 4>", "dia", "ldia<8>",
                         "sell<8, 64>", "sr_bcrs<8, 4>", "nm<2, 4>"})
    EXPECT_EQ(parse(name).getKeeps(), Kept::Bitmap) << name.str();
  // Of two levels beside each other the cells are all pairs.
  for (StringRef levels : {"k : dense", "k : fixed(4) of i"})
    EXPECT_EQ(parse("format<(i, j, k) -> (i : dense, j : fixed(4), " +
                    levels.str() + ")>")
                  .getKeeps(),
              Kept::LengthsAndBitmap)
        << levels.str();
}

TEST_F(FormatMapsTest, TheTextMaySayWhatIsKept) {
  FormatAttr both = parse("ell<8, lengths and bitmap>");
  EXPECT_TRUE(both.keepsLengths() && both.keepsBitmap());
  FormatAttr full = parse("ell<8, full>");
  EXPECT_FALSE(full.keepsLengths() || full.keepsBitmap());
  FormatAttr bitmap = parse("ell<8, bitmap>");
  EXPECT_TRUE(!bitmap.keepsLengths() && bitmap.keepsBitmap());
  FormatAttr lengths = parse("ell<8, lengths>");
  EXPECT_TRUE(lengths.keepsLengths() && !lengths.keepsBitmap());
  EXPECT_EQ(lengths, parse("ell<8>"));
}

/// A tensor unpacks to an axis per level, the occupancy and the buffer.
TEST_F(FormatMapsTest, UnpackedTypesFollow) {
  auto unpack = [&](StringRef format) {
    auto tensor = SparseTensorType::get(
        &context, {10, 16}, Float32Type::get(&context), parse(format));
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleave(getUnpackedTypes(tensor), os, "; ");
    return text;
  };
  EXPECT_EQ(unpack("bsr<4, 8>"),
            "!axis.axis<dense_fixed, width = 3>; "
            "!axis.axis<sparse_variable, sorted, unique>; "
            "!axis.axis<dense_fixed, width = 4>; "
            "!axis.axis<dense_fixed, width = 8>; !axis.axis<occupancy>; "
            "!sparse.buffer<?x4x8xf32>");
  EXPECT_EQ(unpack("ell<8, crd = i16>"),
            "!axis.axis<dense_fixed, width = 10>; "
            "!axis.axis<sparse_fixed, width = 8, crd = i16, sorted, unique>; "
            "!sparse.buffer<10x8xf32>");
  EXPECT_EQ(unpack("coo<2>"), "!axis.axis<sparse_variable, sorted>; "
                              "!axis.axis<singleton>; !sparse.buffer<?xf32>");
  EXPECT_EQ(unpack("ragged<pos = i64>"),
            "!axis.axis<dense_fixed, width = 10>; "
            "!axis.axis<dense_variable, pos = i64>; !sparse.buffer<?xf32>");
  spindle::axis::ParentLists parents = getListParents(parse("bsr<4, 8>"));
  ASSERT_EQ(parents.size(), 5u);
  EXPECT_EQ(parents[3], (SmallVector<int64_t, 2>{1}));
  EXPECT_EQ(parents[4], (SmallVector<int64_t, 2>{0, 1, 2, 3}));
}

} // namespace

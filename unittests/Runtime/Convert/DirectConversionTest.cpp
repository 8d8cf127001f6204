//===- DirectConversionTest.cpp - Kernels for what is asked for most ------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel makes of the arrays of CSR is what sorting makes of the
// entries, byte by byte, with any number of threads.
//
//===----------------------------------------------------------------------===//

#include "DirectConversion.h"

#include "MuchWork.h"
#include "SameStorage.h"
#include "Spindle/Runtime/Convert/Convert.h"
#include "StorePlaced.h"
#include "TensorOperands.h"
#include "TestContext/Thorough.h"

#include <limits>
#include <random>

using namespace spindle::runtime;

namespace {

/// Slices of `height` rows that are sorted among `window`.
std::string sellOf(int64_t height, int64_t window) {
  std::string c = std::to_string(height), s = std::to_string(window);
  return "(i, j) where p = order(i by -length in i floordiv " + s +
         "), s = slot(j in p) -> (po = p floordiv " + c +
         " : dense, s : variable of po, pi = p mod " + c +
         " : dense of po, i : singleton(unique) of pi, j : singleton of (s, "
         "pi))";
}

std::string bsr(int64_t height, int64_t width) {
  std::string b = std::to_string(height), c = std::to_string(width);
  return "(i, j) -> (io = i floordiv " + b + " : dense, jo = j floordiv " + c +
         " : compressed, i mod " + b + " : dense of io, j mod " + c +
         " : dense of jo)";
}

/// The formats that have a kernel, from CSR.
const std::vector<std::string> direct = {
    formats::csc,   sellOf(1, 1),   sellOf(2, 4), sellOf(4, 4),
    sellOf(3, 600), sellOf(16, 64), bsr(1, 1),    bsr(2, 2),
    bsr(4, 3),      bsr(3, 8),      bsr(16, 64),  bsr(64, 5),
};

/// SparseTIR's hyb: `sections` of the columns, each with rows of up to 1, 2, 4,
/// .. 2^k elements.
Composite hyb(int64_t sections, int64_t k) {
  Expr row = Expr::dim(0), column = Expr::dim(1);
  Expr first = Expr::symbol(0), second = Expr::symbol(1);
  bool isCut = sections > 1;
  Composite format{2};
  if (isCut)
    format.criteria = {{CriterionKind::Section, {column}, {sections}},
                       {CriterionKind::Length, {row, first}}};
  else
    format.criteria = {{CriterionKind::Length, {row}}};
  for (int64_t section = 0; section < sections; ++section)
    for (int64_t b = 0; b <= k; ++b) {
      int64_t low =
          b ? (1 << (b - 1)) + 1 : std::numeric_limits<int64_t>::min();
      int64_t high = b < k ? 1 << b : std::numeric_limits<int64_t>::max();
      std::string root = b < k ? "compressed" : "compressed(nonunique)";
      Part part;
      part.format = ::format("(i, j) -> (i : " + root + ", j : fixed(" +
                             std::to_string(1 << b) + "))");
      part.ranges.push_back({isCut ? second : first, low, high});
      if (isCut)
        part.ranges.push_back({first, section, section});
      format.parts.push_back(std::move(part));
    }
  return format;
}

/// `hyb` with all columns in a section.
Composite inOneSection(int64_t k) {
  Composite format = hyb(2, k);
  format.criteria[0].numbers[0] = 1;
  format.parts.resize(k + 1);
  return format;
}

/// `sections` of the columns, each by rows, the last first.
Composite columns(int64_t sections) {
  Expr column = Expr::dim(1);
  Expr section = Expr::symbol(0);
  Composite cut{2, {{CriterionKind::Section, {column}, {sections}}}};
  for (int64_t s = sections - 1; s >= 0; --s)
    cut.parts.push_back({{{section, s, s}}, false, format(formats::csr)});
  return cut;
}

/// `format` with indices of type `index` alone in its parts.
Composite withIndices(Composite format, DType index) {
  for (Part &part : format.parts)
    part.format = withIndices(std::move(part.format), index);
  return format;
}

/// A matrix whose row i has about `lengths(i)` elements anywhere.
template <typename Lengths>
CooTensor draw(int64_t rows, int64_t columns, DType dtype, Lengths &&lengths) {
  std::mt19937_64 random(rows * 31 + columns);
  Indices is, js;
  for (int64_t i = 0; i < rows; ++i) {
    double share = columns ? double(lengths(i)) / double(columns) : 0;
    for (int64_t j = 0; j < columns; ++j)
      if (double(random() % 10000) < share * 10000) {
        is.push_back(i);
        js.push_back(j);
      }
  }
  CooTensor made = *allocateEntries({rows, columns}, dtype, is.size());
  std::copy(is.begin(), is.end(), made.coordinates[0].as<int64_t>());
  std::copy(js.begin(), js.end(), made.coordinates[1].as<int64_t>());
  visitDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    for (size_t e = 0; e < is.size(); ++e)
      if constexpr (isComplexType<T>)
        made.values.as<T>()[e] = T(float(e % 9), 1);
      else
        // Zeros that are stored are elements too.
        made.values.as<T>()[e] = T(float(e % 7));
  });
  return made;
}

/// Matrices on which a kernel may go wrong.
std::vector<CooTensor> makeMatrices(DType dtype = DType::F32) {
  auto even = [](int64_t) { return 4; };
  auto one = [](int64_t i) { return i == 5 ? 1000 : i % 3; };
  auto none = [](int64_t) { return 0; };
  auto ends = [](int64_t i) { return i > 20 && i < 90 ? 7 : 0; };
  auto all = [](int64_t) { return 1 << 20; };
  auto many = [](int64_t i) { return i % 40; };
  return {draw(0, 0, dtype, none),     draw(0, 5, dtype, none),
          draw(7, 0, dtype, none),     draw(9, 11, dtype, none),
          draw(1, 1, dtype, all),      draw(1, 300, dtype, even),
          draw(300, 1, dtype, even),   draw(61, 47, dtype, even),
          draw(33, 1000, dtype, one),  draw(128, 70, dtype, ends),
          draw(13, 17, dtype, all),    draw(517, 260, dtype, even),
          draw(1000, 601, dtype, many)};
}

Format csr(DType index) { return withIndices(format(formats::csr), index); }

/// What the kernels make of `from` in `format`, with `threads` threads.
std::optional<Storage> convertDirectly(const Storage &storage,
                                       const Format &from, const Format &to,
                                       int64_t threads) {
  auto rows = RowArrays::view(storage, from, /*transposes=*/false);
  if (!rows)
    return std::nullopt;
  Expected<StoragePlan> plan = StoragePlan::make(to, rows->shape);
  EXPECT_EQ(text(plan), "");
  Workers workers(threads, muchWork);
  auto made = convertRows(*rows, *plan, workers);
  EXPECT_EQ(text(made), "");
  return std::move(*made);
}

void expectDirect(const CooTensor &tensor, const Format &to, DType index) {
  Format from = csr(index);
  Storage storage = *store(tensor, from);
  Expected<Storage> wanted = storeSorted(tensor, to, {});
  ASSERT_EQ(text(wanted), "");
  for (int64_t threads : {1, 2, 3, 7}) {
    SCOPED_TRACE(printFormat(to) + " of " + shapeText(tensor.shape) + " with " +
                 std::to_string(threads) + " threads");
    auto made = convertDirectly(storage, from, to, threads);
    ASSERT_TRUE(made);
    expectSame(*made, *wanted);
  }
  Expected<Storage> asked = convert(storage, from, to);
  ASSERT_EQ(text(asked), "");
  expectSame(*asked, *wanted);
}
} // namespace

TEST(DirectConversionTest, EveryFormatOfEveryMatrix) {
  for (const std::string &name : spindle::chooseTried(direct))
    for (const CooTensor &tensor : makeMatrices())
      for (DType index : {DType::I32, DType::I64})
        expectDirect(tensor, withIndices(format(name), index), index);
}

TEST(DirectConversionTest, EveryElementType) {
  for (DType dtype : allDTypes)
    for (const std::string &name : {direct[0], sellOf(2, 4), bsr(4, 3)}) {
      CooTensor tensor = draw(61, 47, dtype, [](int64_t i) { return i % 9; });
      expectDirect(tensor, format(name), DType::I32);
    }
}

TEST(DirectConversionTest, ColumnsToRowsAndTransposes) {
  Format csc = format(formats::csc), csr = format(formats::csr);
  for (const CooTensor &tensor : makeMatrices()) {
    Storage columns = *store(tensor, csc), rows = *store(tensor, csr);
    for (int64_t threads : {1, 3}) {
      auto made = convertDirectly(columns, csc, csr, threads);
      ASSERT_TRUE(made);
      expectSame(*made, rows);
    }
    CooTensor transposed{{tensor.shape[1], tensor.shape[0]},
                         {tensor.coordinates[1], tensor.coordinates[0]},
                         tensor.values};
    for (const std::string &name : direct) {
      SCOPED_TRACE(name + " of " + shapeText(tensor.shape));
      ConvertOptions options;
      options.dims = {1, 0};
      Expected<Storage> wanted = store(transposed, format(name));
      for (auto [storage, from] : {std::pair(&rows, csr), {&columns, csc}}) {
        Expected<Storage> made = convert(*storage, from, format(name), options);
        ASSERT_EQ(text(made), "");
        expectSame(*made, *wanted);
      }
    }
  }
}

TEST(DirectConversionTest, EveryPartOfEveryMatrix) {
  const std::vector<Composite> cuts = {
      hyb(1, 1),  hyb(1, 3),  hyb(2, 2),  hyb(5, 4),    hyb(3, 6),
      columns(1), columns(2), columns(7), columns(300), inOneSection(3)};
  for (const Composite &cut : spindle::chooseTried(cuts))
    for (const CooTensor &tensor : makeMatrices())
      for (DType index : {DType::I32, DType::I64}) {
        SCOPED_TRACE(printComposite(cut) + " of " + shapeText(tensor.shape));
        Composite format = withIndices(cut, index);
        Expected<std::vector<Storage>> wanted = storeParts(tensor, format);
        ASSERT_EQ(text(wanted), "");
        Storage storage = *store(tensor, csr(index));
        auto rows = RowArrays::view(storage, csr(index), false);
        ASSERT_TRUE(rows);
        for (int64_t threads : {1, 2, 3, 7}) {
          Workers workers(threads, muchWork);
          auto made = convertRowsToParts(*rows, format, workers);
          ASSERT_EQ(text(made), "");
          ASSERT_TRUE(*made);
          expectSame(**made, *wanted);
        }
        expectSame(*convertToParts(storage, csr(index), format), *wanted);
      }
}

// Where values go is what placing and sorting know.
TEST(DirectConversionTest, PlacesAreFoundElsewhere) {
  CooTensor tensor = draw(61, 47, DType::F32, [](int64_t i) { return i % 9; });
  Storage storage = *store(tensor, csr(DType::I32));
  for (const std::string &name : direct) {
    Array places;
    ConvertOptions options;
    options.places = &places;
    Expected<Storage> made =
        convert(storage, csr(DType::I32), format(name), options);
    ASSERT_EQ(text(made), "");
    EXPECT_EQ(places.size(), tensor.entries());
    expectSame(*made, *convert(storage, csr(DType::I32), format(name)));
  }
}

//===----------------------------------------------------------------------===//
// What is declined
//===----------------------------------------------------------------------===//

TEST(DirectConversionTest, OtherFormatsAreDeclined) {
  CooTensor tensor = draw(12, 12, DType::F32, [](int64_t) { return 4; });
  Storage storage = *store(tensor, csr(DType::I32));
  for (std::string name :
       {std::string(formats::csr), std::string(formats::coo),
        std::string(formats::dcsr), std::string(formats::dbsr),
        std::string(formats::panel), sellOf(3, 4),
        // An order by ascending length, and elements that differ in type.
        std::string("(i, j) where p = order(i by length in i floordiv 4), s = "
                    "slot(j in p) -> (po = p floordiv 2 : dense, s : variable "
                    "of po, pi = p mod 2 : dense of po, i : singleton(unique) "
                    "of pi, j : singleton of (s, pi))"),
        std::string("(i, j) -> (j : dense, i : compressed(pos = i64))"),
        std::string("(i, j) -> (j : dense, i : compressed(crd = i16))")}) {
    SCOPED_TRACE(name);
    EXPECT_FALSE(convertDirectly(storage, csr(DType::I32), format(name), 2));
    Expected<Storage> made = convert(storage, csr(DType::I32), format(name));
    ASSERT_EQ(text(made), "");
    expectSame(*made, *store(tensor, format(name)));
  }
}

TEST(DirectConversionTest, OtherPartsAreDeclined) {
  CooTensor tensor = draw(40, 30, DType::F32, [](int64_t i) { return i % 9; });
  Storage storage = *store(tensor, csr(DType::I32));
  auto rows = RowArrays::view(storage, csr(DType::I32), false);
  Workers workers(2, muchWork);
  auto isDeclined = [&](const Composite &format) {
    auto made = convertRowsToParts(*rows, format, workers);
    EXPECT_EQ(text(made), "");
    return made && !*made;
  };
  Composite gap = hyb(1, 3), overlap = hyb(1, 3), narrow = hyb(1, 3),
            whole = hyb(1, 0), rest = hyb(1, 2), wide = hyb(2, 2),
            twice = columns(3), other = columns(3), fewer = columns(3),
            ends = hyb(1, 3), all = hyb(2, 2), both = hyb(2, 2);
  gap.parts.erase(gap.parts.begin() + 1);
  overlap.parts[0].ranges[0].high = 2;
  narrow.parts[2].format = narrow.parts[1].format;
  rest.parts.back().isRest = true;
  rest.parts.back().ranges.clear();
  // The sections of the rows.
  wide.criteria[0].exprs[0] = Expr::dim(0);
  twice.parts[0].ranges[0].low = twice.parts[0].ranges[0].high = 0;
  other.parts[1].format = ::format(formats::dcsr);
  fewer.criteria[0].numbers[0] = 4;
  // Longer rows are of no part.
  ends.parts.back().ranges[0].high = 5;
  ends.parts.back().format =
      ::format("(i, j) -> (i : compressed, j : fixed(8))");
  // One part of all sections, and one of two.
  all.parts[0].ranges.pop_back();
  both.parts[0].ranges.push_back(both.parts.back().ranges.back());
  for (const Composite &format : {gap, overlap, narrow, whole, rest, wide,
                                  twice, other, fewer, ends, all, both})
    EXPECT_TRUE(isDeclined(format));
  EXPECT_FALSE(isDeclined(hyb(1, 3)));
  EXPECT_FALSE(isDeclined(columns(3)));
  for (const Composite &format : {gap, ends, all}) {
    EXPECT_EQ(text(convertToParts(storage, csr(DType::I32), format)),
              text(storeParts(tensor, format)));
    EXPECT_NE(text(storeParts(tensor, format)), "");
  }
}

// Broken arrays are refused in the words that they are refused in elsewhere.
TEST(DirectConversionTest, BrokenArraysAreRefused) {
  CooTensor tensor = draw(40, 30, DType::F32, [](int64_t) { return 6; });
  Format from = csr(DType::I32);
  auto breakIn = [&](auto &&change) {
    Storage storage = *store(tensor, from);
    change(storage.positions[1].as<int32_t>(),
           storage.coordinates[1].as<int32_t>(), storage.values.size());
    for (const std::string &name : direct) {
      EXPECT_FALSE(convertDirectly(storage, from, format(name), 3));
      std::string got = text(convert(storage, from, format(name)));
      EXPECT_EQ(got.find("operand: "), 0u) << got;
    }
    for (const Composite &cut : {hyb(1, 2), hyb(2, 2), columns(3)})
      EXPECT_EQ(text(convertToParts(storage, from, cut)).find("operand: "), 0u);
  };
  using Index = int32_t *;
  breakIn([](Index ends, Index, int64_t) { ends[0] = 1; });
  breakIn([](Index ends, Index, int64_t) { ends[7] = -5; });
  breakIn([](Index ends, Index, int64_t count) { ends[7] = count + 1; });
  breakIn([](Index ends, Index, int64_t) { --ends[40]; });
  breakIn([](Index, Index list, int64_t) { list[0] = -1; });
  breakIn([](Index, Index list, int64_t) { list[5] = 30; });
  breakIn([](Index ends, Index list, int64_t) { list[ends[3]] = 29; });
  breakIn([](Index, Index list, int64_t count) { list[count - 1] = 1 << 30; });
  breakIn([](Index, Index list, int64_t) { list[1] = list[0]; });
}

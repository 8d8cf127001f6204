//===- ConvertTest.cpp - all pairs of formats -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestContext/Thorough.h"
#include "Trial.h"
#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace spindle::convert;
using spindle::runtime::allocateEntries;
using spindle::runtime::Array;
using spindle::runtime::CooTensor;
using spindle::runtime::DType;
using spindle::runtime::Storage;

using Indices = std::vector<int64_t>;

/// A tensor from its sizes, the coordinates of each entry, and values.
template <typename T>
static CooTensor makeTensor(const Indices &shape,
                            const std::vector<Indices> &places,
                            const std::vector<T> &values) {
  CooTensor tensor{shape, {}, *Array::fromValues(values)};
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    Indices list;
    for (const Indices &place : places)
      list.push_back(place[dim]);
    tensor.coordinates.push_back(*Array::fromValues(list));
  }
  return tensor;
}

/// A tensor of f32 without entries.
static CooTensor makeEmpty(const Indices &shape) {
  return *allocateEntries(shape, DType::F32, 0);
}

static Storage store(const CooTensor &tensor, const std::string &format) {
  auto stored =
      spindle::runtime::store(tensor, getFormat(format, tensor.rank()));
  EXPECT_TRUE(bool(stored)) << format << ": " << stored.error().str();
  return stored ? *stored : Storage();
}

/// The elements of a tensor in the format `from`: of dense arrays those that
/// are not zero, of full blocks all cells.
static CooTensor getElements(const Storage &stored, const std::string &from) {
  return *spindle::runtime::load(stored, getFormat(from, stored.shape.size()));
}

/// Converts `tensors`, of one rank and element type, from each of the formats
/// to each, by the interpreter and by compiled code, and compares both with
/// what the runtime stores.
static void checkPairs(const std::vector<CooTensor> &tensors,
                       const std::vector<std::string> &formats) {
  int64_t rank = tensors.front().rank();
  DType dtype = tensors.front().values.dtype();
  for (const std::string &from : spindle::chooseTried(formats)) {
    Program program(convertTo(from, formats, rank, dtype));
    for (const CooTensor &tensor : tensors) {
      Storage stored = store(tensor, from);
      Outcome interpreted = program.interpret({stored});
      Outcome compiled = program.execute({stored});
      ASSERT_EQ(interpreted.error, "") << from;
      ASSERT_EQ(compiled.error, "") << from;
      ASSERT_EQ(interpreted.tensors.size(), formats.size());
      ASSERT_EQ(compiled.tensors.size(), formats.size());
      CooTensor elements = getElements(stored, from);
      for (size_t to = 0; to < formats.size(); ++to) {
        std::string expected = print(store(elements, formats[to]));
        EXPECT_EQ(print(interpreted.tensors[to]), expected)
            << from << " to " << formats[to] << ", interpreted";
        EXPECT_EQ(print(compiled.tensors[to]), expected)
            << from << " to " << formats[to] << ", compiled";
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// Formats that hold every matrix of at most four elements in a row.
static const std::vector<std::string> kMatrixFormats = {
    "dense",
    "csr",
    "csc",
    "dcsr",
    "coo",
    "csf<1, 0>",
    "csr<pos = i64, crd = i64>",
    "bsr<2, 3>",
    "bsr<1, 2>",
    "dbsr<2, 2>",
    "dbsr<2, 2, pos = i64, crd = i16>",
    "ell<?>",
    "ell<4>",
    "ell<4, bitmap>",
    "ell<?, crd = i64>",
    "panel<2, 3>",
    "dense<bitmap>",
    "sell<2, 4>",
    "sell<4, 2>",
    "sell<1, 8>",
    "rowlen<2>",
    "rowlen<8, crd = i16>",
    "sr_bcrs<2, 2>",
    "sr_bcrs<4, 1, pos = i64>",
    "format<(i, j) where p = order(j by -length) -> (p : dense, j : "
    "singleton(unique), i : compressed of p)>",
    "format<(i, j) where s = slot(j in i) -> (i : dense, s : variable, j : "
    "singleton)>",
    "format<(i, j) -> (i : dense, j : fixed(4)) lengths and bitmap>",
    "format<(i, j) -> (j : compressed(nonunique), i : singleton)>",
    "format<(i, j) -> (i : compressed, j : fixed(4))>",
    "format<(i, j) -> (i : compressed(nonunique), j : fixed(2))>",
    "format<(i, j) -> (j : compressed, i : dense)>",
    "format<(i, j) -> (io = i floordiv 2 : dense, j : compressed, i mod 2 : "
    "dense of io)>",
    "format<(i, j) -> (io = i floordiv 3 : dense, jo = j floordiv 2 : dense of "
    "io, i mod 3 : dense of io, j mod 2 : dense of jo) full>",
    "format<(i, j) -> (io = i floordiv 2 : dense, i mod 2 : dense of io, j : "
    "compressed)>",
};

/// With an empty row, empty columns, a zero, a negative one, and a NaN.
static CooTensor makeAwkward() {
  float nan = std::numeric_limits<float>::quiet_NaN();
  return makeTensor<float>(
      {5, 7},
      {{4, 6}, {0, 0}, {0, 3}, {1, 1}, {3, 2}, {3, 3}, {3, 6}, {3, 0}, {4, 4}},
      {7, 1, 2, -3, 4, 0, -0.0f, nan, 6});
}

/// Six rows of four elements.
static CooTensor makeFull() {
  std::vector<Indices> places;
  std::vector<float> values;
  for (int64_t cell = 0; cell < 24; ++cell) {
    places.push_back({cell / 4, cell % 4});
    values.push_back(float(cell + 1) / 3);
  }
  return makeTensor(Indices{6, 4}, places, values);
}

TEST(ConvertTest, Matrices) {
  checkPairs({makeAwkward(), makeFull(),
              makeTensor<float>({1, 1}, {{0, 0}}, {3}), makeEmpty({4, 5}),
              makeEmpty({0, 3}), makeEmpty({0, 0})},
             kMatrixFormats);
}

// A slot that no length cuts away has a coordinate, and so needs a column.
TEST(ConvertTest, MatricesWithoutColumns) {
  std::vector<std::string> formats;
  for (const std::string &format : kMatrixFormats)
    if (format != "ell<4, bitmap>")
      formats.push_back(format);
  checkPairs({makeEmpty({3, 0})}, formats);
}

// Formats that hold some matrices alone.

TEST(ConvertTest, MatricesOfFullRows) {
  checkPairs({makeFull()}, {"csr", "ragged", "ell<4, full>", "ell<?, full>"});
}

TEST(ConvertTest, MatricesWithoutGaps) {
  checkPairs({makeTensor<float>({4, 5}, {{0, 0}, {0, 1}, {2, 0}, {3, 0}},
                                {1, 2, 3, 4})},
             {"csr", "ragged", "dense", "ell<2>"});
}

TEST(ConvertTest, MatricesOfOneElementInEachRow) {
  checkPairs({makeTensor<float>({3, 5}, {{0, 4}, {1, 0}, {2, 2}}, {1, 2, 3})},
             {"csr", "ell<1, full>", "coo", "bsr<3, 2>",
              "format<(i, j) -> (i : dense, j : singleton(unique))>",
              "format<(i, j) -> (i : dense, j : singleton) full>"});
}

// Every cell of a block is an element, and stays one.
TEST(ConvertTest, MatricesOfFullBlocks) {
  checkPairs({makeAwkward()}, {"bsr<2, 3, full>", "dbsr<3, 2, full>"});
  Program program(convertTo("bsr<2, 3, full>", {"csr"}, 2, DType::F32));
  Outcome outcome = program.execute({store(makeAwkward(), "bsr<2, 3, full>")});
  ASSERT_EQ(outcome.error, "");
  // Of the blocks at the border one column is there, or one row.
  EXPECT_EQ(outcome.tensors[0].values.size(), 5 * 6 - 6 + 2 + 3 + 1);
}

//===----------------------------------------------------------------------===//
// Other ranks
//===----------------------------------------------------------------------===//

TEST(ConvertTest, TensorsOfOrderThree) {
  CooTensor tensor = makeTensor<float>(
      {3, 2, 5}, {{2, 0, 4}, {0, 0, 1}, {0, 1, 3}, {2, 0, 0}, {2, 0, 3}},
      {9, 2, 3, 5, -1});
  checkPairs(
      {tensor, makeEmpty({2, 0, 3}), makeEmpty({1, 2, 3})},
      {"dense", "csf", "csf<2, 1, 0>", "csf<1, 2, 0>", "coo",
       "format<(i, j, k) -> (i : dense, j : dense, k : compressed)>",
       "format<(i, j, k) -> (i : dense, j : dense, k : fixed(?))>",
       "format<(i, j, k) -> (i : compressed, j : fixed(2), k : fixed(?))>",
       "format<(i, j, k) -> (i : dense, j : compressed(nonunique), k : "
       "singleton)>",
       "format<(i, j, k) -> (i : dense, j : fixed(2), k : compressed)>",
       "format<(i, j, k) -> (k : dense, j : compressed, io = i floordiv 2 : "
       "compressed, i mod 2 : dense of io)>"});
}

TEST(ConvertTest, Vectors) {
  checkPairs({makeTensor<float>({6}, {{4}, {0}}, {1, 2}), makeEmpty({0})},
             {"dense", "csf", "dense<bitmap>",
              "format<(i) -> (io = i floordiv 4 : compressed, i mod 4 : "
              "dense)>"});
}

TEST(ConvertTest, Scalars) {
  checkPairs({makeTensor<float>({}, {{}}, {5}), makeEmpty({})}, {"dense"});
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

TEST(ConvertTest, EveryElementType) {
  CooTensor tensor = makeAwkward();
  for (DType dtype : spindle::runtime::allDTypes) {
    tensor.values = *Array::allocate(dtype, {tensor.entries()});
    auto *bytes = static_cast<uint8_t *>(tensor.values.data());
    for (int64_t at = 0; at < tensor.values.byteSize(); ++at)
      bytes[at] = dtype == DType::I1 ? at % 2 : 3 * at + 1;
    checkPairs({tensor}, {"csr", "dense", "bsr<2, 2>", "ell<?>"});
  }
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Runs the program `text` of operands in CSR, by the interpreter and by code
/// with and without checks, and checks the only result.
static void checkProgram(const std::string &text,
                         const std::vector<CooTensor> &operands,
                         const Storage &expected) {
  std::string aliases = "!csr = !sparse.tensor<?x?xf32, #sparse.csr>\n"
                        "!bsr = !sparse.tensor<?x?xf32, #sparse.bsr<2, 3>>\n";
  std::vector<Storage> stored;
  for (const CooTensor &operand : operands)
    stored.push_back(store(operand, "csr"));
  Program program(aliases + text), checked(aliases + text, /*checks=*/true);
  for (const Outcome &outcome :
       {program.interpret(stored), program.execute(stored),
        checked.execute(stored)}) {
    ASSERT_EQ(outcome.error, "");
    ASSERT_EQ(outcome.tensors.size(), 1u);
    EXPECT_EQ(print(outcome.tensors[0]), print(expected));
  }
}

TEST(ConvertTest, AConversionOfWhatWasConverted) {
  checkProgram(R"mlir(
func.func @f(%A: !csr {sparse.name = "A"}) -> !csr {
  %B = sparse.convert %A : !csr -> !bsr
  %C = sparse.convert %B : !bsr -> !csr
  return %C : !csr
}
)mlir",
               {makeAwkward()}, store(makeAwkward(), "csr"));
}

// An argument with the structure of another one has values alone.
TEST(ConvertTest, SharedStructure) {
  CooTensor other = makeAwkward();
  other.values = *Array::fromValues<float>({1, 2, 3, 4, 5, 6, 7, 8, 9});
  checkProgram(R"mlir(
func.func @f(%A: !csr {sparse.name = "A"}, %B: !csr {sparse.name = "B", sparse.structure_of = "A"}) -> !bsr {
  %C = sparse.convert %B : !csr -> !bsr
  return %C : !bsr
}
)mlir",
               {makeAwkward(), other}, store(other, "bsr<2, 3>"));
}

TEST(ConvertTest, ValuesOfItsOwn) {
  CooTensor other = makeAwkward();
  other.values = *Array::fromValues<float>({1, 2, 3, 4, 5, 6, 7, 8, 9});
  checkProgram(R"mlir(
!dense = !axis.axis<dense_fixed>
!sparse = !axis.axis<sparse_variable, sorted, unique>
func.func @f(%A: !csr {sparse.name = "A"}, %B: !csr {sparse.name = "B", sparse.structure_of = "A"}) -> !bsr {
  %I, %J, %Av = sparse.unpack %A : !csr -> !dense, !sparse, !sparse.buffer<?xf32>
  %Bv = sparse.unpack %B on (%I, %J) : !csr on (!dense, !sparse) -> !sparse.buffer<?xf32>
  %C = sparse.with_values %A, %Bv : !csr, !sparse.buffer<?xf32> -> !csr
  %D = sparse.convert %C : !csr -> !bsr
  return %D : !bsr
}
)mlir",
               {makeAwkward(), other}, store(other, "bsr<2, 3>"));
}

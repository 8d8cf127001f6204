//===- ConvertErrorsTest.cpp - conversions that fail ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace spindle::convert;
using spindle::runtime::Array;
using spindle::runtime::DType;
using spindle::runtime::Storage;
using ::testing::HasSubstr;

/// The matrix of rows [1, 2, .], [., ., .] and [3, ., 4] in CSR.
static Storage makeMatrix() {
  Storage matrix;
  matrix.shape = {3, 3};
  matrix.positions = {{}, *Array::fromValues<int32_t>({0, 2, 2, 4})};
  matrix.coordinates = {{}, *Array::fromValues<int32_t>({0, 1, 0, 2})};
  matrix.lengths.resize(2);
  matrix.values = *Array::fromValues<float>({1, 2, 3, 4});
  return matrix;
}

/// The errors of the conversion of `operand`, in the format `from`, to `to`.
struct Errors {
  Errors(const std::string &from, const std::vector<std::string> &to,
         const Storage &operand) {
    Program program(convertTo(from, to, operand.shape.size(), DType::F32));
    interpreted = program.interpret({operand}).error;
    Outcome outcome = program.execute({operand});
    compiled = outcome.error;
    EXPECT_EQ(outcome.tensors.size(), 0u);
  }

  std::string interpreted, compiled;
};

//===----------------------------------------------------------------------===//
// What a format cannot hold
//===----------------------------------------------------------------------===//

TEST(ConvertErrorsTest, ARowTooLong) {
  Errors errors("csr", {"ell<1>"}, makeMatrix());
  EXPECT_EQ(errors.interpreted,
            "test.mlir:2:9: 'sparse.convert': expected coordinates of level "
            "1 under (0) to be at most 1 but got 2");
  EXPECT_EQ(errors.compiled,
            "test.mlir:2: 'sparse.convert' of A: row 0: expected at most 1 "
            "element for ell<1> but got 2");
}

TEST(ConvertErrorsTest, ARowTooShort) {
  Errors errors("csr", {"ell<2, full>"}, makeMatrix());
  EXPECT_EQ(errors.interpreted,
            "test.mlir:2:9: 'sparse.convert': expected coordinates of level "
            "1 under (1) to be 2 but got 0");
  EXPECT_EQ(errors.compiled,
            "test.mlir:2: 'sparse.convert' of A: row 1: expected 2 elements "
            "for ell<2, full> but got 0");
}

TEST(ConvertErrorsTest, AGap) {
  Errors errors("csr", {"ragged"}, makeMatrix());
  EXPECT_EQ(errors.interpreted,
            "test.mlir:2:9: 'sparse.convert': expected coordinates of level "
            "1 under (2) to be without a gap but got 2");
  EXPECT_EQ(errors.compiled,
            "test.mlir:2: 'sparse.convert' of A: row 2: expected elements "
            "without a gap for ragged but got none at 1");
}

TEST(ConvertErrorsTest, SeveralCoordinatesOfASingleton) {
  Errors errors("csr", {"format<(i, j) -> (i : dense, j : singleton) full>"},
                makeMatrix());
  EXPECT_THAT(errors.interpreted,
              HasSubstr("expected coordinates of level 1 under (0) to be one "
                        "but got 2"));
  EXPECT_THAT(errors.compiled,
              HasSubstr("row 0: expected one coordinate of j for (i, j) -> (i "
                        ": dense, j : singleton) full but got 0 and 1"));
}

TEST(ConvertErrorsTest, ACoordinateTwice) {
  Storage matrix = makeMatrix();
  matrix.positions[1] = *Array::fromValues<int32_t>({0, 1, 2, 3});
  matrix.coordinates[1] = *Array::fromValues<int32_t>({1, 2, 1});
  matrix.values = *Array::fromValues<float>({1, 2, 3});
  Errors errors("csr",
                {"format<(i, j) -> (i : dense, j : singleton(unique)) full>"},
                matrix);
  EXPECT_THAT(errors.interpreted,
              HasSubstr("expected no coordinate of level 1 twice but got 1"));
  EXPECT_THAT(errors.compiled, HasSubstr("expected each coordinate of j once"));
}

TEST(ConvertErrorsTest, CoordinatesThatTheirTypeCannotHold) {
  Storage matrix = makeMatrix();
  matrix.shape = {3, 200};
  Errors errors("csr", {"csr<crd = i8>"}, matrix);
  EXPECT_THAT(errors.interpreted,
              HasSubstr("expected level 1 to fit the types of its arrays"));
  EXPECT_THAT(errors.compiled,
              HasSubstr("expected at most 127 as the largest coordinate in "
                        "level 1 with index type i8 but got 199"));
}

//===----------------------------------------------------------------------===//
// What is no tensor
//===----------------------------------------------------------------------===//

TEST(ConvertErrorsTest, PositionsThatFall) {
  Storage matrix = makeMatrix();
  matrix.positions[1] = *Array::fromValues<int32_t>({0, 2, 1, 4});
  Errors errors("csr", {"coo"}, matrix);
  EXPECT_THAT(errors.interpreted, HasSubstr("'sparse.convert': level 1: "));
  EXPECT_THAT(errors.compiled, HasSubstr("'sparse.convert' of A: operand: "));
}

TEST(ConvertErrorsTest, ElementsAtOnePlace) {
  Storage matrix = makeMatrix();
  matrix.positions = {{}, {}};
  matrix.coordinates = {*Array::fromValues<int32_t>({2, 0, 2}),
                        *Array::fromValues<int32_t>({1, 0, 1})};
  matrix.values = *Array::fromValues<float>({1, 2, 3});
  Errors errors("format<(i, j) -> (i : compressed(nonunique, unordered), j : "
                "singleton(unordered))>",
                {"csr"}, matrix);
  EXPECT_THAT(errors.interpreted,
              HasSubstr("expected one element at coordinates (2, 1) but got "
                        "two"));
  EXPECT_THAT(errors.compiled,
              HasSubstr("expected a coordinate of its own but got 2"));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

// What could be converted is freed with what could not.
TEST(ConvertErrorsTest, OneOfSeveral) {
  Errors errors("csr", {"coo", "ell<1>", "bsr<2, 2>"}, makeMatrix());
  EXPECT_THAT(errors.interpreted, HasSubstr("test.mlir:3:9: "));
  EXPECT_THAT(errors.compiled, HasSubstr("test.mlir:3: 'sparse.convert' of A: "
                                         "row 0: expected at most 1"));
}

// A run that fails leaves nothing behind for the next.
TEST(ConvertErrorsTest, AfterAnother) {
  Program program(convertTo("csr", {"ell<1>"}, 2, DType::F32));
  EXPECT_NE(program.execute({makeMatrix()}).error, "");
  Storage matrix = makeMatrix();
  matrix.positions[1] = *Array::fromValues<int32_t>({0, 1, 2, 2});
  matrix.coordinates[1] = *Array::fromValues<int32_t>({2, 0});
  matrix.values = *Array::fromValues<float>({1, 2});
  EXPECT_EQ(program.execute({matrix}).error, "");
}

// What is made of nothing is nothing, and the first error stays.
TEST(ConvertErrorsTest, AConversionOfWhatFailed) {
  Program program(R"mlir(
!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!ell = !sparse.tensor<?x?xf32, #sparse.ell<1>>
func.func @f(%A: !csr {sparse.name = "A"}) -> !csr {
  %B = sparse.convert %A : !csr -> !ell
  %C = sparse.convert %B : !ell -> !csr
  return %C : !csr
}
)mlir");
  EXPECT_EQ(program.execute({makeMatrix()}).error,
            "test.mlir:5: 'sparse.convert' of A: row 0: expected at most 1 "
            "element for ell<1> but got 2");
}

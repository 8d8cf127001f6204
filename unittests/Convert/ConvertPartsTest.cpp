//===- ConvertPartsTest.cpp - to composite formats and back ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"
#include "gtest/gtest.h"

using namespace spindle::convert;
using spindle::runtime::Array;
using spindle::runtime::CooTensor;
using spindle::runtime::DType;
using spindle::runtime::Storage;

namespace {
/// Formats of levels, in which every matrix below is held.
const char *const kLevels[] = {"csr",           "coo",        "ell<?>",
                               "dense<bitmap>", "sell<2, 4>", "bsr<2, 3>"};

const char *const kComposites[] = {
    "hyb<1, 1>", "hyb<3, 2>", "ell_coo<2>", "bsr_csr<2, 2, 3>", "dia_csr<2>",
    "dense_rows<2>", "columns<3>",
    "composite<(i, j) -> ((i + 2 * j) mod 3 is 1 and j - i from -1 : csc, "
    "j - i below -1 : dcsr, rest : csr<pos = i64, crd = i64>)>",
    "composite<(i, j) -> (section(j of 2) is 0 : hyb<1, 1>, rest : "
    "composite<(i, j) -> (length(i) is 1 : coo, rest : csr)>)>",
    // A part without elements.
    "composite<(i, j) -> (i below -3 : ell<2>, rest : csr)>"};

/// A matrix of these rows and columns, with an entry where `holds` says so.
CooTensor makeMatrix(int64_t rows, int64_t columns,
                     bool (*holds)(int64_t i, int64_t j)) {
  std::vector<int64_t> places[2];
  std::vector<float> values;
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      if (holds(i, j)) {
        places[0].push_back(i);
        places[1].push_back(j);
        values.push_back(float(values.size()) - 3);
      }
  return {{rows, columns},
          {*Array::fromValues(places[0]), *Array::fromValues(places[1])},
          *Array::fromValues(values)};
}

std::vector<CooTensor> makeMatrices() {
  return {makeMatrix(7, 5,
                     [](int64_t i, int64_t j) {
                       return i == 2 || (i != 4 && (i * j + j) % 3 == 0);
                     }),
          makeMatrix(6, 6, [](int64_t i, int64_t j) { return i == j; }),
          makeMatrix(3, 4, [](int64_t, int64_t) { return false; }),
          makeMatrix(0, 4, [](int64_t, int64_t) { return true; })};
}

Storage storeAs(const CooTensor &tensor, const std::string &format) {
  auto stored = spindle::runtime::store(tensor, getFormat(format, 2));
  EXPECT_TRUE(bool(stored)) << format << ": " << stored.error().str();
  return stored ? *stored : Storage();
}

/// All of `tensors` as text.
std::string printAll(const std::vector<Storage> &tensors) {
  std::string text;
  for (const Storage &tensor : tensors)
    text += print(tensor);
  return text;
}
} // namespace

TEST(ConvertPartsTest, PartsAreThoseOfTheRuntime) {
  for (const std::string to : kComposites)
    for (const std::string from : kLevels) {
      Program program(convertTo(from, {to}, 2, DType::F32));
      for (const CooTensor &tensor : makeMatrices()) {
        Outcome interpreted = program.interpret({storeAs(tensor, from)});
        Outcome compiled = program.execute({storeAs(tensor, from)});
        auto expected = storeParts(tensor, getComposite(to, 2));
        ASSERT_TRUE(bool(expected)) << to << ": " << expected.error().str();
        EXPECT_EQ(interpreted.error, "") << from << " to " << to;
        EXPECT_EQ(compiled.error, "") << from << " to " << to;
        EXPECT_EQ(printAll(interpreted.tensors), printAll(*expected))
            << from << " to " << to << ", interpreted";
        EXPECT_EQ(printAll(compiled.tensors), printAll(*expected))
            << from << " to " << to << ", compiled";
      }
    }
}

TEST(ConvertPartsTest, ThereAndBack) {
  std::string csr = getType("csr", 2, DType::F32);
  for (const std::string through : kComposites) {
    std::string type = getType(through, 2, DType::F32);
    Program program("func.func @f(%A: " + csr + " {sparse.name = \"A\"}) -> " +
                    csr + " {\n  %0 = sparse.convert %A : " + csr + " -> " +
                    type + "\n  %1 = sparse.convert %0 : " + type + " -> " +
                    csr + "\n  return %1 : " + csr + "\n}\n");
    for (const CooTensor &tensor : makeMatrices()) {
      Storage rows = storeAs(tensor, "csr");
      Outcome interpreted = program.interpret({rows});
      Outcome compiled = program.execute({rows});
      EXPECT_EQ(printAll(interpreted.tensors), print(rows)) << through;
      EXPECT_EQ(printAll(compiled.tensors), print(rows)) << through;
    }
  }
}

TEST(ConvertPartsTest, ACoverWithAGapOrAnOverlap) {
  CooTensor tensor = makeMatrices().front();
  for (const auto &[parts, said] :
       {std::pair<std::string, std::string>("i below 2 : csr", "but got none"),
        {"i below 3 : csr, i from 2 : coo", "but got parts 0 and 1"},
        {"i below 3 : columns<2>, i from 3 : ell<1>", "for ell<1> but got"}}) {
    Program program(convertTo("csr", {"composite<(i, j) -> (" + parts + ")>"},
                              2, DType::F32));
    std::string compiled = program.execute({storeAs(tensor, "csr")}).error;
    EXPECT_NE(compiled.find(said), std::string::npos) << compiled;
    EXPECT_NE(program.interpret({storeAs(tensor, "csr")}).error, "") << parts;
  }
}

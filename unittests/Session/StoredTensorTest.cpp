//===- StoredTensorTest.cpp - tensors in memory, in any format ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/StoredTensor.h"

#include "Spindle/Runtime/Convert/SortEntries.h"
#include "Spmv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace spindle;
using namespace spindle::session;
using testing::ElementsAre;
using testing::HasSubstr;

/// [1 2 0; 0 0 0; 0 3 4], where the 2 is given as two halves.
static runtime::CooTensor makeEntries() {
  runtime::CooTensor entries;
  entries.shape = {3, 3};
  entries.coordinates = {*runtime::Array::fromValues<int64_t>({2, 0, 0, 2, 0}),
                         *runtime::Array::fromValues<int64_t>({2, 0, 1, 1, 1})};
  entries.values = *runtime::Array::fromValues<float>({4, 1, 0.5f, 3, 1.5f});
  return entries;
}

static StoredTensor makeTensor(llvm::StringRef format) {
  return llvm::cantFail(
      store(makeEntries(), llvm::cantFail(session::parseFormat(format, 2))));
}

/// The elements in row-major order.
static std::vector<float> listValues(const StoredTensor &tensor) {
  auto entries = *sortEntries(llvm::cantFail(loadElements(tensor)));
  const auto *first = entries.values.as<float>();
  return {first, first + entries.values.size()};
}

TEST(StoredTensorTest, KeepsElementsInAnyFormat) {
  for (const char *from : {"csr", "csc", "coo", "bsr(2, 2)", "hyb(1, 2)"})
    for (const char *to : {"csr", "coo", "sell(2, 2)", "ell_coo(1)"}) {
      StoredTensor tensor = makeTensor(from);
      EXPECT_THAT(listValues(tensor), ElementsAre(1, 2, 3, 4)) << from;
      auto converted =
          session::convert(tensor, llvm::cantFail(session::parseFormat(to, 2)));
      EXPECT_THAT(listValues(llvm::cantFail(std::move(converted))),
                  ElementsAre(1, 2, 3, 4))
          << from << " to " << to;
    }
}

TEST(StoredTensorTest, CountsElementsAndBytes) {
  StoredTensor tensor = makeTensor("ell_coo(1)");
  EXPECT_EQ(llvm::cantFail(tensor.countElements()), 4);
  EXPECT_EQ(tensor.getDType(), runtime::DType::F32);
  EXPECT_EQ(tensor.parts.size(), 2u);
  StoredTensor plain = makeTensor("csr");
  EXPECT_EQ(plain.countStructureBytes(), (4 + 4) * 4);
  EXPECT_EQ(plain.countValueBytes(), 4 * 4);
}

TEST(StoredTensorTest, TransposesWithoutACopy) {
  AnyFormat csr = llvm::cantFail(session::parseFormat("csr", 2));
  EXPECT_EQ(llvm::cantFail(permuteFormat(csr, {1, 0})).str(), "csc");
  AnyFormat csf = llvm::cantFail(session::parseFormat("csf", 3));
  AnyFormat turned = llvm::cantFail(permuteFormat(csf, {2, 0, 1}));
  EXPECT_EQ(turned.str(), "csf<1, 2, 0>");
  AnyFormat hyb = llvm::cantFail(session::parseFormat("hyb(2, 5)", 2));
  EXPECT_EQ(takeFailure(permuteFormat(hyb, {1, 0}).takeError()).getGot(),
            "hyb<2, 5>");
}

TEST(StoredTensorTest, RefusesFormatsThatAreNone) {
  EXPECT_THAT(toString(session::parseFormat("cssr", 2).takeError()),
              HasSubstr("cssr"));
  EXPECT_THAT(toString(session::parseFormat("csf", 0).takeError()),
              HasSubstr("expected"));
}

TEST(StoredTensorTest, FindsBrokenLaws) {
  StoredTensor tensor = makeTensor("csr");
  llvm::cantFail(validate(tensor));
  tensor.parts.front().coordinates[1].as<int32_t>()[0] = 7;
  EXPECT_THAT(toString(validate(tensor)), HasSubstr("7"));
}

TEST(StoredTensorTest, GoesToFilesAndBack) {
  for (const char *name : {"a.mtx", "a.npz", "a.tns"}) {
    std::string path = testing::TempDir() + "stored-tensor-" + name;
    llvm::cantFail(writeFile(makeTensor("csr"), path, Watcher()));
    auto data = llvm::cantFail(readFile(path, runtime::DType::F32, Watcher()));
    auto entries = *sortEntries(std::get<runtime::CooTensor>(data));
    EXPECT_EQ(entries.shape, (std::vector<int64_t>{3, 3}));
    EXPECT_EQ(entries.values.as<float>()[3], 4) << name;
    std::remove(path.c_str());
  }
  EXPECT_THAT(toString(writeFile(makeTensor("csr"), "a.png", Watcher())),
              HasSubstr("expected the name of a .mtx, .smtx, .tns, .npz or "
                        ".npy file"));
  EXPECT_THAT(
      toString(readFile("a.png", runtime::DType::F32, Watcher()).takeError()),
      HasSubstr("expected a file that ends in .mtx"));
}

/// The tensor of `rank` dimensions with a 7 and an explicit zero.
static StoredTensor makeOfRank(int64_t rank) {
  runtime::CooTensor entries;
  entries.shape.assign(rank, 3);
  for (int64_t dim = 0; dim < rank; ++dim)
    entries.coordinates.push_back(*runtime::Array::fromValues<int64_t>({2, 0}));
  entries.values = *runtime::Array::fromValues<int16_t>({7, 0});
  return llvm::cantFail(
      store(entries, llvm::cantFail(session::parseFormat("csf", rank))));
}

TEST(StoredTensorTest, GoesToFilesAndBackInAnyRank) {
  for (int64_t rank : {1, 2, 3, 4}) {
    StoredTensor tensor = makeOfRank(rank);
    for (const char *ending : {".npz", ".tns"}) {
      std::string path = testing::TempDir() + "any-rank" + ending;
      llvm::cantFail(writeFile(tensor, path, Watcher()));
      auto data = llvm::cantFail(readFile(path, std::nullopt, Watcher()));
      EXPECT_TRUE(haveSameEntries(std::get<runtime::CooTensor>(data),
                                  llvm::cantFail(loadElements(tensor))))
          << rank << ending;
      std::remove(path.c_str());
    }
    EXPECT_THAT(toString(writeFile(tensor, "a.npy", Watcher())),
                HasSubstr("a.npy: expected elements other than 0 in a file of "
                          "all cells but got 0 as the element (0"));
    if (rank != 2) {
      EXPECT_THAT(toString(writeFile(tensor, "a.mtx", Watcher())),
                  HasSubstr("file for the array, which has " +
                            std::to_string(rank) + " dimension"));
    }
  }
}

TEST(StoredTensorTest, IsLentInParts) {
  Options options = ofProgram("spmv");
  options.formats = {{"A", "hyb(1, 2)"}};
  Session session(options);
  llvm::cantFail(session.open());
  EXPECT_EQ(takeFailure(session.lend("A", makeTensor("csr"))).getGot(),
            "one in csr");
  EXPECT_EQ(takeFailure(session.lend("x", makeTensor("csr"))).getOperand(),
            "x");
  std::vector<float> x = {1, 10, 100};
  llvm::cantFail(session.lend("A", makeTensor("hyb(1, 2)")));
  llvm::cantFail(session.lend("x", lendVector(x)));
  llvm::cantFail(session.bind());
  llvm::cantFail(session.choose());
  llvm::cantFail(session.compile());
  llvm::cantFail(session.run());
  EXPECT_THAT(getValues(llvm::cantFail(session.takeResult("y"))),
              ElementsAre(21, 0, 430));
}

TEST(StoredTensorTest, KernelsOutliveTheirOperands) {
  Spmv spmv;
  llvm::cantFail(spmv.prepare());
  spmv.session.releaseOperands();
  // A program is shown at one stage after the other, and saved after that.
  std::string positions =
      llvm::cantFail(spmv.session.emit(EmitStage::Positions));
  EXPECT_EQ(positions, llvm::cantFail(spmv.session.emit(EmitStage::Positions)));
  EXPECT_NE(positions, llvm::cantFail(spmv.session.emit(EmitStage::Loops)));
  ASSERT_NE(spmv.session.getKernel(), nullptr);
}

//===- SessionKernelTest.cpp - kernels from session to session ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spmv.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

using namespace spindle;
using namespace spindle::session;
using testing::ElementsAre;
using testing::HasSubstr;

/// The kernel of spmv as bytes.
static execution::KernelObject compileSpmv() {
  Spmv spmv;
  llvm::cantFail(spmv.prepare());
  return llvm::cantFail(spmv.session.saveKernel());
}

/// The bits of `values`, which compare equal only to themselves.
static std::vector<uint32_t> getBits(const std::vector<float> &values) {
  std::vector<uint32_t> bits(values.size());
  std::memcpy(bits.data(), values.data(), values.size() * sizeof(float));
  return bits;
}

/// What spmv computes of other data than `compileSpmv` has seen: with `object`,
/// or compiled where there is none. What steps it takes goes to `steps`.
static std::vector<float> runOthers(const execution::KernelObject *object,
                                    std::vector<std::string> &steps) {
  Options options = ofProgram("spmv");
  options.watcher.onStep = [&](std::string label,
                               std::string) -> std::unique_ptr<Step> {
    steps.push_back(std::move(label));
    return nullptr;
  };
  Spmv spmv(options);
  spmv.matrix.values = {0.1f, -0.7f, 1e-20f, 3.3f};
  spmv.x = {0.3f, 0.9f, -1e20f};
  llvm::cantFail(spmv.session.bind());
  llvm::cantFail(spmv.session.choose());
  llvm::cantFail(object ? spmv.session.loadKernel(*object)
                        : spmv.session.compile());
  llvm::cantFail(spmv.session.run());
  return getValues(llvm::cantFail(spmv.session.takeResult("y")));
}

TEST(SessionKernelTest, RunsTheKernelOfAnotherSession) {
  execution::KernelObject object = compileSpmv();
  std::vector<std::string> loading, compiling;
  std::vector<float> loaded = runOthers(&object, loading);
  std::vector<float> compiled = runOthers(nullptr, compiling);
  EXPECT_EQ(getBits(loaded), getBits(compiled));
  EXPECT_NE(loaded[2], 0);
  EXPECT_THAT(compiling, testing::Contains("compiling"));
  EXPECT_THAT(loading, ElementsAre("making y", "storing y", "running"));
}

TEST(SessionKernelTest, RefusesBrokenKernels) {
  execution::KernelObject object = compileSpmv(), broken = object;
  broken.code.resize(broken.code.size() / 2);
  Spmv spmv;
  llvm::cantFail(spmv.session.bind());
  llvm::cantFail(spmv.session.choose());
  EXPECT_THAT(takeFailure(spmv.session.loadKernel(broken)).getExpected(),
              HasSubstr("a signature of this object code, with digest '"));
  broken = {object.code, ""};
  EXPECT_EQ(takeFailure(spmv.session.loadKernel(broken)).getGot(),
            "another text");
  EXPECT_EQ(takeFailure(spmv.session.saveKernel().takeError()).getText(),
            "expected a program that is compiled but got one that is not");
  // One of another program is not this one's.
  Session other(ofProgram("spmm"));
  EXPECT_EQ(takeFailure(other.loadKernel(object)).getGot(), "none");
  llvm::cantFail(other.open());
  EXPECT_THAT(takeFailure(other.loadKernel(object)).getExpected(),
              HasSubstr("a kernel of this program, schedule and sizes"));
}

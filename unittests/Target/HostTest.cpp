//===- HostTest.cpp - processors that code is made for --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Target/CPU/Host.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <unistd.h>

using namespace spindle;
using spindle::SmallFloatSupport;

/// The error, empty where there is none.
template <typename T> static std::string getError(llvm::Expected<T> result) {
  return result ? "" : llvm::toString(result.takeError());
}

TEST(Host, KnowsWhatProcessorsHave) {
  auto getHalf = [](const char *cpu) {
    return llvm::cantFail(describeProcessor(cpu)).smallFloats.f16;
  };
  EXPECT_EQ(getHalf("x86-64"), SmallFloatSupport::None);
  EXPECT_EQ(getHalf("haswell"), SmallFloatSupport::Conversions);
  EXPECT_EQ(getHalf("znver4"), SmallFloatSupport::Conversions);
  EXPECT_EQ(getHalf("sapphirerapids"), SmallFloatSupport::Arithmetic);
  // x86 takes subnormal bf16 for zeros.
  EXPECT_EQ(llvm::cantFail(describeProcessor("znver4")).smallFloats.bf16,
            SmallFloatSupport::None);
}

/// What tells this processor from others is neither "native" nor its name
/// alone: a virtual machine may hide instructions.
TEST(Host, IdentifiesProcessors) {
  std::string native = identifyProcessor(kNative);
  EXPECT_EQ(identifyProcessor(kNative), native);
  EXPECT_EQ(native.find(kNative), std::string::npos);
  EXPECT_NE(native.find(":" + describeHost().cpu + " "), std::string::npos);
  for (const std::string &feature : describeHost().features)
    EXPECT_NE(native.find(" " + feature + " "), std::string::npos) << feature;
  std::string haswell = identifyProcessor("haswell");
  EXPECT_NE(haswell.find(":haswell "), std::string::npos);
  EXPECT_NE(haswell.find(" avx2 "), std::string::npos);
  EXPECT_EQ(haswell.find(" avx512f "), std::string::npos);
  EXPECT_NE(identifyProcessor("skylake"), haswell);
}

/// AMD's processors have gathers that are no faster than single loads, and
/// older ones no masks.
TEST(Host, KnowsWhichGathersAreFast) {
  auto areFast = [](const char *cpu) {
    return llvm::cantFail(describeProcessor(cpu)).fastGathers;
  };
  for (const char *cpu : {"skylake-avx512", "icelake-server", "sapphirerapids"})
    EXPECT_TRUE(areFast(cpu)) << cpu;
  for (const char *cpu : {"x86-64", "haswell", "skylake", "znver3", "znver4",
                          "aarch64-linux-gnu:neoverse-n1"})
    EXPECT_FALSE(areFast(cpu)) << cpu;
}

/// Intel's processors with tiles have a slow dot product of bf16.
TEST(Host, KnowsWhichDotProductsAreFast) {
  using Type = spindle::NumberType;
  auto has = [](const char *cpu, Type lhs, Type rhs, Type sum) {
    return llvm::cantFail(describeProcessor(cpu))
               .findContraction(lhs, rhs, sum) != nullptr;
  };
  for (const char *cpu : {"cooperlake", "znver4", "znver5"})
    EXPECT_TRUE(has(cpu, Type::BF16, Type::BF16, Type::F32)) << cpu;
  for (const char *cpu : {"x86-64", "haswell", "cascadelake", "sapphirerapids",
                          "graniterapids", "aarch64-linux-gnu:neoverse-n1"})
    EXPECT_FALSE(has(cpu, Type::BF16, Type::BF16, Type::F32)) << cpu;
  for (const char *cpu : {"cascadelake", "alderlake", "sapphirerapids"}) {
    EXPECT_TRUE(has(cpu, Type::U8, Type::I8, Type::I32)) << cpu;
    EXPECT_TRUE(has(cpu, Type::I16, Type::I16, Type::I32)) << cpu;
    EXPECT_FALSE(has(cpu, Type::I8, Type::I8, Type::I32)) << cpu;
  }
  EXPECT_TRUE(has("sierraforest", Type::I8, Type::I8, Type::I32));
  EXPECT_FALSE(has("skylake-avx512", Type::U8, Type::I8, Type::I32));
}

/// Sums of two products of words are of the processor's vectors.
TEST(Host, KnowsWhichHavePairsOfProducts) {
  auto has = [](const char *cpu) {
    return llvm::cantFail(describeProcessor(cpu)).pairProducts;
  };
  for (const char *cpu : {"x86-64-v2", "haswell", "skylake-avx512", "znver3"})
    EXPECT_TRUE(has(cpu)) << cpu;
  for (const char *cpu :
       {"x86-64", "sandybridge", "knl", "aarch64-linux-gnu:neoverse-n1"})
    EXPECT_FALSE(has(cpu)) << cpu;
}

TEST(Host, KnowsVectorsAndRegisters) {
  auto get = [](const char *cpu) {
    return llvm::cantFail(describeProcessor(cpu));
  };
  EXPECT_EQ(get("x86-64").vectorBits, 128);
  EXPECT_EQ(get("x86-64").registers, 16);
  EXPECT_EQ(get("haswell").vectorBits, 256);
  EXPECT_TRUE(get("haswell").fusedMultiplyAdd);
  EXPECT_EQ(get("znver4").vectorBits, 512);
  EXPECT_EQ(get("znver4").registers, 32);
  // A worker is a thread, of one lane, whose copies lie in its cache.
  spindle::Target native = get("native");
  EXPECT_EQ(native.worker, spindle::WorkerKind::Thread);
  EXPECT_EQ(native.lanes, 1);
  EXPECT_EQ(native.scratch, spindle::ScratchMemory::Cache);
  EXPECT_EQ(native.scratchBytes, native.cacheBytes);
}

/// Those of the machine; a processor that is named may be in any.
TEST(Host, HasTheWorkersOfTheMachine) {
  auto get = [](const char *cpu) {
    return llvm::cantFail(describeProcessor(cpu)).workers;
  };
  EXPECT_EQ(get("native"), sysconf(_SC_NPROCESSORS_ONLN));
  EXPECT_EQ(get("znver4"), spindle::kNamedWorkers);
  EXPECT_EQ(get("x86-64"), spindle::kNamedWorkers);
}

TEST(Host, RefusesProcessorsThatItDoesNotKnow) {
  const std::string expected =
      "expected native or the name of a processor of x86_64, as 'llc "
      "-march=x86-64 -mcpu=help' lists them, but got '";
  EXPECT_EQ(getError(describeProcessor("haswel")),
            expected + "haswel'; did you mean 'haswell'?");
  EXPECT_EQ(getError(describeProcessor("")), expected + "'");
  // One of 32 bits; none such is suggested either.
  EXPECT_EQ(getError(createTargetMachine("i486", CodeUse::InProcess)),
            expected + "i486'");
}

TEST(Host, RunsCodeForItselfAndTheOldest) {
  for (const char *cpu : {"native", "x86-64"})
    EXPECT_EQ(llvm::toString(checkRunsHere(cpu)), "");
}

TEST(Host, DoesNotRunInstructionsThatItLacks) {
  // No processor has both the vectors of AMD's and those of today.
  std::string bulldozer = llvm::toString(checkRunsHere("bdver4"));
  if (llvm::toString(checkRunsHere("haswell")).empty()) {
    EXPECT_NE(bulldozer.find("fma4"), std::string::npos) << bulldozer;
    EXPECT_NE(bulldozer.find("xop"), std::string::npos) << bulldozer;
    EXPECT_EQ(bulldozer.find("expected a processor with what code for bdver4 "
                             "may use but got "),
              0u);
  }
}

TEST(Host, IsDescribedAsCodeUsesIt) {
  Host haswell = describeHost("haswell");
  EXPECT_EQ(haswell.cpu, "haswell");
  llvm::SmallVector<std::string> expected = {"avx2", "fma"};
  EXPECT_EQ(haswell.features, expected);
  EXPECT_NE(describeHost().cpu, "native");
}

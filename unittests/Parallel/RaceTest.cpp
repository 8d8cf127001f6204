//===- RaceTest.cpp - ThreadSanitizer sees what kernels do ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Part of the tests where Spindle is built for ThreadSanitizer: the other tests
// here would not notice if it saw nothing.
//
//===----------------------------------------------------------------------===//

#include "Compiled.h"
#include "Spindle/Execution/Threads.h"
#include "TestContext/TestContext.h"
#include "mlir/Pass/PassManager.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle::execution;

/// Two threads that add to one element, or to one each.
static constexpr StringRef kSums = R"mlir(
  func.func @shared(%x: memref<2xf32>) {
    %place = arith.constant 0 : index
    %two = arith.constant 2 : i32
    omp.parallel num_threads(%two : i32) {
      func.call @add(%x, %place) : (memref<2xf32>, index) -> ()
      omp.terminator
    }
    return
  }
  func.func @separate(%x: memref<2xf32>) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %end = arith.constant 2 : index
    %two = arith.constant 2 : i32
    omp.parallel num_threads(%two : i32) {
      omp.wsloop {
        omp.loop_nest (%place) : index = (%zero) to (%end) step (%one) {
          func.call @add(%x, %place) : (memref<2xf32>, index) -> ()
          omp.yield
        }
      }
      omp.terminator
    }
    return
  }
  func.func private @add(%x: memref<2xf32>, %place: index) {
    %one = arith.constant 1.0 : f32
    %old = memref.load %x[%place] : memref<2xf32>
    %new = arith.addf %old, %one : f32
    memref.store %new, %x[%place] : memref<2xf32>
    return
  }
)mlir";

/// Compiles the function and calls it on two elements.
static void runSums(StringRef entry) {
  OwningOpRef<ModuleOp> module = parseTest(kSums);
  PassManager passes(&spindle::getTestContext());
  spindle::LoweringChoices choices;
  choices.parallel = true;
  spindle::buildLoopsToLLVM(passes, choices);
  ASSERT_TRUE(succeeded(passes.run(*module)));
  auto kernel = Kernel::compile(*module, entry);
  ASSERT_TRUE(bool(kernel)) << llvm::toString(kernel.takeError());
  std::vector<float> sums(2);
  ArgumentList arguments;
  MemoryView memory;
  memory.data = sums.data();
  memory.shape = {2};
  arguments.append(memory);
  llvm::cantFail(kernel->run(arguments));
}

TEST(RaceDeathTest, ThreadsThatAddToOneElementAreReported) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        runSums("shared");
        exit(0);
      },
      testing::ExitedWithCode(66), "data race");
}

TEST(RaceDeathTest, ThreadsThatAddToOneElementEachAreNot) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        runSums("separate");
        exit(0);
      },
      testing::ExitedWithCode(0), "");
}

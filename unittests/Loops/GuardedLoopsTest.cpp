//===- GuardedLoopsTest.cpp - memory that must not be touched -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Loads and stores that move before and behind loops touch no element that the
// loops did not: arrays end where pages begin that must not be touched. Rows at
// the end have no elements here, and no results.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/AccumulateInRegisters.h"
#include "Spindle/Transforms/Loops/Prefetch.h"
#include "Spindle/Transforms/Loops/Unroll.h"
#include "TestContext/TestContext.h"
#include "VectorTrial.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle::loops;

static const char kSums[] = R"mlir(
func.func @f(%ptr: memref<?xi32>, %crd: memref<?xi32>, %x: memref<?xf32>,
             %w: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = memref.distinct_objects %ptr, %y : memref<?xi32>, memref<?xf32>
  %1:2 = memref.distinct_objects %crd, %0#1 : memref<?xi32>, memref<?xf32>
  %2:2 = memref.distinct_objects %x, %1#1 : memref<?xf32>, memref<?xf32>
  %3:2 = memref.distinct_objects %w, %2#1 : memref<?xf32>, memref<?xf32>
  %ends = memref.dim %0#0, %c0 : memref<?xi32>
  %rows = arith.subi %ends, %c1 : index
  scf.for %i = %c0 to %rows step %c1 {
    %i1 = arith.addi %i, %c1 : index
    %first = memref.load %0#0[%i] : memref<?xi32>
    %lo = arith.index_cast %first : i32 to index
    %last = memref.load %0#0[%i1] : memref<?xi32>
    %hi = arith.index_cast %last : i32 to index
    scf.for %p = %lo to %hi step %c1 {
      %c = memref.load %1#0[%p] : memref<?xi32>
      %j = arith.index_cast %c : i32 to index
      %v = memref.load %2#0[%j] : memref<?xf32>
      %weight = memref.load %3#0[%i] : memref<?xf32>
      %t = arith.mulf %v, %weight : f32
      %old = memref.load %3#1[%i] : memref<?xf32>
      %new = arith.addf %old, %t : f32
      memref.store %new, %3#1[%i] : memref<?xf32>
    }
  }
  return
}
)mlir";

/// 7 rows with elements, and 5 without.
static LoopArguments makeArguments() {
  LoopArguments arguments;
  arguments.add("i32", {13},
                [](int64_t row) { return std::min<int64_t>(row, 7) * 3; });
  arguments.add("i32", {21}, [](int64_t element) { return element * 5 % 11; });
  arguments.add("f32", {11}, drawReal);
  arguments.add("f32", {7}, drawReal);
  arguments.add("f32", {7}, drawReal);
  return arguments;
}

/// Changes a loop, if it can.
using GuardedChange = llvm::function_ref<bool(IRRewriter &, scf::ForOp)>;

/// The program with all its loops changed, what is inside of others first.
static std::string change(GuardedChange change) {
  auto module = parseSourceString<ModuleOp>(kSums, &spindle::getTestContext());
  SmallVector<scf::ForOp> loops;
  module->walk([&](scf::ForOp loop) { loops.push_back(loop); });
  IRRewriter rewriter(module->getContext());
  bool changed = false;
  for (scf::ForOp loop : loops)
    changed |= change(rewriter, loop);
  EXPECT_TRUE(changed);
  std::string text;
  llvm::raw_string_ostream(text) << *module;
  return text;
}

/// Checks that the program gives the same when it is changed.
static void check(GuardedChange loopChange) {
  static const CompiledLoops plain(kSums, nullptr);
  CompiledLoops changed(change(loopChange), nullptr);
  LoopArguments one = makeArguments(), other = makeArguments();
  EXPECT_TRUE(one.run(plain) == other.run(changed));
}

TEST(GuardedLoops, CarryWhatIsThere) {
  check([](IRRewriter &rewriter, scf::ForOp loop) {
    std::string refusal;
    return succeeded(accumulateInRegisters(rewriter, loop, {}, refusal));
  });
}

TEST(GuardedLoops, LookAheadToTheLastCoordinate) {
  for (int64_t distance : {1, 5, 20, 1000})
    check([=](IRRewriter &rewriter, scf::ForOp loop) {
      PrefetchOptions options;
      options.distance = distance;
      std::string refusal;
      return succeeded(prefetch(rewriter, loop, options, refusal));
    });
}

TEST(GuardedLoops, UnrollNoFurtherThanTheyRun) {
  for (int64_t factor : {2, 3, 4, 5})
    check([=](IRRewriter &rewriter, scf::ForOp loop) {
      std::string refusal;
      return succeeded(unroll(rewriter, loop, {factor, false, {}}, refusal));
    });
}

//===- ChangedProgramsTest.cpp - the numbers of changed loops -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The plain loops of programs that ship, in many formats, are changed by each
// primitive and by many after one another; the results have the bits of the
// code that was not changed, by one thread and by two.
//
//===----------------------------------------------------------------------===//

#include "../Parallel/Patterns.h"
#include "../Parallel/ShippedProgram.h"
#include "Spindle/Execution/Threads.h"
#include "Spindle/Transforms/Loops/AccumulateInRegisters.h"
#include "Spindle/Transforms/Loops/HoistLoads.h"
#include "Spindle/Transforms/Loops/Peel.h"
#include "Spindle/Transforms/Loops/Prefetch.h"
#include "Spindle/Transforms/Loops/Unroll.h"
#include "Spindle/Transforms/Loops/Version.h"
#include "mlir/IR/Verifier.h"

#include "TestContext/Thorough.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using namespace spindle::loops;
using spindle::chooseTried;
using spindle::execution::drawPatterns;
using spindle::execution::ShippedProgram;
using spindle::execution::TestOperands;

namespace {
/// Changes loops; gives how many it changed.
using Change = std::function<int(IRRewriter &, Operation *root)>;

/// A primitive that is applied to one loop.
using LoopChange =
    std::function<bool(IRRewriter &, scf::ForOp, std::string &refusal)>;

/// A program in a format.
struct Subject {
  std::string name, format;
  int64_t rank = 2;
  /// Whether a loop adds to one element alone, before loops are reordered.
  bool carries = true;
};
} // namespace

/// How many loops are in one another in `loop`, itself included.
static int getDepth(scf::ForOp loop) {
  int depth = 0;
  loop.getBody()->walk(
      [&](scf::ForOp inner) { depth = std::max(depth, getDepth(inner)); });
  return depth + 1;
}

/// Applies `change` to each loop that there is, with at most `depth` loops in
/// one another, what is inside of another one first.
static Change onEachLoop(LoopChange change, int depth = 10) {
  return [=](IRRewriter &rewriter, Operation *root) {
    SmallVector<scf::ForOp> loops;
    root->walk([&](scf::ForOp loop) {
      if (getDepth(loop) <= depth)
        loops.push_back(loop);
    });
    int changed = 0;
    for (scf::ForOp loop : loops) {
      std::string refusal;
      rewriter.setInsertionPoint(loop);
      bool done = change(rewriter, loop, refusal);
      EXPECT_NE(done, !refusal.empty());
      changed += done;
    }
    return changed;
  };
}

static Change accumulating() {
  return [](IRRewriter &rewriter, Operation *root) {
    return int(accumulateAllInRegisters(rewriter, root, {}).size());
  };
}

static Change hoisting() {
  return onEachLoop([](auto &rewriter, auto loop, auto &refusal) {
    return succeeded(hoistLoads(rewriter, loop, {}, refusal));
  });
}

static Change prefetching(int64_t distance) {
  return onEachLoop([=](auto &rewriter, auto loop, auto &refusal) {
    PrefetchOptions options;
    options.distance = distance;
    return succeeded(prefetch(rewriter, loop, options, refusal));
  });
}

static Change unrolling(int64_t factor) {
  return onEachLoop(
      [=](auto &rewriter, auto loop, auto &refusal) {
        return succeeded(unroll(rewriter, loop, {factor, false, {}}, refusal));
      },
      1);
}

static Change jamming(int64_t factor) {
  return onEachLoop(
      [=](auto &rewriter, auto loop, auto &refusal) {
        return succeeded(
            unrollAndJam(rewriter, loop, {factor, false, {}}, refusal));
      },
      2);
}

static Change peeling(bool first) {
  return onEachLoop(
      [=](auto &rewriter, auto loop, auto &refusal) {
        return succeeded(peel(rewriter, loop, {first, false, {}}, refusal));
      },
      2);
}

/// Innermost loops of at least 3 iterations on memory that is aligned.
static Change versioning() {
  return onEachLoop(
      [](auto &rewriter, auto loop, auto &refusal) {
        VersionOptions options;
        options.alignment = 16;
        options.atLeast = 3;
        return succeeded(version(rewriter, loop, options, refusal));
      },
      1);
}

/// Outermost loops for sizes of the dimension that is dense alone, one of which
/// it has here.
static Change versioningSizes() {
  return [](IRRewriter &rewriter, Operation *root) {
    SmallVector<scf::ForOp> loops;
    root->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
      loops.push_back(loop);
      return WalkResult::skip();
    });
    int changed = 0;
    for (scf::ForOp loop : loops)
      for (auto [dim, extent] : {std::pair("K", 4), {"K", 5}, {"R", 5}}) {
        VersionOptions options;
        options.dim = dim;
        options.extent = extent;
        std::string refusal;
        auto versions = version(rewriter, loop, options, refusal);
        if (succeeded(versions))
          loop = versions->other;
        changed += succeeded(versions);
      }
    return changed;
  };
}

/// Some of `changes`, in the order given.
static Change inOrder(std::vector<Change> changes) {
  return [=](IRRewriter &rewriter, Operation *root) {
    int changed = 0;
    for (const Change &change : changes) {
      changed += change(rewriter, root);
      EXPECT_TRUE(succeeded(verify(root)));
    }
    return changed;
  };
}

/// Checks that `change` changes something in `subject`, but no number.
static void check(const Subject &subject, const Change &change) {
  SCOPED_TRACE(subject.name + " in " + subject.format);
  int changed = 0;
  ShippedProgram program(subject.name, subject.format, [&](ModuleOp module) {
    IRRewriter rewriter(module.getContext());
    changed = change(rewriter, module);
    EXPECT_TRUE(succeeded(verify(module)));
  });
  EXPECT_GT(changed, 0);
  for (const auto &pattern : drawPatterns(subject.rank)) {
    const std::vector<int64_t> &shape = pattern.tensor.shape;
    if (shape[0] * shape[1] > 1000000)
      continue;
    TestOperands operands = program.draw(pattern.tensor, 5);
    std::string expected = program.runSerial(operands);
    for (int threads : {1, 2}) {
      spindle::execution::setThreads(threads);
      EXPECT_TRUE(program.runParallel(operands) == expected)
          << pattern.name << ", " << threads << " threads";
    }
  }
}

static const Subject kReductions[] = {{"spmv", "csr"},
                                      {"spmv", "csc", 2, false},
                                      {"spmv", "ell<?>"},
                                      {"spmv", "coo<2>", 2, false},
                                      {"spmm", "bsr<2, 3>", 2, false},
                                      {"sddmm", "csr"},
                                      {"softmax", "csr"},
                                      {"argmin", "csr"},
                                      {"fusedmm", "csr"},
                                      {"row_max", "dcsr"},
                                      {"ttv", "csf<3>", 3},
                                      {"spmv", "bsr<4, 4>"}};

static const Subject kProducts[] = {{"spmm", "csr"},
                                    {"spmm", "bsr<2, 3>"},
                                    {"spmm_t", "csr"},
                                    {"mttkrp", "csf<3>", 3},
                                    {"sddmm", "csr"}};

TEST(ChangedPrograms, CarrySums) {
  for (const Subject &subject : chooseTried(llvm::ArrayRef(kReductions)))
    if (subject.carries)
      check(subject, accumulating());
}

/// The sums of the last one load nothing that is the same for all columns.
TEST(ChangedPrograms, LoadBeforeLoops) {
  for (const Subject &subject :
       chooseTried(llvm::ArrayRef(kProducts).drop_back()))
    check(subject, hoisting());
}

TEST(ChangedPrograms, FetchAhead) {
  for (const Subject &subject : chooseTried(llvm::ArrayRef(kProducts)))
    check(subject, prefetching(12));
}

TEST(ChangedPrograms, Unroll) {
  for (const Subject &subject : chooseTried(llvm::ArrayRef(kReductions)))
    check(subject, unrolling(3));
}

TEST(ChangedPrograms, UnrollAndJam) {
  for (int64_t factor : {2, 3})
    for (const Subject &subject : chooseTried(llvm::ArrayRef(kProducts)))
      check(subject, jamming(factor));
}

TEST(ChangedPrograms, Peel) {
  for (const Subject &subject : chooseTried(llvm::ArrayRef(kProducts)))
    check(subject, peeling(/*first=*/true));
}

TEST(ChangedPrograms, HaveVersions) {
  for (const Subject &subject : chooseTried(llvm::ArrayRef(kProducts)))
    check(subject, versioning());
}

TEST(ChangedPrograms, HaveVersionsForSizes) {
  for (const Subject &subject : chooseTried(llvm::ArrayRef(kProducts))) {
    check(subject, versioningSizes());
    check(subject, inOrder({versioningSizes(), accumulating(), jamming(2)}));
  }
}

TEST(ChangedPrograms, TakeOneAfterTheOther) {
  for (const Subject &subject : chooseTried(llvm::ArrayRef(kProducts))) {
    check(subject, inOrder({accumulating(), hoisting(), prefetching(5),
                            unrolling(4), hoisting()}));
    check(subject, inOrder({jamming(2), accumulating(), prefetching(3),
                            peeling(true), accumulating(), versioning()}));
  }
}

TEST(ChangedPrograms, TakeAnyOrder) {
  std::mt19937 random(7);
  for (const Subject &subject : chooseTried(llvm::ArrayRef(kProducts))) {
    std::vector<Change> changes = {
        accumulating(), hoisting(),     prefetching(2), unrolling(2),
        unrolling(3),   jamming(2),     jamming(4),     peeling(true),
        peeling(false), accumulating(), versioning()};
    std::shuffle(changes.begin(), changes.end(), random);
    changes.resize(4);
    check(subject, inOrder(std::move(changes)));
  }
}

//===- OpenMPFunctionsTest.cpp - what parallel code calls -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The functions by their addresses, as compiled code calls them.
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/OpenMPFunctions.h"

#include "Spindle/Execution/Kernel.h"
#include "Spindle/Execution/ThreadPool.h"
#include "Spindle/Execution/Threads.h"
#include "TestContext/TestContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/STLExtras.h"

#include "gtest/gtest.h"

#include <numeric>

using namespace mlir;
using namespace spindle::execution;

/// The function called `name`.
template <typename Function> static Function *get(StringRef name) {
  for (const spindle::runtime::CalledFunction &function : getOpenMPFunctions())
    if (function.name == name)
      return reinterpret_cast<Function *>(function.address);
  ADD_FAILURE() << name.str();
  return nullptr;
}

namespace {
using AnyRegion = void(int32_t *, int32_t *, ...);

void (*const callRegion)(void *, int32_t, AnyRegion *, ...) =
    get<void(void *, int32_t, AnyRegion *, ...)>("__kmpc_fork_call");
void (*const askThreads)(void *, int32_t, int32_t) =
    get<void(void *, int32_t, int32_t)>("__kmpc_push_num_threads");
int32_t (*const getNumber)(void *) =
    get<int32_t(void *)>("__kmpc_global_thread_num");
void (*const initStatic)(void *, int32_t, int32_t, int32_t *, uint64_t *,
                         uint64_t *, int64_t *, int64_t, int64_t) =
    get<void(void *, int32_t, int32_t, int32_t *, uint64_t *, uint64_t *,
             int64_t *, int64_t, int64_t)>("__kmpc_for_static_init_8u");

/// Runs a region whose function has exactly these parameters.
template <typename... Pointers>
void call(int threads, void (*region)(int32_t *, int32_t *, Pointers *...),
          Pointers *...pointers) {
  askThreads(nullptr, getNumber(nullptr), threads);
  callRegion(nullptr, sizeof...(Pointers),
             reinterpret_cast<AnyRegion *>(region),
             static_cast<void *>(pointers)...);
}

/// What a member found.
struct Found {
  int32_t argument = -1, number = -1, size = -1, inParallel = -1;
};

void note(int32_t *thread, int32_t *, std::vector<Found> *found) {
  (*found)[*thread] = {*thread, getNumber(nullptr), getTeamSize(),
                       get<int()>("omp_in_parallel")()};
}
} // namespace

TEST(OpenMPFunctions, ARegionHasTheThreadsThatWereAskedFor) {
  for (int threads : {1, 2, 5}) {
    std::vector<Found> found(threads);
    call(threads, note, &found);
    for (auto [number, one] : llvm::enumerate(found)) {
      EXPECT_EQ(one.argument, int(number));
      EXPECT_EQ(one.number, int(number));
      EXPECT_EQ(one.size, threads);
      EXPECT_EQ(one.inParallel, threads > 1);
    }
  }
}

TEST(OpenMPFunctions, ThreadsAreAskedForOneRegion) {
  ScopedThreads three(3);
  EXPECT_EQ(get<int()>("omp_get_max_threads")(), 3);
  std::vector<Found> found(5);
  call(5, note, &found);
  std::vector<Found> next(5);
  callRegion(nullptr, 1, reinterpret_cast<AnyRegion *>(note), &next);
  EXPECT_EQ(found[4].size, 5);
  EXPECT_EQ(next[2].size, 3);
  EXPECT_EQ(next[3].size, -1);
}

TEST(OpenMPFunctions, RegionsHaveUpTo15Arguments) {
  static std::atomic<int> runs;
  runs = 0;
  call(2, +[](int32_t *, int32_t *) { ++runs; });
  EXPECT_EQ(runs, 2);
  using I = int;
  std::vector<int> a(15);
  std::iota(a.begin(), a.end(), 1);
  call(
      2,
      +[](int32_t *, int32_t *, I *b, I *c, I *d, I *e, I *f, I *g, I *h, I *i,
          I *j, I *k, I *l, I *m, I *n, I *o, I *p) {
        int place = 0, isWrong = 0;
        for (I *each : {b, c, d, e, f, g, h, i, j, k, l, m, n, o, p})
          isWrong |= *each != ++place;
        runs += isWrong ? 1000 : 1;
      },
      &a[0], &a[1], &a[2], &a[3], &a[4], &a[5], &a[6], &a[7], &a[8], &a[9],
      &a[10], &a[11], &a[12], &a[13], &a[14]);
  EXPECT_EQ(runs, 4);
}

/// What the members of a team of three run of 0 to 9, by schedule `kind`.
static std::vector<std::vector<int64_t>> share(int32_t kind, int64_t chunk) {
  struct Shared {
    int32_t kind;
    int64_t chunk;
    std::vector<std::vector<int64_t>> shares;
  } shared{kind, chunk, std::vector<std::vector<int64_t>>(3)};
  call(
      3,
      +[](int32_t *thread, int32_t *, Shared *shared) {
        int32_t isLast = -1;
        uint64_t lower = 0, upper = 9;
        int64_t stride = 1;
        initStatic(nullptr, *thread, shared->kind, &isLast, &lower, &upper,
                   &stride, 1, shared->chunk);
        shared->shares[*thread] = {int64_t(lower), int64_t(upper), stride,
                                   isLast};
      },
      &shared);
  return shared.shares;
}

TEST(OpenMPFunctions, LoopsAreDealtOut) {
  using Shares = std::vector<std::vector<int64_t>>;
  Shares even = {{0, 3, 10, 0}, {4, 6, 10, 0}, {7, 9, 10, 1}};
  EXPECT_EQ(share(34, 0), even);
  // Promises about the order change nothing.
  EXPECT_EQ(share(34 | 1 << 29, 0), even);
  EXPECT_EQ(share(34 | 1 << 30, 0), even);
  Shares inTwos = {{0, 1, 6, 0}, {2, 3, 6, 1}, {4, 5, 6, 0}};
  EXPECT_EQ(share(33, 2), inTwos);
}

TEST(OpenMPFunctionsDeathTest, OtherSchedulesAndCallsAreRefused) {
  EXPECT_DEATH(share(35, 1), "expected a static schedule of a parallel loop, "
                             "33 or 34, but got 35");
  EXPECT_DEATH(callRegion(nullptr, 16, reinterpret_cast<AnyRegion *>(note)),
               "expected a parallel region with at most 15 arguments but got "
               "16");
}

TEST(OpenMPFunctions, OthersAreNotLinked) {
  auto module = parseSourceString<ModuleOp>(R"mlir(
    llvm.func @omp_get_wtime() -> f64
    llvm.func @_mlir_ciface_f() {
      %time = llvm.call @omp_get_wtime() : () -> f64
      llvm.return
    })mlir",
                                            &spindle::getTestContext());
  ASSERT_TRUE(module);
  auto kernel = Kernel::compile(*module, "f");
  ASSERT_FALSE(bool(kernel));
  EXPECT_EQ(llvm::toString(kernel.takeError()),
            "expected a body of @omp_get_wtime, which the program calls, but "
            "got none");
}

//===- UpstreamOperationsTest.cpp - upstream's part of schedules ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Upstream's operations take some things for granted, and end the process where
// these do not hold. Each that a schedule may name is tried on the module, on
// nothing, and on operations that are right and wrong for it.
//

#include "Spindle/Schedule/Schedule.h"

#include "TestContext/TestContext.h"
#include "UpstreamTrials.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"

#include <csignal>
#include <cstdio>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

using namespace mlir;
using namespace spindle;

/// A program with what operations may be applied to.
static constexpr llvm::StringLiteral upstreamProgram = R"(
module {
  func.func private @f(index) -> index
  func.func @nullary() { return }
  func.func @loops(%m: memref<8xf32>, %n: index, %c: i1) -> index {
    %f = arith.constant 0.0 : f32
    %ii = memref.alloca() : memref<1xindex>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %a = memref.alloc() : memref<8xf32>
    %s = memref.alloca() : memref<4xf32>
    %d = memref.alloc(%n) : memref<?xf32>
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %m[%i] : memref<8xf32>
      memref.store %x, %a[%i] : memref<8xf32>
    }
    scf.for %i = %c0 to %c8 step %c1 {
      %b = memref.alloc() : memref<4xf32>
      scf.for %j = %c0 to %c8 step %c1 {
        %x = memref.load %m[%j] : memref<8xf32>
        memref.store %x, %a[%j] : memref<8xf32>
      }
      memref.dealloc %b : memref<4xf32>
    }
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%e = %c0) -> index {
      %k = func.call @f(%e) : (index) -> index
      scf.yield %k : index
    }
    scf.forall (%i) in (%n) {
      %x = memref.load %m[%i] : memref<8xf32>
      memref.store %x, %s[%c0] : memref<4xf32>
    }
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %x = memref.load %m[%i] : memref<8xf32>
      memref.store %x, %s[%c0] : memref<4xf32>
      scf.reduce
    }
    scf.if %c {
      memref.store %n, %ii[%c0] : memref<1xindex>
    }
    %q = scf.if %c -> index { scf.yield %n : index } else { scf.yield %c0 : index }
    affine.for %i = 0 to 8 { affine.store %f, %s[0] : memref<4xf32> }
    call @twice(%n, %n) : (index, index) -> ()
    %v = vector.transfer_read %a[%c0], %f : memref<8xf32>, vector<4xf32>
    vector.transfer_write %v, %a[%c0] : vector<4xf32>, memref<8xf32>
    return %r : index
  }
  func.func @twice(%a: index, %b: index) { return }
}
)";

/// What comes before the operation that is tried. A target is found by its
/// name; `root` is the module.
static constexpr llvm::StringLiteral frame = R"(
!op = !transform.any_op
!val = !transform.any_value
!par = !transform.any_param
module attributes {transform.with_named_sequence} {
  transform.named_sequence @is_target(%a: !op {transform.readonly}) -> !op {
    transform.match.operation_name %a ["TARGET"] : !op
    transform.yield %a : !op
  }
  transform.named_sequence @is_loop(%a: !op {transform.readonly}) -> !op {
    transform.match.operation_name %a ["scf.for"] : !op
    transform.yield %a : !op
  }
  transform.named_sequence @takes_anything(%a: !op {transform.readonly}) -> !op {
    transform.yield %a : !op
  }
  transform.named_sequence @does_nothing(%a: !op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @included(%a: !op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !op {transform.consumed}) {
    %loops = transform.collect_matching @is_loop in %root : (!op) -> !op
    %found = transform.collect_matching @is_target in %root : (!op) -> !op
    %t = transform.merge_handles %found : !op
    %for = transform.select "scf.for" in %t : (!op) -> !transform.op<"scf.for">
    %alloc = transform.select "memref.alloc" in %t : (!op) -> !transform.op<"memref.alloc">
    %alloca = transform.select "memref.alloca" in %t : (!op) -> !transform.op<"memref.alloca">
    %v = transform.get_result %t[all] : (!op) -> !val
    %o = transform.get_operand %t[all] : (!op) -> !val
    %p = transform.param.constant 1 : i64 -> !par
    %p32 = transform.param.constant 1 : i32 -> !par
    %index = transform.param.constant 1 : index -> !par
    %big = transform.param.constant 100000000000000000000000000000 : i128 -> !par
    %s = transform.param.constant "x" -> !par
    %none = transform.select "no.such" in %root : (!op) -> !op
    %no_values = transform.get_result %none[all] : (!op) -> !val
    %np = transform.get_type %no_values : (!val) -> !par
    OPERATION
    transform.yield
  }
})";

/// The schedule that applies `operation` to all operations called `target`.
static std::string makeSchedule(StringRef operation, StringRef target) {
  std::string text = frame.str();
  text.replace(text.find("TARGET"), 6, target);
  text.replace(text.find("OPERATION"), 9, operation);
  return text;
}

static llvm::Expected<std::shared_ptr<Schedule>>
parse(MLIRContext &context, StringRef operation, StringRef target) {
  return Schedule::parse(&context, makeSchedule(operation, target), "s.mlir",
                         "");
}

/// Whether `name` is of an operation that is upstream's.
static bool isUpstream(StringRef name) {
  return name.starts_with("transform.") &&
         !name.starts_with("transform.sparse.");
}

/// The names of operations that a schedule may use.
static std::vector<std::string> getNames() {
  MLIRContext context(MLIRContext::Threading::DISABLED);
  DialectRegistry registry;
  registerScheduleDialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
  std::vector<std::string> names;
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (isUpstream(name.getStringRef()))
      names.push_back(name.getStringRef().str());
  return names;
}

/// All trials, those of patterns too, which are alike.
static std::vector<UpstreamTrial> getTrials() {
  std::vector<UpstreamTrial> trials = getUpstreamTrials();
  for (const std::string &name : getNames())
    if (StringRef(name).starts_with("transform.apply_patterns."))
      trials.push_back(
          {"transform.apply_patterns to %t { " + name + " } : !op", ""});
  return trials;
}

/// A context in which other extensions are registered too, as in mlir-opt.
static MLIRContext &getContext() {
  static MLIRContext *context = [] {
    registerTransformsPasses();
    auto *made = new MLIRContext(MLIRContext::Threading::DISABLED);
    prepareContext(*made);
    made->loadAllAvailableDialects();
    return made;
  }();
  return *context;
}

TEST(UpstreamOperationsTest, AllAreTried) {
  std::string all = frame.str();
  for (const UpstreamTrial &trial : getTrials())
    all += trial.operation + "\n";
  std::vector<std::string> names = getNames();
  EXPECT_GT(names.size(), 100u);
  for (const std::string &name : names)
    EXPECT_TRUE(all.find(name + " ") != std::string::npos ||
                all.find(name + "<") != std::string::npos ||
                all.find(name + "\n") != std::string::npos)
        << name;
}

TEST(UpstreamOperationsTest, ThoseThatWouldEndTheProcessAreRefused) {
  for (const UpstreamTrial &trial : getTrials()) {
    auto schedule = parse(getContext(), trial.operation, "builtin.module");
    std::string message = schedule ? "" : toString(schedule.takeError());
    EXPECT_EQ(message.empty(), trial.refusal.empty())
        << trial.operation << ": " << message;
    if (trial.refusal.empty())
      continue;
    EXPECT_EQ(message.find("s.mlir:40:"), 0u) << message;
    EXPECT_NE(message.find(trial.refusal), std::string::npos) << message;
  }
}

//===----------------------------------------------------------------------===//
// Applying
//===----------------------------------------------------------------------===//

/// Applies `operation` to all operations called `target`, or does not.
static void tryOn(StringRef operation, StringRef target) {
  ScopedDiagnosticHandler ignored(&getContext(),
                                  [](Diagnostic &) { return success(); });
  auto schedule = parse(getContext(), operation, target);
  if (!schedule)
    return consumeError(schedule.takeError());
  auto module = parseSourceString<ModuleOp>(upstreamProgram, &getContext());
  (void)applySchedule(*module, **schedule, {}, std::nullopt);
}

/// No trial takes longer.
static constexpr unsigned kMaxSeconds = 20;

/// Has a process of its own, that ends without a word where it has to.
static void beQuiet() {
  (void)freopen("/dev/null", "w", stdout);
  (void)freopen("/dev/null", "w", stderr);
  for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    signal(number, SIG_DFL);
}

/// The numbers below `count` for which `run` ends its process.
static std::vector<size_t> findFatal(size_t count,
                                     llvm::function_ref<void(size_t)> run) {
  std::vector<size_t> fatal;
  void *memory = mmap(nullptr, sizeof(size_t), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  size_t &next = *new (memory) size_t(0);
  for (; next < count; ++next) {
    std::fflush(nullptr);
    pid_t process = fork();
    if (process == 0) {
      beQuiet();
      for (; next < count; ++next) {
        alarm(kMaxSeconds);
        run(next);
      }
      _exit(0);
    }
    waitpid(process, nullptr, 0);
    if (next < count)
      fatal.push_back(next);
  }
  munmap(memory, sizeof(size_t));
  return fatal;
}

TEST(UpstreamOperationsTest, AProcessThatEndsIsSeen) {
  EXPECT_EQ(findFatal(5,
                      [](size_t number) {
                        if (number == 1)
                          raise(SIGSEGV);
                        if (number == 4)
                          _exit(0);
                      }),
            (std::vector<size_t>{1, 4}));
}

TEST(UpstreamOperationsTest, NoneEndsTheProcess) {
  std::vector<UpstreamTrial> trials = getTrials();
  StringRef targets[] = {"builtin.module", "no.such",   "func.func",
                         "arith.constant", "scf.for",   "scf.forall",
                         "scf.parallel",   "scf.if",    "memref.alloc",
                         "memref.alloca",  "func.call", "func.return",
                         "memref.load",    "affine.for"};
  size_t width = std::size(targets);
  getContext();
  for (size_t fatal : findFatal(trials.size() * width, [&](size_t number) {
         tryOn(trials[number / width].operation, targets[number % width]);
       }))
    ADD_FAILURE() << trials[fatal / width].operation << " on "
                  << targets[fatal % width].str();
}

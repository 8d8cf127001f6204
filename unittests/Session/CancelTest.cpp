//===- CancelTest.cpp - work that is stopped in its midst -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work is stopped by what follows it, at a moment that is the same in each run:
// what comes after shows whether it ended there. Loops that tell of no progress
// would run for days.
//
//===----------------------------------------------------------------------===//

#include "Spmv.h"

#include "Spindle/Runtime/IO/Generate.h"
#include "Spindle/Runtime/IO/Npy.h"
#include "llvm/Support/FileSystem.h"
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

using namespace spindle;
using namespace spindle::session;

namespace {

/// When work is stopped.
enum class Moment { Begin, FirstUpdate, End };

/// Stops the work of the step whose label begins with `label`.
class Stopper {
public:
  Stopper(std::string label, Moment moment)
      : label(std::move(label)), moment(moment) {}

  /// `options`, whose session is stopped.
  Options follow(Options options) {
    CancelToken token = options.watcher.token;
    options.watcher.onStep =
        [this, token](std::string begun, std::string) -> std::unique_ptr<Step> {
      if (begun.compare(0, label.size(), label) != 0)
        return nullptr;
      auto step = std::make_unique<Stopping>(*this, token);
      step->reach(Moment::Begin);
      return step;
    };
    return options;
  }

  /// How often progress was told of, and what was told last.
  int updates = 0;
  int64_t done = 0, total = 0;

private:
  class Stopping : public Step {
  public:
    Stopping(Stopper &stopper, CancelToken token)
        : stopper(stopper), token(std::move(token)) {}
    ~Stopping() override { reach(Moment::End); }

    void update(int64_t done, int64_t total) override {
      ++stopper.updates;
      stopper.done = done;
      stopper.total = total;
      reach(Moment::FirstUpdate);
    }
    void reach(Moment moment) {
      if (stopper.moment == moment)
        token.cancel();
    }

  private:
    Stopper &stopper;
    CancelToken token;
  };

  std::string label;
  Moment moment;
};

/// A file that goes with the test.
class File {
public:
  explicit File(const std::string &name)
      : path(testing::TempDir() + "cancel-test-" + name) {}
  ~File() { std::remove(path.c_str()); }

  /// Writes `head`, and `line` so often that reading takes several blocks.
  const File &fill(const std::string &head, const std::string &line) const {
    std::ofstream stream(path);
    stream << head;
    for (int64_t number = 0; number < lines; ++number)
      stream << line;
    return *this;
  }

  static constexpr int64_t lines = 1000000;
  std::string path;
};

/// Checks that reading the operand `name` of spmv from `file`, with sizes for
/// what else there is, ends where it is stopped.
void stopReading(const std::string &name, const File &file) {
  Options options = ofProgram("spmv");
  options.binds = {{"A", "random"}, {"x", "ones"}};
  options.sizes = {{"I", "4"}};
  if (name == "A")
    options.sizes.clear();
  for (Assignment &bind : options.binds)
    if (bind.name == name)
      bind.text = file.path;
  Stopper stopper("reading", Moment::FirstUpdate);
  Session session(stopper.follow(options));
  llvm::cantFail(session.open());
  EXPECT_TRUE(isCancelled(session.bind()));
  EXPECT_EQ(stopper.updates, 1);
  EXPECT_GT(stopper.done, 0);
  EXPECT_LT(stopper.done, stopper.total / 2);
}

/// Loops without an end, by the interpreter.
class Endless {
public:
  /// The function of `body` on a tensor x, stopped in the step `label`.
  Endless(const std::string &body, const char *label, Moment moment)
      : stopper(label, moment), session(stopper.follow(makeOptions(body))) {
    llvm::cantFail(session.open());
    llvm::cantFail(session.bind());
  }

  static Options makeOptions(const std::string &body) {
    Options options;
    options.program = "endless.mlir";
    options.text = R"(
!v = !sparse.tensor<?xf32, #sparse.dense>
func.func @endless(%x: !v {sparse.name = "x", sparse.dims = ["I"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %many = arith.constant 1099511627776 : index
  %several = arith.constant 67108864 : index
)" + body + "\n  return\n}";
    options.binds = {{"x", "ones"}};
    options.sizes = {{"I", "256"}};
    return options;
  }

  Stopper stopper;
  Session session;
};

} // namespace

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

TEST(CancelTest, ReadingMatrixMarket) {
  std::string count = std::to_string(File::lines);
  stopReading(
      "A", File("a.mtx").fill("%%MatrixMarket matrix coordinate real general\n"
                              "4 4 " +
                                  count + "\n",
                              "1 1 1\n"));
}

TEST(CancelTest, ReadingTns) {
  stopReading("A", File("a.tns").fill("", "1 1 1\n"));
}

TEST(CancelTest, ReadingNpy) {
  File file("x.npy");
  auto array = runtime::zeros(runtime::DType::F32, {10000000});
  ASSERT_FALSE(runtime::writeNpy(file.path, *array));
  stopReading("x", file);
}

//===----------------------------------------------------------------------===//
// The interpreter
//===----------------------------------------------------------------------===//

TEST(CancelTest, InterpretingNests) {
  Endless endless(R"(
  %I = axis.dense_fixed %several : !axis.axis<dense_fixed>
  iter.nest "n" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
  })",
                  "checking", Moment::FirstUpdate);
  EXPECT_TRUE(isCancelled(endless.session.interpret()));
  EXPECT_EQ(endless.stopper.updates, 1);
}

TEST(CancelTest, InterpretingGenerics) {
  Endless endless(R"(
  sparse.generic ins(%x, %x : !v, !v) outs(%x : !v)
      maps [affine_map<(i, j, k) -> (j)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i)>]
      kinds [spatial, reduction, reduction] combine [add] {
  ^bb0(%a: f32, %b: f32):
    sparse.yield %a : f32
  })",
                  "checking", Moment::FirstUpdate);
  EXPECT_TRUE(isCancelled(endless.session.interpret()));
  EXPECT_EQ(endless.stopper.updates, 1);
}

TEST(CancelTest, InterpretingLoops) {
  for (const char *body : {R"(
  scf.for %i = %c0 to %many step %c1 {
  })",
                           R"(
  affine.for %i = 0 to %many {
  })",
                           R"(
  %last = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %many : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  })"}) {
    Endless endless(body, "checking", Moment::Begin);
    EXPECT_TRUE(isCancelled(endless.session.interpret())) << body;
  }
}

TEST(CancelTest, CountingBodies) {
  for (bool atOnce : {false, true}) {
    Endless endless(R"(
  %I = axis.dense_fixed %c1 : !axis.axis<dense_fixed>
  scf.for %n = %c0 to %many step %c1 {
    iter.nest "n" ("i": %i) over (%I : !axis.axis<dense_fixed>) kinds [spatial] {
    }
  })",
                    "counting", Moment::Begin);
    EXPECT_TRUE(isCancelled(endless.session.countBodies(atOnce)));
  }
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

TEST(CancelTest, PassesAreNotBegun) {
  Stopper stopper("running passes", Moment::Begin);
  Session session(stopper.follow(ofProgram("spmv")));
  llvm::cantFail(session.open());
  auto print = [&] {
    std::string text;
    llvm::raw_string_ostream(text) << session.getProgram().module.get();
    return text;
  };
  std::string before = print();
  EXPECT_TRUE(isCancelled(session.emit(EmitStage::Loops).takeError()));
  EXPECT_EQ(print(), before);
}

TEST(CancelTest, NothingIsSaved) {
  File object("y.so"), header("y.h");
  Stopper stopper("running passes", Moment::End);
  Session session(stopper.follow(ofProgram("spmv")));
  llvm::cantFail(session.open());
  llvm::cantFail(session.choose());
  OutputFiles files;
  EXPECT_TRUE(isCancelled(session.save(object.path, "", files)));
  llvm::cantFail(files.commit());
  EXPECT_FALSE(llvm::sys::fs::exists(object.path));
  EXPECT_FALSE(llvm::sys::fs::exists(header.path));
}

//===- SessionTest.cpp - sessions as a library uses them ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a binding to Python does: arrays of its users go in and come out, errors
// become exceptions, threads compile at once, Ctrl-C stops.
//
//===----------------------------------------------------------------------===//

#include "Spmv.h"

#include "Spindle/Execution/Threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

using namespace spindle;
using namespace spindle::session;
using runtime::DType;
using testing::ElementsAre;
using testing::HasSubstr;

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

TEST(SessionTest, BorrowedArraysInAndOut) {
  Spmv spmv;
  std::vector<float> y(3, -1);
  llvm::cantFail(spmv.session.lend("y", lendVector(y)));
  llvm::cantFail(spmv.prepare());
  llvm::cantFail(spmv.session.run());
  EXPECT_THAT(y, ElementsAre(21, 0, 430));
  // The arrays are the user's: what they hold now is what is computed with.
  spmv.x[2] = 0;
  spmv.matrix.values[0] = 5;
  llvm::cantFail(spmv.session.run());
  EXPECT_THAT(y, ElementsAre(25, 0, 30));
}

TEST(SessionTest, OtherArraysOfOneKernel) {
  Spmv spmv;
  llvm::cantFail(spmv.prepare());
  llvm::cantFail(spmv.session.run());
  std::vector<float> other = {2, 0, 0};
  llvm::cantFail(spmv.session.lend("x", lendVector(other)));
  llvm::cantFail(spmv.session.bind());
  llvm::cantFail(spmv.session.run());
  EXPECT_THAT(getValues(llvm::cantFail(spmv.session.takeResult("y"))),
              ElementsAre(2, 0, 0));
}

TEST(SessionTest, ResultsAreOwned) {
  runtime::Storage first, second;
  {
    Spmv spmv;
    llvm::cantFail(spmv.prepare());
    llvm::cantFail(spmv.session.run());
    first = llvm::cantFail(spmv.session.takeResult("y"));
    spmv.x = {0, 0, 0};
    llvm::cantFail(spmv.session.run());
    second = llvm::cantFail(spmv.session.takeResult("y"));
  }
  EXPECT_THAT(getValues(first), ElementsAre(21, 0, 430));
  EXPECT_THAT(getValues(second), ElementsAre(0, 0, 0));
}

TEST(SessionTest, LentMemoryStaysWhereResultsGo) {
  Spmv spmv;
  std::vector<float> y(3);
  llvm::cantFail(spmv.session.lend("y", lendVector(y)));
  llvm::cantFail(spmv.prepare());
  llvm::cantFail(spmv.session.run());
  runtime::Storage taken = llvm::cantFail(spmv.session.takeResult("y"));
  spmv.x[0] = 2;
  llvm::cantFail(spmv.session.run());
  EXPECT_THAT(y, ElementsAre(22, 0, 430));
  EXPECT_EQ(taken.values.data(), y.data());
}

/// Runs spmv with the user's matrix stored in `format`; what that was goes to
/// `name`.
static std::vector<float> runConverted(const char *format, std::string &name) {
  Options options = ofProgram("spmv");
  options.formats = {{"A", format}};
  Session session(options);
  UserMatrix<int64_t> matrix;
  std::vector<float> x = {1, 10, 100};
  llvm::cantFail(session.open());
  llvm::cantFail(
      session.convert("A", matrix.lend(), "csr<pos = i64, crd = i64>"));
  // The elements were taken.
  matrix.values.assign(4, 0);
  llvm::cantFail(session.chooseFormats());
  llvm::cantFail(session.lend("x", lendVector(x)));
  llvm::cantFail(session.bind());
  llvm::cantFail(session.choose());
  llvm::cantFail(session.compile());
  llvm::cantFail(session.run());
  name = session.getOperand("A").spec->getFormatName();
  return getValues(llvm::cantFail(session.takeResult("y")));
}

TEST(SessionTest, ConvertsToTheFormatOfTheProgram) {
  std::string name;
  for (const char *format : {"coo", "bsr(2,2)", "hyb(1,1)", "auto"}) {
    EXPECT_THAT(runConverted(format, name), ElementsAre(21, 0, 430)) << format;
    EXPECT_NE(name, "");
  }
}

TEST(SessionTest, ConvertsWhatIsInTheFormatThatIsSaid) {
  Spmv spmv;
  UserMatrix<int64_t> matrix;
  Failure failure =
      takeFailure(spmv.session.convert("A", matrix.lend(), "csr"));
  EXPECT_EQ(failure.getOperand(), "A");
  EXPECT_EQ(failure.getGot(), "i64");
  EXPECT_EQ(
      takeFailure(spmv.session.convert("x", matrix.lend(), "csr")).getText(),
      "expected a sparse operand but got dense");
  failure = takeFailure(spmv.session.convert("A", matrix.lend(), "crs"));
  EXPECT_EQ(failure.getOperand(), "A");
  EXPECT_THAT(failure.getText(), HasSubstr("crs"));
}

TEST(SessionTest, ProgramsAsText) {
  Options options;
  options.program = "twice.mlir";
  options.text = R"(
func.func @twice(%x: memref<?xf64> {sparse.name = "x", sparse.dims = ["I"]}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf64>
    %b = arith.addf %a, %a : f64
    memref.store %b, %x[%i] : memref<?xf64>
  }
  return
})";
  Session session(options);
  std::vector<double> x = {1, 2, 3};
  llvm::cantFail(session.open());
  llvm::cantFail(session.lend("x", lendVector(x)));
  llvm::cantFail(session.bind());
  llvm::cantFail(session.choose());
  llvm::cantFail(session.compile());
  llvm::cantFail(session.run());
  EXPECT_THAT(x, ElementsAre(2, 4, 6));
}

TEST(SessionTest, ChecksAgainstTheInterpreter) {
  Spmv spmv;
  llvm::cantFail(spmv.prepare());
  llvm::cantFail(spmv.session.countBodies(/*atOnce=*/false));
  EXPECT_EQ(spmv.session.getMeasures().operations->floats, 8);
  llvm::cantFail(spmv.session.interpret());
  llvm::cantFail(spmv.session.run());
  EXPECT_EQ(llvm::cantFail(spmv.session.findUnwritten()), "");
  EXPECT_EQ(llvm::cantFail(spmv.session.compare()).wrong, "");
  // The user's memory is compared, so what is changed there shows.
  const auto &y = spmv.session.getOperand("y").values;
  const_cast<float *>(y.as<float>())[2] = 7;
  EXPECT_THAT(llvm::cantFail(spmv.session.compare()).wrong,
              HasSubstr("y[2]: expected 430"));
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

TEST(SessionTest, IndicesOfAnotherType) {
  Spmv spmv;
  UserMatrix<int64_t> wide;
  Failure failure = takeFailure(spmv.session.lend("A", wide.lend()));
  EXPECT_EQ(failure.getOperand(), "A");
  EXPECT_EQ(failure.getExpected(), "positions of level 1 to be of i32");
  EXPECT_EQ(failure.getGot(), "i64");
  EXPECT_EQ(failure.getText(),
            "A: expected positions of level 1 to be of i32 but got i64");
}

TEST(SessionTest, ValuesOfAnotherType) {
  Spmv spmv;
  std::vector<double> wide(3);
  Failure failure = takeFailure(spmv.session.lend("x", lendVector(wide)));
  EXPECT_EQ(failure.getOperand(), "x");
  EXPECT_EQ(failure.getExpected(), "values of f32");
  EXPECT_EQ(failure.getGot(), "f64");
}

TEST(SessionTest, Strides) {
  Spmv spmv;
  std::vector<float> wide(6);
  MemoryView every = lendVector(wide, {2});
  every.shape = {3};
  Failure failure = takeFailure(spmv.session.lend("x", every));
  EXPECT_EQ(failure.getText(),
            "x: expected values row-major without gaps but got strides 2");
  // They do not matter where there is nothing to go to.
  every.shape = {1};
  EXPECT_FALSE(bool(spmv.session.lend("x", every)));
  every.strides = {1, 1};
  EXPECT_EQ(takeFailure(spmv.session.lend("x", every)).getGot(), "2");
}

TEST(SessionTest, MisalignedAndMissingMemory) {
  Spmv spmv;
  MemoryView x = lendVector(spmv.x);
  x.data = reinterpret_cast<char *>(x.data) + 1;
  EXPECT_EQ(takeFailure(spmv.session.lend("x", x)).getText(),
            "x: expected values at a multiple of 4 bytes but got one that is 1 "
            "bytes beyond");
  x = lendVector(spmv.x);
  x.isWritable = false;
  EXPECT_FALSE(bool(spmv.session.lend("x", x)));
  EXPECT_EQ(takeFailure(spmv.session.lend("y", x)).getGot(),
            "memory that may not");
  x.data = nullptr;
  EXPECT_EQ(takeFailure(spmv.session.lend("x", x)).getText(),
            "x: expected memory for values but got null");
}

TEST(SessionTest, BrokenStructure) {
  Spmv spmv;
  spmv.matrix.coordinates[3] = 3;
  Failure failure = takeFailure(spmv.session.lend("A", spmv.matrix.lend()));
  EXPECT_EQ(failure.getOperand(), "A");
  EXPECT_THAT(failure.getExpected(), HasSubstr("coordinates of level 1"));
  EXPECT_EQ(failure.getGot(), "3");
}

TEST(SessionTest, SizesThatContradict) {
  Spmv spmv;
  std::vector<float> longer(4);
  llvm::cantFail(spmv.session.lend("x", lendVector(longer)));
  Failure failure = takeFailure(spmv.session.bind());
  EXPECT_EQ(failure.getOperand(), "x");
  EXPECT_EQ(failure.getExpected(), "size 3 of dimension J, as of A (as given)");
  EXPECT_EQ(failure.getGot(), "4 of x (as given)");
}

TEST(SessionTest, SizesOfTheKernel) {
  Options options = ofProgram("spmv");
  options.specialized = {{"I", ""}};
  Spmv spmv(options);
  llvm::cantFail(spmv.prepare());
  spmv.matrix.positions = {0, 2, 4};
  TensorView two = spmv.matrix.lend();
  two.shape = {2, 3};
  llvm::cantFail(spmv.session.lend("A", two));
  Failure failure = takeFailure(spmv.session.bind());
  EXPECT_EQ(failure.getOperand(), "A");
  EXPECT_EQ(failure.getExpected(),
            "size 3 of dimension I, which it is compiled for");
  EXPECT_EQ(failure.getGot(), "2");
}

TEST(SessionTest, WrittenMemoryOfAnother) {
  Spmv spmv;
  llvm::cantFail(spmv.session.lend("y", lendVector(spmv.x)));
  Failure failure = takeFailure(spmv.session.bind());
  EXPECT_EQ(failure.getOperand(), "y");
  EXPECT_EQ(failure.getText(), "y: expected memory of its own, as it is "
                               "written, but got some of x");
}

TEST(SessionTest, NeighboursDoNotOverlap) {
  Spmv spmv;
  std::vector<float> memory = {1, 10, 100, 0, 0, 0};
  MemoryView x = lendVector(memory), y = x;
  x.shape = y.shape = {3};
  y.data = memory.data() + 3;
  for (bool swaps : {false, true}) {
    if (swaps)
      std::swap(x.data, y.data);
    llvm::cantFail(spmv.session.lend("x", x));
    llvm::cantFail(spmv.session.lend("y", y));
    llvm::cantFail(spmv.session.bind());
  }
}

TEST(SessionTest, NothingBound) {
  Session session(ofProgram("spmv"));
  llvm::cantFail(session.open());
  Failure failure = takeFailure(session.bind());
  EXPECT_EQ(failure.getOperand(), "A");
  EXPECT_EQ(failure.getExpected(), "a source of A");
  EXPECT_EQ(failure.getGot(), "none");
  EXPECT_EQ(takeFailure(session.run()).getExpected(),
            "a program that is bound and compiled");
  EXPECT_EQ(takeFailure(session.takeResult("z").takeError()).getText(),
            "expected an operand (A, x, y) but got 'z'");
}

TEST(SessionTest, LocationsOfPrograms) {
  Options options;
  options.program = "mine.mlir";
  options.text = "func.func @f() {\n  %a = arith.adf %b\n}";
  Failure failure = takeFailure(Session(options).open());
  EXPECT_EQ(failure.getLocation().file, "mine.mlir");
  EXPECT_EQ(failure.getLocation().line, 2);
  EXPECT_EQ(failure.getLocation().column, 8);
  EXPECT_THAT(failure.getText(), HasSubstr("mine.mlir:2:8: "));
}

TEST(SessionTest, LocationsOfFiles) {
  std::string path = testing::TempDir() + "/session-test.mtx";
  std::error_code code;
  llvm::raw_fd_ostream(path, code)
      << "%%MatrixMarket matrix coordinate real general\n3 3 1\n4 1 1\n";
  Options options = ofProgram("spmv");
  options.binds = {{"A", path}, {"x", "ones"}};
  Session session(options);
  llvm::cantFail(session.open());
  Failure failure = takeFailure(session.bind());
  EXPECT_EQ(failure.getOperand(), "A");
  EXPECT_EQ(failure.getLocation().file, path);
  EXPECT_EQ(failure.getLocation().line, 3);
  EXPECT_NE(failure.getExpected(), "");
  EXPECT_NE(failure.getGot(), "");
  std::remove(path.c_str());
}

//===----------------------------------------------------------------------===//
// Threads
//===----------------------------------------------------------------------===//

/// Runs `count` sessions at once, and returns what each computed.
static std::vector<std::vector<float>>
runAtOnce(size_t count, std::shared_ptr<execution::KernelCache> cache) {
  std::vector<std::vector<float>> results(count);
  std::vector<std::thread> threads;
  for (size_t number = 0; number < count; ++number)
    threads.emplace_back([&, number] {
      Options options = ofProgram("spmv");
      options.cache = cache;
      Spmv spmv(options);
      spmv.x[0] = float(number);
      llvm::cantFail(spmv.prepare());
      llvm::cantFail(spmv.session.run());
      results[number] = getValues(llvm::cantFail(spmv.session.takeResult("y")));
    });
  for (std::thread &thread : threads)
    thread.join();
  return results;
}

TEST(SessionTest, SessionsOnThreads) {
  EXPECT_THAT(runAtOnce(2, nullptr),
              ElementsAre(ElementsAre(20, 0, 430), ElementsAre(21, 0, 430)));
}

TEST(SessionTest, ThreadsAreThoseOfACall) {
  execution::setThreads(7);
  Options options = ofProgram("spmv");
  options.threads = 2;
  Spmv spmv(options);
  llvm::cantFail(spmv.prepare());
  EXPECT_EQ(spmv.session.getMeasures().threads, 2);
  llvm::cantFail(spmv.session.run());
  EXPECT_EQ(execution::getThreads(), 7);
}

TEST(SessionTest, ThreadsThatAreLeftOpen) {
  Options options = ofProgram("spmv");
  options.threads = 0;
  setenv("SPINDLE_NUM_THREADS", "3", /*overwrite=*/1);
  Spmv spmv(options);
  llvm::cantFail(spmv.prepare());
  EXPECT_EQ(spmv.session.getMeasures().threads, 3);
  setenv("SPINDLE_NUM_THREADS", "all", /*overwrite=*/1);
  EXPECT_EQ(takeFailure(Session(options).open()).getText(),
            "expected SPINDLE_NUM_THREADS to be a number from 1 to 1024 but "
            "got 'all'");
  unsetenv("SPINDLE_NUM_THREADS");
}

TEST(SessionTest, SessionsShareKernels) {
  auto cache = std::make_shared<execution::KernelCache>();
  EXPECT_THAT(runAtOnce(2, cache),
              ElementsAre(ElementsAre(20, 0, 430), ElementsAre(21, 0, 430)));
  EXPECT_EQ(cache->countCompilations(), 1u);
  // Others of another program, or for another machine, are not theirs.
  Options options = ofProgram("spmv");
  options.cache = cache;
  options.strict = true;
  Spmv strict(options);
  llvm::cantFail(strict.prepare());
  EXPECT_EQ(cache->countCompilations(), 2u);
}

//===----------------------------------------------------------------------===//
// Who follows it
//===----------------------------------------------------------------------===//

TEST(SessionTest, TellsStepsAndPrintsNothing) {
  std::vector<std::string> steps;
  Options options = ofProgram("spmv");
  options.watcher.onStep = [&](std::string label,
                               std::string) -> std::unique_ptr<Step> {
    steps.push_back(std::move(label));
    return nullptr;
  };
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Spmv spmv(options);
  llvm::cantFail(spmv.prepare());
  llvm::cantFail(spmv.session.run());
  llvm::consumeError(spmv.session.lend("x", MemoryView()));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_THAT(steps, ElementsAre("making y", "storing y", "running passes",
                                 "compiling", "running"));
}

TEST(SessionTest, CancelledBetweenSteps) {
  Options options = ofProgram("spmv");
  Spmv spmv(options);
  llvm::cantFail(spmv.session.bind());
  options.watcher.token.cancel();
  EXPECT_TRUE(isCancelled(spmv.session.choose()));
  EXPECT_TRUE(isCancelled(spmv.session.compile()));
}

namespace {

/// Seconds that a busy machine may take to stop; decision 38 has what was
/// measured.
constexpr double kLongestWait = 2;

/// Cancels `token` a moment after `label` has begun, and remembers when.
struct Canceller {
  using Clock = std::chrono::steady_clock;

  /// Those of 16 kernels, which take more than a second.
  Options makeOptions(const char *label, std::chrono::milliseconds wait) {
    Options options = ofProgram("fusedmm");
    options.binds = {
        {"A", "random"}, {"Q", "ones"}, {"K", "ones"}, {"V", "ones"}};
    options.sizes = {{"I", "100"}, {"J", "100"}, {"D", "64"}, {"E", "64"}};
    options.specialized = {{"D", "8,16,32,64"}, {"E", "8,16,32,64"}};
    CancelToken token = options.watcher.token;
    options.watcher.onStep = [=](std::string begun,
                                 std::string) -> std::unique_ptr<Step> {
      if (begun == label)
        thread = std::thread([=]() mutable {
          std::this_thread::sleep_for(wait);
          start = Clock::now();
          token.cancel();
        });
      return nullptr;
    };
    return options;
  }

  /// Compiles, and returns the seconds from the call to stop to the end.
  double measure(const char *label, std::chrono::milliseconds wait) {
    Session session(makeOptions(label, wait));
    llvm::cantFail(session.open());
    llvm::cantFail(session.bind());
    llvm::cantFail(session.choose());
    bool wasCancelled = isCancelled(session.compile());
    Clock::time_point end = Clock::now();
    thread.join();
    EXPECT_TRUE(wasCancelled);
    EXPECT_TRUE(isCancelled(session.run()));
    return std::chrono::duration<double>(end - start).count();
  }

  std::thread thread;
  Clock::time_point start;
};

} // namespace

TEST(SessionTest, CancelledInPasses) {
  using namespace std::chrono_literals;
  EXPECT_LT(Canceller().measure("running passes", 20ms), kLongestWait);
}

TEST(SessionTest, CancelledInLLVM) {
  using namespace std::chrono_literals;
  EXPECT_LT(Canceller().measure("compiling", 20ms), kLongestWait);
}

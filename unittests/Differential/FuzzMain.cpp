//===- FuzzMain.cpp - runs random programs, and shrinks what fails --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// utils/fuzz runs this program and says what it prints; see --help there.
//
//===----------------------------------------------------------------------===//

#include "CaseFile.h"
#include "Generator.h"
#include "Interruption.h"
#include "Isolated.h"
#include "ScheduledCase.h"
#include "Shrink.h"
#include "TileProgram.h"

#include "TestContext/TestContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>
#include <sys/wait.h>
#include <unistd.h>

using namespace spindle::differential;
namespace cl = llvm::cl;

static cl::opt<uint64_t> firstSeed("seed", cl::desc("the first program's seed"),
                                   cl::init(1));
static cl::opt<uint64_t> count("count", cl::desc("how many programs to run"),
                               cl::init(500));
static cl::opt<unsigned> jobs("jobs", cl::desc("how many at a time"),
                              cl::init(1));
static cl::opt<unsigned>
    compileEach("compile-each", cl::desc("compile every Nth program (0: none)"),
                cl::init(4));
static cl::opt<unsigned>
    maxShrunk("shrink", cl::desc("shrink the first N kinds of failures"),
              cl::init(10));
static cl::opt<std::string> folder("out", cl::desc("where shrunk programs go"),
                                   cl::init("."));
static cl::opt<std::string> replay("replay",
                                   cl::desc("run the program of a file"));
static cl::opt<bool> schedules("schedules",
                               cl::desc("give each program a schedule"));
static cl::opt<bool> tiles("tiles",
                           cl::desc("products that share tiles of rows"));
static cl::opt<bool> print("print", cl::desc("print the programs, run none"));

namespace {
/// A program that failed.
struct Failure {
  uint64_t seed;
  Verdict verdict;
};

/// What came of all programs so far.
struct Tally {
  uint64_t done = 0, compiled = 0, changes = 0, backwards = 0, shared = 0,
           scheduled = 0, refused = 0;
  int64_t bodyRuns = 0, tiled = 0, columnTiles = 0;
  std::vector<Failure> failures;
};
} // namespace

static Case generate(uint64_t seed) {
  return tiles       ? generateTileCase(seed)
         : schedules ? generateScheduledCase(seed)
                     : generateCase(seed);
}

static bool isCompiled(uint64_t seed) {
  return compileEach > 0 && seed % compileEach == 0;
}

//===----------------------------------------------------------------------===//
// Progress
//===----------------------------------------------------------------------===//

static void showProgress(const Tally &tally) {
  bool terminal = isatty(STDERR_FILENO);
  uint64_t tenth = std::max<uint64_t>(count / 10, 1);
  if (!terminal && tally.done % tenth != 0)
    return;
  auto filled = unsigned(40 * tally.done / std::max<uint64_t>(count, 1));
  llvm::errs() << (terminal ? "\r" : "") << "fuzz: ["
               << std::string(filled, '#') << std::string(40 - filled, '.')
               << "] " << tally.done << "/" << count << " programs, "
               << tally.failures.size() << " failed"
               << (terminal && tally.done < count ? "" : "\n");
}

//===----------------------------------------------------------------------===//
// All programs
//===----------------------------------------------------------------------===//

static void record(Tally &tally, uint64_t seed, const Verdict &verdict) {
  ++tally.done;
  tally.compiled += verdict.compiled;
  tally.bodyRuns += verdict.bodyRuns;
  tally.changes += verdict.changes;
  tally.backwards += verdict.backwards;
  tally.shared += verdict.shared;
  tally.scheduled += verdict.scheduled;
  tally.refused += verdict.refused;
  tally.tiled += verdict.tiled;
  tally.columnTiles += verdict.columnTiles;
  if (!verdict.kind.empty())
    tally.failures.push_back({seed, verdict});
  showProgress(tally);
}

/// Runs all programs, `jobs` at a time.
static Tally runAll(mlir::MLIRContext &context) {
  Tally tally;
  std::map<pid_t, std::pair<uint64_t, IsolatedRun>> running;
  uint64_t next = firstSeed, end = firstSeed + count;
  while (next < end || !running.empty()) {
    if (isInterrupted())
      end = next;
    while (next < end && running.size() < jobs) {
      IsolatedRun run =
          startIsolated(context, generate(next), isCompiled(next));
      running[run.process] = {next++, run};
    }
    int status = 0;
    auto ended = running.find(wait(&status));
    if (ended == running.end())
      break;
    auto [seed, run] = ended->second;
    running.erase(ended);
    record(tally, seed, finishIsolated(run, status));
  }
  tellInterruption(next);
  return tally;
}

/// Writes the shrunk program of a failure to a file, and says where.
static void shrinkFailure(mlir::MLIRContext &context, const Failure &failure) {
  int64_t attempts = 0;
  bool terminal = isatty(STDERR_FILENO);
  auto attempted = [&] {
    ++attempts;
    if (terminal)
      llvm::errs() << "\rfuzz: shrinking " << failure.seed << ", attempt "
                   << attempts;
  };
  bool compile = isCompiled(failure.seed);
  const std::string &kind = failure.verdict.kind;
  Case smaller =
      schedules || tiles
          ? shrinkText(context, generate(failure.seed), compile, kind,
                       attempted)
          : shrinkCase(context, failure.seed, compile, kind, attempted);
  llvm::errs() << (terminal ? "\n" : "");
  std::string path = folder + "/fuzz-" + std::to_string(failure.seed) + ".mlir";
  std::error_code error;
  llvm::raw_fd_ostream file(path, error);
  if (error) {
    llvm::errs() << "fuzz: error: " << path << ": " << error.message() << "\n";
    return;
  }
  file << printCase(smaller);
  llvm::outs() << "  shrunk in " << attempts << " attempts: " << path << "\n";
}

/// The failures by kind, and the first of each shrunk.
static void report(mlir::MLIRContext &context, const Tally &tally) {
  std::map<std::string, std::vector<const Failure *>> kinds;
  for (const Failure &failure : tally.failures)
    kinds[failure.verdict.kind].push_back(&failure);
  unsigned shrunk = 0;
  for (const auto &[kind, failures] : kinds) {
    const Failure &first = *failures.front();
    llvm::outs() << kind << ": " << failures.size() << " programs, seeds";
    for (size_t index = 0; index < std::min<size_t>(failures.size(), 8);
         ++index)
      llvm::outs() << " " << failures[index]->seed;
    llvm::outs() << "\n  " << first.verdict.fault.substr(0, 2000);
    if (first.verdict.fault.empty() || first.verdict.fault.back() != '\n')
      llvm::outs() << "\n";
    llvm::outs().flush();
    if (shrunk++ < maxShrunk && !isInterrupted())
      shrinkFailure(context, first);
  }
}

//===----------------------------------------------------------------------===//
// One program
//===----------------------------------------------------------------------===//

static int replayFile(mlir::MLIRContext &context) {
  auto buffer = llvm::MemoryBuffer::getFile(replay);
  Case program;
  std::string error = buffer ? "" : buffer.getError().message();
  if (!buffer || !readCase((*buffer)->getBuffer().str(), program, error)) {
    llvm::errs() << "fuzz: error: " << replay << ": " << error << "\n";
    return 2;
  }
  Verdict verdict = runIsolated(context, program, compileEach > 0);
  llvm::outs() << (verdict.kind.empty() ? "all ways agree\n"
                                        : verdict.kind + "\n" + verdict.fault);
  return verdict.kind.empty() ? 0 : 1;
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(
      argc, argv, "Runs random programs in every way, and compares.\n");
  if (print) {
    for (uint64_t seed = firstSeed; seed < firstSeed + count; ++seed)
      llvm::outs() << printCase(generate(seed));
    return 0;
  }
  mlir::MLIRContext context;
  spindle::prepareContext(context);
  context.loadAllAvailableDialects();
  if (!replay.empty())
    return replayFile(context);
  catchInterrupts();
  Tally tally = runAll(context);
  report(context, tally);
  llvm::outs() << tally.done << " programs, " << tally.compiled
               << " of them compiled, with " << tally.bodyRuns
               << " runs of bodies; " << tally.changes
               << " changed what is in memory; " << tally.scheduled
               << " were changed by schedules, with " << tally.tiled
               << " pairs in tiles of rows and " << tally.columnTiles
               << " groups in tiles of columns; " << tally.backwards
               << " parallel loops ran backwards, and " << tally.shared
               << " programs on several threads; " << tally.refused
               << " calls with memory too short were refused; "
               << tally.failures.size() << " failed\n";
  return tally.failures.empty() && tally.done > 0 ? 0 : 1;
}

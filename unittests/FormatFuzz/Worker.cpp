//===- Worker.cpp - cases in processes of their own -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Worker.h"

#include "Differential/Interruption.h"
#include "Spindle/Schedule/Schedule.h"
#include "TestContext/TestContext.h"
#include "llvm/Support/raw_ostream.h"

#include <csignal>
#include <cstring>
#include <map>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace spindle::formatfuzz;

/// No case takes longer.
static constexpr unsigned kMaxSeconds = 120;

mlir::MLIRContext &spindle::formatfuzz::getFuzzContext() {
  static mlir::MLIRContext &context = []() -> mlir::MLIRContext & {
    mlir::MLIRContext &made = getTestContext();
    mlir::DialectRegistry registry;
    registerScheduleDialects(registry);
    made.appendDialectRegistry(registry);
    made.loadAllAvailableDialects();
    return made;
  }();
  return context;
}

std::string Failure::getKind() const {
  std::string kind;
  for (char sign : fault.substr(0, fault.find('\n')))
    if (!isdigit(sign))
      kind += sign;
    else if (kind.empty() || kind.back() != '#')
      kind += '#';
  return kind.substr(0, 100);
}

namespace {
/// What a process shows of its cases while it runs: one that dies leaves it.
struct Shown {
  /// The seed of the case that runs, and after the last one the plan's end.
  uint64_t seed = 0;
  Counts counts;
};

/// A process that runs the cases whose seeds leave one remainder.
struct Worker {
  pid_t process = 0;
  Shown *shown = nullptr;
  /// The failures: each a line of seed and sizes, the fault and the text.
  std::FILE *file = nullptr;
};
} // namespace

static void writeFailure(std::FILE *file, const Failure &failure) {
  std::fprintf(file, "%llu %zu %zu\n", (unsigned long long)failure.seed,
               failure.fault.size(), failure.text.size());
  std::fwrite(failure.fault.data(), 1, failure.fault.size(), file);
  std::fwrite(failure.text.data(), 1, failure.text.size(), file);
  std::fflush(file);
}

static std::vector<Failure> readFailures(std::FILE *file) {
  std::vector<Failure> failures;
  std::rewind(file);
  unsigned long long seed;
  size_t fault, text;
  while (std::fscanf(file, "%llu %zu %zu", &seed, &fault, &text) == 3) {
    std::fgetc(file);
    Failure failure{seed, std::string(fault, ' '), std::string(text, ' ')};
    if (std::fread(failure.fault.data(), 1, fault, file) != fault ||
        std::fread(failure.text.data(), 1, text, file) != text)
      break;
    failures.push_back(std::move(failure));
  }
  return failures;
}

/// Says how far all processes are where it is the turn of `seed`.
static void tell(const Plan &plan, uint64_t seed) {
  uint64_t begun = seed - plan.first;
  if (plan.tellEach > 0 && begun > 0 && begun % plan.tellEach == 0)
    std::fprintf(stderr, "%llu of %llu cases\n", (unsigned long long)begun,
                 (unsigned long long)plan.count);
}

/// Runs the cases from `seed` on, every `plan.jobs`th, in this process, unless
/// it is interrupted.
static void runCases(const Plan &plan, const Cases &cases, uint64_t seed,
                     Worker &worker) {
  for (; seed < plan.first + plan.count && !differential::isInterrupted();
       seed += plan.jobs) {
    worker.shown->seed = seed;
    tell(plan, seed);
    alarm(kMaxSeconds);
    std::string fault = cases.run(seed, worker.shown->counts);
    if (!fault.empty())
      writeFailure(worker.file, {seed, fault, cases.print(seed)});
  }
  worker.shown->seed = seed;
}

/// Starts a process at `seed`.
static void start(const Plan &plan, const Cases &cases, uint64_t seed,
                  Worker &worker) {
  worker.shown->seed = seed;
  std::fflush(nullptr);
  worker.process = fork();
  if (worker.process != 0)
    return;
  // No handler: it would print a trace, and take its time.
  for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    signal(number, SIG_DFL);
  runCases(plan, cases, seed, worker);
  _exit(0);
}

/// Whether `worker` has run all its cases, or stopped ahead of one.
static bool isDone(const Plan &plan, const Worker &worker, int status) {
  bool hasStopped = WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
                    differential::isInterrupted();
  return hasStopped || worker.shown->seed >= plan.first + plan.count;
}

/// Takes note of the case that ended a process, and goes on.
static void restart(const Plan &plan, const Cases &cases, int status,
                    Worker &worker) {
  uint64_t seed = worker.shown->seed;
  bool isLate = WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM;
  std::string fault =
      isLate ? "no end after " + std::to_string(kMaxSeconds) + " seconds"
      : WIFSIGNALED(status)
          ? std::string("crash: ") + strsignal(WTERMSIG(status))
          : "the process ended with status " +
                std::to_string(WEXITSTATUS(status));
  writeFailure(worker.file, {seed, fault, cases.print(seed)});
  start(plan, cases, seed + plan.jobs, worker);
}

/// Waits until all processes are done.
static void waitForAll(const Plan &plan, const Cases &cases,
                       std::vector<Worker> &workers) {
  size_t running = workers.size();
  while (running > 0) {
    int status = 0;
    pid_t process = wait(&status);
    for (Worker &worker : workers) {
      if (worker.process != process)
        continue;
      if (isDone(plan, worker, status))
        --running;
      else
        restart(plan, cases, status, worker);
    }
  }
}

Tally spindle::formatfuzz::runAll(const Plan &plan, const Cases &cases) {
  // Read once, for all processes.
  getFuzzContext();
  std::vector<Worker> workers(plan.jobs);
  for (unsigned job = 0; job < plan.jobs; ++job) {
    void *memory = mmap(nullptr, sizeof(Shown), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    workers[job].shown = new (memory) Shown();
    workers[job].file = std::tmpfile();
    start(plan, cases, plan.first + job, workers[job]);
  }
  waitForAll(plan, cases, workers);
  Tally tally;
  uint64_t next = plan.first + plan.count;
  for (Worker &worker : workers) {
    next = std::min(next, worker.shown->seed);
    tally.counts.add(worker.shown->counts);
    for (Failure &failure : readFailures(worker.file))
      tally.failures.push_back(std::move(failure));
    std::fclose(worker.file);
    munmap(worker.shown, sizeof(Shown));
  }
  differential::tellInterruption(next);
  return tally;
}

Tally spindle::formatfuzz::runAll(const Plan &plan) {
  mlir::MLIRContext &context = getFuzzContext();
  return runAll(plan, {[&](uint64_t seed, Counts &counts) {
                         return runCase(context, drawCase(context, seed),
                                        plan.isCompiled(seed), counts);
                       },
                       [&](uint64_t seed) {
                         return printCase(drawCase(context, seed));
                       }});
}

void spindle::formatfuzz::report(const std::vector<Failure> &failures,
                                 llvm::StringRef again) {
  std::map<std::string, std::vector<const Failure *>> kinds;
  for (const Failure &failure : failures)
    kinds[failure.getKind()].push_back(&failure);
  for (const auto &[kind, all] : kinds) {
    llvm::outs() << all.size() << " x " << kind << "; seeds";
    for (size_t n = 0; n < std::min<size_t>(all.size(), 8); ++n)
      llvm::outs() << " " << all[n]->seed;
    llvm::outs() << "\n"
                 << all.front()->fault << "\n"
                 << all.front()->text << "  again: " << again
                 << all.front()->seed << "\n";
  }
}

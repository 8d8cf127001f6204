//===- Isolated.cpp - runs a program in a process of its own --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Isolated.h"

#include <csignal>
#include <cstring>
#include <sys/wait.h>
#include <unistd.h>

using namespace spindle::differential;

/// No program takes longer.
static constexpr unsigned kMaxSeconds = 60;

static void writeVerdict(std::FILE *file, const Verdict &verdict) {
  std::fprintf(file, "%lld %d %d %d %d %d %lld %lld %lld %zu\n%s%s",
               (long long)verdict.bodyRuns, int(verdict.changes),
               int(verdict.compiled), int(verdict.backwards),
               int(verdict.shared), int(verdict.scheduled),
               (long long)verdict.refused, (long long)verdict.tiled,
               (long long)verdict.columnTiles, verdict.kind.size(),
               verdict.kind.c_str(), verdict.fault.c_str());
  std::fflush(file);
}

static std::string readAll(std::FILE *file) {
  std::string text;
  char part[4096];
  std::rewind(file);
  while (size_t count = std::fread(part, 1, sizeof(part), file))
    text.append(part, count);
  std::fclose(file);
  return text;
}

IsolatedRun spindle::differential::startIsolated(mlir::MLIRContext &context,
                                                 const Case &program,
                                                 bool compile) {
  IsolatedRun run{0, std::tmpfile(), std::tmpfile()};
  std::fflush(nullptr);
  run.process = fork();
  if (run.process != 0)
    return run;
  alarm(kMaxSeconds);
  dup2(fileno(run.output), STDERR_FILENO);
  // No handler: it would print a trace, and take its time.
  for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
    signal(number, SIG_DFL);
  writeVerdict(run.verdict,
               runCase(context, program, compile, [&](const std::string &step) {
                 dprintf(STDERR_FILENO, "in: %s\n", step.c_str());
               }));
  _exit(0);
}

Verdict spindle::differential::finishIsolated(IsolatedRun &run, int status) {
  std::string text = readAll(run.verdict), output = readAll(run.output);
  Verdict verdict;
  if (WIFSIGNALED(status)) {
    bool late = WTERMSIG(status) == SIGALRM;
    size_t last = output.rfind("in: ");
    verdict.kind = late ? "late" : "crash";
    if (last != std::string::npos)
      verdict.kind += " " + output.substr(last, output.find('\n', last) - last);
    verdict.fault =
        (late ? "no end after " + std::to_string(kMaxSeconds) + " seconds\n"
              : std::string(strsignal(WTERMSIG(status))) + "\n") +
        output;
    return verdict;
  }
  size_t line = text.find('\n');
  long long bodyRuns = 0, refused = 0, tiled = 0, columnTiles = 0;
  int changes = 0, compiled = 0, backwards = 0, shared = 0, scheduled = 0;
  size_t length = 0;
  if (line == std::string::npos ||
      std::sscanf(text.c_str(), "%lld %d %d %d %d %d %lld %lld %lld %zu",
                  &bodyRuns, &changes, &compiled, &backwards, &shared,
                  &scheduled, &refused, &tiled, &columnTiles, &length) != 10) {
    verdict.kind = "crash";
    verdict.fault = "the process ended without a verdict\n" + output;
    return verdict;
  }
  verdict.bodyRuns = bodyRuns;
  verdict.changes = changes != 0;
  verdict.compiled = compiled != 0;
  verdict.backwards = backwards;
  verdict.shared = shared != 0;
  verdict.scheduled = scheduled != 0;
  verdict.refused = refused;
  verdict.tiled = tiled;
  verdict.columnTiles = columnTiles;
  verdict.kind = text.substr(line + 1, length);
  verdict.fault = text.substr(line + 1 + length);
  return verdict;
}

Verdict spindle::differential::runIsolated(mlir::MLIRContext &context,
                                           const Case &program, bool compile) {
  IsolatedRun run = startIsolated(context, program, compile);
  int status = 0;
  waitpid(run.process, &status, 0);
  return finishIsolated(run, status);
}

//===- FormatFuzzMain.cpp - runs random formats, tensors and programs -----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// utils/fuzz --formats runs this program and says what it prints; see --help
// there.
//
//===----------------------------------------------------------------------===//

#include "Worker.h"

#include "Differential/Interruption.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace spindle::formatfuzz;
namespace cl = llvm::cl;

static cl::opt<uint64_t> firstSeed("seed", cl::desc("the first case's seed"),
                                   cl::init(1));
static cl::opt<uint64_t> count("count", cl::desc("how many cases to run"),
                               cl::init(500));
static cl::opt<unsigned> jobs("jobs", cl::desc("how many at a time"),
                              cl::init(1));
static cl::opt<unsigned>
    compileEach("compile-each", cl::desc("compile every Nth program (0: none)"),
                cl::init(8));
static cl::opt<unsigned>
    progress("progress", cl::desc("how many cases until a line on stderr"),
             cl::init(1000));
static cl::opt<bool> print("print", cl::desc("print the cases, run none"));

static void printCases() {
  mlir::MLIRContext &context = getFuzzContext();
  for (uint64_t seed = firstSeed; seed < firstSeed + count; ++seed)
    llvm::outs() << "seed " << seed << "\n"
                 << printCase(drawCase(context, seed));
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv,
                              "Runs random formats, tensors and programs.\n");
  if (print) {
    printCases();
    return 0;
  }
  spindle::differential::catchInterrupts();
  Tally tally = runAll({firstSeed, count, jobs, compileEach, progress});
  report(tally.failures,
         "utils/fuzz --formats --compile-each 1 --count 1 --seed ");
  const Counts &all = tally.counts;
  llvm::outs() << all.cases << " cases, " << all.badFormats
               << " formats refused, " << all.refused << " tensors refused, "
               << all.stored << " stored, " << all.composites
               << " composite formats; " << all.programs
               << " programs interpreted, " << all.compiled << " compiled, "
               << all.badPrograms << " without a form; "
               << tally.failures.size() << " failed\n";
  return tally.failures.empty() && all.stored > 0 ? 0 : 1;
}

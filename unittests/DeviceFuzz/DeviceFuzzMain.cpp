//===- DeviceFuzzMain.cpp - runs random programs on an emulated GPU -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// utils/fuzz --gpu runs this program and says what it prints; see --help there.
//
//===----------------------------------------------------------------------===//

#include "DeviceRun.h"

#include "Differential/Interruption.h"
#include "FormatFuzz/Worker.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace spindle;
using namespace spindle::devicefuzz;
using formatfuzz::Failure;
namespace cl = llvm::cl;

static cl::opt<uint64_t> firstSeed("seed", cl::desc("the first case's seed"),
                                   cl::init(1));
static cl::opt<uint64_t> count("count", cl::desc("how many cases to run"),
                               cl::init(500));
static cl::opt<unsigned> jobs("jobs", cl::desc("how many at a time"),
                              cl::init(1));
static cl::opt<unsigned>
    progress("progress", cl::desc("how many cases until a line on stderr"),
             cl::init(100));
static cl::opt<bool> print("print", cl::desc("print the cases, run none"));

/// The cases of all seeds.
static formatfuzz::Cases getCases() {
  mlir::MLIRContext &context = formatfuzz::getFuzzContext();
  return {[&](uint64_t seed, formatfuzz::Counts &counts) {
            return runDeviceCase(context, drawDeviceCase(context, seed),
                                 counts);
          },
          [&](uint64_t seed) {
            return printDeviceCase(drawDeviceCase(context, seed));
          }};
}

int main(int argc, char **argv) {
  cl::ParseCommandLineOptions(argc, argv,
                              "Runs random programs on an emulated GPU.\n");
  formatfuzz::Cases cases = getCases();
  for (uint64_t seed = firstSeed; print && seed < firstSeed + count; ++seed)
    llvm::outs() << "seed " << seed << "\n" << cases.print(seed);
  if (print)
    return 0;
  differential::catchInterrupts();
  formatfuzz::Tally tally =
      formatfuzz::runAll({firstSeed, count, jobs, 0, progress}, cases);
  std::vector<Failure> failures, refusals;
  for (Failure &failure : tally.failures)
    (llvm::StringRef(failure.fault).starts_with(kRefused) ? refusals : failures)
        .push_back(std::move(failure));
  constexpr llvm::StringLiteral again = "utils/fuzz --gpu --count 1 --seed ";
  formatfuzz::report(failures, again);
  formatfuzz::report(refusals, again);
  llvm::outs() << tally.counts.cases << " cases, " << tally.counts.programs
               << " programs interpreted, " << tally.counts.compiled
               << " run on the emulator, " << refusals.size() << " refused, "
               << tally.counts.badPrograms << " without a form; "
               << failures.size() << " failed\n";
  return failures.empty() && tally.counts.compiled > 0 ? 0 : 1;
}

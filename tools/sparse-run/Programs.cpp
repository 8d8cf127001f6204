//===- Programs.cpp - the programs that ship ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Programs.h"

#include "Spindle/Programs/Programs.h"
#include "Spindle/Session/Program.h"
#include "llvm/ADT/StringExtras.h"

using namespace spindle;
using namespace spindle::session;

llvm::Error run::listPrograms(llvm::raw_ostream &stream) {
  std::unique_ptr<mlir::MLIRContext> context = createContext();
  for (const programs::ProgramText &text : programs::getTexts()) {
    Options options;
    options.program = text.name.str();
    SourceTexts sources;
    auto program = loadProgram(*context, options, sources);
    if (!program)
      return program.takeError();
    auto operands = llvm::map_to_vector(
        program->operands, [](const OperandSpec &spec) { return spec.str(); });
    stream << program->name << "(" << llvm::join(operands, ", ") << ")\n  "
           << program->summary << "\n";
  }
  return llvm::Error::success();
}

//===- Outcome.cpp - what a run leaves behind -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outcome.h"

#include "Colors.h"
#include "Draw.h"
#include "DrawPattern.h"
#include "Dump.h"
#include "Progress.h"
#include "SaveStorage.h"

using namespace spindle;
using namespace spindle::run;

/// Writes the pictures that `draw` makes of the operands that `drawings` names,
/// as the program leaves them.
static llvm::Error
writePictures(Session &session, OutputFiles &files,
              llvm::ArrayRef<Assignment> drawings,
              llvm::Expected<std::string> (*draw)(const Operand &)) {
  for (const Assignment &drawing : drawings) {
    auto picture = draw(getOperand(session, drawing.name));
    if (!picture)
      return picture.takeError();
    auto write = [&](const std::string &path) {
      return writeText(path, *picture);
    };
    if (llvm::Error error = files.add(drawing.text, write))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error run::saveReport(const Session &session, OutputFiles &files) {
  const std::string &place = session.line.json;
  if (place.empty() || place == "-")
    return llvm::Error::success();
  return files.add(place, [&](const std::string &path) {
    return writeText(path, formatJson(session.report));
  });
}

llvm::Error run::writeFiles(Session &session) {
  OutputFiles files;
  Progress progress("writing");
  for (auto [binding, operand] :
       llvm::zip_equal(session.bindings, session.operands)) {
    if (binding.output.empty() || !session.report.wrong.empty())
      continue;
    auto write = [&, &operand = operand](const std::string &path) {
      return writeOperand(operand, path);
    };
    if (llvm::Error error = files.add(binding.output, write))
      return error;
  }
  const CommandLine &line = session.line;
  if (llvm::Error error =
          writePictures(session, files, line.drawings, drawStorage))
    return error;
  if (llvm::Error error =
          writePictures(session, files, line.patterns, drawPattern))
    return error;
  if (llvm::Error error = saveStorages(session, files))
    return error;
  if (llvm::Error error = saveReport(session, files))
    return error;
  return files.commit();
}

/// Prints the storage of the operands that the user asked for, as the program
/// leaves them.
static void dump(const Session &session, llvm::raw_ostream &stream) {
  for (const Operand &operand : session.operands)
    if (llvm::is_contained(session.line.dumps, operand.spec->name))
      dumpStorage(operand, stream);
}

void run::tellOutcome(const Session &session) {
  const Report &report = session.report;
  bool jsonToStdout = session.line.json == "-";
  llvm::raw_ostream &stream = jsonToStdout ? llvm::errs() : llvm::outs();
  dump(session, stream);
  printReport(report, stream);
  if (jsonToStdout)
    llvm::outs() << formatJson(report);
  if (report.wrong.empty())
    return;
  llvm::outs().flush();
  printError(report.wrong);
}

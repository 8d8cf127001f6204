//===- Fragments.cpp - what schedules are put together from ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fragments.h"

#include "Spindle/Schedule/Schedule.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace spindle;

std::vector<StageFragments> spindle::readFragments(MLIRContext *context) {
  static constexpr ShippedSchedule files[] = {
#include "Fragments.inc"
  };
  static constexpr ProgramStage stages[] = {
      ProgramStage::Coordinates, ProgramStage::Positions, ProgramStage::Loops};
  std::vector<StageFragments> fragments;
  for (auto [file, stage] : llvm::zip_equal(files, stages)) {
    std::string source = ("fragments/" + file.name + ".mlir").str();
    fragments.push_back(
        {stage, parseSourceString<ModuleOp>(file.text, context, source)});
    assert(fragments.back().module && "fragments that ship can be read");
  }
  return fragments;
}

/// The sequences that `module` includes and does not have.
static llvm::SetVector<StringAttr> findMissing(ModuleOp module) {
  SymbolTable symbols(module);
  llvm::SetVector<StringAttr> missing;
  module.walk([&](transform::IncludeOp op) {
    if (!symbols.lookup(op.getTarget().getLeafReference()))
      missing.insert(op.getTarget().getLeafReference());
  });
  return missing;
}

void spindle::addFragments(ModuleOp module) {
  llvm::SetVector<StringAttr> missing = findMissing(module);
  if (missing.empty())
    return;
  for (StageFragments &stage : readFragments(module.getContext()))
    for (auto fragment : stage.module->getOps<transform::NamedSequenceOp>())
      if (missing.contains(fragment.getSymNameAttr()))
        module.push_back(fragment->clone());
}

//===- sparse-opt.cpp - runs passes over sparse programs ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Rules/Rules.h"
#include "Spindle/Execution/SharedFunctions.h"
#include "Spindle/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::registerAllGPUToLLVMIRTranslations(registry);
  mlir::registerAllPasses();
  spindle::registerAllDialects(registry);
  spindle::registerAllExtensions(registry);
  spindle::execution::registerSharedFunctions(registry);
  spindle::registerAllPasses();
  auto [input, output] = mlir::registerAndParseCLIOptions(
      argc, argv, "Spindle's optimizer driver\n", registry);
  // Tests of diagnostics say what they expect of the operation itself.
  if (!mlir::MlirOptMainConfig::createFromCLOptions().shouldVerifyDiagnostics())
    spindle::registerRuleNotes(registry);
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, input, output, registry));
}

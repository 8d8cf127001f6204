//===- sparse-lsp-server.cpp - sparse programs in an editor ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Rules/Rules.h"
#include "Spindle/InitAll.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  spindle::registerAllDialects(registry);
  spindle::registerAllExtensions(registry);
  spindle::registerRuleNotes(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}

//===- sparse-plugin.cpp - Spindle in the stock mlir-opt ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
//   mlir-opt --load-dialect-plugin=SpindlePlugin.so
//            --load-pass-plugin=SpindlePlugin.so --pass-pipeline=...
//
// A plugin's passes are reached by --pass-pipeline alone: mlir-opt reads its
// own flags before it loads one.
//
//===----------------------------------------------------------------------===//

#include "Spindle/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
    mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Spindle", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            spindle::registerAllDialects(*registry);
            spindle::registerAllExtensions(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
    mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "Spindle", LLVM_VERSION_STRING,
          [] { spindle::registerAllPasses(); }};
}

//===- TestContext.cpp - contexts for all that the pipelines make ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestContext.h"

#include "Spindle/InitAll.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"

using namespace mlir;

void spindle::prepareContext(MLIRContext &context) {
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  spindle::registerAllDialects(registry);
  spindle::registerAllExtensions(registry);
  context.appendDialectRegistry(registry);
  context.disableMultithreading();
}

MLIRContext &spindle::getTestContext() {
  static MLIRContext *context = [] {
    auto *made = new MLIRContext(MLIRContext::Threading::DISABLED);
    prepareContext(*made);
    made->loadDialect<axis::AxisDialect, func::FuncDialect, iter::IterDialect,
                      sparse::SparseDialect>();
    return made;
  }();
  return *context;
}

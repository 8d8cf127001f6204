//===- Program.cpp - programs from text, and their memory -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "Spindle/InitAll.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle::interpreter;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registry
      .insert<affine::AffineDialect, arith::ArithDialect,
              complex::ComplexDialect, func::FuncDialect, linalg::LinalgDialect,
              math::MathDialect, memref::MemRefDialect, scf::SCFDialect,
              tensor::TensorDialect, vector::VectorDialect>();
  spindle::registerAllDialects(registry);
  return registry;
}

Program::Program(const std::string &text)
    : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
  context.loadAllAvailableDialects();
  module = parseSourceString<ModuleOp>(text, &context, "program");
  EXPECT_TRUE(module) << text;
  if (module)
    function = *module->getOps<func::FuncOp>().begin();
}

std::string Program::run(ArrayRef<Argument> arguments,
                         std::vector<OwnedTensor> *results) {
  if (!function)
    return "no program";
  Options options;
  options.results = results;
  return llvm::toString(
      spindle::interpreter::run(function, arguments, options));
}

std::string Program::count(ArrayRef<Argument> arguments) {
  if (!function)
    return "no program";
  llvm::Expected<int64_t> count = countBodyRuns(function, arguments);
  return count ? std::to_string(*count) : llvm::toString(count.takeError());
}

Type Program::type(StringRef text) { return parseType(text, &context); }

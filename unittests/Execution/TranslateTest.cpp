//===- TranslateTest.cpp - from the LLVM dialect to LLVM IR ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/Translate.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Target/CPU/Host.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"

#include <gtest/gtest.h>

using namespace spindle;
using namespace spindle::execution;

// Each warning would print the whole function, which takes longer than all
// passes where there are many parameters.
TEST(Translate, DoesNotWarnOfWhatIsSaidOfParameters) {
  mlir::MLIRContext context;
  context
      .loadDialect<mlir::LLVM::LLVMDialect, spindle::sparse::SparseDialect>();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(
      R"(llvm.func @read(%x: !llvm.ptr {sparse.access = "read"}) {
           llvm.return
         })",
      &context);
  ASSERT_TRUE(module);
  std::string told;
  mlir::ScopedDiagnosticHandler handler(
      &context,
      [&](mlir::Diagnostic &diagnostic) { told += diagnostic.str(); });
  auto target =
      llvm::cantFail(createTargetMachine(kNative, CodeUse::SharedObject));
  llvm::LLVMContext llvmContext;
  auto code = llvm::cantFail(translateToLLVM(*module, llvmContext, *target));
  EXPECT_TRUE(code->getFunction("read"));
  EXPECT_EQ(told, "");
}

//===- DebugInfoTest.cpp - lines of the program in the kernel -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/DebugInfo.h"
#include "Spindle/Execution/Optimize.h"
#include "Spindle/Execution/Translate.h"
#include "Spindle/Target/CPU/Host.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"

#include <gtest/gtest.h>

using namespace spindle::execution;

namespace {

/// A loop that calls a function; the call and the loop's end have no location.
const char *const program = R"(
llvm.func @callee(%x: !llvm.ptr, %i: i64) {
  %place = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %value = llvm.load %place : !llvm.ptr -> f32
  %sum = llvm.fadd %value, %value : f32
  llvm.store %sum, %place : f32, !llvm.ptr
  llvm.return
}
llvm.func @caller(%x: !llvm.ptr, %n: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%zero : i64)
^loop(%i: i64):
  llvm.call @callee(%x, %i) : (!llvm.ptr, i64) -> () loc(unknown)
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %n : i64
  llvm.cond_br %more, ^loop(%next : i64), ^end loc(unknown)
^end:
  llvm.return
})";

class DebugInfoTest : public ::testing::Test {
protected:
  DebugInfoTest() {
    context.loadDialect<mlir::LLVM::LLVMDialect>();
    module = mlir::parseSourceString<mlir::ModuleOp>(program, &context,
                                                     "program.mlir");
    target = llvm::cantFail(spindle::createTargetMachine(
        spindle::kNative, spindle::CodeUse::SharedObject));
  }

  /// The program in LLVM IR, with lines.
  std::unique_ptr<llvm::Module> translate() {
    llvm::cantFail(addDebugInfo(*module, "callee"));
    return llvm::cantFail(translateToLLVM(*module, llvmContext, *target));
  }

  mlir::MLIRContext context;
  llvm::LLVMContext llvmContext;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::unique_ptr<llvm::TargetMachine> target;
};

} // namespace

TEST_F(DebugInfoTest, EveryFunctionHasLines) {
  std::unique_ptr<llvm::Module> code = translate();
  EXPECT_FALSE(llvm::verifyModule(*code, &llvm::errs()));
  for (const char *name : {"callee", "caller"}) {
    llvm::DISubprogram *lines = code->getFunction(name)->getSubprogram();
    ASSERT_TRUE(lines);
    EXPECT_EQ(lines->getName(), name);
    EXPECT_EQ(lines->getFilename(), "program.mlir");
  }
}

TEST_F(DebugInfoTest, WithoutALocationThatOfTheFunction) {
  std::unique_ptr<llvm::Module> code = translate();
  for (const llvm::Instruction &op :
       llvm::instructions(code->getFunction("caller")))
    if (llvm::isa<llvm::CallInst>(op)) {
      EXPECT_EQ(op.getDebugLoc().getLine(), 9u);
    }
}

TEST_F(DebugInfoTest, TheEntryStaysAFunction) {
  std::unique_ptr<llvm::Module> code = translate();
  optimizeForDebugger(*code, *target);
  EXPECT_FALSE(llvm::verifyModule(*code, &llvm::errs()));
  ASSERT_TRUE(code->getFunction("callee"));
  EXPECT_FALSE(code->getFunction("callee")->use_empty());
}

TEST_F(DebugInfoTest, NoLoopIsVectorizedForADebugger) {
  module->walk([](mlir::LLVM::LLVMFuncOp function) {
    if (function.getName() == "callee")
      function.setAlwaysInline(true);
  });
  llvm::cantFail(addDebugInfo(*module, "caller"));
  auto code = llvm::cantFail(translateToLLVM(*module, llvmContext, *target));
  optimizeForDebugger(*code, *target);
  int64_t sums = 0;
  for (const llvm::Instruction &op :
       llvm::instructions(code->getFunction("caller"))) {
    EXPECT_FALSE(op.getType()->isVectorTy());
    sums += op.getOpcode() == llvm::Instruction::FAdd;
  }
  EXPECT_EQ(sums, 1);
}

TEST(ObserversTest, OnlyADebuggerAloneSlowsDown) {
  EXPECT_EQ(Observers().getOptLevel(), 3u);
  EXPECT_EQ((Observers{true, false}).getOptLevel(), 1u);
  EXPECT_EQ((Observers{true, true}).getOptLevel(), 3u);
}

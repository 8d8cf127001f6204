//===- Compiled.cpp - programs compiled for several threads ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiled.h"

#include "TestContext/TestContext.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle::execution;

OwningOpRef<ModuleOp> spindle::execution::parseTest(StringRef text) {
  auto module = parseSourceString<ModuleOp>(text, &getTestContext());
  EXPECT_TRUE(module) << text.str();
  return module;
}

void Compiled::run(llvm::ArrayRef<OperandView> operands) const {
  auto list = llvm::cantFail(ArgumentList::create(signature, operands));
  llvm::cantFail(kernel->run(list));
}

Compiled
spindle::execution::compileTest(ModuleOp module, StringRef entry, bool parallel,
                                size_t operands,
                                llvm::function_ref<void(ModuleOp)> change,
                                std::shared_ptr<const Schedule> schedule) {
  OwningOpRef<ModuleOp> lowered = module.clone();
  LoweringChoices choices;
  choices.parallel = parallel;
  choices.schedule = std::move(schedule);
  PassManager toLoops(&getTestContext()), toLLVM(&getTestContext());
  buildLowering(toLoops, StopAt::Loops, choices);
  EXPECT_TRUE(succeeded(toLoops.run(*lowered)));
  if (change)
    change(*lowered);
  buildLoopsToLLVM(toLLVM, choices);
  EXPECT_TRUE(succeeded(toLLVM.run(*lowered)));
  Compiled compiled;
  compiled.signature = llvm::cantFail(getSignature(*lowered, entry, operands));
  auto kernel = Kernel::compile(*lowered, entry);
  if (kernel)
    compiled.kernel = std::move(*kernel);
  else
    ADD_FAILURE() << llvm::toString(kernel.takeError());
  return compiled;
}

//===- Program.cpp - programs from text, compiled and run -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "Spindle/Execution/Kernel.h"
#include "Spindle/Runtime/Check/Checks.h"
#include "TestContext/TestContext.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace spindle::execution;

static MemoryView view(Integers &array) {
  return {array.data.data(), llvm::to_vector(array.shape)};
}

TensorView spindle::execution::view(Stored &tensor, const std::string &name,
                                    llvm::ArrayRef<int64_t> sizes) {
  TensorView operand = view(tensor.values, name, tensor.shape);
  operand.shape.assign(sizes.begin(), sizes.end());
  for (Integers &array : tensor.positions)
    operand.positions.push_back(::view(array));
  for (Integers &array : tensor.coordinates)
    operand.coordinates.push_back(::view(array));
  for (Integers &array : tensor.lengths)
    operand.lengths.push_back(::view(array));
  operand.bitmap = {tensor.bitmap.data(), operand.values.shape};
  return operand;
}

TensorView spindle::execution::view(std::vector<float> &values,
                                    const std::string &name,
                                    llvm::ArrayRef<int64_t> shape) {
  TensorView operand;
  operand.name = name;
  operand.shape.assign(shape.begin(), shape.end());
  operand.values = {values.data(), operand.shape};
  return operand;
}

/// What the checks of compiled code found first.
static std::string reportedFault;

/// Runs `kernel`, of a function with `signature`.
static std::string run(const Kernel &kernel, ArrayAttr signature,
                       llvm::ArrayRef<OperandView> operands) {
  llvm::Expected<ArgumentList> list = ArgumentList::create(signature, operands);
  if (!list)
    return llvm::toString(list.takeError());
  reportedFault.clear();
  auto before = spindle::runtime::setCheckHandler([](const char *text) {
    reportedFault += reportedFault.empty() ? text : "";
  });
  llvm::cantFail(kernel.run(*list));
  spindle::runtime::setCheckHandler(before);
  return reportedFault;
}

std::string
spindle::execution::compileAndRun(const std::string &text,
                                  LoweringChoices choices,
                                  llvm::ArrayRef<OperandView> operands) {
  MLIRContext &context = spindle::getTestContext();
  std::string errors;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    errors += diag.str() + "\n";
    return success();
  });
  auto module = parseSourceString<ModuleOp>(text, &context);
  if (!module)
    return errors;
  PassManager passes(&context);
  buildLowering(passes, StopAt::LLVM, choices);
  if (failed(passes.run(*module)))
    return errors;
  auto signature = getSignature(*module, "f", operands.size());
  if (!signature)
    return llvm::toString(signature.takeError());
  auto kernel = Kernel::compile(*module, "f");
  return kernel ? run(*kernel, *signature, operands)
                : llvm::toString(kernel.takeError());
}

//===- Elementwise.cpp - functions of arrays, compiled and not ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "Spindle/Execution/Kernel.h"
#include "Spindle/Interpreter/Interpreter.h"
#include "Spindle/Pipelines/Pipelines.h"
#include "TestContext/TestContext.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/Alignment.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace mlir;
using namespace spindle::execution;

std::vector<std::string> spindle::execution::getProcessors() {
  std::vector<std::string> found;
  for (const char *cpu : {"x86-64", "haswell", "znver4", "native"}) {
    llvm::Error error = checkRunsHere(cpu);
    if (!error)
      found.push_back(cpu);
    llvm::consumeError(std::move(error));
  }
  return found;
}

/// The function @f in words.
static std::string getText(const std::vector<std::string> &types,
                           const std::string &body) {
  std::string parameters, loads;
  for (size_t i = 0; i < types.size(); ++i) {
    std::string name(1, i + 1 == types.size() ? 'r' : char('a' + i));
    std::string memref = "memref<?x" + types[i] + ">";
    parameters += (i == 0 ? "%array_" : ", %array_") + name + ": " + memref;
    if (name != "r")
      loads += "    %" + name + " = memref.load %array_" + name +
               "[%i] : " + memref + "\n";
  }
  std::string result = "memref<?x" + types.back() + ">";
  return "func.func @f(" + parameters + ") {\n" +
         "  %c0 = arith.constant 0 : index\n"
         "  %c1 = arith.constant 1 : index\n"
         "  %n = memref.dim %array_r, %c0 : " +
         result + "\n  scf.for %i = %c0 to %n step %c1 {\n" + loads + body +
         "\n    memref.store %r, %array_r[%i] : " + result +
         "\n  }\n  return\n}\n";
}

Elementwise::Elementwise(std::vector<std::string> from, std::string to,
                         const std::string &body)
    : types(std::move(from)) {
  types.push_back(std::move(to));
  module = parseSourceString<ModuleOp>(getText(types, body),
                                       &spindle::getTestContext());
  EXPECT_TRUE(module) << getText(types, body);
}

/// How many numbers an element of `type` holds.
static int64_t countNumbers(Type type) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? vector.getNumElements() : 1;
}

namespace {
/// A copy of numbers that begins where whole vectors may be loaded from.
class AlignedCopy {
public:
  AlignedCopy(void *numbers, size_t bytes)
      : numbers(numbers), bytes(bytes), memory(bytes + kAlignment) {
    std::memcpy(getData(), numbers, bytes);
  }
  void *getData() {
    return reinterpret_cast<void *>(
        llvm::alignAddr(memory.data(), llvm::Align(kAlignment)));
  }
  /// Copies the numbers to where they came from.
  void copyBack() { std::memcpy(numbers, getData(), bytes); }

private:
  static constexpr size_t kAlignment = 64;
  void *numbers;
  size_t bytes;
  std::vector<char> memory;
};
} // namespace

void Elementwise::execute(const std::string &cpu,
                          const std::vector<void *> &arrays, int64_t size) {
  OwningOpRef<ModuleOp> copy(module->clone());
  PassManager pm(&spindle::getTestContext());
  llvm::Expected<Target> target = describeProcessor(cpu);
  ASSERT_TRUE(bool(target)) << llvm::toString(target.takeError());
  LoweringChoices choices;
  choices.target.smallFloats = target->smallFloats;
  choices.target.fusedMultiplyAdd = target->fusedMultiplyAdd;
  buildLoopsToLLVM(pm, choices);
  ASSERT_TRUE(succeeded(pm.run(*copy)));
  llvm::Expected<Kernel> kernel = Kernel::compile(*copy, "f", cpu);
  ASSERT_TRUE(bool(kernel)) << llvm::toString(kernel.takeError());
  ArgumentList list;
  std::vector<AlignedCopy> copies;
  for (auto [array, text] : llvm::zip_equal(arrays, types)) {
    Type type = parseType(text, &spindle::getTestContext());
    int64_t numbers = countNumbers(type);
    ASSERT_EQ(size % numbers, 0);
    unsigned bits = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    copies.emplace_back(array, size * llvm::divideCeil(bits, 8));
    list.append(MemoryView{copies.back().getData(), {size / numbers}});
  }
  ASSERT_EQ(llvm::toString(kernel->run(list)), "");
  copies.back().copyBack();
}

void Elementwise::interpret(const std::vector<void *> &arrays, int64_t size) {
  std::vector<interpreter::Argument> arguments;
  for (auto [array, text] : llvm::zip_equal(arrays, types))
    arguments.push_back(interpreter::Memory{
        array, parseType(text, &spindle::getTestContext()), {size}});
  auto function = *module->getOps<func::FuncOp>().begin();
  EXPECT_EQ(llvm::toString(interpreter::run(function, arguments)), "");
}

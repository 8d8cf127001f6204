//===- KernelObjectTest.cpp - kernels as bytes ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/KernelObject.h"

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Parser/Parser.h"
#include "llvm/TargetParser/Host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace spindle;
using namespace spindle::execution;
using testing::HasSubstr;

namespace {

/// Doubles %size numbers. Its check finds more than four.
const char *const twiceProgram = R"(
llvm.func @_mlir_ciface_twice(%x: !llvm.ptr, %size: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  llvm.br ^loop(%zero : i64)
^loop(%i: i64):
  %place = llvm.getelementptr %x[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %value = llvm.load %place : !llvm.ptr -> f32
  %sum = llvm.fadd %value, %value : f32
  llvm.store %sum, %place : f32, !llvm.ptr
  %next = llvm.add %i, %one : i64
  %more = llvm.icmp "slt" %next, %size : i64
  llvm.cond_br %more, ^loop(%next : i64), ^end
^end:
  llvm.return
}
llvm.func @twice(%x: !llvm.ptr, %size: i64)
    attributes {sparse.length_check = @check} {
  llvm.return
}
llvm.func @check(%x: !llvm.ptr, %size: i64)
    attributes {sparse.refusals = [["expected four but got ", " and "]]} {
  llvm.return
}
llvm.func @_mlir_ciface_check(%found: !llvm.ptr, %x: !llvm.ptr, %size: i64) {
  %four = llvm.mlir.constant(4 : i64) : i64
  %is_more = llvm.icmp "sgt" %size, %four : i64
  %number = llvm.zext %is_more : i1 to i64
  llvm.store %number, %found : i64, !llvm.ptr
  %place = llvm.getelementptr %found[1] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %size, %place : i64, !llvm.ptr
  llvm.return
})";

/// Calls what the process does not have.
const char *const caller = R"(
llvm.func @_mlir_ciface_nobody_has_this()
llvm.func @call() {
  llvm.return
}
llvm.func @_mlir_ciface_call() {
  llvm.call @_mlir_ciface_nobody_has_this() : () -> ()
  llvm.return
})";

const KernelKey key = {"program", "twice", "", "native", {}};

std::shared_ptr<mlir::MLIRContext> createContext() {
  auto context = std::make_shared<mlir::MLIRContext>();
  context->loadDialect<mlir::LLVM::LLVMDialect, sparse::SparseDialect>();
  return context;
}

/// What is said of the address and the size that `twice` takes.
std::vector<cinterface::OperandSpec>
describeNumbers(mlir::MLIRContext &context) {
  mlir::Builder builder(&context);
  std::vector<cinterface::OperandSpec> operands;
  for (const char *name : {"x", "size"})
    operands.push_back(
        llvm::cantFail(cinterface::describeOperand(sparse::OperandAttr::get(
            &context, builder.getStringAttr(name), builder.getI64Type(),
            sparse::Access::Read, nullptr, nullptr))));
  return operands;
}

/// The program as bytes.
KernelObject compile() {
  auto context = createContext();
  auto module =
      mlir::parseSourceString<mlir::ModuleOp>(twiceProgram, context.get());
  CompiledKernel kernel{context,
                        llvm::cantFail(getSignature(*module, "twice", 2)),
                        describeNumbers(*context),
                        llvm::cantFail(Kernel::compile(*module, "twice"))};
  return saveKernel(kernel, key);
}

/// A number of 64 bits.
template <typename T> ScalarView view(T number) {
  ScalarView scalar;
  scalar.dtype = runtime::DType::I64;
  std::memcpy(scalar.bytes, &number, sizeof(number));
  return scalar;
}

/// What `loadKernel` says of `object`; empty where it takes it.
std::string refuse(const KernelObject &object, const KernelKey &asked = key) {
  auto kernel = loadKernel(createContext(), object, asked);
  return kernel ? "" : llvm::toString(kernel.takeError());
}

/// `object` with `now` in its signature for `was`, which it has.
KernelObject change(KernelObject object, llvm::StringRef was,
                    llvm::StringRef now) {
  size_t begin = object.signature.find(was);
  EXPECT_NE(begin, std::string::npos) << was.str();
  object.signature.replace(begin, was.size(), now);
  return object;
}

} // namespace

TEST(KernelObjectTest, RunsWithoutTheModule) {
  KernelCache::Entry kernel =
      llvm::cantFail(loadKernel(createContext(), compile(), key));
  float numbers[] = {1, 2, 3, 4};
  ArgumentList arguments =
      llvm::cantFail(kernel->prepare({view(numbers), view<int64_t>(3)}));
  ASSERT_EQ(llvm::toString(kernel->kernel.run(arguments)), "");
  EXPECT_THAT(numbers, testing::ElementsAre(2, 4, 6, 4));
  EXPECT_EQ(kernel->kernel.getCompileSeconds(), 0);
}

TEST(KernelObjectTest, ChecksCallsWithoutTheModule) {
  KernelCache::Entry kernel =
      llvm::cantFail(loadKernel(createContext(), compile(), key));
  auto getError = [&](llvm::ArrayRef<OperandView> views) {
    return llvm::toString(kernel->prepare(views).takeError());
  };
  float numbers[] = {1, 2, 3, 4};
  ScalarView address = view(numbers), size = view<int64_t>(5);
  // What checks lengths comes along.
  EXPECT_EQ(getError({address, size}), "expected four but got 5 and 0");
  EXPECT_EQ(getError({address}), "expected 2 operands but got 1");
  size.dtype = runtime::DType::F64;
  EXPECT_EQ(getError({address, size}),
            "size: expected a number of i64 but got f64");
}

TEST(KernelObjectTest, IsTheSameWhenSavedAgain) {
  KernelObject first = compile();
  KernelCache::Entry kernel =
      llvm::cantFail(loadKernel(createContext(), first, key));
  KernelObject second = saveKernel(*kernel, key);
  EXPECT_EQ(first.code, second.code);
  EXPECT_EQ(first.signature, second.signature);
}

TEST(KernelObjectTest, RefusesOtherCode) {
  KernelObject object = compile();
  object.code[object.code.size() / 2] ^= 1;
  EXPECT_THAT(refuse(object),
              HasSubstr("expected a signature of this object code, "));
  object.code = "";
  EXPECT_THAT(refuse(object),
              HasSubstr("expected a signature of this object code, "));
}

TEST(KernelObjectTest, RefusesOtherSignatures) {
  KernelObject object = compile();
  for (const char *broken : {"", "{", "[]", "nonsense"})
    EXPECT_EQ(refuse({object.code, broken}),
              "expected the signature of a kernel but got another text");
  EXPECT_THAT(refuse(change(object, "version = \"", "version = \"7.")),
              HasSubstr("but got '7."));
  EXPECT_THAT(refuse(change(object, "arguments = [", "others = [")),
              HasSubstr("with arguments but got one without"));
  EXPECT_THAT(refuse(change(object, "operands = [", "operands = [3, ")),
              HasSubstr("with operands but got one without"));
  EXPECT_THAT(refuse(change(object, "features = [", "features = [3, ")),
              HasSubstr("with features but got one without"));
  KernelKey other = key;
  other.schedule = "fibres";
  EXPECT_THAT(refuse(object, other),
              HasSubstr("expected a kernel of this program, schedule and "));
}

TEST(KernelObjectTest, RefusesOtherProcessors) {
  KernelObject object = compile();
  EXPECT_THAT(refuse(change(object, "architecture = \"", "architecture = \"s")),
              HasSubstr(", whose code does not run here"));
  // A feature that this processor lacks, if there is one.
  for (const auto &feature : llvm::sys::getHostCPUFeatures())
    if (!feature.second)
      EXPECT_THAT(
          refuse(change(object, "features = [",
                        ("features = [\"" + feature.first() + "\", ").str())),
          HasSubstr(("without " + feature.first()).str()));
}

TEST(KernelObjectTest, RefusesAnEntryThatIsNotThere) {
  EXPECT_EQ(refuse(change(compile(), "_ciface_twice", "_ciface_thrice")),
            "expected object code with a function "
            "'_mlir__mlir_ciface_thrice' but got none");
}

TEST(KernelObjectTest, RefusesWhatIsNoObject) {
  for (const char *bytes : {"", "no object", "\177ELF\2\1\1"}) {
    KernelCode code;
    code.object = bytes;
    code.entry = "f";
    code.needs = llvm::cantFail(getCodeNeeds(kNative));
    auto kernel = Kernel::link(std::move(code));
    ASSERT_FALSE(bool(kernel));
    EXPECT_THAT(llvm::toString(kernel.takeError()),
                HasSubstr("expected object code that can be linked but got: "));
  }
}

TEST(KernelObjectTest, RefusesWhatCallsNobody) {
  auto context = createContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(caller, context.get());
  auto kernel = Kernel::link(
      llvm::cantFail(compileCode(*module, "call", kNative, Observers())));
  ASSERT_FALSE(bool(kernel));
  EXPECT_EQ(llvm::toString(kernel.takeError()),
            "expected a body of @nobody_has_this, which the program calls, but "
            "got none");
}

//===- ProgramsTest.cpp - the list of programs, and refusals --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trial.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace spindle::programs;

namespace {

/// Builds a program; gives its text, or what was reported.
std::string build(StringRef program, StringRef element,
                  const FormatMap &formats = {}) {
  Type type = parseTestType(element);
  MLIRContext *context = type.getContext();
  std::string text;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    text += diagnostic.str();
    return success();
  });
  OwningOpRef<ModuleOp> module =
      buildProgram(context, program, type, formats,
                   [&] { return emitError(UnknownLoc::get(context)); });
  EXPECT_EQ(bool(module), text.empty()) << text;
  if (module)
    llvm::raw_string_ostream(text) << *module;
  return text;
}

TEST(Programs, AreSortedByName) {
  StringRef last;
  for (const ProgramInfo &program : getPrograms()) {
    EXPECT_LT(last, program.name);
    EXPECT_EQ(lookUp(program.name), &program);
    last = program.name;
  }
  EXPECT_EQ(lookUp("spmw"), nullptr);
}

TEST(Programs, HaveASummaryAndArgumentsThatFit) {
  for (const ProgramInfo &program : getPrograms()) {
    EXPECT_TRUE(program.summary.ends_with(".")) << program.name.str();
    EXPECT_EQ(program.arguments.front().role, ArgumentRole::Sparse);
    for (const ProgramArgument &argument : program.arguments) {
      EXPECT_EQ(program.lookUp(argument.name), &argument);
      bool shares = argument.role == ArgumentRole::SharesStructure;
      EXPECT_EQ(argument.structureOf.empty(), !shares);
      if (shares) {
        EXPECT_EQ(program.lookUp(argument.structureOf)->dims, argument.dims);
      }
    }
  }
}

TEST(Programs, AreBuiltAndReadAgainInEveryType) {
  for (const ProgramInfo &program : getPrograms())
    for (const std::string &element : getMeantTypes(program.name)) {
      std::string text = build(program.name, element), again;
      auto module = parseSourceString<ModuleOp>(
          text, parseTestType(element).getContext());
      ASSERT_TRUE(module) << text;
      llvm::raw_string_ostream(again) << *module;
      EXPECT_EQ(text, again);
    }
}

/// The type of an argument of a program that is built for `element`.
std::string getType(StringRef program, StringRef argument, StringRef element) {
  std::string text;
  llvm::raw_string_ostream(text)
      << lookUp(program)->lookUp(argument)->getElementType(
             parseTestType(element));
  return text;
}

TEST(Programs, HaveResultsThatHoldTheirSums) {
  EXPECT_EQ(getType("spmv", "x", "i8"), "i8");
  EXPECT_EQ(getType("spmv", "y", "i8"), "i32");
  EXPECT_EQ(getType("sddmm", "C", "i16"), "i32");
  EXPECT_EQ(getType("spmv", "y", "i64"), "i64");
  EXPECT_EQ(getType("spmv", "y", "i1"), "i1");
  EXPECT_EQ(getType("spmv", "y", "f16"), "f16");
  EXPECT_EQ(getType("spmv", "y", "complex<f32>"), "complex<f32>");
  EXPECT_EQ(getType("row_max", "y", "i8"), "i8");
  EXPECT_EQ(getType("argmin", "n", "i8"), "i64");
  EXPECT_EQ(getType("softmax", "s", "bf16"), "f32");
  EXPECT_EQ(getType("softmax", "P", "bf16"), "bf16");
  EXPECT_EQ(getType("softmax", "m", "f64"), "f64");
}

TEST(Programs, RefuseTypesWithoutMeaning) {
  EXPECT_EQ(build("softmax", "i32"),
            "softmax has no meaning in i32: expected f16, bf16, f32 or f64");
  EXPECT_EQ(build("fusedmm", "complex<f32>"),
            "fusedmm has no meaning in complex<f32>: expected f16, bf16, f32 "
            "or f64");
  EXPECT_EQ(build("argmin", "i1"),
            "argmin has no meaning in i1: expected f16, bf16, f32, f64, i8, "
            "i16, i32 or i64");
  EXPECT_EQ(build("row_max", "complex<f64>"),
            "row_max has no meaning in complex<f64>: expected f16, bf16, f32, "
            "f64, i1, i8, i16, i32 or i64");
  EXPECT_EQ(build("spmv", "index"),
            "spmv has no meaning in index: expected f16, bf16, f32, f64, i1, "
            "i8, i16, i32, i64, complex<f32> or complex<f64>");
}

TEST(Programs, RefuseNamesAndFormats) {
  EXPECT_EQ(build("spmw", "f32"), "expected a built-in program but got 'spmw'");
  FormatMap formats;
  formats["x"] = parseTestFormat("csr");
  EXPECT_EQ(build("spmv", "f32", formats),
            "expected a format of a sparse argument of spmv but got one of "
            "'x'");
  FormatMap other;
  other["A"] = parseTestFormat("csr");
  EXPECT_EQ(build("ttv", "f32", other),
            "A: !sparse.tensor (C2) expected a format of 3 dimensions but got "
            "#sparse.csr");
  FormatMap unsupported;
  unsupported["A"] = parseTestFormat("nm<2, 4, full>");
  EXPECT_THAT(build("spmv", "f32", unsupported),
              testing::HasSubstr(" is not supported yet: "));
}

} // namespace

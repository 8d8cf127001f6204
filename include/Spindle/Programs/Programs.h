//===- Programs.h - the programs that ship ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that ships is a text, `programs/NAME.mlir`: one function in stage
// `tensors`, named as the program. Where all arguments are tensors, the text is
// of elements of f32 and can be written again for another type of elements and
// for other formats of the sparse arguments (lib/Programs/Retyping.h). So can
// one that is made from index notation (IndexNotation.h).
//
// Narrow numbers are not summed in their own type. Sums of f16 and bf16 are
// made in f32 and rounded once, to the type of the elements; sums of i8 and i16
// are made in i32, which is what the result has. An i1 has `and` for a product
// and `or` for a sum.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PROGRAMS_PROGRAMS_H
#define SPINDLE_PROGRAMS_PROGRAMS_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace spindle::programs {

/// A program that ships, as text.
struct ProgramText {
  /// The stem of its file in `programs/`.
  llvm::StringRef name;
  llvm::StringRef text;
};

/// The texts of all programs that ship, by name.
llvm::ArrayRef<ProgramText> getTexts();

/// The first sentence of the comment that `text` starts with.
std::string getSummary(llvm::StringRef text);

/// Where an argument's elements are.
enum class ArgumentRole : uint8_t {
  /// In a format that the caller chooses.
  Sparse,
  /// Everywhere.
  Dense,
  /// It is a number, without elements.
  Scalar,
  /// Where those of another argument are.
  SharesStructure
};

/// The type of an argument's elements, by that which the program is built for.
enum class ArgumentElement : uint8_t {
  /// That one.
  Given,
  /// What a sum is returned in: i32 for i8 and i16, else that one.
  Sum,
  /// What sums are made in: f32 for f16 and bf16, i32 for i8 and i16, else that
  /// one.
  Wide,
  /// A number: i64.
  Number
};

/// The types of elements that a program has a meaning in, a bit for each kind.
enum ElementTypes : uint8_t {
  /// f16, bf16, f32, f64.
  kFloats = 1,
  /// i8, i16, i32, i64.
  kIntegers = 2,
  /// i1.
  kTruth = 4,
  /// complex<f32>, complex<f64>.
  kComplex = 8,
  kAllElements = kFloats | kIntegers | kTruth | kComplex
};

/// What can be chosen of an argument of a program, before it has a type.
struct ProgramArgument {
  /// `sparse.name`.
  llvm::StringRef name;
  /// The name of each dimension, as `sparse.dims` says; none of a scalar.
  llvm::SmallVector<llvm::StringRef, 3> dims;
  ArgumentRole role = ArgumentRole::Dense;
  /// The argument whose structure this one shares; empty for one of its own.
  llvm::StringRef structureOf;
  ArgumentElement element = ArgumentElement::Given;
  sparse::Access access = sparse::Access::Read;

  /// The number of dimensions.
  int64_t getRank() const { return dims.size(); }
  /// The type of the elements, or of the scalar, where the program is built for
  /// `type`.
  mlir::Type getElementType(mlir::Type type) const;
};

/// A program for all types and formats, as its text says, whose context keeps
/// the strings.
struct ProgramInfo {
  llvm::StringRef name;
  /// One sentence.
  llvm::StringRef summary;
  llvm::SmallVector<ProgramArgument> arguments;
  /// Of ElementTypes.
  uint8_t elements = kAllElements;

  /// The argument `argument`; null where there is none.
  const ProgramArgument *lookUp(llvm::StringRef argument) const;
  /// Whether the program can be built for elements of `type`.
  bool hasMeaning(mlir::Type type) const;
};

/// The formats of sparse arguments, of levels or composite, by their names.
using FormatMap = llvm::StringMap<mlir::Attribute>;

/// What `function`, the text of a program of f32, says.
ProgramInfo describeProgram(mlir::func::FuncOp function,
                            llvm::StringRef summary);

/// The programs that ship whose arguments are all tensors, by name.
llvm::ArrayRef<ProgramInfo> getPrograms();

/// The one of them called `name`; null where there is none.
const ProgramInfo *lookUp(llvm::StringRef name);

/// The types of elements that programs are built for.
llvm::SmallVector<mlir::Type> getElementTypes(mlir::MLIRContext *context);

/// The text of `info`, a program that ships, whose operations have its name for
/// a location. The dialects that it uses are loaded.
mlir::OwningOpRef<mlir::ModuleOp> readProgram(mlir::MLIRContext *context,
                                              const ProgramInfo &info);

/// Builds the program `text`, which `info` describes, for elements of the type
/// `element`, with `formats`: an argument that it lacks has the format of the
/// text. For f32 and no formats it is the text itself. Null after `emitError`:
/// a program that has no meaning in the type, a format of what is no sparse
/// argument, or one that does not fit the argument's rank or is not supported.
mlir::OwningOpRef<mlir::ModuleOp>
buildProgram(mlir::OwningOpRef<mlir::ModuleOp> text, const ProgramInfo &info,
             mlir::Type element, const FormatMap &formats,
             llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// The same of the program `name`, which ships. The dialects that the program
/// uses are loaded. Null also where there is none of that name.
mlir::OwningOpRef<mlir::ModuleOp>
buildProgram(mlir::MLIRContext *context, llvm::StringRef name,
             mlir::Type element, const FormatMap &formats,
             llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace spindle::programs

#endif // SPINDLE_PROGRAMS_PROGRAMS_H

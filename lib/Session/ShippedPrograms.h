//===- ShippedPrograms.h - the programs that ship ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_SHIPPEDPROGRAMS_H
#define SPINDLE_LIB_SESSION_SHIPPEDPROGRAMS_H

#include "Spindle/Programs/Programs.h"
#include "Spindle/Session/Options.h"

namespace spindle::session {

/// The names of the programs that are built for a type and for formats.
llvm::SmallVector<llvm::StringRef> getBuiltNames();

/// A program that was built.
struct BuiltProgram {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  /// Nothing says the type of its elements, which are f32.
  bool hasUsualType = false;
};

/// Builds `program` for the formats of `options` and the type that
/// `chooseElementType` finds. Errors: those of that; a type that the program
/// has no meaning in; a format that is not known, or of what is no sparse
/// operand.
llvm::Expected<BuiltProgram> buildShipped(mlir::MLIRContext &context,
                                          const programs::ProgramInfo &program,
                                          const Options &options);

/// The same of `text`, which `program` describes.
llvm::Expected<BuiltProgram> buildText(mlir::OwningOpRef<mlir::ModuleOp> text,
                                       const programs::ProgramInfo &program,
                                       const Options &options);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_SHIPPEDPROGRAMS_H

//===- ElementType.h - the type that a program is built for -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program is built for one type of elements. The options say which; where
// they do not, the files of NumPy that its operands come from do, whose numbers
// have a type of their own. Numbers in text are read as what the others are.
// Without others, text that names its type in a comment decides, as Spindle
// writes it, and else they are read as f32.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_ELEMENTTYPE_H
#define SPINDLE_LIB_SESSION_ELEMENTTYPE_H

#include "Spindle/Programs/Programs.h"
#include "Spindle/Session/Options.h"

namespace spindle::session {

/// The type of a program's elements.
struct ElementType {
  mlir::Type type;
  /// Neither the options nor a file say it: it is f32.
  bool isUsual = false;
};

/// The type that `program` is to be built for, by `options` and the headers of
/// the files that they bind. Errors: a type that is not known; files of
/// different types where the options say none; a file whose elements are not of
/// the type, or that the program has no meaning in. A file that cannot be read
/// says nothing here.
llvm::Expected<ElementType>
chooseElementType(mlir::MLIRContext &context,
                  const programs::ProgramInfo &program, const Options &options);

/// An error: the file `path` has elements of type `found` for `operand`, not of
/// `expected`. `remedy` is what helps beside another file; empty for nothing.
llvm::Error refuseElements(llvm::StringRef path, llvm::StringRef operand,
                           runtime::DType expected, runtime::DType found,
                           llvm::StringRef remedy = "");

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_ELEMENTTYPE_H

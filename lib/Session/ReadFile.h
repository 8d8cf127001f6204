//===- ReadFile.h - what operands' files hold -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_READFILE_H
#define SPINDLE_LIB_SESSION_READFILE_H

#include "Spindle/Session/Operand.h"

namespace spindle::session {

/// What a file held or a generator drew, before it has the operand's format.
using Data = std::variant<std::monostate, runtime::CooTensor, runtime::Array>;

/// The sizes of what was read.
std::vector<int64_t> getShape(const Data &data);

/// What a file says of the type of its elements before them.
struct FileType {
  /// The type that the file names: of .npy and .npz that of the numbers, of
  /// text what a comment of ours says. None where it names none.
  std::optional<runtime::DType> named;
  /// The type to read the elements as where nothing else says one: `named`, or
  /// else int64, float64 or complex128 by the kind of the numbers.
  runtime::DType usual = runtime::DType::F64;
};

/// Reads the type of the elements of `source`, a file. Errors: those of the
/// file.
llvm::Expected<FileType> readFileType(const Source &source);

/// Whether the file of `binding` lists the values on another operand's pattern.
bool isListOfValues(const Binding &binding);

/// Reads the file of `binding` as it is. Errors: those of the file, elements
/// that are not the operand's.
llvm::Expected<Data> readData(const Binding &binding, const Options &options);

/// Reads the file of `binding`, and gives it as many dimensions as the operand
/// has: a column becomes a vector. Errors: those of the file, and elements or
/// dimensions that are not the operand's.
llvm::Expected<Data> readFile(const Binding &binding, const Options &options);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_READFILE_H

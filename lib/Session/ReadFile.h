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

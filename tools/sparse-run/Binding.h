//===- Binding.h - operands and what the user gives them --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_BINDING_H
#define SPINDLE_TOOLS_SPARSE_RUN_BINDING_H

#include "CommandLine.h"
#include "Program.h"

namespace spindle::run {

/// Where an operand's numbers come from.
struct Source {
  enum class Kind : uint8_t {
    /// Nowhere: the operand is only written.
    None,
    MatrixMarket,
    Smtx,
    Tns,
    Npy,
    Npz,
    Random,
    Ones,
    Zeros,
    /// The number is in the text.
    Number
  };
  Kind kind = Kind::None;
  /// As the user wrote it; the path of a file.
  std::string text;
  /// What random numbers are drawn from.
  uint64_t seed = 0;

  /// True for the kinds that are read from a file.
  bool isFile() const {
    return kind == Kind::MatrixMarket || kind == Kind::Smtx ||
           kind == Kind::Tns || kind == Kind::Npy || kind == Kind::Npz;
  }
};

/// Whether the name of a file says that it lists the entries of a tensor.
bool isTns(llvm::StringRef path);

/// An operand, where it comes from, and where it goes.
struct Binding {
  const OperandSpec *spec = nullptr;
  Source source;
  /// The file to write the operand to; empty for none.
  std::string output;
};

/// Gives every operand of `program` what `line` says of it. Errors: a name that
/// the program lacks, an operand without a source, a source that the operand's
/// kind cannot take, an output of what is not written or to a kind of file that
/// cannot hold it.
llvm::Expected<llvm::SmallVector<Binding>>
bindOperands(const Program &program, const CommandLine &line);

/// Binds the operands alone that `line` gives a source, as `bindOperands` does.
llvm::Expected<llvm::SmallVector<Binding>>
bindGivenOperands(const Program &program, const CommandLine &line);

/// Checks that the names that `line` gives to --bind, --out and --size are
/// those of `program`.
llvm::Error checkNames(const Program &program, const CommandLine &line);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_BINDING_H

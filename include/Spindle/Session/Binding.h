//===- Binding.h - operands and what the user gives them --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_BINDING_H
#define SPINDLE_SESSION_BINDING_H

#include "Spindle/Session/Options.h"
#include "Spindle/Session/Program.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace spindle::session {

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
    /// An array of an .npz file: FILE.npz:NAME.
    NpzArray,
    Random,
    Ones,
    Zeros,
    /// The number is in the text.
    Number,
    /// The caller has it in memory.
    Lent
  };
  Kind kind = Kind::None;
  /// As the user wrote it; the path of a file.
  std::string text;
  /// What random numbers are drawn from.
  uint64_t seed = 0;

  /// True for the kinds that are read from a file.
  bool isFile() const {
    return kind == Kind::MatrixMarket || kind == Kind::Smtx ||
           kind == Kind::Tns || kind == Kind::Npy || kind == Kind::Npz ||
           kind == Kind::NpzArray;
  }
};

/// What an array that comes from `text` comes from; None for a text that is no
/// such source.
Source::Kind findArrayKind(llvm::StringRef text);

/// The file and the array that `text`, of kind NpzArray, names.
std::pair<std::string, std::string> splitNpzArray(llvm::StringRef text);

/// Says whether the caller has the operand called `name` in memory.
using IsLent = llvm::function_ref<bool(llvm::StringRef name)>;

/// An operand, where it comes from, and where it goes.
struct Binding {
  const OperandSpec *spec = nullptr;
  Source source;
  /// The file to write the operand to; empty for none.
  std::string output;
  /// What it is of a larger array; null for an operand that is whole.
  const KeptOperand *kept = nullptr;
};

/// Gives every operand of `program` what `options` say of it. Errors: a name
/// that the program lacks, an operand without a source, a source that the
/// operand's kind cannot take, an output of what is not written or to a kind of
/// file that cannot hold it.
llvm::Expected<llvm::SmallVector<Binding>>
bindOperands(const Program &program, const Options &options, IsLent isLent);

/// What `options` say of `spec`, the operand `index`: where it comes from, and
/// goes to. Errors: a source that it cannot take.
llvm::Expected<Binding> bindOperand(const OperandSpec &spec, size_t index,
                                    const Options &options);

/// Adds to the sources in `options` those that their archives have: the array
/// called like an operand of `program`, or like a weight that operands have
/// parts of, where no other source is given. Errors: a file that is no archive,
/// an array that is called like no operand.
llvm::Error bindArchives(const Program &program, Options &options);

/// Binds the operands alone that have a source, as `bindOperands` does.
llvm::Expected<llvm::SmallVector<Binding>>
bindGivenOperands(const Program &program, const Options &options,
                  IsLent isLent);

/// Checks that the names of operands and dimensions in `options` are those of
/// `program`.
llvm::Error checkNames(const Program &program, const Options &options);

} // namespace spindle::session

#endif // SPINDLE_SESSION_BINDING_H

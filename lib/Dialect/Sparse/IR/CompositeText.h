//===- CompositeText.h - text of formats made of parts ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_COMPOSITETEXT_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_COMPOSITETEXT_H

#include "FormatNames.h"

namespace spindle::sparse {

/// (C6) How many parts a composite format has.
constexpr size_t kMaxParts = 1024;

/// A row of the table of composite formats that have names. All are of two
/// dimensions.
struct CompositeName {
  llvm::StringLiteral word;
  /// What the numbers are, as in `c, k`.
  llvm::StringLiteral params;
  size_t numParams;
  /// The least number that each of the numbers may be.
  int64_t least;
  /// The text of the descriptor, from `(` to `)`.
  std::string (*spell)(llvm::ArrayRef<int64_t> params);
  /// The numbers that `format` has if it is of this name; none where it cannot
  /// be.
  NameParams (*extract)(CompositeAttr format);
};

/// All names.
llvm::ArrayRef<CompositeName> getCompositeNames();

/// The row of `word`; null for an unknown one.
const CompositeName *lookUpCompositeName(llvm::StringRef word);

/// Parses what follows the name `word` of a composite format, which was read at
/// `loc`; null after an error.
CompositeAttr parseNamedComposite(mlir::AsmParser &parser, llvm::SMLoc loc,
                                  const CompositeName &name);

/// What is wrong with the brackets of `text`, that of a format on a command
/// line; empty where each has its other one.
std::string findUnbalanced(llvm::StringRef text);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_COMPOSITETEXT_H

//===- FormatNames.h - formats that have a name -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATNAMES_H
#define SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATNAMES_H

#include "Spindle/Dialect/Sparse/IR/Sparse.h"

namespace spindle::sparse {

/// Where the rules of formats report what they refuse.
using EmitError = llvm::function_ref<mlir::InFlightDiagnostic()>;

/// The numbers of a named format, `4, 4` of `bsr<4, 4>`; kDynamic is `?`.
using NameParams = llvm::SmallVector<int64_t, 2>;

/// What the descriptor of a named format is made of.
struct FormatSpec {
  mlir::MLIRContext *context;
  EmitError emitError;
  /// The type of the arrays of positions.
  mlir::Type pos;
  /// The type of the arrays of coordinates.
  mlir::Type crd;
  NameParams params;
  /// What the format keeps; none for the default of its levels.
  std::optional<Kept> keeps = std::nullopt;
};

/// A row of the table of names.
struct FormatName {
  llvm::StringLiteral word;
  /// What the numbers are, as in `b, c`; empty where there are none.
  llvm::StringLiteral params;
  /// How many numbers there are; a family may have the order of its levels
  /// instead.
  size_t numParams;
  /// Makes the descriptor; null after an error.
  FormatAttr (*build)(const FormatSpec &spec);
  /// The numbers that `format` has if it is of this name.
  NameParams (*extract)(FormatAttr format);
  /// True for a name whose only number is the rank and may be left out.
  bool isFamily = false;
  /// True where the number may be `?`.
  bool mayBeUnknown = false;
  /// True where several numbers are the dimensions of the levels, in order.
  bool hasOrder = false;
  /// The bits of a coordinate where `crd` is left out.
  unsigned crdWidth = 32;
  /// Why `params`, which are as many as there have to be, are no numbers of the
  /// name; empty where they are. Null where all are.
  std::string (*refuse)(llvm::ArrayRef<int64_t> params) = nullptr;
};

/// All names, in the order in which a descriptor is compared with them.
llvm::ArrayRef<FormatName> getFormatNames();

/// The row of `word`; null for an unknown one.
const FormatName *lookUpFormatName(llvm::StringRef word);

/// Reports that no format is called `word`, with the nearest name.
mlir::InFlightDiagnostic reportUnknownName(EmitError emitError,
                                           llvm::StringRef word);

/// How a descriptor is called.
struct FormatNaming {
  const FormatName *name;
  NameParams params;
  /// Null where they are the default or not stored.
  mlir::Type pos, crd;
  /// None where it is the default.
  std::optional<Kept> keeps = std::nullopt;
};

/// The name of a descriptor, where it has one.
std::optional<FormatNaming> findFormatName(FormatAttr format);

/// Parses what a format keeps, where the text goes on with one of its words.
mlir::ParseResult parseOptionalKept(mlir::AsmParser &parser,
                                    std::optional<Kept> &keeps);

/// The family of which `member` is the member of its rank, if any.
std::optional<FormatNaming> findFamily(FormatAttr member);

/// The text of a naming, as in `csr<pos = i64>`.
std::string printFormatName(const FormatNaming &naming);

/// The format of unknown rank that stands for the family of `member`, which is
/// the family's member of rank 2.
FormatAttr getFamilyOf(FormatAttr member);

} // namespace spindle::sparse

#endif // SPINDLE_LIB_DIALECT_SPARSE_IR_FORMATNAMES_H

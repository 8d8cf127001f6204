//===- IndexNotation.h - programs of one line -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product in index notation, as TACO has it (Kjolstad et al., The Tensor
// Algebra Compiler, section 3):
//
//     C[i,k] += A[i,j] * B[j,k]
//
//     statement   access ("=" | "+=" | "max=" | "min=") sum
//     sum         term (("+" | "-") term)*
//     term        factor (("*" | "/") factor)*
//     factor      number | name | access | function "(" sum, ".." ")"
//               | "(" sum ")" | "-" factor | "border(" access "," number ")"
//     access      name "[" coordinate, ".." "]", where there may be none
//     coordinate  ["-"] part (("+" | "-") part)*
//     part        [integer "*"] index | integer
//
// Each term of the sum at the top, whose parentheses change nothing, is summed
// over its own indices that the left side lacks; a sum inside of a product or a
// function is not split. A term has one sparse operand, which is a factor of
// it: where nothing is stored, it is 0. `first(a, b)` is a where b is stored.
// `max=` and `min=` take the whole right side over the stored elements of its
// sparse operand.
//
// On the right side a coordinate may be a sum, as in x[2*i + r], and an index
// may come twice, as in A[i,i]; the elements of a sparse operand are looked up
// then. A size is that of what an index is alone at. A sum has to be inside of
// the operand, unless `border` has a number that is read outside.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_PROGRAMS_INDEXNOTATION_H
#define SPINDLE_PROGRAMS_INDEXNOTATION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>
#include <vector>

namespace spindle::programs {

/// A coordinate of an access: a sum of indices, each times an integer but 0,
/// and of an integer.
struct NotationSum {
  std::vector<std::pair<std::string, int64_t>> terms = {};
  int64_t constant = 0;
  /// Whether it is one index.
  bool isAlone() const {
    return terms.size() == 1 && terms.front().second == 1 && constant == 0;
  }
};

/// A part of the right side, or the access on the left.
struct NotationNode {
  enum class Kind : uint8_t { Number, Scalar, Access, Call };
  Kind kind = Kind::Number;
  /// The character of the text that it is at, from 0 on.
  size_t at = 0;
  /// The name of an operand, or of a function; "+", "-", "*" and "/" are
  /// functions of two arguments, "-" also of one.
  std::string name = {};
  double number = 0;
  /// Of an access: what the coordinates are, as one writes them, and the
  /// characters that they are at.
  llvm::SmallVector<std::string, 3> indices = {};
  llvm::SmallVector<NotationSum, 3> sums = {};
  llvm::SmallVector<size_t, 3> indicesAt = {};
  /// Of an access: what is read outside.
  std::optional<double> border = std::nullopt;
  /// Of a call.
  std::vector<NotationNode> arguments = {};

  /// Whether this access is of the element of `other`, in every run.
  bool isSameAccess(const NotationNode &other) const {
    return name == other.name && indices == other.indices &&
           border == other.border;
  }
  /// Whether each coordinate is an index of its own.
  bool hasPlainIndices() const;
};

/// How the left side takes values.
enum class AssignKind : uint8_t { Store, Add, Max, Min };

/// A statement in index notation.
struct Notation {
  std::string text;
  NotationNode target, value;
  AssignKind assignment = AssignKind::Store;
  /// The character that the operator is at.
  size_t at = 0;
};

/// Is told of an error: the character of the text that it is at, and a line.
using NotationError =
    llvm::function_ref<void(size_t at, const llvm::Twine &message)>;

/// Reads `text`; nothing after an error.
std::optional<Notation> parseNotation(llvm::StringRef text,
                                      NotationError emitError);

/// An operand that is a tensor, in the order in which they first appear on the
/// right side, the left one last.
struct NotationTensor {
  std::string name;
  int64_t rank = 0;
};
std::vector<NotationTensor> getTensors(const Notation &notation);

/// What a program is made for.
struct NotationOptions {
  /// The operands of the right side that are sparse.
  llvm::function_ref<bool(llvm::StringRef)> isSparse;
  /// The left side holds a value before, which `+=`, `max=` and `min=` take it
  /// on from; else that is what changes nothing.
  bool isUpdate = false;
  /// The left side is dense in any case. Else it is on the pattern of the
  /// sparse operand of its only term, where it has the same indices.
  bool isDense = false;
};

/// The function called `function` for `notation`, on elements of f32: a
/// `sparse.generic` for each term. Sparse tensors are in csr, of rank 1 a list
/// of coordinates, of rank 3 and more in csf. Dimensions are called as the
/// indices are, in capitals; those that an operand has at the same place are
/// one; one that has sums alone is called as `x_dim0`. Null after an error: a
/// rank that is not that of the operand elsewhere, the left side on the right,
/// an index on the left twice, or alone, or in sums alone, several sparse
/// operands in a term, one that is no factor of its term.
mlir::OwningOpRef<mlir::ModuleOp> buildNotation(mlir::MLIRContext *context,
                                                const Notation &notation,
                                                llvm::StringRef function,
                                                const NotationOptions &options,
                                                NotationError emitError);

} // namespace spindle::programs

#endif // SPINDLE_PROGRAMS_INDEXNOTATION_H

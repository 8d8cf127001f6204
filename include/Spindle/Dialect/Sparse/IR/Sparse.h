//===- Sparse.h - the sparse dialect ----------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_SPARSE_H
#define SPINDLE_DIALECT_SPARSE_IR_SPARSE_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "Spindle/Dialect/Iter/IR/Combine.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/OpImplementation.h"

#include "Spindle/Dialect/Sparse/IR/BufferOpInterface.h.inc"
#include "Spindle/Dialect/Sparse/IR/SparseEnums.h.inc"
#include "Spindle/Dialect/Sparse/IR/SparseOpsDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Spindle/Dialect/Sparse/IR/SparseOpsAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "Spindle/Dialect/Sparse/IR/SparseOpsTypes.h.inc"

#include "Spindle/Dialect/Sparse/IR/AnyTensorType.h"

#define GET_OP_CLASSES
#include "Spindle/Dialect/Sparse/IR/SparseOps.h.inc"

namespace spindle::sparse {

/// The types of the axes and, last, of the buffer that a tensor unpacks to: an
/// axis for each level, then an occupancy where the format keeps a bitmap.
llvm::SmallVector<mlir::Type> getUnpackedTypes(SparseTensorType tensor);

/// For each axis that a tensor of `format` unpacks to, the indices of the axes
/// that it lies under: those of a level are its parents, after what several of
/// them have in common; those of the occupancy, which comes last where the
/// format keeps a bitmap, are `getOccupiedLevels`.
axis::ParentLists getListParents(FormatAttr format);

/// The levels on which the occupancy of a format that keeps a bitmap lies: all
/// with at most one parent. The others have a cell for each of theirs.
llvm::SmallVector<int64_t> getOccupiedLevels(FormatAttr format);

/// The dimension that the coordinate of `level` is made of; -1 where it is made
/// of none, several, or an inspector.
int64_t getDimOfLevel(LevelAttr level);

/// The dimension that the coordinate of level `level` of `format` is made of;
/// where an inspector's number is in the coordinate, the dimension of the
/// subject of the inspector, and of a difference the dimension that it gives.
int64_t getDimOfLevel(FormatAttr format, int64_t level);

/// The inspector whose number `expr` is, or is made of; null for none.
InspectorAttr getInspector(FormatAttr format, mlir::AffineExpr expr);

/// A coordinate that is the difference of two dimensions, `plus` - `minus`.
struct Difference {
  int64_t plus, minus;
};

/// `expr` as a difference; none where it is another coordinate.
std::optional<Difference> getDifference(mlir::AffineExpr expr);

/// The level that cells of dense level `level` are skewed along: the nearest
/// ancestor that is the difference of a dimension and of the one that the
/// coordinate of `level` completes. Cells exist where the sum of both is in the
/// first dimension. -1 for other levels and without one.
int64_t getSkewLevel(FormatAttr format, int64_t level);

/// The levels that the coordinate of dimension `dim` follows from, in a format
/// of dense levels where they lie under no levels of other dimensions; none
/// elsewhere.
llvm::SmallVector<int64_t> getLevelsOfDim(FormatAttr format, int64_t dim);

/// What `level` of a dimension called `dim` is called: `Io` where its
/// coordinate is a quotient of dimension `I`, `Ii` where it is a remainder,
/// `Id` where it is a difference.
std::string getLevelName(LevelAttr level, llvm::StringRef dim);

/// What level `level` of `format` is called where the dimension is `dim`, with
/// the letter of the inspector whose number is in its coordinate: `Ipo` is a
/// quotient of an order of `I`.
std::string getLevelName(FormatAttr format, int64_t level, llvm::StringRef dim);

/// The type of the lengths of a `fixed` level: i64 where the coordinates are,
/// else i32.
mlir::Type getLengthType(LevelAttr level);

/// The name that a function gives its argument `value`: of the operand, or of
/// the tensor that it is a piece of; empty where it has none.
std::string getArgumentName(mlir::Value value);

/// The tensor whose levels hold the structure of `tensor`, an argument or the
/// result of `sparse.with_values`: itself, or the argument that
/// `sparse.structure_of` names; null where that is not to be found.
mlir::Value getStructureOwner(mlir::Value tensor);

/// Parses what follows the name `word` of a format, which was read at `loc`;
/// null after an error.
FormatAttr parseNamedFormat(mlir::AsmParser &parser, llvm::SMLoc loc,
                            llvm::StringRef word);

/// The format of a tensor of `rank` dimensions that `text` names as on a
/// command line: a name of docs/Formats.md, with `(4, 4)` or `<4, 4>` after it,
/// `-` for `_`, `ell` for `ell<?>` and `bitmap` for `dense<bitmap>`; or a
/// descriptor, `(i, j) -> (..)`. A family gives its member. Null after
/// `emitError`, whose message quotes the text.
FormatAttr
parseFormatName(llvm::StringRef text, int64_t rank, mlir::MLIRContext *context,
                llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Reads a format of either kind as `parseFormatName` reads one of levels:
/// `hyb(1, 4)`, or a descriptor after the word `composite`.
mlir::Attribute
parseAnyFormatName(llvm::StringRef text, int64_t rank,
                   mlir::MLIRContext *context,
                   llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// The tensor that `tensor` is a part of, where `sparse.parts` made it; else
/// itself.
mlir::Value getWhole(mlir::Value tensor);

/// Whether values of `type` can be kept in a buffer.
bool isElementType(mlir::Type type);

/// Whether elements of `type` lie in memory two in a byte, and are only read.
inline bool isPacked(mlir::Type type) { return type.isSignlessInteger(4); }

/// What says that elements of `type` are only read, as a rule; nothing of those
/// that may be written.
llvm::LogicalResult verifyWritable(mlir::Operation *op, llvm::StringRef rule,
                                   mlir::Type type);

} // namespace spindle::sparse

#endif // SPINDLE_DIALECT_SPARSE_IR_SPARSE_H

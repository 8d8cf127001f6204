//===- PieceStorage.h - Fibres cut to pieces of one width -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In (i : compressed(nonunique), j : fixed(w)) a row of more than w elements
// lies in several fibres: a position of the first level is a piece of a row.
// The pieces are numbered, and stored as the rows of a matrix.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_PIECESTORAGE_H
#define SPINDLE_LIB_RUNTIME_CONVERT_PIECESTORAGE_H

#include "Spindle/Runtime/Convert/Store.h"

namespace spindle::runtime {

/// `store` of a format whose first level is cut to pieces.
Expected<Storage> storePieces(const CooTensor &tensor, const Format &format,
                              const StoreOptions &options);

/// `measureStorage` of such a format.
Expected<StorageSize> measurePieces(const CooTensor &tensor,
                                    const Format &format, int64_t threads);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_PIECESTORAGE_H

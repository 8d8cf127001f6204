//===- NpzBlocks.h - Blocks and diagonals in archives -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_NPZBLOCKS_H
#define SPINDLE_LIB_RUNTIME_IO_NPZBLOCKS_H

#include "NpzArchive.h"

#include "Spindle/Runtime/Storage/Coo.h"

namespace spindle::runtime {

/// Reads the entries of `matrix`, whose sizes are set, from an archive of
/// format bsr: the array data has the blocks, [blocks, rows, columns] each,
/// indptr and indices say where they are. The array elements, which only
/// `writeNpz` writes, says which cells are entries; without it all are.
std::optional<Error> readBlocks(NpzArchive &archive, CooMatrix &matrix);

/// Reads the entries of `matrix`, whose sizes are set, from an archive of
/// format dia: row k of data is the diagonal offsets[k], which is the column
/// less the row; its elements stand at their columns.
std::optional<Error> readDiagonals(NpzArchive &archive, CooMatrix &matrix);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_NPZBLOCKS_H

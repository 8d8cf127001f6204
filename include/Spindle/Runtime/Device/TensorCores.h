//===- TensorCores.h - 2:4 matrices as tensor cores take them ---*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's mma.sp multiplies a tile of 16 rows of which each four columns keep
// two. It takes the values that are kept, and metadata: for each its offset
// among the four, two bits, the offsets of a group ascending (PTX ISA, "Matrix
// multiply-accumulate operation using mma.sp instruction with sparse matrix
// A"). The offsets of 16 columns of a row are 16 bits, the first group lowest.
// A word of metadata has those of rows g and g + 8 of the tile, g from 0 to 7,
// the first in its lower half.
//
// Tiles of 16 columns lie one after the other, so one array serves instructions
// of all extents. With the sparsity selector f, lane 4 g + l takes
//
//   m16n8k16 (f16, bf16)         l = f            word g of the tile
//   m16n8k32 (f16, bf16, s8, u8) l = 2 f + t      word g of tile t, 0 or 1
//   m16n8k64 (s8, u8)            l = t, f is 0    word g of tile t, 0 to 3
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_DEVICE_TENSORCORES_H
#define SPINDLE_RUNTIME_DEVICE_TENSORCORES_H

#include "Spindle/Runtime/Storage/Storage.h"

namespace spindle::runtime {

/// A matrix of which each four columns keep two, rounded up to whole tiles.
struct SparseTiles {
  /// The values that are kept, [rows, columns / 2]: those of a group by
  /// ascending offset, 0 where the matrix has no element.
  Array values;
  /// The words of metadata, i32, [rows / 16, columns / 16, 8].
  Array metadata;
};

/// The matrix that `storage` holds in `format`, `nm<2, 4>`, as operand A of
/// mma.sp. The rows are rounded up to a multiple of 16, the columns to one of
/// `columns`, those of the instruction: 16, 32 or 64. Errors: another format or
/// number of columns, those of `validate`, memory that cannot be had.
Expected<SparseTiles> packTiles(const Storage &storage, const Format &format,
                                int64_t columns);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_DEVICE_TENSORCORES_H

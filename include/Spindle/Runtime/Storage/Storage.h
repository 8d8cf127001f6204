//===- Storage.h - Tensors stored in a format -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arrays of a tensor in a format. They obey these laws, which `validate`
// checks (Check/StorageCheck.h) and `store` ensures (Convert/Store.h):
//
//   (L1) positions start at 0, never fall, and end at the size of their level;
//   (L2) every coordinate is in the extent of its level, and together they are
//        in the shape of the tensor;
//   (L3) the coordinates of a fibre ascend where the level says `ordered`
//        (those of one that is not unique together with the singletons below
//        it), and differ where it says unique;
//   (L4) a length is in [0, width], and the bitmap is of 0 and 1;
//   (L5) padding holds coordinate 0, length 0 and value 0, and the bit of a
//        cell that a fibre lacks is 0.
//
// A cell exists where each of its levels has it: a dense level has the cells in
// the shape of the tensor (a block at the border is cut), a fixed one those
// before its length. Of the existing cells those are elements whose bit is set,
// or all where there is no bitmap.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_STORAGE_STORAGE_H
#define SPINDLE_RUNTIME_STORAGE_STORAGE_H

#include "Spindle/Runtime/Storage/CooTensor.h"
#include "Spindle/Runtime/Storage/Format.h"

namespace spindle::runtime {

/// A tensor stored in a format. An array that a level lacks has size 0 and rank
/// 1, as a default-constructed one has.
struct Storage {
  /// The extent of every dimension.
  std::vector<int64_t> shape;
  /// For each level where each fibre starts and the last one ends: compressed
  /// levels under a parent, and variable ones. Shape {size of the parent + 1}.
  /// The fibre of a compressed root is all of its coordinates.
  std::vector<Array> positions;
  /// For each level the coordinates: compressed, of rank 1; fixed, in the
  /// storage shape of values on the level; singleton, in that of its parents.
  std::vector<Array> coordinates;
  /// For each fixed level, where the format keeps lengths, the number of
  /// existing cells of each fibre, in the storage shape of its parent.
  std::vector<Array> lengths;
  /// Where the format keeps one, i1 in the shape of the values.
  Array bitmap;
  /// The values in the storage shape; those of padding are 0.
  Array values;
};

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_STORAGE_STORAGE_H

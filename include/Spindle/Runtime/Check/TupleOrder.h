//===- TupleOrder.h - Order of the positions of a level ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of what is checked are lists of rows, columns, blocks, elements. Their
// order shows without a walk, which is ten times as fast.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_CHECK_TUPLEORDER_H
#define SPINDLE_RUNTIME_CHECK_TUPLEORDER_H

#include "Spindle/Runtime/Storage/Storage.h"

namespace spindle::runtime {

struct StoragePlan;

/// Compares the coordinates of two positions of `level`, with those of the
/// singletons that tell nodes apart: below 0 where the first comes first.
int compareTuples(const StoragePlan &plan, const Storage &storage,
                  int64_t level, int64_t p, int64_t q);

/// Whether all positions of `level` exist where all coordinates are in the
/// extents of their levels: it and each of its ancestors is a dimension, or a
/// quotient of one, that no other of them is made of.
bool isPlain(const StoragePlan &plan, int64_t level);

/// The first position of a compressed level that is plain whose coordinates do
/// not come after those of the position before it in its fibre, or, unless
/// `isUnique`, are not the same; -1 where there is none. The arrays are those
/// that `checkArrays` found good.
int64_t findUnsorted(const StoragePlan &plan, const Storage &storage,
                     int64_t level, bool isUnique);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_CHECK_TUPLEORDER_H

//===- Inspectors.h - Numbers that a pattern gives ------------ -*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the inspectors of a format (docs/Formats.md) give the entries of a
// tensor. Entries at the same coordinates are one element, which has one
// number. The laws, which tests hold:
//
//   order   a permutation of the coordinates of its subject, group after group;
//           in a group lengths ascend (or descend), and of equal ones the
//           coordinates do
//   slot    0, 1, .. in each group, ascending with the subject
//   rank    the same, with one number for all elements of one subject
//   length  the number of elements with the same subject
//
// An order takes time linear in the size of its dimension, the others in the
// number of elements, both but for sorting by radix.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_INSPECTORS_H
#define SPINDLE_LIB_RUNTIME_CONVERT_INSPECTORS_H

#include "Progress.h"

#include "Spindle/Runtime/Storage/StoragePlan.h"
#include "Spindle/Runtime/Support/FallibleVector.h"
#include "Spindle/Runtime/Support/Workers.h"

namespace spindle::runtime {

/// Numbers of the entries of a tensor, and one above the largest of them.
struct NumberList {
  FallibleVector<int64_t> numbers;
  int64_t bound = 0;
};

/// What the inspectors of a plan give the entries of a tensor.
struct PatternNumbers {
  /// Of each inspector, and behind them of each level that counts an order.
  std::vector<NumberList> lists;
  /// Of each inspector that is an order the coordinate at each position; empty
  /// for others.
  std::vector<FallibleVector<int64_t>> subjects;
};

/// Computes the numbers of the entries of `tensor`, which is valid. Error:
/// memory that cannot be had.
Expected<PatternNumbers> inspect(const StoragePlan &plan,
                                 const CooTensor &tensor, Workers &workers);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_INSPECTORS_H

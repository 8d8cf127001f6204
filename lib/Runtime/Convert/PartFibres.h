//===- PartFibres.h - The rows of each part of a matrix ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix is taken apart in two passes over its elements, which are in the
// order of its rows: how many elements and rows each part has, and then the
// elements of each part as a list of fibres (Fibres.h), which its own
// conversion begins with.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_PARTFIBRES_H
#define SPINDLE_LIB_RUNTIME_CONVERT_PARTFIBRES_H

#include "Fibres.h"

namespace spindle::runtime {

/// The elements of a matrix, part after part.
class PartFibres {
public:
  /// The elements of `matrix`, whose entries are sorted and different, and
  /// fewer than 2^31; `owners` has the part of each, below `parts`. Error:
  /// memory that cannot be had.
  static Expected<PartFibres> make(const CooTensor &matrix,
                                   const FallibleVector<int32_t> &owners,
                                   size_t parts, Workers &workers);

  /// The rows of `part` that have elements. They look at what lies here.
  Fibres view(size_t part) const;
  /// A copy of the elements of `part`.
  Expected<CooTensor> copy(size_t part, Workers &workers) const;

private:
  std::vector<Fibres> fibres;
  Array others, values;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_PARTFIBRES_H

//===- Absorption.h - bodies that padding does not change -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A cell whose bit in an occupancy is 0 is no element, but its storage is there
// and holds the fill value. Where the body of a nest, run on such a cell, would
// add zero to what is there, the guard around it may be left out:
//
//   - all that it does is `sparse.accumulate add` (or `or`), or to yield to
//     `combine [add]`, and each value is a product with a load from a buffer
//     whose list ends with the occupancy, at the cell itself, and whose fill
//     value is zero;
//   - the other factors are finite where what the function is given is: loads
//     from memory that the function does not write, arguments and constants,
//     their sums, differences and products. Integers always are;
//   - what it reads and writes at exists for every cell: a location named by
//     sites, a level that is searched, the coordinate of a dimension of a nest,
//     or of a block that is cut at the border, within its block row. Padding in
//     a list of a fixed width has a coordinate where its dimension has none:
//     the extent is known then, or cells are stored for elements alone.
//
// Then results are equal but for the signs of zeros. What is not known to be so
// is guarded.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_ITERTOSCF_ABSORPTION_H
#define SPINDLE_LIB_CONVERSION_ITERTOSCF_ABSORPTION_H

#include "Spindle/Dialect/Iter/IR/Iter.h"

namespace spindle {

/// Whether the body of `nest`, not lowered yet, may run on cells that are no
/// elements by the occupancy of dimension `dim`.
bool absorbsPadding(iter::NestOp nest, int64_t dim);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_ITERTOSCF_ABSORPTION_H

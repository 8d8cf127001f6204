//===- NpzCoordinates.h - Coordinates in archives ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_NPZCOORDINATES_H
#define SPINDLE_LIB_RUNTIME_IO_NPZCOORDINATES_H

#include "NpzArchive.h"

#include "Spindle/Runtime/Storage/CooTensor.h"

namespace spindle::runtime {

/// Reads the coordinates of `tensor`, whose shape and values are set, from a
/// table `coords` with a row for each dimension; of a matrix without one from
/// the lists `row` and `col`.
std::optional<Error> readCoordinates(NpzArchive &archive, CooTensor &tensor);

/// Reads the coordinates of `tensor`, whose shape and values are set, as
/// pydata/sparse saves its class GCXS. The dimensions `compressed_axes`, as one
/// row-major index, are compressed by `indptr`; `indices` is such an index over
/// the other dimensions. A vector has `indices` alone, which are coordinates.
std::optional<Error> readGcxs(NpzArchive &archive, CooTensor &tensor);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_NPZCOORDINATES_H

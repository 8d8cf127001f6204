//===- TileProgram.h - products that share tiles of rows --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_DIFFERENTIAL_TILEPROGRAM_H
#define SPINDLE_UNITTESTS_DIFFERENTIAL_TILEPROGRAM_H

#include "Case.h"
#include "Random.h"

namespace spindle::differential {

/// A program whose nests make rows of tables that others read at the columns of
/// a matrix in CSR, with fills and nests of one row between and behind them.
/// One in five does besides what keeps them from being fused in tiles of rows,
/// or nearly does.
Case generateTileProgram(Random &random);

/// Such a program with a schedule that fuses in tiles of rows or of columns.
Case generateTileCase(uint64_t seed);

} // namespace spindle::differential

#endif // SPINDLE_UNITTESTS_DIFFERENTIAL_TILEPROGRAM_H

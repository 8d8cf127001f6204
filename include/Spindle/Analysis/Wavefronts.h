//===- Wavefronts.h - loops over rows of a wavefront ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_WAVEFRONTS_H
#define SPINDLE_ANALYSIS_WAVEFRONTS_H

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::iter {

/// Whether `memory` is the function's own, and nothing writes it but `op`, an
/// inspector.
bool isFoundBy(mlir::Value memory, mlir::Operation *op);

/// The operation that finds the rows, in wavefronts, that `rows` is an axis of;
/// null where it is none, or where anything else may write its arrays.
axis::WavefrontsOp getWavefronts(mlir::Value rows);

/// The axis of rows in wavefronts that `loop`, of position space, runs over one
/// fibre of; null for none.
mlir::Value getRowsOfWavefront(mlir::scf::ForOp loop);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_WAVEFRONTS_H

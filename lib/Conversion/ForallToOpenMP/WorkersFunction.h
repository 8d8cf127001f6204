//===- WorkersFunction.h - how many workers a loop gets ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_FORALLTOOPENMP_WORKERSFUNCTION_H
#define SPINDLE_LIB_CONVERSION_FORALLTOOPENMP_WORKERSFUNCTION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

namespace spindle {

/// The cost, in stored elements with up to eight columns each, from which on a
/// loop is given two workers, and that each further one needs: entering a
/// parallel region takes a microsecond, waking threads several.
inline constexpr int64_t kCostOfWorker = 8192;

/// Defines the function `spindle.workers` of `module`, where it is declared:
///
///   cost < 8192                 1
///   inside a parallel region    1
///   else                        min(omp_get_max_threads(), cost / 8192 + 1)
///
/// Reports a symbol of OpenMP that the module has as something else.
mlir::LogicalResult defineWorkers(mlir::ModuleOp module);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_FORALLTOOPENMP_WORKERSFUNCTION_H

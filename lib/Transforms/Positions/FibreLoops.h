//===- FibreLoops.h - loops over whole fibres -------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_POSITIONS_FIBRELOOPS_H
#define SPINDLE_LIB_TRANSFORMS_POSITIONS_FIBRELOOPS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle::iter {

/// The variable axis of whose fibre under `position`, one of its parent,
/// `loop` takes all positions; null where there is none.
mlir::Value getFibreAxis(mlir::scf::ForOp loop, mlir::Value position);

} // namespace spindle::iter

#endif // SPINDLE_LIB_TRANSFORMS_POSITIONS_FIBRELOOPS_H

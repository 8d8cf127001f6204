//===- FatalOperations.h - what would end the process -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SCHEDULE_FATALOPERATIONS_H
#define SPINDLE_LIB_SCHEDULE_FATALOPERATIONS_H

#include "mlir/IR/Operation.h"

#include <string>

namespace spindle {

/// Why `op`, an operation of a schedule, is refused: on what it says,
/// upstream's interpreter of schedules could end the process, whatever the
/// program is. Empty where there is nothing against it.
std::string findFatal(mlir::Operation *op);

} // namespace spindle

#endif // SPINDLE_LIB_SCHEDULE_FATALOPERATIONS_H

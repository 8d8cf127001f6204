//===- StateDistinctMemory.h - what cannot overlap, said so -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMS_POSITIONS_STATEDISTINCTMEMORY_H
#define SPINDLE_TRANSFORMS_POSITIONS_STATEDISTINCTMEMORY_H

#include "mlir/IR/Builders.h"

namespace spindle::sparse {

/// Says at the builder's insertion point that two memories are distinct, and
/// has all that used them use what it says that of, which they become.
void stateDistinct(mlir::OpBuilder &builder, mlir::Value &first,
                   mlir::Value &second);

} // namespace spindle::sparse

#endif // SPINDLE_TRANSFORMS_POSITIONS_STATEDISTINCTMEMORY_H

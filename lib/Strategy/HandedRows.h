//===- HandedRows.h - rows that nests store for one another -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_STRATEGY_HANDEDROWS_H
#define SPINDLE_LIB_STRATEGY_HANDEDROWS_H

#include "NestFacts.h"

namespace spindle {

/// Sets `handsRows` of `nests`, each of which is what the operation of the same
/// number in `ops` becomes.
void setHandedRows(llvm::MutableArrayRef<NestFacts> nests,
                   llvm::ArrayRef<mlir::Operation *> ops);

} // namespace spindle

#endif // SPINDLE_LIB_STRATEGY_HANDEDROWS_H

//===- HostCode.h - what stays beside the kernels ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CONVERSION_FORALLTOGPU_HOSTCODE_H
#define SPINDLE_LIB_CONVERSION_FORALLTOGPU_HOSTCODE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace spindle {

/// The labelled loops of `function` that stand in its body and in no other
/// operation, in order: those that become kernels.
llvm::SmallVector<mlir::scf::ForallOp>
findKernelLoops(mlir::func::FuncOp function);

/// Whether `value` is computed from what is read from memory, which is the
/// GPU's: the host, which cannot read there, does not know it.
bool isReadFromMemory(mlir::Value value);

/// How many rounds `loop` has at most, as a memref and a dimension of it: the
/// loop accesses, in each round and before anything else may end it, an element
/// whose index there is the loop's own. A null memref where there is none.
std::pair<mlir::Value, int64_t> findExtent(mlir::scf::ForallOp loop);

/// Checks that of `function` the kernels alone touch memory, and that they are
/// what a GPU can run, with indices of `indexBitwidth` bits. Errors: a serial
/// loop, by name; another operation that touches memory; a loop that uses
/// memory that cannot be passed, or whose number of rounds the host cannot
/// bound.
mlir::LogicalResult checkHostCode(mlir::func::FuncOp function,
                                  int64_t indexBitwidth);

} // namespace spindle

#endif // SPINDLE_LIB_CONVERSION_FORALLTOGPU_HOSTCODE_H

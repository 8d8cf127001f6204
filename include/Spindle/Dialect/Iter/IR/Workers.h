//===- Workers.h - the loop over workers and its chunks ---------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What the passes that divide a loop's work among workers agree on: the labels
// of loops, and the function that is asked how many workers there are to be.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_ITER_IR_WORKERS_H
#define SPINDLE_DIALECT_ITER_IR_WORKERS_H

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace spindle::iter {

/// The function of a cost that says how many workers a loop is given, at least
/// one: `(index) -> index`. Position space only declares it; who lowers the
/// loops of workers defines it, since it knows who runs them.
inline constexpr llvm::StringLiteral kWorkersFunction = "spindle.workers";

/// Threads of the largest warp, of a block, and of a block where nobody says
/// how many.
inline constexpr int64_t kMostLanes = 64, kMostThreads = 1024,
                         kUsualThreads = 128;

/// Why no worker can be `lanes` threads of a warp of `warpLanes`, and a block
/// `perBlock` workers; empty where they can.
std::string checkWorkers(int64_t lanes, int64_t perBlock,
                         int64_t warpLanes = kMostLanes);

/// What the iterations of `loop` are run by on a GPU; null where it is not
/// said.
WorkersAttr getWorkers(mlir::scf::ForallOp loop);

/// The label of `loop`; null where it has none.
LoopAttr getLabel(mlir::Operation *loop);

/// `label` with another role.
LoopAttr withRole(LoopAttr label, LoopRole role);

/// The dimensions of `label` for messages: `"i", "j"`.
std::string describeDims(LoopAttr label);

/// Whether `op` stands in no loop.
bool isOutermost(mlir::Operation *op);

/// Whether no parallel loop is around `op`: what is around it are serial loops,
/// in each iteration of which workers may share `op`.
bool isInSerialCode(mlir::Operation *op);

/// The lanes of the worker that runs `op` on a GPU; 1 where nothing is said of
/// more, and on a processor.
int64_t countLanes(mlir::Operation *op);

/// The function `kWorkersFunction` of `module`, declared where it is not there.
/// Reports a symbol of that name that is something else.
mlir::FailureOr<mlir::func::FuncOp> declareWorkers(mlir::ModuleOp module);

} // namespace spindle::iter

#endif // SPINDLE_DIALECT_ITER_IR_WORKERS_H

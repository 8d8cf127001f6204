//===- LoopBlocks.h - blocks of iterations ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_TRANSFORMS_LOOPS_LOOPBLOCKS_H
#define SPINDLE_LIB_TRANSFORMS_LOOPS_LOOPBLOCKS_H

#include "Spindle/Transforms/Loops/Unroll.h"
#include "Spindle/Transforms/Loops/Version.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>

namespace spindle::loops {

/// The number of iterations of `loop`, if its bounds are constants.
std::optional<int64_t> getTripCount(mlir::scf::ForOp loop);

/// Has the upper bound of `loop` be no less than the lower one.
void orderBounds(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop);

/// Has `loop` run over as many iterations as whole blocks of `factor` hold, and
/// a copy of it, which is given, over the rest; null where there is no rest.
/// The rest has the role `tail`.
mlir::scf::ForOp splitOffRest(mlir::RewriterBase &rewriter,
                              mlir::scf::ForOp loop, int64_t factor);

/// Has `loop` run over whole blocks of `factor` iterations, and a copy of it,
/// which is given, over what is left; null where nothing is. Where `loop` has
/// no more than one block, one of the two runs: the copy if there are fewer.
mlir::scf::ForOp splitIntoBlocks(mlir::RewriterBase &rewriter,
                                 mlir::scf::ForOp loop, int64_t factor);

/// Puts `loop` into the first case of a branch on `test`, and a copy into the
/// other one.
VersionedLoop makeVersions(mlir::RewriterBase &rewriter, mlir::scf::ForOp loop,
                           mlir::Value test);

/// How many iterations of `loop` become one: as many as `options` say, or else
/// all of them, or as many as there may be. Fails where that is not known.
mlir::FailureOr<int64_t> chooseFactor(mlir::scf::ForOp loop,
                                      const UnrollOptions &options,
                                      std::string &refusal);

/// Why `loop` cannot be run in blocks of `factor` iterations, in words that
/// follow "since"; empty if it can. Too many copies of its body are refused,
/// counted before they are made.
std::string refuseBlocks(mlir::scf::ForOp loop, int64_t factor);

/// `value` and `count` times the step of `loop`, which is multiplied before it.
mlir::Value addSteps(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                     mlir::Value value, int64_t count);

/// `count` times the step of `loop`.
mlir::Value multiplyStep(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                         int64_t count);

} // namespace spindle::loops

#endif // SPINDLE_LIB_TRANSFORMS_LOOPS_LOOPBLOCKS_H

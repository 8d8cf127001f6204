//===- PerfectNest.h - loops around one another alone -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_PERFECTNEST_H
#define SPINDLE_ANALYSIS_PERFECTNEST_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <string>

namespace spindle::iter {

/// Appends to `nest`, which holds the outermost, the loops inside of it, up to
/// `count` in all. Each hands nothing on, and holds the next, and besides only
/// operations without effects before it; bounds are known outside of all of
/// them. Gives a reason where that is not so.
std::string findPerfectNest(llvm::SmallVectorImpl<mlir::scf::ForOp> &nest,
                            size_t count);

/// Why the runs of the body of `nest`, which is perfect, may not be in any
/// order in which each of its loops runs forwards; empty where they may. With
/// `reassociate`, values may be combined in another order.
std::string checkAnyOrder(llvm::ArrayRef<mlir::scf::ForOp> nest,
                          bool reassociate);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_PERFECTNEST_H

//===- RowTiles.h - whether a program's products share tiles ----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SESSION_ROWTILES_H
#define SPINDLE_LIB_SESSION_ROWTILES_H

#include "Spindle/Session/Program.h"

namespace spindle::session {

struct Operand;

/// Has `program`, for which a strategy is chosen, run by `tiles`, a schedule of
/// products in tiles of rows, where these pay for what is known of `operands`,
/// and the strategy tell why, or why not. Nothing is told of a program without
/// such products. Of the user's knobs those named in `set` are set of `tiles`,
/// which has no others. Error: `Cancelled`.
llvm::Error chooseRowTiles(Program &program, llvm::ArrayRef<Operand> operands,
                           std::shared_ptr<Schedule> tiles,
                           llvm::ArrayRef<std::string> set,
                           const Options &options);

} // namespace spindle::session

#endif // SPINDLE_LIB_SESSION_ROWTILES_H

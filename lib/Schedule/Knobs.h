//===- Knobs.h - values of the knobs of sequences ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_SCHEDULE_KNOBS_H
#define SPINDLE_LIB_SCHEDULE_KNOBS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Error.h"

namespace spindle {

/// How the command line spells `option`, a value of a knob.
std::string spellOption(mlir::Attribute option);

/// The names of the knobs in `sequences`.
llvm::SetVector<llvm::StringRef>
findKnobNames(llvm::ArrayRef<mlir::Operation *> sequences);

/// Sets each knob in `sequences` that is called `name` to `value`, which is
/// spelt as among its options. Fails where one has no such option, and sets
/// nothing then.
llvm::Error setKnobOf(llvm::ArrayRef<mlir::Operation *> sequences,
                      llvm::StringRef name, llvm::StringRef value);

} // namespace spindle

#endif // SPINDLE_LIB_SCHEDULE_KNOBS_H

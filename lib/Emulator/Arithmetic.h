//===- Arithmetic.h - a GPU's arithmetic on the host ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_ARITHMETIC_H
#define SPINDLE_LIB_EMULATOR_ARITHMETIC_H

#include "KernelCompiler.h"

namespace spindle::emulator {

/// a * b + c, rounded once, for each type of floating-point numbers and vectors
/// of them.
llvm::Value *emitFMA(LaneCode &code, llvm::Value *a, llvm::Value *b,
                     llvm::Value *c);

/// What an atomic writes where `old` was.
llvm::Value *emitAtomicUpdate(llvm::IRBuilder<> &builder,
                              llvm::AtomicRMWInst::BinOp operation,
                              llvm::Value *old, llvm::Value *value);

/// The arithmetic function llvm.nvvm.`name`; null for one that is not known.
/// Functions that the hardware approximates are the host's.
llvm::Value *emitArithmetic(LaneCode &code, llvm::StringRef name,
                            llvm::Type *type,
                            llvm::ArrayRef<llvm::Value *> arguments);

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_ARITHMETIC_H

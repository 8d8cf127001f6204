//===- PrepareModule.h - reads a module for the emulator --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_PREPAREMODULE_H
#define SPINDLE_LIB_EMULATOR_PREPAREMODULE_H

#include "Spindle/Emulator/Options.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

namespace spindle::emulator {

/// The module in `image`, bitcode or text for nvptx64, as the code generator
/// for NVIDIA's GPUs would have it before it selects instructions: functions of
/// CUDA's library linked, all calls inlined, address spaces inferred, neighbour
/// accesses made vectors, masked accesses made branches, no switches. Errors:
/// no such image, a function that is nowhere, recursion.
llvm::Expected<std::unique_ptr<llvm::Module>>
prepareModule(llvm::StringRef image, llvm::LLVMContext &context,
              const Options &options, llvm::TargetMachine &device);

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_PREPAREMODULE_H

//===- Interfaces.h - functions named as compiled code does -----*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_SUPPORT_INTERFACES_H
#define SPINDLE_RUNTIME_SUPPORT_INTERFACES_H

/// Adds the name by which what MLIR compiles calls the function `name`, which
/// is declared, where it is defined elsewhere.
#define SPINDLE_ADD_INTERFACE(name)                                            \
  extern "C" decltype(name) _mlir_ciface_##name __attribute__((alias(#name)));

/// The CalledFunction of the function `name`, under that name.
#define SPINDLE_CALLED_FUNCTION(name) {"_mlir_ciface_" #name, name},

#endif // SPINDLE_RUNTIME_SUPPORT_INTERFACES_H

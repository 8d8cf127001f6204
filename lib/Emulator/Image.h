//===- Image.h - the extent of a module's image -----------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EMULATOR_IMAGE_H
#define SPINDLE_LIB_EMULATOR_IMAGE_H

#include "llvm/ADT/StringRef.h"

namespace spindle::emulator {

/// The bytes of an image that begins at `start`: of bitcode as far as its
/// blocks go, of text up to the NUL that ends it.
llvm::StringRef getImage(const void *start);

} // namespace spindle::emulator

#endif // SPINDLE_LIB_EMULATOR_IMAGE_H

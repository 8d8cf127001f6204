//===- PCH.cpp - carries the precompiled headers --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Empty: a library wants a source, and PCH.h is compiled with it.

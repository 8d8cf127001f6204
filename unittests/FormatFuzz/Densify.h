//===- Densify.h - a program for tensors of any rank ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_DENSIFY_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_DENSIFY_H

#include "Spindle/Programs/Programs.h"

#include <string>

namespace spindle::formatfuzz {

/// A program that adds each element of A, of 1 to 5 dimensions, to the cell of
/// Y, a dense tensor, that has its coordinates.
const programs::ProgramInfo &getDensify(int64_t rank);

/// A program that computes the same, cell by cell: for each, it looks the
/// element up.
const programs::ProgramInfo &getLookUp(int64_t rank);

/// The text of the former or, where it is not `driven`, of the latter, for a
/// tensor in `format` of elements of `type`.
std::string writeDensify(int64_t rank, bool driven, mlir::Attribute format,
                         mlir::Type type);

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_DENSIFY_H

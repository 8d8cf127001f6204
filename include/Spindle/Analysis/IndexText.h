//===- IndexText.h - indices in the words of a program ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_ANALYSIS_INDEXTEXT_H
#define SPINDLE_ANALYSIS_INDEXTEXT_H

#include "mlir/IR/ValueRange.h"

#include <string>

namespace spindle::iter {

/// Indices of position space as a reader of the program knows them, by the
/// names of dimensions in the labels of loops: `[I, K]` for coordinates,
/// `[position J]` for what a loop over positions counts, `[Io * 4 + Ii]` for a
/// sum of them. A coordinate that no loop has a name of is named by the array
/// that holds it, `[a coordinate of A]`, and what is known of no other index is
/// `[?]`. In coordinate space, those of a nest's dimension are `[I]` for a
/// coordinate and `[site J]` for a site.
std::string getIndexText(mlir::ValueRange indices);

} // namespace spindle::iter

#endif // SPINDLE_ANALYSIS_INDEXTEXT_H

//===- CompositeText.h - Composite formats as text --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By their texts compiled code tells the runtime of formats. That of a
// composite one is that of `#sparse.composite` with each format of levels
// between braces, and each sum, product, quotient and remainder between
// parentheses:
//
//   ell_coo<4> = composite (i, j) -> (slot(j in i) below 4 : {ell<4> = (i, j)
//   ->
//       (i : dense, j : fixed(4))}, rest : {(i, j) -> (i :
//       compressed(nonunique), j : singleton)})
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_COMPOSITETEXT_H
#define SPINDLE_RUNTIME_COMPOSITETEXT_H

#include "Spindle/Runtime/Composite.h"

namespace spindle::runtime {

/// The format as text, which `parseComposite` reads back: its name and ` = `
/// where it has one, and then the descriptor.
std::string printComposite(const Composite &format);

/// Whether `text` is that of a composite format rather than one of levels.
bool isCompositeText(std::string_view text);

/// Reads the text of a composite format. Error: the first thing that was not
/// expected, with its 0-based offset in `text`, or in that of a part; what
/// `parseFormat` says of a part; a composite part of a composite part.
Expected<Composite> parseComposite(std::string_view text);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_COMPOSITETEXT_H

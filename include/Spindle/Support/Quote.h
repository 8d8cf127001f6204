//===- Quote.h - what an error is about, in quotes --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SUPPORT_QUOTE_H
#define SPINDLE_SUPPORT_QUOTE_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace spindle {

/// What `printed` prints as, such as a type, in single quotes.
template <typename T> std::string quote(T printed) {
  std::string text;
  llvm::raw_string_ostream(text) << "'" << printed << "'";
  return text;
}

/// The name of `op` in single quotes.
inline std::string quote(mlir::Operation *op) { return quote(op->getName()); }

} // namespace spindle

#endif // SPINDLE_SUPPORT_QUOTE_H

//===- Formats.h - formats as the runtime knows them ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_FORMATS_H
#define SPINDLE_EXECUTION_FORMATS_H

#include "Spindle/Dialect/Sparse/IR/RuntimeFormats.h"

namespace spindle::execution {

using sparse::describeFormat;
using sparse::getDType;

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_FORMATS_H

//===- PartElements.h - which part holds an element -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_INTERPRETER_PARTELEMENTS_H
#define SPINDLE_LIB_INTERPRETER_PARTELEMENTS_H

#include "TensorBuilder.h"

namespace spindle::interpreter {

/// Divides `elements`, of a tensor of `sizes`, among the parts of `format`,
/// those of a part that is composite in its place: appends those of each to
/// `parts`. What is wrong with the first element, in row-major order, that is
/// not of one part; empty where all are.
std::string divideAmongParts(sparse::CompositeAttr format,
                             const Elements &elements,
                             llvm::ArrayRef<int64_t> sizes,
                             std::vector<Elements> &parts);

} // namespace spindle::interpreter

#endif // SPINDLE_LIB_INTERPRETER_PARTELEMENTS_H

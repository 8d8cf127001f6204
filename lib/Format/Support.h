//===- Support.h - what this version builds ---------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_FORMAT_SUPPORT_H
#define SPINDLE_LIB_FORMAT_SUPPORT_H

#include "Spindle/Format/Format.h"

namespace spindle::format {

/// Why no tensor is built: empty where one is.
using Reason = std::string_view;

/// With inspector `number` of `format`.
Reason refuseInspector(const Format &format, int64_t number);
/// Whose level `l` has a coordinate that is made of an inspector's number.
Reason refuseDerived(const Format &format, int64_t l);
/// Whose level `l` lies under several.
Reason refuseParents(const Format &format, int64_t l);
/// Whose level `l` has a difference as its coordinate.
Reason refuseDifference(const Format &format, int64_t l);
/// Whose level `l` is structured.
Reason refuseStructured(const Format &format, int64_t l);

/// Whether quotients and remainders of one dimension or inspector make `expr`.
bool isOfOne(const Expr &expr);

} // namespace spindle::format

#endif // SPINDLE_LIB_FORMAT_SUPPORT_H

//===- Parts.h - operands in composite formats ------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values of all parts lie one after the other in one array of rank 1, so
// that what is done to values alone need not know of parts.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_PARTS_H
#define SPINDLE_SESSION_PARTS_H

#include "Spindle/Session/Operand.h"

namespace spindle::session {

/// Sets the structure and the values of `operand`, in a composite format, to
/// `parts`. Errors: those of the runtime.
std::optional<runtime::Error> setParts(Operand &operand,
                                       std::vector<runtime::Storage> parts);

/// The storages of the parts of `operand`: their structure, with the values
/// that the operand has. Shares the memory.
std::vector<runtime::Storage> getParts(const Operand &operand);

} // namespace spindle::session

#endif // SPINDLE_SESSION_PARTS_H

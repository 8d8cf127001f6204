//===- ArrayLengths.h - how many entries arrays have, in words --*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_CINTERFACE_ARRAYLENGTHS_H
#define SPINDLE_LIB_CINTERFACE_ARRAYLENGTHS_H

#include "Spindle/CInterface/CSignature.h"

namespace spindle::cinterface {

/// How many entries `array` has, in terms of parameters: "A_size0 + 1". It is
/// one of `owner`, a structured operand of `signature`, or of one that shares
/// its structure.
std::string getEntries(const CSignature &signature, const COperand &owner,
                       const CArray &array);

} // namespace spindle::cinterface

#endif // SPINDLE_LIB_CINTERFACE_ARRAYLENGTHS_H

//===- PartOwners.h - Which part holds an element ---------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What parts ask of an element is that some numbers of it lie in some ranges.
// The ends of all ranges of a number cut the integers into classes, within
// which no part can tell numbers apart; so the parts are asked once for each
// combination of classes, and each element looks its own up.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_CONVERT_PARTOWNERS_H
#define SPINDLE_LIB_RUNTIME_CONVERT_PARTOWNERS_H

#include "CompositeCriteria.h"

namespace spindle::runtime {

/// Sets `owners[e]` to the part of `format` that holds element e of `tensor`,
/// whose entries are sorted and different. Errors: the first element that no
/// part holds, or more than one; memory that cannot be had.
std::optional<Error> findOwners(const CooTensor &tensor,
                                const Composite &format, Workers &workers,
                                FallibleVector<int32_t> &owners);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_CONVERT_PARTOWNERS_H

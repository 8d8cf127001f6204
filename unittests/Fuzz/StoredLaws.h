//===- StoredLaws.h - What was read, stored and loaded ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FUZZ_STOREDLAWS_H
#define SPINDLE_UNITTESTS_FUZZ_STOREDLAWS_H

#include "Spindle/Runtime/Storage/CooTensor.h"
#include "Spindle/Runtime/Storage/Format.h"

namespace spindle::fuzz {

/// The format that `choice` stands for among those of `rank`, at least 1.
runtime::Format chooseFormat(int64_t rank, uint8_t choice);

/// Stores `tensor` in `format`, where that can hold it in 128 KiB, and requires
/// of the storage that it is valid, has the size that was foretold, and loads
/// as the same elements.
void checkStored(const runtime::CooTensor &tensor,
                 const runtime::Format &format);

} // namespace spindle::fuzz

#endif // SPINDLE_UNITTESTS_FUZZ_STOREDLAWS_H

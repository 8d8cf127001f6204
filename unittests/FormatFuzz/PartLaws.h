//===- PartLaws.h - what holds of each part and of all ----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_UNITTESTS_FORMATFUZZ_PARTLAWS_H
#define SPINDLE_UNITTESTS_FORMATFUZZ_PARTLAWS_H

#include "StorageLaws.h"

namespace spindle::formatfuzz {

/// The bytes of all arrays of `storage`.
int64_t countBytes(const runtime::Storage &storage);

/// Whether all arrays are the same, byte for byte.
bool areSame(const runtime::Storage &a, const runtime::Storage &b);

/// `checkStored` for a tensor in a format of levels, of which both forms are
/// given.
std::string checkPart(sparse::FormatAttr attr, const runtime::Format &format,
                      const runtime::CooTensor &tensor, StoredTensor &stored);

/// `checkStored` for a tensor in a composite format.
std::string checkComposite(const ReadFormat &format,
                           const runtime::CooTensor &tensor,
                           const ElementMap &elements, StoredTensor &stored);

} // namespace spindle::formatfuzz

#endif // SPINDLE_UNITTESTS_FORMATFUZZ_PARTLAWS_H

//===- Composite.h - Tensors stored as several parts ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A composite format (Spindle/Format/Composite.h) is a list of parts, each with
// the elements that it holds and a format. Laws:
//
//   (L1) every element of the tensor is one of exactly one part;
//   (L2) an element of a part meets what the part asks of it, where the numbers
//        are those of the whole tensor;
//   (L3) each part is stored in its format, by the laws of Storage.h.
//
// The format of a part may be composite too: then the laws hold for the
// elements of that part, and its parts stand in its place in lists of parts.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_CONVERT_COMPOSITE_H
#define SPINDLE_RUNTIME_CONVERT_COMPOSITE_H

#include "Spindle/Runtime/Convert/Store.h"

namespace spindle::runtime {

/// Stores each element of `tensor` in the part that holds it. Duplicates are
/// summed first. Takes time linear in the elements but for sorting.
///
/// Errors: those of `store`, with the part; the first element in row-major
/// order that no part holds, or more than one.
Expected<std::vector<Storage>> storeParts(const CooTensor &tensor,
                                          const Composite &format,
                                          const StoreOptions &options = {});

/// The size of each part, from the pattern alone. Errors: those of
/// `storeParts`, as far as `measureStorage` finds them.
Expected<std::vector<StorageSize>> measureParts(const CooTensor &tensor,
                                                const Composite &format,
                                                int64_t threads = 0);

/// The bytes of all parts together. Errors: those of `measureParts`, and a sum
/// that overflows.
Expected<int64_t> partsBytes(const CooTensor &tensor, const Composite &format);

/// The elements of all parts, those of the first part first. Errors: those of
/// `load`, with the part; another number of parts, parts of different shapes or
/// types, an element that two parts hold.
Expected<CooTensor> loadParts(const std::vector<Storage> &parts,
                              const Composite &format);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_CONVERT_COMPOSITE_H

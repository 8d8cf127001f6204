//===- Storage.cpp - From entries to a storage ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Runtime/Storage.h"

#include "Conversion.h"
#include "PieceStorage.h"

using namespace spindle::runtime;

/// The passes over the entries: packing, sorting, counting, writing.
static constexpr int64_t passes = 4;

Expected<Storage> spindle::runtime::store(const CooTensor &tensor,
                                          const Format &format,
                                          const StoreOptions &options) {
  if (isCutToPieces(format, 0))
    return storePieces(tensor, format, options);
  Progress progress(options.progress, passes * tensor.entries());
  Expected<Conversion> conversion = Conversion::make(tensor, format, progress);
  if (!conversion)
    return conversion.takeError();
  Expected<StorageSpec> spec = describeStorage(
      conversion->plan, conversion->sizes, tensor.values.dtype());
  if (!spec)
    return spec.takeError();
  if (Expected<int64_t> bytes = countBytes(*spec); !bytes)
    return bytes.takeError();
  Expected<Storage> storage =
      allocateStorage(conversion->plan, *spec, conversion->entries.count());
  if (!storage)
    return storage;
  if (auto error = fillStorage(*conversion, tensor, options.addresses, progress,
                               *storage))
    return std::move(*error);
  progress.finish();
  return storage;
}

Expected<int64_t> spindle::runtime::storageBytes(const CooTensor &tensor,
                                                 const Format &format) {
  if (isCutToPieces(format, 0))
    return piecesBytes(tensor, format);
  Progress progress({}, 0);
  Expected<Conversion> conversion = Conversion::make(tensor, format, progress);
  if (!conversion)
    return conversion.takeError();
  Expected<StorageSpec> spec = describeStorage(
      conversion->plan, conversion->sizes, tensor.values.dtype());
  if (!spec)
    return spec.takeError();
  return countBytes(*spec);
}

//===- DiskCache.h - kernels in files ---------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one process has compiled, others of the same user need not compile
// again. A kernel is a file, called by the SHA-256 of its key and of the build
// of Spindle that made it. The file holds both, and a digest of itself: one
// that was cut off or changed is none, and is made anew.
//
// The files are run as code. So their folder is one that nobody else may write
// to, or it is not used.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_EXECUTION_DISKCACHE_H
#define SPINDLE_EXECUTION_DISKCACHE_H

#include "Spindle/Execution/KernelObject.h"

#include <optional>

namespace spindle::execution {

/// Kernels in the files of a folder. Several threads may use one at once, and
/// several processes one folder. Only `store` writes more than a time.
class DiskCache {
public:
  static constexpr int64_t kUsualCapacity = int64_t(256) << 20;

  /// The kernels in `folder`, which is made where it is missing. Files beyond
  /// `capacity` bytes are removed, those first that were used longest ago.
  /// `build` is the text that `getBuildId` gives.
  DiskCache(std::string folder, std::string build,
            int64_t capacity = kUsualCapacity)
      : folder(std::move(folder)), build(std::move(build)), capacity(capacity) {
  }

  /// The kernels of this build in the folder `kernels` of $SPINDLE_CACHE_DIR,
  /// or else of `spindle` in the user's cache folder, $XDG_CACHE_HOME or
  /// ~/.cache. $SPINDLE_CACHE_SIZE is its capacity in MB (2^20 bytes). Null
  /// where that is 0. Errors: a size that is no number, no such folder, that of
  /// `getBuildId`.
  static llvm::Expected<std::shared_ptr<const DiskCache>> openUsual();

  /// The kernel of `key`, which counts as used now; nothing where there is none
  /// that is whole. Error: a folder that is missing and cannot be made, of
  /// another user, or that others may write to.
  llvm::Expected<std::optional<KernelObject>> find(const KernelKey &key) const;

  /// Keeps `object` as the kernel of `key`, and removes what is too much.
  /// Errors: as above, those of writing.
  llvm::Error store(const KernelKey &key, const KernelObject &object) const;

  const std::string &getFolder() const { return folder; }

private:
  std::string getText(const KernelKey &key) const;

  std::string folder;
  std::string build;
  int64_t capacity;
};

} // namespace spindle::execution

#endif // SPINDLE_EXECUTION_DISKCACHE_H

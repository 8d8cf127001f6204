//===- PrivateFolder.h - files of one user ----------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_EXECUTION_PRIVATEFOLDER_H
#define SPINDLE_LIB_EXECUTION_PRIVATEFOLDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace spindle::execution {

/// A file that is open, or a folder.
class Descriptor {
public:
  explicit Descriptor(int number) : number(number) {}
  Descriptor(Descriptor &&other) : number(other.number) { other.number = -1; }
  Descriptor &operator=(Descriptor &&) = delete;
  ~Descriptor();

  bool isOpen() const { return number >= 0; }
  int get() const { return number; }

private:
  int number;
};

/// A folder of the user that this process works for, which nobody else may
/// change: code from it may be run. Several processes may use it at once; each
/// sees a file whole or not at all.
class PrivateFolder {
public:
  /// A file in a folder.
  struct File {
    std::string name;
    int64_t bytes = 0;
    /// When it was last written or read, in nanoseconds.
    int64_t used = 0;
  };

  /// Opens the folder `path`. What is missing of it is made, for this user
  /// alone. Errors: a folder of another user, one that others may write to,
  /// those of the system.
  static llvm::Expected<PrivateFolder> open(const std::string &path);

  /// All of the file `name`, which counts as used now. Nothing where there is
  /// none, and where it is none of a private folder: of another user, one that
  /// others may write to, a link.
  std::optional<std::string> read(const std::string &name) const;

  /// Has the file `name` hold `pieces`, one after the other. Errors: those of
  /// the system, after which the file is what it was.
  llvm::Error write(const std::string &name,
                    llvm::ArrayRef<llvm::StringRef> pieces) const;

  /// Removes the file `name`, if it is there.
  void remove(const std::string &name) const;

  /// The files whose names end in `ending`.
  std::vector<File> list(llvm::StringRef ending) const;

  /// How names of files end that are not yet whole.
  static constexpr llvm::StringLiteral kUnfinished = ".unfinished";

private:
  PrivateFolder(Descriptor folder, std::string path)
      : folder(std::move(folder)), path(std::move(path)) {}

  llvm::Error fail(llvm::StringRef what) const;

  Descriptor folder;
  std::string path;
};

} // namespace spindle::execution

#endif // SPINDLE_LIB_EXECUTION_PRIVATEFOLDER_H

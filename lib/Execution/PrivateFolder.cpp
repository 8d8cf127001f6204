//===- PrivateFolder.cpp - files of one user ------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrivateFolder.h"

#include "Spindle/Support/FileErrors.h"
#include "llvm/Support/FileSystem.h"

#include <atomic>
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace spindle;
using namespace spindle::execution;

Descriptor::~Descriptor() {
  if (isOpen())
    close(number);
}

/// Who but this user owns `file` or may change it; empty for nobody.
static std::string findOthers(const struct stat &file) {
  if (file.st_uid != geteuid())
    return "one of user " + std::to_string(file.st_uid);
  if (file.st_mode & (S_IWGRP | S_IWOTH))
    return "one that others may write to";
  return "";
}

llvm::Expected<PrivateFolder> PrivateFolder::open(const std::string &path) {
  namespace fs = llvm::sys::fs;
  auto flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  int number = ::open(path.c_str(), flags);
  if (number < 0 && errno == ENOENT) {
    if (std::error_code error = fs::create_directories(
            path, /*IgnoreExisting=*/true, fs::owner_all))
      return llvm::createStringError(path + ": " + describeWriteError(error));
    number = ::open(path.c_str(), flags);
  }
  if (number < 0)
    return llvm::createStringError(path + ": expected a folder but got " +
                                   describeSystemError(getSystemError()));
  PrivateFolder opened(Descriptor(number), path);
  struct stat folder;
  if (fstat(number, &folder) != 0)
    return opened.fail("folder");
  std::string others = findOthers(folder);
  if (!others.empty())
    return llvm::createStringError(
        path + ": expected a folder of this user alone but got " + others);
  return opened;
}

/// What the system says of the folder, where a `what` was expected.
llvm::Error PrivateFolder::fail(llvm::StringRef what) const {
  return llvm::createStringError(path + ": expected a " + what + " but got " +
                                 describeSystemError(getSystemError()));
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Of what is larger nothing is read: it was not written here.
static constexpr int64_t kLargest = int64_t(1) << 30;

/// The next `bytes.size()` bytes of `file`. False where it has fewer.
static bool readAll(int file, std::string &bytes) {
  size_t done = 0;
  while (done < bytes.size()) {
    ssize_t count = ::read(file, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    done += count;
  }
  return true;
}

std::optional<std::string> PrivateFolder::read(const std::string &name) const {
  // One that waits for a writer, as a pipe does, is no reason to wait.
  Descriptor file(openat(folder.get(), name.c_str(),
                         O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status;
  if (!file.isOpen() || fstat(file.get(), &status) != 0 ||
      !S_ISREG(status.st_mode) || !findOthers(status).empty() ||
      status.st_size > kLargest)
    return std::nullopt;
  std::string bytes(status.st_size, '\0');
  if (!readAll(file.get(), bytes))
    return std::nullopt;
  // In a folder that cannot be written to it stays as old as it is.
  (void)futimens(file.get(), nullptr);
  return bytes;
}

std::vector<PrivateFolder::File>
PrivateFolder::list(llvm::StringRef ending) const {
  std::vector<File> files;
  // The walk closes what it is given.
  DIR *walk = fdopendir(openat(folder.get(), ".", O_RDONLY | O_CLOEXEC));
  if (!walk)
    return files;
  while (dirent *entry = readdir(walk)) {
    struct stat status;
    if (llvm::StringRef(entry->d_name).ends_with(ending) &&
        fstatat(folder.get(), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0)
      files.push_back({entry->d_name, status.st_size,
                       int64_t(status.st_mtim.tv_sec) * 1000000000 +
                           status.st_mtim.tv_nsec});
  }
  closedir(walk);
  return files;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

void PrivateFolder::remove(const std::string &name) const {
  (void)unlinkat(folder.get(), name.c_str(), 0);
}

/// Whether the process may write files of `bytes` bytes. One that may not is
/// ended by a signal when it does.
static bool mayWrite(size_t bytes) {
  rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 ||
         limit.rlim_cur == RLIM_INFINITY || bytes <= limit.rlim_cur;
}

/// Writes `bytes` to `file`. False where the system does not.
static bool writeAll(int file, llvm::StringRef bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return false;
    bytes = bytes.drop_front(count);
  }
  return true;
}

/// Makes a file in `folder` that nobody else has, and says how it is called.
static Descriptor createUnfinished(int folder, std::string &name) {
  static std::atomic<unsigned> made = 0;
  int number = -1;
  do {
    name = std::to_string(getpid()) + "-" + std::to_string(made++) +
           PrivateFolder::kUnfinished.str();
    number = openat(folder, name.c_str(),
                    O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  } while (number < 0 && errno == EEXIST);
  return Descriptor(number);
}

llvm::Error PrivateFolder::write(const std::string &name,
                                 llvm::ArrayRef<llvm::StringRef> pieces) const {
  size_t bytes = 0;
  for (llvm::StringRef piece : pieces)
    bytes += piece.size();
  errno = EFBIG;
  if (!mayWrite(bytes))
    return fail("folder to write to");
  std::string unfinished;
  Descriptor file = createUnfinished(folder.get(), unfinished);
  if (!file.isOpen())
    return fail("folder to write to");
  bool isWhole = llvm::all_of(pieces, [&](llvm::StringRef piece) {
    return writeAll(file.get(), piece);
  });
  if (isWhole && renameat(folder.get(), unfinished.c_str(), folder.get(),
                          name.c_str()) == 0)
    return llvm::Error::success();
  llvm::Error error = fail("folder to write to");
  remove(unfinished);
  return error;
}

//===- DiskCache.cpp - kernels in files -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/DiskCache.h"

#include "PrivateFolder.h"
#include "Spindle/Execution/BuildId.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

#include <chrono>

using namespace spindle::execution;
namespace path = llvm::sys::path;

/// How the names of files of kernels end.
static constexpr llvm::StringLiteral kEnding = ".kernel";

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// What a file begins with. `digest` is that of all that follows it.
struct FileHead {
  char magic[16];
  uint8_t digest[32];
  uint64_t keySize, signatureSize, codeSize;
};

static constexpr llvm::StringLiteral kMagic = "spindle kernel1\n";
static_assert(kMagic.size() == sizeof(FileHead::magic));

/// The part of `head` that its digest is of.
static llvm::StringRef getSizes(const FileHead &head) {
  const char *begin = reinterpret_cast<const char *>(&head.keySize);
  return {begin, sizeof(FileHead) - offsetof(FileHead, keySize)};
}

static std::array<uint8_t, 32> hash(llvm::ArrayRef<llvm::StringRef> pieces) {
  llvm::SHA256 sum;
  for (llvm::StringRef piece : pieces)
    sum.update(piece);
  return sum.final();
}

/// The name of the file of the kernel whose key and build are `text`.
static std::string getName(llvm::StringRef text) {
  return llvm::toHex(hash(text), /*LowerCase=*/true) + kEnding.str();
}

/// The head of the file of `object`, whose key and build are `text`.
static FileHead getHead(llvm::StringRef text, const KernelObject &object) {
  FileHead head;
  llvm::copy(kMagic, head.magic);
  head.keySize = text.size();
  head.signatureSize = object.signature.size();
  head.codeSize = object.code.size();
  llvm::copy(hash({getSizes(head), text, object.signature, object.code}),
             head.digest);
  return head;
}

/// The kernel in the file of `bytes`; nothing where they are not whole, or of
/// another key or build than those of `text`.
static std::optional<KernelObject> readObject(llvm::StringRef bytes,
                                              llvm::StringRef text) {
  FileHead head;
  if (bytes.size() < sizeof(head))
    return std::nullopt;
  std::memcpy(&head, bytes.data(), sizeof(head));
  bytes = bytes.drop_front(sizeof(head));
  if (llvm::StringRef(head.magic, sizeof(head.magic)) != kMagic ||
      !llvm::equal(hash({getSizes(head), bytes}), head.digest))
    return std::nullopt;
  // What has this digest was written by `store`: the sizes add up.
  if (bytes.take_front(head.keySize) != text)
    return std::nullopt;
  bytes = bytes.drop_front(head.keySize);
  return KernelObject{bytes.drop_front(head.signatureSize).str(),
                      bytes.take_front(head.signatureSize).str()};
}

/// What a file with this key holds first.
std::string DiskCache::getText(const KernelKey &key) const {
  return build + "\n" + key.str();
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

/// Removes files of `folder` beyond `capacity` bytes, those first that were
/// used longest ago. Others may do the same meanwhile.
static void prune(const PrivateFolder &folder, int64_t capacity) {
  std::vector<PrivateFolder::File> files = folder.list(kEnding);
  llvm::sort(files, [](const auto &a, const auto &b) {
    return std::tie(a.used, a.name) > std::tie(b.used, b.name);
  });
  int64_t bytes = 0;
  for (const PrivateFolder::File &file : files) {
    bytes += file.bytes;
    if (bytes > capacity)
      folder.remove(file.name);
  }
}

/// Removes what processes that were ended have left unfinished in `folder`.
static void removeUnfinished(const PrivateFolder &folder) {
  using namespace std::chrono;
  int64_t hourAgo = duration_cast<nanoseconds>(
                        system_clock::now().time_since_epoch() - hours(1))
                        .count();
  for (const auto &file : folder.list(PrivateFolder::kUnfinished))
    if (file.used < hourAgo)
      folder.remove(file.name);
}

llvm::Expected<std::optional<KernelObject>>
DiskCache::find(const KernelKey &key) const {
  auto opened = PrivateFolder::open(folder);
  if (!opened)
    return opened.takeError();
  std::string text = getText(key);
  auto bytes = opened->read(getName(text));
  return bytes ? readObject(*bytes, text) : std::nullopt;
}

llvm::Error DiskCache::store(const KernelKey &key,
                             const KernelObject &object) const {
  auto opened = PrivateFolder::open(folder);
  if (!opened)
    return opened.takeError();
  std::string text = getText(key);
  FileHead head = getHead(text, object);
  llvm::StringRef first(reinterpret_cast<const char *>(&head), sizeof(head));
  if (llvm::Error error = opened->write(
          getName(text), {first, text, object.signature, object.code}))
    return error;
  prune(*opened, capacity);
  removeUnfinished(*opened);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// The user's folder
//===----------------------------------------------------------------------===//

/// The value of the variable `name`; empty where there is none.
static llvm::StringRef getVariable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// The folder that the environment names.
static llvm::Expected<std::string> getUsualFolder() {
  llvm::SmallString<128> folder = getVariable("SPINDLE_CACHE_DIR");
  if (!folder.empty()) {
    if (std::error_code error = llvm::sys::fs::make_absolute(folder))
      return llvm::createStringError("SPINDLE_CACHE_DIR: " + error.message());
  } else {
    // XDG's rules have relative paths ignored.
    folder = getVariable("XDG_CACHE_HOME");
    if (!path::is_absolute(folder)) {
      if (!path::home_directory(folder) || folder.empty())
        return llvm::createStringError("expected SPINDLE_CACHE_DIR or a home "
                                       "folder, to keep kernels in, but got "
                                       "neither");
      path::append(folder, ".cache");
    }
    path::append(folder, "spindle");
  }
  path::append(folder, "kernels");
  return folder.str().str();
}

/// The bytes that the environment allows; -1 for a text that is no size.
static int64_t getUsualCapacity() {
  llvm::StringRef text = getVariable("SPINDLE_CACHE_SIZE");
  constexpr int64_t most = 1 << 30;
  int64_t megabytes = 0;
  if (text.empty())
    return DiskCache::kUsualCapacity;
  if (text.getAsInteger(10, megabytes) || megabytes < 0 || megabytes > most)
    return -1;
  return megabytes << 20;
}

llvm::Expected<std::shared_ptr<const DiskCache>> DiskCache::openUsual() {
  int64_t capacity = getUsualCapacity();
  if (capacity < 0)
    return llvm::createStringError(
        "expected SPINDLE_CACHE_SIZE in MB, 0 for nothing, but got '" +
        getVariable("SPINDLE_CACHE_SIZE") + "'");
  if (capacity == 0)
    return nullptr;
  auto folder = getUsualFolder();
  if (!folder)
    return folder.takeError();
  auto build = getBuildId();
  if (!build)
    return build.takeError();
  return std::make_shared<const DiskCache>(*folder, *build, capacity);
}

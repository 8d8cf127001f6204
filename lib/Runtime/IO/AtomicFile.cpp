//===- AtomicFile.cpp - A file that appears complete or not at all --------===//

#include "AtomicFile.h"

#include "InputFile.h"
#include "Spindle/Support/FileErrors.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace spindle::runtime;

/// A name beside `path` that no other writer uses.
static std::string temporaryName(const std::string &path) {
  static std::atomic<uint64_t> serial{0};
  return path + "." + std::to_string(getpid()) + "-" +
         std::to_string(serial++) + ".partial";
}

/// The file that `path` leads to, through links; `path` where there is none.
static std::string followLinks(const std::string &path) {
  std::unique_ptr<char, void (*)(void *)> real(realpath(path.c_str(), nullptr),
                                               std::free);
  return real ? real.get() : path;
}

/// Checks that a file may be put at `path`: there is none, or a regular one
/// that may be written.
static std::optional<Error> checkReplaceable(const std::string &path) {
  struct stat status;
  if (stat(path.c_str(), &status) != 0)
    return std::nullopt;
  if (S_ISDIR(status.st_mode))
    return Error::expectedGot("a file", "a directory");
  if (!S_ISREG(status.st_mode))
    return Error::expectedGot("a regular file to replace", "another kind");
  if (access(path.c_str(), W_OK) != 0)
    return Error{"", 0, spindle::describeWriteError(spindle::getSystemError())};
  return std::nullopt;
}

Expected<AtomicFile> AtomicFile::create(const std::string &path,
                                        Encoding encoding) {
  if (auto error = checkReplaceable(path))
    return std::move(*error).in(path);
  std::string place = followLinks(path);
  UnfinishedFile temporary(temporaryName(place));
  int fd = open(temporary.path().c_str(),
                O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd < 0)
    return Error{path, 0,
                 spindle::describeWriteError(spindle::getSystemError())};
  // Mode T stores the bytes as they are.
  gzFile_s *file = gzdopen(fd, encoding == Encoding::Gzip ? "wb" : "wbT");
  if (!file) {
    close(fd);
    return Error::expectedGot("memory for writing", "none").in(path);
  }
  return AtomicFile(path, std::move(place), std::move(temporary), file);
}

void AtomicFile::append(const void *data, int64_t bytes) {
  constexpr int64_t most = 1 << 30;
  const char *from = static_cast<const char *>(data);
  while (bytes > 0 && failure.empty()) {
    int64_t part = std::min(bytes, most);
    if (gzwrite(file.get(), from, static_cast<unsigned>(part)) != part)
      failure = systemErrorText();
    from += part;
    bytes -= part;
  }
}

std::optional<Error> AtomicFile::commit() {
  if (gzclose_w(file.release()) != Z_OK && failure.empty())
    failure = systemErrorText();
  if (failure.empty() && !temporary.moveTo(place))
    failure = systemErrorText();
  if (failure.empty())
    return std::nullopt;
  return Error::expectedGot("a writable file", failure).in(path);
}

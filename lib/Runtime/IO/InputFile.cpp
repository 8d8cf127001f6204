//===- InputFile.cpp - Opening files to read ------------------------------===//

#include "InputFile.h"

#include "Spindle/Support/FileErrors.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace spindle::runtime;

std::string spindle::runtime::systemErrorText() {
  return describeSystemError(getSystemError());
}

Expected<InputFile> InputFile::open(const std::string &path,
                                    ReadProgress progress) {
  // Without O_NONBLOCK a pipe that nobody writes to would block here.
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return Error{path, 0, describeReadError(getSystemError())};
  struct stat status;
  bool isKnown = fstat(fd, &status) == 0;
  if (isKnown && S_ISREG(status.st_mode))
    return InputFile(fd, status.st_size, std::move(progress));
  close(fd);
  if (isKnown && S_ISDIR(status.st_mode))
    return Error{
        path, 0,
        describeReadError(std::make_error_code(std::errc::is_a_directory))};
  return Error::expectedGot("a regular file", "another kind").in(path);
}

InputFile::~InputFile() {
  if (fd >= 0)
    close(fd);
}

Expected<int64_t> InputFile::read(void *to, int64_t wanted) {
  // Small enough for a report now and then.
  constexpr int64_t most = 1 << 24;
  int64_t done = 0;
  while (done < wanted) {
    ssize_t got = ::read(fd, static_cast<char *>(to) + done,
                         std::min(wanted - done, most));
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return Error::expectedGot("readable data", systemErrorText());
    if (got == 0)
      break;
    done += got;
    bytesRead += got;
    if (auto stopped = progress.report(std::min(bytesRead, size), size))
      return std::move(*stopped);
  }
  return done;
}

std::optional<Error> InputFile::seek(int64_t offset) {
  if (lseek(fd, offset, SEEK_SET) == offset)
    return std::nullopt;
  return Error::expectedGot("readable data", systemErrorText());
}

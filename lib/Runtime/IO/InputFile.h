//===- InputFile.h - Opening files to read ----------------------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_INPUTFILE_H
#define SPINDLE_LIB_RUNTIME_IO_INPUTFILE_H

#include "ByteSource.h"

#include "Spindle/Runtime/IO/ReadProgress.h"

#include <optional>

namespace spindle::runtime {

/// A regular file that is open for reading; closes itself.
class InputFile : public ByteSource {
public:
  /// Opens the file at `path`; `progress` may be empty, and is told of what
  /// `read` reads. Errors: a file that is not there, may not be read or is not
  /// a regular one.
  static Expected<InputFile> open(const std::string &path,
                                  ReadProgress progress = {});

  /// Leaves `other` closed.
  InputFile(InputFile &&other)
      : ByteSource(), fd(std::exchange(other.fd, -1)), size(other.size),
        bytesRead(other.bytesRead), progress(std::move(other.progress)) {}
  InputFile &operator=(InputFile &&) = delete;
  /// Closes the file unless it was released.
  ~InputFile() override;

  /// The file descriptor, which stays this object's.
  int descriptor() const { return fd; }

  /// Gives the file descriptor to the caller, who closes it.
  int release() { return std::exchange(fd, -1); }

  /// The size of the file in bytes.
  int64_t byteSize() const override { return size; }

  /// Reads `wanted` bytes into `to` and returns how many there were. Errors: a
  /// failure of the system, and that it is to stop.
  Expected<int64_t> read(void *to, int64_t wanted) override;

  /// Goes on reading at byte `offset`, at least 0. Error: a failure of the
  /// system.
  std::optional<Error> seek(int64_t offset);

private:
  /// Takes over an open file of `size` bytes.
  InputFile(int fd, int64_t size, ReadProgress progress)
      : fd(fd), size(size), progress(std::move(progress)) {}

  int fd;
  int64_t size;
  /// How many bytes were read, those read twice counted twice.
  int64_t bytesRead = 0;
  ReadProgress progress;
};

/// The system's words for the value of `errno`, starting in lower case.
std::string systemErrorText();

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_INPUTFILE_H

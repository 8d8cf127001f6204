//===- ByteSource.h - Bytes that come in order ------------------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_BYTESOURCE_H
#define SPINDLE_LIB_RUNTIME_IO_BYTESOURCE_H

#include "Spindle/Runtime/Support/Error.h"

namespace spindle::runtime {

/// Bytes to read from front to back: a file, or an entry of an archive.
class ByteSource {
public:
  virtual ~ByteSource() = default;

  /// How many bytes there are in all.
  virtual int64_t byteSize() const = 0;

  /// Reads the next `wanted` bytes into `to` and returns how many there were.
  /// Error: bytes that cannot be had or are damaged.
  virtual Expected<int64_t> read(void *to, int64_t wanted) = 0;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_BYTESOURCE_H

//===- ZipEntryReader.h - The bytes of an entry of an archive ---*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_ZIPENTRYREADER_H
#define SPINDLE_LIB_RUNTIME_IO_ZIPENTRYREADER_H

#include "ZipDirectory.h"

#include <memory>
#include <zlib.h>

namespace spindle::runtime {

/// Reads an entry from front to back; the last byte comes only where the
/// checksum is right and the entry ends where the directory says.
class ZipEntryReader : public ByteSource {
public:
  /// Starts to read `entry`; both must outlive the reader, and nobody else may
  /// read `file` meanwhile. Errors: an encrypted entry, and a method that is
  /// neither stored nor deflated.
  static Expected<std::unique_ptr<ByteSource>> open(InputFile &file,
                                                    const ZipEntry &entry);

  ZipEntryReader(const ZipEntryReader &) = delete;
  ZipEntryReader &operator=(const ZipEntryReader &) = delete;
  ~ZipEntryReader() override;

  /// The size that the directory says.
  int64_t byteSize() const override { return entry.byteSize; }

  /// Reads `wanted` bytes, fewer at the entry's end. Errors: a damaged or short
  /// stream, a wrong checksum, a failure of the system.
  Expected<int64_t> read(void *to, int64_t wanted) override;

private:
  ZipEntryReader(InputFile &file, const ZipEntry &entry)
      : file(file), entry(entry), storedLeft(entry.storedBytes),
        left(entry.byteSize) {}

  /// Reads `wanted` bytes of the entry as stored.
  std::optional<Error> readStored(unsigned char *to, int64_t wanted);
  /// Inflates exactly `wanted` bytes.
  std::optional<Error> inflateTo(unsigned char *to, int64_t wanted);
  /// Calls inflate once, with what is stored as its input. Requires that the
  /// stream has not ended, and room for output.
  std::optional<Error> step();
  /// Checks that the deflate stream holds no more.
  std::optional<Error> checkStreamEnd();

  InputFile &file;
  const ZipEntry &entry;
  /// How many bytes of the file, and of the entry, are still to be read.
  int64_t storedLeft, left;
  uint32_t checksum = 0;
  z_stream stream = {};
  /// Whether `stream` has come to its end.
  bool hasEnded = false;
  /// What `stream` reads from; empty where the entry is not deflated.
  std::unique_ptr<unsigned char[]> block;
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_ZIPENTRYREADER_H

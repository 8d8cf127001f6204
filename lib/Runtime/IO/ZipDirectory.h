//===- ZipDirectory.h - The list of entries of a zip archive ----*- C++ -*-===//
//
// The format of PKWARE's APPNOTE.TXT 6.3: the end record (4.3.16) says where
// the directory is, or zip64's end record (4.3.14) where numbers are large; the
// directory (4.3.12) says where the entries are.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_LIB_RUNTIME_IO_ZIPDIRECTORY_H
#define SPINDLE_LIB_RUNTIME_IO_ZIPDIRECTORY_H

#include "InputFile.h"

#include <vector>

namespace spindle::runtime {

/// What the directory says of an entry. Its bytes as stored lie in the file
/// before the directory.
struct ZipEntry {
  /// As stored; any bytes.
  std::string name;
  /// Bit 0 is set where the entry is encrypted.
  int flags = 0;
  /// 0 for bytes as they are, 8 for a deflate stream.
  int method = 0;
  /// The CRC-32 of the entry's bytes.
  uint32_t checksum = 0;
  /// How many bytes are in the file.
  int64_t storedBytes = 0;
  /// How many bytes the entry has; as many as are stored for method 0, and what
  /// a deflate stream of `storedBytes` can hold for method 8.
  int64_t byteSize = 0;
  /// Where the bytes as stored begin in the file.
  int64_t offset = 0;
};

/// Reads the directory of the archive in `file`, whose last byte must be the
/// archive's. Every entry lies in the file. Errors, without the file's name: a
/// file that is no archive or is cut short; more volumes than one; a directory
/// of more than 1 MiB; records that are cut short or name offsets outside the
/// file; sizes that contradict each other.
Expected<std::vector<ZipEntry>> readZipDirectory(InputFile &file);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_ZIPDIRECTORY_H

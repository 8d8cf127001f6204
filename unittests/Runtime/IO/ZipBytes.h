//===- ZipBytes.h - Making zip archives, sound and unsound ------*- C++ -*-===//

#ifndef SPINDLE_UNITTESTS_RUNTIME_IO_ZIPBYTES_H
#define SPINDLE_UNITTESTS_RUNTIME_IO_ZIPBYTES_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include <zlib.h>

namespace spindle::runtime {

/// `value` as `size` bytes, the lowest first.
inline std::string little(uint64_t value, int size) {
  std::string bytes;
  for (int i = 0; i < size; ++i)
    bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

/// `bytes` as a deflate stream: without a header, or what else zlib makes for
/// `windowBits`.
inline std::string deflated(std::string_view bytes,
                            int windowBits = -MAX_WBITS) {
  z_stream stream = {};
  deflateInit2(&stream, 6, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
  stream.avail_in = bytes.size();
  stream.next_out = reinterpret_cast<Bytef *>(out.data());
  stream.avail_out = out.size();
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

/// The checksum of a zip entry.
inline uint32_t checksum(std::string_view bytes) {
  return crc32(0, reinterpret_cast<const Bytef *>(bytes.data()), bytes.size());
}

/// An entry and what the directory says of it.
struct ZipPart {
  std::string name;
  /// As stored.
  std::string bytes;
  uint64_t size = 0;
  uint32_t crc = 0;
  int method = 0;
  int flags = 0;
};

/// An entry that is stored as it is, or deflated.
inline ZipPart part(const std::string &name, const std::string &bytes,
                    bool isDeflated = false) {
  return {name, isDeflated ? deflated(bytes) : bytes, bytes.size(),
          checksum(bytes), isDeflated ? 8 : 0};
}

/// The record of the directory for `part`, whose own record is at `offset`;
/// with zip64's numbers where `isLarge`.
inline std::string record(const ZipPart &part, uint64_t offset, bool isLarge) {
  auto number = [&](uint64_t value) {
    return isLarge ? little(0xffffffff, 4) : little(value, 4);
  };
  std::string extra;
  if (isLarge)
    // An extra field of another kind comes first.
    extra = little(0x5455, 2) + little(1, 2) + "x" + little(1, 2) +
            little(24, 2) + little(part.size, 8) +
            little(part.bytes.size(), 8) + little(offset, 8);
  return little(0x02014b50, 4) + little(45, 2) + little(45, 2) +
         little(part.flags, 2) + little(part.method, 2) + little(0, 4) +
         little(part.crc, 4) + number(part.bytes.size()) + number(part.size) +
         little(part.name.size(), 2) + little(extra.size(), 2) + little(0, 2) +
         little(0, 2) + little(0, 2) + little(0, 4) + number(offset) +
         part.name + extra;
}

/// The archive of `parts`, with zip64's records where `isLarge`.
inline std::string zip(const std::vector<ZipPart> &parts, bool isLarge = false,
                       const std::string &comment = "") {
  std::string file, directory;
  for (const ZipPart &part : parts) {
    directory += record(part, file.size(), isLarge);
    file += little(0x04034b50, 4) + std::string(22, '\0') +
            little(part.name.size(), 2) + little(3, 2) + part.name + "xyz" +
            part.bytes;
  }
  uint64_t place = file.size(), end = place + directory.size();
  file += directory;
  if (isLarge)
    file += little(0x06064b50, 4) + little(44, 8) + little(45, 2) +
            little(45, 2) + little(0, 4) + little(0, 4) +
            little(parts.size(), 8) + little(parts.size(), 8) +
            little(directory.size(), 8) + little(place, 8) +
            little(0x07064b50, 4) + little(0, 4) + little(end, 8) +
            little(1, 4);
  return file + little(0x06054b50, 4) + little(0, 4) + little(parts.size(), 2) +
         little(parts.size(), 2) +
         little(isLarge ? 0xffffffff : directory.size(), 4) +
         little(isLarge ? 0xffffffff : place, 4) + little(comment.size(), 2) +
         comment;
}

} // namespace spindle::runtime

#endif // SPINDLE_UNITTESTS_RUNTIME_IO_ZIPBYTES_H

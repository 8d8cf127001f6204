//===- ZipEntryReader.cpp - The bytes of an entry of an archive -----------===//

#include "ZipEntryReader.h"

using namespace spindle::runtime;

static constexpr int64_t blockBytes = 1 << 16;
/// The most bytes that zlib is asked for at once.
static constexpr int64_t pieceBytes = 1 << 30;

Expected<std::unique_ptr<ByteSource>>
ZipEntryReader::open(InputFile &file, const ZipEntry &entry) {
  if (entry.flags & 1)
    return Error::expectedGot("an entry that is not encrypted",
                              "an encrypted one");
  if (entry.method != 0 && entry.method != 8)
    return Error::expectedGot("an entry stored (0) or deflated (8)",
                              "method " + std::to_string(entry.method));
  if (auto error = file.seek(entry.offset))
    return std::move(*error);
  std::unique_ptr<ZipEntryReader> reader(new ZipEntryReader(file, entry));
  if (entry.method == 8) {
    // Negative bits: no header of zlib's before the stream.
    if (inflateInit2(&reader->stream, -MAX_WBITS) != Z_OK)
      return Error::expectedGot("memory for reading", "none");
    reader->block = std::make_unique<unsigned char[]>(blockBytes);
  }
  return std::unique_ptr<ByteSource>(std::move(reader));
}

ZipEntryReader::~ZipEntryReader() {
  if (block)
    inflateEnd(&stream);
}

std::optional<Error> ZipEntryReader::readStored(unsigned char *to,
                                                int64_t wanted) {
  Expected<int64_t> got = file.read(to, wanted);
  if (!got)
    return got.takeError();
  storedLeft -= *got;
  if (*got == wanted)
    return std::nullopt;
  return Error::expectedGot("a file that stays as long as it was",
                            "a shorter one");
}

std::optional<Error> ZipEntryReader::step() {
  if (stream.avail_in == 0 && storedLeft > 0) {
    int64_t wanted = std::min(storedLeft, blockBytes);
    if (auto error = readStored(block.get(), wanted))
      return error;
    stream.next_in = block.get();
    stream.avail_in = wanted;
  }
  int status = inflate(&stream, Z_NO_FLUSH);
  hasEnded = status == Z_STREAM_END;
  if (hasEnded || status == Z_OK)
    return std::nullopt;
  // There is room for output: a buffer error says that input is missing.
  return Error::expectedGot("a sound deflate stream",
                            status == Z_BUF_ERROR ? "one cut short"
                            : stream.msg          ? stream.msg
                                                  : "a damaged one");
}

std::optional<Error> ZipEntryReader::inflateTo(unsigned char *to,
                                               int64_t wanted) {
  stream.next_out = to;
  for (int64_t missing = wanted; missing > 0;) {
    if (hasEnded)
      return Error::expectedGot(
          std::to_string(entry.byteSize) + " bytes in the deflate stream",
          std::to_string(entry.byteSize - left + wanted - missing));
    int64_t piece = std::min(missing, pieceBytes);
    stream.avail_out = piece;
    if (auto error = step())
      return error;
    missing -= piece - int64_t(stream.avail_out);
  }
  return std::nullopt;
}

std::optional<Error> ZipEntryReader::checkStreamEnd() {
  while (!hasEnded) {
    unsigned char more;
    stream.next_out = &more;
    stream.avail_out = 1;
    if (auto error = step())
      return error;
    if (stream.avail_out == 0)
      return Error::expectedGot(std::to_string(entry.byteSize) +
                                    " bytes in the deflate stream",
                                "more");
  }
  return std::nullopt;
}

Expected<int64_t> ZipEntryReader::read(void *to, int64_t wanted) {
  wanted = std::min(wanted, left);
  if (wanted == 0)
    return wanted;
  auto *bytes = static_cast<unsigned char *>(to);
  if (auto error = block ? inflateTo(bytes, wanted) : readStored(bytes, wanted))
    return std::move(*error);
  left -= wanted;
  for (int64_t at = 0; at < wanted; at += pieceBytes)
    checksum = crc32(checksum, bytes + at, std::min(wanted - at, pieceBytes));
  if (left != 0)
    return wanted;
  if (block)
    if (auto error = checkStreamEnd())
      return std::move(*error);
  if (checksum != entry.checksum)
    return Error::expectedGot("checksum " + std::to_string(entry.checksum),
                              std::to_string(checksum));
  return wanted;
}

//===- LineReader.cpp - The lines of a plain or gzip file -----------------===//

#include "LineReader.h"

#include "InputFile.h"

using namespace spindle::runtime;

Expected<LineReader> LineReader::open(const std::string &path,
                                      ReadProgress progress) {
  Expected<InputFile> input = InputFile::open(path);
  if (!input)
    return input.takeError();
  LineReader reader;
  reader.path = path;
  reader.progress = std::move(progress);
  reader.totalBytes = input->byteSize();
  if (auto error = reader.block.assign(blockSize + lookahead, '\n'))
    return std::move(*error).in(path);
  reader.file.reset(gzdopen(input->descriptor(), "rb"));
  if (!reader.file)
    return Error::expectedGot("memory for reading", "none").in(path);
  input->release();
  gzbuffer(reader.file.get(), 1 << 18);
  return reader;
}

bool LineReader::fail(Error error) {
  failed = std::move(error).in(path, line + !isInside);
  return false;
}

void LineReader::checkEnd() {
  int status;
  std::string_view text = gzerror(file.get(), &status);
  if (status == Z_BUF_ERROR)
    fail(Error::expectedGot("a complete gzip stream", "one cut short"));
  else if (status == Z_ERRNO)
    fail(Error::expectedGot("readable data", systemErrorText()));
  else if (status < 0)
    // zlib puts the name of the file before its own words.
    fail(Error::expectedGot("a sound gzip stream",
                            text.substr(text.rfind(": ") + 2)));
}

bool LineReader::fill() {
  std::memmove(block.data(), block.data() + begin, end - begin);
  end -= begin;
  begin = 0;
  if (end == blockSize)
    return fail(Error::expectedGot("a line of less than " +
                                       std::to_string(blockSize) + " bytes",
                                   "a longer one"));
  int got = gzread(file.get(), block.data() + end, blockSize - end);
  if (got <= 0) {
    checkEnd();
    return false;
  }
  end += got;
  if (auto stopped = progress.report(gzoffset(file.get()), totalBytes))
    return fail(std::move(*stopped));
  return true;
}

bool LineReader::nextAcrossBlocks(std::string_view &text) {
  int64_t searched = end - begin;
  while (!failed && fill()) {
    const void *unread = block.data() + begin + searched;
    if (std::memchr(unread, '\n', end - begin - searched))
      return next(text);
    searched = end - begin;
  }
  if (failed || begin == end)
    return false;
  // The last line may lack its line feed.
  block[end] = '\n';
  text = {block.data() + begin, size_t(end - begin)};
  begin = end;
  ++line;
  return true;
}

bool LineReader::startLine() {
  if (failed || (begin == end && !fill()))
    return false;
  ++line;
  isInside = true;
  return true;
}

bool LineReader::skipSeparators() {
  while (begin < end || fill()) {
    while (begin < end && isSeparator(block[begin]))
      ++begin;
    if (begin < end)
      return true;
  }
  return false;
}

bool LineReader::nextField(std::string_view &field) {
  if (failed || !skipSeparators())
    return false;
  if (block[begin] == '\n') {
    ++begin;
    isInside = false;
    return false;
  }
  int64_t length = 0;
  while (length < maxField && (begin + length < end || fill()) &&
         !isFieldEnd(block[begin + length]))
    ++length;
  field = {block.data() + begin, size_t(length)};
  begin += length;
  return !failed;
}

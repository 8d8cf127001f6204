//===- LineReader.cpp - The lines of a plain or gzip file -----------------===//

#include "LineReader.h"

#include "InputFile.h"
#include "NumberText.h"

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
  if (auto error = reader.block.resize(blockSize))
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
  if (progress)
    progress(gzoffset(file.get()), totalBytes);
  return true;
}

bool LineReader::next(std::string_view &text) {
  if (failed)
    return false;
  const void *feed;
  int64_t searched = 0;
  while (true) {
    const char *unread = block.data() + begin;
    feed = std::memchr(unread + searched, '\n', end - begin - searched);
    if (feed)
      break;
    searched = end - begin;
    if (!fill())
      break;
  }
  if (failed || (!feed && begin == end))
    return false;
  const char *first = block.data() + begin;
  const char *stop =
      feed ? static_cast<const char *>(feed) : first + (end - begin);
  text = {first, size_t(stop - first)};
  begin += stop - first + (feed != nullptr);
  ++line;
  return true;
}

/// True for what stands between the fields of a line.
static bool isSeparator(char c) { return isBlank(c) || c == ','; }

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
  auto isPart = [&] {
    char c = block[begin + length];
    return c != '\n' && !isSeparator(c);
  };
  while (length < maxField && (begin + length < end || fill()) && isPart())
    ++length;
  field = {block.data() + begin, size_t(length)};
  begin += length;
  return !failed;
}

//===- NpyHeader.cpp - What comes before the data of a .npy file ----------===//

#include "NpyHeader.h"

#include "NumberText.h"

#include <charconv>
#include <optional>

using namespace spindle::runtime;

namespace {
/// Reads the dictionary from left to right. Every function but the first
/// returns false after it has set `failure`.
class HeaderParser {
public:
  explicit HeaderParser(std::string_view text) : text(text) {}

  Expected<NpyHeader> parse() {
    NpyHeader header;
    if (!parseDictionary(header) || !parseEnd())
      return std::move(failure);
    return header;
  }

private:
  bool parseDictionary(NpyHeader &header);
  bool parseItem(NpyHeader &header);
  bool parseString(std::string &value);
  bool parseBool(bool &value);
  bool parseShape(std::vector<int64_t> &shape);
  bool parseExtent(int64_t &extent);
  bool parseEnd();

  /// Takes `word` if it comes next, after white space.
  bool take(std::string_view word) {
    skipSpace();
    if (text.substr(at, word.size()) != word)
      return false;
    at += word.size();
    return true;
  }

  void skipSpace() {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\n'))
      ++at;
  }

  bool fail(const std::string &expected) {
    std::string_view rest = text.substr(at, 20);
    failure = Error::expectedGot("array header with " + expected + " at byte " +
                                     std::to_string(at),
                                 rest.empty() ? "its end" : quoted(rest));
    return false;
  }

  std::string_view text;
  size_t at = 0;
  bool hasDescr = false, hasOrder = false, hasShape = false;
  Error failure;
};
} // namespace

bool HeaderParser::parseDictionary(NpyHeader &header) {
  if (!take("{"))
    return fail("'{'");
  while (!take("}")) {
    if (!parseItem(header))
      return false;
    if (take("}"))
      break;
    if (!take(","))
      return fail("',' or '}'");
  }
  if (hasDescr && hasOrder && hasShape)
    return true;
  return fail("keys 'descr', 'fortran_order' and 'shape'");
}

bool HeaderParser::parseItem(NpyHeader &header) {
  size_t start = at;
  std::string key;
  if (!parseString(key))
    return false;
  if (!take(":"))
    return fail("':'");
  if (key == "descr" && !std::exchange(hasDescr, true))
    return parseString(header.descr);
  if (key == "fortran_order" && !std::exchange(hasOrder, true))
    return parseBool(header.fortranOrder);
  if (key == "shape" && !std::exchange(hasShape, true))
    return parseShape(header.shape);
  at = start;
  return fail("one each of 'descr', 'fortran_order' and 'shape'");
}

bool HeaderParser::parseString(std::string &value) {
  skipSpace();
  char quote = at < text.size() ? text[at] : '\0';
  if (quote != '\'' && quote != '"')
    return fail("a string");
  size_t end = text.find(quote, at + 1);
  if (end == std::string_view::npos)
    return fail("a closed string");
  value = text.substr(at + 1, end - at - 1);
  at = end + 1;
  return true;
}

bool HeaderParser::parseBool(bool &value) {
  value = take("True");
  return value || take("False") || fail("'True' or 'False'");
}

bool HeaderParser::parseShape(std::vector<int64_t> &shape) {
  if (!take("("))
    return fail("'('");
  while (!take(")")) {
    int64_t extent;
    if (!parseExtent(extent))
      return false;
    if (shape.size() == maxNpyRank)
      return fail("at most " + std::to_string(maxNpyRank) + " axes");
    shape.push_back(extent);
    // A lone extent needs the comma: (3) is a number in Python.
    if (!take(",") && (shape.size() == 1 || text.substr(at, 1) != ")"))
      return fail("','");
  }
  return true;
}

bool HeaderParser::parseExtent(int64_t &extent) {
  skipSpace();
  const char *begin = text.data() + at;
  auto result = std::from_chars(begin, text.data() + text.size(), extent);
  if (result.ec == std::errc::result_out_of_range)
    return fail("an extent below 2^63");
  if (result.ec != std::errc() || extent < 0)
    return fail("an extent of at least 0");
  at += result.ptr - begin;
  // Python 2 marked long integers.
  take("L");
  return true;
}

bool HeaderParser::parseEnd() {
  skipSpace();
  return at == text.size() || fail("nothing");
}

Expected<NpyHeader> spindle::runtime::parseNpyHeader(std::string_view text) {
  return HeaderParser(text).parse();
}

/// Reads `wanted` bytes of the header. Errors: fewer, or a system failure.
static Expected<std::string> readText(ByteSource &source, int64_t wanted) {
  // The source's size bounds what a wrong length can make us allocate.
  std::string text(std::min(wanted, source.byteSize()), '\0');
  Expected<int64_t> got = source.read(text.data(), text.size());
  if (!got)
    return got.takeError();
  if (*got != wanted)
    return Error::expectedGot("a header of " + std::to_string(wanted) +
                                  " more bytes",
                              std::to_string(*got));
  return text;
}

/// The unsigned little-endian integer in `bytes`, of which there are at most 4.
static int64_t littleEndian(std::string_view bytes) {
  int64_t value = 0;
  for (size_t i = 0; i < bytes.size(); ++i)
    value |= int64_t(static_cast<unsigned char>(bytes[i])) << (8 * i);
  return value;
}

Expected<NpyHeader> spindle::runtime::readNpyHeader(ByteSource &source,
                                                    int64_t &bytes) {
  Expected<std::string> magic = readText(source, 8);
  if (!magic)
    return magic.takeError();
  if (magic->compare(0, 6, "\x93NUMPY") != 0)
    return Error::expectedGot("magic '\\x93NUMPY'",
                              quoted(magic->substr(0, 6)));
  int major = static_cast<unsigned char>((*magic)[6]);
  int minor = static_cast<unsigned char>((*magic)[7]);
  if (major < 1 || major > 3 || minor != 0)
    return Error::expectedGot("version 1.0, 2.0 or 3.0",
                              std::to_string(major) + "." +
                                  std::to_string(minor));
  int64_t lengthBytes = major == 1 ? 2 : 4;
  Expected<std::string> length = readText(source, lengthBytes);
  if (!length)
    return length.takeError();
  Expected<std::string> text = readText(source, littleEndian(*length));
  if (!text)
    return text.takeError();
  bytes = 8 + lengthBytes + text->size();
  return parseNpyHeader(*text);
}

std::string_view spindle::runtime::npyDescr(DType dtype) {
  switch (dtype) {
  case DType::F32:
    return "<f4";
  case DType::F64:
    return "<f8";
  case DType::I4: // What it is unpacked to.
  case DType::I8:
    return "|i1";
  case DType::I16:
    return "<i2";
  case DType::I32:
    return "<i4";
  case DType::I64:
    return "<i8";
  case DType::F16:
    return "<f2";
  case DType::BF16:
    // What NumPy writes of ml_dtypes' bfloat16: two bytes that it knows nothing
    // of.
    return "<V2";
  case DType::I1:
    return "|b1";
  case DType::C64:
    return "<c8";
  case DType::C128:
    return "<c16";
  }
  __builtin_unreachable();
}

std::string
spindle::runtime::formatNpyHeader(std::string_view descr,
                                  const std::vector<int64_t> &shape) {
  std::string dictionary = "{'descr': '" + std::string(descr) +
                           "', 'fortran_order': False, 'shape': (";
  for (int64_t extent : shape)
    dictionary += std::to_string(extent) + ",";
  dictionary += "), }";
  // Magic, version and length take 10 bytes; the line feed comes last.
  size_t padding = 63 - (10 + dictionary.size()) % 64;
  dictionary.append(padding, ' ').append("\n");
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(dictionary.size() & 0xff);
  header += static_cast<char>(dictionary.size() >> 8);
  return header + dictionary;
}

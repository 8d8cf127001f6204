//===- MatrixMarketHeader.cpp - Banner and size line ----------------------===//

#include "MatrixMarketHeader.h"

#include "DTypeComment.h"
#include "NumberText.h"

using namespace spindle::runtime;

using Header = MatrixMarketHeader;

/// `text` with ASCII letters in lower case.
static std::string lowerCase(std::string_view text) {
  std::string lower(text);
  for (char &c : lower)
    if (c >= 'A' && c <= 'Z')
      c += 'a' - 'A';
  return lower;
}

/// What a word of the banner stands for.
template <typename T> struct Word {
  std::string_view word;
  T meaning;
};

static constexpr Word<Header::Format> formats[] = {
    {"coordinate", Header::Format::Coordinate},
    {"array", Header::Format::Array}};

static constexpr Word<Header::Field> fields[] = {
    {"real", Header::Field::Real},
    {"integer", Header::Field::Integer},
    {"complex", Header::Field::Complex},
    {"pattern", Header::Field::Pattern}};

static constexpr Word<Header::Symmetry> symmetries[] = {
    {"general", Header::Symmetry::General},
    {"symmetric", Header::Symmetry::Symmetric},
    {"skew-symmetric", Header::Symmetry::SkewSymmetric},
    {"hermitian", Header::Symmetry::Hermitian}};

/// Looks `word` up in `words`. Error: any other word.
template <typename T, size_t n>
static std::optional<Error> decode(const char *what, const Word<T> (&words)[n],
                                   const std::string &word, T &meaning) {
  std::string known;
  for (const Word<T> &candidate : words) {
    if (candidate.word == word) {
      meaning = candidate.meaning;
      return std::nullopt;
    }
    known.append(known.empty() ? "" : ", ").append(candidate.word);
  }
  return Error::expectedGot(std::string(what) + " to be one of " + known,
                            quoted(word));
}

/// The word of the banner for `field`.
static std::string_view nameField(Header::Field field) {
  for (const Word<Header::Field> &candidate : fields)
    if (candidate.meaning == field)
      return candidate.word;
  __builtin_unreachable();
}

/// Refuses the combinations of words that have no meaning.
static std::optional<Error> checkCombination(const Header &header) {
  if (header.symmetry == Header::Symmetry::Hermitian &&
      header.field != Header::Field::Complex)
    return Error::expectedGot("field 'complex' in a hermitian file",
                              quoted(nameField(header.field)));
  if (header.field != Header::Field::Pattern)
    return std::nullopt;
  if (header.format == Header::Format::Array)
    return Error::expectedGot("values in an array file", "field 'pattern'");
  if (header.symmetry == Header::Symmetry::SkewSymmetric)
    return Error::expectedGot("values in a skew-symmetric file",
                              "field 'pattern'");
  return std::nullopt;
}

/// Decodes the first line.
static std::optional<Error> parseBanner(std::string_view line, Header &header) {
  FieldCursor words(line);
  if (lowerCase(words.next()) != "%%matrixmarket" || countFields(line) != 5)
    return Error::expectedGot(
        "banner '%%MatrixMarket matrix <format> <field> <symmetry>'",
        quoted(line));
  if (std::string object = lowerCase(words.next()); object != "matrix")
    return Error::expectedGot("object 'matrix'", quoted(object));
  if (auto error =
          decode("format", formats, lowerCase(words.next()), header.format))
    return error;
  if (auto error =
          decode("field", fields, lowerCase(words.next()), header.field))
    return error;
  if (auto error = decode("symmetry", symmetries, lowerCase(words.next()),
                          header.symmetry))
    return error;
  return checkCombination(header);
}

/// Reads one number of the size line into `size`.
static std::optional<Error> parseSize(FieldCursor &cursor, const char *what,
                                      int64_t &size) {
  FieldStatus status = cursor.next(size);
  if (status == FieldStatus::OutOfRange)
    return Error::expectedGot(std::string(what) + " below 2^63",
                              quoted(cursor.last()));
  if (status != FieldStatus::Ok || size < 0)
    return Error::expectedGot(std::string(what) + " of at least 0",
                              quoted(cursor.last()));
  return std::nullopt;
}

/// Sets the number of entries of an array file. Error: it overflows.
static std::optional<Error> countArrayEntries(Header &header) {
  using Wide = unsigned __int128;
  Wide rows = header.rows, cols = header.cols, count = rows * cols;
  if (header.symmetry == Header::Symmetry::Symmetric ||
      header.symmetry == Header::Symmetry::Hermitian)
    count = rows * (rows + 1) / 2;
  if (header.symmetry == Header::Symmetry::SkewSymmetric && rows > 0)
    count = rows * (rows - 1) / 2;
  if (count > Wide(std::numeric_limits<int64_t>::max()))
    return Error::expectedGot("less than 2^63 entries",
                              shapeText({header.rows, header.cols}));
  header.entries = static_cast<int64_t>(count);
  return std::nullopt;
}

/// Decodes the size line.
static std::optional<Error> parseSizes(std::string_view line, Header &header) {
  bool isArray = header.format == Header::Format::Array;
  int64_t wanted = isArray ? 2 : 3, got = countFields(line);
  if (got != wanted)
    return Error::expectedGot(isArray ? "size line 'rows cols'"
                                      : "size line 'rows cols entries'",
                              quoted(line));
  FieldCursor cursor(line);
  if (auto error = parseSize(cursor, "number of rows", header.rows))
    return error;
  if (auto error = parseSize(cursor, "number of columns", header.cols))
    return error;
  if (header.symmetry != Header::Symmetry::General &&
      header.rows != header.cols)
    return Error::expectedGot("as many columns as rows in a symmetric matrix",
                              shapeText({header.rows, header.cols}));
  return isArray ? countArrayEntries(header)
                 : parseSize(cursor, "number of entries", header.entries);
}

/// Whether numbers of `field` may be elements of `dtype`.
static bool isOfField(DType dtype, Header::Field field) {
  switch (field) {
  case Header::Field::Real:
    return isFloat(dtype);
  case Header::Field::Complex:
    return isComplex(dtype);
  case Header::Field::Integer:
    return isInteger(dtype) || dtype == DType::I1;
  case Header::Field::Pattern:
    return true;
  }
  __builtin_unreachable();
}

/// Reads up to the size line, and the type that a comment names. False at the
/// end of the file and on failure.
static bool nextSizeLine(LineReader &lines, std::string_view &line,
                         Header &header) {
  while (lines.next(line)) {
    FieldCursor cursor(line);
    std::string_view first = cursor.next();
    if (!first.empty() && first.front() != '%')
      return true;
    std::optional<DType> named = parseDTypeComment(line, "%");
    if (named && isOfField(*named, header.field))
      header.dtype = named;
  }
  return false;
}

/// What ended the lines where `wanted` should have come.
static Error endOfFile(const LineReader &lines, const char *wanted) {
  if (lines.failure())
    return *lines.failure();
  return lines.here(Error::expectedGot(wanted, "the end of the file"));
}

Expected<Header> spindle::runtime::readMatrixMarketHeader(LineReader &lines,
                                                          DType dtype) {
  Header header;
  std::string_view line;
  if (!lines.next(line))
    return endOfFile(lines, "a '%%MatrixMarket' banner");
  if (auto error = parseBanner(line, header))
    return lines.here(std::move(*error));
  if (header.field == Header::Field::Complex && !isComplex(dtype))
    return lines.here(Error::expectedGot("real numbers for elements of type " +
                                             std::string(numpyName(dtype)),
                                         "field 'complex'"));
  if (!nextSizeLine(lines, line, header))
    return endOfFile(lines, "a size line");
  if (auto error = parseSizes(line, header))
    return lines.here(std::move(*error));
  return header;
}

//===- Smtx.cpp - Files of the Deep Learning Matrix Collection ------------===//

#include "Spindle/Runtime/IO/Smtx.h"

#include "CompressedEntries.h"
#include "CounterRandom.h"
#include "EntryValue.h"
#include "LineReader.h"
#include "TextWriter.h"

using namespace spindle::runtime;

namespace {
/// What the first line says.
struct SmtxSizes {
  int64_t rows, cols, entries;
};
} // namespace

/// Reads `field` as a whole number.
static bool parseNumber(std::string_view field, int64_t &number) {
  return FieldCursor(field).next(number) == FieldStatus::Ok &&
         field.size() != LineReader::maxField;
}

/// What is wrong with the number that follows `before` others in its line.
static Error failNumber(const LineReader &lines, int64_t before,
                        const char *expected, const std::string &got) {
  Error error = Error::expectedGot(expected, got);
  error.text = "number " + std::to_string(before) + ": " + error.text;
  return lines.here(std::move(error));
}

/// Reads a line of `wanted` whole numbers, `what`. Where the file ends before
/// it, the line is empty.
static Expected<Array> readNumbers(LineReader &lines, int64_t wanted,
                                   const std::string &what) {
  FallibleVector<int64_t> numbers;
  // Numbers that are announced are not trusted beyond what the file could hold;
  // a compressed one may hold more.
  if (auto error = numbers.reserve(std::min(wanted, lines.fileBytes() / 2 + 1)))
    return lines.here(std::move(*error));
  std::string count = std::to_string(wanted) + " " + what;
  if (!lines.startLine() && !lines.failure() && wanted != 0)
    return lines.here(
        Error::expectedGot("a line of " + count, "the end of the file"));
  int64_t number;
  std::string_view field;
  while (lines.nextNumber(number) || lines.nextField(field)) {
    if (numbers.size() == wanted)
      return lines.here(Error::expectedGot(count, "more"));
    if (!field.empty() && !parseNumber(field, number))
      return failNumber(lines, numbers.size(), "a whole number below 2^63",
                        quoted(field));
    field = {};
    if (!numbers.append(number))
      return failNumber(lines, numbers.size(), "memory", "none");
  }
  if (lines.failure())
    return *lines.failure();
  if (numbers.size() != wanted)
    return lines.here(
        Error::expectedGot(count, std::to_string(numbers.size())));
  return std::move(numbers).takeArray();
}

/// Reads the first line.
static Expected<SmtxSizes> readSizes(LineReader &lines) {
  Expected<Array> numbers =
      readNumbers(lines, 3, "sizes (rows, columns, entries)");
  if (!numbers)
    return numbers.takeError();
  const int64_t *sizes = numbers->as<int64_t>();
  for (int i : {0, 1, 2})
    if (sizes[i] < 0 || sizes[i] == std::numeric_limits<int64_t>::max()) {
      constexpr const char *names[] = {"rows", "columns", "entries"};
      return lines.here(
          Error::expectedGot(std::string(names[i]) + " in [0, 2^63 - 1)",
                             std::to_string(sizes[i])));
    }
  return SmtxSizes{sizes[0], sizes[1], sizes[2]};
}

/// Checks that nothing but blanks comes before the end of the file.
static std::optional<Error> checkEnd(LineReader &lines) {
  std::string_view field;
  while (lines.startLine())
    if (lines.nextField(field))
      return lines.here(
          Error::expectedGot("the end of the file", quoted(field)));
  return lines.failure();
}

/// The values of `entries` entries.
static Expected<Array> makeValues(DType dtype, int64_t entries,
                                  const MatrixMarketOptions &options) {
  Expected<Array> values = Array::allocate(dtype, {entries});
  if (!values)
    return values;
  visitDType(dtype, [&](auto zero) {
    using T = decltype(zero);
    T *out = values->as<T>();
    for (int64_t i = 0; i < entries; ++i)
      out[i] = options.patternValues == PatternValues::One
                   ? T(1)
                   : randomValue<T>(options.seed, i);
  });
  return values;
}

Expected<CooMatrix>
spindle::runtime::readSmtx(const std::string &path, DType dtype,
                           const MatrixMarketOptions &options) {
  Expected<LineReader> lines = LineReader::open(path, options.progress);
  if (!lines)
    return lines.takeError();
  Expected<SmtxSizes> sizes = readSizes(*lines);
  if (!sizes)
    return sizes.takeError();
  Expected<Array> offsets = readNumbers(*lines, sizes->rows + 1, "row offsets");
  if (!offsets)
    return offsets.takeError();
  // As many rows as there are columns: memory follows what was read.
  Expected<Array> col = readNumbers(*lines, sizes->entries, "column indices");
  if (!col)
    return col.takeError();
  Expected<Array> row = expandOffsets(*offsets, sizes->entries, "row");
  if (!row)
    return row.takeError().in(path, 2);
  if (auto error = checkIndices(*col, sizes->cols, "column", &*row, "row"))
    return std::move(*error).in(path, 3);
  if (auto error = checkEnd(*lines))
    return std::move(*error);
  Expected<Array> values = makeValues(dtype, sizes->entries, options);
  if (!values)
    return values.takeError().in(path);
  return CooMatrix{sizes->rows, sizes->cols, *row, *col, *values};
}

/// Checks that all values of `matrix` are 1, which a file of a pattern stands
/// for. Error: the first other one, with its 0-based row and column.
static std::optional<Error> checkOnes(const CooMatrix &matrix) {
  return visitDType(
      matrix.values.dtype(), [&](auto zero) -> std::optional<Error> {
        using T = decltype(zero);
        const T *values = matrix.values.as<T>();
        for (int64_t i = 0; i < matrix.entries(); ++i)
          if (values[i] != T(1))
            return Error::expectedGot(
                "elements that are all 1 for a pattern alone",
                printed(values[i]) + " at row " +
                    std::to_string(matrix.row.as<int64_t>()[i]) + ", column " +
                    std::to_string(matrix.col.as<int64_t>()[i]));
        return std::nullopt;
      });
}

std::optional<Error> spindle::runtime::writeSmtx(const std::string &path,
                                                 const CooMatrix &matrix) {
  if (auto error = validate(matrix))
    return std::move(*error).in(path);
  if (auto error = checkOnes(matrix))
    return std::move(*error).in(path);
  const auto *row = matrix.row.as<int64_t>(), *col = matrix.col.as<int64_t>();
  int64_t entries = matrix.entries();
  if (!std::is_sorted(row, row + entries))
    return Error::expectedGot("entries by rows", "others").in(path);
  Expected<TextWriter> out = TextWriter::create(path);
  if (!out)
    return out.takeError();
  for (int64_t size : {matrix.rows, matrix.cols}) {
    out->number(size, ',');
    out->text(" ");
  }
  out->number(entries, '\n');
  out->number(int64_t(0), matrix.rows == 0 ? '\n' : ' ');
  for (int64_t r = 0, next = 0; r < matrix.rows; ++r) {
    while (next < entries && row[next] == r)
      ++next;
    out->number(next, r + 1 == matrix.rows ? '\n' : ' ');
  }
  for (int64_t e = 0; e < entries; ++e)
    out->number(col[e], e + 1 == entries ? '\n' : ' ');
  return out->commit();
}

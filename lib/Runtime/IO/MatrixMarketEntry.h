//===- MatrixMarketEntry.h - The line of one entry --------------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_MATRIXMARKETENTRY_H
#define SPINDLE_LIB_RUNTIME_IO_MATRIXMARKETENTRY_H

#include "CounterRandom.h"
#include "EntryValue.h"
#include "MatrixMarketHeader.h"

namespace spindle::runtime {

/// One entry of a file. Coordinates are 0-based, those of an array file too.
template <typename T> struct MatrixMarketEntry {
  int64_t row;
  int64_t col;
  T value;
};

/// What an entry in a symmetric file says of its mirror image.
template <typename T>
T mirroredValue(MatrixMarketHeader::Symmetry symmetry, T value) {
  if (symmetry == MatrixMarketHeader::Symmetry::SkewSymmetric)
    return static_cast<T>(-value);
  if constexpr (isComplexType<T>)
    if (symmetry == MatrixMarketHeader::Symmetry::Hermitian)
      return std::conj(value);
  return value;
}

/// What is the same for all types of values.
class EntryParserBase {
public:
  /// Why `parse` failed, with the entry's 1-based number.
  Error takeFailure() { return std::move(failure); }

  /// The number of entries parsed without failure.
  int64_t count() const { return parsed; }

protected:
  EntryParserBase(const MatrixMarketHeader &header,
                  const MatrixMarketOptions &options);

  /// Moves to the coordinates of the next entry of an array file.
  void advance() {
    if (++row < header.rows)
      return;
    ++col;
    row = firstRow();
  }
  /// The first row of column `col` in an array file.
  int64_t firstRow() const;

  // All that follow return false after they have set `failure`.

  bool failIndex(const FieldCursor &cursor, FieldStatus status,
                 const char *what, int64_t extent);
  bool failTriangle(int64_t row, int64_t col);
  bool failFields(std::string_view line);
  /// Sets `failure`, naming the entry.
  bool fail(Error error);

  const MatrixMarketHeader &header;
  const MatrixMarketOptions &options;
  /// The coordinates of the next entry of an array file; the row depends on
  /// the column, which is therefore set first.
  int64_t col = 0, row = 0;
  int64_t parsed = 0;
  Error failure;
};

/// Turns the lines of a file's entries into entries with values of type `T`.
/// What runs for every entry is inlined by force, without which reading
/// takes 1.2 times as long.
template <typename T> class EntryParser : public EntryParserBase {
public:
  /// Both must outlive the parser.
  EntryParser(const MatrixMarketHeader &header,
              const MatrixMarketOptions &options)
      : EntryParserBase(header, options) {}

  /// Parses the next entry of the file, `line` of a LineReader. False on
  /// failure.
  [[gnu::always_inline]] bool parse(std::string_view line,
                                    MatrixMarketEntry<T> &entry) {
    FieldCursor cursor(line, LineReader::lookahead);
    if (!parseCoordinates(cursor, entry) || !parseValue(cursor, entry) ||
        !cursor.atEnd())
      return failFields(line);
    if (header.format == Header::Format::Array)
      advance();
    ++parsed;
    return true;
  }

private:
  using Header = MatrixMarketHeader;
  using Entry = MatrixMarketEntry<T>;

  // All return false after they have set `failure`, unless a field is missing.

  /// Reads the coordinates, or says which are next in an array file.
  [[gnu::always_inline]] bool parseCoordinates(FieldCursor &cursor,
                                               Entry &entry) {
    if (header.format == Header::Format::Coordinate)
      return parseIndex(cursor, "row", header.rows, entry.row) &&
             parseIndex(cursor, "column", header.cols, entry.col) &&
             checkTriangle(entry);
    entry.row = row;
    entry.col = col;
    return true;
  }

  /// Reads a 1-based index of an axis of `extent` as a 0-based one.
  [[gnu::always_inline]] bool parseIndex(FieldCursor &cursor, const char *what,
                                         int64_t extent, int64_t &index) {
    FieldStatus status = cursor.next(index);
    if (status != FieldStatus::Ok || index < 1 || index > extent)
      return failIndex(cursor, status, what, extent);
    --index;
    return true;
  }

  /// Checks that an entry is where a symmetric file may have one.
  bool checkTriangle(const Entry &entry) {
    if (header.symmetry == Header::Symmetry::General || entry.row > entry.col)
      return true;
    if (entry.row == entry.col &&
        header.symmetry != Header::Symmetry::SkewSymmetric)
      return true;
    return failTriangle(entry.row, entry.col);
  }

  /// Reads a value or makes one up, as the header says.
  [[gnu::always_inline]] bool parseValue(FieldCursor &cursor, Entry &entry) {
    if (header.field == Header::Field::Pattern) {
      entry.value = options.patternValues == PatternValues::One
                        ? T(1)
                        : randomValue<T>(options.seed, parsed);
      return true;
    }
    FieldStatus status = parseNumbers(cursor, entry.value);
    if (status != FieldStatus::Ok)
      return fail(valueError<T>(cursor, status,
                                header.field == Header::Field::Integer));
    return checkMirror(entry);
  }

  /// Reads as many numbers as the field has.
  FieldStatus parseNumbers(FieldCursor &cursor, T &value) {
    if constexpr (isComplexType<T>)
      if (header.field == Header::Field::Complex) {
        typename T::value_type real = 0, imag = 0;
        FieldStatus status = cursor.next(real);
        if (status == FieldStatus::Ok)
          status = cursor.next(imag);
        value = {real, imag};
        return status;
      }
    return header.field == Header::Field::Integer ? nextWhole(cursor, value)
                                                  : nextValue(cursor, value);
  }

  /// Checks that the mirror image has a value: one of `T`, and the same one on
  /// the diagonal.
  bool checkMirror(const Entry &entry) {
    if constexpr (isComplexType<T>) {
      if (header.symmetry == Header::Symmetry::Hermitian &&
          entry.row == entry.col && entry.value.imag() != 0)
        return fail(Error::expectedGot(
            "a real value on the diagonal of a hermitian matrix",
            printed(entry.value)));
    } else if constexpr (!isFloatType<T>) {
      constexpr T least = std::numeric_limits<T>::min();
      bool isNegatable = isIntegerType<T> ? entry.value != least : !entry.value;
      if (header.symmetry == Header::Symmetry::SkewSymmetric && !isNegatable)
        return fail(Error::expectedGot(valueOf(dtypeOf<T>) +
                                           " whose negation is one too",
                                       printed(entry.value)));
    }
    return true;
  }
};

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_MATRIXMARKETENTRY_H

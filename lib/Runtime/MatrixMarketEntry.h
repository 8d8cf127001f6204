//===- MatrixMarketEntry.h - The line of one entry --------------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_MATRIXMARKETENTRY_H
#define SPINDLE_LIB_RUNTIME_MATRIXMARKETENTRY_H

#include "MatrixMarketHeader.h"
#include "NumberText.h"

namespace spindle::runtime {

/// One entry of a file. Coordinates are 0-based; an array file has none.
template <typename T> struct MatrixMarketEntry {
  int64_t row;
  int64_t col;
  T value;
};

/// Turns the lines of a file's entries into entries with values of type `T`.
template <typename T> class EntryParser {
public:
  /// Both must outlive the parser.
  EntryParser(const MatrixMarketHeader &header,
              const MatrixMarketOptions &options)
      : header(header), options(options) {}

  /// Parses the next entry of the file. False on failure.
  bool parse(std::string_view line, MatrixMarketEntry<T> &entry);

  /// Why `parse` failed, with the entry's 1-based number.
  Error takeFailure() { return std::move(failure); }

  /// The number of entries parsed without failure.
  int64_t count() const { return parsed; }

private:
  // All return false after they have set `failure`.

  /// Reads a 1-based index of an axis of `extent` as a 0-based one.
  bool parseIndex(FieldCursor &cursor, const char *what, int64_t extent,
                  int64_t &index);
  /// Reads the row and the column.
  bool parseCoordinates(FieldCursor &cursor, MatrixMarketEntry<T> &entry);
  /// Reads a real or an integer, as the header says.
  bool parseNumber(FieldCursor &cursor, T &value);
  /// Reads a number or makes one up, as the header says.
  bool parseValue(FieldCursor &cursor, T &value);
  /// Checks that an entry is where a symmetric file may have one.
  bool checkTriangle(const MatrixMarketEntry<T> &entry);
  /// Checks that a skew-symmetric file's value can be negated.
  bool checkNegation(T value);
  /// The value of the next entry of a pattern file.
  T patternValue() const;
  /// Sets `failure`, naming the entry; returns false.
  bool fail(const std::string &expected, const std::string &got);

  const MatrixMarketHeader &header;
  const MatrixMarketOptions &options;
  int64_t parsed = 0;
  Error failure;
};

extern template class EntryParser<float>;
extern template class EntryParser<double>;
extern template class EntryParser<int32_t>;
extern template class EntryParser<int64_t>;

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_MATRIXMARKETENTRY_H

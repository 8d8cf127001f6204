//===- MatrixMarketHeader.h - Banner and size line --------------*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_MATRIXMARKETHEADER_H
#define SPINDLE_LIB_RUNTIME_IO_MATRIXMARKETHEADER_H

#include "LineReader.h"

namespace spindle::runtime {

/// What the lines before the entries say.
struct MatrixMarketHeader {
  /// Entries with coordinates, or all elements column by column.
  enum class Format : uint8_t { Coordinate, Array };
  /// The kind of the values; a pattern has none.
  enum class Field : uint8_t { Real, Integer, Complex, Pattern };
  /// Which entries stand for another one, across the diagonal.
  enum class Symmetry : uint8_t {
    General,
    Symmetric,
    SkewSymmetric,
    Hermitian
  };

  /// The second word after the banner's mark.
  Format format = Format::Coordinate;
  /// The third word.
  Field field = Field::Real;
  /// The fourth word.
  Symmetry symmetry = Symmetry::General;
  /// The extent of the row axis, at least 0.
  int64_t rows = 0;
  /// The extent of the column axis, at least 0; `rows` unless general.
  int64_t cols = 0;
  /// The number of entries in the file, before symmetry is expanded.
  int64_t entries = 0;
  /// The type of the elements, where a comment of the words "% dtype" names one
  /// that has numbers of the field.
  std::optional<DType> dtype;

  /// The number of fields in the line of one entry.
  int64_t fieldsPerEntry() const {
    int64_t numbers = field == Field::Complex ? 2 : field != Field::Pattern;
    return (format == Format::Coordinate ? 2 : 0) + numbers;
  }
};

/// Reads the banner, the comments and the size line of a file that is to be
/// read into values of type `dtype`. Errors: whatever the format does not
/// allow, and complex numbers for another type, with the line.
Expected<MatrixMarketHeader> readMatrixMarketHeader(LineReader &lines,
                                                    DType dtype);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_MATRIXMARKETHEADER_H

//===- MatrixMarket.h - Matrix Market files ---------------------*- C++ -*-===//
//
// The exchange format of Boisvert, Pozo and Remington, "The Matrix Market
// Exchange Formats: Initial Design", NISTIR 5935, 1996.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_IO_MATRIXMARKET_H
#define SPINDLE_RUNTIME_IO_MATRIXMARKET_H

#include "Spindle/Runtime/IO/ReadProgress.h"
#include "Spindle/Runtime/Storage/Coo.h"

namespace spindle::runtime {

/// The values that the entries of a pattern file are given.
enum class PatternValues : uint8_t {
  /// Every entry is 1.
  One,
  /// The i-th entry of the file is the i-th element that `random` would draw
  /// from the same seed; a mirrored entry has the value of its original.
  Random
};

/// How to read a file.
struct MatrixMarketOptions {
  /// Used for pattern files only.
  PatternValues patternValues = PatternValues::One;
  /// Used for `PatternValues::Random` only.
  uint64_t seed = 0;
  /// May be empty.
  ReadProgress progress;
};

/// What a file holds: a CooMatrix (format `coordinate`) or an Array of rank 2
/// (format `array`).
using MatrixMarketOperand = std::variant<CooMatrix, Array>;

/// Reads a file, plain or compressed by gzip (told by its first bytes), into
/// values of type `dtype`. Symmetric, skew-symmetric and hermitian files are
/// expanded, a mirrored entry following its original, negated or conjugated
/// where that is so; entries are otherwise in file order and duplicates are
/// kept. Reals are rounded once, to nearest with ties to even; one too small
/// for its type becomes zero. Real files may be read into complex values.
///
/// Errors name the line, and the 1-based entry where there is one: whatever the
/// format does not allow, an entry on the diagonal of a hermitian file that is
/// not real among it; a complex file for another type; a value that `dtype`
/// cannot hold, a fraction for an integer type among them; a damaged gzip
/// stream; memory that cannot be had. Memory in use is less than 24 times the
/// size of a plain file and 2 MiB, and about twice for an ordinary one of reals
/// as f64; of a compressed one, 48 times the text read until then.
Expected<MatrixMarketOperand>
readMatrixMarket(const std::string &path, DType dtype,
                 const MatrixMarketOptions &options = {});

/// What the banner of a file says of its numbers.
enum class NumberKind : uint8_t {
  /// There are none.
  None,
  Whole,
  Real,
  Complex
};

/// The numbers of a file, as the lines before its entries declare them.
struct MatrixMarketNumbers {
  NumberKind kind;
  /// The type of the elements where a comment names it, as `writeMatrixMarket`
  /// does.
  std::optional<DType> dtype;
};

/// Reads what the file at `path` says of its numbers. Errors: a file whose
/// header is not sound.
Expected<MatrixMarketNumbers> readMatrixMarketNumbers(const std::string &path);

/// Writes a `coordinate general` file, compressed where `path` ends in ".gz":
/// of field real, complex, or for integers and i1 integer. A comment names the
/// type of the elements. Numbers have the fewest digits that read back as the
/// same value. The file appears complete or not at all. Errors: those of
/// `validate(matrix)`, and a file that cannot be written.
std::optional<Error> writeMatrixMarket(const std::string &path,
                                       const CooMatrix &matrix);

/// Writes an `array general` file, otherwise as above. Errors: an array whose
/// rank is not 2, and a file that cannot be written.
std::optional<Error> writeMatrixMarket(const std::string &path,
                                       const Array &matrix);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_IO_MATRIXMARKET_H

//===- MatrixMarket.h - Matrix Market files ---------------------*- C++ -*-===//
//
// The exchange format of Boisvert, Pozo and Remington, "The Matrix Market
// Exchange Formats: Initial Design", NISTIR 5935, 1996.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_MATRIXMARKET_H
#define SPINDLE_RUNTIME_MATRIXMARKET_H

#include "Spindle/Runtime/Coo.h"

#include <functional>

namespace spindle::runtime {

/// The values that the entries of a pattern file are given.
enum class PatternValues : uint8_t {
  /// Every entry is 1.
  One,
  /// The i-th entry of the file is the i-th element that `random` would draw
  /// from the same seed; a mirrored entry has the value of its original.
  Random
};

/// Told now and then how many bytes of the file, as stored, were read, and how
/// many there are in all.
using ReadProgress = std::function<void(int64_t bytesRead, int64_t totalBytes)>;

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
/// values of type `dtype`. Symmetric and skew-symmetric files are expanded, a
/// mirrored entry following its original; entries are otherwise in file order
/// and duplicates are kept. A real too small for its type becomes zero.
///
/// Errors name the line, and the 1-based entry where there is one: whatever the
/// format does not allow; complex values and hermitian symmetry, which are not
/// supported yet; a value that `dtype` cannot hold, a fraction for an integer
/// type among them; a damaged gzip stream; memory that cannot be had. Memory in
/// use is at any time a small multiple of the text read until then.
Expected<MatrixMarketOperand>
readMatrixMarket(const std::string &path, DType dtype,
                 const MatrixMarketOptions &options = {});

/// Writes a `coordinate general` file, compressed where `path` ends in ".gz".
/// Numbers have the fewest digits that read back as the same value. The file
/// appears complete or not at all. Errors: those of `validate(matrix)`, and a
/// file that cannot be written.
std::optional<Error> writeMatrixMarket(const std::string &path,
                                       const CooMatrix &matrix);

/// Writes an `array general` file, otherwise as above. Errors: an array whose
/// rank is not 2, and a file that cannot be written.
std::optional<Error> writeMatrixMarket(const std::string &path,
                                       const Array &matrix);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_MATRIXMARKET_H

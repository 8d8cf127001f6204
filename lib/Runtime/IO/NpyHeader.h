//===- NpyHeader.h - What comes before the data of a .npy file --*- C++ -*-===//

#ifndef SPINDLE_LIB_RUNTIME_IO_NPYHEADER_H
#define SPINDLE_LIB_RUNTIME_IO_NPYHEADER_H

#include "ByteSource.h"

#include "Spindle/Runtime/Support/Array.h"

namespace spindle::runtime {

/// The most axes that an array in a file can have.
inline constexpr int64_t maxNpyRank = 64;

/// The three entries of the header's dictionary.
struct NpyHeader {
  /// The element type as NumPy writes it, for instance "<f4".
  std::string descr;
  /// True where the first axis varies fastest.
  bool fortranOrder = false;
  /// The extents, at least 0 each; at most `maxNpyRank` of them.
  std::vector<int64_t> shape;
};

/// Parses the dictionary, a Python literal with exactly the keys 'descr',
/// 'fortran_order' and 'shape'. Error: anything else, with the 0-based byte of
/// the dictionary.
Expected<NpyHeader> parseNpyHeader(std::string_view text);

/// Reads everything before the data, and its size into `bytes`. Errors: another
/// magic or version, a header cut short, and those of `parseNpyHeader`.
Expected<NpyHeader> readNpyHeader(ByteSource &source, int64_t &bytes);

/// Everything before the data in a file of version 1.0 in C order; its size is
/// a multiple of 64 bytes. Requires a rank of at most `maxNpyRank`.
/// `descr` is the element type as NumPy writes it.
std::string formatNpyHeader(std::string_view descr,
                            const std::vector<int64_t> &shape);

/// The element type as NumPy writes it.
std::string_view npyDescr(DType dtype);

} // namespace spindle::runtime

#endif // SPINDLE_LIB_RUNTIME_IO_NPYHEADER_H

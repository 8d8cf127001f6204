//===- Npy.h - NumPy array files --------------------------------*- C++ -*-===//
//
// The format of numpy.lib.format, versions 1.0, 2.0 and 3.0.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_IO_NPY_H
#define SPINDLE_RUNTIME_IO_NPY_H

#include "Spindle/Runtime/IO/ReadProgress.h"
#include "Spindle/Runtime/Support/Array.h"

#include <optional>

namespace spindle::runtime {

/// Reads an array of any rank up to 64 whose elements are little-endian and of
/// a type that `numpyName` knows; one in Fortran order is reordered to
/// row-major. bfloat16 is two bytes of no type, '<V2' or '|V2', as NumPy writes
/// the arrays of ml_dtypes. A bool that is not 0 becomes 1. `progress` may be
/// empty.
///
/// Errors: a file that is no such array; elements of another type than `dtype`,
/// where it is given; fewer or more bytes than the shape asks for, which is
/// found before any memory is allocated for them; memory that cannot be had.
/// Memory in use is less than twice the size of the file and 64 KiB.
Expected<Array> readNpy(const std::string &path,
                        std::optional<DType> dtype = std::nullopt,
                        ReadProgress progress = {});

/// The type of the elements of the file at `path`, of which the header alone is
/// read. Errors: a file whose header is not sound, and elements that `readNpy`
/// does not take.
Expected<DType> readNpyType(const std::string &path);

/// Writes a file of version 1.0 in C order, which appears complete or not at
/// all. Errors: a rank above 64, and a file that cannot be written.
std::optional<Error> writeNpy(const std::string &path, const Array &array);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_IO_NPY_H

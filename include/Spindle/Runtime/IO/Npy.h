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

/// Reads an array of any rank up to 64 whose elements are of a type that
/// `numpyName` knows, or unsigned integers, in either order of bytes; one in
/// Fortran order is reordered to row-major. Unsigned integers become the signed
/// type of twice their size, and those of 64 bits i64. bfloat16 is two bytes of
/// no type, '<V2' or '|V2', as NumPy writes the arrays of ml_dtypes. A bool
/// that is not 0 becomes 1. `progress` may be empty.
///
/// Errors: a file that is no such array; elements of another type than `dtype`,
/// where it is given; an unsigned integer that i64 does not hold; fewer or more
/// bytes than the shape asks for, which is found before any memory is allocated
/// for them; memory that cannot be had. Memory in use is less than 64 KiB and
/// twice the size of the file, four times with unsigned integers.
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

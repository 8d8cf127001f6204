//===- Tns.h - Tensors as text ----------------------------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of FROSTT, the Formidable Repository of Open Sparse Tensors and
// Tools (Smith et al., 2017): a line for every entry, its 1-based coordinates
// and then its value. Comments start with '#'.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_IO_TNS_H
#define SPINDLE_RUNTIME_IO_TNS_H

#include "Spindle/Runtime/IO/ReadProgress.h"
#include "Spindle/Runtime/Storage/CooTensor.h"

namespace spindle::runtime {

/// The largest rank of a tensor in a file.
inline constexpr int64_t maxTnsRank = 32;

/// Reads a file, plain or compressed by gzip (told by its first bytes), into
/// values of type `dtype`, complex ones too. Reals are rounded once, to nearest
/// with ties to even; one too small becomes zero. Entries are in
/// file order and duplicates are kept. `progress` may be empty.
///
/// A comment before the entries that begins with "order N dims D1 ... DN nnz E"
/// says the rank, the shape and the number of entries, which are then checked.
/// Without one the first entry says the rank, and the largest coordinate of a
/// dimension is its extent; such a file needs an entry.
///
/// Errors name the line, and the 1-based entry where there is one: lines of
/// another number of fields than the first; a rank beyond 1 to `maxTnsRank`;
/// coordinates below 1 or beyond the shape; a value that `dtype` cannot hold, a
/// fraction for an integer type among them; another number of entries than
/// said; a damaged gzip stream; memory that cannot be had. Memory in use is
/// less than 8 times the size of a plain file and 2 MiB; of a compressed one,
/// 24 times the text read until then.
Expected<CooTensor> readTns(const std::string &path, DType dtype,
                            ReadProgress progress = {});

/// The type of the elements of the file at `path`, where a comment names it as
/// `writeTns` does. Errors: those of opening it, a damaged gzip stream.
Expected<std::optional<DType>> readTnsType(const std::string &path);

/// Writes a file with such a comment, and one that names the type of the
/// elements, compressed where `path` ends in ".gz".
/// Numbers have the fewest digits that read back as the same value. The file
/// appears complete or not at all. Errors: those of `validate(tensor)`, a rank
/// beyond 1 to `maxTnsRank`, complex values, which the format does not have,
/// and a file that cannot be written.
std::optional<Error> writeTns(const std::string &path, const CooTensor &tensor);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_IO_TNS_H

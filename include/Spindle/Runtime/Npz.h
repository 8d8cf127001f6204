//===- Npz.h - Sparse matrices as SciPy saves them --------------*- C++ -*-===//
//
// The archives of scipy.sparse.save_npz: zip files with an array of NumPy's per
// entry.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_NPZ_H
#define SPINDLE_RUNTIME_NPZ_H

#include "Spindle/Runtime/Coo.h"

namespace spindle::runtime {

/// Reads a matrix of format csr, csc or coo from an archive, compressed or not,
/// with indices of any integer type. Entries are in file order and duplicates
/// are kept; the values have the type that the file has.
///
/// Errors name the archive's entry, and the 0-based place in it: a file that is
/// no zip archive, is cut short or damaged; an entry that is missing or there
/// twice, or is no array that `readNpy` takes; another format; a shape of
/// another rank than 2; index arrays of other types or lengths; offsets that
/// descend or do not end at the number of entries; indices out of range; memory
/// that cannot be had, of which no more is asked for than the file can fill.
Expected<CooMatrix> readNpz(const std::string &path);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_NPZ_H

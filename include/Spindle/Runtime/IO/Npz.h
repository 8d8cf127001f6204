//===- Npz.h - Sparse tensors in archives -----------------------*- C++ -*-===//
//
// The archives of scipy.sparse.save_npz, and those of sparse.save_npz of
// pydata/sparse: zip files with an array of NumPy's per entry.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_IO_NPZ_H
#define SPINDLE_RUNTIME_IO_NPZ_H

#include "Spindle/Runtime/IO/ReadProgress.h"
#include "Spindle/Runtime/IO/WriteProgress.h"
#include "Spindle/Runtime/Storage/CooTensor.h"

namespace spindle::runtime {

/// Reads a tensor from an archive, compressed or not, with indices of any
/// integer type. It is SciPy's, of format csr, csc, coo, bsr or dia, where csr
/// may be a vector and coo of any rank; or pydata/sparse's, of its classes COO
/// and GCXS. The values have the type that `readNpy` gives them. Duplicates are
/// kept, and entries are in file order: those of a block row by row, those of a
/// diagonal by columns. Every cell of a block is an entry, unless `writeNpz`
/// wrote which are; of a diagonal only what is not zero, since nothing tells
/// its other cells from padding. `progress` may be empty.
///
/// Errors name the archive's entry, and the 0-based index in it: a file that is
/// no zip archive, is cut short or damaged; an entry that is missing or there
/// twice, or is no array that `readNpy` takes; another format; a shape of
/// another rank than the format has; index arrays of other types or lengths;
/// offsets that descend or do not end at the number of entries; indices out of
/// range; blocks that the sizes are no multiples of; a diagonal there twice; a
/// fill value other than 0; memory that cannot be had, of which no more is
/// asked for than the file can fill. Memory in use is less than 2 MiB and 24
/// times the size of the file and of what its entries hold uncompressed, and of
/// GCXS 8 bytes more for each coordinate.
Expected<CooTensor> readNpz(const std::string &path,
                            ReadProgress progress = {});

/// The names of the arrays in the archive at `path`, in its order. Errors: a
/// file that is no zip archive.
Expected<std::vector<std::string>> listNpzArrays(const std::string &path);

/// Reads the array `name`, of any shape, from an archive, as `numpy.savez` and
/// `numpy.savez_compressed` write it; `progress` may be empty. Errors name the
/// entry: one that is missing or there twice, or is no array that `readNpy`
/// takes.
Expected<Array> readNpzArray(const std::string &path, const std::string &name,
                             ReadProgress progress = {});

/// The type of its elements, from its header.
Expected<DType> readNpzArrayType(const std::string &path,
                                 const std::string &name);

/// A tensor in the arrays of one of SciPy's formats.
struct NpzTensor {
  /// The format: csr, csc, bsr or coo.
  std::string_view format;
  std::vector<int64_t> shape;
  /// The arrays by SciPy's names: data, and indptr and indices, or row and col,
  /// or coords. SciPy ignores `elements`, which is i1 of the shape of data and
  /// false at the cells of blocks that are padding.
  std::vector<std::pair<std::string, Array>> arrays = {};
};

/// Writes `tensor` to an archive that `scipy.sparse.load_npz` reads as a sparse
/// array. Nothing is compressed, and the same tensor gives the same bytes. The
/// arrays are not checked. Errors: elements of bf16, which NumPy has no type
/// for; a failure of the system, after which no file is left.
std::optional<Error> writeNpz(const std::string &path, const NpzTensor &tensor,
                              const WriteProgress &progress = {});

/// The type of the values of the matrix in the file at `path`, of which the
/// directory and a header alone are read. Errors: a file that is no such
/// archive, without values, or with some that `readNpz` does not take.
Expected<DType> readNpzType(const std::string &path);

} // namespace spindle::runtime

#endif // SPINDLE_RUNTIME_IO_NPZ_H

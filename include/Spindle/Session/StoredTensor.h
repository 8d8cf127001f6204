//===- StoredTensor.h - a tensor in memory, in any format -------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a caller has beside a session: a tensor that it reads, makes, converts,
// hands over and takes back. A storage alone does not tell its format, and one
// in a composite format is several.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_STOREDTENSOR_H
#define SPINDLE_SESSION_STOREDTENSOR_H

#include "Spindle/Runtime/Convert/Composite.h"
#include "Spindle/Session/Options.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <variant>
#include <vector>

namespace spindle::session {

/// A format of levels, or one of parts.
struct AnyFormat {
  /// Not used where there is a composite one.
  runtime::Format levels;
  std::optional<runtime::Composite> composite;

  /// Those of the parts; of a format of levels that alone.
  std::vector<runtime::Format> getParts() const;
  int64_t getRank() const;
  /// As errors call it and `parseFormat` reads it: "csr", "hyb<2, 5>", levels
  /// where it has no name.
  std::string str() const;
};

/// Reads a format of tensors of `rank` dimensions as the command line does:
/// "csr", "bsr(4, 4)", levels, parts. Error: what is wrong with the text.
llvm::Expected<AnyFormat> parseFormat(llvm::StringRef text, int64_t rank);

/// The format of the transposed tensors of `format`, whose dimension d is
/// dimension `dims[d]` of the others: each array stays what it is. Error: a
/// composite format.
llvm::Expected<AnyFormat> permuteFormat(const AnyFormat &format,
                                        llvm::ArrayRef<int64_t> dims);

/// A tensor and its format. A copy shares the memory.
struct StoredTensor {
  AnyFormat format;
  /// One for each part; one alone where the format has none.
  std::vector<runtime::Storage> parts;

  const std::vector<int64_t> &getShape() const { return parts.front().shape; }
  runtime::DType getDType() const { return parts.front().values.dtype(); }
  /// The bytes of all arrays but the values, and of the values.
  int64_t countStructureBytes() const;
  int64_t countValueBytes() const;
  /// The number of elements, explicit zeros among them. Errors: those of the
  /// runtime.
  llvm::Expected<int64_t> countElements() const;
};

/// Checks the laws of the format. Error: the first that is broken, and where.
llvm::Error validate(const StoredTensor &tensor);

/// Stores `entries` in `format`; those of one cell are added up. Errors: those
/// of the runtime.
llvm::Expected<StoredTensor> store(const runtime::CooTensor &entries,
                                   AnyFormat format,
                                   const runtime::StoreOptions &options = {});

/// The elements of `tensor` in the order of its storage, those of the first
/// part first. Errors: those of the runtime.
llvm::Expected<runtime::CooTensor> loadElements(const StoredTensor &tensor,
                                                int64_t threads = 0);

/// `tensor` in `format`. Errors: what the format cannot hold, those of the
/// runtime.
llvm::Expected<StoredTensor> convert(const StoredTensor &tensor,
                                     AnyFormat format, int64_t threads = 0);

/// Reads what a file holds, an array or entries: .mtx, .smtx, .tns (each may
/// end in .gz), .npy, .npz. The elements are of `dtype`, by the rule of
/// `convertValues` whatever the kind of file. Without it they have the type
/// that the file names, or else int64, float64 or complex128 by the kind of the
/// numbers in text, float64 of a pattern. `watcher` hears how far it is.
/// Errors: a name that is none of these, those of reading, an element that
/// `dtype` does not hold.
llvm::Expected<std::variant<runtime::Array, runtime::CooTensor>>
readFile(const std::string &path, std::optional<runtime::DType> dtype,
         const Watcher &watcher);

/// Reads the type of elements that the file `path` names, if it names one: .npy
/// and .npz, and the text that Spindle writes. Errors: as above.
llvm::Expected<std::optional<runtime::DType>>
readNamedType(const std::string &path);

/// Writes the elements of `tensor` to the file `path`, of a kind that its name
/// tells: .mtx, .smtx (ones alone), .tns, .npz as SciPy has it, or .npy, which
/// has all cells. Errors: another name, what this kind of file cannot hold,
/// those of the system.
llvm::Error writeFile(const StoredTensor &tensor, const std::string &path,
                      const Watcher &watcher);

/// Writes `array` to the file `path`: .npy, or .mtx, where a vector is the only
/// column. Errors: as above.
llvm::Error writeArray(const runtime::Array &array, const std::string &path);

} // namespace spindle::session

#endif // SPINDLE_SESSION_STOREDTENSOR_H

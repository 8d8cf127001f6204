//===- SaveStorage.cpp - the arrays of a tensor, as files -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/SaveStorage.h"

#include "Spindle/CInterface/CNames.h"
#include "Spindle/Runtime/IO/Npy.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Parts.h"

using namespace spindle;
using namespace spindle::session;
using runtime::Array;

namespace {

/// An array, and the parameter of the C function that takes it.
struct NamedArray {
  std::string name;
  Array array;
};

} // namespace

/// Appends the arrays that `storage`, of the operand `name`, has.
static void listArrays(const runtime::Storage &storage, const std::string &name,
                       llvm::SmallVectorImpl<NamedArray> &arrays) {
  auto add = [&](const llvm::Twine &role, const Array &array) {
    if (array.data())
      arrays.push_back({(name + "_" + role).str(), asBytes(array)});
  };
  for (size_t level = 0; level < storage.positions.size(); ++level) {
    add("positions" + llvm::Twine(level), storage.positions[level]);
    add("coordinates" + llvm::Twine(level), storage.coordinates[level]);
    add("lengths" + llvm::Twine(level), storage.lengths[level]);
  }
  add("bitmap", storage.bitmap);
  add("values", storage.values);
}

/// The arrays of `operand`; a dense one is its values. Their names are those of
/// parameters, which lead to no other folder.
static llvm::SmallVector<NamedArray> listArrays(const Operand &operand) {
  const OperandSpec &spec = *operand.spec;
  std::string name = cinterface::toCName(spec.name);
  llvm::SmallVector<NamedArray> arrays;
  if (spec.composite)
    for (auto [number, part] : llvm::enumerate(getParts(operand)))
      listArrays(part, name + "_part" + std::to_string(number), arrays);
  else if (spec.kind == OperandKind::Sparse)
    listArrays(getStorage(operand), name, arrays);
  else
    arrays.push_back({name, asBytes(operand.values)});
  return arrays;
}

/// Adds the arrays of `operand` to `files`, in `folder`.
static llvm::Error saveStorage(const Operand &operand,
                               const std::string &folder, OutputFiles &files) {
  for (const NamedArray &named : listArrays(operand)) {
    auto write = [&](const std::string &path) {
      std::optional<runtime::Error> error = writeNpy(path, named.array);
      return error ? fail(*error) : llvm::Error::success();
    };
    if (llvm::Error error =
            files.add(folder + "/" + named.name + ".npy", write))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error session::saveStorages(llvm::ArrayRef<Operand> operands,
                                  llvm::ArrayRef<Assignment> storages,
                                  const SettingNames &names,
                                  OutputFiles &files) {
  for (const Assignment &saved : storages) {
    const Operand *operand =
        llvm::find_if(operands, [&](const Operand &candidate) {
          return candidate.spec->name == saved.name;
        });
    if (operand == operands.end())
      return failExpected(names.source.of(saved.name) +
                              ", whose storage is to be saved,",
                          "none");
    if (llvm::Error error = saveStorage(*operand, saved.text, files))
      return error;
  }
  return llvm::Error::success();
}

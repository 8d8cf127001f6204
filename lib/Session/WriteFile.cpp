//===- WriteFile.cpp - operands and tensors to files ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileKinds.h"
#include "SaveNpz.h"
#include "Spindle/Runtime/Convert/SortEntries.h"
#include "Spindle/Runtime/IO/MatrixMarket.h"
#include "Spindle/Runtime/IO/Npy.h"
#include "Spindle/Runtime/IO/Smtx.h"
#include "Spindle/Runtime/IO/Tns.h"
#include "Spindle/Session/Borrowed.h"
#include "Spindle/Session/Convert.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/StoredTensor.h"

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::CooTensor;
using runtime::Error;
using runtime::Expected;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Writes a Sparse operand as a list of entries in row-major order.
static std::optional<Error> writeEntries(const Operand &operand,
                                         Source::Kind kind,
                                         const std::string &path) {
  auto entries = getEntries(operand);
  if (!entries)
    return entries.takeError();
  if (kind == Source::Kind::Tns)
    return writeTns(path, *entries);
  auto matrix = toMatrix(*entries);
  if (!matrix)
    return matrix.takeError();
  return kind == Source::Kind::Smtx ? writeSmtx(path, *matrix)
                                    : writeMatrixMarket(path, *matrix);
}

/// Writes a dense array as a matrix, a vector as its only column.
static std::optional<Error> writeMatrix(const Array &array,
                                        const std::string &path) {
  std::vector<int64_t> shape = array.shape();
  if (shape.size() == 1)
    shape.push_back(1);
  auto matrix = reshape(array, shape);
  return matrix ? writeMatrixMarket(path, *matrix) : matrix.takeError();
}

/// Writes a dense array to a file of `kind`.
static std::optional<Error> writeDense(const Array &array, Source::Kind kind,
                                       const std::string &path) {
  return kind == Source::Kind::Npy ? writeNpy(path, array)
                                   : writeMatrix(array, path);
}

/// Writes the values of the elements of a Sparse operand as a list.
static std::optional<Error> writeValues(const Operand &operand,
                                        const std::string &path) {
  auto list = operand.elements.data()
                  ? gather(operand.values, operand.elements)
                  : reshape(operand.values, {operand.values.size()});
  return list ? writeNpy(path, *list) : list.takeError();
}

llvm::Error session::writeOperand(const Operand &operand,
                                  const std::string &path, Step &step) {
  if (operand.values.dtype() == runtime::DType::I4) {
    auto bytes = unpackHalves(operand.values);
    if (!bytes)
      return fail(bytes.takeError().in(path));
    Operand unpacked = operand;
    unpacked.values = std::move(*bytes);
    return writeOperand(unpacked, path, step);
  }
  Source::Kind kind = findArrayKind(path);
  std::optional<Error> error;
  if (operand.spec->kind != OperandKind::Sparse)
    error = writeDense(operand.values, kind, path);
  else if (kind == Source::Kind::Npy)
    error = writeValues(operand, path);
  else if (kind == Source::Kind::Npz)
    error = saveNpz(operand, path, step);
  else
    error = writeEntries(operand, kind, path);
  return error ? fail(*error) : llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Tensors and arrays
//===----------------------------------------------------------------------===//

/// How errors call what is written.
static constexpr llvm::StringLiteral nameOfArray = "the array";
static constexpr llvm::StringLiteral nameOfFile = "the name";

/// All cells of `tensor`. Error: an explicit zero, which would be lost.
static Expected<Array> listCells(const StoredTensor &tensor) {
  auto entries = loadElements(tensor);
  if (!entries)
    return Error{"", 0, llvm::toString(entries.takeError())};
  auto cells = Array::allocateZeroed(tensor.getDType(), entries->shape);
  if (!cells)
    return cells;
  auto scatter = [&](auto zero) -> std::optional<Error> {
    using T = decltype(zero);
    for (int64_t e = 0; e < entries->entries(); ++e) {
      T value = entries->values.as<T>()[e];
      if (value == T(0))
        return Error::expectedGot(
            "elements other than 0 in a file of all cells",
            "0 as the " + describeElement(*entries, e));
      int64_t cell = 0;
      for (int64_t dim = 0; dim < entries->rank(); ++dim)
        cell = cell * entries->shape[dim] +
               entries->coordinates[dim].as<int64_t>()[e];
      cells->template as<T>()[cell] = value;
    }
    return std::nullopt;
  };
  auto error = visitDType(cells->dtype(), scatter);
  return error ? Expected<Array>(std::move(*error)) : cells;
}

llvm::Error session::writeArray(const Array &array, const std::string &path) {
  Written written{nameOfArray, /*isSparse=*/false, array.rank(), array.dtype()};
  if (llvm::Error error = checkFileKind(path, written, nameOfFile))
    return error;
  auto error = writeDense(array, findArrayKind(path), path);
  return error ? fail(*error) : llvm::Error::success();
}

llvm::Error session::writeFile(const StoredTensor &tensor,
                               const std::string &path,
                               const Watcher &watcher) {
  std::unique_ptr<Step> step = watcher.begin("writing " + path);
  if (findArrayKind(path) == Source::Kind::Npy) {
    auto cells = listCells(tensor);
    return cells ? writeArray(*cells, path) : fail(cells.takeError().in(path));
  }
  OperandSpec spec;
  spec.name = nameOfArray.str();
  spec.kind = OperandKind::Sparse;
  spec.dtype = tensor.getDType();
  spec.format = tensor.format.levels;
  spec.composite = tensor.format.composite;
  Written written{nameOfArray, /*isSparse=*/true,
                  int64_t(tensor.getShape().size()), spec.dtype};
  if (llvm::Error error = checkFileKind(path, written, nameOfFile))
    return error;
  auto operand = borrow(spec, tensor);
  if (!operand)
    return operand.takeError();
  return writeOperand(*operand, path, *step);
}

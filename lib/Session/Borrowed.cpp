//===- Borrowed.cpp - arrays that are the caller's ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Borrowed.h"

#include "Spindle/Session/Failure.h"

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::Storage;

/// An error about `spec`: "A: expected `expected` but got `got`".
static llvm::Error refuse(const OperandSpec &spec, const llvm::Twine &expected,
                          const llvm::Twine &got) {
  return ofOperand(
      fail(spec.name + ": expected " + expected + " but got " + got),
      spec.name);
}

//===----------------------------------------------------------------------===//
// One array
//===----------------------------------------------------------------------===//

/// Whether `array` lies row-major, without gaps; of dimensions of extent 1 the
/// stride does not matter, and an array without elements lies as one likes.
static bool isRowMajor(const BorrowedArray &array) {
  if (llvm::is_contained(array.shape, 0))
    return true;
  int64_t dense = 1;
  for (size_t dim = array.shape.size(); dim-- > 0;) {
    if (array.shape[dim] != 1 && array.strides[dim] != dense)
      return false;
    dense *= array.shape[dim];
  }
  return true;
}

/// Checks the strides of `array`, which is `what` of `spec`.
static llvm::Error checkStrides(const OperandSpec &spec, llvm::StringRef what,
                                const BorrowedArray &array) {
  if (array.strides.empty())
    return llvm::Error::success();
  if (array.strides.size() != array.shape.size())
    return refuse(spec,
                  what + " with a stride for each of " +
                      llvm::Twine(array.shape.size()) + " dimensions",
                  llvm::Twine(array.strides.size()));
  if (isRowMajor(array))
    return llvm::Error::success();
  std::string strides;
  llvm::raw_string_ostream stream(strides);
  llvm::interleaveComma(array.strides, stream);
  return refuse(spec, what + " row-major without gaps", "strides " + strides);
}

/// The memory of `array`, which is `what` of `spec`. Errors: strides, an
/// address that elements of its type cannot have, no memory for some elements.
static llvm::Expected<Array> view(const OperandSpec &spec, llvm::StringRef what,
                                  const BorrowedArray &array) {
  if (llvm::Error error = checkStrides(spec, what, array))
    return std::move(error);
  int64_t bytes = runtime::dtypeSize(array.dtype);
  int64_t alignment = isComplex(array.dtype) ? bytes / 2 : bytes;
  auto address = reinterpret_cast<uintptr_t>(array.data);
  if (address % alignment != 0)
    return refuse(
        spec, what + " at a multiple of " + llvm::Twine(alignment) + " bytes",
        "one that is " + llvm::Twine(address % alignment) + " bytes beyond");
  // Nobody frees what is the caller's.
  auto lent = Array::adopt(array.dtype, array.shape,
                           std::shared_ptr<void>(array.data, [](void *) {}));
  if (!lent)
    return refuse(spec, what + " of a shape", lent.error().text);
  if (!array.data && lent->size() != 0)
    return refuse(spec, "memory for " + what, "null");
  return std::move(*lent);
}

/// Checks the type of the values of `spec`.
static llvm::Error checkType(const OperandSpec &spec, runtime::DType dtype) {
  if (dtype == spec.dtype)
    return llvm::Error::success();
  return refuse(spec, "values of " + llvm::StringRef(dtypeName(spec.dtype)),
                dtypeName(dtype).data());
}

/// Checks that `shape` has the extents that the type of `spec` tells.
static llvm::Error checkShape(const OperandSpec &spec,
                              const std::vector<int64_t> &shape) {
  bool fits = shape.size() == spec.shape.size();
  for (auto [size, known] : llvm::zip(shape, spec.shape))
    fits &= size >= 0 && (mlir::ShapedType::isDynamic(known) || size == known);
  if (fits)
    return llvm::Error::success();
  std::string wanted;
  for (int64_t size : spec.shape)
    wanted += (wanted.empty() ? "" : "x") +
              (mlir::ShapedType::isDynamic(size) ? "?" : std::to_string(size));
  return refuse(spec, "shape " + wanted, runtime::shapeText(shape));
}

llvm::Expected<Operand> session::borrow(const OperandSpec &spec,
                                        const BorrowedArray &array) {
  bool isOne = spec.kind == OperandKind::Dense ||
               spec.kind == OperandKind::Memory || spec.sharesPattern();
  if (!isOne || spec.isResult)
    return refuse(spec, "an operand that is one array",
                  spec.getFormatName() + (spec.isResult ? ", a result" : ""));
  if (llvm::Error error = checkType(spec, array.dtype))
    return std::move(error);
  if (!spec.sharesPattern())
    if (llvm::Error error = checkShape(spec, array.shape))
      return std::move(error);
  auto values = view(spec, "values", array);
  if (!values)
    return values.takeError();
  Operand operand;
  operand.spec = &spec;
  operand.shape = array.shape;
  operand.values = std::move(*values);
  return operand;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Sets `arrays`, one for each of `levels`, to `from`, which are `what` of
/// `spec`.
static llvm::Error viewLevels(const OperandSpec &spec, size_t levels,
                              llvm::StringRef what,
                              llvm::ArrayRef<BorrowedArray> from,
                              std::vector<Array> &arrays) {
  if (from.size() > levels)
    return refuse(spec, what + " of at most " + llvm::Twine(levels) + " levels",
                  llvm::Twine(from.size()));
  arrays.resize(levels);
  for (auto [number, array] : llvm::enumerate(from)) {
    if (!array.data)
      continue;
    auto lent =
        view(spec, (what + " of level " + llvm::Twine(number)).str(), array);
    if (!lent)
      return lent.takeError();
    arrays[number] = std::move(*lent);
  }
  return llvm::Error::success();
}

/// The storage in `format` that `tensor` says, of the operand `spec`. Errors:
/// what is not the operand's, and structure that breaks the format's laws.
static llvm::Expected<Storage> viewStorage(const OperandSpec &spec,
                                           const BorrowedTensor &tensor,
                                           const runtime::Format &format) {
  if (llvm::Error error = checkType(spec, tensor.values.dtype))
    return std::move(error);
  if (llvm::Error error = checkShape(spec, tensor.shape))
    return std::move(error);
  size_t levels = format.levels.size();
  Storage storage;
  storage.shape = tensor.shape;
  if (llvm::Error error = viewLevels(spec, levels, "positions",
                                     tensor.positions, storage.positions))
    return std::move(error);
  if (llvm::Error error = viewLevels(spec, levels, "coordinates",
                                     tensor.coordinates, storage.coordinates))
    return std::move(error);
  if (llvm::Error error =
          viewLevels(spec, levels, "lengths", tensor.lengths, storage.lengths))
    return std::move(error);
  if (tensor.bitmap.data) {
    auto bitmap = view(spec, "bitmap", tensor.bitmap);
    if (!bitmap)
      return bitmap.takeError();
    storage.bitmap = std::move(*bitmap);
  }
  auto values = view(spec, "values", tensor.values);
  if (!values)
    return values.takeError();
  storage.values = std::move(*values);
  if (auto error = validate(storage, format))
    return ofOperand(fail(spec.name + ": " + error->str()), spec.name);
  return storage;
}

llvm::Expected<Operand> session::borrow(const OperandSpec &spec,
                                        const BorrowedTensor &tensor) {
  if (spec.kind != OperandKind::Sparse || !spec.structureOf.empty() ||
      spec.composite || spec.isResult)
    return refuse(spec,
                  "a tensor in a format of levels with a structure of "
                  "its own",
                  spec.getFormatName());
  auto storage = viewStorage(spec, tensor, spec.format);
  if (!storage)
    return storage.takeError();
  Operand operand;
  operand.spec = &spec;
  if (auto error = setResult(operand, std::move(*storage)))
    return ofOperand(fail(spec.name + ": " + error->str()), spec.name);
  return operand;
}

llvm::Expected<runtime::CooTensor>
session::copyElements(const OperandSpec &spec, const BorrowedTensor &tensor,
                      const runtime::Format &format) {
  auto storage = viewStorage(spec, tensor, format);
  if (!storage)
    return storage.takeError();
  auto elements = load(*storage, format);
  if (!elements)
    return ofOperand(fail(spec.name + ": " + elements.error().str()),
                     spec.name);
  return std::move(*elements);
}

llvm::Error session::share(Operand &operand, const Operand &owner) {
  const std::vector<int64_t> &shape = owner.values.shape();
  if (operand.values.shape() != shape)
    return refuse(*operand.spec,
                  "values of shape " + runtime::shapeText(shape) +
                      ", as those of " + owner.spec->name + ",",
                  runtime::shapeText(operand.values.shape()));
  operand.shape = owner.shape;
  operand.storage = owner.storage;
  operand.elements = owner.elements;
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Overlap
//===----------------------------------------------------------------------===//

/// Whether two arrays have some byte in common.
static bool overlap(const Array &first, const Array &second) {
  const auto *a = static_cast<const char *>(first.data());
  const auto *b = static_cast<const char *>(second.data());
  return first.byteSize() != 0 && second.byteSize() != 0 &&
         std::less<>()(a, b + second.byteSize()) &&
         std::less<>()(b, a + first.byteSize());
}

/// Whether the values of `written` are in memory of `other`.
static bool overlaps(const Operand &written, const Operand &other) {
  if (overlap(written.values, other.values) ||
      overlap(written.values, other.storage.bitmap))
    return true;
  for (const auto *arrays :
       {&other.storage.positions, &other.storage.coordinates,
        &other.storage.lengths})
    for (const Array &array : *arrays)
      if (overlap(written.values, array))
        return true;
  return false;
}

llvm::Error session::findOverlap(llvm::ArrayRef<Operand> operands) {
  for (const Operand &written : operands)
    for (const Operand &other : operands)
      if (&written != &other && written.spec->isWritten() &&
          overlaps(written, other))
        return refuse(*written.spec, "memory of its own, as it is written,",
                      "some of " + other.spec->name);
  return llvm::Error::success();
}

//===- StoredTensor.cpp - a tensor in memory, in any format ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/StoredTensor.h"

#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "Spindle/Format/Names.h"
#include "Spindle/Runtime/Check/StorageCheck.h"
#include "Spindle/Runtime/Convert/Convert.h"
#include "Spindle/Runtime/Convert/SortEntries.h"
#include "Spindle/Session/Failure.h"
#include "mlir/IR/Diagnostics.h"

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::CooTensor;
using runtime::Storage;

/// `made` as a value of LLVM.
template <typename T>
static llvm::Expected<T> toExpected(runtime::Expected<T> made) {
  if (!made)
    return fail(made.error());
  return std::move(*made);
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

std::vector<runtime::Format> AnyFormat::getParts() const {
  return composite ? getPartFormats(*composite) : std::vector{levels};
}

int64_t AnyFormat::getRank() const {
  return composite ? composite->rank : levels.rank;
}

std::string AnyFormat::str() const {
  return composite ? format::describe(*composite) : format::describe(levels);
}

llvm::Expected<AnyFormat> session::parseFormat(llvm::StringRef text,
                                               int64_t rank) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  DiagnosticKeeper diagnostics(&context);
  mlir::Attribute attr = sparse::parseAnyFormatName(text, rank, &context, [&] {
    return mlir::emitError(mlir::UnknownLoc::get(&context));
  });
  AnyFormat format;
  if (auto composite = mlir::dyn_cast_or_null<sparse::CompositeAttr>(attr)) {
    format.composite = sparse::getDescriptor(composite);
    return format;
  }
  auto levels = mlir::dyn_cast_or_null<sparse::FormatAttr>(attr);
  if (!levels)
    return diagnostics.takeError("expected a format but got '" + text + "'");
  std::optional<format::Format> member;
  std::string message;
  auto keep = [&](const std::string &report) { message = report; };
  member = format::getMember(sparse::getDescriptor(levels), rank, keep);
  if (!member)
    return fail(message);
  if (auto error = runtime::validate(*member))
    return fail(*error);
  format.levels = std::move(*member);
  return format;
}

/// `expr` with dimension `dims[d]` where `expr` has d.
static format::Expr permuteDims(const format::Expr &expr,
                                llvm::ArrayRef<int64_t> dims) {
  if (expr.is(format::ExprKind::Dim))
    return format::Expr::dim(dims[expr.number()]);
  if (!expr.isOperation())
    return expr;
  return format::Expr::operation(expr.kind(), permuteDims(expr.lhs(), dims),
                                 permuteDims(expr.rhs(), dims));
}

llvm::Expected<AnyFormat> session::permuteFormat(const AnyFormat &format,
                                                 llvm::ArrayRef<int64_t> dims) {
  if (format.composite)
    return failExpected("a format of levels, whose transpose needs no copy,",
                        format.str());
  llvm::SmallVector<int64_t> sorted(dims);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int64_t>(0, format.getRank())))
    return failExpected("each of " + llvm::Twine(format.getRank()) +
                            " dimensions once",
                        "another order of dimensions");
  // Dimension dims[d] of the operand is dimension d of the result.
  llvm::SmallVector<int64_t> inverse(dims.size());
  for (auto [to, from] : llvm::enumerate(dims))
    inverse[from] = int64_t(to);
  AnyFormat permuted = format;
  for (format::Level &level : permuted.levels.levels)
    level.expr = permuteDims(level.expr, inverse);
  for (format::Inspector &inspector : permuted.levels.inspectors) {
    inspector.subject = permuteDims(inspector.subject, inverse);
    inspector.group = permuteDims(inspector.group, inverse);
  }
  if (auto error = runtime::validate(permuted.levels))
    return fail(*error);
  return permuted;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

int64_t StoredTensor::countStructureBytes() const {
  int64_t bytes = 0;
  for (const Storage &part : parts) {
    bytes += part.bitmap.byteSize();
    for (const auto *arrays :
         {&part.positions, &part.coordinates, &part.lengths})
      for (const Array &array : *arrays)
        bytes += array.byteSize();
  }
  return bytes;
}

int64_t StoredTensor::countValueBytes() const {
  int64_t bytes = 0;
  for (const Storage &part : parts)
    bytes += part.values.byteSize();
  return bytes;
}

llvm::Expected<int64_t> StoredTensor::countElements() const {
  int64_t elements = 0;
  for (auto [part, levels] : llvm::zip_equal(parts, format.getParts())) {
    auto marks = toExpected(markElements(part, levels));
    if (!marks)
      return marks.takeError();
    const bool *bits = marks->data() ? marks->as<bool>() : nullptr;
    elements += bits ? std::count(bits, bits + marks->size(), true)
                     : part.values.size();
  }
  return elements;
}

llvm::Error session::validate(const StoredTensor &tensor) {
  for (auto [part, levels] :
       llvm::zip_equal(tensor.parts, tensor.format.getParts()))
    if (auto error = runtime::validate(part, levels))
      return fail(*error);
  return llvm::Error::success();
}

llvm::Expected<StoredTensor>
session::store(const CooTensor &entries, AnyFormat format,
               const runtime::StoreOptions &options) {
  StoredTensor tensor{std::move(format), {}};
  if (tensor.format.composite) {
    auto parts =
        toExpected(storeParts(entries, *tensor.format.composite, options));
    if (!parts)
      return parts.takeError();
    tensor.parts = std::move(*parts);
    return tensor;
  }
  auto storage =
      toExpected(runtime::store(entries, tensor.format.levels, options));
  if (!storage)
    return storage.takeError();
  tensor.parts = {std::move(*storage)};
  return tensor;
}

llvm::Expected<CooTensor> session::loadElements(const StoredTensor &tensor,
                                                int64_t threads) {
  if (tensor.format.composite)
    return toExpected(loadParts(tensor.parts, *tensor.format.composite));
  return toExpected(load(tensor.parts.front(), tensor.format.levels, threads));
}

llvm::Expected<StoredTensor> session::convert(const StoredTensor &tensor,
                                              AnyFormat format,
                                              int64_t threads) {
  if (tensor.format.composite) {
    auto entries = loadElements(tensor, threads);
    if (!entries)
      return entries.takeError();
    runtime::StoreOptions options;
    options.threads = threads;
    return store(*entries, std::move(format), options);
  }
  runtime::ConvertOptions options;
  options.threads = threads;
  StoredTensor converted{std::move(format), {}};
  const Storage &storage = tensor.parts.front();
  const runtime::Format &from = tensor.format.levels;
  if (converted.format.composite) {
    auto parts = toExpected(
        convertToParts(storage, from, *converted.format.composite, options));
    if (!parts)
      return parts.takeError();
    converted.parts = std::move(*parts);
    return converted;
  }
  auto made = toExpected(
      runtime::convert(storage, from, converted.format.levels, options));
  if (!made)
    return made.takeError();
  converted.parts = {std::move(*made)};
  return converted;
}

//===- CheckCall.cpp - is a call what the program takes -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/CheckCall.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace spindle;
using namespace spindle::execution;
using cinterface::OperandKind;
using cinterface::OperandSpec;
using llvm::StringRef;
using llvm::Twine;
using runtime::Array;
using runtime::Storage;

/// An error about `spec`: "A: expected `expected` but got `got`".
static llvm::Error refuse(const OperandSpec &spec, const Twine &expected,
                          const Twine &got) {
  return llvm::createStringError(spec.name + ": expected " + expected +
                                 " but got " + got);
}

/// What messages call `dtype`.
static StringRef describeType(std::optional<runtime::DType> dtype) {
  return dtype ? StringRef(dtypeName(*dtype)) : "no type";
}

//===----------------------------------------------------------------------===//
// One array
//===----------------------------------------------------------------------===//

/// Whether `view` lies row-major, without gaps; of dimensions of extent 1 the
/// stride does not matter, and an array without elements lies as one likes.
static bool isRowMajor(const MemoryView &view) {
  if (llvm::is_contained(view.shape, 0))
    return true;
  int64_t dense = 1;
  for (size_t dim = view.shape.size(); dim-- > 0;) {
    if (view.shape[dim] != 1 && view.strides[dim] != dense)
      return false;
    dense *= view.shape[dim];
  }
  return true;
}

/// Checks the strides of `view`, which is `what` of `spec`.
static llvm::Error checkStrides(const OperandSpec &spec, StringRef what,
                                const MemoryView &view) {
  if (view.strides.empty())
    return llvm::Error::success();
  if (view.strides.size() != view.shape.size())
    return refuse(spec,
                  what + " with a stride for each of " +
                      Twine(view.shape.size()) + " dimensions",
                  Twine(view.strides.size()));
  if (isRowMajor(view))
    return llvm::Error::success();
  std::string strides;
  llvm::raw_string_ostream stream(strides);
  llvm::interleaveComma(view.strides, stream);
  return refuse(spec, what + " row-major without gaps", "strides " + strides);
}

/// The memory of `view`, which is `what` of `spec`.
static llvm::Expected<Array> adoptArray(const OperandSpec &spec, StringRef what,
                                        const MemoryView &view) {
  if (!view.dtype)
    return refuse(spec, what + " of a type", "no type");
  if (llvm::Error error = checkStrides(spec, what, view))
    return std::move(error);
  int64_t bytes = runtime::dtypeSize(*view.dtype);
  int64_t alignment = isComplex(*view.dtype) ? bytes / 2 : bytes;
  auto address = reinterpret_cast<uintptr_t>(view.data);
  if (address % alignment != 0)
    return refuse(
        spec, what + " at a multiple of " + Twine(alignment) + " bytes",
        "one that is " + Twine(address % alignment) + " bytes beyond");
  // Nobody frees what is the caller's.
  auto lent = Array::adopt(*view.dtype, {view.shape.begin(), view.shape.end()},
                           {std::shared_ptr<void>(), view.data});
  if (!lent)
    return refuse(spec, what + " of a shape", lent.error().text);
  if (!view.data && lent->size() != 0)
    return refuse(spec, "memory for " + what, "null");
  return std::move(*lent);
}

/// The memory of the values of `spec`.
static llvm::Expected<Array> adoptValues(const OperandSpec &spec,
                                         const MemoryView &view) {
  if (view.dtype != spec.dtype)
    return refuse(spec, "values of " + describeType(spec.dtype),
                  describeType(view.dtype));
  if (spec.isWritten() && !view.isWritable)
    return refuse(spec, "values that may be written", "memory that may not");
  return adoptArray(spec, "values", view);
}

/// Checks that `shape` has the extents that the type of `spec` tells.
static llvm::Error checkShape(const OperandSpec &spec,
                              llvm::ArrayRef<int64_t> shape) {
  bool fits = shape.size() == spec.shape.size();
  for (auto [size, known] : llvm::zip(shape, spec.shape))
    fits &= size >= 0 && (mlir::ShapedType::isDynamic(known) || size == known);
  if (fits)
    return llvm::Error::success();
  std::string wanted;
  for (int64_t size : spec.shape)
    wanted += (wanted.empty() ? "" : "x") +
              (mlir::ShapedType::isDynamic(size) ? "?" : std::to_string(size));
  return refuse(spec, "shape " + (wanted.empty() ? "scalar" : wanted),
                runtime::shapeText({shape.begin(), shape.end()}));
}

llvm::Expected<Array> execution::adopt(const OperandSpec &spec,
                                       const MemoryView &view) {
  if (!spec.sharesPattern())
    if (llvm::Error error = checkShape(spec, view.shape))
      return std::move(error);
  return adoptValues(spec, view);
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Sets `arrays`, one for each level, to `views`, which are `what` of `spec`.
static llvm::Error adoptLevels(const OperandSpec &spec, size_t levels,
                               StringRef what, llvm::ArrayRef<MemoryView> views,
                               std::vector<Array> &arrays) {
  if (views.size() > levels)
    return refuse(spec, what + " of at most " + Twine(levels) + " levels",
                  Twine(views.size()));
  arrays.resize(levels);
  for (auto [level, view] : llvm::enumerate(views)) {
    if (!view.exists())
      continue;
    auto array =
        adoptArray(spec, (what + " of level " + Twine(level)).str(), view);
    if (!array)
      return array.takeError();
    arrays[level] = std::move(*array);
  }
  return llvm::Error::success();
}

/// Sets the structure of `storage` to that of `view`.
static llvm::Error adoptStructure(const OperandSpec &spec,
                                  const TensorView &view, size_t levels,
                                  Storage &storage) {
  if (llvm::Error error = adoptLevels(spec, levels, "positions", view.positions,
                                      storage.positions))
    return error;
  if (llvm::Error error = adoptLevels(spec, levels, "coordinates",
                                      view.coordinates, storage.coordinates))
    return error;
  if (llvm::Error error =
          adoptLevels(spec, levels, "lengths", view.lengths, storage.lengths))
    return error;
  if (!view.bitmap.exists())
    return llvm::Error::success();
  auto bitmap = adoptArray(spec, "bitmap", view.bitmap);
  if (!bitmap)
    return bitmap.takeError();
  storage.bitmap = std::move(*bitmap);
  return llvm::Error::success();
}

llvm::Expected<Storage> execution::adopt(const OperandSpec &spec,
                                         const TensorView &view,
                                         const runtime::Format &format) {
  if (llvm::Error error = checkShape(spec, view.shape))
    return std::move(error);
  auto values = adoptValues(spec, view.values);
  if (!values)
    return values.takeError();
  Storage storage;
  storage.shape.assign(view.shape.begin(), view.shape.end());
  storage.values = std::move(*values);
  // The structure of another operand is checked with that one.
  if (spec.sharesPattern())
    return storage;
  if (llvm::Error error =
          adoptStructure(spec, view, format.levels.size(), storage))
    return std::move(error);
  if (auto error = validateShapes(storage, format))
    return llvm::createStringError(spec.name + ": " + error->str());
  return storage;
}

//===----------------------------------------------------------------------===//
// Whole calls
//===----------------------------------------------------------------------===//

namespace {
/// An operand, or a part of one in a composite format, and its memory: of a
/// number none, of other operands but tensors with structure the values alone.
struct Handed {
  const OperandSpec &spec;
  size_t part;
  Storage storage;
};

/// Checks one operand after the other, then how they go together.
class CallCheck {
public:
  llvm::Error add(const OperandSpec &spec, size_t part,
                  const runtime::Format &format, const OperandView &view);
  llvm::Error checkShared() const;
  llvm::Error checkOverlaps() const;

private:
  llvm::Error addDims(const OperandSpec &spec, llvm::ArrayRef<int64_t> shape);

  std::vector<Handed> handed;
  /// The sizes of the dimensions that were met, and of which operand.
  llvm::StringMap<std::pair<int64_t, const OperandSpec *>> sizes;
};

/// An array of an operand.
struct NamedArray {
  const OperandSpec *spec;
  const Array *array;
  /// Empty for the values.
  StringRef role = "";
};
} // namespace

/// What `view` is, in words.
static std::string describe(const OperandView &view) {
  if (std::holds_alternative<ScalarView>(view))
    return "a number";
  const auto *tensor = std::get_if<TensorView>(&view);
  return tensor ? "a tensor called '" + tensor->name + "'" : "plain memory";
}

/// Checks that dimensions of one name have one size.
llvm::Error CallCheck::addDims(const OperandSpec &spec,
                               llvm::ArrayRef<int64_t> shape) {
  for (auto [dim, size] : llvm::zip_equal(spec.dims, shape)) {
    auto [known, owner] = sizes.try_emplace(dim, size, &spec).first->getValue();
    if (known != size)
      return refuse(spec,
                    "size " + Twine(known) + " of dimension " + dim +
                        ", as of " + owner->name + ",",
                    Twine(size));
  }
  return llvm::Error::success();
}

/// Checks that `view` is a number of the type of `spec`.
static llvm::Error checkNumber(const OperandSpec &spec,
                               const OperandView &view) {
  const auto *number = std::get_if<ScalarView>(&view);
  if (number && number->dtype == spec.dtype)
    return llvm::Error::success();
  return refuse(spec, "a number of " + describeType(spec.dtype),
                number ? describeType(number->dtype).str() : describe(view));
}

/// The memory of `view`, which is that of `spec` or of its part `part`, in
/// `format`.
static llvm::Expected<Storage> adoptAny(const OperandSpec &spec, size_t part,
                                        const runtime::Format &format,
                                        const OperandView &view) {
  if (spec.kind == OperandKind::Memory) {
    const auto *memory = std::get_if<MemoryView>(&view);
    if (!memory)
      return refuse(spec, "plain memory", describe(view));
    auto values = adopt(spec, *memory);
    if (!values)
      return values.takeError();
    Storage storage;
    storage.shape = values->shape();
    storage.values = std::move(*values);
    return storage;
  }
  llvm::SmallVector<int64_t> path;
  if (spec.composite)
    path.push_back(part);
  const auto *tensor = std::get_if<TensorView>(&view);
  if (!tensor || tensor->name != spec.name)
    return refuse(spec, "a tensor called '" + spec.name + "'", describe(view));
  if (tensor->part != path)
    return refuse(spec,
                  spec.composite ? "part " + Twine(part) : Twine("no part"),
                  "another");
  return adopt(spec, *tensor, format);
}

llvm::Error CallCheck::add(const OperandSpec &spec, size_t part,
                           const runtime::Format &format,
                           const OperandView &view) {
  if (spec.kind == OperandKind::Scalar)
    return checkNumber(spec, view);
  auto storage = adoptAny(spec, part, format, view);
  if (!storage)
    return storage.takeError();
  if (llvm::Error error = addDims(spec, storage->shape))
    return error;
  handed.push_back({spec, part, std::move(*storage)});
  return llvm::Error::success();
}

/// Checks that values on another operand's structure are as many as its own.
llvm::Error CallCheck::checkShared() const {
  for (const Handed &values : handed)
    for (const Handed &owner : handed) {
      if (values.spec.structureOf != owner.spec.name ||
          values.part != owner.part)
        continue;
      const std::vector<int64_t> &shape = owner.storage.values.shape();
      if (values.storage.values.shape() != shape)
        return refuse(values.spec,
                      "values of shape " + runtime::shapeText(shape) +
                          ", as those of " + owner.spec.name + ",",
                      runtime::shapeText(values.storage.values.shape()));
    }
  return llvm::Error::success();
}

/// Whether two arrays have some byte in common.
static bool overlap(const Array &first, const Array &second) {
  const auto *a = static_cast<const char *>(first.data());
  const auto *b = static_cast<const char *>(second.data());
  return first.byteSize() != 0 && second.byteSize() != 0 &&
         std::less<>()(a, b + second.byteSize()) &&
         std::less<>()(b, a + first.byteSize());
}

/// The arrays of `handed`, the values first.
static llvm::SmallVector<NamedArray> listArrays(const Handed &handed) {
  const Storage &storage = handed.storage;
  llvm::SmallVector<NamedArray> arrays = {
      {&handed.spec, &storage.values},
      {&handed.spec, &storage.bitmap, "the bitmap"}};
  for (auto [role, list] : {std::pair("the positions", &storage.positions),
                            std::pair("the coordinates", &storage.coordinates),
                            std::pair("the lengths", &storage.lengths)})
    for (const Array &array : *list)
      arrays.push_back({&handed.spec, &array, role});
  return arrays;
}

llvm::Error CallCheck::checkOverlaps() const {
  llvm::SmallVector<NamedArray> arrays;
  for (const Handed &operand : handed)
    llvm::append_range(arrays, listArrays(operand));
  for (const NamedArray &written : arrays) {
    if (!written.spec->isWritten() || !written.role.empty())
      continue;
    for (const NamedArray &other : arrays)
      if (&written != &other && overlap(*written.array, *other.array))
        return refuse(*written.spec, "memory of its own, as it is written,",
                      "some of " +
                          (other.role.empty() ? "" : other.role + " of ") +
                          other.spec->name);
  }
  return llvm::Error::success();
}

/// The formats of the tensors that are handed over for `spec`; of what is no
/// tensor one that is not used.
static std::vector<runtime::Format> getFormats(const OperandSpec &spec) {
  if (spec.isResult)
    return {};
  if (spec.composite)
    return getPartFormats(*spec.composite);
  return {spec.format};
}

llvm::Error execution::checkCall(llvm::ArrayRef<OperandSpec> operands,
                                 llvm::ArrayRef<OperandView> views) {
  size_t expected = 0;
  for (const OperandSpec &spec : operands)
    expected += getFormats(spec).size();
  if (views.size() != expected)
    return llvm::createStringError("expected %zu operands but got %zu",
                                   expected, views.size());
  CallCheck check;
  for (const OperandSpec &spec : operands)
    for (auto [part, format] : llvm::enumerate(getFormats(spec))) {
      if (llvm::Error error = check.add(spec, part, format, views.front()))
        return error;
      views = views.drop_front();
    }
  if (llvm::Error error = check.checkShared())
    return error;
  return check.checkOverlaps();
}

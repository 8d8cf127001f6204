//===- CheckCall.cpp - is a call what the program takes -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Execution/CheckCall.h"

#include "Spindle/Runtime/Check/StorageCheck.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

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
static llvm::Error checkStrides(const OperandSpec &spec, const Twine &what,
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

/// The memory of `view`, whatever it is. Errors: those of a shape.
static runtime::Expected<Array> lend(const MemoryView &view) {
  // Nobody frees what is the caller's.
  return Array::adopt(*view.dtype, {view.shape.begin(), view.shape.end()},
                      {std::shared_ptr<void>(), view.data});
}

/// The bytes of an array in the shape of `view`; none for a shape that no array
/// has.
static std::optional<int64_t> countBytes(const MemoryView &view) {
  int64_t bytes = runtime::dtypeSize(runtime::unpackedType(*view.dtype));
  for (int64_t size : view.shape)
    if (size < 0 || (size != 0 && llvm::MulOverflow(bytes, size, bytes)))
      return std::nullopt;
  if (*view.dtype == runtime::DType::I4)
    bytes = runtime::dtypeSize(*view.dtype, bytes);
  return llvm::is_contained(view.shape, 0) ? 0 : bytes;
}

/// Checks the memory of `view`, which is `what` of `spec`.
static llvm::Error checkArray(const OperandSpec &spec, const Twine &what,
                              const MemoryView &view) {
  if (!view.dtype)
    return refuse(spec, what + " of a type", "no type");
  if (llvm::Error error = checkStrides(spec, what, view))
    return error;
  int64_t size = runtime::dtypeSize(runtime::unpackedType(*view.dtype));
  int64_t alignment = isComplex(*view.dtype) ? size / 2 : size;
  auto address = reinterpret_cast<uintptr_t>(view.data);
  if (address % alignment != 0)
    return refuse(
        spec, what + " at a multiple of " + Twine(alignment) + " bytes",
        "one that is " + Twine(address % alignment) + " bytes beyond");
  std::optional<int64_t> bytes = countBytes(view);
  if (!bytes)
    return refuse(spec, what + " of a shape", lend(view).error().text);
  if (!view.data && *bytes != 0)
    return refuse(spec, "memory for " + what, "null");
  return llvm::Error::success();
}

/// Checks the memory of the values of `spec`.
static llvm::Error checkValues(const OperandSpec &spec,
                               const MemoryView &view) {
  if (view.dtype != spec.dtype)
    return refuse(spec, "values of " + describeType(spec.dtype),
                  describeType(view.dtype));
  if (spec.isWritten() && !view.isWritable)
    return refuse(spec, "values that may be written", "memory that may not");
  return checkArray(spec, "values", view);
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

/// Checks `view`, the memory of `spec`, which is one array or its values are.
static llvm::Error checkMemory(const OperandSpec &spec,
                               const MemoryView &view) {
  if (!spec.sharesPattern())
    if (llvm::Error error = checkShape(spec, view.shape))
      return error;
  return checkValues(spec, view);
}

llvm::Expected<Array> execution::adopt(const OperandSpec &spec,
                                       const MemoryView &view) {
  if (llvm::Error error = checkMemory(spec, view))
    return std::move(error);
  return std::move(*lend(view));
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Checks `views`, which are `what` of the levels of `spec`.
static llvm::Error checkLevels(const OperandSpec &spec, size_t levels,
                               StringRef what,
                               llvm::ArrayRef<MemoryView> views) {
  if (views.size() > levels)
    return refuse(spec, what + " of at most " + Twine(levels) + " levels",
                  Twine(views.size()));
  for (auto [level, view] : llvm::enumerate(views))
    if (view.exists())
      if (llvm::Error error =
              checkArray(spec, what + " of level " + Twine(level), view))
        return error;
  return llvm::Error::success();
}

/// Checks the arrays of `view`, a tensor of so many levels, one by one.
static llvm::Error checkArrays(const OperandSpec &spec, const TensorView &view,
                               size_t levels) {
  if (llvm::Error error = checkShape(spec, view.shape))
    return error;
  if (llvm::Error error = checkValues(spec, view.values))
    return error;
  // The structure of another operand is checked with that one.
  if (spec.sharesPattern())
    return llvm::Error::success();
  for (auto [what, views] : {std::pair("positions", &view.positions),
                             std::pair("coordinates", &view.coordinates),
                             std::pair("lengths", &view.lengths)})
    if (llvm::Error error = checkLevels(spec, levels, what, *views))
      return error;
  return view.bitmap.exists() ? checkArray(spec, "bitmap", view.bitmap)
                              : llvm::Error::success();
}

/// The memory of `views`, an array for each level.
static std::vector<Array> lendLevels(llvm::ArrayRef<MemoryView> views,
                                     size_t levels) {
  std::vector<Array> arrays(levels);
  for (auto [array, view] : llvm::zip(arrays, views))
    if (view.exists())
      array = std::move(*lend(view));
  return arrays;
}

/// Whether `view`, of an operand that is stored as NumPy's arrays are, is one
/// array of the tensor's shape.
static bool isPlain(const OperandSpec &spec, const TensorView &view) {
  return spec.kind == OperandKind::Dense && view.positions.empty() &&
         view.coordinates.empty() && view.lengths.empty() &&
         !view.bitmap.exists() && view.values.shape == view.shape;
}

/// Whether the shapes of the arrays of `view` are to be compared with those of
/// the format.
static bool hasUnknownShapes(const OperandSpec &spec, const TensorView &view) {
  return !spec.sharesPattern() && !view.isChecked && !isPlain(spec, view);
}

llvm::Expected<Storage> execution::adopt(const OperandSpec &spec,
                                         const TensorView &view,
                                         const runtime::Format &format) {
  size_t levels = format.levels.size();
  if (llvm::Error error = checkArrays(spec, view, levels))
    return std::move(error);
  Storage storage;
  storage.shape.assign(view.shape.begin(), view.shape.end());
  storage.values = std::move(*lend(view.values));
  if (spec.sharesPattern())
    return storage;
  storage.positions = lendLevels(view.positions, levels);
  storage.coordinates = lendLevels(view.coordinates, levels);
  storage.lengths = lendLevels(view.lengths, levels);
  if (view.bitmap.exists())
    storage.bitmap = std::move(*lend(view.bitmap));
  if (hasUnknownShapes(spec, view))
    if (auto error = validateShapes(storage, format))
      return llvm::createStringError(spec.name + ": " + error->str());
  return storage;
}

/// Does what `adopt` checks; where nobody needs the storage, none is made.
static llvm::Error checkTensor(const OperandSpec &spec, const TensorView &view,
                               const runtime::Format &format) {
  if (hasUnknownShapes(spec, view))
    return adopt(spec, view, format).takeError();
  return checkArrays(spec, view, format.levels.size());
}

//===----------------------------------------------------------------------===//
// Whole calls
//===----------------------------------------------------------------------===//

namespace {
/// An operand that has memory, or a part of one in a composite format.
struct Handed {
  const OperandSpec *spec;
  size_t part;
  const OperandView *view;

  /// Null where it is plain memory.
  const TensorView *getTensor() const { return std::get_if<TensorView>(view); }
  const MemoryView &getValues() const {
    const TensorView *tensor = getTensor();
    return tensor ? tensor->values : std::get<MemoryView>(*view);
  }
  llvm::ArrayRef<int64_t> getShape() const {
    const TensorView *tensor = getTensor();
    return tensor ? tensor->shape : getValues().shape;
  }
};

/// The size of a dimension, and the first operand that has it.
struct DimSize {
  StringRef dim;
  int64_t size;
  const OperandSpec *owner;
};

/// Checks one operand after the other, then how they go together. It needs no
/// memory for usual calls, which may be short.
class CallCheck {
public:
  llvm::Error add(const OperandSpec &spec, size_t part,
                  const runtime::Format &format, const OperandView &view);
  llvm::Error checkShared() const;
  llvm::Error checkOverlaps() const;

private:
  llvm::Error addDims(const Handed &operand);

  llvm::SmallVector<Handed, 8> handed;
  llvm::SmallVector<DimSize, 8> sizes;
};

/// An array of an operand.
struct NamedArray {
  const OperandSpec *spec;
  const MemoryView *array;
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
llvm::Error CallCheck::addDims(const Handed &operand) {
  for (auto [dim, size] :
       llvm::zip_equal(operand.spec->dims, operand.getShape())) {
    const auto *met =
        llvm::find_if(sizes, [&, &name = dim](const DimSize &other) {
          return other.dim == name;
        });
    if (met == sizes.end()) {
      sizes.push_back({dim, size, operand.spec});
      continue;
    }
    int64_t known = met->size;
    if (known != size)
      return refuse(*operand.spec,
                    "size " + Twine(known) + " of dimension " + dim +
                        ", as of " + met->owner->name + ",",
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

/// Checks the memory of `view`, which is that of `spec` or of its part `part`,
/// in `format`.
static llvm::Error checkAny(const OperandSpec &spec, size_t part,
                            const runtime::Format &format,
                            const OperandView &view) {
  if (spec.kind == OperandKind::Memory) {
    const auto *memory = std::get_if<MemoryView>(&view);
    return memory ? checkMemory(spec, *memory)
                  : refuse(spec, "plain memory", describe(view));
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
  return checkTensor(spec, *tensor, format);
}

llvm::Error CallCheck::add(const OperandSpec &spec, size_t part,
                           const runtime::Format &format,
                           const OperandView &view) {
  if (spec.kind == OperandKind::Scalar)
    return checkNumber(spec, view);
  if (llvm::Error error = checkAny(spec, part, format, view))
    return error;
  handed.push_back({&spec, part, &view});
  return addDims(handed.back());
}

/// Checks that values on another operand's structure are as many as its own.
llvm::Error CallCheck::checkShared() const {
  auto spell = [](const MemoryView &view) {
    return runtime::shapeText({view.shape.begin(), view.shape.end()});
  };
  for (const Handed &values : handed)
    for (const Handed &owner : handed) {
      if (values.spec->structureOf != owner.spec->name ||
          values.part != owner.part)
        continue;
      if (values.getValues().shape != owner.getValues().shape)
        return refuse(*values.spec,
                      "values of shape " + spell(owner.getValues()) +
                          ", as those of " + owner.spec->name + ",",
                      spell(values.getValues()));
    }
  return llvm::Error::success();
}

/// Whether two arrays, which were checked, have some byte in common.
static bool overlap(const MemoryView &first, const MemoryView &second) {
  const auto *a = static_cast<const char *>(first.data);
  const auto *b = static_cast<const char *>(second.data);
  int64_t sizeOfA = *countBytes(first), sizeOfB = *countBytes(second);
  return sizeOfA != 0 && sizeOfB != 0 && std::less<>()(a, b + sizeOfB) &&
         std::less<>()(b, a + sizeOfA);
}

/// Appends the arrays of `handed`, the values first.
static void appendArrays(const Handed &handed,
                         llvm::SmallVectorImpl<NamedArray> &arrays) {
  arrays.push_back({handed.spec, &handed.getValues()});
  const TensorView *tensor = handed.getTensor();
  // Another operand's structure is listed with that one.
  if (!tensor || handed.spec->sharesPattern())
    return;
  auto append = [&](const MemoryView &view, StringRef role) {
    if (view.exists())
      arrays.push_back({handed.spec, &view, role});
  };
  append(tensor->bitmap, "the bitmap");
  for (auto [role, views] : {std::pair("the positions", &tensor->positions),
                             std::pair("the coordinates", &tensor->coordinates),
                             std::pair("the lengths", &tensor->lengths)})
    for (const MemoryView &view : *views)
      append(view, role);
}

llvm::Error CallCheck::checkOverlaps() const {
  llvm::SmallVector<NamedArray, 16> arrays;
  for (const Handed &operand : handed)
    appendArrays(operand, arrays);
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

/// The number of tensors that are handed over for `spec`, one of what is no
/// tensor.
static size_t countParts(const OperandSpec &spec) {
  if (spec.isResult)
    return 0;
  return spec.composite ? getPartFormats(*spec.composite).size() : 1;
}

llvm::Error execution::checkCall(llvm::ArrayRef<OperandSpec> operands,
                                 llvm::ArrayRef<OperandView> views) {
  size_t expected = 0;
  for (const OperandSpec &spec : operands)
    expected += countParts(spec);
  if (views.size() != expected)
    return llvm::createStringError("expected %zu operands but got %zu",
                                   expected, views.size());
  CallCheck check;
  for (const OperandSpec &spec : operands) {
    if (spec.isResult)
      continue;
    // Of what is no tensor the format is not used.
    std::vector<runtime::Format> parts;
    if (spec.composite)
      parts = getPartFormats(*spec.composite);
    auto formats = spec.composite ? llvm::ArrayRef(parts) : spec.format;
    for (auto [part, format] : llvm::enumerate(formats)) {
      if (llvm::Error error = check.add(spec, part, format, views.front()))
        return error;
      views = views.drop_front();
    }
  }
  if (llvm::Error error = check.checkShared())
    return error;
  return check.checkOverlaps();
}

//===- ConvertOps.cpp - changes of the format -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementFinder.h"
#include "FormatPlan.h"
#include "OpTables.h"
#include "PartElements.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

namespace {
/// What a conversion reads: the tensor, or one of its parts.
struct ConvertSource {
  FormatPlan format;
  /// Whether a cell with a value is no element; null where all are.
  bool (*isMissing)(Cell value);
};

/// What a conversion makes: the tensor, or one of its parts.
struct ConvertTarget {
  sparse::SparseTensorType type;
  IndexMap map;
};

/// A conversion, as far as it is known before the function runs.
struct Convert {
  bool run(Machine &m) const;
  bool collect(Machine &m, const ConvertSource &source,
               const TensorState &structure, const TensorState &values,
               Elements &elements) const;
  bool collectAll(Machine &m, Elements &elements) const;
  bool add(Machine &m, const ConvertSource &source, Elements &elements,
           ArrayRef<int64_t> dims, Cell value) const;
  bool divide(Machine &m, Elements &&elements,
              std::vector<Elements> &parts) const;
  bool build(Machine &m, const std::vector<Elements> &parts,
             OwnedTensor &made) const;

  Operation *op;
  /// The format of what is made, where it is composite.
  sparse::CompositeAttr composite;
  /// The tensor, and the one that has its structure.
  Slot tensor, owner, result;
  Element type;
  /// One, or one for each part.
  SmallVector<ConvertSource, 1> sources = {};
  SmallVector<ConvertTarget, 1> targets = {};
};
} // namespace

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// Adds an element; fails where there is one at its coordinates.
bool Convert::add(Machine &m, const ConvertSource &source, Elements &elements,
                  ArrayRef<int64_t> dims, Cell value) const {
  if (source.isMissing && source.isMissing(value))
    return true;
  bool isNew =
      elements
          .try_emplace(std::vector<int64_t>(dims.begin(), dims.end()), value)
          .second;
  return isNew || m.fail(op, "expected one element at coordinates " +
                                 printPositions(dims) + " but got two");
}

/// Adds the elements of a tensor in a format of levels.
bool Convert::collect(Machine &m, const ConvertSource &source,
                      const TensorState &structure, const TensorState &values,
                      Elements &elements) const {
  SmallVector<AxisRef, 4> axes;
  std::string fault = source.format.makeAxes(*structure.argument, axes);
  if (!fault.empty())
    return m.fail(op, fault);
  BufferState buffer = values.values;
  buffer.grid = source.format.makeGrid(axes);
  auto visit = [&](ArrayRef<int64_t> positions, ArrayRef<int64_t> found) {
    int64_t element;
    Cell value;
    if (!findElement(m, op, buffer, buffer.grid.getIndices(positions),
                     element) ||
        !readElement(m, op, buffer, element, type, value))
      return false;
    return add(m, source, elements, source.format.getDims(found), value);
  };
  return buffer.grid.walk(visit) || failWalk(m, op);
}

bool Convert::collectAll(Machine &m, Elements &elements) const {
  const TensorState &structure = *m[owner].tensor, &values = *m[tensor].tensor;
  if (structure.parts.empty())
    return collect(m, sources.front(), structure, values, elements);
  for (auto [source, part, own] :
       llvm::zip_equal(sources, structure.parts, values.parts))
    if (!collect(m, source, *part, *own, elements))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Divides the elements among what is made.
bool Convert::divide(Machine &m, Elements &&elements,
                     std::vector<Elements> &parts) const {
  if (!composite) {
    parts.push_back(std::move(elements));
    return true;
  }
  std::string fault = divideAmongParts(composite, elements,
                                       m[owner].tensor->argument->shape, parts);
  return fault.empty() || m.fail(op, fault);
}

/// Builds what is made, of a tensor in a composite format its parts.
bool Convert::build(Machine &m, const std::vector<Elements> &parts,
                    OwnedTensor &made) const {
  ArrayRef<int64_t> sizes = m[owner].tensor->argument->shape;
  for (auto [target, elements] : llvm::zip_equal(targets, parts)) {
    OwnedTensor own;
    std::string fault =
        TensorBuilder(target.type, target.map, sizes).build(elements, own);
    if (!fault.empty())
      return m.fail(op, fault);
    if (!composite) {
      made = std::move(own);
      return true;
    }
    made.tensor.parts.push_back(std::move(own.tensor));
    llvm::move(own.memory, std::back_inserter(made.memory));
  }
  made.tensor.shape.assign(sizes.begin(), sizes.end());
  return true;
}

/// What steps know of `tensor`, which was made.
static TensorState *addState(Machine &m, const Tensor &tensor) {
  TensorState state;
  state.argument = &tensor;
  View &values = m.views.emplace_back();
  values.data = static_cast<char *>(tensor.values.data);
  values.shape.assign(tensor.values.shape.begin(), tensor.values.shape.end());
  state.values.view = &values;
  for (const Tensor &part : tensor.parts)
    state.parts.push_back(addState(m, part));
  return &m.tensors.emplace_back(std::move(state));
}

bool Convert::run(Machine &m) const {
  Elements elements;
  std::vector<Elements> parts;
  OwnedTensor &made = m.made.emplace_back();
  if (!collectAll(m, elements) || !divide(m, std::move(elements), parts) ||
      !build(m, parts, made))
    return false;
  TensorState *state = addState(m, made.tensor);
  state->owned = &made;
  m[result].tensor = state;
  return true;
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

/// Whether a value of `type` that equals zero is no element in `format`: where
/// nothing else says which cells are.
static bool (*getIsMissing(sparse::FormatAttr format, Type type))(Cell) {
  using IsMissing = bool (*)(Cell);
  if (!format.isAllDense() || format.keepsBitmap())
    return nullptr;
  return visitNumber(type, [](auto number) -> IsMissing {
    using N = decltype(number);
    return [](Cell cell) { return N::in(cell) == typename N::Value(); };
  });
}

/// The types of the parts of a tensor of type `type`, or the type itself.
static SmallVector<Type> getPartTypes(Type type) {
  if (auto composite = dyn_cast<sparse::CompositeTensorType>(type))
    return composite.getPartTypes();
  return {type};
}

/// Sets what `convert` reads and makes; false where it has a format that is not
/// known.
static bool setFormats(sparse::ConvertOp op, Convert &convert) {
  for (Type part : getPartTypes(op.getTensor().getType())) {
    auto type = cast<sparse::SparseTensorType>(part);
    std::optional<FormatPlan> format = FormatPlan::make(type);
    if (!format)
      return false;
    convert.sources.push_back(
        {std::move(*format),
         getIsMissing(type.getFormat(), type.getElementType())});
  }
  for (Type part : getPartTypes(op.getResult().getType())) {
    auto type = cast<sparse::SparseTensorType>(part);
    std::optional<IndexMap> map = IndexMap::make(type.getFormat());
    if (!map || !FormatPlan::make(type))
      return false;
    convert.targets.push_back({type, std::move(*map)});
  }
  return true;
}

static Step translateConvert(Translator &t, Operation &op) {
  auto convert = cast<sparse::ConvertOp>(op);
  Value owner = sparse::getStructureOwner(convert.getTensor());
  auto to = cast<sparse::AnyTensorType>(convert.getResult().getType());
  Convert code{&op,
               dyn_cast<sparse::CompositeAttr>(to.getFormat()),
               t.slotOf(convert.getTensor()),
               t.slotOf(owner ? owner : convert.getTensor()),
               t.slotOf(convert.getResult()),
               getElement(to.getElementType())};
  if (!setFormats(convert, code))
    return t.refuse(op, kUnknownFormat);
  if (!code.type)
    return {};
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

void spindle::interpreter::addConvertOps(OpTable &table) {
  table["sparse.convert"] = translateConvert;
}

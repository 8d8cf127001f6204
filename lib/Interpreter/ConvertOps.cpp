//===- ConvertOps.cpp - changes of the format -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementFinder.h"
#include "FormatPlan.h"
#include "OpTables.h"
#include "TensorBuilder.h"

using namespace mlir;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

namespace {
/// A conversion, as far as it is known before the function runs.
struct Convert {
  bool run(Machine &m) const;
  bool collect(Machine &m, Elements &elements) const;
  bool add(Machine &m, Elements &elements, ArrayRef<int64_t> dims,
           Cell value) const;

  Operation *op;
  sparse::SparseTensorType to;
  /// The tensor, and the one that has its structure.
  Slot tensor, owner, result;
  FormatPlan format;
  IndexMap map;
  Element type;
  /// Whether a cell with a value is no element; null where all are.
  bool (*isMissing)(Cell value);
};
} // namespace

/// Adds an element; fails where there is one at its place.
bool Convert::add(Machine &m, Elements &elements, ArrayRef<int64_t> dims,
                  Cell value) const {
  if (isMissing && isMissing(value))
    return true;
  bool isNew =
      elements
          .try_emplace(std::vector<int64_t>(dims.begin(), dims.end()), value)
          .second;
  return isNew || m.fail(op, "expected one element at coordinates " +
                                 printPositions(dims) + " but got two");
}

bool Convert::collect(Machine &m, Elements &elements) const {
  SmallVector<AxisRef, 4> axes;
  std::string fault = format.makeAxes(*m[owner].tensor->argument, axes);
  if (!fault.empty())
    return m.fail(op, fault);
  BufferState buffer = m[tensor].tensor->values;
  buffer.grid = format.makeGrid(axes);
  auto visit = [&](ArrayRef<int64_t> positions, ArrayRef<int64_t> found) {
    int64_t element;
    Cell value;
    if (!findElement(m, op, buffer, buffer.grid.getIndices(positions),
                     element) ||
        !readElement(m, op, buffer, element, type, value))
      return false;
    return add(m, elements, format.getDims(found), value);
  };
  return buffer.grid.walk(visit) || failWalk(m, op);
}

bool Convert::run(Machine &m) const {
  Elements elements;
  if (!collect(m, elements))
    return false;
  OwnedTensor &made = m.made.emplace_back();
  TensorBuilder builder(to, map, m[owner].tensor->argument->shape);
  std::string fault = builder.build(elements, made);
  if (!fault.empty())
    return m.fail(op, fault);
  TensorState &state = m.tensors.emplace_back();
  state.argument = &made.tensor;
  state.owned = &made;
  View &values = m.views.emplace_back();
  values.data = static_cast<char *>(made.tensor.values.data);
  values.shape.assign(made.tensor.values.shape.begin(),
                      made.tensor.values.shape.end());
  state.values.view = &values;
  m[result].tensor = &state;
  return true;
}

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

static Step translateConvert(Translator &t, Operation &op) {
  auto convert = cast<sparse::ConvertOp>(op);
  sparse::SparseTensorType from = convert.getTensor().getType();
  std::optional<FormatPlan> format = FormatPlan::make(from);
  sparse::SparseTensorType to = convert.getResult().getType();
  std::optional<IndexMap> map = IndexMap::make(to.getFormat());
  if (!format || !map || !FormatPlan::make(to))
    return t.refuse(op, kUnknownFormat);
  Type type = from.getElementType();
  Value owner = sparse::getStructureOwner(convert.getTensor());
  Convert code{&op,
               to,
               t.slotOf(convert.getTensor()),
               t.slotOf(owner ? owner : convert.getTensor()),
               t.slotOf(convert.getResult()),
               std::move(*format),
               std::move(*map),
               getElement(type),
               getIsMissing(from.getFormat(), type)};
  if (!code.type)
    return {};
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

void spindle::interpreter::addConvertOps(OpTable &table) {
  table["sparse.convert"] = translateConvert;
}

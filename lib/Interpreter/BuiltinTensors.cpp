//===- BuiltinTensors.cpp - values of builtin tensors ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltinTensors.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>
#include <new>

using namespace mlir;
using namespace spindle::interpreter;

View *spindle::interpreter::makeTensor(Machine &m, Operation *op,
                                       ArrayRef<int64_t> shape,
                                       const Element &element) {
  int64_t bytes = element.bytes;
  bool fits = llvm::none_of(shape, [&](int64_t size) {
    return llvm::MulOverflow(bytes, size, bytes);
  });
  View &view = m.views.emplace_back();
  if (fits)
    view.owned.reset(new (std::nothrow) char[bytes]);
  if (!view.owned) {
    m.fail(op, fits ? "expected " + Twine(bytes) + " bytes but got none"
                    : Twine("expected sizes that fit memory"));
    return nullptr;
  }
  view.data = view.owned.get();
  view.shape.assign(shape.begin(), shape.end());
  return &view;
}

View *spindle::interpreter::makeSplat(Machine &m, ArrayRef<int64_t> shape,
                                      const Element &element, Cell value) {
  View &view = m.views.emplace_back();
  view.owned.reset(new char[element.bytes]());
  view.data = view.owned.get();
  view.isSplat = true;
  view.shape.assign(shape.begin(), shape.end());
  element.storeAt(view.data, 0, value);
  return &view;
}

View *spindle::interpreter::shareTensor(Machine &m, const View &view,
                                        ArrayRef<int64_t> shape) {
  View &shared = m.views.emplace_back();
  shared.data = view.data;
  shared.isSplat = view.isSplat;
  shared.shape.assign(shape.begin(), shape.end());
  return &shared;
}

int64_t spindle::interpreter::countTensorElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

void spindle::interpreter::copyElements(const View &from, View &to,
                                        const Element &element) {
  int64_t count = countTensorElements(to.shape);
  Cell cell;
  for (int64_t number = 0; number < count; ++number) {
    readElement(from, number, element, cell);
    element.storeAt(to.data, number, cell);
  }
}

bool spindle::interpreter::visitCoordinates(
    ArrayRef<int64_t> shape,
    llvm::function_ref<bool(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(shape, 0))
    return true;
  SmallVector<int64_t, 6> at(shape.size(), 0);
  while (visit(at)) {
    unsigned dim = shape.size();
    while (dim > 0 && ++at[dim - 1] == shape[dim - 1])
      at[--dim] = 0;
    if (dim == 0)
      return true;
  }
  return false;
}

int64_t spindle::interpreter::numberElement(ArrayRef<int64_t> coordinates,
                                            ArrayRef<int64_t> shape) {
  int64_t number = 0;
  for (auto [coordinate, size] : llvm::zip_equal(coordinates, shape))
    number = number * size + coordinate;
  return number;
}

bool spindle::interpreter::copyOut(Machine &m, Operation *op, const View &view,
                                   Type type, OwnedTensor &made) {
  Element element = getElement(type);
  View *copy = makeTensor(m, op, view.shape, element);
  if (!copy)
    return false;
  copyElements(view, *copy, element);
  made.tensor.shape.assign(view.shape.begin(), view.shape.end());
  made.tensor.values = {copy->data, type, made.tensor.shape};
  made.memory.push_back(std::move(copy->owned));
  return true;
}

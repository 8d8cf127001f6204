//===- TensorLoops.cpp - loops over elements of builtin tensors -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorLoops.h"

using namespace mlir;
using namespace spindle::interpreter;

namespace {
/// Where loops are in one tensor.
class Cursor {
public:
  Cursor(const LoopTensor &own, const View &view, ArrayRef<int64_t> sizes);

  /// Checks that all coordinates of `sizes` are inside; false after an error.
  bool check(Machine &m, Operation *op, ArrayRef<int64_t> sizes) const;
  /// Moves by `count` coordinates of loop `dim`.
  void move(unsigned dim, int64_t count) {
    if (isLinear)
      position += strides[dim] * count;
  }
  /// Goes to the coordinates `at`, where it is not moved.
  bool locate(Machine &m, Operation *op, ArrayRef<int64_t> at);

  void load(Machine &m) {
    if (own.arg)
      own.element.load(data, position, m[*own.arg]);
  }
  void store(Cell cell) { own.element.storeAt(data, position, cell); }
  ProductTensor getInner(unsigned dim) const {
    return {data, position, strides[dim]};
  }

  /// Whether the element's number is a sum of multiples of coordinates.
  bool isLinear = true;

private:
  /// Adds `factor` times `expr`, a coordinate; false where it is no sum.
  bool add(AffineExpr expr, int64_t factor);

  const LoopTensor &own;
  const View &view;
  char *data;
  /// The number of the element in row-major order.
  int64_t position = 0;
  /// The step of the offset for one more coordinate of each loop.
  SmallVector<int64_t, 6> strides;
};
} // namespace

bool Cursor::add(AffineExpr expr, int64_t factor) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    strides[dim.getPosition()] += factor;
    return true;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    position += factor * constant.getValue();
    return true;
  }
  auto both = cast<AffineBinaryOpExpr>(expr);
  if (expr.getKind() == AffineExprKind::Add)
    return add(both.getLHS(), factor) && add(both.getRHS(), factor);
  auto times = dyn_cast<AffineConstantExpr>(both.getRHS());
  return expr.getKind() == AffineExprKind::Mul && times &&
         add(both.getLHS(), factor * times.getValue());
}

Cursor::Cursor(const LoopTensor &own, const View &view, ArrayRef<int64_t> sizes)
    : own(own), view(view), data(view.data), strides(sizes.size(), 0) {
  if (view.isSplat)
    return;
  int64_t stride = 1;
  for (unsigned dim = view.shape.size(); dim-- > 0;) {
    isLinear = isLinear && add(own.map.getResult(dim), stride);
    stride *= view.shape[dim];
  }
}

/// Refuses `coordinate` in dimension `dim` of `view` where it is outside.
static bool checkCoordinate(Machine &m, Operation *op, const View &view,
                            unsigned dim, int64_t coordinate) {
  int64_t size = view.shape[dim];
  return (coordinate >= 0 && coordinate < size) ||
         m.fail(op, "expected coordinate " + Twine(dim) + " to be in [0, " +
                        Twine(size) + ") but got " + Twine(coordinate));
}

/// The least and the greatest value of `expr`, a sum, where coordinates are
/// below `sizes`.
static std::pair<int64_t, int64_t> findRange(AffineExpr expr,
                                             ArrayRef<int64_t> sizes) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return {0, sizes[dim.getPosition()] - 1};
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), constant.getValue()};
  auto both = cast<AffineBinaryOpExpr>(expr);
  auto [low, high] = findRange(both.getLHS(), sizes);
  auto [from, to] = findRange(both.getRHS(), sizes);
  if (expr.getKind() == AffineExprKind::Add)
    return {low + from, high + to};
  return std::minmax(low * from, high * from);
}

bool Cursor::check(Machine &m, Operation *op, ArrayRef<int64_t> sizes) const {
  if (!isLinear)
    return true;
  for (auto [dim, expr] : llvm::enumerate(own.map.getResults())) {
    auto [low, high] = findRange(expr, sizes);
    if (!checkCoordinate(m, op, view, dim, low) ||
        !checkCoordinate(m, op, view, dim, high))
      return false;
  }
  return true;
}

bool Cursor::locate(Machine &m, Operation *op, ArrayRef<int64_t> at) {
  if (isLinear)
    return true;
  SmallVector<int64_t> coordinates = own.map.compose(at);
  for (auto [dim, coordinate] : llvm::enumerate(coordinates))
    if (!checkCoordinate(m, op, view, dim, coordinate))
      return false;
  position = numberElement(coordinates, view.shape);
  return true;
}

//===----------------------------------------------------------------------===//
// One run of loops
//===----------------------------------------------------------------------===//

namespace {
/// The state of running loops.
class LoopRun {
public:
  LoopRun(const TensorLoops &loops, Machine &machine)
      : loops(loops), m(machine), at(loops.sizes.size(), 0) {}

  bool run();

private:
  bool open();
  bool runBody();
  bool runInner();
  void moveAll(unsigned dim, int64_t count) {
    for (Cursor &cursor : inputs)
      cursor.move(dim, count);
    for (Cursor &cursor : outputs)
      cursor.move(dim, count);
  }
  bool advance();

  const TensorLoops &loops;
  Machine &m;
  SmallVector<int64_t, 6> at;
  std::vector<Cursor> inputs, outputs;
  bool isProduct = false;
};
} // namespace

/// The tensor that `result` becomes: what it starts from, where some of that
/// is read or stays.
static View *openResult(Machine &m, Operation *op, const LoopResult &result) {
  View *made = makeTensor(m, op, result.shape, result.output.element);
  bool isWhole = !result.output.arg && result.output.map.isPermutation();
  if (made && !isWhole)
    copyElements(*m[result.output.tensor].memory, *made, result.output.element);
  return made;
}

bool LoopRun::open() {
  for (const LoopResult &result : loops.results) {
    View *made = openResult(m, loops.op, result);
    if (!made)
      return false;
    outputs.emplace_back(result.output, *made, loops.sizes);
    // The initial tensor may be an input of the same operation.
    m[result.result].memory = made;
  }
  return true;
}

bool LoopRun::runBody() {
  for (Cursor &cursor : inputs) {
    if (!cursor.locate(m, loops.op, at))
      return false;
    cursor.load(m);
  }
  for (Cursor &cursor : outputs) {
    if (!cursor.locate(m, loops.op, at))
      return false;
    cursor.load(m);
  }
  for (auto [dim, slot] : loops.indices)
    m[slot].integer = at[dim];
  if (!m.takeTurn(loops.op) || !loops.body.run(m))
    return false;
  for (auto [cursor, result] : llvm::zip_equal(outputs, loops.results))
    cursor.store(m[result.yielded]);
  m.countBodyRun();
  return true;
}

bool LoopRun::runInner() {
  unsigned last = at.size() - 1;
  int64_t count = loops.sizes[last];
  if (isProduct) {
    loops.product(outputs[0].getInner(last), inputs[0].getInner(last),
                  inputs[1].getInner(last), count);
    m.countBodyRuns(count);
    return m.takeTurn(loops.op);
  }
  for (at[last] = 0; at[last] < count; ++at[last]) {
    if (!runBody())
      return false;
    moveAll(last, 1);
  }
  moveAll(last, -count);
  return true;
}

/// Goes to the next coordinates of all loops but the innermost; false after the
/// last.
bool LoopRun::advance() {
  for (unsigned dim = at.size() - 1; dim-- > 0;) {
    if (++at[dim] < loops.sizes[dim]) {
      moveAll(dim, 1);
      return true;
    }
    moveAll(dim, 1 - loops.sizes[dim]);
    at[dim] = 0;
  }
  return false;
}

bool LoopRun::run() {
  if (!loops.before.run(m))
    return false;
  for (const LoopTensor &input : loops.inputs)
    inputs.emplace_back(input, *m[input.tensor].memory, loops.sizes);
  if (!open())
    return false;
  if (llvm::is_contained(loops.sizes, 0))
    return true;
  for (const std::vector<Cursor> *list : {&inputs, &outputs})
    for (const Cursor &cursor : *list)
      if (!cursor.check(m, loops.op, loops.sizes))
        return false;
  auto isLinear = [](const Cursor &cursor) { return cursor.isLinear; };
  isProduct = loops.product && llvm::all_of(inputs, isLinear) &&
              llvm::all_of(outputs, isLinear);
  if (at.empty())
    return runBody();
  do
    if (!runInner())
      return false;
  while (advance());
  return true;
}

bool TensorLoops::run(Machine &m) const { return LoopRun(*this, m).run(); }

bool TensorLoops::count(Machine &m) const {
  int64_t runs = 1;
  for (int64_t size : sizes)
    if (llvm::MulOverflow(runs, size, runs))
      return m.fail(op, "expected less than 2^63 runs of bodies");
  for (const LoopResult &result : results)
    m[result.result].memory =
        makeSplat(m, result.shape, result.output.element, Cell());
  return m.addBodyRuns(op, runs);
}

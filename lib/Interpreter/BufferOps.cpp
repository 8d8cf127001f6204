//===- BufferOps.cpp - makers of buffers ----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Number.h"
#include "OpTables.h"

#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"

using namespace mlir;
namespace axis = spindle::axis;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

//===----------------------------------------------------------------------===//
// Memory and layout
//===----------------------------------------------------------------------===//

namespace {
/// The storage dimensions of a buffer, each with the number of its axis.
struct Storage {
  /// Fails where `view` is too small for the positions of the axes.
  bool check(Machine &m, const View &view) const;

  Operation *op;
  SmallVector<unsigned, 4> axes;
};
} // namespace

bool Storage::check(Machine &m, const View &view) const {
  for (auto [dim, number] : llvm::enumerate(axes)) {
    const AxisState &state = m.axes[number];
    int64_t needed = state.dense ? state.extent : state.size();
    if (view.shape[dim] < needed)
      return m.fail(op, "expected dimension " + Twine(dim) +
                            " of the memory to be at least " + Twine(needed) +
                            " but got " + Twine(view.shape[dim]));
  }
  return true;
}

static Storage makeStorage(Translator &t, Operation &op, Value buffer) {
  FailureOr<sparse::Layout> layout = sparse::getLayout(buffer);
  Storage storage{&op, {}};
  for (int64_t dim = 0; dim < layout->getRank(); ++dim)
    storage.axes.push_back(t.axisOf(layout->getAxis(dim)));
  return storage;
}

static Step translateBind(Translator &t, Operation &op) {
  auto bind = cast<sparse::BindOp>(op);
  Storage storage = makeStorage(t, op, bind.getResult());
  return [storage, buffer = t.bufferOf(bind.getResult()),
          memory = t.slotOf(bind.getMemory())](Machine &m) {
    m.buffers[buffer] = m[memory].memory;
    return storage.check(m, *m.buffers[buffer]);
  };
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

namespace {
/// One level of a tensor.
struct TensorLevel {
  unsigned axis;
  /// The parent's axis; none for a root.
  std::optional<unsigned> parent;
  /// The dimension whose coordinates are the level's.
  int64_t dim;
  axis::AxisType type;
};
} // namespace

static IntegerArray makeArray(const Memory &memory) {
  return {static_cast<const char *>(memory.data), memory.shape.front(),
          getByteSize(memory.elementType)};
}

/// The axis of level `number`, whose parent is made.
static AxisState makeAxis(Machine &m, const Tensor &tensor, int64_t number,
                          const TensorLevel &level) {
  int64_t parentSize = level.parent ? m.axes[*level.parent].size() : 1;
  int64_t extent = tensor.shape[level.dim];
  if (level.type.isDense())
    return AxisState::makeDense(extent, parentSize);
  return AxisState::makeSparse(extent, parentSize,
                               makeArray(tensor.positions[number]),
                               makeArray(tensor.coordinates[number]),
                               level.type.getSorted(), level.type.getUnique());
}

/// The levels of a tensor; none where one of them is of a kind that is not
/// known.
static std::optional<SmallVector<TensorLevel>> getLevels(Translator &t,
                                                         sparse::UnpackOp op) {
  sparse::FormatAttr format = op.getTensor().getType().getFormat();
  SmallVector<TensorLevel> levels;
  for (auto [number, level] : llvm::enumerate(format.getLevels())) {
    bool known = level.getKind() == sparse::LevelKind::Dense ||
                 level.getKind() == sparse::LevelKind::Compressed;
    Value parent = axis::getParent(op.getAxes()[number]);
    if (!known || level.getDim() < 0 || level.getParents().size() > 1 ||
        (level.getKind() == sparse::LevelKind::Compressed && !parent))
      return std::nullopt;
    levels.push_back(
        {t.axisOf(op.getAxes()[number]),
         parent ? std::optional<unsigned>(t.axisOf(parent)) : std::nullopt,
         level.getDim(), cast<axis::AxisType>(op.getAxes()[number].getType())});
  }
  return levels;
}

/// Makes the view of the values of a tensor.
static const View *makeValues(Machine &m, const Memory &values) {
  View &view = m.views.emplace_back();
  view.data = static_cast<char *>(values.data);
  view.shape.assign(values.shape.begin(), values.shape.end());
  return &view;
}

static Step translateUnpack(Translator &t, Operation &op) {
  auto unpack = cast<sparse::UnpackOp>(op);
  std::optional<SmallVector<TensorLevel>> levels = getLevels(t, unpack);
  if (!levels)
    return t.refuse(op, "expected a format of dense levels and compressed "
                        "levels with a parent, each a dimension as it stands");
  unsigned argument = cast<BlockArgument>(unpack.getTensor()).getArgNumber();
  return [levels = std::move(*levels), argument, at = &op,
          buffer = t.bufferOf(unpack.getBuffer()),
          storage = makeStorage(t, op, unpack.getBuffer())](Machine &m) {
    const auto &tensor = std::get<Tensor>(m.arguments[argument]);
    for (auto [number, level] : llvm::enumerate(levels)) {
      AxisState state = makeAxis(m, tensor, number, level);
      std::string fault = state.check();
      if (!fault.empty())
        return m.fail(at, "level " + Twine(number) + ": " + fault);
      m.axes[level.axis] = state;
    }
    m.buffers[buffer] = makeValues(m, tensor.values);
    return storage.check(m, *m.buffers[buffer]);
  };
}

void spindle::interpreter::addBufferOps(OpTable &table) {
  table["sparse.bind"] = translateBind;
  table["sparse.unpack"] = translateUnpack;
}

//===- MemoryOps.cpp - the memref dialect ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Combiner.h"
#include "Constants.h"
#include "ElementAccess.h"
#include "Number.h"
#include "OpTables.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

#include <memory>
#include <new>

using namespace mlir;
using namespace spindle::interpreter;

using Slots = SmallVector<Slot, 4>;

/// The element of `view` at the indices that `getIndices` gives, counted in
/// row-major order; -1 after an error.
static int64_t locateElement(Machine &m, Operation *op, const View &view,
                             const IndexFunction &getIndices) {
  SmallVector<int64_t, 4> indices;
  if (!getIndices(m, indices))
    return -1;
  int64_t element = 0;
  for (auto [dim, index] : llvm::enumerate(indices)) {
    int64_t size = view.shape[dim];
    if (index < 0 || index >= size) {
      m.fail(op, "expected index " + Twine(dim) + " to be in [0, " +
                     Twine(size) + ") but got " + Twine(index));
      return -1;
    }
    element = element * size + index;
  }
  if (!view.freed)
    return view.isSplat ? 0 : element;
  m.fail(op, "expected memory that is not deallocated");
  return -1;
}

Step spindle::interpreter::makeLoad(Translator &t, Operation &op, Value memory,
                                    IndexFunction getIndices) {
  Slot result = t.slotOf(op.getResult(0)), from = t.slotOf(memory);
  Type type = op.getResult(0).getType();
  return visitNumber(type, [&, at = &op](auto number) -> Step {
    using N = decltype(number);
    return [=](Machine &m) {
      const View &view = *m[from].memory;
      int64_t element = locateElement(m, at, view, getIndices);
      if (element < 0)
        return false;
      N::in(m[result]) = N::loadAt(view.data, element);
      return true;
    };
  });
}

Step spindle::interpreter::makeStore(Translator &t, Operation &op, Value memory,
                                     Value value, IndexFunction getIndices) {
  Slot stored = t.slotOf(value), to = t.slotOf(memory);
  return visitNumber(value.getType(), [&, at = &op](auto number) -> Step {
    using N = decltype(number);
    return [=](Machine &m) {
      const View &view = *m[to].memory;
      int64_t element = locateElement(m, at, view, getIndices);
      if (element < 0)
        return false;
      storeAt<N>(view.data, element, N::in(m[stored]));
      return true;
    };
  });
}

/// The cells of `indices`.
static IndexFunction readIndices(Translator &t, ValueRange indices) {
  return [slots = Slots(t.slotsOf(indices))](Machine &m,
                                             SmallVectorImpl<int64_t> &read) {
    for (Slot slot : slots)
      read.push_back(m[slot].integer);
    return true;
  };
}

static Step translateMemrefLoad(Translator &t, Operation &op) {
  auto load = cast<memref::LoadOp>(op);
  return makeLoad(t, op, load.getMemRef(), readIndices(t, load.getIndices()));
}

static Step translateMemrefStore(Translator &t, Operation &op) {
  auto store = cast<memref::StoreOp>(op);
  return makeStore(t, op, store.getMemRef(), store.getValue(),
                   readIndices(t, store.getIndices()));
}

/// One worker after the other runs here: an update is a load and a store.
static Step translateAtomicUpdate(Translator &t, Operation &op) {
  auto update = cast<spindle::iter::AtomicUpdateOp>(op);
  Type type = update.getValue().getType();
  Combiner combine =
      isa<VectorType>(type) ? Combiner() : makeCombiner(update.getKind(), type);
  if (!combine)
    return {};
  Slot given = t.slotOf(update.getValue()), to = t.slotOf(update.getMemref());
  IndexFunction getIndices = readIndices(t, update.getIndices());
  return visitNumber(type, [&, at = &op](auto number) -> Step {
    using N = decltype(number);
    return [=](Machine &m) {
      const View &view = *m[to].memory;
      int64_t element = locateElement(m, at, view, getIndices);
      if (element < 0)
        return false;
      Cell current, value = m[given];
      char *place = view.data + element * N::kBytes;
      N::in(current) = N::load(place);
      combine(&current, &value);
      N::store(place, N::in(current));
      return true;
    };
  });
}

static Step translateDim(Translator &t, Operation &op) {
  auto dim = cast<memref::DimOp>(op);
  Slot result = t.slotOf(dim.getResult()), memory = t.slotOf(dim.getSource()),
       index = t.slotOf(dim.getIndex());
  return [=, at = &op](Machine &m) {
    const View &view = *m[memory].memory;
    int64_t which = m[index].integer, rank = view.shape.size();
    if (which < 0 || which >= rank)
      return m.fail(at, "expected a dimension in [0, " + Twine(rank) +
                            ") but got " + Twine(which));
    m[result].integer = view.shape[which];
    return true;
  };
}

//===----------------------------------------------------------------------===//
// Constant memory
//===----------------------------------------------------------------------===//

/// Writes the elements of `value`, or the first of them, to `data`; false where
/// their type is not known.
static bool layOut(DenseElementsAttr value, int64_t count, char *data) {
  Type type = value.getElementType();
  auto elements = value.getValues<Attribute>();
  return visitNumber(type, [&](auto number) {
    using N = decltype(number);
    for (int64_t index = 0; index < count; ++index) {
      std::optional<Cell> cell = makeCell(elements[index], type);
      if (!cell)
        return false;
      storeAt<N>(data, index, N::in(*cell));
    }
    return true;
  });
}

Step spindle::interpreter::makeConstantMemory(Translator &t, Operation &op,
                                              DenseElementsAttr value,
                                              bool keepsSplat) {
  bool isSplat = keepsSplat && value.isSplat();
  int64_t count = isSplat ? 1 : value.getNumElements(), bytes = 0;
  if (llvm::MulOverflow(count, getByteSize(value.getElementType()), bytes))
    return t.refuse(op, "expected constants that fit memory");
  std::shared_ptr<char[]> data(new (std::nothrow) char[bytes]());
  if (!data)
    return t.refuse(op, "expected " + Twine(bytes) + " bytes but got none");
  if (!layOut(value, count, data.get()))
    return {};
  return [result = t.slotOf(op.getResult(0)), data, isSplat,
          shape = llvm::to_vector<4>(value.getType().getShape())](Machine &m) {
    View &view = m.views.emplace_back();
    view.shape = shape;
    view.data = data.get();
    view.isSplat = isSplat;
    m[result].memory = &view;
    return true;
  };
}

static Step translateGetGlobal(Translator &t, Operation &op) {
  auto get = cast<memref::GetGlobalOp>(op);
  auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
      &op, get.getNameAttr());
  auto type = cast<MemRefType>(get.getType());
  auto value =
      global && global.getConstant()
          ? dyn_cast_or_null<DenseElementsAttr>(global.getConstantInitValue())
          : DenseElementsAttr();
  if (!value || !type.getLayout().isIdentity())
    return {};
  return makeConstantMemory(t, op, value, /*keepsSplat=*/false);
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// New memory of `type`, of zeros; false after an error.
static bool allocate(Machine &m, Operation *op, MemRefType type,
                     ArrayRef<Slot> sizes, View &view) {
  int64_t bytes = getByteSize(type.getElementType());
  auto size = sizes.begin();
  for (int64_t extent : type.getShape()) {
    view.shape.push_back(ShapedType::isDynamic(extent) ? m[*size++].integer
                                                       : extent);
    if (view.shape.back() < 0 ||
        llvm::MulOverflow(bytes, view.shape.back(), bytes))
      return m.fail(op, "expected a size that fits memory but got " +
                            Twine(view.shape.back()));
  }
  view.owned.reset(new (std::nothrow) char[bytes]());
  if (!view.owned)
    return m.fail(op, "expected " + Twine(bytes) + " bytes but got none");
  view.data = view.owned.get();
  return true;
}

static Step translateMemrefAlloc(Translator &t, Operation &op) {
  auto type = cast<MemRefType>(op.getResult(0).getType());
  if (!type.getLayout().isIdentity() || !getByteSize(type.getElementType()))
    return {};
  return [result = t.slotOf(op.getResult(0)), type, at = &op,
          sizes = Slots(t.slotsOf(op.getOperands()))](Machine &m) {
    View &view = m.views.emplace_back();
    m[result].memory = &view;
    return allocate(m, at, type, sizes, view);
  };
}

static Step translateDealloc(Translator &t, Operation &op) {
  return [memory = t.slotOf(op.getOperand(0)), at = &op](Machine &m) {
    View &view = *m[memory].memory;
    if (view.freed || (!view.owned && view.data))
      return m.fail(at, "expected memory that the function allocated");
    view.freed = true;
    return true;
  };
}

/// Between types of one memory: sizes known and unknown.
static Step translateCast(Translator &t, Operation &op) {
  auto type = dyn_cast<MemRefType>(op.getResult(0).getType());
  auto from = dyn_cast<MemRefType>(op.getOperand(0).getType());
  if (!type || !from || !type.getLayout().isIdentity())
    return {};
  SmallVector<int64_t, 4> shape(type.getShape());
  return [result = t.slotOf(op.getResult(0)),
          memory = t.slotOf(op.getOperand(0)), shape, at = &op](Machine &m) {
    for (auto [known, size] : llvm::zip(shape, m[memory].memory->shape))
      if (!ShapedType::isDynamic(known) && known != size)
        return m.fail(at, "expected a size of " + Twine(known) + " but got " +
                              Twine(size));
    m[result] = m[memory];
    return true;
  };
}

/// What the operation promises of its operands is the program's to keep.
static Step translateDistinctObjects(Translator &t, Operation &op) {
  return [results = Slots(t.slotsOf(op.getResults())),
          memories = Slots(t.slotsOf(op.getOperands()))](Machine &m) {
    for (auto [result, memory] : llvm::zip(results, memories))
      m[result] = m[memory];
    return true;
  };
}

void spindle::interpreter::addMemoryOps(OpTable &table) {
  table["memref.load"] = translateMemrefLoad;
  table["memref.store"] = translateMemrefStore;
  table["iter.atomic_update"] = translateAtomicUpdate;
  table["memref.dim"] = translateDim;
  table["memref.get_global"] = translateGetGlobal;
  table["memref.alloc"] = translateMemrefAlloc;
  table["memref.alloca"] = translateMemrefAlloc;
  table["memref.dealloc"] = translateDealloc;
  table["memref.cast"] = translateCast;
  table["memref.distinct_objects"] = translateDistinctObjects;
}

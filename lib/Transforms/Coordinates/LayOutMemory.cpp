//===- LayOutMemory.cpp - what a nest reads side by side ------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Coordinates/LayOutMemory.h"

#include "NestDims.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Iter/IR/BuildNest.h"
#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::AccessForm;
using spindle::sparse::BufferType;

static constexpr StringLiteral kNest = "layout";

namespace {
/// Memory in which a dimension comes last now.
struct Move {
  Value buffer;
  /// The index of the storage dimension that becomes the last one.
  size_t from;
};

/// Changes the layout of one buffer.
class Relayout {
public:
  Relayout(RewriterBase &rewriter, const Move &move)
      : rewriter(rewriter), move(move) {}

  void run();

private:
  Value allocate();
  void copy(Operation *before, Value source, Value target);
  void replaceUses(Value made);
  /// `values` with the one at `from` last.
  template <typename T> SmallVector<T> permute(ArrayRef<T> values) const;

  RewriterBase &rewriter;
  Move move;
};
} // namespace

//===----------------------------------------------------------------------===//
// What is accessed
//===----------------------------------------------------------------------===//

namespace {
/// An access to one element of one buffer.
struct ElementAccess {
  Value buffer;
  MutableOperandRange indices;
};
} // namespace

/// The access that `op` is; none for other operations, and for those on two
/// buffers at once.
static std::optional<ElementAccess> getAccess(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<ElementAccess>>(op)
      .Case<sparse::LoadOp, sparse::StoreOp, sparse::AccumulateOp>(
          [](auto access) -> std::optional<ElementAccess> {
            if (auto sum = dyn_cast<sparse::AccumulateOp>(&*access);
                sum && sum.getBuffers().size() != 1)
              return std::nullopt;
            return ElementAccess{sparse::getAccessedBuffer(access),
                                 access.getIndicesMutable()};
          })
      .Default(std::optional<ElementAccess>());
}

/// The axes of `buffer`; none where one of them is not dense, or lies under
/// another one, or where its memory is not known.
static SmallVector<Value> getDenseAxes(Value buffer) {
  Operation *op = buffer.getDefiningOp();
  if (!isa_and_nonnull<sparse::AllocOp, sparse::BindOp>(op))
    return {};
  FailureOr<sparse::Layout> layout = sparse::getLayout(buffer);
  if (failed(layout) || !llvm::all_of(layout->axes, [](Value axis) {
        auto type = cast<axis::AxisType>(axis.getType());
        return type.getKind() == axis::AxisKind::DenseFixed &&
               axis::isRoot(axis) && !axis::mayLackCells(axis);
      }))
    return {};
  return layout->axes;
}

/// Adds to `moves` the buffers of `nest` that lie otherwise. Returns why there
/// is no order of one of them; empty where there is.
static std::string findMoves(NestOp nest, int64_t dim,
                             SmallVectorImpl<Move> &moves) {
  std::string refusal;
  nest.walk([&](Operation *op) {
    std::optional<ElementAccess> access = getAccess(op);
    if (!access)
      return WalkResult::advance();
    Value buffer = access->buffer;
    if (getDenseAxes(buffer).size() < 2)
      return WalkResult::advance();
    SmallVector<size_t> places;
    for (auto [place, index] : llvm::enumerate(access->indices))
      if (index.get() == nest.getCoordinate(dim) ||
          index.get() == nest.getSite(dim))
        places.push_back(place);
    if (places.empty())
      return WalkResult::advance();
    const Move *known = llvm::find_if(
        moves, [&](const Move &move) { return move.buffer == buffer; });
    if (places.size() > 1 ||
        (known != moves.end() && known->from != places.front())) {
      refusal = "memory has " + nest.getDimName(dim).str() +
                " at more than one of its indices";
      return WalkResult::interrupt();
    }
    if (known == moves.end())
      moves.push_back({buffer, places.front()});
    return WalkResult::advance();
  });
  llvm::erase_if(moves, [](const Move &move) {
    return int64_t(move.from) ==
           cast<BufferType>(move.buffer.getType()).getRank() - 1;
  });
  return refusal;
}

/// Why the layout of `move`'s memory is not the function's to change; empty
/// where it is. The operation that stands in the way goes to `obstacle`.
static std::string check(const Move &move, Operation *&obstacle) {
  Operation *op = move.buffer.getDefiningOp();
  if (!isa<func::FuncOp>(op->getParentOp()) || !op->getBlock()->isEntryBlock())
    return "memory is not of the function's first block";
  if (sparse::isPacked(
          cast<BufferType>(move.buffer.getType()).getElementType()))
    return "two elements of memory share a byte, which a copy cannot write";
  for (Operation *user : move.buffer.getUsers())
    if (!getAccess(user) && !isa<sparse::FillOp>(user)) {
      obstacle = user;
      return "memory is used by what is no access to one of its elements";
    }
  auto bind = dyn_cast<sparse::BindOp>(op);
  if (!bind)
    return "";
  // A view of other memory would be written by other names, too.
  if (!isa<BlockArgument>(bind.getMemory()))
    return "memory is neither an argument nor the function's own";
  for (Operation *user : bind.getMemory().getUsers())
    if (user != op && !isa<memref::DimOp>(user)) {
      obstacle = user;
      return "memory has other uses than its values on these axes";
    }
  return "";
}

//===----------------------------------------------------------------------===//
// Another layout
//===----------------------------------------------------------------------===//

template <typename T>
SmallVector<T> Relayout::permute(ArrayRef<T> values) const {
  SmallVector<T> permuted(values);
  std::rotate(permuted.begin() + move.from, permuted.begin() + move.from + 1,
              permuted.end());
  return permuted;
}

/// Memory of the function's own in the new layout.
Value Relayout::allocate() {
  rewriter.setInsertionPointAfterValue(move.buffer);
  auto type = cast<BufferType>(move.buffer.getType());
  SmallVector<Value> axes = permute<Value>(getDenseAxes(move.buffer));
  return sparse::AllocOp::create(
      rewriter, move.buffer.getLoc(),
      BufferType::get(rewriter.getContext(), permute(type.getShape()),
                      type.getElementType(), type.getFill()),
      axes,
      axis::getParentListsAttr(rewriter.getContext(),
                               axis::ParentLists(axes.size())));
}

/// Copies all elements, one of which is in the new layout, before `before`.
void Relayout::copy(Operation *before, Value source, Value target) {
  rewriter.setInsertionPoint(before);
  Location loc = move.buffer.getLoc();
  SmallVector<Value> axes = permute<Value>(getDenseAxes(move.buffer));
  NestOp nest = buildNest(rewriter, loc, rewriter.getStringAttr(kNest),
                          getElementSpace(rewriter.getContext(), axes,
                                          axis::ParentLists(axes.size())));
  SmallVector<Value> sites, former;
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
    sites.push_back(nest.getSite(dim));
  former = sites;
  std::rotate(former.begin() + move.from, former.end() - 1, former.end());
  auto getSites = [&](Value buffer) {
    return buffer == move.buffer ? former : sites;
  };
  rewriter.setInsertionPoint(nest.getBody().front().getTerminator());
  Type element = cast<BufferType>(source.getType()).getElementType();
  auto load = sparse::LoadOp::create(rewriter, loc, element, Type(), source,
                                     getSites(source), AccessForm::Direct);
  sparse::StoreOp::create(rewriter, loc, load.getResult(), target,
                          getSites(target), AccessForm::Direct);
}

/// Has all accesses be to `made`.
void Relayout::replaceUses(Value made) {
  for (Operation *user : llvm::to_vector(move.buffer.getUsers()))
    rewriter.modifyOpInPlace(user, [&] {
      if (std::optional<ElementAccess> access = getAccess(user)) {
        SmallVector<Value> values = llvm::map_to_vector(
            access->indices, [](OpOperand &index) { return index.get(); });
        access->indices.assign(permute<Value>(values));
      }
      user->replaceUsesOfWith(move.buffer, made);
    });
}

void Relayout::run() {
  Value before = move.buffer;
  Block *block = before.getDefiningOp()->getBlock();
  Operation *first = nullptr, *lastWrite = nullptr;
  for (Operation *user : before.getUsers()) {
    Operation *inBlock = block->findAncestorOpInBlock(*user);
    if (!first || inBlock->isBeforeInBlock(first))
      first = inBlock;
    bool writes = !isa<sparse::LoadOp>(user);
    if (writes && (!lastWrite || lastWrite->isBeforeInBlock(inBlock)))
      lastWrite = inBlock;
  }
  Value made = allocate();
  replaceUses(made);
  if (isa<sparse::AllocOp>(before.getDefiningOp()))
    return rewriter.eraseOp(before.getDefiningOp());
  if (!isa<sparse::FillOp>(first))
    copy(first, before, made);
  if (lastWrite)
    copy(lastWrite->getNextNode(), made, before);
}

//===----------------------------------------------------------------------===//
// The dimension
//===----------------------------------------------------------------------===//

/// The dimension of `nest` that `options` ask for.
static FailureOr<int64_t> findLast(NestOp nest, const LayoutOptions &options,
                                   std::string &refusal) {
  if (!options.last.empty()) {
    auto dims = findDims(nest, options.last, refusal);
    return failed(dims) ? FailureOr<int64_t>(failure()) : dims->front();
  }
  for (int64_t dim = nest.getNumDims(); dim-- > 0;)
    if (nest.getDimKind(dim) == DimKind::Spatial)
      return dim;
  refusal = "no dimension of it is spatial";
  return failure();
}

LogicalResult spindle::iter::layOutMemory(RewriterBase &rewriter, NestOp nest,
                                          const LayoutOptions &options,
                                          std::string &refusal) {
  FailureOr<int64_t> dim = findLast(nest, options, refusal);
  if (failed(dim))
    return failure();
  SmallVector<Move> moves;
  refusal = findMoves(nest, *dim, moves);
  Operation *obstacle = nullptr;
  for (const Move &move : moves)
    if (refusal.empty())
      refusal = check(move, obstacle);
  if (obstacle && options.onObstacle)
    options.onObstacle(obstacle);
  if (!refusal.empty())
    return failure();
  for (const Move &move : moves)
    Relayout(rewriter, move).run();
  return success();
}

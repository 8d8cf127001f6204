//===- FuseFills.cpp - fills inside of the nests that use them ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Positions/FuseFills.h"

#include "Spindle/Analysis/BodyMemory.h"
#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/IndexBounds.h"
#include "Spindle/Analysis/IndexCover.h"
#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Transforms/Positions/FuseLoops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;
using spindle::sparse::StoreOp;

static constexpr llvm::StringLiteral kFillNest = "fill";

bool spindle::iter::isFill(Operation *op) {
  LoopAttr label = op ? getLabel(op) : LoopAttr();
  return label && label.getNest() == kFillNest;
}

SmallVector<scf::ForOp> spindle::iter::findFills(Operation *root) {
  SmallVector<scf::ForOp> fills;
  root->walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    if (isFill(loop) && !isFill(loop->getParentOfType<scf::ForOp>()))
      fills.push_back(loop);
  });
  return fills;
}

namespace {
/// A dimension of the storage that is filled.
struct FilledDim {
  /// The loop of the fill.
  scf::ForOp loop;
  /// The loops of the nest that run through it; none where none do.
  std::optional<IndexCover> cover = {};
  /// How many of those the fill moves into.
  size_t fixed = 0;
};

/// One fill on its way into a nest.
struct FillFusion {
  FillFusion(scf::ForOp fill, std::string &refusal)
      : fill(fill), refusal(refusal),
        distinct(fill->getParentOfType<FunctionOpInterface>()) {}

  scf::ForOp fill;
  std::string &refusal;
  DistinctMemory distinct;
  BodyMemory ofFill, ofNest;
  /// The memory that is filled.
  Value root;
  /// What uses it next.
  scf::ForOp nest;
  /// Of a fill of a whole storage, its dimensions and the store.
  SmallVector<FilledDim> dims;
  StoreOp store;
  /// The loops that the fill moves into, from the outside in.
  SmallVector<scf::ForOp> around;

  bool findMemory();
  bool findNest();
  bool isOfStorage();
  bool findLoops();
  scf::ForOp move(RewriterBase &rewriter);
  FailureOr<scf::ForOp> fuse(RewriterBase &rewriter);

private:
  bool refuse(const Twine &reason) {
    refusal = reason.str();
    return false;
  }
  bool uses(Operation *op);
  Value findIndex(size_t dim);
  void findCovers();
  Value findKnownIndex(size_t number);
  bool enter(scf::ForOp loop);
  bool mayStay(const IndexCover &cover);
  void keepForOthers(RewriterBase &rewriter);
  std::string describeMiss();
  SmallVector<Operation *> findUses(scf::ForOp loop);
};
} // namespace

//===----------------------------------------------------------------------===//
// What is filled, and what uses it next
//===----------------------------------------------------------------------===//

bool FillFusion::findMemory() {
  std::string reason = ofFill.add(fill);
  if (!reason.empty())
    return refuse(reason);
  for (const auto &[memory, accesses] : ofFill.getMemories()) {
    if (!ofFill.writes(memory))
      continue;
    if (root)
      return refuse("it writes more than one buffer");
    root = memory;
  }
  return root ? true : refuse("it writes no buffer");
}

bool FillFusion::uses(Operation *op) {
  BodyMemory memory;
  return memory.add(op).empty() && !memory.getAccesses(root).empty();
}

bool FillFusion::findNest() {
  std::string name = getMemoryName(root);
  for (Operation *op = fill->getNextNode(); op; op = op->getNextNode()) {
    BodyMemory memory;
    if (!memory.add(op).empty())
      return refuse("behind it stands '" + op->getName().getStringRef() +
                    "', whose effects may be on " + name);
    if (ofFill.findConflict(memory, distinct).empty())
      continue;
    nest = dyn_cast<scf::ForOp>(op);
    if (!nest || !getLabel(nest) || memory.getAccesses(root).empty())
      return refuse("what may use " + name +
                    " next is no loop that has a label and is sure to use it");
    ofNest = memory;
    std::string reason = ofNest.checkElements(root, distinct);
    return reason.empty() ? true : refuse(reason);
  }
  return refuse("nothing behind it in its block uses " + name);
}

//===----------------------------------------------------------------------===//
// Fills of a whole storage
//===----------------------------------------------------------------------===//

/// Whether loops from 0 on, one for each dimension, set all elements to a value
/// that is known outside; notes them.
bool FillFusion::isOfStorage() {
  Operation *op = fill;
  while (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (!isPlain(loop) || !isZero(loop.getLowerBound()) ||
        !fill.isDefinedOutsideOfLoop(loop.getUpperBound()) ||
        loop.getBody()->getOperations().size() != 2)
      return false;
    dims.push_back({loop});
    op = &loop.getBody()->front();
  }
  store = dyn_cast<StoreOp>(op);
  return store && fill.isDefinedOutsideOfLoop(store.getValue()) &&
         store.getIndices().size() == dims.size() &&
         llvm::all_of_zip(store.getIndices(), dims,
                          [](Value index, FilledDim &dim) {
                            return index == dim.loop.getInductionVar();
                          });
}

/// What all accesses of the nest have as index `dim`; null where they differ.
Value FillFusion::findIndex(size_t dim) {
  ArrayRef<MemoryAccess> accesses = ofNest.getAccesses(root);
  Value index = accesses.front().indices[dim];
  bool isCommon = llvm::all_of(accesses, [&](const MemoryAccess &access) {
    return areEqual(access.indices[dim], index);
  });
  return isCommon ? index : Value();
}

/// Finds the loops of the nest that run through dimensions. A loop runs through
/// one: the diagonal of two is not all of both.
void FillFusion::findCovers() {
  SmallVector<scf::ForOp> known;
  for (size_t number = 0; number < dims.size(); ++number) {
    FilledDim &dim = dims[number];
    if (Value index = findIndex(number))
      dim.cover = findCover(index, dim.loop.getUpperBound());
    if (!dim.cover)
      continue;
    if (!mayStay(*dim.cover) ||
        llvm::any_of(dim.cover->loops, [&](scf::ForOp loop) {
          return llvm::is_contained(known, loop);
        }))
      dim.cover.reset();
    else
      llvm::append_range(known, dim.cover->loops);
  }
}

/// Whether what `cover` misses can be told where the fill stands.
bool FillFusion::mayStay(const IndexCover &cover) {
  Operation *constructor =
      cover.stored ? cover.stored.getDefiningOp() : nullptr;
  return !cover.stored ||
         (constructor && constructor->getBlock() == fill->getBlock() &&
          constructor->isBeforeInBlock(fill));
}

/// Whether the fill may move into `loop`, in those that it is in.
bool FillFusion::enter(scf::ForOp loop) {
  for (FilledDim &dim : dims)
    if (dim.cover && dim.fixed < dim.cover->loops.size() &&
        dim.cover->loops[dim.fixed] == loop) {
      ++dim.fixed;
      around.push_back(loop);
      return true;
    }
  return false;
}

/// The operations in the body of `loop` that use the memory, in any region.
SmallVector<Operation *> FillFusion::findUses(scf::ForOp loop) {
  SmallVector<Operation *> found;
  for (Operation &op : *loop.getBody())
    if (uses(&op))
      found.push_back(&op);
  return found;
}

bool FillFusion::findLoops() {
  findCovers();
  scf::ForOp loop = nest;
  while (loop && isPlain(loop) && enter(loop)) {
    SmallVector<Operation *> users = findUses(loop);
    loop = users.size() == 1 ? dyn_cast<scf::ForOp>(users.front()) : nullptr;
  }
  bool isInPart = llvm::any_of(dims, [](const FilledDim &dim) {
    return dim.cover && dim.cover->stored && dim.fixed > 0 &&
           dim.fixed < dim.cover->loops.size();
  });
  return !around.empty() && !isInPart ? true : refuse(describeMiss());
}

/// Why the fill cannot move into the outermost loop.
std::string FillFusion::describeMiss() {
  LoopAttr label = getLabel(nest);
  auto names = llvm::map_range(label.getDims(),
                               [](StringAttr dim) { return dim.str(); });
  std::string name = getMemoryName(root);
  const MemoryAccess &access = ofNest.getAccesses(root).front();
  return "the loop over " + llvm::join(names, ", ") + " of nest '" +
         label.getNest().str() + "', which uses " + name + " next, at " +
         getIndexText(access.indices) +
         ", need not take each cell of a dimension of " + name + " once";
}

/// The index in `dim` that the loops around have come to, inside of loops over
/// what they do not tell.
static Value buildIndex(ImplicitLocOpBuilder &builder, const FilledDim &dim) {
  scf::ForOp loop = dim.loop;
  return buildRest(builder, dim.cover.value_or(IndexCover()), dim.fixed,
                   loop.getUpperBound(), getLabel(loop));
}

/// Leaves the fill where it is for elements that the nest does not come to: in
/// a branch that is taken where there are some, or erases it where there are
/// none.
void FillFusion::keepForOthers(RewriterBase &rewriter) {
  rewriter.setInsertionPoint(fill);
  ImplicitLocOpBuilder builder(fill.getLoc(), rewriter);
  Value misses;
  for (FilledDim &dim : dims) {
    if (dim.fixed == 0 || !dim.cover->stored)
      continue;
    Value size = axis::SizeOp::create(builder, builder.getIndexType(),
                                      dim.cover->stored);
    Value differs = arith::CmpIOp::create(builder, arith::CmpIPredicate::ne,
                                          size, dim.loop.getUpperBound());
    misses = misses ? arith::OrIOp::create(builder, misses, differs).getResult()
                    : differs;
  }
  if (!misses)
    return rewriter.eraseOp(fill);
  auto branch = scf::IfOp::create(builder, misses, /*withElseRegion=*/false);
  rewriter.moveOpBefore(fill, branch.thenBlock()->getTerminator());
}

/// The index by which the nest uses dimension `number`, if all loops that run
/// through it are around and it is made where the fill goes; else null.
Value FillFusion::findKnownIndex(size_t number) {
  const FilledDim &dim = dims[number];
  Operation *user = findUses(around.back()).front();
  Value index = findIndex(number);
  if (!dim.cover || dim.fixed < dim.cover->loops.size() || !index)
    return {};
  bool isBlock = dim.cover->block > 0 && dim.cover->loops.size() == 1;
  bool isMade = DominanceInfo().properlyDominates(index, user);
  return isMade && !isBlock ? index : Value();
}

scf::ForOp FillFusion::move(RewriterBase &rewriter) {
  scf::ForOp last = around.back();
  rewriter.setInsertionPoint(findUses(last).front());
  ImplicitLocOpBuilder builder(store.getLoc(), rewriter);
  SmallVector<Value> indices;
  for (size_t number = 0; number < dims.size(); ++number) {
    Value known = findKnownIndex(number);
    indices.push_back(known ? known : buildIndex(builder, dims[number]));
  }
  StoreOp::create(builder, store.getValue(), store.getBuffer(), indices,
                  store.getForm());
  keepForOthers(rewriter);
  return last;
}

//===----------------------------------------------------------------------===//
// Fills of what is stored
//===----------------------------------------------------------------------===//

/// Fuses the loops of a fill with those of the nest after it that are alike, as
/// far as they are.
FailureOr<scf::ForOp> FillFusion::fuse(RewriterBase &rewriter) {
  scf::ForOp inner = getOnlyLoop(fill);
  FailureOr<scf::ForOp> fused = fuseLoops(rewriter, fill, nest, refusal);
  if (failed(fused) || !inner)
    return fused;
  std::string ignored;
  FillFusion rest(inner, ignored);
  if (!rest.findMemory() || !rest.findNest())
    return fused;
  FailureOr<scf::ForOp> deeper = rest.fuse(rewriter);
  return succeeded(deeper) ? deeper : fused;
}

FailureOr<scf::ForOp> spindle::iter::fuseFill(RewriterBase &rewriter,
                                              scf::ForOp fill,
                                              std::string &refusal) {
  FillFusion fusion(fill, refusal);
  if (!fusion.findMemory() || !fusion.findNest())
    return failure();
  if (!fusion.isOfStorage())
    return fusion.fuse(rewriter);
  if (!fusion.findLoops())
    return failure();
  return fusion.move(rewriter);
}

//===- TiledRows.cpp - rows that a product makes and another reads --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TiledRows.h"

#include "Spindle/Analysis/BodyAccesses.h"
#include "Spindle/Analysis/DistinctMemory.h"
#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/IndexText.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::sparse::DistinctMemory;
using spindle::sparse::FillOp;
using spindle::sparse::Layout;

//===----------------------------------------------------------------------===//
// Nests and groups of them
//===----------------------------------------------------------------------===//

TiledNest::TiledNest(NestOp nest)
    : nest(nest), rows(nest, /*backwards=*/false), refusal(checkRows(nest)) {
  nest.getBody().walk([&](Operation *op) {
    std::string reason = findNestAccesses(op, accesses);
    if (reason.empty())
      return WalkResult::advance();
    refusal = reason;
    obstacle = op;
    return WalkResult::interrupt();
  });
}

Value TiledNest::getColumns(const MemoryAccess &access, size_t dim) {
  if (access.writes || dim >= access.indices.size())
    return {};
  Value axis = rows.findAxisUnderRow(access.indices[dim], /*isSite=*/false);
  return axis && axis::isPatternOfRows(axis) ? axis : Value();
}

TiledGroup::TiledGroup(ArrayRef<NestOp> list) {
  nests.reserve(list.size());
  for (NestOp nest : list)
    nests.emplace_back(nest);
  for (TiledNest &nest : nests)
    for (const MemoryAccess &access : nest.accesses) {
      TiledMemory &memory = memories[access.root];
      memory.accesses.push_back({&nest, access});
      memory.isWritten |= access.writes;
    }
}

Value TiledGroup::getExtent() const {
  NestOp nest = nests.front().nest;
  return axis::getCellsPerFibre(nest.getAxes()[0]);
}

/// The number of rows of `nest`.
static Value getRows(const TiledNest &nest) {
  NestOp op = nest.nest;
  return axis::getCellsPerFibre(op.getAxes()[0]);
}

//===----------------------------------------------------------------------===//
// What is of one row
//===----------------------------------------------------------------------===//

/// Why accesses of `group` to `root`, some of which write, are not all of the
/// row at hand; sets the dimension that is.
std::string TiledRows::checkWritten(TiledGroup &group, Value root) {
  TiledMemory &memory = group.memories[root];
  const MemoryAccess &first = memory.accesses.front().second;
  size_t rank = first.indices.size();
  for (auto &[nest, access] : memory.accesses)
    if (access.buffer != first.buffer || access.indices.size() != rank) {
      obstacle = access.op;
      return "it uses " + getMemoryName(root) + " by several buffers";
    }
  for (size_t dim = 0; dim < rank; ++dim) {
    auto isRow = [&](auto &pair) {
      return pair.first->rows.isRow(pair.second.indices[dim]);
    };
    auto isUnderRow = [&](auto &pair) {
      return bool(pair.first->rows.findAxisUnderRow(pair.second.indices[dim],
                                                    /*isSite=*/true));
    };
    if (llvm::all_of(memory.accesses, isRow)) {
      memory.dim = dim;
      return "";
    }
    if (llvm::all_of(memory.accesses, isUnderRow))
      return "";
  }
  for (auto &[nest, access] : memory.accesses) {
    RowAccesses &rows = nest->rows;
    if (llvm::any_of(access.indices,
                     [&rows](Value index) { return rows.isRow(index); }))
      continue;
    obstacle = access.op;
    bool scatters =
        access.writes && llvm::any_of(access.indices, [&rows](Value index) {
          return bool(rows.findAxisUnderRow(index, /*isSite=*/false));
        });
    return (Twine(scatters ? "it scatters: " : "") + "it " + getVerb(access) +
            " " + getMemoryName(root) + " at " + getIndexText(access.indices) +
            ", expected at " + nest->nest.getDimName(0).getValue())
        .str();
  }
  return "it uses " + getMemoryName(root) + " in no dimension by rows alone";
}

std::string TiledRows::checkGroup(TiledGroup &group) {
  for (const TiledNest &nest : group.nests) {
    if (!nest.refusal.empty()) {
      obstacle = nest.obstacle ? nest.obstacle : NestOp(nest.nest);
      return nest.refusal;
    }
    if (areEqual(getRows(nest), group.getExtent()))
      continue;
    obstacle = NestOp(nest.nest);
    return ("nest '" + NestOp(nest.nest).getName() +
            "' goes through other rows than nest '" +
            NestOp(group.nests.front().nest).getName() + "'")
        .str();
  }
  for (auto &[root, memory] : group.memories) {
    std::string reason = memory.isWritten ? checkWritten(group, root) : "";
    if (!reason.empty())
      return reason;
  }
  return "";
}

//===----------------------------------------------------------------------===//
// What connects producers and consumers
//===----------------------------------------------------------------------===//

static SmallVector<MemoryAccess> getAll(const TiledMemory &memory) {
  SmallVector<MemoryAccess> all;
  for (const auto &[nest, access] : memory.accesses)
    all.push_back(access);
  return all;
}

/// Why memory that is written may be memory of another name.
std::string TiledRows::checkApart() {
  DistinctMemory distinct(NestOp(loops.front().nests.front().nest)
                              ->getParentOfType<FunctionOpInterface>());
  for (TiledGroup &group : loops)
    for (auto &[root, memory] : group.memories)
      for (TiledGroup &others : loops)
        for (auto &[other, used] : others.memories)
          if (memory.isWritten && other != root &&
              !distinct.areDistinct(root, other) &&
              !areOfBuffers(getAll(memory), getAll(used)))
            return "it uses " + getMemoryName(other) + ", which may overlap " +
                   getMemoryName(root);
  return "";
}

/// Why a loop uses what a loop before it uses, one of which writes, other than
/// by reading what the last one makes.
std::string TiledRows::checkUses() {
  for (auto later = loops.begin(); later != loops.end(); ++later)
    for (auto before = loops.begin(); before != later; ++before)
      for (auto &[root, memory] : later->memories) {
        auto used = before->memories.find(root);
        if (used == before->memories.end())
          continue;
        if (!memory.isWritten &&
            (!used->second.isWritten || std::next(before) == later))
          continue;
        obstacle = memory.accesses.front().second.op;
        return memory.isWritten
                   ? "the consumer writes what the producer uses, " +
                         getMemoryName(root)
                   : "the consumer reads what a loop before its producer "
                     "writes, " +
                         getMemoryName(root);
      }
  return "";
}

/// Why `consumer` reads what `producer` writes otherwise than at columns of its
/// rows, or at these.
std::string TiledRows::checkReads(TiledGroup &producer, TiledGroup &consumer) {
  for (auto &[root, memory] : consumer.memories) {
    auto made = producer.memories.find(root);
    if (made == producer.memories.end() || !made->second.isWritten)
      continue;
    auto fail = [this, name = getMemoryName(root)](const MemoryAccess &access,
                                                   const Twine &text) {
      obstacle = access.op;
      return (text + name).str();
    };
    std::optional<size_t> dim = made->second.dim;
    for (auto &[nest, access] : memory.accesses) {
      if (access.buffer != made->second.accesses.front().second.buffer)
        return fail(access, "the consumer has another buffer of ");
      if (dim && *dim < access.indices.size() &&
          nest->rows.isRow(access.indices[*dim])) {
        consumer.readsItself = true;
        continue;
      }
      Value columns = dim ? nest->getColumns(access, *dim) : Value();
      if (!columns || (consumer.pattern && consumer.pattern != columns))
        return fail(access, "the consumer does not read at its row, or at "
                            "columns of it on one axis, what the producer "
                            "writes, ");
      consumer.pattern = columns;
    }
    const MemoryAccess &first = memory.accesses.front().second;
    FailureOr<Layout> layout = sparse::getLayout(first.buffer);
    if (!dim || failed(layout) ||
        !areEqual(axis::getCellsPerFibre(layout->axes[*dim]),
                  producer.getExtent()))
      return fail(first, "the consumer may read rows that the producer does "
                         "not go through, of ");
  }
  return consumer.pattern ? ""
                          : "the consumer reads nothing at columns of its row "
                            "that the producer writes";
}

//===----------------------------------------------------------------------===//
// What stands between
//===----------------------------------------------------------------------===//

/// Takes `fill` along, if it is of rows of a memory that a group writes by
/// rows; one of elements under rows, which only later nests use, stays where it
/// is, before all tiles.
bool TiledRows::takeFill(FillOp fill) {
  Value root = getKnownRoot(fill.getBuffer());
  FailureOr<Layout> layout = sparse::getLayout(fill.getBuffer());
  if (!root || failed(layout))
    return false;
  for (TiledGroup &group : loops) {
    auto memory = group.memories.find(root);
    if (memory == group.memories.end() || !memory->second.isWritten)
      continue;
    std::optional<size_t> dim = memory->second.dim;
    const MemoryAccess &first = memory->second.accesses.front().second;
    bool isDense = llvm::all_of(layout->axes, [](Value axis) {
      return axis::isRoot(axis) && !axis::mayLackCells(axis) &&
             axis::getAxisType(axis).getKind() == axis::AxisKind::DenseFixed;
    });
    // A fill behind a use of the memory is not before all of its rows.
    bool isBefore = llvm::all_of(memory->second.accesses, [&](auto &pair) {
      return fill->isBeforeInBlock(NestOp(pair.first->nest));
    });
    if (!dim && isBefore)
      return llvm::none_of(loops, [&](TiledGroup &other) {
        return &other != &group && other.memories.contains(root);
      });
    if (!dim || !isDense || !isBefore || first.buffer != fill.getBuffer() ||
        !areEqual(axis::getCellsPerFibre(layout->axes[*dim]),
                  group.getExtent()))
      return false;
    group.fills.push_back({fill, *dim});
    return true;
  }
  return false;
}

/// Whether `op` only makes memory or says what memory is.
static bool isConstructor(Operation *op) {
  return isMemoryEffectFree(op) || isa<axis::AxisOpInterface, sparse::BindOp,
                                       sparse::AllocOp, memref::AllocOp>(op);
}

/// Why nests of the chain do not follow one another; finds the fills.
std::string TiledRows::checkBetween() {
  SmallVector<Operation *> members;
  for (TiledGroup &group : loops)
    for (TiledNest &nest : group.nests)
      members.push_back(nest.nest);
  for (auto [before, after] :
       llvm::zip(members, ArrayRef(members).drop_front()))
    if (before->getBlock() != after->getBlock() ||
        !before->isBeforeInBlock(after))
      return "its nests do not follow one another in one block";
  if (members.front()->getParentOfType<NestOp>())
    return "it stands in another nest";
  for (Operation *op = members.front(); op != members.back();
       op = op->getNextNode()) {
    auto fill = dyn_cast<FillOp>(op);
    if (llvm::is_contained(members, op) || isConstructor(op) ||
        (fill && takeFill(fill)))
      continue;
    obstacle = op;
    return "between its nests stands what may use their memory";
  }
  for (Operation *op = members.front()->getPrevNode(); op;
       op = op->getPrevNode()) {
    auto fill = dyn_cast<FillOp>(op);
    if (!isConstructor(op) && (!fill || !takeFill(fill)))
      break;
  }
  // Of two fills of one memory the later one counts.
  for (TiledGroup &group : loops)
    llvm::sort(group.fills, [](TiledFill first, TiledFill second) {
      return first.fill->isBeforeInBlock(second.fill);
    });
  return "";
}

std::string TiledRows::checkLoops() {
  for (TiledGroup &group : loops)
    if (std::string reason = checkGroup(group); !reason.empty())
      return reason;
  return "";
}

std::string TiledRows::check() {
  if (std::string reason = checkLoops(); !reason.empty())
    return reason;
  for (auto &&[producer, consumer] : llvm::zip(loops, llvm::drop_begin(loops)))
    if (std::string reason = checkReads(producer, consumer); !reason.empty())
      return reason;
  for (auto test : {&TiledRows::checkUses, &TiledRows::checkApart,
                    &TiledRows::checkBetween})
    if (std::string reason = (this->*test)(); !reason.empty())
      return reason;
  // Each loop writes memory of its own; all of them are indexed by 'pattern's
  // type of integers.
  Type type = axis::getAxisType(loops[1].pattern).getCrd();
  for (TiledGroup &consumer : llvm::drop_begin(loops))
    if (axis::getAxisType(consumer.pattern).getCrd() != type)
      return "columns of its loops are of several types of integers";
  return "";
}

//===- CacheRead.cpp - parts of an operand copied side by side ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/CacheRead.h"

#include "Spindle/Analysis/EqualValues.h"
#include "Spindle/Analysis/LoopTiles.h"
#include "Spindle/Analysis/LoopVariable.h"
#include "Spindle/Analysis/MemoryFacts.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Support/Quote.h"
#include "Spindle/Transforms/Loops/HoistLoads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::loops;
using spindle::iter::getTileLoop;
using spindle::iter::LoopRole;

namespace {
/// A memory whose panel is copied.
struct Panel {
  /// From outside of the loop, of two dimensions at least.
  Value memory;
  /// Which of its dimensions is that of the columns.
  unsigned column = 0;
  /// All that reads it in the loop.
  SmallVector<memref::LoadOp> loads;
  /// The loop over the columns of a tile that the loads are in, or one of
  /// several that end alike.
  scf::ForOp points;
  /// Of each dimension the index that all loads have, if the loop does not
  /// change it; null where all indices are copied.
  SmallVector<Value> fixed;

  int64_t getRank() const {
    return cast<MemRefType>(memory.getType()).getRank();
  }
  /// Whether all indices of dimension `dim` are copied.
  bool isWhole(unsigned dim) const { return dim != column && !fixed[dim]; }
  /// Where the tile ends.
  Value getEnd() const { return scf::ForOp(points).getUpperBound(); }
};

/// The panels of one loop, and what is to be known of it.
struct Caching {
  Caching(RewriterBase &rewriter, scf::ForOp loop,
          const CacheReadOptions &options, std::string &refusal)
      : rewriter(rewriter), loop(loop), options(options), refusal(refusal),
        facts(loop) {}

  LogicalResult checkLoop();
  LogicalResult findPanels();
  scf::ForOp copy(const Panel &panel);

  SmallVector<Panel> panels;

private:
  LogicalResult refuse(const llvm::Twine &reason, Operation *obstacle = {});
  scf::ForOp findLoopAgain(memref::LoadOp load);
  void findFixed(Panel &panel);
  LogicalResult collect(Panel &panel);
  LogicalResult addLoad(Panel &panel, Operation *op);
  LogicalResult checkInsertionPoint(const Panel &panel);
  bool tellsRows(LoopLikeOpInterface around, const Panel &panel);
  LogicalResult checkLoopsAround(const Panel &panel);
  bool isInside(const Panel &panel);
  Operation *getInsertionPoint(const Panel &panel) {
    return loop.getBody()->findAncestorOpInBlock(*panel.points);
  }
  Value buildBegin(ImplicitLocOpBuilder &builder);
  Value buildWidth(ImplicitLocOpBuilder &builder, const Panel &panel);
  Value allocate(const Panel &panel);
  /// Adds that of the column to the other indices of an element of the copy.
  void addColumn(SmallVectorImpl<Value> &indices, Value column) {
    indices.insert(options.columnsFirst ? indices.begin() : indices.end(),
                   column);
  }
  void redirect(const Panel &panel, Value scratch);
  scf::ForOp buildCopy(const Panel &panel, Value scratch);

  RewriterBase &rewriter;
  scf::ForOp loop;
  const CacheReadOptions &options;
  std::string &refusal;
  MemoryFacts facts;
  /// The columns of a tile.
  int64_t width = 0;
};
} // namespace

LogicalResult Caching::refuse(const llvm::Twine &reason, Operation *obstacle) {
  refusal = reason.str();
  if (obstacle)
    options.observer.reportObstacle(obstacle);
  return failure();
}

//===----------------------------------------------------------------------===//
// What is read
//===----------------------------------------------------------------------===//

LogicalResult Caching::checkLoop() {
  auto begin = getConstantIntValue(loop.getLowerBound());
  auto step = getConstantIntValue(loop.getStep());
  if ((begin && *begin < 0) || !step || loop.getUnsignedCmp())
    return refuse("it does not run over tiles of a constant size");
  width = *step;
  return success();
}

/// Whether `value` is made of what is loaded in `loop`.
static bool isLoaded(Value value, scf::ForOp loop) {
  Operation *op = value.getDefiningOp();
  if (!op || loop.isDefinedOutsideOfLoop(value))
    return false;
  return isa<memref::LoadOp>(op) ||
         (isPure(op) && llvm::any_of(op->getOperands(), [&](Value operand) {
            return isLoaded(operand, loop);
          }));
}

/// Whether `load` takes an element from a row at a coordinate that is stored,
/// another one in each iteration of some loop in `loop`.
static bool isOfStoredRow(memref::LoadOp load, scf::ForOp loop) {
  return load.getIndices().size() >= 2 &&
         llvm::any_of(load.getIndices().drop_back(),
                      [&](Value index) { return isLoaded(index, loop); });
}

/// Which index of `load` runs through a tile of `loop`; its rank where none
/// does.
static unsigned findColumn(memref::LoadOp load, scf::ForOp loop) {
  auto runsThroughTile = [&](Value index) {
    scf::ForOp points = spindle::iter::getLoopOfVariable(index);
    return points && loop->isProperAncestor(points) &&
           getTileLoop(points) == loop;
  };
  auto indices = load.getIndices();
  return llvm::find_if(indices, runsThroughTile) - indices.begin();
}

/// The loop whose iterations take with `load` elements of a tile that one
/// before has taken: it does not say where they are, and loops inside of it do,
/// alike in each of its iterations. Null where there is none.
scf::ForOp Caching::findLoopAgain(memref::LoadOp load) {
  unsigned column = findColumn(load, loop);
  if (load.getIndices().size() < 2 || column == load.getIndices().size())
    return {};
  llvm::SmallDenseSet<Operation *> telling;
  for (auto [dim, index] : llvm::enumerate(load.getIndices())) {
    scf::ForOp through = spindle::iter::getLoopOfVariable(index);
    if (loop.isDefinedOutsideOfLoop(index))
      continue;
    if (!through || (dim != column &&
                     !(loop.isDefinedOutsideOfLoop(through.getLowerBound()) &&
                       loop.isDefinedOutsideOfLoop(through.getUpperBound()))))
      return {};
    telling.insert(through);
  }
  bool isTold = false;
  for (Operation *around = load->getParentOp(); around != loop;
       around = around->getParentOp()) {
    bool tells = telling.contains(around);
    auto again = dyn_cast<scf::ForOp>(around);
    if (isTold && !tells && again)
      return again;
    isTold |= tells;
  }
  return {};
}

/// Adds `op`, which reads the memory of `panel`, to its loads.
LogicalResult Caching::addLoad(Panel &panel, Operation *op) {
  auto load = dyn_cast<memref::LoadOp>(op);
  if (!load || load.getMemRef() != panel.memory)
    return refuse(quote(op) + " in it reads a part of memory of which it reads "
                              "the columns of a tile",
                  op);
  if (findColumn(load, loop) != panel.column)
    return refuse("index " + llvm::Twine(panel.column) + " of " + quote(op) +
                      " in it does not run through the tile",
                  op);
  scf::ForOp points =
      spindle::iter::getLoopOfVariable(load.getIndices()[panel.column]);
  if (!panel.points)
    panel.points = points;
  else if (!iter::areEqual(points.getUpperBound(), panel.getEnd()))
    return refuse("tiles of two sizes are read", op);
  panel.loads.push_back(load);
  return success();
}

/// Collects the loads of `panel`, whose memory is known.
LogicalResult Caching::collect(Panel &panel) {
  auto visit = [&](Operation *op) {
    MemoryTouches touches = getTouches(op);
    bool reads = llvm::any_of(touches.reads, [&](Value memory) {
      return MemoryFacts::getRoot(memory) == MemoryFacts::getRoot(panel.memory);
    });
    return reads && failed(addLoad(panel, op)) ? WalkResult::interrupt()
                                               : WalkResult::advance();
  };
  return failure(loop.getBody()->walk(visit).wasInterrupted());
}

LogicalResult Caching::checkInsertionPoint(const Panel &panel) {
  if (!isInvariant(panel.getEnd(), getInsertionPoint(panel)))
    return refuse("the end of a tile is known too late");
  return success();
}

/// Whether all loads of `panel` are taken again by rows that `around` tells, as
/// tiles of rows do.
bool Caching::tellsRows(LoopLikeOpInterface around, const Panel &panel) {
  return llvm::all_of(panel.loads, [&](memref::LoadOp load) {
    scf::ForOp rows = findLoopAgain(load);
    iter::LoopAttr label = rows ? iter::getLabel(rows) : iter::LoopAttr();
    return label && label.getKind() == iter::DimKind::Spatial &&
           !(around.isDefinedOutsideOfLoop(rows.getLowerBound()) &&
             around.isDefinedOutsideOfLoop(rows.getUpperBound()));
  });
}

/// Refuses loops around that would copy the same in each iteration, for the
/// same rows.
LogicalResult Caching::checkLoopsAround(const Panel &panel) {
  for (auto around = loop->getParentOfType<LoopLikeOpInterface>(); around;
       around = around->getParentOfType<LoopLikeOpInterface>()) {
    iter::LoopAttr label = iter::getLabel(around);
    bool areTiles = label && label.getRole() == LoopRole::Tile;
    if (!areTiles && !tellsRows(around, panel) &&
        llvm::none_of(panel.fixed, [&](Value index) {
          return index && !around.isDefinedOutsideOfLoop(index);
        }))
      return refuse(
          "it stands in another loop, which would copy again and again");
  }
  return success();
}

/// Finds the indices that all loads of `panel` have.
void Caching::findFixed(Panel &panel) {
  panel.fixed.assign(panel.getRank(), Value());
  for (int64_t dim = 0; dim < panel.getRank(); ++dim) {
    Value first = panel.loads.front().getIndices()[dim];
    if (loop.isDefinedOutsideOfLoop(first) &&
        llvm::all_of(panel.loads, [&](memref::LoadOp load) {
          return load.getIndices()[dim] == first;
        }))
      panel.fixed[dim] = first;
  }
}

LogicalResult Caching::findPanels() {
  llvm::MapVector<Value, unsigned> memories;
  Operation *write = nullptr;
  loop.getBody()->walk([&](memref::LoadOp load) {
    Value memory = load.getMemRef();
    if (!loop.isDefinedOutsideOfLoop(memory))
      return;
    bool isOfRow = isOfStoredRow(load, loop);
    if (!isOfRow && !findLoopAgain(load))
      return;
    Operation *own = facts.findWrite(loop, memory);
    if (!own)
      memories.insert({memory, isOfRow ? load.getIndices().size() - 1
                                       : findColumn(load, loop)});
    else if (isOfRow)
      write = own;
  });
  if (memories.empty() && write)
    return refuse(quote(write) + " in it may write what it reads", write);
  for (auto [memory, column] : memories) {
    Panel panel{memory, column, {}, {}, {}};
    if (failed(collect(panel)) || failed(checkInsertionPoint(panel)))
      return failure();
    findFixed(panel);
    if (failed(checkLoopsAround(panel)))
      return failure();
    panels.push_back(panel);
  }
  if (panels.empty())
    return refuse("it reads no rows at stored coordinates, and none again");
  return success();
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// Whether the memory of `panel` is known to have all columns of all tiles.
bool Caching::isInside(const Panel &panel) {
  auto type = cast<MemRefType>(panel.memory.getType());
  auto begin = getConstantIntValue(loop.getLowerBound());
  auto end = getConstantIntValue(loop.getUpperBound());
  if (!begin || !end || type.isDynamicDim(panel.column))
    return false;
  int64_t tiles = llvm::divideCeil(std::max<int64_t>(*end - *begin, 0), width);
  return *begin + tiles * width <= type.getDimSize(panel.column);
}

/// The first column of a tile to copy: there are none before 0.
Value Caching::buildBegin(ImplicitLocOpBuilder &builder) {
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  if (getConstantIntValue(loop.getLowerBound()))
    return zero;
  Value before = arith::SubIOp::create(builder, zero, loop.getInductionVar());
  return arith::MaxSIOp::create(builder, before, zero);
}

/// The number of columns to copy: those of the tile that are there.
Value Caching::buildWidth(ImplicitLocOpBuilder &builder, const Panel &panel) {
  if (isInside(panel))
    return arith::ConstantIndexOp::create(builder, width);
  Value size = builder.createOrFold<memref::DimOp>(panel.memory, panel.column);
  Value end = panel.getEnd();
  Value rest =
      arith::SubIOp::create(builder, arith::MinSIOp::create(builder, end, size),
                            loop.getInductionVar());
  return arith::MinSIOp::create(builder, rest,
                                arith::ConstantIndexOp::create(builder, width));
}

/// The outermost of the serial loops around `loop`, itself if there is none,
/// that `memory` is known before.
static scf::ForOp findOutermost(scf::ForOp loop, Value memory) {
  auto around = dyn_cast<scf::ForOp>(loop->getParentOp());
  if (!around || !around.isDefinedOutsideOfLoop(memory))
    return loop;
  return findOutermost(around, memory);
}

/// Has columns of `shape`, of which `sizes` are the unknown sizes, be some
/// elements longer: a power of two apart, they would share sets of a cache.
static void padColumns(ImplicitLocOpBuilder &builder,
                       SmallVectorImpl<int64_t> &shape,
                       SmallVectorImpl<Value> &sizes) {
  constexpr int64_t padding = 16;
  if (ShapedType::isDynamic(shape.back()))
    sizes.back() =
        arith::AddIOp::create(builder, sizes.back(),
                              arith::ConstantIndexOp::create(builder, padding));
  else
    shape.back() += padding;
}

/// Allocates before the loop, and those around, what all iterations copy to.
Value Caching::allocate(const Panel &panel) {
  scf::ForOp outermost = findOutermost(loop, panel.memory);
  ImplicitLocOpBuilder builder(loop.getLoc(), outermost);
  auto type = cast<MemRefType>(panel.memory.getType());
  SmallVector<int64_t> shape;
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!panel.isWhole(dim))
      continue;
    shape.push_back(type.getDimSize(dim));
    if (type.isDynamicDim(dim))
      sizes.push_back(memref::DimOp::create(builder, panel.memory, dim));
  }
  if (options.columnsFirst)
    padColumns(builder, shape, sizes);
  shape.insert(options.columnsFirst ? shape.begin() : shape.end(), width);
  constexpr int64_t line = 64;
  Value scratch = memref::AllocOp::create(
      builder, MemRefType::get(shape, type.getElementType()), sizes,
      builder.getI64IntegerAttr(line));
  builder.setInsertionPointAfter(outermost);
  memref::DeallocOp::create(builder, scratch);
  return scratch;
}

/// Copies the panel of an iteration at its start, row by row.
scf::ForOp Caching::buildCopy(const Panel &panel, Value scratch) {
  Operation *place = getInsertionPoint(panel);
  hoist(rewriter, panel.getEnd(), place);
  ImplicitLocOpBuilder builder(loop.getLoc(), place);
  Value zero = arith::ConstantIndexOp::create(builder, 0);
  Value one = arith::ConstantIndexOp::create(builder, 1);
  Value begin = buildBegin(builder);
  Value count = buildWidth(builder, panel);
  SmallVector<Value> from(panel.fixed), to;
  for (int64_t dim = 0; dim < panel.getRank(); ++dim) {
    if (!panel.isWhole(dim))
      continue;
    Value size = builder.createOrFold<memref::DimOp>(panel.memory, dim);
    auto rows = scf::ForOp::create(builder, zero, size, one);
    from[dim] = rows.getInductionVar();
    to.push_back(rows.getInductionVar());
    builder.setInsertionPointToStart(rows.getBody());
  }
  auto columns = scf::ForOp::create(builder, begin, count, one);
  columns->setDiscardableAttrs(panel.points->getDiscardableAttrDictionary());
  builder.setInsertionPointToStart(columns.getBody());
  from[panel.column] = arith::AddIOp::create(builder, loop.getInductionVar(),
                                             columns.getInductionVar());
  addColumn(to, columns.getInductionVar());
  Value element = memref::LoadOp::create(builder, panel.memory, from);
  memref::StoreOp::create(builder, element, scratch, to);
  return columns;
}

/// Has the loads of `panel` read its copy.
void Caching::redirect(const Panel &panel, Value scratch) {
  for (memref::LoadOp load : panel.loads) {
    ImplicitLocOpBuilder builder(load.getLoc(), load);
    SmallVector<Value> indices;
    for (auto [dim, index] : llvm::enumerate(load.getIndices()))
      if (panel.isWhole(dim))
        indices.push_back(index);
    addColumn(indices,
              arith::SubIOp::create(builder, load.getIndices()[panel.column],
                                    loop.getInductionVar()));
    rewriter.modifyOpInPlace(load, [&] {
      load.getMemrefMutable().assign(scratch);
      load.getIndicesMutable().assign(indices);
    });
  }
}

/// Has the loads of `panel` read a copy.
scf::ForOp Caching::copy(const Panel &panel) {
  Value scratch = allocate(panel);
  scf::ForOp columns = buildCopy(panel, scratch);
  redirect(panel, scratch);
  return columns;
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::cacheRead(RewriterBase &rewriter, scf::ForOp loop,
                          const CacheReadOptions &options,
                          std::string &refusal) {
  Caching caching(rewriter, loop, options, refusal);
  if (failed(caching.checkLoop()) || failed(caching.findPanels()))
    return failure();
  OpBuilder::InsertionGuard saved(rewriter);
  SmallVector<scf::ForOp> copies;
  for (const Panel &panel : caching.panels)
    copies.push_back(caching.copy(panel));
  return copies;
}

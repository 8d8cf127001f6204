//===- Vectorize.cpp - several iterations at a time -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Loops/Vectorize.h"

#include "Spindle/Analysis/MostIterations.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "VectorizeBlock.h"
#include "VectorizeLanes.h"
#include "VectorizeLegality.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace spindle::loops;
using spindle::iter::LoopAttr;
using spindle::iter::LoopRole;

/// Of operations on single elements, which a loop with scattered accesses
/// becomes, at most so many are compiled in seconds.
static constexpr int64_t kMostSingle = 4096;

namespace {
/// Replaces a loop that may be vectorized.
class Vectorization {
public:
  Vectorization(RewriterBase &rewriter, const VectorPlan &plan,
                const VectorizeOptions &options,
                ArrayRef<LoopReduction> reductions)
      : rewriter(rewriter), plan(plan), loop(plan.loop), options(options),
        reductions(reductions), blockSize(options.interleave * plan.lanes),
        loc(loop.getLoc()) {}

  /// Gives the loops that there are then.
  SmallVector<scf::ForOp> run();
  /// How many vectors of a value there is code for.
  int64_t countVectors() const;

private:
  bool isAtOnce() const;
  bool isMasked() const;
  void runStatic(int64_t count);
  void runMasked();
  void runAtOnce();
  void runDynamic();
  /// The loop over full blocks, which end at `end`.
  void buildBlocks(Value end);
  /// One block at `first`, of `count` iterations or, where that is null, full.
  SmallVector<Vectors> buildBlock(Value first, int64_t vectors, Value count,
                                  ArrayRef<Vectors> carried);
  /// What is left: `rest` iterations from `first` on, less than a block.
  void buildMaskedRest(Value first, Value rest);
  /// One case of it.
  void buildRestCase(Region &region, Value first, Value rest, int64_t vectors);
  void buildScalarRest(Value first);
  void replaceResults();

  Value makeIndex(int64_t number) {
    return arith::ConstantIndexOp::create(rewriter, loc, number);
  }
  /// `vectors` vectors of each carried value, which change nothing.
  SmallVector<Vectors> makeNeutral(int64_t vectors);
  /// The number of iterations.
  Value buildTripCount();
  Value reduce(const LoopReduction &reduction, Vectors vectors, Value number);
  void label(scf::ForOp made, LoopRole role);

  RewriterBase &rewriter;
  const VectorPlan &plan;
  scf::ForOp loop;
  const VectorizeOptions &options;
  ArrayRef<LoopReduction> reductions;
  int64_t blockSize;
  Location loc;
  /// The vectors of what the loop carries, after what was built so far.
  SmallVector<Vectors> carried;
  /// What is carried apart from the vectors.
  SmallVector<Value> numbers;
  SmallVector<scf::ForOp> made;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static SmallVector<Value> flatten(ArrayRef<Vectors> carried) {
  SmallVector<Value> flat;
  for (const Vectors &vectors : carried)
    llvm::append_range(flat, vectors);
  return flat;
}

/// `flat` divided into as many as there are in each of `like`.
static SmallVector<Vectors> unflatten(ValueRange flat, ArrayRef<Vectors> like) {
  SmallVector<Vectors> carried;
  for (const Vectors &vectors : like) {
    carried.emplace_back(flat.take_front(vectors.size()));
    flat = flat.drop_front(vectors.size());
  }
  return carried;
}

SmallVector<Vectors> Vectorization::makeNeutral(int64_t vectors) {
  SmallVector<Vectors> neutral;
  for (auto [index, reduction] : llvm::enumerate(reductions)) {
    auto type = VectorType::get({plan.lanes}, reduction.type);
    bool isZero = reduction.isZero(loop.getInits()[index]);
    TypedAttr element =
        isZero ? rewriter.getZeroAttr(reduction.type) : reduction.getNeutral();
    Value none = arith::ConstantOp::create(
        rewriter, loc, DenseElementsAttr::get(type, element));
    neutral.emplace_back(vectors, none);
  }
  return neutral;
}

/// Bounds in memory may be in another order, and the loop is then empty; a size
/// is not negative.
Value Vectorization::buildTripCount() {
  Value upper = loop.getUpperBound();
  if (isConstantIntValue(loop.getLowerBound(), 0) &&
      upper.getDefiningOp<memref::DimOp>())
    return upper;
  Value count =
      arith::SubIOp::create(rewriter, loc, upper, loop.getLowerBound());
  return arith::MaxSIOp::create(rewriter, loc, count, makeIndex(0));
}

void Vectorization::label(scf::ForOp made, LoopRole role) {
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  if (LoopAttr label = spindle::iter::getLabel(loop))
    made->setAttr(spindle::iter::IterDialect::kLoopAttr,
                  spindle::iter::withRole(label, role));
  this->made.push_back(made);
}

/// Combines vectors in pairs, then the elements of the last one and `number`.
Value Vectorization::reduce(const LoopReduction &reduction, Vectors vectors,
                            Value number) {
  while (vectors.size() > 1) {
    Vectors halves;
    for (size_t index = 0; index + 1 < vectors.size(); index += 2)
      halves.push_back(
          reduction.combine(rewriter, loc, vectors[index], vectors[index + 1]));
    if (vectors.size() % 2 != 0)
      halves.push_back(vectors.back());
    vectors = halves;
  }
  // The vectors start as this number does.
  if (reduction.isZero(number))
    number = Value();
  return reduction.reduce(rewriter, loc, vectors.front(), number);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

SmallVector<Vectors> Vectorization::buildBlock(Value first, int64_t vectors,
                                               Value count,
                                               ArrayRef<Vectors> carried) {
  Value mask;
  if (count) {
    Value before = makeIndex((vectors - 1) * plan.lanes);
    Value inLast = arith::SubIOp::create(rewriter, loc, count, before);
    mask = vector::CreateMaskOp::create(
        rewriter, loc, VectorType::get({plan.lanes}, rewriter.getI1Type()),
        inLast);
  }
  BlockShape shape{first, vectors, count, mask};
  return BlockBuilder(rewriter, plan, shape).build(carried);
}

void Vectorization::buildBlocks(Value end) {
  SmallVector<Vectors> before = carried;
  auto buildBody = [&](OpBuilder &, Location, Value first, ValueRange values) {
    SmallVector<Vectors> after = buildBlock(first, options.interleave, Value(),
                                            unflatten(values, before));
    scf::YieldOp::create(rewriter, loc, flatten(after));
  };
  auto blocks =
      scf::ForOp::create(rewriter, loc, loop.getLowerBound(), end,
                         makeIndex(blockSize), flatten(before), buildBody);
  carried = unflatten(blocks.getResults(), before);
  label(blocks, LoopRole::Tile);
}

void Vectorization::runStatic(int64_t count) {
  int64_t full = count / blockSize, rest = count % blockSize;
  int64_t restVectors = llvm::divideCeil(rest, plan.lanes);
  Value first = loop.getLowerBound();
  carried = makeNeutral(full > 0 ? options.interleave : restVectors);
  if (full == 0 && options.remainder == Remainder::Scalar)
    return buildScalarRest(first);
  Value end = rewriter.createOrFold<arith::AddIOp>(loc, first,
                                                   makeIndex(full * blockSize));
  if (full == 1)
    carried = buildBlock(first, options.interleave, Value(), carried);
  else if (full > 1)
    buildBlocks(end);
  if (rest == 0)
    return;
  if (options.remainder == Remainder::Scalar)
    return buildScalarRest(end);
  SmallVector<Vectors> some;
  for (const Vectors &vectors : carried)
    some.emplace_back(ArrayRef(vectors).take_front(restVectors));
  Value masked = rest % plan.lanes == 0 ? Value() : makeIndex(rest);
  some = buildBlock(end, restVectors, masked, some);
  for (auto [vectors, changed] : llvm::zip_equal(carried, some))
    llvm::copy(changed, vectors.begin());
}

/// Each vector under a mask: a lane that is left over waits for those that are
/// not, which costs nothing where lanes have an element each.
void Vectorization::runMasked() {
  SmallVector<Vectors> before = makeNeutral(1);
  auto buildBody = [&](OpBuilder &, Location, Value first, ValueRange values) {
    Value count =
        arith::SubIOp::create(rewriter, loc, loop.getUpperBound(), first);
    scf::YieldOp::create(
        rewriter, loc,
        flatten(buildBlock(first, 1, count, unflatten(values, before))));
  };
  auto blocks = scf::ForOp::create(rewriter, loc, loop.getLowerBound(),
                                   loop.getUpperBound(), makeIndex(plan.lanes),
                                   flatten(before), buildBody);
  carried = unflatten(blocks.getResults(), before);
  label(blocks, LoopRole::Tile);
}

/// One vector has a lane for each iteration, and for none if there are less.
void Vectorization::runAtOnce() {
  carried =
      buildBlock(loop.getLowerBound(), 1, buildTripCount(), makeNeutral(1));
}

void Vectorization::runDynamic() {
  carried = makeNeutral(options.interleave);
  Value count = buildTripCount();
  Value rest =
      arith::RemUIOp::create(rewriter, loc, count, makeIndex(blockSize));
  Value full = arith::SubIOp::create(rewriter, loc, count, rest);
  Value end = arith::AddIOp::create(rewriter, loc, loop.getLowerBound(), full);
  buildBlocks(end);
  if (options.remainder == Remainder::Scalar)
    buildScalarRest(end);
  else
    buildMaskedRest(end, rest);
}

//===----------------------------------------------------------------------===//
// What fills no block
//===----------------------------------------------------------------------===//

void Vectorization::buildRestCase(Region &region, Value first, Value rest,
                                  int64_t vectors) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.createBlock(&region);
  SmallVector<Vectors> after = carried, some;
  for (const Vectors &all : carried)
    some.emplace_back(ArrayRef(all).take_front(vectors));
  if (vectors > 0)
    some = buildBlock(first, vectors, rest, some);
  for (auto [all, changed] : llvm::zip_equal(after, some))
    llvm::copy(changed, all.begin());
  scf::YieldOp::create(rewriter, loc, flatten(after));
}

void Vectorization::buildMaskedRest(Value first, Value rest) {
  Value most = makeIndex(plan.lanes - 1);
  Value filled = arith::AddIOp::create(rewriter, loc, rest, most);
  Value vectors =
      arith::DivUIOp::create(rewriter, loc, filled, makeIndex(plan.lanes));
  SmallVector<int64_t> cases =
      llvm::to_vector(llvm::seq<int64_t>(1, options.interleave + 1));
  SmallVector<Value> flat = flatten(carried);
  auto choice = scf::IndexSwitchOp::create(
      rewriter, loc, ValueRange(flat).getTypes(), vectors, cases, cases.size());
  buildRestCase(choice.getDefaultRegion(), first, rest, 0);
  for (auto [region, number] : llvm::zip_equal(choice.getCaseRegions(), cases))
    buildRestCase(region, first, rest, number);
  carried = unflatten(choice.getResults(), carried);
}

/// Goes on from what the loop is given, so that it need not wait for the
/// vectors.
void Vectorization::buildScalarRest(Value first) {
  auto rest = cast<scf::ForOp>(rewriter.clone(*loop));
  rest.setLowerBound(first);
  numbers = llvm::to_vector_of<Value>(rest.getResults());
  label(rest, LoopRole::Tail);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

void Vectorization::replaceResults() {
  for (auto [index, reduction] : llvm::enumerate(reductions))
    if (!carried[index].empty())
      numbers[index] = reduce(reduction, carried[index], numbers[index]);
  rewriter.replaceOp(loop, numbers);
}

/// A sum of a few elements takes a mask for less than a choice of ways.
bool Vectorization::isAtOnce() const {
  int64_t most = getMostIterations(loop).value_or(INT64_MAX);
  return most <= plan.lanes && !reductions.empty() &&
         options.remainder == Remainder::Masked;
}

bool Vectorization::isMasked() const {
  return plan.lanes > 1 && options.interleave == 1 &&
         options.remainder == Remainder::Masked &&
         plan.lanes == spindle::iter::countLanes(loop);
}

int64_t Vectorization::countVectors() const {
  int64_t rest = 0, block = options.interleave;
  if (std::optional<int64_t> count = getIterations(loop)) {
    rest =
        llvm::divideCeil(std::max<int64_t>(*count, 0) % blockSize, plan.lanes);
    block = *count < blockSize ? 0 : block;
  } else if (isAtOnce() || isMasked()) {
    return 1;
  } else {
    // The remainder has code for each number of them.
    rest = block * (block + 1) / 2;
  }
  return options.remainder == Remainder::Scalar ? block : block + rest;
}

SmallVector<scf::ForOp> Vectorization::run() {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(loop);
  numbers = llvm::to_vector_of<Value>(loop.getInits());
  if (std::optional<int64_t> count = getIterations(loop))
    runStatic(*count);
  else if (isAtOnce())
    runAtOnce();
  else if (isMasked())
    runMasked();
  else
    runDynamic();
  replaceResults();
  return made;
}

FailureOr<SmallVector<scf::ForOp>>
spindle::loops::vectorize(RewriterBase &rewriter, scf::ForOp loop,
                          const VectorizeOptions &options,
                          std::string &refusal) {
  LaneKinds kinds(loop);
  auto reductions = checkVectorizable(loop, kinds, options, refusal);
  if (failed(reductions))
    return failure();
  int64_t group = spindle::iter::countLanes(loop);
  ValueForms forms(loop, kinds, group > 1 ? Gathers::OfLanes : options.gathers);
  int64_t lanes = options.lanes ? options.lanes
                                : chooseLanes(loop, options.vectorBits, group);
  VectorPlan plan{loop, kinds, forms, lanes};
  Vectorization vectorization(rewriter, plan, options, *reductions);
  int64_t single = forms.countSingle() * lanes * vectorization.countVectors();
  if (single > kMostSingle) {
    refusal = "it would become " + std::to_string(single) +
              " operations on single elements, of " + std::to_string(lanes) +
              " lanes, and at most " + std::to_string(kMostSingle) +
              " are made: fewer lanes or a smaller interleave would do";
    return failure();
  }
  return vectorization.run();
}

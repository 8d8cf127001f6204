//===- Launches.cpp - a loop's body as a kernel ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// What a kernel needs from outside reaches it in one of two ways. Constants,
// and what is read from memory, are computed again in the kernel. All else is
// passed: a number as it is, a memref as a pointer to its element 0 and what
// its type leaves open, so that the kernel's parameters are pointers and
// numbers.
//
//===----------------------------------------------------------------------===//

#include "Launches.h"

#include "BlockBodies.h"
#include "HostCode.h"
#include "Spindle/Dialect/Iter/IR/BlockLoops.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace spindle;

//===----------------------------------------------------------------------===//
// What a kernel needs
//===----------------------------------------------------------------------===//

namespace {
/// The values from outside that a kernel needs, each after what it is computed
/// from.
struct Needs {
  /// Those that are passed.
  SetVector<Value> passed;
  /// What computes the others.
  SetVector<Operation *> repeated;

  void add(Value value);
};
} // namespace

void Needs::add(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op ||
      (!op->hasTrait<OpTrait::ConstantLike>() && !isReadFromMemory(value))) {
    passed.insert(value);
    return;
  }
  if (repeated.contains(op))
    return;
  SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  for (Value inner : used)
    add(inner);
  repeated.insert(op);
}

static Needs findNeeds(scf::ForallOp loop) {
  Needs needs;
  SetVector<Value> used(loop->operand_begin(), loop->operand_end());
  getUsedValuesDefinedAbove(loop.getRegion(), used);
  for (Value value : used)
    needs.add(value);
  return needs;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

namespace {
/// A value as the kernel is passed it and has it again.
struct Parameter {
  Value value;
  /// Of a memref: its base, and what of the rest is not in the type.
  Value base;
  OpFoldResult offset;
  SmallVector<OpFoldResult> sizes, strides;
};

/// Builds the parameters of a kernel, and on the other side what they stand
/// for.
class Parameters {
public:
  Parameters(Location loc, const LaunchChoices &choices)
      : loc(loc), narrow(choices.indexBitwidth == 32) {}

  /// Before the launch.
  void pass(OpBuilder &builder, Value value);

  /// In the kernel: maps each value that was passed.
  void receive(OpBuilder &builder, IRMapping &mapping);

private:
  OpFoldResult passNumber(OpBuilder &builder, OpFoldResult number);
  OpFoldResult receiveNumber(OpBuilder &builder, OpFoldResult number);
  Value receiveMemRef(OpBuilder &builder, const Parameter &parameter);

  Location loc;
  /// An index is passed in 32 bits.
  bool narrow;
  SmallVector<Parameter> list;
};
} // namespace

OpFoldResult Parameters::passNumber(OpBuilder &builder, OpFoldResult number) {
  auto value = dyn_cast<Value>(number);
  if (!value || !narrow || !value.getType().isIndex())
    return number;
  return arith::IndexCastOp::create(builder, loc, builder.getI32Type(), value)
      .getResult();
}

OpFoldResult Parameters::receiveNumber(OpBuilder &builder,
                                       OpFoldResult number) {
  auto value = dyn_cast<Value>(number);
  if (!value || value.getType().isIndex())
    return number;
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(), value)
      .getResult();
}

void Parameters::pass(OpBuilder &builder, Value value) {
  Parameter &parameter = list.emplace_back();
  parameter.value = value;
  if (!isa<MemRefType>(value.getType())) {
    parameter.offset = passNumber(builder, value);
    return;
  }
  auto parts = memref::ExtractStridedMetadataOp::create(builder, loc, value);
  auto passAll = [&](ArrayRef<OpFoldResult> numbers) {
    return llvm::map_to_vector(numbers, [&](OpFoldResult number) {
      return passNumber(builder, number);
    });
  };
  parameter.base = parts.getBaseBuffer();
  parameter.offset = passNumber(builder, parts.getConstifiedMixedOffset());
  parameter.sizes = passAll(parts.getConstifiedMixedSizes());
  parameter.strides = passAll(parts.getConstifiedMixedStrides());
}

Value Parameters::receiveMemRef(OpBuilder &builder,
                                const Parameter &parameter) {
  auto receiveAll = [&](ArrayRef<OpFoldResult> numbers) {
    return llvm::map_to_vector(numbers, [&](OpFoldResult number) {
      return receiveNumber(builder, number);
    });
  };
  return memref::ReinterpretCastOp::create(
      builder, loc, cast<MemRefType>(parameter.value.getType()), parameter.base,
      receiveNumber(builder, parameter.offset), receiveAll(parameter.sizes),
      receiveAll(parameter.strides));
}

void Parameters::receive(OpBuilder &builder, IRMapping &mapping) {
  for (const Parameter &parameter : list) {
    if (parameter.base) {
      mapping.map(parameter.value, receiveMemRef(builder, parameter));
      continue;
    }
    Value number = cast<Value>(parameter.offset);
    if (parameter.value.getType().isIndex())
      number = cast<Value>(receiveNumber(builder, number));
    mapping.map(parameter.value, number);
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

namespace {
/// Makes one launch.
class LaunchBuilder {
public:
  LaunchBuilder(scf::ForallOp loop, const LaunchChoices &choices)
      : loop(loop), choices(choices), loc(loop.getLoc()), builder(loop),
        perBlock(choices.threads) {
    if (iter::WorkersAttr workers = iter::getWorkers(loop)) {
      lanes = workers.getLanes();
      perBlock = workers.getPerBlock();
    }
    roundsPerBlock = iter::isBlockLoop(loop) ? 1 : perBlock;
  }

  void build(StringRef kernels, StringRef name);

private:
  /// The number of rounds from `begin`, `end` and `step`.
  Value countRounds(Value begin, Value end, Value step);
  /// The number of rounds, or what is no less, before the launch.
  Value boundRounds();
  bool hasRows();
  /// The sizes of the grid along x and y.
  std::pair<Value, Value> makeGrid();
  /// The number of the worker, or of the block, that runs the kernel.
  Value makeWorker(gpu::LaunchOp launch);
  void fillKernel(gpu::LaunchOp launch, Parameters &parameters,
                  const Needs &needs);
  void buildRound(gpu::LaunchOp launch, IRMapping &mapping);

  Value constant(int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }
  Value materialize(OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(builder, loc, number);
  }

  scf::ForallOp loop;
  const LaunchChoices &choices;
  Location loc;
  OpBuilder builder;
  /// Threads of a worker, workers of a block, and rounds that a block does.
  int64_t lanes = 1, perBlock, roundsPerBlock;
};
} // namespace

Value LaunchBuilder::countRounds(Value begin, Value end, Value step) {
  if (matchPattern(begin, m_Zero()) && matchPattern(step, m_One()))
    return end;
  Value rounds = arith::CeilDivSIOp::create(
      builder, loc, arith::SubIOp::create(builder, loc, end, begin), step);
  return arith::MaxSIOp::create(builder, loc, rounds, constant(0));
}

Value LaunchBuilder::boundRounds() {
  if (isCountedByHost(loop))
    return countRounds(materialize(loop.getMixedLowerBound().front()),
                       materialize(loop.getMixedUpperBound().front()),
                       materialize(loop.getMixedStep().front()));
  auto [memref, dimension] = findExtent(loop);
  return memref::DimOp::create(builder, loc, memref, dimension);
}

/// A grid has a block at least: what is launched on none is an error. It is
/// as long as it can be before it has a second row.
std::pair<Value, Value> LaunchBuilder::makeGrid() {
  Value some = arith::MaxSIOp::create(builder, loc, boundRounds(), constant(1));
  Value blocks = some;
  if (roundsPerBlock > 1)
    blocks = arith::CeilDivUIOp::create(builder, loc, some,
                                        constant(roundsPerBlock));
  if (!hasRows())
    return {blocks, constant(1)};
  Value length =
      arith::MinUIOp::create(builder, loc, blocks, constant(choices.rowBlocks));
  return {length, arith::CeilDivUIOp::create(builder, loc, blocks, length)};
}

/// Where the number of blocks may be too large for one row of them.
bool LaunchBuilder::hasRows() {
  std::optional<int64_t> rounds =
      loop.isNormalized()
          ? getConstantIntValue(loop.getMixedUpperBound().front())
          : std::nullopt;
  return choices.indexBitwidth != 32 &&
         (!rounds || *rounds > choices.rowBlocks);
}

Value LaunchBuilder::makeWorker(gpu::LaunchOp launch) {
  Value block = launch.getBlockIds().x;
  if (hasRows()) {
    // Where there is a second row, the rows are as long as they can be.
    Value before = arith::MulIOp::create(builder, loc, launch.getBlockIds().y,
                                         constant(choices.rowBlocks));
    block = arith::AddIOp::create(builder, loc, before, block);
  }
  if (iter::isBlockLoop(loop))
    return block;
  Value first = arith::MulIOp::create(builder, loc, block, constant(perBlock));
  return arith::AddIOp::create(builder, loc, first, launch.getThreadIds().y);
}

/// A worker does the round of its own number, where there is one.
void LaunchBuilder::buildRound(gpu::LaunchOp launch, IRMapping &mapping) {
  auto get = [&](OpFoldResult bound) {
    auto value = dyn_cast<Value>(bound);
    return value ? mapping.lookup(value) : materialize(bound);
  };
  Value begin = get(loop.getMixedLowerBound().front());
  Value step = get(loop.getMixedStep().front());
  Value rounds =
      countRounds(begin, get(loop.getMixedUpperBound().front()), step);
  Value worker = makeWorker(launch);
  Value exists = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                       worker, rounds);
  auto round = scf::IfOp::create(builder, loc, exists);
  builder.setInsertionPointToStart(round.thenBlock());
  Value index = worker;
  if (!loop.isNormalized())
    index = arith::AddIOp::create(
        builder, loc, begin, arith::MulIOp::create(builder, loc, worker, step));
  mapping.map(loop.getInductionVar(0), index);
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
}

void LaunchBuilder::fillKernel(gpu::LaunchOp launch, Parameters &parameters,
                               const Needs &needs) {
  builder.setInsertionPointToStart(&launch.getBody().front());
  IRMapping mapping;
  parameters.receive(builder, mapping);
  for (Operation *op : needs.repeated)
    builder.clone(*op, mapping);
  buildRound(launch, mapping);
  builder.setInsertionPointToEnd(&launch.getBody().front());
  gpu::TerminatorOp::create(builder, loc);
}

/// Has the kernel's shared memory be that of the launch.
static void moveSharedMemory(gpu::LaunchOp launch) {
  SmallVector<memref::AllocaOp> shared;
  launch.walk([&](memref::AllocaOp alloca) {
    if (isOfBlock(alloca))
      shared.push_back(alloca);
  });
  for (memref::AllocaOp alloca : shared) {
    Value memory =
        launch.addWorkgroupAttribution(alloca.getType(), alloca.getLoc());
    alloca.replaceAllUsesWith(memory);
    alloca.erase();
  }
}

void LaunchBuilder::build(StringRef kernels, StringRef name) {
  convertBlockBody(loop);
  Needs needs = findNeeds(loop);
  Parameters parameters(loc, choices);
  for (Value value : needs.passed)
    parameters.pass(builder, value);
  auto [length, height] = makeGrid();
  Value one = constant(1);
  auto getSymbol = [&](StringRef symbol) {
    return FlatSymbolRefAttr::get(builder.getContext(), symbol);
  };
  auto launch = gpu::LaunchOp::create(
      builder, loc, length, height, one, constant(lanes), constant(perBlock),
      one,
      /*dynamicSharedMemorySize=*/Value(), /*asyncTokenType=*/Type(),
      /*asyncDependencies=*/ValueRange(), /*workgroupAttributions=*/TypeRange(),
      /*privateAttributions=*/TypeRange(), /*clusterSizeX=*/Value(),
      /*clusterSizeY=*/Value(), /*clusterSizeZ=*/Value(), getSymbol(kernels),
      getSymbol(name));
  fillKernel(launch, parameters, needs);
  moveSharedMemory(launch);
  loop.erase();
}

void spindle::convertToLaunch(scf::ForallOp loop, const LaunchChoices &choices,
                              StringRef kernels, StringRef name) {
  LaunchBuilder(loop, choices).build(kernels, name);
}

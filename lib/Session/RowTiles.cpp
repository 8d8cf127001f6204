//===- RowTiles.cpp - whether a program's products share tiles ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowTiles.h"

#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Sparse/IR/TensorPieces.h"
#include "Spindle/Runtime/Inspect/TileFusion.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Operand.h"
#include "Spindle/Session/Stages.h"
#include "Spindle/Strategy/TileChoice.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;
using spindle::axis::SparseVariableOp;
using spindle::axis::TileFusionOp;
using spindle::runtime::RowPattern;

//===----------------------------------------------------------------------===//
// What values of lowered programs are for operands
//===----------------------------------------------------------------------===//

/// Which piece of an operand `value` is; null for anything else.
static sparse::PieceAttr getOwnPiece(Value value) {
  auto argument = dyn_cast_or_null<BlockArgument>(value);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  if (!function)
    return {};
  return function.getArgAttrOfType<sparse::PieceAttr>(
      argument.getArgNumber(), sparse::SparseDialect::kPieceAttr);
}

/// The operand, in one part, that `piece` is of; null for none.
static const Operand *findOwner(sparse::PieceAttr piece,
                                llvm::ArrayRef<Operand> operands) {
  if (!piece || !piece.getPart().empty())
    return nullptr;
  const Operand *found = llvm::find_if(operands, [&](const Operand &operand) {
    return operand.spec->name == piece.getTensor().getValue();
  });
  return found == operands.end() ? nullptr : found;
}

/// The size that `op` finds in the shape of a dense operand's values; nothing
/// where it finds another one.
static std::optional<int64_t> evaluateDim(memref::DimOp op,
                                          llvm::ArrayRef<Operand> operands) {
  sparse::PieceAttr piece = getOwnPiece(op.getSource());
  const Operand *operand = findOwner(piece, operands);
  std::optional<int64_t> place = op.getConstantIndex();
  if (!operand || !place || operand->spec->kind != OperandKind::Dense)
    return std::nullopt;
  auto type = cast<sparse::SparseTensorType>(operand->spec->type);
  for (auto [dim, size] : llvm::enumerate(operand->shape))
    if (sparse::getDimOfValues(type.getFormat(), dim) == *place)
      return size;
  return std::nullopt;
}

/// The number that `value` is for `operands`, as far as sizes tell it.
static std::optional<int64_t> evaluateSize(Value value,
                                           llvm::ArrayRef<Operand> operands) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  if (sparse::PieceAttr piece = getOwnPiece(value)) {
    const Operand *operand = findOwner(piece, operands);
    if (!operand || piece.getRole() != sparse::PieceRole::Size)
      return std::nullopt;
    return operand->shape[piece.getIndex()];
  }
  if (auto dim = value.getDefiningOp<memref::DimOp>())
    return evaluateDim(dim, operands);
  Operation *op = value.getDefiningOp();
  if (!isa_and_nonnull<arith::AddIOp, arith::MulIOp>(op))
    return std::nullopt;
  auto first = evaluateSize(op->getOperand(0), operands);
  auto second = evaluateSize(op->getOperand(1), operands);
  if (!first || !second)
    return std::nullopt;
  return isa<arith::AddIOp>(op) ? *first + *second : *first * *second;
}

//===----------------------------------------------------------------------===//
// Pairs of products
//===----------------------------------------------------------------------===//

static runtime::IndexArray viewOfPattern(const runtime::Array &array) {
  auto *data = const_cast<void *>(array.data());
  return {static_cast<char *>(data), runtime::dtypeSize(array.dtype()),
          array.size()};
}

/// The columns of rows that `axis` has in `operands`; nothing where they are
/// not there. Sets `name` to the operand's.
static std::optional<RowPattern>
findRows(Value axis, llvm::ArrayRef<Operand> operands, std::string &name) {
  auto rows = axis.getDefiningOp<SparseVariableOp>();
  sparse::PieceAttr piece = rows ? getOwnPiece(rows.getPositions()) : nullptr;
  sparse::PieceAttr other = rows ? getOwnPiece(rows.getCoordinates()) : nullptr;
  if (!piece || !other || other.getTensor() != piece.getTensor() ||
      other.getIndex() != piece.getIndex())
    return std::nullopt;
  name = piece.getTensor().getValue().str();
  const Operand *operand = findOwner(piece, operands);
  if (!operand)
    return std::nullopt;
  size_t level = piece.getIndex();
  RowPattern pattern;
  pattern.positions = viewOfPattern(operand->storage.positions[level]);
  pattern.columns = viewOfPattern(operand->storage.coordinates[level]);
  pattern.rows = pattern.positions.size - 1;
  // Memory may be longer than what is in use.
  if (pattern.rows >= 0)
    pattern.columns.size =
        std::min(pattern.columns.size,
                 getIndex(operand->storage.positions[level], pattern.rows));
  return pattern;
}

/// Sets the shares of `pair` by the pattern of a consumer of `op`, which reads
/// `rows` rows; behind the first one that of elements is the most that it can
/// be, since rows of the rest are in no tile. Gives the rows of the pattern.
static std::optional<int64_t> describeShare(TileFusionOp op, size_t consumer,
                                            std::optional<int64_t> rows,
                                            llvm::ArrayRef<Operand> operands,
                                            ProductPair &pair) {
  auto pattern = findRows(op.getPatternOf(consumer), operands, pair.pattern);
  auto tile = evaluateSize(op.getTile(), operands);
  if (!pattern || !rows || !tile)
    return std::nullopt;
  if (auto fused = runtime::countFused(*rows, *pattern, *tile,
                                       op.readsItself(consumer))) {
    pair.fusedShare = double(fused->elements) /
                      double(std::max<int64_t>(pattern->columns.size, 1));
    pair.escapingShare =
        double(fused->escapes) / double(std::max<int64_t>(*rows, 1));
  }
  return pattern->rows;
}

/// What is known of the products that `op` finds tiles for: of each that reads
/// another one.
static void describePairs(TileFusionOp op, llvm::ArrayRef<Operand> operands,
                          std::vector<ProductPair> &pairs) {
  // The bytes of a row of what lies between, of six numbers of bytes.
  constexpr int64_t rowOfBetween = 4;
  ProductPair pair;
  pair.isSparse = bool(op.getOf());
  std::optional<int64_t> rows = evaluateSize(op.getRows(), operands);
  if (auto row = evaluateSize(op.getBytes()[rowOfBetween], operands);
      row && rows) {
    pair.betweenBytes = *row * *rows;
    pair.tileBytes = *row * evaluateSize(op.getTile(), operands).value_or(0);
  }
  for (size_t consumer = 0; consumer < op.getNumConsumers(); ++consumer) {
    pair.fusedShare = pair.escapingShare = std::nullopt;
    rows = describeShare(op, consumer, rows, operands, pair);
    // Rows of the first alone may be kept.
    if (consumer > 0)
      pair.escapingShare = std::nullopt;
    pairs.push_back(pair);
  }
}

/// Calls `visit` with each operation that finds tiles where `tiles` has lowered
/// `program` up to `stop`; with none of a program that it cannot lower. Error:
/// `Cancelled`.
static llvm::Error tryTiles(const Program &program,
                            const std::shared_ptr<Schedule> &tiles, StopAt stop,
                            const Options &options,
                            llvm::function_ref<void(TileFusionOp)> visit) {
  OwningOpRef<ModuleOp> module = program.module.get().clone();
  LoweringChoices choices = getChoices(program, options);
  choices.schedule = tiles;
  // It is a trial, of which nobody is told.
  Watcher watcher;
  watcher.token = options.watcher.token;
  if (llvm::Error error = lower(*module, program, stop, choices, watcher)) {
    llvm::consumeError(std::move(error));
    return watcher.check();
  }
  module->walk(visit);
  return llvm::Error::success();
}

/// The products of `program` that `tiles` has in tiles of rows. Error:
/// `Cancelled`.
static llvm::Expected<std::vector<ProductPair>>
findPairs(const Program &program, llvm::ArrayRef<Operand> operands,
          const std::shared_ptr<Schedule> &tiles, const Options &options) {
  std::vector<ProductPair> pairs;
  if (llvm::Error error = tryTiles(
          program, tiles, StopAt::Coordinates, options,
          [&](TileFusionOp op) { describePairs(op, operands, pairs); }))
    return std::move(error);
  return pairs;
}

/// The knob that has tiles keep the rows that they make.
static constexpr llvm::StringLiteral kKeep = "private";

/// Has `tiles` keep rows, if that is legal in `program`; whether it is. Error:
/// `Cancelled`.
static llvm::Expected<bool> keepRows(const Program &program,
                                     const std::shared_ptr<Schedule> &tiles,
                                     const Options &options) {
  bool isKept = false;
  if (llvm::Error error = tiles->setKnob(kKeep, "1")) {
    llvm::consumeError(std::move(error));
    return false;
  }
  // What is kept is copied by an axis of the rows that escape.
  llvm::Error error = tryTiles(
      program, tiles, StopAt::Positions, options, [&](TileFusionOp op) {
        isKept |= llvm::any_of(op.getEscapes().getUsers(), [](Operation *user) {
          return isa<axis::AxisOpInterface>(user);
        });
      });
  if (!isKept)
    llvm::consumeError(tiles->setKnob(kKeep, "0"));
  if (error)
    return std::move(error);
  return isKept;
}

/// Chooses for `program` with `pairs`. Error: `Cancelled`.
static llvm::Expected<TileChoice>
choosePairs(const Program &program, std::vector<ProductPair> pairs,
            const std::shared_ptr<Schedule> &tiles,
            llvm::ArrayRef<std::string> set, const Options &options) {
  Target target = getTarget(options);
  auto forgetEscapes = [&] {
    for (ProductPair &pair : pairs)
      pair.escapingShare = std::nullopt;
  };
  if (llvm::is_contained(set, kKeep))
    forgetEscapes();
  TileChoice choice = chooseTiles(pairs, target);
  if (!choice.keepsRows)
    return choice;
  auto isKept = keepRows(program, tiles, options);
  if (!isKept)
    return isKept.takeError();
  if (*isKept)
    return choice;
  forgetEscapes();
  return chooseTiles(pairs, target);
}

/// Why no run could be given the tiles of `program`; empty for none.
static std::string refuseTiles(const Program &program,
                               llvm::ArrayRef<std::string> set,
                               const Options &options) {
  if (!program.versions.empty())
    return "code for several sizes finds tiles in each run";
  if (!program.operands.empty() && program.operands.back().isResult)
    return "a program that returns tensors finds tiles in each run";
  if (!options.fixedStructures)
    return "tiles would be found in each run, whose structures may be others";
  if (set.size() < options.knobs.size())
    return "knobs are given, of the schedule without tiles";
  return "";
}

/// Has `tiles` store results past the caches, and take rows by blocks, where
/// `strategy` does, unless the user has `set` that. Other knobs are for loops
/// that tiles change.
static void takeKnobs(Schedule &tiles, const Strategy &strategy,
                      llvm::ArrayRef<std::string> set) {
  for (const NestStrategy &nest : strategy.nests)
    for (const FragmentChoice &fragment : nest.fragments)
      for (const KnobChoice &choice : fragment.knobs)
        if (llvm::is_contained({"stream", "row_block"}, choice.knob) &&
            !llvm::is_contained(set, choice.knob))
          llvm::consumeError(tiles.setKnob(choice.knob, choice.value));
}

llvm::Error session::chooseRowTiles(Program &program,
                                    llvm::ArrayRef<Operand> operands,
                                    std::shared_ptr<Schedule> tiles,
                                    llvm::ArrayRef<std::string> set,
                                    const Options &options) {
  auto pairs = findPairs(program, operands, tiles, options);
  if (!pairs)
    return pairs.takeError();
  if (pairs->empty())
    return llvm::Error::success();
  Strategy &strategy = *program.strategy;
  strategy.rowTiles = refuseTiles(program, set, options);
  if (!strategy.rowTiles.empty())
    return llvm::Error::success();
  auto choice = choosePairs(program, std::move(*pairs), tiles, set, options);
  if (!choice)
    return choice.takeError();
  strategy.rowTiles = choice->reason;
  if (!choice->isTiled)
    return llvm::Error::success();
  takeKnobs(*tiles, strategy, set);
  strategy.schedule = tiles->getName().str();
  strategy.reason = choice->reason;
  strategy.nests.clear();
  program.schedule = std::move(tiles);
  return llvm::Error::success();
}

//===- MovementRules.cpp - zeros through what moves elements --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "ScalarNumbers.h"
#include "ScalarRules.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;

/// For each dimension, places of elements in it.
using Places = std::vector<MaskSizes>;

static MaskSizes getShape(Value value) {
  return cast<ShapedType>(value.getType()).getShape().vec();
}

/// For each of `size` elements of a slice its number in what it is a slice of.
static MaskSizes getSlice(int64_t size, int64_t offset, int64_t stride) {
  MaskSizes numbers(size);
  for (int64_t i = 0; i < size; ++i)
    numbers[i] = offset + i * stride;
  return numbers;
}

/// For each of `size` elements the element of `numbers` that has its number, -1
/// if none has.
static MaskSizes invert(const MaskSizes &numbers, int64_t size) {
  MaskSizes inverse(size, -1);
  for (size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] >= 0 && numbers[i] < size)
      inverse[numbers[i]] = i;
  return inverse;
}

static Places invert(const Places &numbers, const MaskSizes &shape) {
  Places inverse(numbers.size());
  for (size_t dim = 0; dim < numbers.size(); ++dim)
    inverse[dim] = invert(numbers[dim], shape[dim]);
  return inverse;
}

/// Where elements of a slice lie, in the shape of the tensor that it is cut
/// from, with dimensions that are dropped; nothing if it is not static.
template <typename Op> static std::optional<Places> getSliceNumbers(Op op) {
  if (ShapedType::isDynamicShape(op.getStaticSizes()) ||
      ShapedType::isDynamicShape(op.getStaticOffsets()) ||
      ShapedType::isDynamicShape(op.getStaticStrides()))
    return std::nullopt;
  Places numbers;
  for (auto [size, offset, stride] : llvm::zip_equal(
           op.getStaticSizes(), op.getStaticOffsets(), op.getStaticStrides()))
    numbers.push_back(getSlice(size, offset, stride));
  return numbers;
}

/// The shape of `numbers`.
static MaskSizes getSizes(const Places &numbers) {
  MaskSizes sizes;
  for (const MaskSizes &dim : numbers)
    sizes.push_back(dim.size());
  return sizes;
}

/// For elements of a padded tensor their numbers in the one that was padded.
static std::optional<Places> getPadNumbers(tensor::PadOp op) {
  if (ShapedType::isDynamicShape(op.getStaticLow()) ||
      ShapedType::isDynamicShape(op.getStaticHigh()))
    return std::nullopt;
  Places numbers;
  MaskSizes padded = getShape(op.getResult()),
            source = getShape(op.getSource());
  for (auto [dim, low] : llvm::enumerate(op.getStaticLow()))
    numbers.push_back(invert(getSlice(source[dim], low, 1), padded[dim]));
  return numbers;
}

/// Calls `visit` with each operand of a concatenation and where its elements
/// are.
static void
forPieces(tensor::ConcatOp op,
          llvm::function_ref<void(unsigned, const Places &)> visit) {
  int64_t offset = 0;
  for (auto [number, piece] : llvm::enumerate(op.getInputs())) {
    Places numbers;
    for (auto [dim, size] : llvm::enumerate(getShape(piece)))
      numbers.push_back(getSlice(size, dim == op.getDim() ? offset : 0, 1));
    visit(number, numbers);
    offset += getShape(piece)[op.getDim()];
  }
}

//===----------------------------------------------------------------------===//
// Facts of elements that move, masks or numbers
//===----------------------------------------------------------------------===//

static Mask unite(const Mask &a, const Mask &b) { return a | b; }

static Numbers unite(const Numbers &a, const Numbers &b) {
  return combineCells(
      a, b, [](const Number &a, const Number &b) { return a.meet(b); });
}

/// What is known of the elements of `mask` alone.
static Mask restrict(const Mask &facts, const Mask &mask) {
  return facts & mask;
}

static Numbers restrict(const Numbers &facts, const Mask &mask) {
  return combineCells(facts, mask, [](const Number &number, uint8_t has) {
    return has ? number : Number();
  });
}

static Mask getNothing(const Mask &facts) {
  return Mask::none(facts.getShape());
}

static Numbers getNothing(const Numbers &facts) {
  return Numbers(facts.getShape(), Number());
}

/// What is known of the result of `op`, which has `result` so far, if that of
/// its operands is, and `padding` of what lies around them. Nothing if it does
/// not move elements.
template <typename Facts, typename Cell>
static std::optional<Facts> moveForward(Operation *op, ArrayRef<Facts> operands,
                                        const Facts &result, Cell padding) {
  using Found = std::optional<Facts>;
  const MaskSizes &shape = result.getShape();
  return llvm::TypeSwitch<Operation *, Found>(op)
      .template Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                     tensor::ReshapeOp, tensor::CastOp>(
          [&](auto) -> Found { return operands[0].reshape(shape); })
      .Case([&](tensor::PadOp op) -> Found {
        std::optional<Places> numbers = getPadNumbers(op);
        if (!numbers)
          return std::nullopt;
        return Facts(operands[0].gather(*numbers, padding));
      })
      .Case([&](tensor::ExtractSliceOp op) -> Found {
        std::optional<Places> numbers = getSliceNumbers(op);
        if (!numbers)
          return std::nullopt;
        return Facts(operands[0].gather(*numbers, Cell()).reshape(shape));
      })
      .Case([&](tensor::InsertSliceOp op) -> Found {
        std::optional<Places> numbers = getSliceNumbers(op);
        if (!numbers)
          return std::nullopt;
        MaskSizes sizes = getSizes(*numbers);
        Places inverse = invert(*numbers, shape);
        Mask outside = Mask::none(sizes).gather(inverse, true);
        return unite(Facts(operands[0].reshape(sizes).gather(inverse, Cell())),
                     restrict(operands[1], outside));
      })
      .Case([&](tensor::ConcatOp op) -> Found {
        Facts all = getNothing(result);
        forPieces(op, [&](unsigned number, const Places &numbers) {
          all = unite(all, Facts(operands[number].gather(invert(numbers, shape),
                                                         Cell())));
        });
        return all;
      })
      .Default([](Operation *) -> Found { return std::nullopt; });
}

/// Adds to `operands` what is known of those of their elements that are ones of
/// `result`, of which `facts` is known, and `unread` of others.
template <typename Facts, typename Cell>
static bool moveBackward(Operation *op, const Facts &facts,
                         MutableArrayRef<Facts> operands, Cell unread) {
  auto add = [&](unsigned number, const Facts &found) {
    operands[number] = unite(operands[number], found);
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .template Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                     tensor::CastOp>([&](auto) {
        add(0, facts.reshape(operands[0].getShape()));
        return true;
      })
      .Case([&](tensor::PadOp op) {
        std::optional<Places> numbers = getPadNumbers(op);
        if (!numbers)
          return false;
        add(0, facts.gather(invert(*numbers, operands[0].getShape()), unread));
        return true;
      })
      .Case([&](tensor::ExtractSliceOp op) {
        std::optional<Places> numbers = getSliceNumbers(op);
        if (!numbers)
          return false;
        add(0, facts.reshape(getSizes(*numbers))
                   .gather(invert(*numbers, operands[0].getShape()), unread));
        return true;
      })
      .Case([&](tensor::InsertSliceOp op) {
        std::optional<Places> numbers = getSliceNumbers(op);
        if (!numbers)
          return false;
        const MaskSizes &shape = operands[1].getShape();
        Mask written = Mask::all(getSizes(*numbers))
                           .gather(invert(*numbers, shape), false);
        BlockGrid<Cell> rest = mapCells(
            written, [&](uint8_t cell) { return cell ? unread : Cell(); });
        add(0, facts.gather(*numbers, Cell()).reshape(operands[0].getShape()));
        add(1, unite(restrict(facts, ~written), Facts(rest)));
        return true;
      })
      .Case([&](tensor::ConcatOp op) {
        forPieces(op, [&](unsigned number, const Places &numbers) {
          add(number, facts.gather(numbers, Cell()));
        });
        return true;
      })
      .Default([](Operation *) { return false; });
}

//===----------------------------------------------------------------------===//
// Zeros and dead elements
//===----------------------------------------------------------------------===//

/// The zeros of a constant.
static Mask getConstantZeros(arith::ConstantOp op) {
  MaskSizes shape = getShape(op.getResult());
  if (auto splat = dyn_cast<SplatElementsAttr>(op.getValue()))
    return isZeroConstant(op.getResult()) ? Mask::all(shape)
                                          : Mask::none(shape);
  auto elements = dyn_cast<ElementsAttr>(op.getValue());
  std::vector<uint8_t> zeros;
  if (!elements)
    return Mask::none(shape);
  if (auto reals = elements.tryGetValues<APFloat>())
    for (const APFloat &real : *reals)
      zeros.push_back(real.isZero());
  else if (auto integers = elements.tryGetValues<APInt>())
    for (const APInt &integer : *integers)
      zeros.push_back(integer.isZero());
  else
    return Mask::none(shape);
  return Mask::ofCells(shape, MaskSizes(shape.size(), 1), std::move(zeros));
}

/// Whether the one result of `op` has a mask, and all tensors that it reads.
static bool hasMasks(Operation *op) {
  return op->getNumResults() == 1 &&
         tesa::hasMask(op->getResult(0).getType()) &&
         llvm::all_of(op->getOperandTypes(), [](Type type) {
           return !isa<RankedTensorType>(type) || tesa::hasMask(type);
         });
}

bool spindle::inferMovedZeros(Operation *op, ArrayRef<Mask> operands,
                              MutableArrayRef<Mask> results) {
  if (!hasMasks(op))
    return false;
  bool padding = false;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    results[0] = results[0] | getConstantZeros(constant);
    return true;
  }
  if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    if (isZeroConstant(splat.getInput()))
      results[0] = Mask::all(results[0].getShape());
    return true;
  }
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    if (Value value = pad.getConstantPaddingValue())
      padding = isZeroConstant(value);
  std::optional<Mask> zeros =
      moveForward(op, operands, results[0], uint8_t(padding));
  if (zeros)
    results[0] = results[0] | *zeros;
  return zeros.has_value();
}

bool spindle::inferMovedDead(Operation *op, ArrayRef<Mask> dead,
                             MutableArrayRef<Mask> operands) {
  return hasMasks(op) && moveBackward(op, dead[0], operands, uint8_t(1));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

bool spindle::inferMovedNumbers(Operation *op, ArrayRef<Numbers> operands,
                                MutableArrayRef<Numbers> results) {
  if (!hasMasks(op))
    return false;
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    results[0] = tesa::getNumbers(cast<ElementsAttr>(constant.getValue()));
    return true;
  }
  if (auto splat = dyn_cast<tensor::SplatOp>(op)) {
    results[0] =
        Numbers(results[0].getShape(), getScalarNumber(splat.getInput()));
    return true;
  }
  Number padding;
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    if (Value value = pad.getConstantPaddingValue())
      padding = getScalarNumber(value);
  auto found = moveForward(op, operands, results[0], padding);
  if (found)
    results[0] = *found;
  return found.has_value();
}

void spindle::inferMovedNumbersBackward(Operation *op,
                                        ArrayRef<Numbers> results,
                                        MutableArrayRef<Numbers> operands) {
  if (hasMasks(op))
    moveBackward(op, results[0], operands, Number());
}

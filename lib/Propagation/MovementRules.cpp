//===- MovementRules.cpp - zeros through what moves elements --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"
#include "ScalarRules.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;

using Numbers = std::vector<MaskSizes>;

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

static Numbers invert(const Numbers &numbers, const MaskSizes &shape) {
  Numbers inverse(numbers.size());
  for (size_t dim = 0; dim < numbers.size(); ++dim)
    inverse[dim] = invert(numbers[dim], shape[dim]);
  return inverse;
}

/// Where elements of a slice lie, in the shape of the tensor that it is cut
/// from, with dimensions that are dropped; nothing if it is not static.
template <typename Op> static std::optional<Numbers> getSliceNumbers(Op op) {
  if (ShapedType::isDynamicShape(op.getStaticSizes()) ||
      ShapedType::isDynamicShape(op.getStaticOffsets()) ||
      ShapedType::isDynamicShape(op.getStaticStrides()))
    return std::nullopt;
  Numbers numbers;
  for (auto [size, offset, stride] : llvm::zip_equal(
           op.getStaticSizes(), op.getStaticOffsets(), op.getStaticStrides()))
    numbers.push_back(getSlice(size, offset, stride));
  return numbers;
}

/// The shape of `numbers`.
static MaskSizes getSizes(const Numbers &numbers) {
  MaskSizes sizes;
  for (const MaskSizes &dim : numbers)
    sizes.push_back(dim.size());
  return sizes;
}

/// For elements of a padded tensor their numbers in the one that was padded.
static std::optional<Numbers> getPadNumbers(tensor::PadOp op) {
  if (ShapedType::isDynamicShape(op.getStaticLow()) ||
      ShapedType::isDynamicShape(op.getStaticHigh()))
    return std::nullopt;
  Numbers numbers;
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
          llvm::function_ref<void(unsigned, const Numbers &)> visit) {
  int64_t offset = 0;
  for (auto [number, piece] : llvm::enumerate(op.getInputs())) {
    Numbers numbers;
    for (auto [dim, size] : llvm::enumerate(getShape(piece)))
      numbers.push_back(getSlice(size, dim == op.getDim() ? offset : 0, 1));
    visit(number, numbers);
    offset += getShape(piece)[op.getDim()];
  }
}

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
  MaskSizes shape = results[0].getShape();
  std::optional<Mask> zeros =
      llvm::TypeSwitch<Operation *, std::optional<Mask>>(op)
          .Case([&](arith::ConstantOp op) { return getConstantZeros(op); })
          .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp,
                tensor::ReshapeOp, tensor::CastOp>(
              [&](auto) { return operands[0].reshape(shape); })
          .Case([&](tensor::SplatOp op) {
            return isZeroConstant(op.getInput()) ? Mask::all(shape)
                                                 : Mask::none(shape);
          })
          .Case([&](tensor::PadOp op) -> std::optional<Mask> {
            Value padding = op.getConstantPaddingValue();
            std::optional<Numbers> numbers = getPadNumbers(op);
            if (!numbers)
              return std::nullopt;
            return operands[0].gather(*numbers,
                                      padding && isZeroConstant(padding));
          })
          .Case([&](tensor::ExtractSliceOp op) -> std::optional<Mask> {
            std::optional<Numbers> numbers = getSliceNumbers(op);
            if (!numbers)
              return std::nullopt;
            return operands[0].gather(*numbers, false).reshape(shape);
          })
          .Case([&](tensor::InsertSliceOp op) -> std::optional<Mask> {
            std::optional<Numbers> numbers = getSliceNumbers(op);
            if (!numbers)
              return std::nullopt;
            MaskSizes sizes = getSizes(*numbers);
            Numbers inverse = invert(*numbers, shape);
            Mask outside = Mask::none(sizes).gather(inverse, true);
            return operands[0].reshape(sizes).gather(inverse, false) |
                   (operands[1] & outside);
          })
          .Case([&](tensor::ConcatOp op) {
            Mask all = Mask::none(shape);
            forPieces(op, [&](unsigned number, const Numbers &numbers) {
              all =
                  all | operands[number].gather(invert(numbers, shape), false);
            });
            return all;
          })
          .Default([](Operation *) { return std::nullopt; });
  if (zeros)
    results[0] = results[0] | *zeros;
  return zeros.has_value();
}

bool spindle::inferMovedDead(Operation *op, ArrayRef<Mask> dead,
                             MutableArrayRef<Mask> operands) {
  if (!hasMasks(op))
    return false;
  auto add = [&](unsigned number, const Mask &mask) {
    operands[number] = operands[number] | mask;
  };
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp>(
          [&](auto) {
            add(0, dead[0].reshape(operands[0].getShape()));
            return true;
          })
      .Case([&](tensor::PadOp op) {
        std::optional<Numbers> numbers = getPadNumbers(op);
        if (!numbers)
          return false;
        add(0, dead[0].gather(invert(*numbers, operands[0].getShape()), true));
        return true;
      })
      .Case([&](tensor::ExtractSliceOp op) {
        std::optional<Numbers> numbers = getSliceNumbers(op);
        if (!numbers)
          return false;
        add(0, dead[0]
                   .reshape(getSizes(*numbers))
                   .gather(invert(*numbers, operands[0].getShape()), true));
        return true;
      })
      .Case([&](tensor::InsertSliceOp op) {
        std::optional<Numbers> numbers = getSliceNumbers(op);
        if (!numbers)
          return false;
        MaskSizes sizes = getSizes(*numbers);
        add(0, dead[0].gather(*numbers, false).reshape(operands[0].getShape()));
        add(1, dead[0] | Mask::all(sizes).gather(
                             invert(*numbers, operands[1].getShape()), false));
        return true;
      })
      .Case([&](tensor::ConcatOp op) {
        forPieces(op, [&](unsigned number, const Numbers &numbers) {
          add(number, dead[0].gather(numbers, false));
        });
        return true;
      })
      .Default([](Operation *) { return false; });
}

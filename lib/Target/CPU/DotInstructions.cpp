//===- DotInstructions.cpp - contractions by dot products -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// An instruction multiplies groups of `depth` narrow numbers, a lane each: for
// bf16, with columns k and the steps t and t + 1 of the reduction,
//
//   sums[m]   s(k)             s(k + 1)             ...
//   number    a(m, t : t + 2)  a(m, t : t + 2)      ...   one group, broadcast
//   vector    b(t : t + 2, k)  b(t : t + 2, k + 1)  ...   rows, interleaved
//
// A group that the reduction does not fill is filled with zeros.
//
//===----------------------------------------------------------------------===//

#include "DotInstructions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace spindle;

/// Bits of a lane.
static constexpr int64_t kLane = 32;

/// Lanes of the shortest vectors that there are instructions for.
static constexpr int64_t kLeastLanes = 4;

namespace {
/// An instruction for vectors of up to `mostBits`.
struct DotInstruction {
  DotProduct product;
  /// LLVM's intrinsic, without the bits of its vectors.
  llvm::StringLiteral name;
  bool isFloat;
  /// Bits of what is multiplied.
  int64_t elementBits;
  int64_t mostBits;
};
} // namespace

static constexpr DotInstruction instructions[] = {
    {DotProduct::BF16, "llvm.x86.avx512bf16.dpbf16ps.", true, 16, 512},
    {DotProduct::I16, "llvm.x86.avx512.vpdpwssd.", false, 16, 512},
    {DotProduct::I8, "llvm.x86.avx2.vpdpbssd.", false, 8, 256},
    {DotProduct::U8I8, "llvm.x86.avx512.vpdpbusd.", false, 8, 512},
};

static const DotInstruction &getInstruction(DotProduct product) {
  return *llvm::find_if(instructions, [&](const DotInstruction &instruction) {
    return instruction.product == product;
  });
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

/// Whether `instruction` computes what `contraction` does: sums of integers
/// have one value in any order.
static bool suits(const DotInstruction &instruction,
                  const Contraction &contraction) {
  if (instruction.isFloat)
    return contraction.narrow.isBF16() && contraction.wide.isF32() &&
           contraction.reassociate;
  return contraction.narrow.isInteger(instruction.elementBits) &&
         contraction.wide.isInteger(kLane);
}

std::optional<DotChoice>
spindle::chooseDotProduct(const Contraction &contraction,
                          ArrayRef<DotProduct> products, int64_t vectorBits) {
  // A single step is a product, which leaves nothing to add in a lane.
  if (contraction.depth == 1)
    return std::nullopt;
  for (const DotInstruction &instruction : instructions) {
    if (!llvm::is_contained(products, instruction.product) ||
        !suits(instruction, contraction))
      continue;
    int64_t most = std::min(vectorBits, instruction.mostBits) / kLane;
    int64_t even = int64_t(1)
                   << llvm::countr_zero(uint64_t(contraction.columns));
    int64_t lanes = std::min(most, even);
    if (lanes >= kLeastLanes)
      return DotChoice{instruction.product, lanes};
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// The code
//===----------------------------------------------------------------------===//

namespace {
/// Makes the dot products of one contraction.
class DotBuilder {
public:
  DotBuilder(ImplicitLocOpBuilder &b, Contraction &contraction,
             const DotChoice &choice)
      : b(b), contraction(contraction),
        instruction(getInstruction(choice.product)), lanes(choice.lanes),
        depth(kLane / instruction.elementBits) {}

  void build(SmallVectorImpl<arith::SubIOp> &corrections);

private:
  /// The numbers of `row` in the group at `step`, in each lane.
  Value makeNumbers(int64_t row, int64_t step);
  /// The vectors in the group at `step`, from `column` on.
  Value makeVectors(const ContractedPanel &panel, int64_t step, int64_t column);
  /// The products of numbers and vectors, added to `sum`.
  Value multiply(Value sum, Value numbers, Value vectors);
  /// Adds what there is in `lanes` columns from `column` on.
  void addProducts(ContractedPanel &panel, int64_t column);
  /// What the sums of `row` are too large by; takes it off their corrections.
  Value takeExcess(int64_t row, ArrayRef<arith::SubIOp> corrections);
  /// Adds what the numbers of `row` add too much to `excess`.
  Value addExcess(Value excess, int64_t row);
  /// `lanes` elements of `vector` from `column` on.
  Value takeSlice(Value vector, int64_t column);
  void setSlice(Value &vector, int64_t column, Value slice);
  /// 128, as a number without sign, in each element.
  Value makeSigns();

  VectorType getType(Type element, int64_t size) {
    return VectorType::get({size}, element);
  }
  bool isExcessive() const { return instruction.product == DotProduct::U8I8; }

  ImplicitLocOpBuilder &b;
  Contraction &contraction;
  const DotInstruction &instruction;
  int64_t lanes, depth;
  /// The numbers of each row, in groups.
  SmallVector<SmallVector<Value>> numbers;
};
} // namespace

Value DotBuilder::makeSigns() {
  auto type = getType(contraction.narrow, lanes * depth);
  auto sign = b.getIntegerAttr(contraction.narrow, -128);
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, sign));
}

Value DotBuilder::makeNumbers(int64_t row, int64_t step) {
  int64_t bits = instruction.elementBits;
  Value group;
  for (int64_t at = 0; at < depth && step + at < contraction.depth; ++at) {
    Value number = contraction.getNumber(row, step + at);
    if (instruction.isFloat)
      number = arith::BitcastOp::create(b, b.getIntegerType(bits), number);
    number = arith::ExtUIOp::create(b, b.getI32Type(), number);
    if (at > 0)
      number = arith::ShLIOp::create(
          b, number,
          arith::ConstantIntOp::create(b, b.getI32Type(), at * bits));
    group = group ? arith::OrIOp::create(b, group, number).getResult() : number;
  }
  Value all =
      vector::BroadcastOp::create(b, getType(b.getI32Type(), lanes), group);
  return vector::BitCastOp::create(
      b, getType(contraction.narrow, lanes * depth), all);
}

/// The rows one after the other, then by one shuffle the elements of a column.
Value DotBuilder::makeVectors(const ContractedPanel &panel, int64_t step,
                              int64_t column) {
  SmallVector<Value> rows;
  for (int64_t at = 0; at < depth; ++at)
    if (step + at < contraction.depth)
      rows.push_back(takeSlice(panel.vectors[step + at], column));
    else
      rows.push_back(
          arith::ConstantOp::create(b, b.getZeroAttr(rows.front().getType())));
  for (int64_t count = depth, size = lanes; count > 1; count /= 2) {
    size *= 2;
    auto both = llvm::to_vector(llvm::seq<int64_t>(0, size));
    for (int64_t index = 0; index < count / 2; ++index)
      rows[index] = vector::ShuffleOp::create(b, rows[2 * index],
                                              rows[2 * index + 1], both);
  }
  SmallVector<int64_t> columns;
  for (int64_t lane = 0; lane < lanes; ++lane)
    for (int64_t at = 0; at < depth; ++at)
      columns.push_back(at * lanes + lane);
  Value all = vector::ShuffleOp::create(b, rows.front(), rows.front(), columns);
  // A number with sign and 128 is one without sign.
  return isExcessive() ? arith::AddIOp::create(b, all, makeSigns()) : all;
}

/// Numbers without sign come first where there are such.
Value DotBuilder::multiply(Value sum, Value numbers, Value vectors) {
  std::string name = (instruction.name + Twine(lanes * kLane)).str();
  return LLVM::CallIntrinsicOp::create(b, sum.getType(), b.getStringAttr(name),
                                       ValueRange{sum, vectors, numbers})
      .getResult(0);
}

Value DotBuilder::takeSlice(Value vector, int64_t column) {
  if (lanes == contraction.columns)
    return vector;
  return vector::ExtractStridedSliceOp::create(
      b, vector, ArrayRef<int64_t>{column}, ArrayRef<int64_t>{lanes},
      ArrayRef<int64_t>{1});
}

void DotBuilder::setSlice(Value &vector, int64_t column, Value slice) {
  vector = lanes == contraction.columns
               ? slice
               : vector::InsertStridedSliceOp::create(b, slice, vector,
                                                      ArrayRef<int64_t>{column},
                                                      ArrayRef<int64_t>{1});
}

void DotBuilder::addProducts(ContractedPanel &panel, int64_t column) {
  SmallVector<Value> vectors;
  for (int64_t step = 0; step < contraction.depth; step += depth)
    vectors.push_back(makeVectors(panel, step, column));
  for (auto [row, sum] : llvm::enumerate(panel.sums)) {
    Value part = takeSlice(sum, column);
    for (auto [group, of] : llvm::zip_equal(numbers[row], vectors))
      part = multiply(part, group, of);
    setSlice(sum, column, part);
  }
}

/// Sums that are corrected alike are corrected once, afterwards.
Value DotBuilder::takeExcess(int64_t row, ArrayRef<arith::SubIOp> corrections) {
  auto find = [&](const ContractedPanel &panel) {
    auto correction = panel.sums[row].getDefiningOp<arith::SubIOp>();
    return llvm::is_contained(corrections, correction) ? correction
                                                       : arith::SubIOp();
  };
  arith::SubIOp first = find(contraction.panels.front());
  bool areAlike = llvm::all_of(contraction.panels, [&](const auto &panel) {
    arith::SubIOp correction = find(panel);
    return first && correction && correction.getRhs() == first.getRhs();
  });
  if (!areAlike)
    return arith::ConstantOp::create(
        b, b.getZeroAttr(getType(b.getI32Type(), contraction.columns)));
  for (ContractedPanel &panel : contraction.panels)
    panel.sums[row] = find(panel).getLhs();
  return first.getRhs();
}

Value DotBuilder::addExcess(Value excess, int64_t row) {
  Value part = takeSlice(excess, 0);
  for (Value group : numbers[row])
    part = multiply(part, group, makeSigns());
  for (int64_t column = 0; column < contraction.columns; column += lanes)
    setSlice(excess, column, part);
  return excess;
}

void DotBuilder::build(SmallVectorImpl<arith::SubIOp> &corrections) {
  SmallVector<Value> excesses;
  for (int64_t row = 0; row < contraction.rows; ++row) {
    SmallVector<Value> &groups = numbers.emplace_back();
    for (int64_t step = 0; step < contraction.depth; step += depth)
      groups.push_back(makeNumbers(row, step));
    if (isExcessive())
      excesses.push_back(addExcess(takeExcess(row, corrections), row));
  }
  for (ContractedPanel &panel : contraction.panels) {
    for (int64_t column = 0; column < contraction.columns; column += lanes)
      addProducts(panel, column);
    for (auto [sum, excess] : llvm::zip(panel.sums, excesses)) {
      auto correction = arith::SubIOp::create(b, sum, excess);
      corrections.push_back(correction);
      sum = correction;
    }
  }
}

bool spindle::isDotProduct(Operation *op) {
  auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
  return call && llvm::any_of(instructions, [&](const auto &instruction) {
           return call.getIntrin().starts_with(instruction.name);
         });
}

void spindle::buildDotProducts(ImplicitLocOpBuilder &b,
                               Contraction &contraction,
                               const DotChoice &choice,
                               SmallVectorImpl<arith::SubIOp> &corrections) {
  DotBuilder(b, contraction, choice).build(corrections);
}

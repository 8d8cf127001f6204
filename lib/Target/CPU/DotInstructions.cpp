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
// Bytes are grouped by four, too, where pairs of i16 are multiplied: numbers are
// broadcast as bytes, as one word of memory, and then widened; a shuffle makes of
// them one pair in all lanes, or the other one.
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
    {DotProduct::Pairs, "", false, 16, 512},
};

/// LLVM's intrinsics for pairs, which have names of their own for each length.
static StringRef getPairIntrinsic(int64_t bits) {
  if (bits == 128)
    return "llvm.x86.sse2.pmadd.wd";
  return bits == 256 ? "llvm.x86.avx2.pmadd.wd"
                     : "llvm.x86.avx512.pmaddw.d.512";
}

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
  if (!contraction.wide.isInteger(kLane))
    return false;
  bool areSigned =
      !contraction.areNumbersUnsigned && !contraction.areVectorsUnsigned;
  switch (instruction.product) {
  case DotProduct::U8I8:
    return contraction.narrow.isInteger(8);
  case DotProduct::Pairs:
    return contraction.narrow.isInteger(8) || contraction.narrow.isInteger(16);
  default:
    return areSigned && contraction.narrow.isInteger(instruction.elementBits);
  }
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
        depth(kLane / contraction.narrow.getIntOrFloatBitWidth()) {}

  void build(SmallVectorImpl<arith::SubIOp> &corrections);

private:
  /// Adds the numbers of `row` in the group at `step`, in each lane, to `groups`.
  void addNumbers(int64_t row, int64_t step, SmallVectorImpl<Value> &groups);
  /// Adds the vectors in the group at `step`, from `column` on, to `groups`.
  void addVectors(const ContractedPanel &panel, int64_t step, int64_t column,
                  SmallVectorImpl<Value> &groups);
  /// `rows`, a power of two of vectors of as many elements, interleaved.
  Value interleave(SmallVector<Value> rows);
  /// The bytes `all` in pairs of i16.
  Value widen(Value all, bool isUnsigned);
  /// The products of numbers and vectors, added to `sum`.
  Value multiply(Value sum, Value numbers, Value vectors);
  /// The numbers of `row` in all groups.
  SmallVector<Value> makeNumbers(int64_t row);
  /// Adds the products of `numbers` to `sum`, all columns of one row.
  void addProducts(Value &sum, ArrayRef<Value> numbers,
                   ArrayRef<SmallVector<Value>> vectors);
  /// What the sums of `row` are too large by; takes it off their corrections.
  Value takeExcess(int64_t row, ArrayRef<arith::SubIOp> corrections);
  /// Adds what `numbers` add too much to `excess`.
  Value addExcess(Value excess, ArrayRef<Value> numbers);
  /// `lanes` elements of `vector` from `column` on.
  Value takeSlice(Value vector, int64_t column);
  void setSlice(Value &vector, int64_t column, Value slice);
  /// 128 in each element: with sign, it is -128.
  Value makeSigns();

  VectorType getType(Type element, int64_t size) {
    return VectorType::get({size}, element);
  }
  /// What all elements of vectors are too large by; less where it is negative.
  int64_t getExcess() const {
    if (instruction.product != DotProduct::U8I8 ||
        contraction.areNumbersUnsigned != contraction.areVectorsUnsigned)
      return 0;
    return contraction.areNumbersUnsigned ? -128 : 128;
  }
  /// Whether bytes are multiplied as pairs of i16.
  bool areBytesPaired() const {
    return instruction.product == DotProduct::Pairs &&
           contraction.narrow.isInteger(8);
  }

  ImplicitLocOpBuilder &b;
  Contraction &contraction;
  const DotInstruction &instruction;
  int64_t lanes, depth;
};
} // namespace

Value DotBuilder::makeSigns() {
  auto type = getType(contraction.narrow, lanes * depth);
  auto sign = b.getIntegerAttr(contraction.narrow, -128);
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, sign));
}

Value DotBuilder::widen(Value all, bool isUnsigned) {
  auto type = cast<VectorType>(all.getType()).clone(b.getI16Type());
  if (isUnsigned)
    return arith::ExtUIOp::create(b, type, all);
  return arith::ExtSIOp::create(b, type, all);
}

void DotBuilder::addNumbers(int64_t row, int64_t step,
                            SmallVectorImpl<Value> &groups) {
  int64_t bits = kLane / depth;
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
  // Widened, words of half of the lanes fill all.
  bool isWidened = areBytesPaired();
  int64_t words = isWidened ? lanes / 2 : lanes;
  Value all =
      vector::BroadcastOp::create(b, getType(b.getI32Type(), words), group);
  all = vector::BitCastOp::create(b, getType(contraction.narrow, words * depth),
                                  all);
  if (!isWidened) {
    groups.push_back(all);
    return;
  }
  Value pairs =
      vector::BitCastOp::create(b, getType(b.getI32Type(), lanes),
                                widen(all, contraction.areNumbersUnsigned));
  for (int64_t pair = 0; pair < 2 && step + 2 * pair < contraction.depth;
       ++pair) {
    SmallVector<int64_t> same;
    for (int64_t lane = 0; lane < lanes; ++lane)
      same.push_back(lane / 2 * 2 + pair);
    Value one = vector::ShuffleOp::create(b, pairs, pairs, same);
    groups.push_back(
        vector::BitCastOp::create(b, getType(b.getI16Type(), 2 * lanes), one));
  }
}

SmallVector<Value> DotBuilder::makeNumbers(int64_t row) {
  SmallVector<Value> groups;
  for (int64_t step = 0; step < contraction.depth; step += depth)
    addNumbers(row, step, groups);
  return groups;
}

/// The rows one after the other, then by one shuffle the elements of a column.
Value DotBuilder::interleave(SmallVector<Value> rows) {
  int64_t count = rows.size(), size = lanes;
  for (int64_t left = count; left > 1; left /= 2) {
    size *= 2;
    auto both = llvm::to_vector(llvm::seq<int64_t>(0, size));
    for (int64_t index = 0; index < left / 2; ++index)
      rows[index] = vector::ShuffleOp::create(b, rows[2 * index],
                                              rows[2 * index + 1], both);
  }
  SmallVector<int64_t> columns;
  for (int64_t lane = 0; lane < lanes; ++lane)
    for (int64_t at = 0; at < count; ++at)
      columns.push_back(at * lanes + lane);
  return vector::ShuffleOp::create(b, rows.front(), rows.front(), columns);
}

void DotBuilder::addVectors(const ContractedPanel &panel, int64_t step,
                            int64_t column, SmallVectorImpl<Value> &groups) {
  bool arePaired = areBytesPaired();
  int64_t count = arePaired ? 2 : depth;
  for (int64_t from = step; from < std::min(step + depth, contraction.depth);
       from += count) {
    SmallVector<Value> rows;
    for (int64_t at = from; at < from + count; ++at)
      if (at < contraction.depth)
        rows.push_back(takeSlice(panel.vectors[at], column));
      else
        rows.push_back(arith::ConstantOp::create(
            b, b.getZeroAttr(rows.front().getType())));
    Value all = interleave(rows);
    if (arePaired)
      all = widen(all, contraction.areVectorsUnsigned);
    // 128 more, or less, gives a number a sign, or takes it away.
    else if (getExcess() != 0)
      all = arith::AddIOp::create(b, all, makeSigns());
    groups.push_back(all);
  }
}

/// Numbers without sign come first where there are such.
Value DotBuilder::multiply(Value sum, Value numbers, Value vectors) {
  if (instruction.product == DotProduct::Pairs) {
    Value products =
        LLVM::CallIntrinsicOp::create(
            b, sum.getType(), b.getStringAttr(getPairIntrinsic(lanes * kLane)),
            ValueRange{vectors, numbers})
            .getResult(0);
    return arith::AddIOp::create(b, sum, products);
  }
  std::string name = (instruction.name + Twine(lanes * kLane)).str();
  bool areFirst =
      instruction.product == DotProduct::U8I8 && contraction.areNumbersUnsigned;
  if (areFirst)
    std::swap(numbers, vectors);
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

Value DotBuilder::addExcess(Value excess, ArrayRef<Value> numbers) {
  Value part = takeSlice(excess, 0);
  for (Value group : numbers)
    part = multiply(part, group, makeSigns());
  for (int64_t column = 0; column < contraction.columns; column += lanes)
    setSlice(excess, column, part);
  return excess;
}

void DotBuilder::addProducts(Value &sum, ArrayRef<Value> numbers,
                             ArrayRef<SmallVector<Value>> vectors) {
  for (auto [index, groups] : llvm::enumerate(vectors)) {
    Value part = takeSlice(sum, index * lanes);
    for (auto [number, vector] : llvm::zip_equal(numbers, groups))
      part = multiply(part, number, vector);
    setSlice(sum, index * lanes, part);
  }
}

/// Rows come one after the other, all columns of each: so the vectors of all
/// columns stay in registers, and the numbers of one row.
void DotBuilder::build(SmallVectorImpl<arith::SubIOp> &corrections) {
  using Groups = SmallVector<Value>;
  auto makeVectors = [&](const ContractedPanel &panel) {
    SmallVector<Groups> vectors;
    for (int64_t column = 0; column < contraction.columns; column += lanes)
      for (int64_t step = 0; step < contraction.depth; step += depth)
        addVectors(panel, step, column,
                   step == 0 ? vectors.emplace_back() : vectors.back());
    return vectors;
  };
  auto vectors = llvm::map_to_vector(contraction.panels, makeVectors);
  for (int64_t row = 0; row < contraction.rows; ++row) {
    Groups numbers = makeNumbers(row);
    Value excess;
    if (getExcess() != 0)
      excess = addExcess(takeExcess(row, corrections), numbers);
    for (auto [panel, of] : llvm::zip_equal(contraction.panels, vectors)) {
      Value &sum = panel.sums[row];
      addProducts(sum, numbers, of);
      if (!excess)
        continue;
      auto correction = arith::SubIOp::create(b, sum, excess);
      corrections.push_back(correction);
      sum = correction;
    }
  }
}

bool spindle::isDotProduct(Operation *op) {
  auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
  return call && llvm::any_of(instructions, [&](const auto &instruction) {
           return !instruction.name.empty() &&
                  call.getIntrin().starts_with(instruction.name);
         });
}

void spindle::buildDotProducts(ImplicitLocOpBuilder &b,
                               Contraction &contraction,
                               const DotChoice &choice,
                               SmallVectorImpl<arith::SubIOp> &corrections) {
  DotBuilder(b, contraction, choice).build(corrections);
}

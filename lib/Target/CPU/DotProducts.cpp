//===- DotProducts.cpp - contractions by dot products ---------------------===//
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
// Where pairs of i16 are multiplied, bytes are widened: those of vectors when
// they are interleaved. Numbers that are bytes are broadcast by four, which are
// one word of memory, and widened then; a shuffle makes of them one pair in all
// lanes, or the other one.
//
//===----------------------------------------------------------------------===//

#include "DotInstructions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;

/// Whether `op` may write memory. A prefetch does not.
static bool mayWrite(Operation &op) {
  if (isa<memref::PrefetchOp>(op))
    return false;
  auto effects = getEffectsRecursively(&op);
  return !effects || llvm::any_of(*effects, [](const auto &effect) {
    return !isa<MemoryEffects::Read>(effect.getEffect());
  });
}

/// The last operation before where `b` inserts, in its block, that may write
/// memory; null where there is none.
static Operation *findLastWrite(OpBuilder &b) {
  Block::iterator at = b.getInsertionPoint();
  while (at != b.getInsertionBlock()->begin())
    if (--at; mayWrite(*at))
      return &*at;
  return nullptr;
}

namespace {
/// What the vectors of a group are in each panel, for each instruction's lanes.
using GroupVectors = SmallVector<SmallVector<SmallVector<Value>>>;

/// Makes the dot products of one contraction.
class DotBuilder {
public:
  DotBuilder(ImplicitLocOpBuilder &b, Contraction &contraction,
             const DotChoice &choice)
      : b(b), contraction(contraction),
        instruction(getInstruction(choice.product)), lanes(choice.lanes),
        depth(kLaneBits / contraction.number.element.getIntOrFloatBitWidth()),
        excesses(contraction.rows), lastWrite(findLastWrite(b)) {}

  void build(SmallVectorImpl<arith::SubIOp> &corrections);

private:
  /// Number `step` of `row`, loaded here where it is loaded before: loads that
  /// follow one another become one.
  Value getNumber(int64_t row, int64_t step);
  /// The numbers of `row` in the group at `step`, in each lane: a vector for
  /// each instruction that takes them.
  SmallVector<Value> makeNumbers(int64_t row, int64_t step);
  /// The vectors in the group at `step`, from `column` on, as many.
  SmallVector<Value> makeVectors(const ContractedPanel &panel, int64_t step,
                                 int64_t column);
  GroupVectors makeVectors(int64_t step);
  /// `rows`, a power of two of vectors of as many elements, interleaved.
  Value interleave(SmallVector<Value> rows);
  /// The bytes `all` in pairs of i16.
  Value widen(Value all, bool isUnsigned);
  /// The products of numbers and vectors, added to `sum`.
  Value multiply(Value sum, Value numbers, Value vectors);
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
        contraction.number.isUnsigned != contraction.vector.isUnsigned)
      return 0;
    return contraction.number.isUnsigned ? -128 : 128;
  }
  /// Whether an instruction takes pairs of i16, which bytes are widened to.
  bool takesPairs() const {
    return !instruction.isFloat && instruction.elementBits == 16;
  }
  /// The steps that one instruction takes.
  int64_t countSteps() const { return kLaneBits / instruction.elementBits; }

  ImplicitLocOpBuilder &b;
  Contraction &contraction;
  const DotInstruction &instruction;
  /// Lanes of an instruction, and the steps of a group.
  int64_t lanes, depth;
  /// What the sums of each row are too large by, where they are.
  SmallVector<Value> excesses;
  /// The last operation before in the block that may write memory.
  Operation *lastWrite;
};
} // namespace

Value DotBuilder::getNumber(int64_t row, int64_t step) {
  Value number = contraction.getNumber(row, step);
  auto load = number.getDefiningOp<memref::LoadOp>();
  bool isSame = load && load->getBlock() == b.getInsertionBlock() &&
                (!lastWrite || lastWrite->isBeforeInBlock(load));
  return isSame ? b.clone(*load)->getResult(0) : number;
}

Value DotBuilder::makeSigns() {
  Type byte = contraction.vector.element;
  auto type = getType(byte, lanes * depth);
  return arith::ConstantOp::create(
      b, DenseElementsAttr::get(type, b.getIntegerAttr(byte, -128)));
}

Value DotBuilder::widen(Value all, bool isUnsigned) {
  auto type = cast<VectorType>(all.getType()).clone(b.getI16Type());
  if (isUnsigned)
    return arith::ExtUIOp::create(b, type, all);
  return arith::ExtSIOp::create(b, type, all);
}

SmallVector<Value> DotBuilder::makeNumbers(int64_t row, int64_t step) {
  int64_t bits = kLaneBits / depth;
  Value group;
  for (int64_t at = 0; at < depth && step + at < contraction.depth; ++at) {
    Value number = getNumber(row, step + at);
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
  bool isWidened = depth != countSteps();
  int64_t words = isWidened ? lanes / 2 : lanes;
  Value all =
      vector::BroadcastOp::create(b, getType(b.getI32Type(), words), group);
  all = vector::BitCastOp::create(
      b, getType(contraction.number.element, words * depth), all);
  if (!isWidened)
    return {all};
  Value pairs =
      vector::BitCastOp::create(b, getType(b.getI32Type(), lanes),
                                widen(all, contraction.number.isUnsigned));
  SmallVector<Value> made;
  for (int64_t pair = 0; pair < 2 && step + 2 * pair < contraction.depth;
       ++pair) {
    SmallVector<int64_t> same;
    for (int64_t lane = 0; lane < lanes; ++lane)
      same.push_back(lane / 2 * 2 + pair);
    Value one = vector::ShuffleOp::create(b, pairs, pairs, same);
    made.push_back(
        vector::BitCastOp::create(b, getType(b.getI16Type(), 2 * lanes), one));
  }
  return made;
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

SmallVector<Value> DotBuilder::makeVectors(const ContractedPanel &panel,
                                           int64_t step, int64_t column) {
  SmallVector<Value> made;
  int64_t end = std::min(step + depth, contraction.depth);
  for (int64_t from = step; from < end; from += countSteps()) {
    SmallVector<Value> rows;
    for (int64_t at = from; at < from + countSteps(); ++at)
      if (at < contraction.depth)
        rows.push_back(takeSlice(panel.vectors[at], column));
      else
        rows.push_back(arith::ConstantOp::create(
            b, b.getZeroAttr(rows.front().getType())));
    Value all = interleave(rows);
    if (takesPairs() && contraction.vector.element.isInteger(8))
      all = widen(all, contraction.vector.isUnsigned);
    // 128 more, or less, gives a number a sign, or takes it away.
    if (getExcess() != 0)
      all = arith::AddIOp::create(b, all, makeSigns());
    made.push_back(all);
  }
  return made;
}

/// Numbers without sign come first where there are such.
Value DotBuilder::multiply(Value sum, Value numbers, Value vectors) {
  auto name = b.getStringAttr(getIntrinsic(instruction, lanes * kLaneBits));
  auto call = [&](ValueRange operands) {
    return LLVM::CallIntrinsicOp::create(b, sum.getType(), name, operands)
        .getResult(0);
  };
  if (instruction.product == DotProduct::Pairs)
    return arith::AddIOp::create(b, sum, call({vectors, numbers}));
  if (instruction.product == DotProduct::U8I8 && contraction.number.isUnsigned)
    return call({sum, numbers, vectors});
  return call({sum, vectors, numbers});
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

GroupVectors DotBuilder::makeVectors(int64_t step) {
  GroupVectors made;
  for (const ContractedPanel &panel : contraction.panels) {
    auto &ofPanel = made.emplace_back();
    for (int64_t column = 0; column < contraction.columns; column += lanes)
      ofPanel.push_back(makeVectors(panel, step, column));
  }
  return made;
}

/// Group after group, and in each row after row, all columns of each: so the
/// vectors of a group stay in registers, and the numbers of one row.
void DotBuilder::build(SmallVectorImpl<arith::SubIOp> &corrections) {
  if (getExcess() != 0)
    for (int64_t row = 0; row < contraction.rows; ++row)
      excesses[row] = takeExcess(row, corrections);
  for (int64_t step = 0; step < contraction.depth; step += depth) {
    GroupVectors vectors = makeVectors(step);
    for (int64_t row = 0; row < contraction.rows; ++row) {
      SmallVector<Value> numbers = makeNumbers(row, step);
      if (excesses[row])
        excesses[row] = addExcess(excesses[row], numbers);
      for (auto [panel, of] : llvm::zip_equal(contraction.panels, vectors))
        addProducts(panel.sums[row], numbers, of);
    }
  }
  for (ContractedPanel &panel : contraction.panels)
    for (auto [sum, excess] : llvm::zip_equal(panel.sums, excesses))
      if (excess) {
        auto correction = arith::SubIOp::create(b, sum, excess);
        corrections.push_back(correction);
        sum = correction;
      }
}

void spindle::buildDotProducts(ImplicitLocOpBuilder &b,
                               Contraction &contraction,
                               const DotChoice &choice,
                               SmallVectorImpl<arith::SubIOp> &corrections) {
  DotBuilder(b, contraction, choice).build(corrections);
}

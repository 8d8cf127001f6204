//===- Scrambling.cpp - zeros of functions without a body -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Propagation/Scrambling.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include <cmath>
#include <random>

using namespace mlir;
using namespace spindle;

/// Bytes of an element in memory.
static size_t getElementBytes(RankedTensorType type) {
  return (type.getElementTypeBitWidth() + 7) / 8;
}

/// Whether elements of `type` can be drawn.
static bool canDraw(Type type) {
  if (!tesa::hasMask(type))
    return false;
  Type element = cast<RankedTensorType>(type).getElementType();
  unsigned width = element.getIntOrFloatBitWidth();
  if (isa<FloatType>(element))
    return element.isF64() || element.isF32() || element.isF16() ||
           element.isBF16();
  return width == 1 || width == 8 || width == 16 || width == 32 || width == 64;
}

/// The function without a body that `call` is of, if it is one with tensors.
static FunctionOpInterface getOpenCallee(CallOpInterface call) {
  auto callee =
      dyn_cast_if_present<FunctionOpInterface>(call.resolveCallable());
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  return callee && callee.isExternal() &&
                 llvm::any_of(call->getResultTypes(), isTensor)
             ? callee
             : FunctionOpInterface();
}

/// A random element: 0 in one of eight cases, else of a magnitude from 1/16 to
/// 16, and of an integer from 1 to 127 as far as its type has that.
static APInt draw(std::mt19937_64 &random, Type type) {
  uint64_t bits = random();
  unsigned width = type.getIntOrFloatBitWidth();
  if (bits % 8 == 0)
    return APInt(width, 0);
  bool negative = bits >> 3 & 1;
  double share = double(bits >> 11) / double(uint64_t(1) << 53);
  if (auto real = dyn_cast<FloatType>(type)) {
    bool loses;
    APFloat number((negative ? -1 : 1) * std::exp2(8 * share - 4));
    number.convert(real.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                   &loses);
    return number.bitcastToAPInt();
  }
  int64_t integer = 1 + int64_t(share * 127);
  return APInt(64, negative ? -integer : integer, /*isSigned=*/true)
      .trunc(width);
}

/// Random elements, and 0 where `zeros` is set.
static TensorBytes drawTensor(RankedTensorType type,
                              const std::vector<uint8_t> &zeros,
                              std::mt19937_64 &random) {
  size_t size = getElementBytes(type);
  TensorBytes tensor{type, std::vector<char>(zeros.size() * size)};
  for (size_t i = 0; i < zeros.size(); ++i) {
    // Drawn in any case, so that the others do not depend on what is 0.
    APInt element = draw(random, type.getElementType());
    if (!zeros[i])
      std::memcpy(tensor.bytes.data() + i * size, element.getRawData(), size);
  }
  return tensor;
}

/// Whether an element is 0 or -0.
static bool isZeroAt(const TensorBytes &tensor, size_t element) {
  size_t size = getElementBytes(tensor.type);
  uint64_t bits = 0;
  std::memcpy(&bits, tensor.bytes.data() + element * size, size);
  if (isa<FloatType>(tensor.type.getElementType()))
    bits &= ~(uint64_t(1) << (8 * size - 1));
  return bits == 0;
}

/// Clears `always` where `tensor` is not 0; whether any is left.
static bool keepZeros(const TensorBytes &tensor, std::vector<uint8_t> &always) {
  bool any = false;
  for (size_t i = 0; i < always.size(); ++i) {
    always[i] &= isZeroAt(tensor, i);
    any |= always[i];
  }
  return any;
}

/// A byte for each element.
static std::vector<uint8_t> getElements(const Mask &mask) {
  return mask.getCellsOver(MaskSizes(mask.getShape().size(), 1));
}

FailureOr<std::unique_ptr<Scrambler>> Scrambler::open(Operation *root,
                                                      Sampling sampling) {
  if (sampling.libraries.empty())
    return std::unique_ptr<Scrambler>();
  if (sampling.samples == 0)
    return root->emitError("expected at least 1 sample but got 0");
  Dialect *dialect = root->getContext()->getOrLoadDialect<tesa::TesaDialect>();
  const auto *code = dialect->getRegisteredInterface<CompiledCodeInterface>();
  if (!code)
    return root->emitError("expected a tool that runs compiled functions");
  auto functions = code->open(sampling.libraries);
  if (!functions)
    return root->emitError(llvm::toString(functions.takeError()));
  std::unique_ptr<Scrambler> made(
      new Scrambler(std::move(*functions), std::move(sampling)));
  bool isRefused = root->walk([&](CallOpInterface call) {
                         return WalkResult(made->check(call));
                       })
                       .wasInterrupted();
  if (isRefused)
    return failure();
  return made;
}

LogicalResult Scrambler::check(CallOpInterface call) {
  FunctionOpInterface callee = getOpenCallee(call);
  if (!callee)
    return success();
  auto refuse = [&](StringRef what, size_t number, Type type) {
    return call->emitError("expected tensors with a static shape, of floats or "
                           "of integers of 1 to 64 bits, to sample '")
           << callee.getName() << "' but " << what << " " << number << " is "
           << type;
  };
  for (auto [number, type] : llvm::enumerate(call->getOperandTypes()))
    if (!canDraw(type))
      return refuse("operand", number, type);
  for (auto [number, type] : llvm::enumerate(call->getResultTypes()))
    if (!canDraw(type))
      return refuse("result", number, type);
  if (llvm::Error error =
          functions->find(callee.getName(), call->getNumOperands()))
    return call->emitError(llvm::toString(std::move(error)));
  return success();
}

std::vector<TensorBytes>
Scrambler::drawOperands(CallOpInterface call, uint64_t sample,
                        ArrayRef<std::vector<uint8_t>> zeros) const {
  std::mt19937_64 random(sampling.seed * 0x9E3779B97F4A7C15u + sample);
  std::vector<TensorBytes> operands;
  for (auto [type, cells] : llvm::zip_equal(call->getOperandTypes(), zeros))
    operands.push_back(drawTensor(cast<RankedTensorType>(type), cells, random));
  return operands;
}

std::optional<std::vector<TensorBytes>>
Scrambler::run(CallOpInterface call, std::vector<TensorBytes> operands) {
  std::vector<TensorBytes> results;
  for (Type type : call->getResultTypes())
    results.push_back({cast<RankedTensorType>(type), {}});
  if (llvm::Error error =
          functions->call(getOpenCallee(call).getName(), operands, results)) {
    call->emitError(llvm::toString(std::move(error)));
    failed = true;
    return std::nullopt;
  }
  return results;
}

void Scrambler::inferZeros(CallOpInterface call, ArrayRef<Mask> operands,
                           MutableArrayRef<Mask> results) {
  if (failed || !getOpenCallee(call))
    return;
  std::optional<Found> &found = known[call];
  if (!found || ArrayRef(found->operands) != operands) {
    std::vector<std::vector<uint8_t>> zeros, always;
    for (const Mask &mask : operands)
      zeros.push_back(getElements(mask));
    for (const Mask &mask : results)
      always.emplace_back(mask.getNumElements(), 1);
    bool any = true;
    for (unsigned sample = 0; any && sample < sampling.samples; ++sample) {
      auto made = run(call, drawOperands(call, sample, zeros));
      any = false;
      if (made)
        for (auto [result, cells] : llvm::zip_equal(*made, always))
          any |= keepZeros(result, cells);
    }
    found = Found{SmallVector<Mask>(operands), {}};
    for (auto [mask, cells] : llvm::zip_equal(results, always)) {
      const MaskSizes &shape = mask.getShape();
      found->results.push_back(
          any ? Mask::ofCells(shape, MaskSizes(shape.size(), 1), cells)
              : Mask::none(shape));
    }
  }
  for (auto [mask, zeros] : llvm::zip_equal(results, found->results))
    mask = mask | zeros;
}

//===----------------------------------------------------------------------===//
// Dead elements
//===----------------------------------------------------------------------===//

/// Runs for the operands of one call at most.
static constexpr int64_t kMostRuns = int64_t(1) << 14;

namespace {
/// Elements of the operands of a call, by number.
using Elements = SmallVector<std::pair<unsigned, int64_t>>;

/// One sample: which elements can be others.
class UseSearch {
public:
  using Tensors = std::vector<TensorBytes>;
  using Run = llvm::function_ref<std::optional<Tensors>(Tensors)>;

  /// `needed` has a byte for each element of each result.
  UseSearch(Tensors operands, Tensors others,
            ArrayRef<std::vector<uint8_t>> needed, Run run, int64_t &runs)
      : operands(std::move(operands)), others(std::move(others)),
        needed(needed), run(run), runs(runs), results(run(this->operands)) {}

  /// Those of `elements` that may be others, each alone or, if `atOnce`, all of
  /// them. Of two halves that may be alone, and not both, the first.
  Elements refine(Elements elements, bool atOnce) {
    if (elements.empty() || !hasEffect(elements))
      return elements;
    if (elements.size() == 1)
      return {};
    size_t half = elements.size() / 2;
    Elements found =
        refine(Elements(ArrayRef(elements).take_front(half)), atOnce);
    Elements more =
        refine(Elements(ArrayRef(elements).drop_front(half)), atOnce);
    if (found.empty() || more.empty())
      return found.empty() ? more : found;
    Elements both = found;
    llvm::append_range(both, more);
    return atOnce && hasEffect(both) ? found : both;
  }

private:
  /// Whether others in the place of `elements` change what is needed.
  bool hasEffect(ArrayRef<std::pair<unsigned, int64_t>> elements) {
    if (!results || ++runs > kMostRuns)
      return true;
    Tensors changed = operands;
    for (auto [operand, element] : elements) {
      size_t size = getElementBytes(changed[operand].type);
      std::memcpy(changed[operand].bytes.data() + element * size,
                  others[operand].bytes.data() + element * size, size);
    }
    auto made = run(std::move(changed));
    if (!made)
      return true;
    for (auto [before, after, cells] : llvm::zip_equal(*results, *made, needed))
      if (differ(before, after, cells))
        return true;
    return false;
  }

  /// Whether a needed element differs, both zeros being one.
  static bool differ(const TensorBytes &a, const TensorBytes &b,
                     const std::vector<uint8_t> &cells) {
    if (a.bytes == b.bytes)
      return false;
    size_t size = getElementBytes(a.type);
    for (size_t i = 0; i < cells.size(); ++i)
      if (cells[i] &&
          std::memcmp(a.bytes.data() + i * size, b.bytes.data() + i * size,
                      size) != 0 &&
          !(isZeroAt(a, i) && isZeroAt(b, i)))
        return true;
    return false;
  }

  Tensors operands, others;
  ArrayRef<std::vector<uint8_t>> needed;
  Run run;
  int64_t &runs;
  std::optional<Tensors> results;
};
} // namespace

std::vector<std::vector<uint8_t>> Scrambler::findUnneeded(CallOpInterface call,
                                                          ArrayRef<Mask> zeros,
                                                          ArrayRef<Mask> dead) {
  std::vector<std::vector<uint8_t>> zeroCells, noZeros, needed, unneeded;
  for (const Mask &mask : dead)
    needed.push_back(getElements(~mask));
  // What is 0 stays so, each element for itself.
  Elements open, zero;
  for (auto [number, mask] : llvm::enumerate(zeros)) {
    zeroCells.push_back(getElements(mask));
    noZeros.emplace_back(zeroCells.back().size(), 0);
    for (auto [element, isZero] : llvm::enumerate(zeroCells.back()))
      (isZero ? zero : open).push_back({number, int64_t(element)});
  }
  unneeded = noZeros;
  int64_t runs = 0;
  auto callWith = [&](std::vector<TensorBytes> operands) {
    return run(call, std::move(operands));
  };
  for (unsigned sample = 0; sample < sampling.samples; ++sample) {
    if ((open.empty() && zero.empty()) || runs > kMostRuns || failed)
      break;
    auto others = drawOperands(call, ~uint64_t(sample), noZeros);
    // All that is dead may become 0 at once.
    bool isZero = sample % 2;
    for (TensorBytes &other : others)
      if (isZero)
        llvm::fill(other.bytes, 0);
    UseSearch search(drawOperands(call, sample, zeroCells), std::move(others),
                     needed, callWith, runs);
    open = search.refine(std::move(open), /*atOnce=*/true);
    if (!isZero)
      zero = search.refine(std::move(zero), /*atOnce=*/false);
  }
  if (runs > kMostRuns || failed)
    return unneeded;
  llvm::append_range(open, zero);
  for (auto [operand, element] : open)
    unneeded[operand][element] = 1;
  return unneeded;
}

bool Scrambler::inferDead(CallOpInterface call, ArrayRef<Mask> zeros,
                          ArrayRef<Mask> dead, MutableArrayRef<Mask> operands) {
  if (failed || !getOpenCallee(call))
    return false;
  SmallVector<Mask> context(zeros);
  llvm::append_range(context, dead);
  std::optional<Found> &found = knownDead[call];
  if (!found || found->operands != context) {
    SmallVector<Mask> unneeded;
    for (auto [mask, cells] :
         llvm::zip_equal(zeros, findUnneeded(call, zeros, dead))) {
      const MaskSizes &shape = mask.getShape();
      unneeded.push_back(
          Mask::ofCells(shape, MaskSizes(shape.size(), 1), cells));
    }
    found = Found{context, unneeded};
  }
  for (auto [mask, more] : llvm::zip_equal(operands, found->results))
    mask = mask | more;
  return true;
}

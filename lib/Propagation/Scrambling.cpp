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

/// Clears `always` where `tensor` is not 0; whether any is left.
static bool keepZeros(const TensorBytes &tensor, std::vector<uint8_t> &always) {
  size_t size = getElementBytes(tensor.type);
  bool isFloat = isa<FloatType>(tensor.type.getElementType()), any = false;
  for (size_t i = 0; i < always.size(); ++i) {
    uint64_t bits = 0;
    std::memcpy(&bits, tensor.bytes.data() + i * size, size);
    if (isFloat)
      bits &= ~(uint64_t(1) << (8 * size - 1));
    always[i] &= bits == 0;
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

bool Scrambler::run(CallOpInterface call, unsigned sample,
                    ArrayRef<std::vector<uint8_t>> zeros,
                    MutableArrayRef<std::vector<uint8_t>> always) {
  std::mt19937_64 random(sampling.seed * 0x9E3779B97F4A7C15u + sample);
  std::vector<TensorBytes> operands, results;
  for (auto [type, cells] : llvm::zip_equal(call->getOperandTypes(), zeros))
    operands.push_back(drawTensor(cast<RankedTensorType>(type), cells, random));
  for (Type type : call->getResultTypes())
    results.push_back({cast<RankedTensorType>(type), {}});
  if (llvm::Error error =
          functions->call(getOpenCallee(call).getName(), operands, results)) {
    call->emitError(llvm::toString(std::move(error)));
    failed = true;
    return false;
  }
  bool any = false;
  for (auto [result, cells] : llvm::zip_equal(results, always))
    any |= keepZeros(result, cells);
  return any;
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
    for (unsigned sample = 0; any && sample < sampling.samples; ++sample)
      any = run(call, sample, zeros, always);
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

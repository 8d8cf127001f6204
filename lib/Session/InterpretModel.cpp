//===- InterpretModel.cpp - models as they were written -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpretModel.h"

#include "Spindle/CInterface/DTypes.h"
#include "Spindle/Session/Failure.h"

#include <cmath>
#include <cstring>

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::Expected;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// The elements of `entries`, which has each once, and 0 elsewhere.
static Expected<Array> spreadEntries(const runtime::CooTensor &entries) {
  auto dense = Array::allocate(entries.values.dtype(), entries.shape);
  if (!dense)
    return dense;
  std::memset(dense->data(), 0, dense->byteSize());
  int64_t bytes = runtime::dtypeSize(entries.values.dtype());
  const auto *from = static_cast<const char *>(entries.values.data());
  auto *to = static_cast<char *>(dense->data());
  for (int64_t entry = 0; entry < entries.entries(); ++entry) {
    int64_t place = 0;
    for (auto [size, coordinates] :
         llvm::zip_equal(entries.shape, entries.coordinates))
      place = place * size + getIndex(coordinates, entry);
    std::memcpy(to + place * bytes, from + entry * bytes, bytes);
  }
  return dense;
}

/// The values of `operand`, a tensor, in row-major order.
static Expected<Array> makeDense(const Operand &operand) {
  if (operand.spec->kind != OperandKind::Sparse)
    return operand.values;
  auto entries = getEntries(operand);
  if (!entries)
    return entries.takeError();
  auto dense = spreadEntries(*entries);
  bool isPacked = operand.spec->dtype == runtime::DType::I4;
  return dense && isPacked ? packHalves(*dense) : std::move(dense);
}

namespace {
/// The arguments of a model, and the memory of those that are not dense.
struct ModelArguments {
  std::vector<interpreter::Argument> list;
  std::vector<Array> arrays;
};
} // namespace

/// The arguments of `function`: the first of `operands`.
static llvm::Expected<ModelArguments>
lendArguments(mlir::func::FuncOp function, llvm::ArrayRef<Operand> operands) {
  ModelArguments arguments;
  for (auto [number, type] : llvm::enumerate(function.getArgumentTypes())) {
    const Operand &operand = operands[number];
    auto tensor = mlir::dyn_cast<mlir::RankedTensorType>(type);
    if (!tensor) {
      arguments.list.push_back(
          getArguments(function, llvm::ArrayRef(operand)).front());
      continue;
    }
    auto dense = makeDense(operand);
    if (!dense)
      return fail(operand.spec->name + ": " + dense.error().str());
    arguments.arrays.push_back(std::move(*dense));
    arguments.list.push_back(interpreter::Memory{
        arguments.arrays.back().data(), tensor.getElementType(),
        llvm::SmallVector<int64_t>(llvm::ArrayRef(operand.shape))});
  }
  return arguments;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

llvm::Error session::interpretModel(mlir::func::FuncOp function,
                                    llvm::MutableArrayRef<Operand> operands,
                                    int64_t bodyRuns, const Watcher &watcher) {
  DiagnosticKeeper diagnostics(function.getContext());
  auto arguments = lendArguments(function, operands);
  if (!arguments)
    return arguments.takeError();
  std::unique_ptr<Step> step = watcher.begin("checking", "body runs");
  std::vector<interpreter::OwnedTensor> returned;
  interpreter::Options options;
  options.progress = [&](int64_t done) { step->update(done, bodyRuns); };
  options.results = &returned;
  options.isCancelled = watcher.token;
  if (llvm::Error error = interpreter::run(function, arguments->list, options))
    return error;
  auto results = operands.drop_front(function.getNumArguments());
  for (auto [operand, made] : llvm::zip_equal(results, returned))
    std::memcpy(operand.values.data(), made.tensor.values.data,
                operand.values.byteSize());
  return llvm::Error::success();
}

llvm::Expected<int64_t>
session::countModelRuns(mlir::func::FuncOp function,
                        llvm::ArrayRef<Operand> operands,
                        const interpreter::Options &options) {
  auto arguments = lendArguments(function, operands);
  if (!arguments)
    return arguments.takeError();
  return interpreter::countBodyRuns(function, arguments->list, options);
}

/// Whether `array` has a number that is not finite.
static bool isNotFinite(const Array &array) {
  return visitDType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (runtime::isFloatType<T>)
      return std::any_of(array.as<T>(), array.as<T>() + array.size(), [](T x) {
        return !std::isfinite(static_cast<double>(x));
      });
    else
      return false;
  });
}

bool session::mayLackProducts(llvm::ArrayRef<Operand> results) {
  auto isSparse = [](const Operand &operand) {
    return operand.spec->kind == OperandKind::Sparse;
  };
  return llvm::any_of(results, isSparse) &&
         llvm::any_of(results, [](const Operand &operand) {
           return operand.spec->isWritten() && isNotFinite(operand.values);
         });
}

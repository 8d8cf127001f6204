//===- PlanMeasure.cpp - times products of plans --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanMeasure.h"

#include "Spindle/Plans/WeightFormats.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Session.h"
#include "llvm/Support/FormatVariadic.h"

using namespace spindle;
using namespace spindle::session;
using plans::WeightPattern;
using plans::WeightProduct;

/// The product of W, outputs by inputs or the other way round, and X, inputs by
/// columns; of bytes, in 32 bits.
static std::string writeProduct(const WeightProduct &product) {
  std::string sum;
  llvm::raw_string_ostream(sum)
      << mlir::getElementTypeOrSelf(product.op->getResult(0).getType());
  if (product.isOfBytes)
    sum = "i32";
  std::string element = product.isOfBytes ? "i8" : sum;
  int64_t rows = product.rowsAreOutputs ? product.outputs : product.inputs;
  int64_t columns = product.rowsAreOutputs ? product.inputs : product.outputs;
  bool isFloat = sum.front() == 'f' || sum.front() == 'b';
  std::string factors = product.isOfBytes
                            ? R"(%a = arith.extsi %w : i8 to i32
    %b = arith.extsi %x : i8 to i32
    %p = arith.muli %a, %b : i32)"
                            : llvm::formatv("%p = arith.mul{0} %w, %x : {1}",
                                            isFloat ? "f" : "i", sum)
                                  .str();
  return llvm::formatv(
      R"(func.func @product(%W: tensor<{0}x{1}x{2}> {{sparse.name = "W"},
    %X: tensor<{3}x{4}x{2}> {{sparse.name = "X"}) -> tensor<{5}x{4}x{9}> {{
  %zero = arith.constant {6} : {9}
  %empty = tensor.empty() : tensor<{5}x{4}x{9}>
  %start = linalg.fill ins(%zero : {9}) outs(%empty : tensor<{5}x{4}x{9}>) -> tensor<{5}x{4}x{9}>
  %Y = linalg.generic {{indexing_maps = [affine_map<(o, t, i) -> ({7})>, affine_map<(o, t, i) -> (i, t)>,
      affine_map<(o, t, i) -> (o, t)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%W, %X : tensor<{0}x{1}x{2}>, tensor<{3}x{4}x{2}>) outs(%start : tensor<{5}x{4}x{9}>) {{
  ^bb0(%w: {2}, %x: {2}, %o: {9}):
    {10}
    %s = arith.add{8} %o, %p : {9}
    linalg.yield %s : {9}
  } -> tensor<{5}x{4}x{9}>
  return %Y : tensor<{5}x{4}x{9}>
})",
      rows, columns, element, product.inputs, product.columns, product.outputs,
      isFloat ? "0.0" : "0", product.rowsAreOutputs ? "o, i" : "i, o",
      isFloat ? "f" : "i", sum, factors);
}

/// The elements of `pattern` as those of the weight, each 1.
static runtime::Expected<runtime::CooTensor>
listElements(const WeightProduct &product, const WeightPattern &pattern,
             runtime::DType type) {
  std::vector<int64_t> shape = {pattern.outputs, pattern.inputs};
  int64_t output = product.rowsAreOutputs ? 0 : 1;
  if (output == 1)
    std::swap(shape[0], shape[1]);
  auto entries = runtime::allocateEntries(shape, type, pattern.count());
  if (!entries)
    return entries;
  int64_t entry = 0;
  auto *outputs = entries->coordinates[output].as<int64_t>();
  auto *inputs = entries->coordinates[1 - output].as<int64_t>();
  for (int64_t row = 0; row < pattern.outputs; ++row)
    for (int64_t column = 0; column < pattern.inputs; ++column)
      if (pattern.has(row, column)) {
        outputs[entry] = row;
        inputs[entry++] = column;
      }
  visitDType(type, [&](auto zero) {
    using T = decltype(zero);
    std::fill_n(entries->values.as<T>(), entry, T(1));
  });
  return entries;
}

/// Has `session` read the weight of `product` in `format`.
static llvm::Error lendWeight(Session &session, const WeightProduct &product,
                              const WeightPattern &pattern,
                              const std::string &format) {
  const OperandSpec &spec = session.getProgram().operands.front();
  auto entries = listElements(product, pattern, spec.dtype);
  if (!entries)
    return fail(entries.error());
  auto parsed = parseFormat(format, 2);
  if (!parsed)
    return parsed.takeError();
  auto stored = store(*entries, *parsed);
  return stored ? session.lend("W", *stored) : stored.takeError();
}

static llvm::Expected<double> timeProduct(const WeightProduct &product,
                                          const WeightPattern &pattern,
                                          const std::string &format,
                                          const Options &options) {
  constexpr int64_t runs = 9;
  Options own;
  own.program = "product";
  own.text = writeProduct(product);
  own.threads = options.threads;
  own.cpu = options.cpu;
  own.cache = options.cache;
  own.disk = options.disk;
  own.names = options.names;
  own.watcher = options.watcher;
  own.binds.push_back({"X", "random"});
  bool isDense = format == plans::getDenseFormat();
  if (isDense)
    own.binds.push_back({"W", "random"});
  else
    own.formats.push_back({"W", format});
  Session session(std::move(own));
  if (llvm::Error error = session.open())
    return std::move(error);
  if (!isDense)
    if (llvm::Error error = lendWeight(session, product, pattern, format))
      return std::move(error);
  for (auto step : {&Session::bind, &Session::choose, &Session::compile})
    if (llvm::Error error = (session.*step)())
      return std::move(error);
  auto times = session.measure(runs);
  return times ? llvm::Expected<double>(times->least) : times.takeError();
}

std::function<llvm::Expected<double>(
    const WeightProduct &, const WeightPattern &, const std::string &)>
session::getPlanMeasure(const Options &options) {
  return [options](const WeightProduct &product, const WeightPattern &pattern,
                   const std::string &format) {
    return timeProduct(product, pattern, format, options);
  };
}

//===- Rounding.cpp - how far rounded weights are off ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rounding.h"

#include "Spindle/Runtime/Support/Widening.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Session.h"

#include <cmath>

using namespace spindle;
using namespace spindle::session;
using runtime::Array;
using runtime::DType;

/// The operand of `operands` called `name`; null for none.
static const Operand *findOperand(llvm::ArrayRef<Operand> operands,
                                  llvm::StringRef name) {
  const auto *found = llvm::find_if(operands, [&](const Operand &operand) {
    return operand.spec->name == name;
  });
  return found == operands.end() ? nullptr : found;
}

/// What `name`, an operand of the program in f64, is there; nothing where it is
/// not one array here.
static std::optional<Array> findArray(llvm::ArrayRef<Operand> operands,
                                      const LentOperands &lent,
                                      llvm::StringRef name) {
  if (auto whole = lent.wholes.find(name); whole != lent.wholes.end())
    return whole->second;
  const Operand *operand = findOperand(operands, name);
  if (!operand || operand->spec->kind != OperandKind::Dense)
    return std::nullopt;
  return operand->values;
}

/// Lends `array`, whose floats become f64, as the operand `name`.
static llvm::Error lendWide(Session &session, llvm::StringRef name,
                            Array &array) {
  if (isFloat(array.dtype())) {
    auto wide = runtime::widen(array, DType::F64);
    if (!wide)
      return fail(wide.error());
    array = std::move(*wide);
  }
  execution::MemoryView view;
  view.data = array.data();
  view.shape.assign(array.shape().begin(), array.shape().end());
  view.dtype = array.dtype();
  return session.lend(name, view);
}

/// The largest difference of `made` from `expected`, and the largest magnitude.
static std::pair<double, double> compare(const Array &made,
                                         const Array &expected) {
  double largest = 0, off = 0;
  const auto *wide = expected.as<double>();
  visitDType(made.dtype(), [&](auto zero) {
    using T = decltype(zero);
    if constexpr (runtime::isFloatType<T>) {
      for (int64_t i = 0; i < made.size(); ++i) {
        double own = double(made.as<T>()[i]);
        if (own == wide[i] || (std::isnan(own) && std::isnan(wide[i])))
          off = std::max(off, 0.0);
        else if (!std::isfinite(own) || !std::isfinite(wide[i]))
          off = std::numeric_limits<double>::infinity();
        else
          off = std::max(off, std::abs(own - wide[i]));
        if (std::isfinite(wide[i]))
          largest = std::max(largest, std::abs(wide[i]));
      }
    }
  });
  return {off, largest};
}

llvm::Expected<std::optional<double>>
session::measureRounding(const Program &program,
                         llvm::ArrayRef<Operand> operands,
                         const LentOperands &lent, const Options &options) {
  Options own;
  own.program = program.name;
  own.text = program.wide;
  own.threads = options.threads;
  own.cpu = options.cpu;
  own.cache = options.cache;
  own.disk = options.disk;
  own.watcher = options.watcher;
  Session session(std::move(own));
  if (llvm::Error error = session.open())
    return std::move(error);
  std::vector<Array> arrays(session.getProgram().operands.size());
  for (auto [spec, array] :
       llvm::zip_equal(session.getProgram().operands, arrays)) {
    if (spec.isWritten())
      continue;
    auto found = findArray(operands, lent, spec.name);
    if (!found)
      return std::nullopt;
    array = std::move(*found);
    // What was removed may be 0 wherever it is read.
    const KeptOperand *kept = findKept(program.kept, spec.name);
    if (kept && array.shape() != kept->shape) {
      auto whole = spreadKept(*kept, array);
      if (!whole)
        return fail(whole.error());
      array = std::move(*whole);
    }
    if (llvm::Error error = lendWide(session, spec.name, array))
      return std::move(error);
  }
  for (auto step :
       {&Session::bind, &Session::choose, &Session::compile, &Session::run})
    if (llvm::Error error = (session.*step)())
      return std::move(error);
  double off = 0, largest = 0;
  for (const Operand &expected : session.getOperands()) {
    const Operand *made = findOperand(operands, expected.spec->name);
    if (!expected.spec->isWritten() || !made ||
        expected.values.dtype() != DType::F64)
      continue;
    auto [own, magnitude] = compare(made->values, expected.values);
    off = std::max(off, own);
    largest = std::max(largest, magnitude);
  }
  return largest > 0 ? off / largest : off;
}

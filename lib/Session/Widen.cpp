//===- Widen.cpp - a program and its operands in f64 ----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Widen.h"

#include "Spindle/Session/Failure.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;

/// The type that holds what `type`, a float, does.
static Type widenFloat(FloatType type) {
  return Float64Type::get(type.getContext());
}

/// Replaces floats, alone and inside other types and attributes.
static AttrTypeReplacer makeReplacer() {
  AttrTypeReplacer replacer;
  replacer.addReplacement(widenFloat);
  replacer.addReplacement([](FloatAttr attribute) -> Attribute {
    return FloatAttr::get(Float64Type::get(attribute.getContext()),
                          attribute.getValueAsDouble());
  });
  return replacer;
}

OwningOpRef<func::FuncOp> session::cloneWide(func::FuncOp function) {
  OwningOpRef<func::FuncOp> wide(function.clone());
  makeReplacer().recursivelyReplaceElementsIn(*wide, /*replaceAttrs=*/true,
                                              /*replaceLocs=*/false,
                                              /*replaceTypes=*/true);
  wide->walk([](Operation *op) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      return;
    op->replaceAllUsesWith(op->getOperands());
    op->erase();
  });
  return wide;
}

/// `array` with its floats changed and wide; what is no float stays.
static runtime::Expected<runtime::Array>
widen(const runtime::Array &array, llvm::function_ref<double(double)> change) {
  return visitDType(array.dtype(), [&](auto zero) {
    using T = decltype(zero);
    using runtime::Array;
    using runtime::Expected;
    if constexpr (!runtime::isFloatType<T> && !runtime::isComplexType<T>) {
      return Expected<Array>(array);
    } else {
      using Wide = std::conditional_t<runtime::isComplexType<T>,
                                      std::complex<double>, double>;
      auto wide = Array::allocate(runtime::dtypeOf<Wide>, array.shape());
      for (int64_t i = 0; wide && i < array.size(); ++i)
        wide->template as<Wide>()[i] = change(std::abs(Wide(array.as<T>()[i])));
      return wide;
    }
  });
}

/// Makes the element type and the DType of `spec` wide.
static void widen(OperandSpec &spec) {
  AttrTypeReplacer replacer = makeReplacer();
  spec.type = replacer.replace(spec.type);
  spec.elementType = replacer.replace(spec.elementType);
  if (isFloat(spec.dtype))
    spec.dtype = runtime::DType::F64;
  else if (isComplex(spec.dtype))
    spec.dtype = runtime::DType::C128;
}

llvm::Expected<WideOperands>
session::widenOperands(llvm::ArrayRef<Operand> operands,
                       llvm::function_ref<double(double)> change) {
  WideOperands result;
  result.operands = operands.vec();
  for (const Operand &operand : operands)
    widen(result.specs.emplace_back(*operand.spec));
  for (auto [operand, spec] : llvm::zip_equal(result.operands, result.specs)) {
    operand.spec = &spec;
    operand.number = change(std::abs(operand.number));
    auto values = widen(operand.values, change);
    if (!values)
      return fail(values.error());
    operand.values = std::move(*values);
    clearPadding(operand);
  }
  return result;
}

//===- StoreWeight.cpp - a weight in a format -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/StoreWeight.h"

#include "Spindle/Conversion/LinalgToSparse.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Plans/Products.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::plans;
using spindle::sparse::FormatAttr;
using spindle::sparse::kFormatAttr;

/// What is said while `work` fails; empty where it does not.
static std::string findError(MLIRContext *context,
                             function_ref<LogicalResult()> work) {
  std::string text;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (text.empty())
      text = diagnostic.str();
    return success();
  });
  bool hasFailed = failed(work());
  return hasFailed && text.empty() ? "it is refused" : hasFailed ? text : "";
}

Attribute plans::readFormat(MLIRContext *context, StringRef text, int64_t rank,
                            std::string &refusal) {
  Attribute format;
  refusal = findError(context, [&] {
    format = sparse::parseArgumentFormat(text, rank, context, [&] {
      return emitError(UnknownLoc::get(context));
    });
    return success(bool(format));
  });
  return format;
}

/// Why a copy of `function` cannot be on Spindle's tensors; empty where it can.
static std::string tryConversion(func::FuncOp function) {
  function.getContext()
      ->loadDialect<affine::AffineDialect, arith::ArithDialect,
                    axis::AxisDialect, iter::IterDialect, scf::SCFDialect,
                    sparse::SparseDialect>();
  OwningOpRef<ModuleOp> trial = ModuleOp::create(function.getLoc());
  trial->push_back(function.clone());
  return findError(function.getContext(), [&] {
    return success(succeeded(verify(*trial)) &&
                   succeeded(convertLinalgToSparse(*trial)));
  });
}

LogicalResult plans::storeWeight(func::FuncOp function, StringRef name,
                                 Attribute format, std::string &refusal) {
  std::optional<unsigned> number = findArgument(function, name, refusal);
  if (!number)
    return failure();
  Attribute before = function.getArgAttr(*number, kFormatAttr);
  auto levels = dyn_cast<FormatAttr>(format);
  if (levels && levels.isAllDense()) {
    function.removeArgAttr(*number, kFormatAttr);
    return success();
  }
  // What is refused without a format, too, is not the format's fault: it is
  // said where the program is converted.
  function.removeArgAttr(*number, kFormatAttr);
  bool isOpen = !tryConversion(function).empty();
  function.setArgAttr(*number, kFormatAttr, format);
  refusal = isOpen ? findError(function.getContext(),
                               [&] { return verify(function); })
                   : tryConversion(function);
  if (refusal.empty())
    return success();
  if (before)
    function.setArgAttr(*number, kFormatAttr, before);
  else
    function.removeArgAttr(*number, kFormatAttr);
  return failure();
}

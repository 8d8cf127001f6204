//===- ArchiveWeights.cpp - weights in archives of arrays -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArchiveWeights.h"

#include "Spindle/CInterface/DTypes.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "Spindle/Plans/RemovePruned.h"
#include "Spindle/Runtime/IO/Npz.h"
#include "Spindle/Session/Failure.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;
using spindle::tesa::TesaDialect;

/// The elements of `array` that are not 0, where -0.0 is 0, too.
static Mask findNonzeros(const runtime::Array &array) {
  std::vector<uint8_t> cells(array.size());
  runtime::visitDType(array.dtype(), [&](auto zero) {
    const auto *elements = array.as<decltype(zero)>();
    for (size_t i = 0; i < cells.size(); ++i)
      cells[i] = elements[i] != zero;
  });
  return Mask::ofCells(array.shape(), MaskSizes(array.rank(), 1),
                       std::move(cells));
}

/// Says of argument `number`, a weight, what `array` has pruned.
static void markZeros(func::FuncOp function, unsigned number,
                      const runtime::Array &array) {
  auto type = cast<RankedTensorType>(function.getArgumentTypes()[number]);
  // What it is instead is told where it is bound.
  if (type.getShape() != llvm::ArrayRef(array.shape()) ||
      cinterface::getDType(type.getElementType()) != array.dtype())
    return;
  Mask kept = findNonzeros(array);
  if (!kept.isAll())
    function.setArgAttr(number, TesaDialect::kMaskAttr,
                        tesa::MaskAttr::get(function.getContext(), kept));
}

/// Marks the arguments called `name`, which the archive at `path` has.
static llvm::Error markWeight(func::FuncOp function, StringRef name,
                              const std::string &path) {
  for (unsigned arg = 0; arg < function.getNumArguments(); ++arg) {
    auto own = function.getArgAttrOfType<StringAttr>(
        arg, sparse::SparseDialect::kNameAttr);
    if (own != name)
      continue;
    plans::markWeight(function, arg);
    if (function.getArgAttr(arg, TesaDialect::kMaskAttr) ||
        !tesa::hasMask(function.getArgumentTypes()[arg]))
      continue;
    auto array = runtime::readNpzArray(path, name.str());
    if (!array)
      return fail(array.error());
    markZeros(function, arg, *array);
  }
  return llvm::Error::success();
}

llvm::Error session::markArchiveWeights(ModuleOp module,
                                        const Options &options) {
  module.getContext()->getOrLoadDialect<TesaDialect>();
  auto isBound = [&](const std::string &name) {
    return llvm::any_of(options.binds, [&](const Assignment &bind) {
      return bind.name == name;
    });
  };
  for (const std::string &path : options.archives) {
    auto arrays = runtime::listNpzArrays(path);
    if (!arrays)
      return fail(arrays.error());
    for (const std::string &array : *arrays)
      if (!isBound(array))
        for (auto function : module.getOps<func::FuncOp>())
          if (llvm::Error error = markWeight(function, array, path))
            return error;
  }
  return llvm::Error::success();
}

//===- BuiltinTensors.cpp - programs on builtin tensors -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BuiltinTensors.h"

#include "Spindle/Conversion/LinalgToSparse.h"
#include "Spindle/Conversion/Passes.h"
#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Session/Program.h"
#include "Spindle/Session/Stages.h"
#include "Spindle/Transforms/Linalg/Passes.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::session;
using spindle::sparse::SparseDialect;

bool session::isModel(ModuleOp module) {
  return llvm::any_of(module.getOps<func::FuncOp>(), isOnBuiltinTensors);
}

/// Has argument `number` of `function` be in the format that `text` names; one
/// that suits the data is chosen among those of a matrix in rows.
static llvm::Error setFormat(func::FuncOp function, unsigned number,
                             StringRef name, StringRef text) {
  MLIRContext *context = function.getContext();
  auto type = cast<RankedTensorType>(function.getArgumentTypes()[number]);
  DiagnosticKeeper diagnostics(context);
  Attribute format = spindle::sparse::parseAnyFormatName(
      text == kAuto ? "csr" : text, type.getRank(), context,
      [&] { return emitError(UnknownLoc::get(context)); });
  if (!format)
    return fail(name + ": " +
                toString(diagnostics.takeError("expected a format")));
  function.setArgAttr(number, spindle::sparse::kFormatAttr, format);
  return llvm::Error::success();
}

/// Has arguments be in the formats that `options` name.
static llvm::Error setFormats(ModuleOp module, const Options &options) {
  for (const Assignment &format : options.formats) {
    llvm::SmallVector<StringRef> names;
    bool isSet = false;
    for (auto function : module.getOps<func::FuncOp>())
      for (unsigned arg = 0; arg < function.getNumArguments(); ++arg) {
        auto name = function.getArgAttrOfType<StringAttr>(
            arg, SparseDialect::kNameAttr);
        if (!name || !isa<RankedTensorType>(function.getArgumentTypes()[arg]))
          continue;
        names.push_back(name);
        if (name != format.name)
          continue;
        isSet = true;
        if (llvm::Error error =
                setFormat(function, arg, format.name, format.text))
          return error;
      }
    if (!isSet)
      return fail("expected " + options.names.format.noun + " of a tensor (" +
                  listOf(names) + ") but got '" + format.name + "'" +
                  suggest(format.name, names));
  }
  return llvm::Error::success();
}

/// How `target` wants to have bytes that it multiplies.
static Factors chooseFactors(const Target &target) {
  if (target.worker == WorkerKind::Block)
    return Factors::AsStored;
  if (target.findContraction(NumberType::U8, NumberType::I8, NumberType::I32))
    return Factors::MixedSigns;
  return target.pairProducts ? Factors::Words : Factors::AsStored;
}

llvm::Error session::takeModel(ModuleOp module, const Options &options) {
  if (llvm::Error error = setFormats(module, options))
    return error;
  DiagnosticKeeper diagnostics(module.getContext());
  PassManager passes(module.getContext());
  passes.addPass(createNarrowSumsPass());
  SplitZeroPointsPassOptions products;
  products.factors = chooseFactors(getTarget(options));
  passes.addPass(createSplitZeroPointsPass(products));
  passes.addPass(createConvertLinalgToSparsePass());
  if (failed(passes.run(module)))
    return diagnostics.takeError("expected a model but got none");
  return llvm::Error::success();
}

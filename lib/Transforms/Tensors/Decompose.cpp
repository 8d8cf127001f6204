//===- Decompose.cpp - a tensor of a function in parts --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Tensors/Decompose.h"

#include "InParts.h"
#include "Spindle/Transforms/Tensors/Passes.h"
#include "Trial.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace spindle {
#define GEN_PASS_DEF_DECOMPOSEPASS
#include "Spindle/Transforms/Tensors/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// Whether it may be done
//===----------------------------------------------------------------------===//

/// The string `attr` of argument `index`; empty where there is none.
static StringRef getWord(func::FuncOp function, unsigned index,
                         StringRef attr) {
  auto word = function.getArgAttrOfType<StringAttr>(index, attr);
  return word ? word.getValue() : "";
}

/// The argument called `name`, first, and those that share its structure.
static SmallVector<BlockArgument> findGroup(func::FuncOp function,
                                            StringRef name) {
  SmallVector<BlockArgument> group;
  for (BlockArgument argument : function.getArguments()) {
    unsigned index = argument.getArgNumber();
    if (getWord(function, index, SparseDialect::kNameAttr) == name)
      group.insert(group.begin(), argument);
    else if (getWord(function, index, SparseDialect::kStructureOfAttr) == name)
      group.push_back(argument);
  }
  return group;
}

/// What the function is called that makes the parts.
static std::string getConverterName(func::FuncOp function,
                                    const DecomposeOptions &options) {
  return (function.getName() + "_convert_" + options.tensor).str();
}

/// Whether the first of `group`, the tensor that is named, is in the format
/// already.
static bool hasFormat(ArrayRef<BlockArgument> group,
                      const DecomposeOptions &options) {
  auto type = group.empty()
                  ? CompositeTensorType()
                  : dyn_cast<CompositeTensorType>(group.front().getType());
  return type && type.getFormat() == options.format;
}

/// Why `group` in `function` is not decomposed; empty where it is.
static std::string check(func::FuncOp function, ArrayRef<BlockArgument> group,
                         const DecomposeOptions &options) {
  auto name = options.tensor;
  auto type = group.empty()
                  ? SparseTensorType()
                  : dyn_cast<SparseTensorType>(group.front().getType());
  if (!type || getWord(function, group.front().getArgNumber(),
                       SparseDialect::kNameAttr) != name)
    return ("it takes no tensor '" + name + "' in a format of levels").str();
  if (type.getRank() != options.format.getRank())
    return ("'" + name + "' has " + Twine(type.getRank()) +
            " dimensions, the format " + Twine(options.format.getRank()))
        .str();
  Operation *module = function->getParentOp();
  if (module && !SymbolTable::symbolKnownUseEmpty(function, module))
    return "another function calls it";
  std::string converter = getConverterName(function, options);
  if (options.converter && module &&
      SymbolTable::lookupSymbolIn(module, converter))
    return "there is a function '" + converter + "' already";
  for (BlockArgument argument : group)
    if (std::string reason = checkUses(argument); !reason.empty())
      return reason;
  return "";
}

//===----------------------------------------------------------------------===//
// New types
//===----------------------------------------------------------------------===//

/// Gives the arguments of `group` the format.
static void setTypes(func::FuncOp function, ArrayRef<BlockArgument> group,
                     CompositeAttr format) {
  auto types = llvm::to_vector(function.getArgumentTypes());
  for (BlockArgument argument : group) {
    auto old = cast<SparseTensorType>(argument.getType());
    Type type = CompositeTensorType::get(function.getContext(), old.getShape(),
                                         old.getElementType(), format);
    types[argument.getArgNumber()] = type;
    argument.setType(type);
  }
  function.setFunctionType(FunctionType::get(function.getContext(), types,
                                             function.getResultTypes()));
}

static void rewrite(func::FuncOp function, const DecomposeOptions &options) {
  SmallVector<BlockArgument> group = findGroup(function, options.tensor);
  setTypes(function, group, options.format);
  rewriteUses(function, group);
}

//===----------------------------------------------------------------------===//
// The function that makes the parts
//===----------------------------------------------------------------------===//

/// Makes, behind `function`, one that makes the parts of `tensor` from a tensor
/// of type `old`.
static void makeConverter(RewriterBase &rewriter, func::FuncOp function,
                          BlockArgument tensor, Type old,
                          const DecomposeOptions &options) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfter(function);
  Location loc = function.getLoc();
  auto made =
      func::FuncOp::create(rewriter, loc, getConverterName(function, options),
                           rewriter.getFunctionType({old}, {tensor.getType()}));
  unsigned index = tensor.getArgNumber();
  for (StringRef attr : {SparseDialect::kNameAttr, SparseDialect::kDimsAttr})
    if (Attribute known = function.getArgAttr(index, attr))
      made.setArgAttr(0, attr, known);
  rewriter.setInsertionPointToStart(made.addEntryBlock());
  Value parts =
      ConvertOp::create(rewriter, loc, tensor.getType(), made.getArgument(0));
  func::ReturnOp::create(rewriter, loc, parts);
}

//===----------------------------------------------------------------------===//
// Decomposing
//===----------------------------------------------------------------------===//

bool spindle::sparse::takesTensor(func::FuncOp function, StringRef tensor) {
  if (function.isExternal() || function.getNumResults() > 0)
    return false;
  SmallVector<BlockArgument> group = findGroup(function, tensor);
  return !group.empty() && isa<AnyTensorType>(group.front().getType());
}

int64_t spindle::sparse::getTensorRank(func::FuncOp function,
                                       StringRef tensor) {
  SmallVector<BlockArgument> group;
  if (!function.isExternal())
    group = findGroup(function, tensor);
  auto type = group.empty() ? AnyTensorType()
                            : dyn_cast<AnyTensorType>(group.front().getType());
  return type ? type.getRank() : 0;
}

FailureOr<func::FuncOp>
spindle::sparse::decompose(RewriterBase &rewriter, func::FuncOp function,
                           const DecomposeOptions &options,
                           std::string &refusal) {
  if (function.isExternal()) {
    refusal = "it has no body";
    return failure();
  }
  SmallVector<BlockArgument> group = findGroup(function, options.tensor);
  if (hasFormat(group, options))
    return function;
  refusal = check(function, group, options);
  if (refusal.empty())
    refusal = tryRewrite(function,
                         [&](func::FuncOp trial) { rewrite(trial, options); });
  if (!refusal.empty())
    return failure();
  Type old = group.front().getType();
  rewriter.modifyOpInPlace(function, [&] { rewrite(function, options); });
  if (options.converter)
    makeConverter(rewriter, function, group.front(), old, options);
  return function;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DecomposePass : spindle::impl::DecomposePassBase<DecomposePass> {
  using DecomposePassBase::DecomposePassBase;

  void runOnOperation() override {
    bool isFound = false;
    IRRewriter rewriter(&getContext());
    for (auto function :
         llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
      if (!takesTensor(function, tensor))
        continue;
      isFound = true;
      auto named = findGroup(function, tensor).front();
      if (failed(run(rewriter, function, cast<AnyTensorType>(named.getType()))))
        return signalPassFailure();
    }
    if (isFound)
      return;
    getOperation().emitError("expected a function that takes a tensor '")
        << tensor << "' but got none";
    signalPassFailure();
  }

  LogicalResult run(RewriterBase &rewriter, func::FuncOp function,
                    AnyTensorType type) {
    auto attr = parseAnyFormatName(format, type.getRank(), &getContext(),
                                   [&] { return function.emitError(); });
    if (!attr)
      return failure();
    auto composite = dyn_cast<CompositeAttr>(attr);
    if (!composite)
      return function.emitError("expected a composite format but got ") << attr;
    std::string refusal;
    DecomposeOptions options = {tensor, composite, converter};
    if (succeeded(decompose(rewriter, function, options, refusal)))
      return success();
    return function.emitError("expected tensor '")
           << tensor << "' to be one that can be in parts but " << refusal;
  }
};
} // namespace

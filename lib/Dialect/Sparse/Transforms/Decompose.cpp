//===- Decompose.cpp - a tensor of a function in parts --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/Transforms/Decompose.h"

#include "Spindle/Dialect/Sparse/Transforms/Passes.h"
#include "Trial.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace spindle::sparse {
#define GEN_PASS_DEF_DECOMPOSEPASS
#include "Spindle/Dialect/Sparse/Transforms/Passes.h.inc"
} // namespace spindle::sparse

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

/// Whether what `unpack` gives is filled, and no more: its axes are those of
/// other such operations.
static bool onlyFills(UnpackOp unpack) {
  return llvm::all_of(unpack->getUsers(), [](Operation *user) {
    auto other = dyn_cast<UnpackOp>(user);
    return isa<FillOp>(user) || (other && onlyFills(other));
  });
}

/// Why `tensor` is not decomposed; empty where it is.
static std::string checkUses(BlockArgument tensor) {
  for (Operation *user : tensor.getUsers()) {
    auto unpack = dyn_cast<UnpackOp>(user);
    if (isa<GenericOp>(user) || (unpack && onlyFills(unpack)))
      continue;
    return ("its levels are used by '" + user->getName().getStringRef() + "'")
        .str();
  }
  return "";
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
  if (Operation *module = function->getParentOp();
      module && !SymbolTable::symbolKnownUseEmpty(function, module))
    return "another function calls it";
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

namespace {
/// Replaces the fills of what tensors unpack to by fills of their parts.
struct FillParts {
  OpBuilder builder;
  /// The parts of the tensor that has the structure, and what they unpack to.
  SmallVector<Value> ownerParts;
  SmallVector<UnpackOp> ownerUnpacks;

  void run(ArrayRef<BlockArgument> group);

private:
  SmallVector<Value> makeBuffers(BlockArgument tensor);
};
} // namespace

/// The buffers of the parts of `tensor`, unpacked at the insertion point; the
/// first that is asked for is the tensor with the structure.
SmallVector<Value> FillParts::makeBuffers(BlockArgument tensor) {
  auto type = cast<CompositeTensorType>(tensor.getType());
  auto parts = PartsOp::create(builder, tensor.getLoc(), type.getPartTypes(),
                               tensor, ownerParts);
  SmallVector<Value> buffers;
  bool isOwner = ownerParts.empty();
  for (auto [number, part] : llvm::enumerate(parts.getParts())) {
    SmallVector<Type> axes =
        getUnpackedTypes(cast<SparseTensorType>(part.getType()));
    Type buffer = axes.pop_back_val();
    SmallVector<Value> on;
    if (!isOwner) {
      on = llvm::to_vector_of<Value>(ownerUnpacks[number].getAllAxes());
      axes.clear();
    }
    auto unpack =
        UnpackOp::create(builder, part.getLoc(), axes, buffer, part, on);
    if (isOwner)
      ownerUnpacks.push_back(unpack);
    buffers.push_back(unpack.getBuffer());
  }
  if (isOwner)
    ownerParts = llvm::to_vector_of<Value>(parts.getParts());
  return buffers;
}

void FillParts::run(ArrayRef<BlockArgument> group) {
  bool hasFills = llvm::any_of(group, [](BlockArgument tensor) {
    return llvm::any_of(tensor.getUsers(), llvm::IsaPred<UnpackOp>);
  });
  SmallVector<UnpackOp> old;
  for (BlockArgument tensor : hasFills ? group : ArrayRef<BlockArgument>()) {
    SmallVector<FillOp> fills;
    for (Operation *user : tensor.getUsers())
      if (auto unpack = dyn_cast<UnpackOp>(user)) {
        old.push_back(unpack);
        for (Operation *fill : unpack.getBuffer().getUsers())
          fills.push_back(cast<FillOp>(fill));
      }
    SmallVector<Value> buffers = makeBuffers(tensor);
    for (FillOp fill : fills) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(fill);
      for (Value buffer : buffers)
        FillOp::create(builder, fill.getLoc(), buffer, fill.getValue());
      fill.erase();
    }
  }
  // Those on the axes of the first tensor come after it.
  for (UnpackOp unpack : llvm::reverse(old))
    unpack.erase();
}

static void rewrite(func::FuncOp function, const DecomposeOptions &options) {
  SmallVector<BlockArgument> group = findGroup(function, options.tensor);
  setTypes(function, group, options.format);
  FillParts{OpBuilder::atBlockBegin(&function.front()), {}, {}}.run(group);
}

FailureOr<func::FuncOp>
spindle::sparse::decompose(RewriterBase &rewriter, func::FuncOp function,
                           const DecomposeOptions &options,
                           std::string &refusal) {
  refusal = function.isExternal()
                ? "it has no body"
                : check(function, findGroup(function, options.tensor), options);
  if (refusal.empty())
    refusal = tryRewrite(function,
                         [&](func::FuncOp trial) { rewrite(trial, options); });
  if (!refusal.empty())
    return failure();
  rewriter.modifyOpInPlace(function, [&] { rewrite(function, options); });
  return function;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct DecomposePass : spindle::sparse::impl::DecomposePassBase<DecomposePass> {
  using DecomposePassBase::DecomposePassBase;

  void runOnOperation() override {
    bool isFound = false;
    IRRewriter rewriter(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<BlockArgument> group;
      if (!function.isExternal())
        group = findGroup(function, tensor);
      if (group.empty() || !isa<AnyTensorType>(group.front().getType()))
        continue;
      isFound = true;
      if (failed(run(rewriter, function,
                     cast<AnyTensorType>(group.front().getType()))))
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
    DecomposeOptions options = {tensor, composite};
    if (succeeded(decompose(rewriter, function, options, refusal)))
      return success();
    return function.emitError("expected tensor '")
           << tensor << "' to be one that can be in parts but " << refusal;
  }
};
} // namespace

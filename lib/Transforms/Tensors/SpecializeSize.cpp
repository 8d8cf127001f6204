//===- SpecializeSize.cpp - the size of a dimension as a constant ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Tensors/SpecializeSize.h"

#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Support/Suggestion.h"
#include "Trial.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// Named dimensions
//===----------------------------------------------------------------------===//

/// The names of the dimensions of argument `arg`; none without.
static SmallVector<StringRef> getDimNames(func::FuncOp function, unsigned arg) {
  auto names =
      function.getArgAttrOfType<ArrayAttr>(arg, SparseDialect::kDimsAttr);
  if (!names)
    return {};
  return llvm::to_vector(names.getAsValueRange<StringAttr>());
}

bool spindle::sparse::takesTensors(func::FuncOp function) {
  return llvm::any_of(function.getArgumentTypes(),
                      llvm::IsaPred<AnyTensorType>);
}

/// The type of argument `arg` with the size that `options` give; its own where
/// it has no such dimension.
static Type getSpecialized(func::FuncOp function, unsigned arg,
                           const SpecializeOptions &options) {
  Type type = function.getArgumentTypes()[arg];
  auto tensor = dyn_cast<AnyTensorType>(type);
  if (!tensor)
    return type;
  auto shape = llvm::to_vector(tensor.getShape());
  for (auto [dim, name] : llvm::enumerate(getDimNames(function, arg)))
    if (name == options.dim)
      shape[dim] = options.size;
  return tensor.cloneWith(shape, tensor.getElementType());
}

//===----------------------------------------------------------------------===//
// Whether it may be done
//===----------------------------------------------------------------------===//

/// Why no tensor of `function` has the dimension; empty where one does.
static std::string checkName(func::FuncOp function, StringRef dim) {
  llvm::SetVector<StringRef> known;
  for (unsigned arg = 0; arg < function.getNumArguments(); ++arg)
    if (isa<AnyTensorType>(function.getArgumentTypes()[arg]))
      known.insert_range(getDimNames(function, arg));
  if (known.contains(dim))
    return "";
  return ("none of its tensors has a dimension '" + dim + "' among " +
          llvm::join(known, ", ") + suggest(dim, known.getArrayRef()))
      .str();
}

/// Why the size of a tensor may not become that of `options`; empty if it may.
static std::string checkSizes(func::FuncOp function,
                              const SpecializeOptions &options) {
  for (auto [arg, type] : llvm::enumerate(function.getArgumentTypes())) {
    auto tensor = dyn_cast<AnyTensorType>(type);
    if (!tensor)
      continue;
    for (auto [dim, name] : llvm::enumerate(getDimNames(function, arg)))
      if (int64_t size = tensor.getDimSize(dim); name == options.dim &&
                                                 !ShapedType::isDynamic(size) &&
                                                 size != options.size)
        return ("it has the size " + Twine(size) + " already, not " +
                Twine(options.size))
            .str();
  }
  return "";
}

/// Why `function` cannot be for one size; empty if it can.
static std::string check(func::FuncOp function,
                         const SpecializeOptions &options) {
  if (options.size < 0)
    return "a size is not negative but got " + std::to_string(options.size);
  if (!takesTensors(function))
    return "it takes no tensors, as in the stage `tensors`";
  if (std::string reason = checkName(function, options.dim); !reason.empty())
    return reason;
  if (Operation *module = function->getParentOp();
      module && !SymbolTable::symbolKnownUseEmpty(function, module))
    return "another function calls it";
  return checkSizes(function, options);
}

//===----------------------------------------------------------------------===//
// New types
//===----------------------------------------------------------------------===//

/// The type of `buffer` in the shape that its axes give.
static Type getBufferType(Value buffer) {
  auto type = cast<BufferType>(buffer.getType());
  FailureOr<axis::Layout> layout = getLayout(buffer);
  if (failed(layout))
    return type;
  return BufferType::get(type.getContext(), layout->getShape(),
                         type.getElementType(), type.getFill());
}

/// Gives the results of `op` the types that its operands' types ask for.
static void updateTypes(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([](UnpackOp op) {
        auto types = getUnpackedTypes(op.getTensor().getType());
        auto results = ArrayRef(types).take_back(op->getNumResults());
        for (auto [result, type] : llvm::zip(op->getResults(), results))
          result.setType(type);
      })
      .Case([](PartsOp op) {
        auto types = op.getTensor().getType().getPartTypes();
        for (auto [result, type] : llvm::zip(op->getResults(), types))
          result.setType(type);
      })
      .Case([](ComposeOp op) {
        auto part = cast<SparseTensorType>(op.getParts().front().getType());
        op.getResult().setType(CompositeTensorType::get(
            op.getContext(), part.getShape(), part.getElementType(),
            op.getResult().getType().getFormat()));
      })
      .Case([](PackOp op) {
        BufferType values = op.getValues().getType();
        op.getResult().setType(SparseTensorType::get(
            op.getContext(), values.getShape(), values.getElementType(),
            op.getResult().getType().getFormat()));
      })
      .Case([](WithValuesOp op) {
        SparseTensorType tensor = op.getTensor().getType();
        op.getResult().setType(SparseTensorType::get(
            op.getContext(), tensor.getShape(),
            op.getValues().getType().getElementType(), tensor.getFormat()));
      })
      .Case<BindOp, AllocOp, SplatOp>([](auto op) {
        op.getResult().setType(cast<BufferType>(getBufferType(op.getResult())));
      });
}

static void updateTypes(func::FuncOp function,
                        const SpecializeOptions &options) {
  SmallVector<Type> types;
  for (unsigned arg = 0; arg < function.getNumArguments(); ++arg)
    types.push_back(getSpecialized(function, arg, options));
  function.setFunctionType(FunctionType::get(
      function.getContext(), types, function.getFunctionType().getResults()));
  if (function.isExternal())
    return;
  for (auto [arg, type] : llvm::zip(function.getArguments(), types))
    arg.setType(type);
  function.walk<WalkOrder::PreOrder, ForwardDominanceIterator<>>(
      [](Operation *op) { updateTypes(op); });
}

FailureOr<func::FuncOp>
spindle::sparse::specializeSize(RewriterBase &rewriter, func::FuncOp function,
                                const SpecializeOptions &options,
                                std::string &refusal) {
  refusal = check(function, options);
  if (refusal.empty())
    refusal = tryRewrite(
        function, [&](func::FuncOp trial) { updateTypes(trial, options); });
  if (!refusal.empty())
    return failure();
  rewriter.modifyOpInPlace(function, [&] { updateTypes(function, options); });
  return function;
}

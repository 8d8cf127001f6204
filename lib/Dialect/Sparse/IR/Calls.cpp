//===- Calls.cpp - calls of functions that take tensors -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Sparse/IR/Calls.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;

FunctionOpInterface spindle::sparse::findCallee(CallOpInterface call) {
  auto name = call->getAttrOfType<FlatSymbolRefAttr>("callee");
  return name ? dyn_cast_or_null<FunctionOpInterface>(
                    SymbolTable::lookupNearestSymbolFrom(call, name))
              : FunctionOpInterface();
}

bool spindle::sparse::isStructural(Type type) {
  return isa<AnyTensorType, axis::AxisType, axis::SiteType, BufferType>(type);
}

std::string spindle::sparse::describeArgument(FunctionOpInterface function,
                                              unsigned index) {
  std::string text = "operand " + std::to_string(index);
  auto name =
      function.getArgAttrOfType<StringAttr>(index, SparseDialect::kNameAttr);
  return name ? text + " ('" + name.str() + "')" : text;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

LogicalResult spindle::sparse::verifyCallTypes(CallOpInterface call) {
  FunctionOpInterface callee = findCallee(call);
  if (!callee)
    return success();
  ArrayRef<Type> expected = callee.getArgumentTypes();
  OperandRange operands = call->getOperands();
  if (llvm::none_of(expected, isStructural) &&
      llvm::none_of(operands.getTypes(), isStructural))
    return success();
  if (expected.size() != operands.size())
    return call->emitError("expected ")
           << expected.size() << " operands of the call of @"
           << callee.getName() << " but got " << operands.size();
  for (auto [index, type, value] : llvm::enumerate(expected, operands))
    if (type != value.getType())
      return call->emitError("expected ")
             << describeArgument(callee, index) << " of the call of @"
             << callee.getName() << " to be " << type << " but got "
             << value.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Structures
//===----------------------------------------------------------------------===//

/// The argument of `callee` that argument `index` says it shares the structure
/// of; that argument itself without one.
static unsigned findOwner(FunctionOpInterface callee, unsigned index) {
  auto name = callee.getArgAttrOfType<StringAttr>(
      index, SparseDialect::kStructureOfAttr);
  for (unsigned other = 0; name && other < callee.getNumArguments(); ++other)
    if (other != index &&
        isa<AnyTensorType>(callee.getArgumentTypes()[other]) &&
        callee.getArgAttrOfType<StringAttr>(other, SparseDialect::kNameAttr) ==
            name)
      return other;
  return index;
}

/// Checks that operands share a structure where `callee` says so.
static LogicalResult verifyStructures(CallOpInterface call,
                                      FunctionOpInterface callee) {
  for (unsigned index = 0; index < callee.getNumArguments(); ++index) {
    unsigned owner = findOwner(callee, index);
    if (owner == index)
      continue;
    Value structure = getStructureOwner(call->getOperand(owner));
    if (structure && structure == getStructureOwner(call->getOperand(index)))
      continue;
    return call->emitError("expected ")
           << describeArgument(callee, index) << " of the call of @"
           << callee.getName() << " to share the structure of "
           << describeArgument(callee, owner) << " but got another one";
  }
  return success();
}

/// Whether `type` is a tensor that may have two elements of the same
/// coordinates, of which a look-up finds the first.
static bool mayRepeat(Type type) {
  auto tensor = dyn_cast<SparseTensorType>(type);
  return tensor && llvm::any_of(tensor.getFormat().getLevels(), [](auto level) {
           return level.getKind() != LevelKind::Dense && !level.getUnique();
         });
}

/// Checks that operands share no structure unless `callee` says so, where its
/// body may tell elements at one place apart.
static LogicalResult verifyUnsharedStructures(CallOpInterface call,
                                              FunctionOpInterface callee) {
  llvm::SmallDenseMap<Value, unsigned> owners;
  for (auto [index, value] : llvm::enumerate(call->getOperands())) {
    if (!mayRepeat(value.getType()) || findOwner(callee, index) != index)
      continue;
    auto [known, isNew] =
        owners.try_emplace(getStructureOwner(value), unsigned(index));
    if (!isNew)
      return call->emitError("expected ")
             << describeArgument(callee, index) << " of the call of @"
             << callee.getName() << ", which has the structure of "
             << describeArgument(callee, known->second) << ", to say so by '"
             << SparseDialect::kStructureOfAttr
             << "', as it may have several elements at one place, but got none";
  }
  return success();
}

//===----------------------------------------------------------------------===//
// The body
//===----------------------------------------------------------------------===//

/// Whether `op` stands in the first block of a function.
static bool isInFirstBlock(Operation *op) {
  return op->getBlock()->isEntryBlock() &&
         isa<FunctionOpInterface>(op->getParentOp());
}

/// Checks that the body of `callee` can stand where `call` does.
static LogicalResult verifyBody(CallOpInterface call,
                                FunctionOpInterface callee) {
  bool isPlain = llvm::none_of(callee.getArgumentTypes(), isStructural) &&
                 llvm::none_of(callee.getResultTypes(), isStructural);
  if (isPlain && callee.isExternal())
    return success();
  if (callee.isExternal())
    return call->emitError("expected @")
           << callee.getName()
           << ", which is called with tensors, axes or buffers, to have a body "
              "but got a declaration";
  if (!isPlain && !callee.getFunctionBody().hasOneBlock())
    return call->emitError("expected @")
           << callee.getName()
           << ", which is called with tensors, axes or buffers, to have a body "
              "of one block but got "
           << callee.getFunctionBody().getBlocks().size();
  if (isInFirstBlock(call))
    return success();
  WalkResult result = callee.getFunctionBody().walk(
      [](AllocOp) { return WalkResult::interrupt(); });
  if (!result.wasInterrupted())
    return success();
  return call->emitError("expected the call of @")
         << callee.getName()
         << ", which allocates, in the first block of a function but got one "
            "in a loop or branch";
}

LogicalResult spindle::sparse::verifyCall(CallOpInterface call) {
  FunctionOpInterface callee = findCallee(call);
  if (!callee)
    return success();
  return failure(failed(verifyBody(call, callee)) ||
                 failed(verifyStructures(call, callee)) ||
                 failed(verifyUnsharedStructures(call, callee)));
}

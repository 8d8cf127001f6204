//===- PartsOp.cpp - parts of composite tensors ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOps.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace spindle::sparse;

void PartsOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  std::string name = getArgumentName(getTensor());
  for (auto [number, part] : llvm::enumerate(getParts()))
    setName(part, (name.empty() ? "part" : name) + std::to_string(number));
}

/// (C1) The types of the parts of a tensor of type `whole`.
static LogicalResult verifyTypes(Operation *op, CompositeTensorType whole,
                                 TypeRange parts) {
  SmallVector<Type> expected = whole.getPartTypes();
  if (expected.size() != parts.size())
    return op->emitOpError("(C1) expected ")
           << expected.size() << " parts but got " << parts.size();
  for (auto [number, type, part] : llvm::enumerate(expected, parts))
    if (part != type)
      return op->emitOpError("(C1) expected part ")
             << number << " to be " << type << " but got " << part;
  return success();
}

/// Whether `list` is all parts that one `sparse.parts` of `owner` gives.
static bool arePartsOf(ValueRange list, Value owner) {
  auto parts = list.front().getDefiningOp<PartsOp>();
  return parts && parts->getNumOperands() == 1 &&
         parts->getOperand(0) == owner &&
         llvm::equal(list, parts->getResults());
}

LogicalResult PartsOp::verify() {
  if (failed(verifyTypes(*this, getTensor().getType(),
                         getParts().getTypes()))) // (C1)
    return failure();
  Value owner = getStructureOwner(getTensor());
  if (!isa<BlockArgument>(getTensor()) || !isKnownTensor(getTensor()) ||
      !owner) // (C2)
    return emitOpError("(C2) expected the tensor to be an argument of a "
                       "function, of a structure that is known");
  if (owner != getTensor() && getOn().empty()) // (C3)
    return emitOpError("(C3) expected a tensor that shares its structure to "
                       "have its parts 'on' those of the tensor that has it");
  if (owner == getTensor() && !getOn().empty()) // (C3)
    return emitOpError("(C3) expected no parts after 'on' for a tensor with a "
                       "structure of its own");
  if (owner != getTensor() && !arePartsOf(getOn(), owner)) // (C4)
    return emitOpError("(C4) expected all parts that one 'sparse.parts' of the "
                       "tensor with the structure gives, in order");
  return success();
}

LogicalResult ComposeOp::verify() {
  if (failed(verifyTypes(*this, getResult().getType(),
                         getParts().getTypes()))) // (C1)
    return failure();
  Value owner = getStructureOwner(getResult()); // (C2)
  auto structures = llvm::map_to_vector(
      getParts(), [](Value part) { return getStructureOwner(part); });
  if (!owner || llvm::is_contained(structures, Value()) ||
      !arePartsOf(structures, owner))
    return emitOpError("(C2) expected tensors with the structure of all parts "
                       "that one 'sparse.parts' gives, in order");
  auto type = cast<CompositeTensorType>(owner.getType());
  if (type.getFormat() == getResult().getType().getFormat()) // (C2)
    return success();
  return emitOpError("(C2) expected the format of the tensor with the "
                     "structure, ")
         << type.getFormat() << ", but got "
         << getResult().getType().getFormat();
}

//===- ConstantMemory.cpp - memory whose elements are in the text ---------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Analysis/ConstantMemory.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;

/// The constant that `memory` is, under whatever name and type.
static memref::GlobalOp findConstant(Value memory) {
  while (Operation *op = memory.getDefiningOp()) {
    if (isa<memref::DistinctObjectsOp>(op)) {
      memory = op->getOperand(cast<OpResult>(memory).getResultNumber());
    } else if (auto cast = dyn_cast<memref::CastOp>(op)) {
      memory = cast.getSource();
    } else if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
      auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(
          get, get.getNameAttr());
      return global && global.getConstant() ? global : memref::GlobalOp();
    } else {
      break;
    }
  }
  return {};
}

StringAttr spindle::getConstantSymbol(Value memory) {
  memref::GlobalOp global = findConstant(memory);
  return global ? global.getSymNameAttr() : StringAttr();
}

DenseElementsAttr spindle::getConstantElements(Value memory) {
  memref::GlobalOp global = findConstant(memory);
  return global ? dyn_cast_or_null<DenseElementsAttr>(
                      global.getConstantInitValue())
                : DenseElementsAttr();
}

TypedAttr spindle::getElement(DenseElementsAttr elements,
                              ArrayRef<int64_t> indices) {
  SmallVector<uint64_t> at;
  for (auto [index, size] :
       llvm::zip_equal(indices, elements.getType().getShape())) {
    if (index < 0 || index >= size)
      return {};
    at.push_back(index);
  }
  return cast<TypedAttr>(elements.getValues<Attribute>()[at]);
}

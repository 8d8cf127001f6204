//===- Names.cpp - names of nests and their dimensions --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "Spindle/Dialect/Iter/IR/Iter.h"

using namespace mlir;
using namespace spindle;
using spindle::sparse::GenericOp;
using spindle::sparse::SparseDialect;

StringAttr spindle::makeUnique(MLIRContext *context, llvm::StringSet<> &taken,
                               StringRef word) {
  std::string name = word.str();
  for (int64_t number = 1; !taken.insert(name).second; ++number)
    name = word.str() + "_" + std::to_string(number);
  return StringAttr::get(context, name);
}

SmallVector<StringAttr> spindle::nameNests(FunctionOpInterface function,
                                           ArrayRef<GenericOp> generics) {
  llvm::StringSet<> taken;
  function.walk([&](iter::NestOp nest) { taken.insert(nest.getName()); });
  SmallVector<StringAttr> names(generics.size());
  for (bool named : {true, false})
    for (auto [op, name] : llvm::zip_equal(generics, names)) {
      std::optional<StringRef> word = GenericOp(op).getName();
      if (word.has_value() == named)
        name = makeUnique(function.getContext(), taken,
                          word.value_or(function.getName()));
    }
  return names;
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// The names of the dimensions of the argument `tensor`; null without.
static ArrayAttr getArgumentDims(FunctionOpInterface function, Value tensor) {
  auto arg = dyn_cast_or_null<BlockArgument>(tensor ? sparse::getWhole(tensor)
                                                    : Value());
  if (!arg)
    return {};
  return function.getArgAttrOfType<ArrayAttr>(arg.getArgNumber(),
                                              SparseDialect::kDimsAttr);
}

/// The name that operand `index` of `op`, or the tensor whose structure it has,
/// gives to dimension `dim`; null for none.
static StringAttr findDimName(FunctionOpInterface function, GenericOp op,
                              int64_t index, int64_t dim) {
  std::optional<unsigned> place = op.getMap(index).getResultPosition(
      getAffineDimExpr(dim, op.getContext()));
  if (!place)
    return {};
  Value tensor = op->getOperand(index);
  ArrayAttr dims = getArgumentDims(function, tensor);
  if (!dims)
    dims = getArgumentDims(function, sparse::getStructureOwner(tensor));
  return dims ? cast<StringAttr>(dims[*place]) : StringAttr();
}

SmallVector<StringAttr> spindle::nameDims(FunctionOpInterface function,
                                          GenericOp op) {
  auto operands = llvm::to_vector(llvm::seq<int64_t>(0, op->getNumOperands()));
  if (std::optional<int64_t> driver = op.getDriverIndex())
    std::rotate(operands.begin(), operands.begin() + *driver,
                operands.begin() + *driver + 1);
  llvm::StringSet<> taken;
  SmallVector<StringAttr> names;
  for (int64_t dim = 0; dim < op.getNumDims(); ++dim) {
    StringAttr name;
    for (int64_t index : operands)
      if (!name)
        name = findDimName(function, op, index, dim);
    names.push_back(
        makeUnique(op.getContext(), taken,
                   name ? name.getValue().str() : "d" + std::to_string(dim)));
  }
  return names;
}

SmallVector<StringAttr> spindle::nameAxes(const Space &space,
                                          ArrayRef<StringAttr> dims) {
  llvm::StringSet<> taken;
  return llvm::map_to_vector(space.axes, [&](const SpaceAxis &entry) {
    std::string name = entry.format ? "unit" : "occupancy";
    if (entry.dim >= 0)
      name = sparse::getLevelName(entry.format, entry.level, dims[entry.dim]);
    return makeUnique(entry.axis.getContext(), taken, name);
  });
}

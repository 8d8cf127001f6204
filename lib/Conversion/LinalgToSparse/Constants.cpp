//===- Constants.cpp - constant tensors -----------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertFunction.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace spindle;

/// More are memory beside the function.
static constexpr int64_t kMostStored = 1024;

//===----------------------------------------------------------------------===//
// Fewer elements
//===----------------------------------------------------------------------===//

/// The bits of the elements of `value`, which are numbers.
static SmallVector<APInt> getBits(DenseElementsAttr value) {
  Type type = value.getElementType();
  if (isa<FloatType>(type))
    value = value.bitcast(
        IntegerType::get(type.getContext(), type.getIntOrFloatBitWidth()));
  return llvm::to_vector(value.getValues<APInt>());
}

/// Whether the element of `bits` with number `index` is the one before it in a
/// dimension with this `stride` and `size`, if it is not the first.
static bool isAsBefore(ArrayRef<APInt> bits, int64_t index, int64_t stride,
                       int64_t size) {
  return index / stride % size == 0 || bits[index] == bits[index - stride];
}

/// The elements of `value` at 0 in all dimensions but `kept`, along which alone
/// they differ.
static DenseElementsAttr takeVarying(DenseElementsAttr value,
                                     ArrayRef<APInt> bits,
                                     SmallVectorImpl<unsigned> &kept) {
  ArrayRef<int64_t> shape = value.getType().getShape();
  SmallVector<int64_t> strides = computeStrides(shape), sizes;
  auto numbers = llvm::seq<int64_t>(0, bits.size());
  for (auto [dim, stride] : llvm::enumerate(strides))
    if (!llvm::all_of(numbers,
                      [&, at = stride, size = shape[dim]](int64_t index) {
                        return isAsBefore(bits, index, at, size);
                      })) {
      kept.push_back(dim);
      sizes.push_back(shape[dim]);
    }
  SmallVector<APInt> taken;
  for (int64_t index : llvm::seq(computeProduct(sizes))) {
    int64_t from = 0;
    for (auto [dim, coordinate] :
         llvm::zip_equal(kept, delinearize(index, computeStrides(sizes))))
      from += strides[dim] * coordinate;
    taken.push_back(bits[from]);
  }
  Type element = value.getElementType();
  if (!isa<FloatType>(element))
    return DenseElementsAttr::get(RankedTensorType::get(sizes, element), taken);
  auto integer =
      IntegerType::get(value.getContext(), element.getIntOrFloatBitWidth());
  return DenseElementsAttr::get(RankedTensorType::get(sizes, integer), taken)
      .bitcast(element);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value FunctionConversion::storeConstants(DenseElementsAttr value,
                                         Location loc) {
  Value tensor = allocate(cast<RankedTensorType>(value.getType()), loc).tensor;
  SmallVector<int64_t> strides = computeStrides(value.getType().getShape());
  for (auto [index, element] : llvm::enumerate(value.getValues<Attribute>())) {
    SmallVector<Value> coordinates;
    for (int64_t coordinate : delinearize(index, strides))
      coordinates.push_back(
          arith::ConstantIndexOp::create(builder, loc, coordinate));
    sparse::StoreOp::create(
        builder, loc,
        arith::ConstantOp::create(builder, loc, cast<TypedAttr>(element)),
        getBuffer(tensor), coordinates, sparse::AccessForm::LookUp);
  }
  return tensor;
}

/// A name in `module` that begins like `function`.
static std::string nameConstants(ModuleOp module, StringRef function) {
  for (unsigned number = 0;; ++number) {
    std::string name = (function + "_constants" + Twine(number)).str();
    if (!module.lookupSymbol(name))
      return name;
  }
}

Value FunctionConversion::makeConstantMemory(DenseElementsAttr value,
                                             Location loc) {
  auto type =
      MemRefType::get(value.getType().getShape(), value.getElementType());
  auto module = made->getParentOfType<ModuleOp>();
  OpBuilder beside(made);
  auto global = memref::GlobalOp::create(
      beside, loc, nameConstants(module, made.getName()),
      beside.getStringAttr("private"), type, value, /*constant=*/true,
      /*alignment=*/beside.getI64IntegerAttr(64));
  Value memory =
      memref::GetGlobalOp::create(builder, loc, type, global.getSymName());
  Value values = sparse::BindOp::create(
      builder, loc,
      sparse::BufferType::get(type.getShape(), type.getElementType()), memory,
      getAxes(type.getShape()),
      axis::getParentListsAttr(made.getContext(),
                               axis::ParentLists(type.getRank())));
  return packValues(values, loc);
}

LogicalResult FunctionConversion::convertConstant(Operation &op,
                                                  ElementsAttr value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto dense = dyn_cast<DenseElementsAttr>(value);
  if (!dense || !isConvertible(type) || isa<ComplexType>(type.getElementType()))
    return op.emitOpError("expected numbers of an element type that arith has, "
                          "in the text, but got ")
           << value.getType();
  Place &place = places[op.getResult(0)];
  if (dense.empty()) {
    place = allocate(type, op.getLoc());
    return success();
  }
  SmallVector<unsigned> kept;
  // A splat may stand for more elements than there is memory for.
  if (!dense.isSplat())
    dense = takeVarying(dense, getBits(dense), kept);
  if (kept.empty()) {
    place.splat = arith::ConstantOp::create(
        builder, op.getLoc(),
        cast<TypedAttr>(dense.getSplatValue<Attribute>()));
    return success();
  }
  place.tensor = dense.getNumElements() <= kMostStored
                     ? storeConstants(dense, op.getLoc())
                     : makeConstantMemory(dense, op.getLoc());
  place.map = AffineMap::getMultiDimMapWithTargets(type.getRank(), kept,
                                                   op.getContext());
  return success();
}

//===- ConvertFunction.cpp - one function on builtin tensors --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConvertFunction.h"

#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "Weights.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using spindle::sparse::AnyTensorType;
using spindle::sparse::FormatAttr;
using spindle::sparse::SparseDialect;

bool spindle::isConvertible(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && !tensor.getEncoding() &&
         sparse::isElementType(tensor.getElementType());
}

/// Refuses `type`, of `what`, at `loc`.
static LogicalResult refuseType(Location loc, const Twine &what, Type type) {
  return emitError(loc, "expected ")
         << what << " to be a tensor of static shape, without an encoding, or "
         << "a number but got " << type;
}

//===----------------------------------------------------------------------===//
// Arguments and results
//===----------------------------------------------------------------------===//

/// The type of Spindle's for `type`, in `format`, or dense where that is null;
/// null after an error.
static AnyTensorType getTensorType(Location loc, RankedTensorType type,
                                   Attribute format) {
  if (!format)
    format = FormatAttr::getDense(type.getContext(), type.getRank());
  return AnyTensorType::getChecked([&] { return emitError(loc); },
                                   type.getShape(), type.getElementType(),
                                   format);
}

LogicalResult FunctionConversion::addArgument(unsigned number) {
  BlockArgument arg = source.getArgument(number);
  Block &body = made.getBody().front();
  if (arg.getType().isIntOrIndexOrFloat() || isa<ComplexType>(arg.getType())) {
    numbers.map(arg, body.addArgument(arg.getType(), arg.getLoc()));
    return success();
  }
  if (!isConvertible(arg.getType()))
    return refuseType(arg.getLoc(), "argument " + Twine(number), arg.getType());
  auto type = cast<RankedTensorType>(arg.getType());
  FailureOr<Attribute> format = findStoredFormat(source, number);
  if (failed(format))
    return failure();
  AnyTensorType tensorType = getTensorType(arg.getLoc(), type, *format);
  if (!tensorType)
    return failure();
  places[arg] = {
      body.addArgument(tensorType, arg.getLoc()),
      AffineMap::getMultiDimIdentityMap(type.getRank(), source.getContext()),
      {},
      {}};
  return success();
}

/// The attributes of an argument that Spindle's functions may have.
static DictionaryAttr keepAttrs(DictionaryAttr attrs, bool isTensor) {
  NamedAttrList kept;
  for (NamedAttribute attr : attrs)
    if (isa_and_nonnull<SparseDialect>(attr.getNameDialect()) &&
        attr.getName() != sparse::kFormatAttr)
      kept.append(attr);
  if (isTensor)
    kept.set(SparseDialect::kAccessAttr,
             StringAttr::get(attrs.getContext(), "read"));
  return kept.getDictionary(attrs.getContext());
}

LogicalResult FunctionConversion::addArguments() {
  for (unsigned number = 0; number < source.getNumArguments(); ++number) {
    if (failed(addArgument(number)))
      return failure();
    DictionaryAttr attrs = source.getArgAttrDict(number);
    argAttrs.push_back(
        keepAttrs(attrs ? attrs : DictionaryAttr::get(source.getContext()),
                  isa<RankedTensorType>(source.getArgument(number).getType())));
  }
  return success();
}

/// The names of the results of `function`: what it says, or else `result`, with
/// a number where there are several; arguments keep theirs.
static SmallVector<std::string> nameResults(func::FuncOp function) {
  llvm::StringSet<> taken;
  for (unsigned arg = 0; arg < function.getNumArguments(); ++arg)
    if (auto name = function.getArgAttrOfType<StringAttr>(
            arg, SparseDialect::kNameAttr))
      taken.insert(name.getValue());
  SmallVector<std::string> names;
  for (unsigned number = 0; number < function.getNumResults(); ++number) {
    auto given = function.getResultAttrOfType<StringAttr>(
        number, SparseDialect::kNameAttr);
    std::string name = given ? given.str()
                       : function.getNumResults() > 1
                           ? "result" + std::to_string(number)
                           : "result";
    while (!taken.insert(name).second)
      name += "_";
    names.push_back(name);
  }
  return names;
}

LogicalResult FunctionConversion::addResults() {
  Block &body = made.getBody().front();
  SmallVector<std::string> names = nameResults(source);
  Builder attrs(source.getContext());
  for (auto [number, type] : llvm::enumerate(source.getResultTypes())) {
    if (!isConvertible(type))
      return refuseType(source.getLoc(), "result " + Twine(number), type);
    AnyTensorType tensorType = getTensorType(
        source.getLoc(), cast<RankedTensorType>(type), Attribute());
    results.push_back(body.addArgument(tensorType, source.getLoc()));
    argAttrs.push_back(attrs.getDictionaryAttr(
        {attrs.getNamedAttr(SparseDialect::kNameAttr,
                            attrs.getStringAttr(names[number])),
         attrs.getNamedAttr(SparseDialect::kAccessAttr,
                            attrs.getStringAttr("write"))}));
  }
  return success();
}

/// The value that `value` has another shape of, where that differs in
/// dimensions of size 1 alone; sets `map` to the coordinates of `value` by
/// those of it.
static Value skipReshape(Value value, AffineMap &map) {
  if (auto op = value.getDefiningOp<tensor::ExpandShapeOp>()) {
    map = delinearizeMap(op.getReassociationIndices(),
                         op.getResultType().getShape(), op.getContext());
    return op.getSrc();
  }
  if (auto op = value.getDefiningOp<tensor::CollapseShapeOp>()) {
    map = linearizeMap(op.getReassociationIndices(), op.getSrcType().getShape(),
                       op.getContext());
    return op.getSrc();
  }
  return {};
}

/// Whether the operation that makes `value` writes all of its elements first:
/// it may be in memory that holds nothing before.
static bool isWrittenWhole(Value value) {
  auto op = value.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumReductionLoops() == 0)
    return bool(op);
  Value init = op.getDpsInits()[cast<OpResult>(value).getResultNumber()];
  auto made = init.getDefiningOp<linalg::GenericOp>();
  return made && getSplat(made);
}

void FunctionConversion::findHomes() {
  Operation *end = source.getBody().front().getTerminator();
  for (auto [value, result] : llvm::zip_equal(end->getOperands(), results)) {
    auto type = cast<RankedTensorType>(value.getType());
    Place place{
        result,
        AffineMap::getMultiDimIdentityMap(type.getRank(), source.getContext()),
        {},
        {}};
    AffineMap map;
    Value reached = value;
    while (reached.hasOneUse()) {
      if (isWrittenWhole(reached) && layouts.isAsSeen(reached))
        homes[reached] = place;
      Value next = skipReshape(reached, map);
      if (!next)
        break;
      place = readThrough(place, map);
      // Each dimension of a value gives what makes it an extent.
      bool isKept =
          llvm::all_of(place.map.getResults(),
                       llvm::IsaPred<AffineDimExpr, AffineConstantExpr>) &&
          llvm::all_of(llvm::seq(place.map.getNumDims()), [&](unsigned dim) {
            return place.map.isFunctionOfDim(dim);
          });
      if (!isKept)
        break;
      reached = next;
    }
  }
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult FunctionConversion::convertReturn(func::ReturnOp op) {
  for (auto [value, result] : llvm::zip_equal(op.getOperands(), results)) {
    const Place &from = places[value];
    auto type = cast<RankedTensorType>(value.getType());
    Place to{
        result,
        AffineMap::getMultiDimIdentityMap(type.getRank(), source.getContext()),
        {},
        {}};
    if (from.isEmpty())
      return op.emitOpError("expected values that were written but got what "
                            "'tensor.empty' gives");
    if (from.tensor != result)
      copy(from, to, type.getShape(), op.getLoc());
  }
  func::ReturnOp::create(builder, op.getLoc());
  return success();
}

LogicalResult FunctionConversion::convertPad(tensor::PadOp op) {
  Value value = op.getConstantPaddingValue();
  TypedAttr border;
  if (!value || !matchPattern(value, m_Constant(&border)) ||
      !isa<FloatAttr, IntegerAttr>(border) ||
      !op.getSourceType().hasStaticShape() ||
      ShapedType::isDynamicShape(op.getStaticLow()))
    return op.emitOpError("expected one number around a tensor, of sizes that "
                          "are constants");
  Place from = places[op.getSource()];
  bool isPlain = from.tensor && !from.border &&
                 llvm::all_of(from.map.getResults(),
                              llvm::IsaPred<AffineDimExpr, AffineConstantExpr>);
  // A dimension of size 1 that no coordinate has could not be outside.
  auto isPaddedUnread = [&](unsigned dim) {
    return (op.getStaticLow()[dim] != 0 ||
            op.getSourceType().getDimSize(dim) !=
                op.getResultType().getDimSize(dim)) &&
           !from.map.isFunctionOfDim(dim);
  };
  if (!isPlain || !spans(from, from.map, op.getSourceType().getShape()) ||
      llvm::any_of(llvm::seq<unsigned>(0, op.getSourceType().getRank()),
                   isPaddedUnread))
    from = copyInGroups(op.getSource(), op.getLoc(),
                        splitOrder(layouts.getOrder(op.getSource())));
  places[op.getResult()] = padPlace(from, op, border);
  return success();
}

LogicalResult FunctionConversion::checkIsWhole(Operation *op, Value value) {
  auto place = places.find(value);
  if (place == places.end() || !place->second.isInParts())
    return success();
  return op->emitOpError("expected a tensor in a composite format to be a "
                         "factor in a sum, alone, but got ")
         << place->second.tensor.getType();
}

LogicalResult FunctionConversion::convert(Operation &op) {
  auto hasTensor = [](TypeRange types) {
    return llvm::any_of(types, llvm::IsaPred<ShapedType>);
  };
  for (Value operand : op.getOperands())
    if (isa<TensorType>(operand.getType()) && !places.count(operand))
      return op.emitOpError("expected tensors of static shape but got ")
             << operand.getType();
    else if (!isa<linalg::GenericOp>(op) && failed(checkIsWhole(&op, operand)))
      return failure();
  for (Type type : op.getResultTypes())
    if (isa<TensorType>(type) && !isConvertible(type))
      return op.emitOpError("expected results of static shape, without an "
                            "encoding, but got ")
             << type;
  ElementsAttr elements;
  if (op.getNumResults() == 1 && isa<TensorType>(op.getResult(0).getType()) &&
      matchPattern(&op, m_Constant(&elements)))
    return convertConstant(op, elements);
  if (!hasTensor(op.getOperandTypes()) && !hasTensor(op.getResultTypes()) &&
      op.getNumRegions() == 0 && isMemoryEffectFree(&op)) {
    builder.clone(op, numbers);
    return success();
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case([&](linalg::GenericOp own) { return convertGeneric(own); })
      .Case([&](tensor::PadOp own) { return convertPad(own); })
      .Case([&](tensor::ConcatOp own) { return convertConcat(own); })
      .Case([&](tensor::InsertSliceOp own) { return convertInsertSlice(own); })
      .Case([&](func::ReturnOp own) { return convertReturn(own); })
      .Default([&](Operation *other) { return convertView(*other); });
}

LogicalResult FunctionConversion::run() {
  made.getBody().emplaceBlock();
  if (!llvm::hasSingleElement(source.getBody()))
    return source.emitOpError("expected one block but got ")
           << source.getBody().getBlocks().size();
  if (failed(addArguments()) || failed(addResults()))
    return failure();
  SmallVector<Type> types(made.getBody().front().getArgumentTypes());
  made.setFunctionType(FunctionType::get(made.getContext(), types, {}));
  made.setAllArgAttrs(argAttrs);
  findHomes();
  builder.setInsertionPointToEnd(&made.getBody().front());
  for (Operation &op : source.getBody().front())
    if (failed(convert(op)))
      return failure();
  return success();
}

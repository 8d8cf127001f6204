//===- Shrink.cpp - tensors with fewer coordinates ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shrink.h"

#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::plans;
using spindle::tesa::TesaDialect;

/// For each dimension of a tensor, the coordinates that are left of it.
using Left = std::vector<MaskSizes>;

template <typename ValueOrUse>
static Left getLeft(const Kept &kept, ValueOrUse &of, RankedTensorType type) {
  Left left;
  for (unsigned dim = 0; dim < type.getRank(); ++dim)
    left.push_back(kept.get(kept.classes.getDim(of, dim)));
  return left;
}

static RankedTensorType getSmaller(RankedTensorType type, const Left &left) {
  auto shape = llvm::map_to_vector(
      left, [](const MaskSizes &of) -> int64_t { return of.size(); });
  return type.clone(shape);
}

/// The elements of `elements` that are left.
static DenseElementsAttr gather(DenseElementsAttr elements, const Left &left) {
  RankedTensorType type =
      getSmaller(cast<RankedTensorType>(elements.getType()), left);
  if (elements.isSplat())
    return elements.resizeSplat(type);
  MaskSizes shape(elements.getType().getShape());
  auto all = elements.getValues<Attribute>();
  SmallVector<Attribute> found;
  MaskSizes sizes(type.getShape()), at(sizes.size(), 0), from(sizes.size());
  for (int64_t count = type.getNumElements(); count > 0; --count) {
    for (size_t dim = 0; dim < at.size(); ++dim)
      from[dim] = left[dim][at[dim]];
    found.push_back(all[getLinearIndex(from, shape)]);
    nextIndex(at, sizes);
  }
  return DenseElementsAttr::get(type, found);
}

static tesa::MaskAttr gather(tesa::MaskAttr mask, const Left &left) {
  return tesa::MaskAttr::get(mask.getContext(),
                             mask.getMask().gather(left, false));
}

static tesa::WidthAttr gather(tesa::WidthAttr width, const Left &left) {
  // Blocks as numbers: their formats stay.
  std::vector<int64_t> blocks(width.getFormats().size());
  std::iota(blocks.begin(), blocks.end(), 0);
  auto numbers = BlockGrid<int64_t>::ofCells(width.getShape().vec(),
                                             width.getBlock().vec(), blocks)
                     .gather(left, -1);
  SmallVector<Type> formats;
  for (int64_t block : numbers.getCells())
    formats.push_back(width.getFormats()[block]);
  return tesa::WidthAttr::get(width.getContext(), numbers.getShape(),
                              numbers.getBlock(), formats);
}

namespace {
/// Changes a function in place.
class Shrinking {
public:
  Shrinking(func::FuncOp function, const Kept &kept)
      : function(function), kept(kept) {}

  RemovedCounts run();

private:
  bool isSmaller(Value value) const;
  void shrinkArgument(unsigned number, RemovedCounts &counts);
  void setKept(unsigned number, ArrayRef<int64_t> shape, const Left &left);
  void shrinkAttrs(Operation &op);
  void makeAnew(OpOperand &use);
  Value copy(Value value, RankedTensorType type);

  func::FuncOp function;
  const Kept &kept;
};
} // namespace

bool Shrinking::isSmaller(Value value) const {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && !llvm::all_of(
                     llvm::seq<unsigned>(0, type.getRank()), [&](unsigned dim) {
                       return kept.isAll(kept.classes.getDim(value, dim));
                     });
}

/// Says which part of `shape` the argument is: of what it was a part of before,
/// where it was.
void Shrinking::setKept(unsigned number, ArrayRef<int64_t> shape,
                        const Left &left) {
  MLIRContext *context = function.getContext();
  auto before =
      function.getArgAttrOfType<tesa::KeptAttr>(number, TesaDialect::kKeptAttr);
  Left own = left;
  if (before)
    for (auto [of, outer] : llvm::zip_equal(own, before.getCoordinates()))
      for (int64_t &coordinate : of)
        coordinate = outer[coordinate];
  function.setArgAttr(
      number, TesaDialect::kKeptAttr,
      tesa::KeptAttr::get(context, before ? before.getShape() : shape, own));
}

void Shrinking::shrinkArgument(unsigned number, RemovedCounts &counts) {
  BlockArgument argument = function.getArgument(number);
  auto type = cast<RankedTensorType>(argument.getType());
  Left left = getLeft(kept, argument, type);
  RankedTensorType smaller = getSmaller(type, left);
  ++counts.arguments;
  counts.elementsBefore += type.getNumElements();
  counts.elementsAfter += smaller.getNumElements();
  setKept(number, type.getShape(), left);
  if (auto mask = function.getArgAttrOfType<tesa::MaskAttr>(
          number, TesaDialect::kMaskAttr))
    function.setArgAttr(number, TesaDialect::kMaskAttr, gather(mask, left));
  if (auto width = function.getArgAttrOfType<tesa::WidthAttr>(
          number, TesaDialect::kWidthAttr))
    function.setArgAttr(number, TesaDialect::kWidthAttr, gather(width, left));
  Attribute constant = function.getArgAttr(number, TesaDialect::kConstantAttr);
  if (auto elements = dyn_cast_or_null<DenseElementsAttr>(constant))
    function.setArgAttr(number, TesaDialect::kConstantAttr,
                        gather(elements, left));
  else if (constant)
    function.setArgAttr(number, TesaDialect::kConstantAttr,
                        UnitAttr::get(function.getContext()));
  argument.setType(smaller);
}

/// `value`, which is made anew, with the shape of `type`, before what uses it.
Value Shrinking::copy(Value value, RankedTensorType type) {
  Operation *made = value.getDefiningOp();
  OpBuilder builder(made);
  builder.setInsertionPointAfter(made);
  if (isa<tensor::EmptyOp>(made))
    return tensor::EmptyOp::create(builder, made->getLoc(), type.getShape(),
                                   type.getElementType(), type.getEncoding());
  if (auto constant = dyn_cast<arith::ConstantOp>(made))
    return arith::ConstantOp::create(
        builder, made->getLoc(),
        cast<DenseElementsAttr>(constant.getValue()).resizeSplat(type));
  auto fill = cast<linalg::LinalgOp>(made);
  IRMapping mapping;
  Value init = fill.getDpsInits()[0];
  mapping.map(init, copy(init, type));
  Operation *clone = builder.clone(*made, mapping);
  clone->getResult(0).setType(type);
  return clone->getResult(0);
}

void Shrinking::makeAnew(OpOperand &use) {
  auto type = cast<RankedTensorType>(use.get().getType());
  RankedTensorType smaller = getSmaller(type, getLeft(kept, use, type));
  if (smaller != type)
    use.set(copy(use.get(), smaller));
}

/// Changes what `op` says of shapes beside its types, which are changed.
void Shrinking::shrinkAttrs(Operation &op) {
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    expand.setStaticOutputShape(expand.getResultType().getShape());
  } else if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    if (slice.getType().getRank() == slice.getSourceType().getRank())
      slice.setStaticSizes(slice.getType().getShape());
  } else if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    if (insert.getSourceType().getRank() == insert.getType().getRank())
      insert.setStaticSizes(insert.getSourceType().getShape());
  }
}

/// The same of what is said of elements, before types are changed.
static void gatherElements(Operation &op, const Left &left) {
  if (auto mark = dyn_cast<tesa::MarkOp>(op))
    mark.setKeepsAttr(gather(mark.getKeeps(), left));
  else if (auto width = dyn_cast<tesa::WidthOp>(op))
    width.setFormatsAttr(gather(width.getFormats(), left));
  else if (auto constant = dyn_cast<arith::ConstantOp>(op))
    constant.setValueAttr(
        gather(cast<DenseElementsAttr>(constant.getValue()), left));
}

RemovedCounts Shrinking::run() {
  RemovedCounts counts;
  Block &body = function.getBody().front();
  for (unsigned number = 0; number < body.getNumArguments(); ++number)
    if (isSmaller(body.getArgument(number)))
      shrinkArgument(number, counts);
  SmallVector<OpOperand *> anew;
  SmallVector<Operation *> made;
  for (Operation &op : body) {
    bool isAnew = op.getNumResults() == 1 && isMadeAnew(op.getResult(0));
    if (isAnew)
      made.push_back(&op);
    for (OpOperand &use : op.getOpOperands())
      if (!isAnew && isMadeAnew(use.get()))
        anew.push_back(&use);
    for (Value result : op.getResults()) {
      if (isAnew || !isSmaller(result))
        continue;
      auto type = cast<RankedTensorType>(result.getType());
      Left left = getLeft(kept, result, type);
      gatherElements(op, left);
      result.setType(getSmaller(type, left));
    }
  }
  for (OpOperand *use : anew)
    makeAnew(*use);
  for (Operation &op : body)
    shrinkAttrs(op);
  for (Operation *op : llvm::reverse(made))
    if (op->use_empty())
      op->erase();
  function.setFunctionType(FunctionType::get(function.getContext(),
                                             body.getArgumentTypes(),
                                             function.getResultTypes()));
  return counts;
}

RemovedCounts plans::shrink(func::FuncOp function, const Kept &kept) {
  return Shrinking(function, kept).run();
}

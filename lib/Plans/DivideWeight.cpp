//===- DivideWeight.cpp - a weight in parts -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Plans/DivideWeight.h"

#include "RoundInputs.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Dialect/Tesa/IR/DataFormats.h"
#include "Spindle/Plans/Products.h"
#include "Spindle/Plans/RemovePruned.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/CSE.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::plans;
using spindle::sparse::SparseDialect;
using spindle::tesa::TesaDialect;

namespace {
/// A part of a weight.
struct WeightPart {
  /// What its elements are stored as.
  Type format, element;
  Mask keeps;
  /// Whether they are multiples of steps.
  bool hasSteps = false;
  Value values = {}, steps = {};
};

/// A sum of products, and what it is of.
struct PartedProduct {
  linalg::GenericOp op;
  /// The operands that are the weight and the other factor.
  unsigned weight = 0, inputs = 0;
  /// The loop that is added up, and the one of outputs.
  unsigned reduction = 0, output = 0;
};

/// Divides one weight.
class Division {
public:
  Division(func::FuncOp function, const WeightProduct &weight, bool keepsInputs)
      : function(function), weight(weight), keepsInputs(keepsInputs),
        type(cast<RankedTensorType>(getArgument().getType())),
        b(function.getContext()) {}

  /// Why the weight cannot be divided so; empty where it can. Nothing is
  /// changed.
  std::string prepare(tesa::WidthAttr formats);
  /// Whether all is stored as it was.
  bool isWhole() const {
    return parts.size() == 1 && parts[0].element == type.getElementType();
  }
  void run();

private:
  BlockArgument getArgument() { return function.getArgument(weight.argument); }
  bool hasFloats() const { return isa<FloatType>(type.getElementType()); }
  /// The dimension of outputs of the weight.
  unsigned getOutputDim() const { return weight.rowsAreOutputs ? 0 : 1; }
  /// Whether the product by `part` is one of bytes.
  bool roundsInputs(const WeightPart &part) const {
    return part.hasSteps && !keepsInputs &&
           part.element.getIntOrFloatBitWidth() <= 8;
  }

  /// The name of an argument: one in C, if that of the weight is.
  std::string getName(Type element, bool isSteps) const {
    std::string name = weight.name + "_";
    llvm::raw_string_ostream(name) << element << (isSteps ? "_steps" : "");
    return name;
  }

  std::string addPart(Type format, Mask keeps);
  std::string checkUses();
  std::string checkProduct(linalg::LinalgOp op);
  void addArguments();
  void setAttrs(unsigned number, const WeightPart &part, bool isSteps);
  PartedProduct describe(linalg::GenericOp op);
  Value multiply(const PartedProduct &product, const WeightPart &part,
                 Value start);
  Value multiplyBytes(const PartedProduct &product, const WeightPart &part,
                      const RoundedInputs &rounded);
  Value add(const PartedProduct &product, Value start, Value sums,
            const WeightPart &part, Value inputSteps);
  void divide(const PartedProduct &product);

  func::FuncOp function;
  WeightProduct weight;
  bool keepsInputs;
  RankedTensorType type;
  IRRewriter b;
  SmallVector<WeightPart> parts;
};
} // namespace

//===----------------------------------------------------------------------===//
// What can be divided
//===----------------------------------------------------------------------===//

/// "expected `expected` but got `got`".
template <typename T>
static std::string expect(const Twine &expected, const T &got) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "expected " << expected << " but got " << got;
  return text;
}

/// The type of elements that are stored as `format` in a weight of `own`; null
/// where there is none.
static Type getStoredType(Type format, Type own) {
  if (format == own)
    return own;
  unsigned bits = format.getIntOrFloatBitWidth();
  if (isa<FloatType>(format))
    return isa<FloatType>(own) && bits == 16 && tesa::holds(own, format)
               ? format
               : Type();
  bool isStored =
      format.isSignedInteger() && llvm::is_contained({4u, 8u, 16u}, bits);
  if (isa<IntegerType>(own))
    isStored = format.isSignedInteger() &&
               bits <= own.getIntOrFloatBitWidth() &&
               (isStored || bits == own.getIntOrFloatBitWidth());
  return isStored ? IntegerType::get(own.getContext(), bits) : Type();
}

std::string Division::addPart(Type format, Mask keeps) {
  Type own = type.getElementType();
  Type element = getStoredType(format, own);
  if (!element) {
    std::string ownText;
    llvm::raw_string_ostream(ownText) << own;
    return expect(
        "formats of si4, si8, si16, f16, bf16 or the weight's own type " +
            ownText,
        format);
  }
  bool hasSteps = hasFloats() && isa<IntegerType>(element);
  parts.push_back({format, element, std::move(keeps), hasSteps});
  for (bool isSteps : {false, true}) {
    std::string name = getName(element, isSteps), none;
    if (findArgument(function, name, none))
      return expect("no other argument called '" + name + "'", "one");
  }
  // So many products of bytes are sure to be added up in 32 bits.
  constexpr int64_t most = (int64_t(1) << 31) / (127 * 128) - 1;
  if (roundsInputs(parts.back()) && weight.inputs > most)
    return expect("at most " + Twine(most) + " inputs of products of bytes",
                  weight.inputs);
  return {};
}

/// Whether `element`, an argument of a body, is only a factor of `product`,
/// itself or in another type.
static bool isFactor(Value element, Operation *product) {
  while (element.hasOneUse()) {
    Operation *user = *element.user_begin();
    if (user == product)
      return true;
    if (!isa<arith::ExtFOp, arith::ExtSIOp>(user))
      return false;
    element = user->getResult(0);
  }
  return false;
}

/// What `op` adds to its result.
static Operation *getProduct(linalg::LinalgOp op) {
  Operation *sum =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  BlockArgument total = op.getMatchingBlockArgument(op.getDpsInitOperand(0));
  return sum->getOperand(sum->getOperand(0) == total).getDefiningOp();
}

std::string Division::checkProduct(linalg::LinalgOp op) {
  std::string text;
  llvm::raw_string_ostream out(text);
  Operation *product = getProduct(op);
  OpOperand *use = nullptr, *other = nullptr;
  for (OpOperand *input : op.getDpsInputOperands())
    (input->get() == getArgument() ? use : other) = input;
  if (op.getNumDpsInputs() != 2 || !use || !other ||
      !isFactor(op.getMatchingBlockArgument(use), product)) {
    out << "expected '" << weight.name
        << "' to be a factor of products of two tensors but got '"
        << op->getName() << "'";
    return text;
  }
  AffineMap result = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  AffineMap inputs = op.getMatchingIndexingMap(other);
  bool isPlain = result.isProjectedPermutation() &&
                 inputs.isProjectedPermutation() &&
                 result.getNumResults() == op.getNumParallelLoops();
  Type own = type.getElementType();
  bool needsFloats =
      llvm::any_of(parts, [](const WeightPart &part) { return part.hasSteps; });
  bool isOfOneType = getElementTypeOrSelf(other->get()) == own &&
                     getElementTypeOrSelf(op->getResult(0)) == own;
  if (!isPlain || (needsFloats && !isOfOneType))
    out << "expected products and sums in " << own << " of tensors by '"
        << weight.name << "' but got '" << op->getName() << "' of "
        << other->get().getType();
  return text;
}

std::string Division::checkUses() {
  for (OpOperand &use : getArgument().getUses()) {
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    bool isProduct =
        op && llvm::any_of(findProducts(function), [&](const auto &product) {
          return product.op == op && product.argument == weight.argument;
        });
    if (!isProduct)
      return expect("that only products read '" + weight.name + "'",
                    use.getOwner()->getName());
    if (std::string refusal = checkProduct(op); !refusal.empty())
      return refusal;
  }
  return {};
}

std::string Division::prepare(tesa::WidthAttr formats) {
  if (std::string refusal = findFixedTypes(function); !refusal.empty())
    return refusal;
  if (!function.getArgAttr(weight.argument, SparseDialect::kNameAttr))
    return expect("a weight with a name", "argument " + weight.name);
  if (function.getArgAttr(weight.argument, TesaDialect::kPartAttr))
    return expect("a whole weight", "a part of one");
  if (formats.getShape() != type.getShape())
    return expect("formats of the shape of the weight", formats);
  auto mask = function.getArgAttrOfType<tesa::MaskAttr>(weight.argument,
                                                        TesaDialect::kMaskAttr);
  Mask kept = mask ? mask.getMask() : Mask::all(type.getShape().vec());
  llvm::SetVector<Type> each(formats.getFormats().begin(),
                             formats.getFormats().end());
  for (Type format : each) {
    std::vector<uint8_t> cells;
    for (Type other : formats.getFormats())
      cells.push_back(other == format);
    Mask own = Mask::ofCells(formats.getShape().vec(), formats.getBlock().vec(),
                             std::move(cells)) &
               kept;
    if (own.isNone() && each.size() > 1 &&
        !(parts.empty() && format == each.back()))
      continue;
    if (std::string refusal = addPart(format, std::move(own)); !refusal.empty())
      return refusal;
  }
  return checkUses();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Says of argument `number`, new, what it has of the weight.
void Division::setAttrs(unsigned number, const WeightPart &part, bool isSteps) {
  unsigned old = weight.argument;
  MLIRContext *context = function.getContext();
  auto kept =
      function.getArgAttrOfType<tesa::KeptAttr>(old, TesaDialect::kKeptAttr);
  ArrayRef<int64_t> shape = kept ? kept.getShape() : type.getShape();
  function.setArgAttr(number, SparseDialect::kNameAttr,
                      b.getStringAttr(getName(part.element, isSteps)));
  function.setArgAttr(
      number, TesaDialect::kPartAttr,
      tesa::PartAttr::get(context, weight.name,
                          RankedTensorType::get(shape, type.getElementType()),
                          part.format,
                          part.hasSteps ? int64_t(getOutputDim()) : -1));
  if (isSteps || part.keeps.isAll())
    function.setArgAttr(number, TesaDialect::kConstantAttr, b.getUnitAttr());
  else
    function.setArgAttr(number, TesaDialect::kMaskAttr,
                        tesa::MaskAttr::get(context, part.keeps));
  if (!kept)
    return;
  std::vector<MaskSizes> left = kept.getCoordinates();
  if (isSteps)
    left = {left[getOutputDim()]};
  SmallVector<int64_t> sizes(shape);
  if (isSteps)
    sizes = {shape[getOutputDim()]};
  function.setArgAttr(number, TesaDialect::kKeptAttr,
                      tesa::KeptAttr::get(context, sizes, left));
}

void Division::addArguments() {
  Location loc = getArgument().getLoc();
  unsigned number = weight.argument + 1;
  auto insert = [&](RankedTensorType of, const WeightPart &part,
                    bool isSteps) -> Value {
    (void)function.insertArgument(number, of, {}, loc);
    setAttrs(number, part, isSteps);
    return function.getArgument(number++);
  };
  for (WeightPart &part : parts) {
    part.values = insert(type.clone(part.element), part, false);
    if (part.hasSteps)
      part.steps =
          insert(RankedTensorType::get(weight.outputs, type.getElementType()),
                 part, true);
  }
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

PartedProduct Division::describe(linalg::GenericOp op) {
  PartedProduct product{op};
  for (OpOperand *input : op.getDpsInputOperands())
    (input->get() == getArgument() ? product.weight : product.inputs) =
        input->getOperandNumber();
  AffineMap map = op.getIndexingMapsArray()[product.weight];
  product.output = map.getDimPosition(getOutputDim());
  product.reduction = map.getDimPosition(1 - getOutputDim());
  return product;
}

/// An element of a part as one of the weight.
static Value convert(OpBuilder &b, Location loc, Value element, Type own) {
  if (element.getType() == own)
    return element;
  if (isa<FloatType>(element.getType()))
    return arith::ExtFOp::create(b, loc, own, element);
  if (isa<FloatType>(own))
    return arith::SIToFPOp::create(b, loc, own, element);
  return arith::ExtSIOp::create(b, loc, own, element);
}

/// The product by the elements of `part` as they are stored, added to `start`.
Value Division::multiply(const PartedProduct &product, const WeightPart &part,
                         Value start) {
  linalg::GenericOp op = product.op;
  SmallVector<Value> inputs(op.getDpsInputs());
  inputs[product.weight] = part.values;
  return linalg::GenericOp::create(
             b, op.getLoc(), op.getResultTypes(), inputs, start,
             op.getIndexingMapsArray(), op.getIteratorTypesArray(),
             [&](OpBuilder &body, Location loc, ValueRange args) {
               IRMapping map;
               map.map(op.getBody()->getArguments(), args);
               map.map(op.getBody()->getArgument(product.weight),
                       convert(body, loc, args[product.weight],
                               type.getElementType()));
               for (Operation &inside : *op.getBody())
                 body.clone(inside, map);
             })
      .getResult(0);
}

/// The product of `rounded`, the other factor, and `part`, in 32 bits.
Value Division::multiplyBytes(const PartedProduct &product,
                              const WeightPart &part,
                              const RoundedInputs &rounded) {
  linalg::GenericOp op = product.op;
  SmallVector<Value> inputs(2);
  inputs[product.weight] = part.values;
  inputs[product.inputs] = rounded.bytes;
  auto result = cast<RankedTensorType>(op.getResult(0).getType());
  Value zeros = buildZeros(b, op.getLoc(), result.clone(b.getI32Type()));
  return linalg::GenericOp::create(
             b, op.getLoc(), zeros.getType(), inputs, zeros,
             op.getIndexingMapsArray(), op.getIteratorTypesArray(),
             [&](OpBuilder &body, Location loc, ValueRange args) {
               Type word = body.getI32Type();
               Value x = arith::ExtSIOp::create(body, loc, word, args[0]);
               Value y = arith::ExtSIOp::create(body, loc, word, args[1]);
               Value term = arith::MulIOp::create(body, loc, x, y);
               Value sum = arith::AddIOp::create(body, loc, args[2], term);
               linalg::YieldOp::create(body, loc, sum);
             })
      .getResult(0);
}

/// `start`, unless it is null, and `sums` times steps.
Value Division::add(const PartedProduct &product, Value start, Value sums,
                    const WeightPart &part, Value inputSteps) {
  linalg::GenericOp op = product.op;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  auto result = cast<RankedTensorType>(op.getResult(0).getType());
  // Loops are the dimensions of the result.
  llvm::SmallDenseMap<unsigned, unsigned> places;
  unsigned rank = result.getRank();
  for (unsigned dim = 0; dim < rank; ++dim)
    places[maps.back().getDimPosition(dim)] = dim;
  auto getMap = [&](ArrayRef<unsigned> loops) {
    SmallVector<AffineExpr> dims;
    for (unsigned loop : loops)
      dims.push_back(b.getAffineDimExpr(places.lookup(loop)));
    return AffineMap::get(rank, 0, dims, b.getContext());
  };
  SmallVector<Value> inputs = {sums, part.steps};
  AffineMap same = b.getMultiDimIdentityMap(rank);
  SmallVector<AffineMap> read = {same, getMap(product.output)};
  if (inputSteps) {
    SmallVector<unsigned> tokens;
    AffineMap map = maps[product.inputs];
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
      if (map.getDimPosition(dim) != product.reduction)
        tokens.push_back(map.getDimPosition(dim));
    inputs.push_back(inputSteps);
    read.push_back(getMap(tokens));
  }
  if (start) {
    inputs.push_back(start);
    read.push_back(same);
  }
  read.push_back(same);
  Value empty = tensor::EmptyOp::create(b, op.getLoc(), result.getShape(),
                                        result.getElementType());
  SmallVector<utils::IteratorType> kinds(rank, utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             b, op.getLoc(), result, inputs, empty, read, kinds,
             [&](OpBuilder &body, Location loc, ValueRange args) {
               Value term =
                   convert(body, loc, args[0], result.getElementType());
               // Sums times steps of a weight are no larger than the result.
               term = arith::MulFOp::create(body, loc, term, args[1]);
               if (inputSteps)
                 term = arith::MulFOp::create(body, loc, term, args[2]);
               if (start)
                 term = arith::AddFOp::create(body, loc,
                                              args[inputs.size() - 1], term);
               linalg::YieldOp::create(body, loc, term);
             })
      .getResult(0);
}

/// Whether each element of `value` is 0.
static bool isZeros(Value value) {
  auto fill = value.getDefiningOp<linalg::FillOp>();
  return fill && (matchPattern(fill.value(), m_AnyZeroFloat()) ||
                  matchPattern(fill.value(), m_Zero()));
}

void Division::divide(const PartedProduct &product) {
  linalg::GenericOp op = product.op;
  b.setInsertionPoint(op);
  Value sum = op.getDpsInits().front();
  for (const WeightPart &part : parts)
    if (!part.hasSteps)
      sum = multiply(product, part, sum);
  if (isZeros(sum))
    sum = Value();
  for (const WeightPart &part : parts) {
    if (!part.hasSteps)
      continue;
    if (roundsInputs(part)) {
      AffineMap map = op.getIndexingMapsArray()[product.inputs];
      unsigned dim =
          *map.getResultPosition(b.getAffineDimExpr(product.reduction));
      RoundedInputs rounded =
          roundInputs(b, op.getLoc(), op->getOperand(product.inputs), dim);
      Value sums = multiplyBytes(product, part, rounded);
      sum = add(product, sum, sums, part, rounded.steps);
      continue;
    }
    Value zeros = buildZeros(b, op.getLoc(),
                             cast<RankedTensorType>(op.getResult(0).getType()));
    sum = add(product, sum, multiply(product, part, zeros), part, Value());
  }
  b.replaceOp(op, sum);
}

void Division::run() {
  addArguments();
  SmallVector<Operation *> users(getArgument().getUsers());
  for (Operation *user : users) {
    auto op = cast<linalg::LinalgOp>(user);
    b.setInsertionPoint(op);
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (!generic)
      generic = *linalg::generalizeNamedOp(b, op);
    divide(describe(generic));
  }
  (void)function.eraseArgument(weight.argument);
  // Inputs that several weights multiply are rounded once.
  DominanceInfo dominance(function);
  eliminateCommonSubExpressions(b, dominance, function);
}

LogicalResult plans::divideWeight(func::FuncOp function, StringRef name,
                                  tesa::WidthAttr formats, bool keepsInputs,
                                  std::string &refusal) {
  auto product = findProduct(function, name, refusal);
  if (!product)
    return failure();
  Division division(function, *product, keepsInputs);
  refusal = division.prepare(formats);
  if (!refusal.empty())
    return failure();
  if (!division.isWhole())
    division.run();
  return success();
}

//===- Windows.cpp - sums over windows as products ------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Windows.h"

#include "Spindle/Dialect/Sparse/IR/Sums.h"
#include "Weights.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <numeric>

using namespace mlir;
using namespace spindle;
using spindle::sparse::Sum;

namespace {
/// Makes the pixels of a product by a weight one loop.
class PixelJoin {
public:
  explicit PixelJoin(linalg::GenericOp op)
      : op(op), builder(op), sizes(op.getStaticLoopRanges()) {}

  /// Whether there is something to join, and all is of a kind that is known.
  bool prepare();
  void apply();

private:
  bool findPixels();
  bool readCoordinates();
  bool areNeighbours() const;
  bool isPixel(unsigned loop) const { return llvm::is_contained(pixels, loop); }
  /// The pixel that coordinate `number` of the image is made of; -1 for none.
  int64_t getPixel(unsigned number) const;
  bool isWindow(unsigned number) const;
  bool isSplit(unsigned number) const;
  void makeCopy();
  Value joinDims(Value value, ArrayRef<AffineExpr> exprs);
  AffineExpr getNewLoop(unsigned loop);
  AffineMap getNewMap(AffineMap map);
  AffineExpr getRow(unsigned number);

  linalg::GenericOp op;
  OpBuilder builder;
  SmallVector<int64_t> sizes;
  OpOperand *weight = nullptr, *image = nullptr;
  /// The loops that become one, from the outermost on.
  SmallVector<unsigned> pixels;
  /// The coordinates at which the image is read.
  SmallVector<Sum> coordinates;
  /// What the product reads in place of the image, and where.
  Value factor;
  SmallVector<AffineExpr> factorExprs;
};
} // namespace

bool PixelJoin::findPixels() {
  AffineMap own = op.getMatchingIndexingMap(weight);
  AffineMap out = op.getIndexingMapsArray().back();
  auto isStreamed = [&](AffineExpr expr) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    return !own.isFunctionOfDim(loop);
  };
  for (AffineExpr expr : llvm::reverse(out.getResults())) {
    if (isStreamed(expr))
      pixels.push_back(cast<AffineDimExpr>(expr).getPosition());
    else if (!pixels.empty())
      break;
  }
  std::reverse(pixels.begin(), pixels.end());
  return !pixels.empty();
}

int64_t PixelJoin::getPixel(unsigned number) const {
  for (const Sum::Term &term : coordinates[number].terms)
    if (isPixel(term.dim))
      return term.dim;
  return -1;
}

bool PixelJoin::isWindow(unsigned number) const {
  const Sum &sum = coordinates[number];
  return getPixel(number) >= 0 && (sum.terms.size() > 1 || sum.constant != 0 ||
                                   sum.terms.front().factor != 1);
}

bool PixelJoin::isSplit(unsigned number) const {
  if (getPixel(number) != pixels.front())
    return isWindow(number);
  return llvm::any_of(coordinates[number].terms, [&](const Sum::Term &term) {
    return isPixel(term.dim) ? term.factor != 1 : term.factor < 0;
  });
}

bool PixelJoin::readCoordinates() {
  AffineMap own = op.getMatchingIndexingMap(weight);
  llvm::SmallBitVector seen(op.getNumLoops());
  for (AffineExpr expr : op.getMatchingIndexingMap(image).getResults()) {
    std::optional<Sum> sum = sparse::getSum(expr);
    if (!sum)
      return false;
    coordinates.push_back(*sum);
    bool isPlain = isa<AffineDimExpr, AffineConstantExpr>(expr);
    unsigned streamed = 0;
    for (const Sum::Term &term : sum->terms) {
      if (own.isFunctionOfDim(term.dim))
        continue;
      ++streamed;
      // Each of them is a coordinate once, and others than pixels alone.
      if (seen.test(term.dim) || (!isPlain && !isPixel(term.dim)) ||
          term.factor < 1)
        return false;
      seen.set(term.dim);
    }
    if (!isPlain && streamed != 1)
      return false;
  }
  return llvm::all_of(pixels, [&](unsigned loop) { return seen.test(loop); });
}

/// Whether the pixels are dimensions of the image that follow one another.
bool PixelJoin::areNeighbours() const {
  SmallVector<unsigned> found;
  SmallVector<unsigned> places;
  for (unsigned number = 0; number < coordinates.size(); ++number)
    if (int64_t loop = getPixel(number); loop >= 0) {
      found.push_back(loop);
      places.push_back(number);
    }
  return found == pixels && places.back() - places.front() + 1 == places.size();
}

bool PixelJoin::prepare() {
  if (op.hasIndexSemantics() || !op.hasPureTensorSemantics() ||
      llvm::any_of(sizes, [](int64_t size) { return size < 1; }) ||
      !op.getIndexingMapsArray().back().isProjectedPermutation())
    return false;
  std::optional<Factors> factors = findFactors(op);
  if (!factors)
    return false;
  weight = factors->weight;
  image = factors->other;
  if (!findPixels() || !readCoordinates())
    return false;
  auto numbers = llvm::seq<unsigned>(0, coordinates.size());
  if (llvm::none_of(numbers, [&](unsigned n) { return isWindow(n); }))
    return pixels.size() > 1 && areNeighbours();
  // Loops outside of the windows stay, as of a batch.
  while (llvm::none_of(numbers, [&](unsigned number) {
    return getPixel(number) == pixels.front() && isWindow(number);
  }))
    pixels.erase(pixels.begin());
  return pixels.size() > 1 ||
         llvm::any_of(numbers, [&](unsigned n) { return isSplit(n); });
}

AffineExpr PixelJoin::getNewLoop(unsigned loop) {
  // The one that they become is in the place of the first.
  unsigned position = 0;
  for (unsigned other = 0; other < loop; ++other)
    position += !isPixel(other) || other == pixels.front();
  return getAffineDimExpr(position, op.getContext());
}

/// `map`, of pixels that are one loop and one coordinate.
AffineMap PixelJoin::getNewMap(AffineMap map) {
  SmallVector<AffineExpr> loops, exprs;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    loops.push_back(getNewLoop(isPixel(loop) ? pixels.front() : loop));
  for (AffineExpr expr : map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop || !isPixel(loop.getPosition()) ||
        loop.getPosition() == pixels.front())
      exprs.push_back(expr.replaceDims(loops));
  }
  return AffineMap::get(op.getNumLoops() - pixels.size() + 1, 0, exprs,
                        op.getContext());
}

/// `value`, whose coordinates are `exprs`, with one for all pixels, which
/// follow one another.
Value PixelJoin::joinDims(Value value, ArrayRef<AffineExpr> exprs) {
  if (pixels.size() == 1)
    return value;
  SmallVector<ReassociationIndices> groups;
  for (auto [dim, expr] : llvm::enumerate(exprs)) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    bool isNext = loop && isPixel(loop.getPosition()) &&
                  loop.getPosition() != pixels.front();
    if (!isNext)
      groups.emplace_back();
    groups.back().push_back(dim);
  }
  return tensor::CollapseShapeOp::create(builder, op.getLoc(), value, groups);
}

/// The coordinate of the product's factor, which has pixels as one, where
/// coordinate `number` of the image has the first of them, in rows of windows.
AffineExpr PixelJoin::getRow(unsigned number) {
  int64_t row = 1;
  for (unsigned loop : ArrayRef(pixels).drop_front())
    row *= sizes[loop];
  AffineExpr expr = getNewLoop(pixels.front());
  if (!isSplit(number))
    for (const Sum::Term &term : coordinates[number].terms)
      if (!isPixel(term.dim))
        expr = expr + getNewLoop(term.dim) * (term.factor * row);
  return expr;
}

void PixelJoin::makeCopy() {
  MLIRContext *context = op.getContext();
  // Its dimensions, each of a loop, and their sizes.
  SmallVector<unsigned> loops;
  SmallVector<int64_t> shape;
  auto add = [&](unsigned loop, int64_t size) {
    if (llvm::is_contained(loops, loop))
      return;
    loops.push_back(loop);
    shape.push_back(size);
  };
  auto numbers = llvm::seq<unsigned>(0, coordinates.size());
  for (unsigned number : numbers)
    for (const Sum::Term &term : coordinates[number].terms)
      if (getPixel(number) < 0 || (!isPixel(term.dim) && isSplit(number)))
        add(term.dim, sizes[term.dim]);
  for (unsigned loop : loops)
    factorExprs.push_back(getNewLoop(loop));
  unsigned first = *llvm::find_if(numbers, [&](unsigned number) {
    return getPixel(number) == pixels.front();
  });
  int64_t rows = sizes[pixels.front()];
  if (!isSplit(first))
    for (const Sum::Term &term : coordinates[first].terms)
      if (!isPixel(term.dim))
        rows += term.factor * (sizes[term.dim] - 1);
  for (unsigned loop : pixels)
    add(loop, loop == pixels.front() ? rows : sizes[loop]);
  factorExprs.push_back(getRow(first));
  // Where it has the elements of the image.
  auto getDim = [&](unsigned loop) {
    return getAffineDimExpr(llvm::find(loops, loop) - loops.begin(), context);
  };
  SmallVector<AffineExpr> exprs;
  for (unsigned number : numbers) {
    AffineExpr expr =
        getAffineConstantExpr(coordinates[number].constant, context);
    for (const Sum::Term &term : coordinates[number].terms)
      if (number != first || isPixel(term.dim) || isSplit(number))
        expr = expr + getDim(term.dim) * term.factor;
    exprs.push_back(expr);
  }
  AffineMap maps[] = {AffineMap::get(loops.size(), 0, exprs, context),
                      AffineMap::getMultiDimIdentityMap(loops.size(), context)};
  SmallVector<utils::IteratorType> kinds(loops.size(),
                                         utils::IteratorType::parallel);
  Type element =
      cast<RankedTensorType>(image->get().getType()).getElementType();
  Value empty = tensor::EmptyOp::create(builder, op.getLoc(), shape, element);
  auto copy = linalg::GenericOp::create(
      builder, op.getLoc(), TypeRange{empty.getType()},
      ValueRange{image->get()}, ValueRange{empty}, maps, kinds,
      [](OpBuilder &inside, Location loc, ValueRange args) {
        linalg::YieldOp::create(inside, loc, args.front());
      });
  factor = joinDims(copy.getResult(0),
                    llvm::map_to_vector(loops, [&](unsigned loop) {
                      return getAffineDimExpr(loop, context);
                    }));
}

void PixelJoin::apply() {
  AffineMap imageMap = op.getMatchingIndexingMap(image);
  if (llvm::any_of(llvm::seq<unsigned>(0, coordinates.size()),
                   [&](unsigned number) { return isWindow(number); })) {
    makeCopy();
  } else {
    factor = joinDims(image->get(), imageMap.getResults());
    factorExprs = SmallVector<AffineExpr>(getNewMap(imageMap).getResults());
  }
  OpOperand &init = op.getDpsInitsMutable()[0];
  AffineMap out = op.getMatchingIndexingMap(&init);
  SmallVector<AffineMap> maps;
  SmallVector<Value> ins;
  for (OpOperand *operand : op.getDpsInputOperands()) {
    AffineMap map = getNewMap(op.getMatchingIndexingMap(operand));
    maps.push_back(
        operand == image
            ? AffineMap::get(map.getNumDims(), 0, factorExprs, op.getContext())
            : map);
    ins.push_back(operand == image ? factor : operand->get());
  }
  maps.push_back(getNewMap(out));
  SmallVector<utils::IteratorType> kinds;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (!isPixel(loop) || loop == pixels.front())
      kinds.push_back(kind);
  Value from = joinDims(init.get(), out.getResults());
  auto made =
      linalg::GenericOp::create(builder, op.getLoc(), TypeRange{from.getType()},
                                ins, ValueRange{from}, maps, kinds);
  made.getRegion().takeBody(op.getRegion());
  made->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  Value result = made.getResult(0);
  if (auto joined = from.getDefiningOp<tensor::CollapseShapeOp>();
      joined && from != init.get())
    result = tensor::ExpandShapeOp::create(builder, op.getLoc(),
                                           op.getResult(0).getType(), result,
                                           joined.getReassociationIndices());
  op.getResult(0).replaceAllUsesWith(result);
  op.erase();
}

void spindle::joinPixels(func::FuncOp function) {
  SmallVector<linalg::GenericOp> ops;
  function.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  for (linalg::GenericOp op : ops) {
    PixelJoin join(op);
    if (join.prepare())
      join.apply();
  }
}

//===- PartElements.cpp - which part holds an element ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartElements.h"

#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace spindle::interpreter;
namespace sparse = spindle::sparse;
using sparse::CompositeAttr;
using sparse::CriterionAttr;

namespace {
/// The numbers by which the elements of one tensor are told apart.
class Numbers {
public:
  Numbers(CompositeAttr format, const Elements &elements,
          ArrayRef<int64_t> sizes);

  /// Whether element `e` meets what `part` asks.
  bool holds(sparse::PartAttr part, size_t e) const;
  /// The coordinates of element `e`, as in "(3, 5)".
  std::string getCoordinates(size_t e) const;

private:
  using List = std::vector<int64_t>;

  int64_t evaluate(AffineExpr expr, size_t e) const;
  List evaluateAll(ArrayRef<AffineExpr> exprs, size_t e) const;
  List count(CriterionAttr criterion) const;
  List countLengths(CriterionAttr criterion) const;
  List countSlots(CriterionAttr criterion) const;
  List sortByLength(CriterionAttr criterion) const;
  List cover(CriterionAttr criterion) const;
  int64_t coverBlock(CriterionAttr criterion, int64_t size,
                     ArrayRef<size_t> elements, List &sizes) const;

  ArrayRef<int64_t> sizes;
  std::vector<List> places;
  /// Of each criterion, one for each element.
  std::vector<List> criteria;
};
} // namespace

Numbers::Numbers(CompositeAttr format, const Elements &elements,
                 ArrayRef<int64_t> sizes)
    : sizes(sizes) {
  for (const auto &[place, value] : elements)
    places.push_back(place);
  for (CriterionAttr criterion : format.getCriteria())
    criteria.push_back(count(criterion));
}

std::string Numbers::getCoordinates(size_t e) const {
  std::string text = "(";
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(places[e], stream);
  return text + ")";
}

//===----------------------------------------------------------------------===//
// Criteria
//===----------------------------------------------------------------------===//

int64_t Numbers::evaluate(AffineExpr expr, size_t e) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return places[e][dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return criteria[symbol.getPosition()][e];
  auto operation = cast<AffineBinaryOpExpr>(expr);
  int64_t left = evaluate(operation.getLHS(), e);
  int64_t right = evaluate(operation.getRHS(), e);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return uint64_t(left) + uint64_t(right);
  case AffineExprKind::Mul:
    return uint64_t(left) * uint64_t(right);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(left, right);
  default:
    return llvm::mod(left, right);
  }
}

Numbers::List Numbers::evaluateAll(ArrayRef<AffineExpr> exprs, size_t e) const {
  List numbers;
  for (AffineExpr expr : exprs)
    numbers.push_back(evaluate(expr, e));
  return numbers;
}

/// How many elements have the same numbers.
Numbers::List Numbers::countLengths(CriterionAttr criterion) const {
  std::map<List, int64_t> counts;
  for (size_t e = 0; e < places.size(); ++e)
    ++counts[evaluateAll(criterion.getExprs(), e)];
  List lengths;
  for (size_t e = 0; e < places.size(); ++e)
    lengths.push_back(counts[evaluateAll(criterion.getExprs(), e)]);
  return lengths;
}

/// How many elements of a group come before each by the first expression.
Numbers::List Numbers::countSlots(CriterionAttr criterion) const {
  std::vector<std::pair<int64_t, size_t>> order;
  for (size_t e = 0; e < places.size(); ++e)
    order.push_back({evaluate(criterion.getExprs().front(), e), e});
  llvm::sort(order);
  List slots(places.size());
  std::map<List, int64_t> next;
  for (auto [subject, e] : order)
    slots[e] = next[evaluateAll(criterion.getExprs().drop_front(), e)]++;
  return slots;
}

/// The position of each number when all are sorted by how many elements have
/// it.
Numbers::List Numbers::sortByLength(CriterionAttr criterion) const {
  std::map<int64_t, int64_t> counts, placesOf;
  for (size_t e = 0; e < places.size(); ++e)
    ++counts[evaluate(criterion.getExprs().front(), e)];
  std::vector<std::pair<int64_t, int64_t>> sorted;
  for (auto [number, length] : counts)
    sorted.push_back({-length, number});
  llvm::sort(sorted);
  for (auto [place, entry] : llvm::enumerate(sorted))
    placesOf[entry.second] = place;
  List orders;
  for (size_t e = 0; e < places.size(); ++e)
    orders.push_back(placesOf[evaluate(criterion.getExprs().front(), e)]);
  return orders;
}

/// Covers `elements`, those of one block or all, by blocks of size number
/// `size` and of those after it, and says in `sizes` which. Returns what that
/// costs.
int64_t Numbers::coverBlock(CriterionAttr criterion, int64_t size,
                            ArrayRef<size_t> elements, List &sizes) const {
  size_t rank = criterion.getExprs().size();
  ArrayRef<int64_t> lengths =
      criterion.getNumbers().slice(size * (rank + 1), rank + 1);
  std::map<List, std::vector<size_t>> blocks;
  for (size_t e : elements) {
    List block = evaluateAll(criterion.getExprs(), e);
    for (auto [number, length] : llvm::zip(block, lengths))
      number = llvm::divideFloorSigned(number, length);
    blocks[block].push_back(e);
  }
  bool isLast = criterion.getNumbers().size() == (size + 1) * (rank + 1);
  int64_t all = 0;
  for (auto &[block, held] : blocks) {
    int64_t whole = lengths.back();
    int64_t divided =
        isLast ? whole : coverBlock(criterion, size + 1, held, sizes);
    if (whole <= divided)
      for (size_t e : held)
        sizes[e] = size;
    all += std::min(whole, divided);
  }
  return all;
}

/// Which size the block of each element has in the cover of the least cost.
Numbers::List Numbers::cover(CriterionAttr criterion) const {
  List sizes(places.size());
  auto all = llvm::to_vector(llvm::seq<size_t>(0, places.size()));
  coverBlock(criterion, 0, all, sizes);
  return sizes;
}

Numbers::List Numbers::count(CriterionAttr criterion) const {
  switch (criterion.getKind()) {
  case CriterionAttr::Kind::Length:
    return countLengths(criterion);
  case CriterionAttr::Kind::Slot:
    return countSlots(criterion);
  case CriterionAttr::Kind::Order:
    return sortByLength(criterion);
  case CriterionAttr::Kind::Cover:
    return cover(criterion);
  case CriterionAttr::Kind::Section:
    break;
  }
  auto dim = cast<AffineDimExpr>(criterion.getExprs().front()).getPosition();
  int64_t width = std::max<int64_t>(
      llvm::divideCeilSigned(sizes[dim], criterion.getNumbers().front()), 1);
  List sections;
  for (const List &place : places)
    sections.push_back(place[dim] / width);
  return sections;
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

bool Numbers::holds(sparse::PartAttr part, size_t e) const {
  for (auto [expr, low, high] :
       llvm::zip_equal(part.getExprs(), part.getLows(), part.getHighs())) {
    int64_t number = evaluate(expr, e);
    if (number < low || number > high)
      return false;
  }
  return true;
}

/// The parts that hold element `e`.
static SmallVector<size_t> findHolders(CompositeAttr format,
                                       const Numbers &numbers, size_t e) {
  SmallVector<size_t> holders;
  for (auto [number, part] : llvm::enumerate(format.getParts()))
    if (part.getIsRest() ? holders.empty() : numbers.holds(part, e))
      holders.push_back(number);
  return holders;
}

/// Appends the elements of a part in `format`, or of its own parts.
static std::string addPart(Attribute format, Elements &&elements,
                           ArrayRef<int64_t> sizes,
                           std::vector<Elements> &parts) {
  if (auto composite = dyn_cast<CompositeAttr>(format))
    return divideAmongParts(composite, elements, sizes, parts);
  parts.push_back(std::move(elements));
  return "";
}

std::string spindle::interpreter::divideAmongParts(
    CompositeAttr format, const Elements &elements, ArrayRef<int64_t> sizes,
    std::vector<Elements> &parts) {
  Numbers numbers(format, elements, sizes);
  std::vector<Elements> own(format.getParts().size());
  for (auto [e, element] : llvm::enumerate(elements)) {
    SmallVector<size_t> holders = findHolders(format, numbers, e);
    if (holders.size() == 1) {
      own[holders.front()].insert(element);
      continue;
    }
    std::string text = "element " + numbers.getCoordinates(e) +
                       ": expected one part of " + debugString(format) +
                       " to hold it but got ";
    return holders.empty() ? text + "none"
                           : text + "parts " + std::to_string(holders[0]) +
                                 " and " + std::to_string(holders[1]);
  }
  for (auto [part, held] : llvm::zip_equal(format.getParts(), own)) {
    std::string fault =
        addPart(part.getFormat(), std::move(held), sizes, parts);
    if (!fault.empty())
      return fault;
  }
  return "";
}

//===- Sweep.cpp - a condition over an iteration space --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sweep.h"
#include "LinearMap.h"
#include "SweepSlices.h"

#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace mlir;
using namespace spindle;

/// Blocks that a sweep visits at most.
static constexpr int64_t kMostBlocks = int64_t(1) << 28;

/// Equal slices are looked for where there are more blocks than this for each
/// cell of the masks.
static constexpr int64_t kBlocksOfCell = 4;

namespace {
/// A tensor's cells, and how far apart those of neighbouring blocks of the
/// space are.
struct Cells {
  std::vector<uint8_t> cells;
  int64_t start = 0;
  SmallVector<int64_t> strides;
};

/// The space, divided.
struct Division {
  /// Elements of a block in each dimension.
  MaskSizes block;
  MaskSizes grid;

  int64_t getNumBlocks() const {
    return std::accumulate(grid.begin(), grid.end(), int64_t(1),
                           std::multiplies<int64_t>());
  }
};

/// Divides a space as masks and maps need it.
class SpaceDivision {
public:
  SpaceDivision(const MaskSizes &sizes) : sizes(sizes), step(sizes.size(), 0) {}

  /// Has blocks of `dim` divide blocks of `elements`.
  void divide(unsigned dim, int64_t elements) {
    step[dim] = std::gcd(step[dim], elements);
  }

  void divideAll(const LinearExpr &expr) {
    for (auto [dim, coefficient] : llvm::enumerate(expr.coefficients))
      if (coefficient != 0)
        divide(dim, 1);
  }

  /// Whether all dimensions of `expr` are one block each.
  bool isWhole(const LinearExpr &expr) const {
    return llvm::all_of(llvm::enumerate(expr.coefficients), [&](auto it) {
      return it.value() == 0 || step[it.index()] == 0;
    });
  }

  Division get() const {
    Division division;
    for (auto [size, elements] : llvm::zip_equal(sizes, step)) {
      division.block.push_back(elements ? elements
                                        : std::max<int64_t>(size, 1));
      division.grid.push_back(
          spindle::getNumBlocks(size, division.block.back()));
    }
    return division;
  }

private:
  MaskSizes sizes;
  /// 0 where nothing divides a dimension.
  SmallVector<int64_t> step;
};

/// One sweep.
class Sweeper {
public:
  Sweeper(Sweep sweep, const Conditions &conditions, unsigned condition,
          AffineMap map, const MaskSizes &shape)
      : sweep(std::move(sweep)), conditions(conditions), condition(condition),
        map(map), shape(shape) {
    findInputs();
  }

  Mask run();

private:
  unsigned getNumDims() const { return sweep.sizes.size(); }
  std::optional<LinearExpr> getExpr(AffineMap of, unsigned result) const {
    return getLinearExpr(of.getResult(result), getNumDims());
  }
  /// The inputs that the condition has.
  void findInputs();
  /// Spreads masks along what is not linear.
  void spreadNonlinear();
  SpaceDivision divide() const;
  /// Spreads a mask over a dimension, so that fewer blocks are left; false if
  /// none varies.
  bool spreadOne();
  Cells getCells(const SweepInput &input, const Division &division) const;
  /// The blocks of the result, and where the cells of it are.
  Cells makeTarget(const SpaceDivision &space, const Division &division,
                   MaskSizes &block) const;
  /// The elements that the map has at all, along what is not divided.
  Mask findReached(const SpaceDivision &space) const;
  void visit(const Division &division, Cells &target);
  void visitRow(int64_t length, unsigned inner, ArrayRef<int64_t> at,
                int64_t targetAt, Cells &target);

  Sweep sweep;
  const Conditions &conditions;
  unsigned condition;
  AffineMap map;
  MaskSizes shape;
  SmallVector<unsigned> used;
  SmallVector<Cells> inputs;
  /// A value of each condition for each block of a row.
  std::vector<std::vector<uint8_t>> rows;
};
} // namespace

void Sweeper::findInputs() {
  SmallVector<unsigned> open{condition};
  llvm::SmallDenseSet<unsigned> seen;
  while (!open.empty()) {
    unsigned number = open.pop_back_val();
    if (!seen.insert(number).second)
      continue;
    const Conditions::Node &node = conditions.getNodes()[number];
    if (node.kind == Conditions::Kind::And || node.kind == Conditions::Kind::Or)
      open.append({node.a, node.b});
    else if (node.kind == Conditions::Kind::Input)
      used.push_back(node.a);
  }
}

void Sweeper::spreadNonlinear() {
  for (unsigned number : used) {
    SweepInput &input = sweep.inputs[number];
    for (unsigned dim = 0; dim < input.map.getNumResults(); ++dim)
      if (input.mask.variesIn(dim) && !getExpr(input.map, dim))
        input.mask = input.mask.spreadOver(dim);
  }
}

SpaceDivision Sweeper::divide() const {
  SpaceDivision space(sweep.sizes);
  for (unsigned number : used) {
    const SweepInput &input = sweep.inputs[number];
    for (unsigned dim = 0; dim < input.map.getNumResults(); ++dim) {
      if (!input.mask.variesIn(dim))
        continue;
      LinearExpr expr = *getExpr(input.map, dim);
      if (std::optional<unsigned> one = expr.getDim())
        space.divide(*one, input.mask.getBlock()[dim]);
      else
        space.divideAll(expr);
    }
  }
  // Where a dimension of the result is a sum of several, all are divided or
  // none; one that stands in two places is divided.
  SmallVector<unsigned> places(getNumDims(), 0);
  for (unsigned pass = 0; pass < 2; ++pass)
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim) {
      std::optional<LinearExpr> expr = getExpr(map, dim);
      if (!expr)
        continue;
      bool shared = false;
      for (auto [of, coefficient] : llvm::enumerate(expr->coefficients))
        if (coefficient != 0)
          shared |= (pass == 0 ? ++places[of] : places[of]) > 1;
      if (shared || (!expr->getDim() && !space.isWhole(*expr)))
        space.divideAll(*expr);
    }
  return space;
}

bool Sweeper::spreadOne() {
  std::pair<int64_t, std::pair<unsigned, unsigned>> most{0, {0, 0}};
  for (unsigned number : used) {
    const SweepInput &input = sweep.inputs[number];
    for (unsigned dim = 0; dim < input.map.getNumResults(); ++dim) {
      if (!input.mask.variesIn(dim))
        continue;
      // A sum of dimensions costs the most.
      int64_t blocks = input.mask.getGrid()[dim];
      if (!getExpr(input.map, dim)->getDim())
        blocks *= blocks;
      most = std::max(most, {blocks, {number, dim}});
    }
  }
  if (most.first == 0)
    return false;
  Mask &mask = sweep.inputs[most.second.first].mask;
  mask = mask.spreadOver(most.second.second);
  return true;
}

Cells Sweeper::getCells(const SweepInput &input,
                        const Division &division) const {
  const Mask &mask = input.mask;
  Cells result;
  result.strides.assign(getNumDims(), 0);
  MaskSizes finer = mask.getBlock();
  SmallVector<LinearExpr> exprs(finer.size());
  for (unsigned dim = 0; dim < finer.size(); ++dim) {
    if (!mask.variesIn(dim))
      continue;
    exprs[dim] = *getExpr(input.map, dim);
    std::optional<unsigned> one = exprs[dim].getDim();
    finer[dim] = one ? division.block[*one] : 1;
  }
  result.cells = mask.getCellsOver(finer);
  int64_t stride = 1;
  for (unsigned dim = finer.size(); dim-- > 0;) {
    if (mask.variesIn(dim)) {
      result.start += exprs[dim].constant * stride;
      for (unsigned of = 0; of < getNumDims(); ++of)
        result.strides[of] += exprs[dim].coefficients[of] * stride;
    }
    stride *= getNumBlocks(mask.getShape()[dim], finer[dim]);
  }
  return result;
}

Cells Sweeper::makeTarget(const SpaceDivision &space, const Division &division,
                          MaskSizes &block) const {
  Cells target;
  target.strides.assign(getNumDims(), 0);
  int64_t stride = 1;
  block.assign(shape.size(), 1);
  for (unsigned dim = shape.size(); dim-- > 0;) {
    block[dim] = std::max<int64_t>(shape[dim], 1);
    std::optional<LinearExpr> expr = getExpr(map, dim);
    std::optional<unsigned> one = expr ? expr->getDim() : std::nullopt;
    if (one)
      block[dim] = std::min(division.block[*one], block[dim]);
    else if (expr && !space.isWhole(*expr))
      block[dim] = 1;
    if (block[dim] < shape[dim]) {
      target.start += expr->constant * stride;
      for (unsigned of = 0; of < getNumDims(); ++of)
        target.strides[of] += expr->coefficients[of] * stride;
    }
    stride *= getNumBlocks(shape[dim], block[dim]);
  }
  target.cells.assign(stride, 0);
  return target;
}

Mask Sweeper::findReached(const SpaceDivision &space) const {
  Mask reached = Mask::all(shape);
  for (unsigned dim = 0; dim < shape.size(); ++dim) {
    std::optional<LinearExpr> expr = getExpr(map, dim);
    if (!expr || expr->getDim() || !space.isWhole(*expr))
      continue;
    MaskSizes block = reached.getBlock();
    Mask image = findImage(*expr, sweep.sizes, shape[dim]);
    for (unsigned other = 0; other < shape.size(); ++other)
      block[other] = std::max<int64_t>(shape[other], 1);
    block[dim] = image.getBlock()[0];
    reached = reached & Mask::ofCells(shape, block, image.getCells());
  }
  return reached;
}

/// Sets `row` to `length` cells, `stride` apart.
static void loadRow(std::vector<uint8_t> &row, const uint8_t *from,
                    int64_t length, int64_t stride) {
  if (stride == 1)
    std::copy_n(from, length, row.begin());
  else
    for (int64_t i = 0; i < length; ++i)
      row[i] = from[i * stride];
}

void Sweeper::visitRow(int64_t length, unsigned inner, ArrayRef<int64_t> at,
                       int64_t targetAt, Cells &target) {
  for (auto [number, node] : llvm::enumerate(conditions.getNodes())) {
    if (number > condition)
      break;
    std::vector<uint8_t> &row = rows[number];
    if (row.empty())
      continue;
    if (node.kind == Conditions::Kind::Input) {
      unsigned position = llvm::find(used, node.a) - used.begin();
      const Cells &input = inputs[position];
      loadRow(row, input.cells.data() + at[position], length,
              input.strides[inner]);
    } else if (node.kind == Conditions::Kind::And) {
      for (int64_t i = 0; i < length; ++i)
        row[i] = rows[node.a][i] & rows[node.b][i];
    } else if (node.kind == Conditions::Kind::Or) {
      for (int64_t i = 0; i < length; ++i)
        row[i] = rows[node.a][i] | rows[node.b][i];
    }
  }
  const std::vector<uint8_t> &row = rows[condition];
  int64_t stride = target.strides[inner];
  uint8_t *to = target.cells.data() + targetAt;
  if (stride == 0)
    *to |=
        std::find(row.begin(), row.begin() + length, 1) != row.begin() + length;
  else
    for (int64_t i = 0; i < length; ++i)
      to[i * stride] |= row[i];
}

void Sweeper::visit(const Division &division, Cells &target) {
  MaskSizes grid = division.grid;
  if (grid.empty())
    grid.push_back(1);
  // The longest dimension is the innermost one.
  unsigned inner = std::max_element(grid.begin(), grid.end()) - grid.begin();
  int64_t length = grid[inner];
  grid[inner] = 1;
  rows.resize(condition + 1);
  SmallVector<unsigned> open{condition};
  while (!open.empty()) {
    unsigned number = open.pop_back_val();
    if (!rows[number].empty())
      continue;
    const Conditions::Node &node = conditions.getNodes()[number];
    rows[number].assign(length, node.kind == Conditions::Kind::True);
    if (node.kind == Conditions::Kind::And || node.kind == Conditions::Kind::Or)
      open.append({node.a, node.b});
  }
  for (Cells &cells : inputs)
    cells.strides.resize(grid.size(), 0);
  target.strides.resize(grid.size(), 0);
  MaskSizes index(grid.size(), 0);
  auto getPlace = [&](const Cells &cells) {
    int64_t place = cells.start;
    for (auto [i, stride] : llvm::zip_equal(index, cells.strides))
      place += i * stride;
    return place;
  };
  do {
    visitRow(length, inner, llvm::map_to_vector(inputs, getPlace),
             getPlace(target), target);
  } while (nextIndex(index, grid));
}

Mask Sweeper::run() {
  if (llvm::is_contained(sweep.sizes, 0) || llvm::is_contained(shape, 0))
    return Mask::none(shape);
  spreadNonlinear();
  std::optional<SweepSlices> slices;
  int64_t cells = 0;
  for (unsigned number : used)
    cells += sweep.inputs[number].mask.getCells().size();
  if (divide().get().getNumBlocks() > kBlocksOfCell * cells)
    slices.emplace(sweep, used, map, shape);
  while (divide().get().getNumBlocks() > kMostBlocks && spreadOne()) {
  }
  SpaceDivision space = divide();
  Division division = space.get();
  for (unsigned number : used)
    inputs.push_back(getCells(sweep.inputs[number], division));
  MaskSizes block;
  Cells target = makeTarget(space, division, block);
  visit(division, target);
  Mask found =
      Mask::ofCells(shape, block, std::move(target.cells)) & findReached(space);
  return slices ? slices->expand(found) : found;
}

Mask spindle::findElements(Sweep sweep, const Conditions &conditions,
                           unsigned condition, AffineMap map,
                           const MaskSizes &shape) {
  return Sweeper(std::move(sweep), conditions, condition, map, shape).run();
}

//===- Materialize.cpp - arrays of what searches find ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// The loop, those around it and the branches in it are made once more, with
// nothing in them but the searches and what these are asked. So a search is
// asked just where it was, and an array has something wherever it is read.
//

#include "Spindle/Transforms/Positions/Materialize.h"

#include "FibreLoops.h"
#include "Spindle/Analysis/PlainLoops.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "Spindle/Dialect/Iter/IR/Workers.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "Spindle/Support/IndexArithmetic.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::iter;
using spindle::axis::AxisKind;
using spindle::axis::LocateOp;
using spindle::axis::ParentOp;
using spindle::axis::SparseVariableOp;

namespace {
/// The searches of one loop while they are taken out of it.
struct Searches {
  Searches(RewriterBase &rewriter, scf::ForOp loop)
      : rewriter(rewriter), loop(loop), root(loop) {}

  RewriterBase &rewriter;
  scf::ForOp loop;
  /// The outermost of the loops around.
  scf::ForOp root;
  /// In the order of the text, each with its array.
  llvm::MapVector<Operation *, Value> arrays;

  std::string find();
  scf::ForOp run();

private:
  bool isAround(Operation *op) { return op->isProperAncestor(loop); }
  bool addSources(Operation *search);
  bool addSource(Value value, SetVector<Value> &sources);
  std::string findRoot();
  std::string findRange();
  Value buildSize(ImplicitLocOpBuilder &builder);
  Value buildIndex(ImplicitLocOpBuilder &builder, scf::ForOp of);
  void allocate();
  void replace(Operation *search, Value array);
  void copy(Block &from, IRMapping &mapping);
  void copyLoop(scf::ForOp from, IRMapping &mapping);
  void copyBranch(scf::IfOp from, IRMapping &mapping);
  void store(Operation *search, IRMapping &mapping);

  /// What the searches are computed from, and the searches.
  SetVector<Operation *> needed;
  /// The coordinates of the axis whose positions the loop runs through; null
  /// where it is an outermost one, and its iterations are counted.
  Value coordinates;
  /// The copies of the loop, and of the outermost one.
  scf::ForOp made, outermost;
};
} // namespace

//===----------------------------------------------------------------------===//
// What is searched
//===----------------------------------------------------------------------===//

static bool isSearch(Operation *op) {
  if (auto parent = dyn_cast<ParentOp>(op))
    return parent.getAxis().getType().isVariable();
  auto locate = dyn_cast<LocateOp>(op);
  return locate && !locate.getFrom() &&
         locate.getAxis().getType().hasCoordinates() &&
         locate.getAxis().getType().getKind() != AxisKind::Singleton;
}

/// Notes what computes `value`; false where it does not follow from the
/// variables of the loop and of those around.
bool Searches::addSource(Value value, SetVector<Value> &sources) {
  if (!root->isAncestor(value.getParentBlock()->getParentOp()))
    return true;
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto around = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    return around && argument == around.getInductionVar() &&
           (around == loop || isAround(around));
  }
  Operation *op = value.getDefiningOp();
  if (!isMemoryEffectFree(op) || op->getNumRegions() > 0)
    return false;
  sources.insert_range(op->getOperands());
  return true;
}

/// Whether `search` follows from the variables, with what it is computed from
/// and what decides whether it is asked.
bool Searches::addSources(Operation *search) {
  SetVector<Value> sources(search->operand_begin(), search->operand_end());
  for (Operation *around = search->getParentOp(); around != root->getParentOp();
       around = around->getParentOp())
    sources.insert_range(around->getOperands());
  for (size_t next = 0; next < sources.size(); ++next)
    if (!addSource(sources[next], sources))
      return false;
  for (Value source : sources)
    if (Operation *op = source.getDefiningOp(); op && root->isAncestor(op))
      needed.insert(op);
  needed.insert(search);
  return true;
}

/// Whether nothing but branches stands between `op` and the loop.
static bool isJustInside(Operation *op, scf::ForOp loop) {
  Operation *around = op->getParentOp();
  while (isa<scf::IfOp>(around) && around->getNumResults() == 0)
    around = around->getParentOp();
  return around == loop;
}

std::string Searches::findRoot() {
  for (Operation *around = loop->getParentOp();
       isa<scf::ForOp, scf::IfOp>(around); around = around->getParentOp()) {
    auto outer = dyn_cast<scf::ForOp>(around);
    if (around->getNumResults() != 0 || (outer && !isPlain(outer)))
      return "what is around it hands values on, or does not count by ones";
    if (outer)
      root = outer;
  }
  if (!isOutermost(root))
    return "it stands in a loop that is parallel";
  return isa<FunctionOpInterface>(root->getParentOp())
             ? ""
             : "a branch is around it";
}

/// Notes what numbers the iterations, of all loops together.
std::string Searches::findRange() {
  if (loop == root)
    return "";
  Value axis;
  for (scf::ForOp inner = loop; inner != root;) {
    auto outer = inner->getParentOfType<scf::ForOp>();
    Value own = outer ? getFibreAxis(inner, outer.getInductionVar()) : Value();
    if (!own)
      return "it does not run through the positions of an axis, each once";
    axis = axis ? axis : own;
    inner = outer;
  }
  auto sparse = axis.getDefiningOp<SparseVariableOp>();
  if (!sparse || root->isAncestor(sparse))
    return "how many positions its axis has is not known before";
  coordinates = sparse.getCoordinates();
  return "";
}

std::string Searches::find() {
  std::string refusal = checkCounting(loop);
  if (refusal.empty())
    refusal = findRoot();
  if (refusal.empty())
    refusal = findRange();
  if (!refusal.empty())
    return refusal;
  loop.getBody()->walk([&](Operation *op) {
    if (isSearch(op) && isJustInside(op, loop) && addSources(op))
      arrays[op] = Value();
  });
  return arrays.empty() ? "no search in it follows from its iteration" : "";
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The number of numbers of an array. Of all positions of an axis there are at
/// most as many as coordinates, which is known where their number is not.
Value Searches::buildSize(ImplicitLocOpBuilder &builder) {
  if (coordinates)
    return memref::DimOp::create(builder, coordinates, 0);
  Value size = loop.getUpperBound();
  bool startsAtZero = isConstantIntValue(loop.getLowerBound(), 0);
  if (auto all = size.getDefiningOp<axis::SizeOp>(); all && startsAtZero)
    if (auto sparse = all.getAxis().getDefiningOp<SparseVariableOp>())
      return memref::DimOp::create(builder, sparse.getCoordinates(), 0);
  if (!startsAtZero)
    size = arith::SubIOp::create(builder, size, loop.getLowerBound());
  return arith::MaxSIOp::create(builder, size, constant(builder, 0));
}

/// Where an array has the number of an iteration of `of`, which is the loop or
/// its copy.
Value Searches::buildIndex(ImplicitLocOpBuilder &builder, scf::ForOp of) {
  Value variable = of.getInductionVar();
  if (coordinates || isConstantIntValue(loop.getLowerBound(), 0))
    return variable;
  return arith::SubIOp::create(builder, variable, loop.getLowerBound());
}

/// Stores what the copy of `search` finds; -1 where it is nothing.
void Searches::store(Operation *search, IRMapping &mapping) {
  ImplicitLocOpBuilder builder(search->getLoc(), rewriter);
  Value found = mapping.lookup(search->getResult(0));
  if (auto locate = dyn_cast<LocateOp>(search))
    found = arith::SelectOp::create(builder, mapping.lookup(locate.getFound()),
                                    found, constant(builder, -1));
  Value number =
      arith::IndexCastOp::create(builder, builder.getI64Type(), found);
  sparse::StoreOp::create(builder, number, arrays[search],
                          buildIndex(builder, made),
                          sparse::AccessForm::Direct);
}

void Searches::copyLoop(scf::ForOp from, IRMapping &mapping) {
  auto copied = scf::ForOp::create(
      rewriter, from.getLoc(), mapping.lookupOrDefault(from.getLowerBound()),
      mapping.lookupOrDefault(from.getUpperBound()),
      mapping.lookupOrDefault(from.getStep()));
  if (LoopAttr label = getLabel(from))
    copied->setAttr(IterDialect::kLoopAttr,
                    LoopAttr::get(label.getContext(),
                                  rewriter.getStringAttr("searches"),
                                  label.getDims(), label.getAxis(),
                                  label.getKind(), label.getRole()));
  if (!outermost)
    outermost = copied;
  if (from == loop)
    made = copied;
  mapping.map(from.getInductionVar(), copied.getInductionVar());
  rewriter.setInsertionPointToStart(copied.getBody());
  copy(*from.getBody(), mapping);
  rewriter.setInsertionPointAfter(copied);
}

void Searches::copyBranch(scf::IfOp from, IRMapping &mapping) {
  bool hasElse = !from.getElseRegion().empty();
  auto copied =
      scf::IfOp::create(rewriter, from.getLoc(),
                        mapping.lookupOrDefault(from.getCondition()), hasElse);
  for (auto [body, copiedBody] :
       llvm::zip_equal(from->getRegions(), copied->getRegions())) {
    if (body.empty())
      continue;
    rewriter.setInsertionPointToStart(&copiedBody.front());
    copy(body.front(), mapping);
  }
  rewriter.setInsertionPointAfter(copied);
}

/// Copies what of `from` the searches need, and the loops and branches around
/// them.
void Searches::copy(Block &from, IRMapping &mapping) {
  for (Operation &op : from) {
    bool holds = llvm::any_of(
        arrays, [&](const auto &array) { return op.isAncestor(array.first); });
    if (needed.contains(&op))
      rewriter.clone(op, mapping);
    else if (holds && isa<scf::ForOp>(op))
      copyLoop(cast<scf::ForOp>(op), mapping);
    else if (holds)
      copyBranch(cast<scf::IfOp>(op), mapping);
    if (arrays.contains(&op))
      store(&op, mapping);
  }
}

/// Reads what `search` finds from `array`.
void Searches::replace(Operation *search, Value array) {
  rewriter.setInsertionPoint(search);
  ImplicitLocOpBuilder builder(search->getLoc(), rewriter);
  Value number = sparse::LoadOp::create(builder, builder.getI64Type(), Type(),
                                        array, buildIndex(builder, loop),
                                        sparse::AccessForm::Direct)
                     .getResult();
  SmallVector<Value> found = {
      arith::IndexCastOp::create(builder, builder.getIndexType(), number)};
  if (isa<LocateOp>(search))
    found.push_back(compare(builder, arith::CmpIPredicate::sge, found.front(),
                            constant(builder, 0)));
  rewriter.replaceOp(search, found);
}

/// Makes room for what each search finds.
void Searches::allocate() {
  rewriter.setInsertionPoint(root);
  ImplicitLocOpBuilder builder(loop.getLoc(), rewriter);
  MLIRContext *context = builder.getContext();
  Value numbers = axis::DenseFixedOp::create(
      builder, axis::AxisType::getDense(context), buildSize(builder), Value(),
      Value(), Value(), Value(), Value(), Value());
  auto type =
      sparse::BufferType::get({ShapedType::kDynamic}, builder.getI64Type());
  axis::ParentLists noParents(1);
  for (auto &[search, array] : arrays)
    array = sparse::AllocOp::create(
        builder, type, numbers, axis::getParentListsAttr(context, noParents));
}

scf::ForOp Searches::run() {
  allocate();
  IRMapping mapping;
  copyLoop(root, mapping);
  for (auto &[search, array] : arrays)
    replace(search, array);
  return outermost;
}

FailureOr<scf::ForOp> spindle::iter::materialize(RewriterBase &rewriter,
                                                 scf::ForOp loop,
                                                 std::string &refusal) {
  Searches searches(rewriter, loop);
  refusal = searches.find();
  if (!refusal.empty())
    return failure();
  return searches.run();
}

//===- ComposeSchedule.cpp - one schedule of fragments --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Fragments stand in the order in which they are used in their stage. One that
// is for some nests finds what it changes in these alone: a match in the module
// becomes one for each nest.
//

#include "Fragments.h"
#include "Knobs.h"
#include "Spindle/Schedule/Schedule.h"
#include "Spindle/Schedule/StageOps.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;
using transform::NamedSequenceOp;

/// The fragment that names what `reassociate` allows to be changed.
static constexpr llvm::StringLiteral kAnyOrder = "any_order";

//===----------------------------------------------------------------------===//
// Some nests
//===----------------------------------------------------------------------===//

/// Whether `value` names all of the module: an argument of a fragment, or what
/// `take_if` makes of one.
static bool isWhole(Value value) {
  while (auto taken = value.getDefiningOp<TakeIfOp>())
    value = taken.getTarget();
  return isa<BlockArgument>(value);
}

/// Has `match` find what it does in `nests` alone.
template <typename MatchOp>
static void restrictMatch(MatchOp match, ArrayRef<std::string> nests) {
  if (match.getNest() || !isWhole(match.getTarget()))
    return;
  OpBuilder builder(match);
  SmallVector<Value> found;
  for (StringRef nest : nests) {
    auto copy = cast<MatchOp>(builder.clone(*match.getOperation()));
    copy.setNest(nest);
    found.push_back(copy.getResult());
  }
  Value all = found.front();
  if (found.size() > 1)
    all = transform::MergeHandlesOp::create(builder, match.getLoc(), found,
                                            /*deduplicate=*/false);
  match.getResult().replaceAllUsesWith(all);
  match.erase();
}

/// Has `sequence` find what it does in `nests` alone, of which there are some.
static void restrictMatches(NamedSequenceOp sequence,
                            ArrayRef<std::string> nests) {
  SmallVector<Operation *> matches;
  sequence.walk([&](Operation *op) {
    if (isa<MatchLoopsOp, MatchNestsOp>(op))
      matches.push_back(op);
  });
  for (Operation *op : matches)
    if (auto loops = dyn_cast<MatchLoopsOp>(op))
      restrictMatch(loops, nests);
    else
      restrictMatch(cast<MatchNestsOp>(op), nests);
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

namespace {
/// A schedule that is being put together.
struct Composer {
  Composer(ModuleOp module, NamedSequenceOp entry, ArrayRef<FragmentUse> uses)
      : module(module), uses(uses),
        builder(entry.getLoc(), entry.getBody().front().getTerminator()),
        whole(entry.getBody().getArgument(0)),
        fragments(readFragments(module.getContext())) {}

  llvm::Error run();

private:
  llvm::Error addStage(StageFragments &stage);
  NamedSequenceOp find(StringRef fragment);
  llvm::Error addUse(NamedSequenceOp fragment, const FragmentUse &use);
  Value include(StringAttr name, TypeRange results, ValueRange arguments);
  Value takeFree();
  void lower(ProgramStage stage);

  ModuleOp module;
  ArrayRef<FragmentUse> uses;
  ImplicitLocOpBuilder builder;
  /// The module, and what of it may have sums in another order; null before
  /// that is asked for.
  Value whole, free;
  /// What says how that is asked for; null before.
  StringAttr anyOrder;
  std::vector<StageFragments> fragments;
};
} // namespace

/// Lowers the module to `stage`.
void Composer::lower(ProgramStage stage) {
  Type type = whole.getType();
  free = Value();
  if (stage == ProgramStage::Coordinates)
    whole = LowerToCoordinatesOp::create(builder, type, whole);
  else if (stage == ProgramStage::Positions)
    whole = LowerToPositionsOp::create(builder, type, whole);
  else
    whole = LowerToLoopsOp::create(builder, type, whole);
}

/// Includes the sequence `name`. Returns what it yields; null for nothing.
Value Composer::include(StringAttr name, TypeRange results,
                        ValueRange arguments) {
  auto op = transform::IncludeOp::create(
      builder, results, SymbolRefAttr::get(name),
      transform::FailurePropagationMode::Propagate, arguments,
      /*arg_attrs=*/ArrayAttr(), /*res_attrs=*/ArrayAttr());
  return op.getNumResults() == 0 ? Value() : op.getResult(0);
}

/// The fragment called `name`; null where there is none.
NamedSequenceOp Composer::find(StringRef name) {
  for (StageFragments &stage : fragments)
    if (Operation *found = SymbolTable::lookupSymbolIn(*stage.module, name))
      return cast<NamedSequenceOp>(found);
  return {};
}

/// What of the module may have sums in another order. The knob that decides
/// that is the same in all stages.
Value Composer::takeFree() {
  if (!anyOrder)
    anyOrder = SymbolTable(module).insert(find(kAnyOrder)->clone());
  if (!free)
    free = include(anyOrder, whole.getType(), whole);
  return free;
}

/// Adds `fragment` for what `use` says, under a name of its own.
llvm::Error Composer::addUse(NamedSequenceOp fragment, const FragmentUse &use) {
  SmallVector<Value> arguments = {whole};
  if (fragment.getArgumentTypes().size() == 2)
    arguments.push_back(takeFree());
  auto own = cast<NamedSequenceOp>(fragment->clone());
  if (!use.nests.empty())
    restrictMatches(own, use.nests);
  // Symbols of one name get different ones.
  include(SymbolTable(module).insert(own), TypeRange(), arguments);
  for (const auto &[name, value] : use.knobs) {
    if (!findKnobNames(own.getOperation()).contains(name))
      return llvm::createStringError("expected a knob of fragment '" +
                                     use.fragment + "' but got '" + name + "'");
    if (llvm::Error error = setKnobOf(own.getOperation(), name, value))
      return error;
  }
  return llvm::Error::success();
}

/// Adds what is used of the fragments of `stage`.
llvm::Error Composer::addStage(StageFragments &stage) {
  bool isLowered = false;
  for (auto fragment : stage.module->getOps<NamedSequenceOp>())
    for (const FragmentUse &use : uses) {
      if (use.fragment != fragment.getSymName())
        continue;
      if (!std::exchange(isLowered, true))
        lower(stage.stage);
      if (llvm::Error error = addUse(fragment, use))
        return error;
    }
  return llvm::Error::success();
}

llvm::Error Composer::run() {
  for (const FragmentUse &use : uses)
    if (!find(use.fragment))
      return llvm::createStringError(
          "expected the name of a fragment but got '" + use.fragment + "'");
  for (StageFragments &stage : fragments)
    if (llvm::Error error = addStage(stage))
      return error;
  return llvm::Error::success();
}

/// The schedule that has nothing to do yet.
static constexpr llvm::StringLiteral kNothing = R"(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @composed(%root: !transform.any_op {transform.consumed}) {
    transform.yield
  }
})";

llvm::Expected<std::shared_ptr<Schedule>>
Schedule::compose(MLIRContext *context, StringRef name,
                  llvm::ArrayRef<FragmentUse> uses) {
  auto composed = parse(context, kNothing, "a schedule of fragments", "");
  if (!composed)
    return composed;
  NamedSequenceOp entry = (*composed)->getEntry();
  entry.setSymName(name);
  Composer composer(entry->getParentOfType<ModuleOp>(), entry, uses);
  if (llvm::Error error = composer.run())
    return error;
  return composed;
}

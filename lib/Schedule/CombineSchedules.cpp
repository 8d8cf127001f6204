//===- CombineSchedules.cpp - one schedule of several ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Schedules go from stage to stage by lowering operations, which take a whole
// module. Those that are combined go together: what each does in a stage, one
// after the other, and then one lowering. What a schedule finds in the module
// it is to find in its own nests alone: a match there becomes one for each
// nest.
//

#include "Spindle/Schedule/Schedule.h"

#include "Spindle/Schedule/StageOps.h"
#include "mlir/Dialect/Transform/IR/TransformTypes.h"
#include "mlir/Dialect/Transform/TuneExtension/TuneExtensionOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::transform_ops;

namespace {
/// A schedule on its way into another one.
struct CombinedPart {
  CombinedPart(const NestsSchedule &from, int64_t number)
      : nests(from.nests), number(number),
        next(from.schedule->getEntry().getBody().front().begin()) {
    Value root = from.schedule->getEntry().getBody().getArgument(0);
    wholes.insert(root);
  }

  ArrayRef<std::string> nests;
  /// Which of the schedules it is.
  int64_t number;
  Block::iterator next;
  /// The handles of the schedule that name all of the module.
  llvm::SmallDenseSet<Value> wholes;
  IRMapping map;

  void copyUntilLowering(OpBuilder &builder);
  void takeLowered(ProgramStage stage, Value lowered);

private:
  template <typename MatchOp>
  Value copyMatch(OpBuilder &builder, MatchOp match);
};
} // namespace

/// The stage that `op` lowers to; none where it is no lowering.
static std::optional<ProgramStage> getLoweredStage(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<ProgramStage>>(op)
      .Case([](LowerToCoordinatesOp) { return ProgramStage::Coordinates; })
      .Case([](LowerToPositionsOp) { return ProgramStage::Positions; })
      .Case([](LowerToLoopsOp) { return ProgramStage::Loops; })
      .Default([](Operation *) { return std::nullopt; });
}

/// A match for each nest, and the handle of all that they find.
template <typename MatchOp>
Value CombinedPart::copyMatch(OpBuilder &builder, MatchOp match) {
  SmallVector<Value> found;
  for (StringRef nest : nests) {
    auto copy = cast<MatchOp>(builder.clone(*match.getOperation(), map));
    copy.setNest(nest);
    found.push_back(copy.getResult());
  }
  if (found.size() == 1)
    return found.front();
  return transform::MergeHandlesOp::create(builder, match.getLoc(), found,
                                           /*deduplicate=*/false);
}

/// Copies what comes before the next lowering, or before the end.
void CombinedPart::copyUntilLowering(OpBuilder &builder) {
  for (; !getLoweredStage(&*next) && !next->hasTrait<OpTrait::IsTerminator>();
       ++next) {
    auto loops = dyn_cast<MatchLoopsOp>(*next);
    auto matched = dyn_cast<MatchNestsOp>(*next);
    if (loops && !loops.getNest() && wholes.contains(loops.getTarget())) {
      map.map(loops.getResult(), copyMatch(builder, loops));
    } else if (matched && !matched.getNest() &&
               wholes.contains(matched.getTarget())) {
      map.map(matched.getResult(), copyMatch(builder, matched));
    } else {
      auto taken = dyn_cast<TakeIfOp>(*next);
      if (taken && wholes.contains(taken.getTarget()))
        wholes.insert(taken.getResult());
      builder.clone(*next, map)->walk([&](transform::tune::KnobOp knob) {
        knob->setAttr(kPartAttr, builder.getI64IntegerAttr(number));
      });
    }
  }
}

/// Goes on with `lowered` where the next operation lowers to `stage`.
void CombinedPart::takeLowered(ProgramStage stage, Value lowered) {
  if (getLoweredStage(&*next) != stage)
    return;
  wholes.insert(next->getResult(0));
  map.map(next->getResult(0), lowered);
  ++next;
}

/// Builds the lowering of `whole` to `stage`.
static Value buildLowering(ImplicitLocOpBuilder &builder, ProgramStage stage,
                           Value whole) {
  Type type = whole.getType();
  if (stage == ProgramStage::Coordinates)
    return LowerToCoordinatesOp::create(builder, type, whole);
  if (stage == ProgramStage::Positions)
    return LowerToPositionsOp::create(builder, type, whole);
  return LowerToLoopsOp::create(builder, type, whole);
}

/// Checks that what `schedule` matches can be restricted to nests.
static llvm::Error checkParts(const Schedule &schedule) {
  bool includes = false;
  schedule.getEntry()->walk([&](transform::IncludeOp) { includes = true; });
  if (!includes)
    return llvm::Error::success();
  return llvm::createStringError("expected a schedule for some nests without "
                                 "'transform.include' but got @" +
                                 schedule.getName());
}

/// The schedule that has nothing to do yet.
static constexpr llvm::StringLiteral kNothing = R"(
module attributes {transform.with_named_sequence} {
  transform.named_sequence @parts(%root: !transform.any_op {transform.consumed}) {
    transform.yield
  }
})";

llvm::Expected<std::shared_ptr<Schedule>>
Schedule::combine(llvm::ArrayRef<NestsSchedule> schedules) {
  assert(!schedules.empty() && "nothing to combine");
  SmallVector<CombinedPart> parts;
  for (const NestsSchedule &part : schedules) {
    if (llvm::Error error = checkParts(*part.schedule))
      return error;
    parts.emplace_back(part, parts.size());
  }
  MLIRContext *context = schedules.front().schedule->getEntry()->getContext();
  auto combined = parse(context, kNothing, "the schedules of parts", "");
  if (!combined)
    return combined;
  Block *body = &(*combined)->getEntry().getBody().front();
  ImplicitLocOpBuilder builder((*combined)->getEntry().getLoc(),
                               body->getTerminator());
  Value whole = body->getArgument(0);
  for (CombinedPart &part : parts)
    part.map.map(*part.wholes.begin(), whole);
  for (ProgramStage stage : {ProgramStage::Coordinates, ProgramStage::Positions,
                             ProgramStage::Loops}) {
    for (CombinedPart &part : parts)
      part.copyUntilLowering(builder);
    if (llvm::none_of(parts, [&](CombinedPart &part) {
          return getLoweredStage(&*part.next) == stage;
        }))
      continue;
    whole = buildLowering(builder, stage, whole);
    for (CombinedPart &part : parts)
      part.takeLowered(stage, whole);
  }
  for (CombinedPart &part : parts)
    part.copyUntilLowering(builder);
  return combined;
}

//===- InspectionPlan.cpp - what an inspection of a function is -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InspectionPlan.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace spindle;
using spindle::axis::InspectorOpInterface;
using spindle::sparse::SparseDialect;

/// Whether `user` only reads the memory that it is given.
static bool isReader(Operation *user) {
  if (auto bind = dyn_cast<sparse::BindOp>(user))
    return llvm::all_of(bind.getResult().getUsers(),
                        llvm::IsaPred<sparse::LoadOp>);
  return isa<axis::AxisOpInterface, memref::LoadOp, memref::DimOp>(user);
}

namespace {
/// Builds a plan.
struct Planner {
  Planner(func::FuncOp function, std::string &refusal, Operation *&obstacle)
      : refusal(refusal), obstacle(obstacle) {
    plan.function = function;
    for (unsigned index = 0; index < function.getNumArguments(); ++index)
      if (auto name = function.getArgAttrOfType<StringAttr>(
              index, SparseDialect::kNameAttr))
        names.insert(name.getValue());
    if (auto operands =
            function->getAttrOfType<ArrayAttr>(SparseDialect::kOperandsAttr))
      for (auto operand : operands.getAsRange<sparse::OperandAttr>())
        names.insert(operand.getName().getValue());
  }

  LogicalResult add(InspectorOpInterface op);
  InspectionPlan finish();

private:
  LogicalResult refuse(const Twine &expected, const Twine &got, Operation *at) {
    refusal = ("expected " + expected + " but got " + got).str();
    obstacle = at;
    return failure();
  }
  LogicalResult addSource(Value value);
  LogicalResult addFilled(PlannedInspector &planned, Value memory,
                          StringRef name);
  std::string findName(StringRef wanted);

  InspectionPlan plan;
  std::string &refusal;
  Operation *&obstacle;
  llvm::StringSet<> names;
  llvm::SmallPtrSet<Operation *, 16> slice;
};
} // namespace

/// `wanted`, or something like it that no argument is called.
std::string Planner::findName(StringRef wanted) {
  std::string name = wanted.str();
  while (!names.insert(name).second)
    name += "_";
  return name;
}

/// Adds what makes `value` to the slice.
LogicalResult Planner::addSource(Value value) {
  StringRef wanted = "an inspector of the function's arguments alone";
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != &plan.function.front())
      return refuse(wanted, "one of what a loop computes",
                    argument.getOwner()->getParentOp());
    for (Operation *user : argument.getUsers())
      if (isa<MemRefType>(argument.getType()) && !isReader(user))
        return refuse(wanted,
                      "one of memory that '" + user->getName().getStringRef() +
                          "' may write",
                      user);
    return success();
  }
  Operation *op = value.getDefiningOp();
  if (slice.contains(op))
    return success();
  bool isPlain =
      isa<axis::AxisOpInterface, memref::LoadOp>(op) || isMemoryEffectFree(op);
  if (!isPlain || op->getNumRegions() > 0 ||
      op->getBlock() != &plan.function.front())
    return refuse(
        wanted, "one of what '" + op->getName().getStringRef() + "' makes", op);
  for (Value operand : op->getOperands())
    if (failed(addSource(operand)))
      return failure();
  slice.insert(op);
  return success();
}

/// Adds `memory`, which the inspector fills and calls `name`.
LogicalResult Planner::addFilled(PlannedInspector &planned, Value memory,
                                 StringRef name) {
  StringRef wanted = "an inspector that alone fills memory which the function "
                     "allocates";
  auto alloc = memory.getDefiningOp<memref::AllocOp>();
  if (!alloc || alloc->getBlock() != &plan.function.front() ||
      llvm::is_contained(llvm::map_range(planned.filled,
                                         [](const FilledArray &array) {
                                           return array.memory;
                                         }),
                         alloc))
    return refuse(wanted, "other memory for its " + name, planned.op);
  bool isKept = false;
  for (Operation *user : alloc->getUsers()) {
    if (user == planned.op || isa<memref::DeallocOp>(user))
      continue;
    if (!isReader(user))
      return refuse(wanted,
                    "what '" + user->getName().getStringRef() +
                        "' may write, too, for its " + name,
                    user);
    isKept = true;
  }
  for (Value size : alloc.getDynamicSizes())
    if (failed(addSource(size)))
      return failure();
  planned.filled.push_back({alloc, isKept ? name.str() : ""});
  return success();
}

LogicalResult Planner::add(InspectorOpInterface op) {
  if (op->getBlock() != &plan.function.front())
    return refuse("an inspector outside of loops and branches",
                  "one in '" + op->getParentOp()->getName().getStringRef() +
                      "'",
                  op->getParentOp());
  PlannedInspector planned{op, {}, ""};
  SmallVector<Value> sources = op.getInspected();
  for (OpFoldResult number : op.getNumbers())
    if (auto value = dyn_cast<Value>(number))
      sources.push_back(value);
  for (Value source : sources)
    if (failed(addSource(source)))
      return failure();
  for (auto [memory, name] :
       llvm::zip_equal(op.getFilled(), op.getFilledNames()))
    if (failed(addFilled(planned, memory, name)))
      return failure();
  std::string prefix = op->getName().stripDialect().str() + "_";
  for (FilledArray &array : planned.filled)
    if (array.isKept())
      array.name = findName(prefix + array.name);
  planned.countsName = findName(prefix + "counts");
  plan.inspectors.push_back(std::move(planned));
  return success();
}

InspectionPlan Planner::finish() {
  for (Operation &op : plan.function.front())
    if (slice.contains(&op))
      plan.slice.push_back(&op);
  return std::move(plan);
}

FailureOr<InspectionPlan> InspectionPlan::create(func::FuncOp function,
                                                 std::string &refusal,
                                                 Operation *&obstacle) {
  Planner planner(function, refusal, obstacle);
  WalkResult walk = function.walk([&](InspectorOpInterface op) {
    return failed(planner.add(op)) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  return planner.finish();
}

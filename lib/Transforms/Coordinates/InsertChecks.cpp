//===- InsertChecks.cpp - what is undefined, reported ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Coordinates/Passes.h"

#include "InsertChecksAxes.h"
#include "InsertChecksCalls.h"
#include "Spindle/Dialect/Sparse/IR/Access.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

namespace spindle {
#define GEN_PASS_DEF_INSERTCHECKSPASS
#include "Spindle/Transforms/Coordinates/Passes.h.inc"
} // namespace spindle

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisKind;
using spindle::axis::AxisOpInterface;
using spindle::axis::AxisType;

//===----------------------------------------------------------------------===//
// Accesses and memory
//===----------------------------------------------------------------------===//

namespace {
/// An access, and where its checks are written.
struct CheckedAccess {
  /// Fails for what is no access, or none to a buffer with a layout.
  static FailureOr<CheckedAccess> get(Operation *op);

  /// What an error calls it: "file:line: store to C".
  std::string describe(StringRef what) const {
    return describeLocation(op->getLoc()) + what.str() +
           (name.empty() ? "a buffer" : name);
  }
  void checkCoordinates(CheckCalls &calls, OpBuilder &builder) const;
  void checkFound(CheckCalls &calls, OpBuilder &builder) const;
  void checkOccupied(CheckCalls &calls, OpBuilder &builder,
                     int64_t occupancy) const;
  /// Reports the element at `where`, named by `how`, where it is not `stored`.
  void reportUnless(CheckCalls &calls, OpBuilder &builder, Value stored,
                    StringRef how, ValueRange where) const;

  Operation *op;
  Value buffer;
  /// Null where any coordinate will do.
  SmallVector<Value> places;
  bool isLookUp;
  /// "load of ", "store to " or "accumulation to ".
  StringRef verb;
  Layout layout;
  /// Of the buffer; empty where it has none.
  std::string name;

  bool writes() const { return !isa<LoadOp>(op); }
};
} // namespace

FailureOr<CheckedAccess> CheckedAccess::get(Operation *op) {
  CheckedAccess access = {op, {}, {}, false, "", {}, ""};
  TypeSwitch<Operation *>(op)
      .Case([&](LoadOp) { access.verb = "load of "; })
      .Case([&](StoreOp) { access.verb = "store to "; })
      .Case([&](AccumulateOp) { access.verb = "accumulation to "; });
  TypeSwitch<Operation *>(op).Case<LoadOp, StoreOp, AccumulateOp>(
      [&](auto typed) {
        access.buffer = getAccessedBuffer(typed);
        access.places = getAsked(typed);
        access.isLookUp = typed.getForm() == AccessForm::LookUp;
      });
  FailureOr<Layout> layout =
      access.buffer ? getLayout(access.buffer) : FailureOr<Layout>(failure());
  if (failed(layout))
    return failure();
  access.layout = *layout;
  if (auto bind = access.buffer.getDefiningOp<BindOp>())
    access.name = getArgumentName(bind.getMemory());
  return access;
}

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

void CheckedAccess::checkCoordinates(CheckCalls &calls,
                                     OpBuilder &builder) const {
  Location loc = op->getLoc();
  int64_t number = 0;
  for (Value level : layout.axes) {
    if (!cast<AxisType>(level.getType()).isDimension())
      continue;
    Value coordinate = places[number];
    ++number;
    if (!coordinate)
      continue;
    Value from = getValueOrCreateConstantIndexOp(builder, loc,
                                                 getFirstCoordinate(level));
    Value extent = axis::ExtentOp::create(builder, loc, level);
    Value offset = arith::SubIOp::create(builder, loc, coordinate, from);
    // A negative offset is a large one without its sign.
    Value outside = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::uge, offset, extent);
    auto branch = scf::IfOp::create(builder, loc, outside);
    OpBuilder inside = branch.getThenBodyBuilder();
    Value text = calls.getText(inside, loc, describe(verb));
    calls.call(
        inside, loc, "outside",
        {text, builder.getIndexAttr(number - 1), coordinate, from, extent});
  }
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

void CheckedAccess::reportUnless(CheckCalls &calls, OpBuilder &builder,
                                 Value stored, StringRef how,
                                 ValueRange where) const {
  Location loc = op->getLoc();
  Value yes = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value missing = arith::XOrIOp::create(builder, loc, stored, yes);
  auto branch = scf::IfOp::create(builder, loc, missing);
  OpBuilder inside = branch.getThenBodyBuilder();
  for (Value coordinate : where)
    calls.call(inside, loc, "note", {coordinate});
  std::string what = (verb + "an element that is not stored: ").str();
  calls.call(inside, loc, "missing",
             {calls.getText(inside, loc, describe(what) + how.str())});
}

void CheckedAccess::checkFound(CheckCalls &calls, OpBuilder &builder) const {
  Type element = cast<BufferType>(buffer.getType()).getElementType();
  auto load =
      LoadOp::create(builder, op->getLoc(), element, builder.getI1Type(),
                     buffer, places, AccessForm::LookUp);
  reportUnless(calls, builder, load.getFound(), "", places);
}

/// Notes `site` for entry `entry` of the list, and what lies above it.
static void noteSite(const Layout &layout, int64_t entry, Value site,
                     MutableArrayRef<Value> known) {
  known[entry] = site;
  SmallVector<Value> above = axis::getSiteParents(site);
  if (above.size() == layout.parents[entry].size())
    for (auto [parent, parentSite] :
         llvm::zip_equal(layout.parents[entry], above))
      if (parentSite)
        noteSite(layout, parent, parentSite, known);
}

/// The sites of the entries, as far as `sites`, those of the storage
/// dimensions, tell them. A singleton has the position of its only parent.
static SmallVector<Value> getSites(const Layout &layout, ValueRange sites) {
  SmallVector<Value> known(layout.axes.size());
  for (auto [entry, site] : llvm::zip_equal(layout.dims, sites))
    noteSite(layout, entry, site, known);
  for (auto [entry, level] : llvm::enumerate(layout.axes))
    if (int64_t parent = layout.getOnlyParent(entry);
        !known[entry] && parent >= 0 &&
        cast<AxisType>(level.getType()).getKind() == AxisKind::Singleton)
      known[entry] = known[parent];
  return known;
}

void CheckedAccess::checkOccupied(CheckCalls &calls, OpBuilder &builder,
                                  int64_t occupancy) const {
  Location loc = op->getLoc();
  SmallVector<Value> sites = getSites(layout, places), under, where;
  for (int64_t parent : layout.parents[occupancy]) {
    if (!sites[parent])
      return;
    under.push_back(axis::PositionOfOp::create(builder, loc, sites[parent]));
  }
  Value level = layout.axes[occupancy];
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value cell = axis::PositionOp::create(builder, loc, level, zero, under);
  Value occupied = axis::OccupiedOp::create(builder, loc, level, cell, under,
                                            Value(), Value());
  for (int64_t entry : layout.dims)
    where.push_back(axis::PositionOfOp::create(builder, loc, sites[entry]));
  reportUnless(calls, builder, occupied, " at positions", where);
}
/// Has the access `op` checked before it: a look-up's coordinates, and whether
/// an element that is written is stored. Returns whether there was something to
/// check.
static bool checkAccess(CheckCalls &calls, Operation *op) {
  FailureOr<CheckedAccess> access = CheckedAccess::get(op);
  if (failed(access))
    return false;
  OpBuilder builder(op);
  if (access->isLookUp) {
    access->checkCoordinates(calls, builder);
    if (access->writes())
      access->checkFound(calls, builder);
    return true;
  }
  if (!access->writes() || !llvm::all_of(ValueRange(access->places).getTypes(),
                                         llvm::IsaPred<axis::SiteType>))
    return false;
  bool found = false;
  for (auto [entry, level] : llvm::enumerate(access->layout.axes))
    if (cast<AxisType>(level.getType()).getKind() == AxisKind::Occupancy) {
      access->checkOccupied(calls, builder, entry);
      found = true;
    }
  return found;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//
/// Has it checked that the memory of `bind` has all cells of its axes. Returns
/// whether they are known.
static bool checkMemory(CheckCalls &calls, BindOp bind) {
  FailureOr<Layout> layout = getLayout(bind.getResult());
  if (failed(layout))
    return false;
  Location loc = bind.getLoc();
  OpBuilder builder(bind);
  builder.setInsertionPointAfter(bind);
  for (int64_t dim = 0; dim < layout->getRank(); ++dim) {
    Value level = layout->getAxis(dim), wanted = axis::getCellsPerFibre(level);
    if (!wanted)
      wanted = axis::SizeOp::create(builder, loc, level);
    Value got = memref::DimOp::create(builder, loc, bind.getMemory(), dim);
    Value isShort = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::slt, got, wanted);
    auto branch = scf::IfOp::create(builder, loc, isShort);
    OpBuilder inside = branch.getThenBodyBuilder();
    std::string name = getArgumentName(bind.getMemory());
    Value text = calls.getText(inside, loc,
                               describeLocation(loc) + "sparse.bind of " +
                                   (name.empty() ? "memory" : name));
    calls.call(inside, loc, "short",
               {text, builder.getIndexAttr(dim), wanted, got});
  }
  return true;
}
//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// Reports the first tensor that is left.
static LogicalResult checkNoTensors(ModuleOp module) {
  WalkResult result = module.walk([](UnpackOp op) {
    op.emitError("expected no 'sparse.unpack': run 'spindle-expand-tensors' "
                 "first");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct InsertChecksPass
    : spindle::impl::InsertChecksPassBase<InsertChecksPass> {
  using InsertChecksPassBase::InsertChecksPassBase;

  void runOnOperation() override {
    if (failed(checkNoTensors(getOperation())))
      return signalPassFailure();
    CheckCalls calls(getOperation());
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions)
      insertInto(function, calls);
  }

  void insertInto(func::FuncOp function, CheckCalls &calls) {
    SmallVector<Operation *> accesses, constructors;
    SmallVector<BindOp> binds;
    function.walk([&](Operation *op) {
      if (isa<LoadOp, StoreOp, AccumulateOp>(op))
        accesses.push_back(op);
      else if (isa<AxisOpInterface>(op))
        constructors.push_back(op);
      else if (auto bind = dyn_cast<BindOp>(op))
        binds.push_back(bind);
    });
    for (Operation *access : accesses)
      numAccessesChecked += checkAccess(calls, access);
    for (BindOp bind : binds)
      numArraysChecked += checkMemory(calls, bind);
    AxisChecks axes(calls);
    for (Operation *constructor : constructors)
      numArraysChecked += axes.check(constructor);
  }
};
} // namespace

//===- AddLengthChecks.cpp - memory that is too short, refused ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Transforms/Coordinates/Passes.h"

#include "LengthChecks.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "Spindle/Dialect/Sparse/IR/Inspection.h"
#include "Spindle/Dialect/Sparse/IR/Layout.h"
#include "Spindle/Dialect/Sparse/IR/Sparse.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/TypeSwitch.h"

namespace spindle {
#define GEN_PASS_DEF_ADDLENGTHCHECKSPASS
#include "Spindle/Transforms/Coordinates/Passes.h.inc"
} // namespace spindle

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::sparse;
using spindle::axis::AxisType;
using spindle::axis::Layout;

/// Checks that the number that `constructor` is given, the extent or width of a
/// fixed axis, is one.
static void checkWidth(LengthChecks &checks, Operation *constructor,
                       Value number) {
  checks.requireSize(number);
  int64_t width =
      cast<AxisType>(constructor->getResult(0).getType()).getWidth();
  if (!ShapedType::isDynamic(width))
    checks.requireEqual(number, width);
}

/// Checks that `array`, which may be null, has all cells of `layout`.
static void checkArray(LengthChecks &checks, Value array,
                       FailureOr<Layout> layout) {
  if (array && succeeded(layout))
    checks.requireCells(array, *layout);
}

/// Checks the arrays that `constructor`, which makes an axis, is given.
static void checkAxis(LengthChecks &checks, Operation *constructor) {
  Value axis = constructor->getResult(0);
  TypeSwitch<Operation *>(constructor)
      .Case([&](axis::DenseFixedOp op) {
        checkWidth(checks, constructor, op.getExtent());
        checkArray(checks, op.getLengths(), axis::getParentLayout(axis));
      })
      .Case([&](axis::SparseFixedOp op) {
        checkWidth(checks, constructor, op.getWidth());
        checkArray(checks, op.getLengths(), axis::getParentLayout(axis));
        checkArray(checks, op.getCoordinates(), axis::getAxisLayout(axis));
      })
      .Case([&](axis::DenseVariableOp op) { checks.requirePositions(axis); })
      .Case([&](axis::SparseVariableOp op) {
        checks.requirePositions(axis);
        checkArray(checks, op.getCoordinates(), axis::getAxisLayout(axis));
      })
      .Case([&](axis::SingletonOp op) {
        checkArray(checks, op.getCoordinates(), axis::getAxisLayout(axis));
      })
      .Case([&](axis::ProductOp) { checks.requirePositions(axis); })
      .Case([&](axis::OccupancyOp op) {
        int64_t fault;
        checkArray(checks, op.getBits(),
                   axis::computeLayout(op.getAxes(),
                                       axis::getParentLists(op.getParents()),
                                       fault));
      });
}

namespace {
struct AddLengthChecksPass
    : spindle::impl::AddLengthChecksPassBase<AddLengthChecksPass> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    SmallVector<func::FuncOp> functions(getOperation().getOps<func::FuncOp>());
    for (func::FuncOp function : functions)
      if (!function.isExternal() &&
          !function->hasAttr(SparseDialect::kLengthCheckAttr) &&
          // What it is given that inspectors find is counted elsewhere.
          !function->hasAttr(kInspectAttr) &&
          !function->hasAttr(spindle::iter::IterDialect::kBodyOfAttr) &&
          failed(addTo(function, symbols)))
        return signalPassFailure();
  }

  /// What stands in the first block is made in every run.
  LogicalResult addTo(func::FuncOp function, SymbolTable &symbols) {
    auto constants = findConstants(function);
    if (failed(constants))
      return failure();
    LengthChecks checks(function);
    for (const ConstantPiece &piece : *constants)
      checks.requireConstant(piece);
    for (Operation &op : function.front()) {
      if (auto bind = dyn_cast<BindOp>(op))
        checkArray(checks, bind.getMemory(), getLayout(bind.getResult()));
      else if (isa<axis::AxisOpInterface>(op))
        checkAxis(checks, &op);
      else if (auto expect = dyn_cast<ExpectRangeOp>(op))
        checks.requireRange(expect);
    }
    func::FuncOp check = checks.finish();
    if (!check)
      return success();
    symbols.insert(check);
    function->setAttr(SparseDialect::kLengthCheckAttr,
                      FlatSymbolRefAttr::get(check.getSymNameAttr()));
    ++numFunctionsChecked;
    return success();
  }
};
} // namespace

//===- CallInspectors.cpp - inspectors as calls of the runtime ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Conversion/Passes.h"

#include "SeparateInspectors.h"
#include "Spindle/CInterface/RuntimeCalls.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"

namespace spindle {
#define GEN_PASS_DEF_CALLINSPECTORSPASS
#include "Spindle/Conversion/Passes.h.inc"
} // namespace spindle

using namespace mlir;
using namespace spindle;
using spindle::axis::InspectorOpInterface;

/// Reports `op` where its axis does not say which arrays it has, or where these
/// are not to be read here.
static LogicalResult checkInspector(InspectorOpInterface op, bool onDevice) {
  auto fail = [&] { return op->emitError("'") << op->getName() << "' "; };
  if (onDevice)
    return fail() << "expected arrays that the host reads but got those of a "
                     "GPU: run the program on a processor";
  if (llvm::all_of(op.getInspected(), [](Value axis) {
        return axis::isPatternOfRows(axis) &&
               axis.getDefiningOp<axis::SparseVariableOp>();
      }))
    return success();
  return fail() << "expected an axis made by 'axis.sparse_variable': run "
                   "'spindle-expand-tensors' first";
}

namespace {
/// Writes the calls for one inspector.
struct InspectorCall {
  /// Where there are `counts`, what was found is checked: these are its
  /// numbers.
  InspectorCall(InspectorOpInterface op, sparse::RuntimeCalls &calls,
                Value counts)
      : op(op), calls(calls), builder(op), loc(op.getLoc()), counts(counts) {}

  void expand();

private:
  OpFoldResult number(int64_t value) { return builder.getIndexAttr(value); }
  void giveNumber(OpFoldResult value) {
    calls.call(builder, loc, "number", {inspection, value});
  }
  void giveArray(Value memory);
  Value makeResults();
  void takeResults(Value results);

  InspectorOpInterface op;
  sparse::RuntimeCalls &calls;
  OpBuilder builder;
  Location loc;
  Value counts;
  Value inspection;
};
} // namespace

/// Hands over an array, which may be a view.
void InspectorCall::giveArray(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  int64_t bytes = type.getElementTypeBitWidth() / 8;
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memory);
  OpFoldResult stride = number(1);
  if (!type.getLayout().isIdentity()) {
    auto parts = memref::ExtractStridedMetadataOp::create(builder, loc, memory);
    stride = parts.getConstifiedMixedStrides().front();
    Value offset = getValueOrCreateConstantIndexOp(
        builder, loc, parts.getConstifiedMixedOffset());
    Value width = arith::ConstantIndexOp::create(builder, loc, bytes);
    offset = arith::MulIOp::create(builder, loc, offset, width);
    address = arith::AddIOp::create(builder, loc, address, offset);
  }
  calls.call(builder, loc, "array",
             {inspection, number(bytes), address,
              memref::getMixedSize(builder, loc, memory, 0), stride});
}

/// Room for the numbers that are found, once for each call of the function.
Value InspectorCall::makeResults() {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(
      &op->getParentOfType<func::FuncOp>().getBody().front());
  auto type =
      MemRefType::get({int64_t(op->getNumResults())}, builder.getI64Type());
  return memref::AllocaOp::create(builder, loc, type);
}

/// Has the numbers found, in order, be those of the operation.
void InspectorCall::takeResults(Value results) {
  for (OpResult result : op->getResults()) {
    Value index =
        arith::ConstantIndexOp::create(builder, loc, result.getResultNumber());
    Value found = memref::LoadOp::create(builder, loc, results, index);
    result.replaceAllUsesWith(arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(), found));
  }
}

void InspectorCall::expand() {
  StringRef name = op->getName().stripDialect();
  std::string text = sparse::describeLocation(loc) + "'" +
                     op->getName().getStringRef().str() + "': ";
  inspection =
      calls.call(builder, loc, "begin", {calls.getText(builder, loc, text)},
                 /*hasResult=*/true);
  for (Value axis : op.getInspected())
    giveNumber(axis::getCellsPerFibre(axis::getOnlyParent(axis)));
  for (OpFoldResult value : op.getNumbers())
    giveNumber(value);
  for (Value axis : op.getInspected()) {
    auto pattern = axis.getDefiningOp<axis::SparseVariableOp>();
    giveArray(pattern.getPositions());
    giveArray(pattern.getCoordinates());
  }
  for (Value filled : op.getFilled())
    giveArray(filled);
  Value results = counts ? counts : makeResults();
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, results);
  calls.call(builder, loc, counts ? "check_" + name.str() : name.str(),
             {inspection, address});
  if (!counts)
    takeResults(results);
  op->erase();
}

namespace {
struct CallInspectorsPass
    : spindle::impl::CallInspectorsPassBase<CallInspectorsPass> {
  using CallInspectorsPassBase::CallInspectorsPassBase;

  void runOnOperation() override {
    SmallVector<InspectorOpInterface> inspectors = collect();
    if (inspectors.empty())
      return markAllAnalysesPreserved();
    for (InspectorOpInterface op : inspectors)
      if (failed(checkInspector(op, onDevice)))
        return signalPassFailure();
    CheckingInspectors checking;
    if (apart && failed(separateAll(checking)))
      return signalPassFailure();
    sparse::RuntimeCalls calls(getOperation(), "spindle_inspect_");
    for (InspectorOpInterface op : collect())
      InspectorCall(op, calls, checking.lookup(op)).expand();
  }

  SmallVector<InspectorOpInterface> collect() {
    SmallVector<InspectorOpInterface> inspectors;
    getOperation().walk(
        [&](InspectorOpInterface op) { inspectors.push_back(op); });
    return inspectors;
  }

  /// Separates the inspectors of each function that has some.
  LogicalResult separateAll(CheckingInspectors &checking) {
    SymbolTable symbols(getOperation());
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      Operation *first = nullptr;
      function.walk([&](InspectorOpInterface op) {
        first = op;
        return WalkResult::interrupt();
      });
      if (first && failed(separate(function, first, symbols, checking)))
        return failure();
    }
    return success();
  }

  /// Separates those of `function`, of which `first` is one.
  LogicalResult separate(func::FuncOp function, Operation *first,
                         SymbolTable &symbols, CheckingInspectors &checking) {
    std::string refusal;
    Operation *obstacle = nullptr;
    FailureOr<InspectionPlan> plan = failure();
    if (function.isPrivate())
      refusal = "expected an inspector in a public function but got one in a "
                "private one";
    else
      plan = InspectionPlan::create(function, refusal, obstacle);
    if (succeeded(plan)) {
      separateInspectors(*plan, symbols, checking, forC);
      ++numFunctionsSplit;
      return success();
    }
    if (whereLegal)
      return success();
    InFlightDiagnostic error = first->emitError("'")
                               << first->getName() << "' cannot be run apart "
                               << "from '" << function.getName()
                               << "': " << refusal;
    if (obstacle && obstacle != first)
      error.attachNote(obstacle->getLoc()) << "here";
    return failure();
  }
};
} // namespace

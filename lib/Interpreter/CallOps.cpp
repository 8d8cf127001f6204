//===- CallOps.cpp - calls of functions with a body -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTables.h"

#include "Spindle/Dialect/Sparse/IR/Calls.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
namespace axis = spindle::axis;
namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

//===----------------------------------------------------------------------===//
// Handing over values
//===----------------------------------------------------------------------===//

/// A tensor with the levels of `structure` and the values of `values`.
static TensorState *combine(Machine &m, const TensorState &structure,
                            const TensorState &values) {
  TensorState state{structure.argument, values.values};
  for (auto [part, own] : llvm::zip_equal(structure.parts, values.parts))
    state.parts.push_back(combine(m, *part, *own));
  return &m.tensors.emplace_back(std::move(state));
}

/// Where the levels of `tensor` are; none where it has them itself.
static std::optional<Slot> findLevels(Translator &t, Value tensor) {
  if (!isa<sparse::AnyTensorType>(tensor.getType()))
    return std::nullopt;
  Value owner = sparse::getStructureOwner(tensor);
  return owner && owner != tensor ? std::optional<Slot>(t.slotOf(owner))
                                  : std::nullopt;
}

/// Appends steps to `code` that hand `values` over as `to`.
static void handOver(Translator &t, ValueRange values, ValueRange to,
                     Code &code) {
  SmallVector<Value> from, cells;
  for (auto [value, given] : llvm::zip_equal(values, to))
    if (isa<axis::AxisType>(value.getType()))
      code.steps.push_back(
          [from = t.axisOf(value), to = t.axisOf(given)](Machine &m) {
            m.axes[to] = m.axes[from];
            return true;
          });
    else if (isa<sparse::BufferType>(value.getType()))
      code.steps.push_back(
          [from = t.bufferOf(value), to = t.bufferOf(given)](Machine &m) {
            m.buffers[to] = m.buffers[from];
            return true;
          });
    else if (auto levels = findLevels(t, value))
      code.steps.push_back([levels = *levels, from = t.slotOf(value),
                            to = t.slotOf(given)](Machine &m) {
        m[to].tensor = combine(m, *m[levels].tensor, *m[from].tensor);
        return true;
      });
    else {
      from.push_back(value);
      cells.push_back(given);
    }
  if (!from.empty())
    code.steps.push_back(t.makeCopy(from, t.slotsOf(cells)));
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {
/// A dimension of an operand, which has the size of another one.
struct EqualSizes {
  Slot first, tensor;
  unsigned firstDim, dim;
  std::string what, like;
};
} // namespace

static int64_t getSize(const TensorState *state, unsigned dim) {
  while (!state->parts.empty())
    state = state->parts.front();
  return state->argument->shape[dim];
}

/// The sizes that are equal since `callee` gives dimensions one name.
static SmallVector<EqualSizes> findEqualSizes(Translator &t, func::CallOp call,
                                              func::FuncOp callee) {
  llvm::DenseMap<Attribute, std::pair<unsigned, unsigned>> first;
  SmallVector<EqualSizes> sizes;
  for (unsigned index = 0; index < callee.getNumArguments(); ++index) {
    auto names = callee.getArgAttrOfType<ArrayAttr>(
        index, sparse::SparseDialect::kDimsAttr);
    if (!names || !isa<sparse::AnyTensorType>(callee.getArgumentTypes()[index]))
      continue;
    for (auto [dim, name] : llvm::enumerate(names.getAsRange<StringAttr>())) {
      auto [known, isNew] = first.try_emplace(name, index, unsigned(dim));
      auto [other, otherDim] = known->second;
      if (!isNew)
        sizes.push_back({t.slotOf(call.getOperand(other)),
                         t.slotOf(call.getOperand(index)), otherDim,
                         unsigned(dim),
                         (" of dimension '" + name.getValue() + "' of " +
                          sparse::describeArgument(callee, index) +
                          " of the call of @" + callee.getName())
                             .str(),
                         sparse::describeArgument(callee, other)});
    }
  }
  return sizes;
}

/// A step that checks that dimensions of one name have one size.
static Step checkSizes(Translator &t, func::CallOp call, func::FuncOp callee) {
  return [sizes = findEqualSizes(t, call, callee),
          at = call.getOperation()](Machine &m) {
    for (const EqualSizes &equal : sizes) {
      int64_t wanted = getSize(m[equal.first].tensor, equal.firstDim);
      int64_t size = getSize(m[equal.tensor].tensor, equal.dim);
      if (size != wanted)
        return m.fail(at, "expected size " + Twine(wanted) + equal.what +
                              ", as " + equal.like + " has, but got " +
                              Twine(size));
    }
    return true;
  };
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Why the body of the callee cannot be run for `call`; empty where it can.
static std::string findCallFault(func::CallOp call) {
  std::string fault;
  ScopedDiagnosticHandler handler(
      call.getContext(), [&](Diagnostic &diag) { fault = diag.str(); });
  return succeeded(sparse::verifyCall(call)) ? "" : fault;
}

/// The body is translated once more for each call. Its values have the same
/// cells in all of them: a function that calls itself is refused.
static Step translateCall(Translator &t, Operation &op) {
  auto call = cast<func::CallOp>(op);
  if (std::string fault = findCallFault(call); !fault.empty())
    return t.refuse(op, fault);
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock())
    return t.refuse(op, "expected a function with a body of one block");
  if (!t.enter(callee))
    return t.refuse(op, "expected a function that does not call itself");
  Block &block = callee.getBody().front();
  Code code;
  code.steps.push_back(checkSizes(t, call, callee));
  handOver(t, call.getOperands(), block.getArguments(), code);
  bool done = t.translate(block, code);
  t.leave(callee);
  if (!done)
    return {};
  handOver(t, block.getTerminator()->getOperands(), call.getResults(), code);
  return [code = std::move(code)](Machine &m) { return code.run(m); };
}

void spindle::interpreter::addCallOps(OpTable &table) {
  table["func.call"] = translateCall;
}

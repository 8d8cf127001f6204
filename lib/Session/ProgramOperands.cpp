//===- ProgramOperands.cpp - the operands of a function -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/ProgramOperands.h"

#include "Spindle/Dialect/Sparse/IR/TensorPieces.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Transforms/Tensors/DescribeOperands.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace spindle::session;
using spindle::sparse::SparseDialect;

/// Describes the tensors that `function` returns after its arguments.
static llvm::Error addResults(std::vector<OperandSpec> &operands,
                              func::FuncOp function) {
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    std::string name = function.getNumResults() == 1
                           ? "result"
                           : "result" + std::to_string(index);
    if (!isa<spindle::sparse::AnyTensorType>(type))
      return failExpected("@" + function.getName() +
                              " to return tensors or nothing",
                          debugString(type));
    if (llvm::is_contained(getNames(operands), name))
      return failExpected("no operand of the name '" + name +
                              "', which is that of a result",
                          "one");
    auto attr = spindle::sparse::OperandAttr::get(
        type.getContext(), StringAttr::get(type.getContext(), name), type,
        spindle::sparse::Access::Write, ArrayAttr(), StringAttr());
    auto spec = spindle::cinterface::describeOperand(attr);
    if (!spec)
      return spec.takeError();
    spec->isResult = true;
    operands.push_back(std::move(*spec));
  }
  return llvm::Error::success();
}

bool spindle::session::isExpanded(func::FuncOp function) {
  auto labels =
      function->getAttrOfType<ArrayAttr>(SparseDialect::kSignatureAttr);
  return labels &&
         llvm::any_of(labels, llvm::IsaPred<spindle::sparse::PieceAttr>);
}

/// The pieces of the tensor that `attr` describes; none of what is no tensor.
static llvm::SmallVector<spindle::sparse::Piece>
listPieces(spindle::sparse::OperandAttr attr) {
  bool shares = attr.getStructure() != nullptr;
  if (auto tensor = dyn_cast<spindle::sparse::SparseTensorType>(attr.getType()))
    return spindle::sparse::getPieces(tensor, attr.getName(), shares).list;
  llvm::SmallVector<spindle::sparse::Piece> pieces;
  if (auto tensor =
          dyn_cast<spindle::sparse::CompositeTensorType>(attr.getType()))
    for (auto [number, type] : llvm::enumerate(tensor.getPartTypes())) {
      auto part = cast<spindle::sparse::SparseTensorType>(type);
      int64_t path = number;
      llvm::append_range(
          pieces, spindle::sparse::getPieces(part, attr.getName(), shares,
                                             /*strided=*/false, path)
                      .list);
    }
  return pieces;
}

/// Checks that each argument of `function` is the piece that its label says of
/// one of `operands`, or one that is no tensor, in order.
static llvm::Error checkLabels(func::FuncOp function, ArrayAttr operands) {
  llvm::SmallVector<std::pair<Attribute, Type>> pieces;
  llvm::SmallVector<Type> plain, given;
  for (auto attr : operands.getAsRange<spindle::sparse::OperandAttr>()) {
    for (const spindle::sparse::Piece &piece : listPieces(attr))
      pieces.push_back({piece.label, piece.type});
    if (!isa<spindle::sparse::AnyTensorType>(attr.getType()))
      plain.push_back(attr.getType());
  }
  auto labels =
      function->getAttrOfType<ArrayAttr>(SparseDialect::kSignatureAttr);
  bool fits = labels.size() == function.getNumArguments();
  for (auto [label, type] : llvm::zip(labels, function.getArgumentTypes()))
    if (isa<UnitAttr>(label))
      given.push_back(type);
    else
      fits &= llvm::is_contained(pieces, std::pair(label, type));
  if (fits && plain == given)
    return llvm::Error::success();
  return failExpected("the arguments of @" + function.getName() +
                          " to be those that '" + SparseDialect::kOperandsAttr +
                          "' and '" + SparseDialect::kSignatureAttr + "' say",
                      "others");
}

/// What the arguments of `function`, which is expanded, are pieces of, and its
/// other arguments.
static llvm::Expected<ArrayAttr> findExpanded(func::FuncOp function) {
  if (function.getNumResults() != 0)
    return failExpected("@" + function.getName() +
                            " to return nothing, as its tensors are expanded",
                        debugString(function.getResultTypes().front()));
  auto attrs = function->getAttrOfType<ArrayAttr>(SparseDialect::kOperandsAttr);
  if (!attrs)
    return failExpected("'" + SparseDialect::kOperandsAttr + "' of @" +
                            function.getName() + " beside '" +
                            SparseDialect::kSignatureAttr + "'",
                        "none");
  if (llvm::Error error = checkLabels(function, attrs))
    return std::move(error);
  return attrs;
}

llvm::Expected<std::vector<OperandSpec>>
spindle::session::describeOperands(func::FuncOp function) {
  // A program on plain memory may have loaded none of it.
  function.getContext()->loadDialect<SparseDialect>();
  auto attrs = isExpanded(function)
                   ? findExpanded(function)
                   : spindle::sparse::describeOperands(function);
  if (!attrs)
    return attrs.takeError();
  std::vector<OperandSpec> operands;
  for (auto attr : attrs->getAsRange<spindle::sparse::OperandAttr>()) {
    if (llvm::is_contained(getNames(operands), attr.getName().getValue()))
      return failExpected("operands of different names",
                          "two called '" + attr.getName().getValue() + "'");
    auto spec = spindle::cinterface::describeOperand(attr);
    if (!spec)
      return spec.takeError();
    operands.push_back(std::move(*spec));
  }
  if (llvm::Error error = addResults(operands, function))
    return std::move(error);
  return operands;
}

llvm::SmallVector<StringRef>
spindle::session::getNames(llvm::ArrayRef<OperandSpec> operands) {
  return llvm::map_to_vector(
      operands, [](const OperandSpec &spec) { return StringRef(spec.name); });
}

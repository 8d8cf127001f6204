//===- OperandSpec.cpp - what a program says of an operand ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/OperandSpec.h"

#include "Spindle/CInterface/DTypes.h"
#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "Spindle/Dialect/Sparse/IR/TensorPieces.h"
#include "Spindle/Session/Failure.h"
#include "Spindle/Transforms/Tensors/DescribeOperands.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle::session;
using spindle::cinterface::getDType;
using spindle::runtime::DType;
using spindle::sparse::Access;
using spindle::sparse::SparseDialect;

/// Sets the type of the elements of `spec`.
static llvm::Error setElementType(OperandSpec &spec) {
  if (std::optional<DType> known = getDType(spec.elementType)) {
    spec.dtype = *known;
    return llvm::Error::success();
  }
  auto names = llvm::map_range(spindle::runtime::allDTypes, [](DType dtype) {
    return std::string(dtypeName(dtype));
  });
  return failExpected(spec.name + " with elements of " +
                          llvm::join(llvm::drop_end(names), ", ") + " or " +
                          *std::prev(names.end()),
                      debugString(spec.elementType));
}

/// Sets the kind of tensor that `format` makes.
static void setFormat(OperandSpec &spec, spindle::sparse::FormatAttr format) {
  bool isDense = format == spindle::sparse::FormatAttr::getDense(
                               format.getContext(), format.getRank());
  spec.kind = isDense ? OperandKind::Dense : OperandKind::Sparse;
  spec.format = spindle::sparse::getDescriptor(format);
}

/// Sets the kind and the composite format of `spec`.
static void setFormat(OperandSpec &spec,
                      spindle::sparse::CompositeAttr format) {
  spec.kind = OperandKind::Sparse;
  spec.composite = spindle::sparse::getDescriptor(format);
}

/// Whether `type` can be that of a number.
static bool isNumber(Type type) {
  return type.isIntOrIndexOrFloat() || isa<ComplexType>(type);
}

/// Sets the type of the number `spec`.
static llvm::Error setScalarType(OperandSpec &spec) {
  spec.kind = OperandKind::Scalar;
  std::optional<DType> known = getDType(spec.type);
  spec.dtype = known.value_or(DType::I64);
  if (known || (spec.type.isSignlessInteger() &&
                spec.type.getIntOrFloatBitWidth() >= 1 &&
                spec.type.getIntOrFloatBitWidth() <= 64))
    return llvm::Error::success();
  return failExpected(
      spec.name + " to be f16, bf16, f32, f64, complex<f32>, complex<f64>, "
                  "index or a signless integer of 1 to 64 bits",
      debugString(spec.type));
}

/// Sets the kind, shape and types of `spec` from the argument's type.
static llvm::Error setType(OperandSpec &spec) {
  spec.elementType = spec.type;
  if (isNumber(spec.type))
    return setScalarType(spec);
  if (auto tensor = dyn_cast<spindle::sparse::SparseTensorType>(spec.type)) {
    spec.elementType = tensor.getElementType();
    spec.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    setFormat(spec, tensor.getFormat());
  } else if (auto parts =
                 dyn_cast<spindle::sparse::CompositeTensorType>(spec.type)) {
    spec.elementType = parts.getElementType();
    spec.shape.assign(parts.getShape().begin(), parts.getShape().end());
    setFormat(spec, parts.getFormat());
  } else if (auto memory = dyn_cast<MemRefType>(spec.type);
             memory && memory.getLayout().isIdentity() &&
             !memory.getMemorySpace()) {
    spec.kind = OperandKind::Memory;
    spec.elementType = memory.getElementType();
    spec.shape.assign(memory.getShape().begin(), memory.getShape().end());
  } else {
    return failExpected(spec.name +
                            " to be a tensor, a plain memref or a number",
                        debugString(spec.type));
  }
  return setElementType(spec);
}

/// Sets the names of the dimensions from the attribute `dims` or, without one,
/// to those of an operand called `owner`.
static void setDims(OperandSpec &spec, ArrayAttr dims, StringRef owner) {
  bool named = dims && dims.size() == spec.shape.size() &&
               llvm::all_of(dims, llvm::IsaPred<StringAttr>);
  for (size_t d = 0; d < spec.shape.size(); ++d)
    spec.dims.push_back(named ? cast<StringAttr>(dims[d]).str()
                              : (owner + "[" + Twine(d) + "]").str());
}

/// Describes the tensors that `function` returns after its arguments.
static llvm::Error addResults(std::vector<OperandSpec> &operands,
                              func::FuncOp function) {
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    OperandSpec spec;
    spec.name = function.getNumResults() == 1
                    ? "result"
                    : "result" + std::to_string(index);
    spec.isResult = true;
    spec.access = Access::Write;
    spec.type = type;
    if (!isa<spindle::sparse::AnyTensorType>(type))
      return failExpected("@" + function.getName() +
                              " to return tensors or nothing",
                          debugString(type));
    if (llvm::is_contained(getNames(operands), spec.name))
      return failExpected("no operand of the name '" + spec.name +
                              "', which is that of a result",
                          "one");
    if (llvm::Error error = setType(spec))
      return error;
    setDims(spec, ArrayAttr(), spec.name);
    operands.push_back(std::move(spec));
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

/// What this library adds to `attr`, an operand.
static llvm::Expected<OperandSpec> makeSpec(spindle::sparse::OperandAttr attr) {
  OperandSpec spec;
  spec.name = attr.getName().str();
  spec.type = attr.getType();
  spec.access = attr.getAccess();
  if (llvm::Error error = setType(spec))
    return std::move(error);
  if (attr.getStructure())
    spec.structureOf = attr.getStructure().str();
  setDims(spec, attr.getDims(),
          spec.structureOf.empty() ? spec.name : spec.structureOf);
  return spec;
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
    auto spec = makeSpec(attr);
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

std::string OperandSpec::getFormatName() const {
  switch (kind) {
  case OperandKind::Dense:
    return "dense";
  case OperandKind::Sparse:
    if (composite)
      return describe(*composite);
    return describe(format);
  case OperandKind::Memory:
    return "memory";
  case OperandKind::Scalar:
    return "scalar";
  }
  llvm_unreachable("an operand has one of four kinds");
}

std::string OperandSpec::str() const {
  std::string text =
      name + ": " + getFormatName() + " " + debugString(elementType);
  if (kind != OperandKind::Scalar)
    text += " [" + llvm::join(dims, ", ") + "]";
  if (!structureOf.empty())
    text += " on " + structureOf;
  if (access != Access::Read)
    text += (" " + stringifyAccess(access)).str();
  return text;
}

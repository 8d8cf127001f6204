//===- OperandSpec.cpp - what a program says of an operand ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/CInterface/OperandSpec.h"

#include "Spindle/CInterface/DTypes.h"
#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "Spindle/Dialect/Sparse/IR/TensorPieces.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle::cinterface;
using spindle::runtime::DType;
using spindle::sparse::Access;
using spindle::sparse::AnyTensorType;
using spindle::sparse::OperandAttr;
using spindle::sparse::SparseTensorType;

static llvm::Error refuse(const Twine &expected, Type got) {
  return llvm::createStringError("expected " + expected + " but got " +
                                 debugString(got));
}

Type spindle::cinterface::getElementType(Type type) {
  if (auto tensor = dyn_cast<AnyTensorType>(type))
    return tensor.getElementType();
  auto memory = dyn_cast<MemRefType>(type);
  return memory ? memory.getElementType() : type;
}

llvm::ArrayRef<int64_t> spindle::cinterface::getShape(Type type) {
  if (auto tensor = dyn_cast<AnyTensorType>(type))
    return tensor.getShape();
  auto memory = dyn_cast<MemRefType>(type);
  return memory ? memory.getShape() : llvm::ArrayRef<int64_t>();
}

bool spindle::cinterface::isPlainMemory(Type type) {
  auto memory = dyn_cast<MemRefType>(type);
  return memory && memory.getLayout().isIdentity() && !memory.getMemorySpace();
}

llvm::SmallVector<std::string> spindle::cinterface::nameDims(OperandAttr attr) {
  StringRef owner =
      (attr.getStructure() ? attr.getStructure() : attr.getName()).getValue();
  ArrayAttr dims = attr.getDims();
  size_t rank = getShape(attr.getType()).size();
  bool named = dims && dims.size() == rank &&
               llvm::all_of(dims, llvm::IsaPred<StringAttr>);
  llvm::SmallVector<std::string> names;
  for (size_t d = 0; d < rank; ++d)
    names.push_back(named ? cast<StringAttr>(dims[d]).str()
                          : (owner + "[" + Twine(d) + "]").str());
  return names;
}

/// Sets the type of the elements of `spec`.
static llvm::Error setElementType(OperandSpec &spec) {
  if (std::optional<DType> known = getDType(spec.elementType)) {
    spec.dtype = *known;
    return llvm::Error::success();
  }
  auto names = llvm::map_range(spindle::runtime::allDTypes, [](DType dtype) {
    return std::string(dtypeName(dtype));
  });
  return refuse(spec.name + " with elements of " +
                    llvm::join(llvm::drop_end(names), ", ") + " or " +
                    *std::prev(names.end()),
                spec.elementType);
}

/// Sets the type of the number `spec`.
static llvm::Error setScalarType(OperandSpec &spec) {
  spec.kind = OperandKind::Scalar;
  // A number has no neighbour to share a byte with.
  std::optional<DType> known =
      spec.type.isSignlessInteger(4) ? std::nullopt : getDType(spec.type);
  spec.dtype = known.value_or(DType::I64);
  if (known || (spec.type.isSignlessInteger() &&
                spec.type.getIntOrFloatBitWidth() >= 1 &&
                spec.type.getIntOrFloatBitWidth() <= 64))
    return llvm::Error::success();
  return refuse(spec.name +
                    " to be f16, bf16, f32, f64, complex<f32>, complex<f64>, "
                    "index or a signless integer of 1 to 64 bits",
                spec.type);
}

/// Sets the kind, format and types of `spec` from the argument's type.
static llvm::Error setType(OperandSpec &spec) {
  if (spec.type.isIntOrIndexOrFloat() || isa<ComplexType>(spec.type))
    return setScalarType(spec);
  if (auto tensor = dyn_cast<SparseTensorType>(spec.type)) {
    spec.kind = isDense(tensor) ? OperandKind::Dense : OperandKind::Sparse;
    spec.format = spindle::sparse::getDescriptor(tensor.getFormat());
  } else if (auto parts =
                 dyn_cast<spindle::sparse::CompositeTensorType>(spec.type)) {
    spec.kind = OperandKind::Sparse;
    spec.composite = spindle::sparse::getDescriptor(parts.getFormat());
  } else if (isPlainMemory(spec.type)) {
    spec.kind = OperandKind::Memory;
  } else {
    return refuse(spec.name + " to be a tensor, a plain memref or a number",
                  spec.type);
  }
  return setElementType(spec);
}

llvm::Expected<OperandSpec>
spindle::cinterface::describeOperand(OperandAttr attr) {
  OperandSpec spec;
  spec.attr = attr;
  spec.name = attr.getName().str();
  spec.type = attr.getType();
  spec.elementType = getElementType(spec.type);
  spec.shape = llvm::to_vector(getShape(spec.type));
  spec.access = attr.getAccess();
  if (llvm::Error error = setType(spec))
    return std::move(error);
  if (attr.getStructure())
    spec.structureOf = attr.getStructure().str();
  spec.dims = nameDims(attr);
  return spec;
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

//===- CDeclaration.cpp - a C function and what its parameters mean -------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/CInterface/CHeader.h"

#include "ArrayLengths.h"
#include "Spindle/CInterface/CNames.h"
#include "Spindle/CInterface/OperandSpec.h"
#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace spindle::cinterface;
using spindle::sparse::FormatAttr;
using spindle::sparse::PieceRole;

//===----------------------------------------------------------------------===//
// What a parameter means
//===----------------------------------------------------------------------===//

/// What SciPy calls `array` of a matrix in this format; empty for nothing.
static StringRef getSciPyName(FormatAttr format, const CArray &array) {
  std::string name = format.getShortName();
  StringRef family = StringRef(name).split('<').first;
  bool isCOO = family == "coo" && format.getRank() == 2;
  if (family != "csr" && family != "csc" && family != "bsr" && !isCOO)
    return "";
  switch (array.role) {
  case PieceRole::Positions:
    return "indptr";
  case PieceRole::Coordinates:
    return !isCOO ? "indices" : array.level == 0 ? "row" : "col";
  case PieceRole::Values:
    return "data";
  default:
    return "";
  }
}

/// What `array` of `operand` holds.
static std::string describeArray(const COperand &operand, const CArray &array) {
  std::string level =
      operand.getFormat().getLevelNames()[std::max<int64_t>(array.level, 0)];
  std::string text;
  switch (array.role) {
  case PieceRole::Positions:
    text = "where each fibre of " + level + " starts, and the last one ends";
    break;
  case PieceRole::Coordinates:
    text = "the coordinates of " + level;
    break;
  case PieceRole::Lengths:
    text = "how many cells of each fibre of " + level + " are used";
    break;
  case PieceRole::Bitmap:
    text = "1 for each value that is an element, else 0";
    break;
  case PieceRole::Values:
    text = "the values";
    if (spindle::sparse::isPacked(getElementType(operand.attr.getType())))
      text += ", two in a byte, the first in the low half";
    break;
  case PieceRole::Size:
    llvm_unreachable("a size is no array");
  }
  StringRef scipy = getSciPyName(operand.getFormat(), array);
  return text + (scipy.empty() ? "" : " (SciPy's " + scipy.str() + ")");
}

/// The type as C's users know it, where C has no word for it.
static std::string describeElement(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type))
    return std::string(", pairs of real and imaginary part");
  if (type.isF16())
    return ", the bits of f16";
  if (type.isBF16())
    return ", the bits of bf16";
  if (spindle::sparse::isPacked(type))
    return ", two in a byte, the first in the low half";
  if (type.isInteger(1))
    return ", 0 or 1";
  return "";
}

/// What `operand` is, in a line.
static std::string describeOperand(const COperand &operand) {
  std::string text = operand.getName().str();
  if (operand.kind == COperandKind::Number)
    return text + ", a number";
  text += "[" + llvm::join(operand.dims, ", ") + "], " +
          stringifyAccess(operand.attr.getAccess()).str() + ": ";
  if (operand.kind == COperandKind::Dense)
    return text + "dense, by rows";
  text += printFormat(spindle::sparse::getDescriptor(operand.getFormat()));
  if (operand.kind == COperandKind::Values)
    text += ", stored as " + operand.attr.getStructure().str() + " is";
  return text;
}

namespace {
/// Lists the parameters of operands with what they mean.
struct DeclarationWriter {
  const CSignature &signature;
  llvm::raw_ostream &out;

  void write(const COperand &operand);
  void writeParameter(size_t index, const Twine &meaning);

private:
  void writeStructured(const COperand &operand);
  void writeArrays(const COperand &operand, const COperand &owner);
  void writeDense(const COperand &operand);
  void writeNumber(const COperand &operand);
};
} // namespace

/// The parameter as C declares it.
static std::string declare(const CParameter &parameter) {
  switch (parameter.role) {
  case CRole::Size:
  case CRole::Width:
  case CRole::Count:
    return "int64_t " + parameter.name;
  case CRole::Sizes:
  case CRole::Strides:
    return "const int64_t *" + parameter.name;
  case CRole::Array:
    return (parameter.isWritten ? "" : "const ") +
           getCType(parameter.type).str() + " *" + parameter.name;
  case CRole::Number:
  case CRole::Imaginary:
    return getCType(parameter.type).str() + " " + parameter.name;
  case CRole::Call:
    return "const spindle_call *" + parameter.name;
  }
  llvm_unreachable("a parameter has one of these roles");
}

void DeclarationWriter::writeParameter(size_t index, const Twine &meaning) {
  bool isLast = index + 1 == signature.parameters.size();
  out << "    " << declare(signature.parameters[index]) << (isLast ? ");" : ",")
      << " /* " << toComment(meaning.str()) << " */\n";
}

void DeclarationWriter::writeArrays(const COperand &operand,
                                    const COperand &owner) {
  for (const CArray &array : operand.arrays) {
    const CParameter &parameter = signature.parameters[array.parameter];
    writeParameter(array.parameter,
                   describeArray(operand, array) +
                       (array.role == PieceRole::Bitmap
                            ? ""
                            : describeElement(parameter.type)));
    writeParameter(array.parameter + 1,
                   "the number of its entries: " +
                       getEntries(signature, owner, array));
  }
}

void DeclarationWriter::writeStructured(const COperand &operand) {
  for (auto [dim, size] : llvm::enumerate(operand.getShape())) {
    std::string fixed =
        ShapedType::isDynamic(size) ? "" : ": " + std::to_string(size);
    writeParameter(operand.first + dim,
                   "the size of " + operand.dims[dim] + fixed);
  }
  for (auto [level, width] : llvm::enumerate(operand.widths))
    if (width)
      writeParameter(width, "the cells in a fibre of " +
                                operand.getFormat().getLevelNames()[level]);
  writeArrays(operand, operand);
}

void DeclarationWriter::writeDense(const COperand &operand) {
  const CParameter &parameter = signature.parameters[operand.first];
  writeParameter(operand.first,
                 "the elements" + describeElement(parameter.type));
  if (operand.dims.empty())
    return;
  SmallVector<std::string> sizes;
  for (auto [dim, size] : llvm::enumerate(operand.getShape()))
    sizes.push_back(operand.dims[dim] + (ShapedType::isDynamic(size)
                                             ? ""
                                             : " = " + std::to_string(size)));
  writeParameter(operand.first + 1, "the sizes of " + llvm::join(sizes, ", "));
  bool mayHaveGaps =
      isa<spindle::sparse::SparseTensorType>(operand.attr.getType()) &&
      operand.dims.size() > 1;
  writeParameter(operand.first + 2,
                 mayHaveGaps
                     ? "how many elements apart neighbours are, the last 1; "
                       "NULL: without gaps"
                     : "how many elements apart neighbours are, without gaps; "
                       "or NULL");
}

void DeclarationWriter::writeNumber(const COperand &operand) {
  Type type = operand.attr.getType();
  bool isComplex = isa<ComplexType>(type);
  writeParameter(operand.first, isComplex
                                    ? "the real part"
                                    : "the number" + describeElement(type));
  if (isComplex)
    writeParameter(operand.first + 1, "the imaginary part");
}

void DeclarationWriter::write(const COperand &operand) {
  out << "    /* " << toComment(describeOperand(operand)) << " */\n";
  switch (operand.kind) {
  case COperandKind::Structured:
    return writeStructured(operand);
  case COperandKind::Values:
    return writeArrays(
        operand, signature.lookUp(operand.attr.getStructure().getValue()));
  case COperandKind::Dense:
    return writeDense(operand);
  case COperandKind::Number:
    return writeNumber(operand);
  }
}

/// Writes the parameters, and the end of the declaration.
static void writeParameters(const CSignature &signature,
                            llvm::raw_ostream &out) {
  DeclarationWriter writer{signature, out};
  for (const COperand &operand : signature.operands)
    writer.write(operand);
  writer.writeParameter(signature.parameters.size() - 1, "how to run, or NULL");
}

std::string
spindle::cinterface::writeCDeclaration(const CSignature &signature) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "int32_t " << signature.name << "(\n";
  writeParameters(signature, out);
  return text;
}

std::string spindle::cinterface::getLoadName(StringRef function) {
  return (function + "_load").str();
}

std::string spindle::cinterface::getWorkspaceName(StringRef function) {
  return (function + "_workspace").str();
}

std::string
spindle::cinterface::writeDeviceDeclarations(const CSignature &signature) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "/* Loads the kernels into the current context, as the first call "
         "does: before a\n   stream is captured. */\nint32_t "
      << getLoadName(signature.name)
      << "(const spindle_call *call);\n\n/* Sets *bytes to the size of the "
         "workspace that a call with these sizes needs.\n   Arrays need not be "
         "there yet. */\nint32_t "
      << getWorkspaceName(signature.name) << "(\n    uint64_t *bytes,\n";
  writeParameters(signature, out);
  return text;
}

//===- SignatureText.cpp - a C function as JSON ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArrayLengths.h"
#include "Spindle/CInterface/CHeader.h"
#include "Spindle/CInterface/OperandSpec.h"
#include "Spindle/Dialect/Sparse/IR/Descriptors.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace spindle::cinterface;
using spindle::sparse::PieceRole;

/// The word for `kind`.
static StringRef getWord(COperandKind kind) {
  switch (kind) {
  case COperandKind::Structured:
    return "structured";
  case COperandKind::Values:
    return "values";
  case COperandKind::Dense:
    return "dense";
  case COperandKind::Number:
    return "number";
  }
  llvm_unreachable("an operand has one of four kinds");
}

/// The word for `role`.
static StringRef getWord(CRole role) {
  switch (role) {
  case CRole::Size:
    return "size";
  case CRole::Width:
    return "width";
  case CRole::Array:
    return "array";
  case CRole::Count:
    return "count";
  case CRole::Sizes:
    return "sizes";
  case CRole::Strides:
    return "strides";
  case CRole::Number:
    return "number";
  case CRole::Imaginary:
    return "imaginary";
  case CRole::Call:
    return "call";
  }
  llvm_unreachable("a parameter has one of these roles");
}

namespace {

/// Writes a signature.
struct SignatureWriter {
  const CSignature &signature;
  llvm::json::OStream &json;

  void write(const COperand &operand);
  void writeParameters();

private:
  void writeArray(const COperand &operand, const CArray &array);
};

} // namespace

/// Writes which array is which parameter, and how long it is.
void SignatureWriter::writeArray(const COperand &operand, const CArray &array) {
  const COperand &owner =
      operand.kind == COperandKind::Values
          ? signature.lookUp(operand.attr.getStructure().getValue())
          : operand;
  const CParameter &parameter = signature.parameters[array.parameter];
  json.object([&] {
    json.attribute("parameter", llvm::json::fixUTF8(parameter.name));
    json.attribute("role", stringifyPieceRole(array.role));
    if (array.level >= 0)
      json.attribute("level", array.level);
    json.attribute("type", debugString(parameter.type));
    json.attribute("entries",
                   llvm::json::fixUTF8(getEntries(signature, owner, array)));
  });
}

void SignatureWriter::write(const COperand &operand) {
  json.object([&] {
    json.attribute("name", llvm::json::fixUTF8(operand.getName()));
    json.attribute("c_name", operand.cName);
    if (!operand.part.empty()) {
      json.attribute("tensor", llvm::json::fixUTF8(operand.tensor.getValue()));
      json.attribute("part", operand.part.front());
    }
    json.attribute("kind", getWord(operand.kind));
    json.attribute("access", stringifyAccess(operand.attr.getAccess()));
    json.attribute("type", debugString(getElementType(operand.attr.getType())));
    if (operand.kind == COperandKind::Number)
      return;
    json.attributeArray("dims", [&] {
      for (const std::string &dim : operand.dims)
        json.value(llvm::json::fixUTF8(dim));
    });
    json.attributeArray("sizes", [&] {
      for (int64_t size : operand.getShape())
        json.value(ShapedType::isDynamic(size) ? llvm::json::Value(nullptr)
                                               : llvm::json::Value(size));
    });
    if (operand.kind == COperandKind::Dense)
      return;
    json.attribute("format", printFormat(spindle::sparse::getDescriptor(
                                 operand.getFormat())));
    if (operand.kind == COperandKind::Values)
      json.attribute(
          "structure_of",
          llvm::json::fixUTF8(operand.attr.getStructure().getValue()));
    json.attributeArray("arrays", [&] {
      for (const CArray &array : operand.arrays)
        writeArray(operand, array);
    });
  });
}

void SignatureWriter::writeParameters() {
  for (const CParameter &parameter : signature.parameters)
    json.object([&] {
      json.attribute("name", llvm::json::fixUTF8(parameter.name));
      json.attribute("role", getWord(parameter.role));
      if (!parameter.type)
        return;
      json.attribute("type", debugString(parameter.type));
      json.attribute("c_type", getCType(parameter.type));
      json.attribute("written", parameter.isWritten);
    });
}

/// Writes what is found for the function, or for which one it inspects.
static void writeInspection(llvm::json::OStream &json,
                            const CInspection &inspection) {
  if (!inspection.inspectsFor.empty())
    json.attribute("inspects_for", inspection.inspectsFor);
  if (inspection.found.empty())
    return;
  json.attributeObject("inspection", [&] {
    json.attributeArray("found", [&] {
      for (const std::string &name : inspection.found)
        json.value(name);
    });
    json.attribute("inspect", inspection.inspect);
    json.attribute("sizes", inspection.sizes);
    json.attribute("check", inspection.check);
  });
}

std::string spindle::cinterface::writeSignature(const CSignature &signature,
                                                const CHeaderNotes &notes) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  llvm::json::OStream json(stream);
  SignatureWriter writer{signature, json};
  json.object([&] {
    json.attribute("function", signature.name);
    json.attribute("interface", kInterfaceVersion);
    json.attribute("version", SPINDLE_VERSION);
    json.attribute("cpu", notes.cpu);
    json.attribute("parallel", notes.isParallel);
    json.attributeArray("chips", [&] {
      for (const std::string &chip : notes.chips)
        json.value(chip);
    });
    // Of a GPU the function that is asked says it.
    json.attribute("workspace_bytes", notes.chips.empty()
                                          ? llvm::json::Value(0)
                                          : llvm::json::Value(nullptr));
    json.attributeArray("versions", [&] {
      for (const std::string &version : notes.versions)
        json.value(llvm::json::fixUTF8(version));
    });
    writeInspection(json, notes.inspection);
    json.attributeArray("operands", [&] {
      for (const COperand &operand : signature.operands)
        writer.write(operand);
    });
    json.attributeArray("parameters", [&] { writer.writeParameters(); });
  });
  return text;
}

std::string spindle::cinterface::getSignatureName(StringRef function) {
  return (function + "_signature").str();
}

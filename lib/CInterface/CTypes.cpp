//===- CTypes.cpp - what callers assert when they are compiled ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/CInterface/CHeader.h"
#include "Spindle/CInterface/CNames.h"

using namespace mlir;
using namespace spindle::cinterface;

/// Writes the type of the elements of each array of `signature`.
static void writeArrayTypes(const CSignature &signature,
                            llvm::raw_ostream &out) {
  for (const CParameter &parameter : signature.parameters)
    if (parameter.role == CRole::Array)
      out << "typedef " << getCType(parameter.type) << " " << signature.name
          << "_" << parameter.name << "_type;\n";
}

/// Writes the sizes of `operand`, -1 for those that are open.
static void writeSizes(const CSignature &signature, const COperand &operand,
                       llvm::raw_ostream &out) {
  for (auto [dim, size] : llvm::enumerate(operand.getShape()))
    out << "enum { " << signature.name << "_" << operand.cName << "_extent"
        << dim << " = " << (ShapedType::isDynamic(size) ? -1 : size) << " };\n";
}

std::string spindle::cinterface::writeCTypes(const CSignature &signature) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "/* What spindle_check.h compares with what a caller has: the types "
         "of elements,\n   and the sizes, -1 for those that a call says. */\n";
  writeArrayTypes(signature, out);
  for (const COperand &operand : signature.operands)
    writeSizes(signature, operand, out);
  return text;
}

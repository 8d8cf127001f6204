//===- SparseDialect.cpp - the sparse dialect -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatReading.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::sparse;

#include "Spindle/Dialect/Sparse/IR/BufferOpInterface.cpp.inc"
#include "Spindle/Dialect/Sparse/IR/SparseEnums.cpp.inc"
#include "Spindle/Dialect/Sparse/IR/SparseOpsDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "Spindle/Dialect/Sparse/IR/SparseOpsAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "Spindle/Dialect/Sparse/IR/SparseOpsTypes.cpp.inc"

namespace {
/// Buffers and accesses may be inlined, and calls in the bodies of generics. A
/// tensor is an argument of a function, with an access that only that function
/// was checked against, and an allocation belongs to its function.
struct SparseInlinerInterface : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;

  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }

  bool isLegalToInline(Operation *op, Region *, bool, IRMapping &) const final {
    return !isa<UnpackOp, WithValuesOp, PackOp, PartsOp, ComposeOp, ConvertOp,
                GenericOp, AllocOp>(op);
  }
};
} // namespace

void SparseDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "Spindle/Dialect/Sparse/IR/SparseOpsAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "Spindle/Dialect/Sparse/IR/SparseOpsTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "Spindle/Dialect/Sparse/IR/SparseOps.cpp.inc"
      >();
  addInterfaces<SparseInlinerInterface>();
}

Attribute SparseDialect::parseAttribute(DialectAsmParser &parser,
                                        Type type) const {
  StringRef word;
  Attribute attr;
  SMLoc loc = parser.getCurrentLocation();
  if (generatedAttributeParser(parser, &word, type, attr).has_value())
    return attr;
  if (!format::isCompositeName(word))
    return parseNamedFormat(parser, loc, word);
  AsmLexer lexer(parser);
  auto composite = parseNamedComposite(lexer, loc.getPointer(), word);
  return composite ? getAttr(parser.getContext(), *composite) : CompositeAttr();
}

void SparseDialect::printAttribute(Attribute attr,
                                   DialectAsmPrinter &printer) const {
  std::string name;
  if (auto format = dyn_cast<FormatAttr>(attr))
    name = format.getShortName();
  else if (auto composite = dyn_cast<CompositeAttr>(attr))
    name = composite.getShortName();
  if (!name.empty())
    printer << StringRef(name);
  else
    (void)generatedAttributePrinter(attr, printer);
}

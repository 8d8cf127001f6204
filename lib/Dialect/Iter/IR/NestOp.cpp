//===- NestOp.cpp - text and rules of nests -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Axis/IR/AxisList.h"
#include "Spindle/Dialect/Iter/IR/Iter.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
namespace axis = spindle::axis;
using namespace spindle::iter;
using spindle::axis::AxisListEntry;
using spindle::axis::SiteType;

//===----------------------------------------------------------------------===//
// Questions
//===----------------------------------------------------------------------===//

StringAttr NestOp::getDimName(int64_t dim) {
  return cast<StringAttr>(getDims()[dim]);
}

DimKind NestOp::getDimKind(int64_t dim) {
  return cast<DimKindAttr>(getKinds()[dim]).getValue();
}

Value NestOp::getUnder(int64_t dim) {
  // The sites after `under` come in the order of the dimensions that have one.
  int64_t next = 0;
  for (int64_t d = 0; d <= dim && next < int64_t(getUnder().size()); ++d) {
    bool hasSite = getParents()[d] < 0 && axis::getParent(getAxes()[d]);
    if (hasSite && d == dim)
      return getUnder()[next];
    next += hasSite;
  }
  return {};
}

/// Whether the dimensions of a nest that need not be verified can be asked
/// about: its operands are where it says, and each axis has a parent's index.
static bool hasDims(NestOp nest) {
  ArrayRef<int32_t> sizes = nest.getProperties().operandSegmentSizes;
  int64_t axes = sizes[0], under = sizes[1];
  DenseI64ArrayAttr parents = nest.getProperties().parents;
  return axes >= 0 && under >= 0 &&
         axes + under == int64_t(nest->getNumOperands()) && parents &&
         parents.size() == axes;
}

Value NestOp::getSiteAxis(Value site) {
  int64_t dim = cast<BlockArgument>(site).getArgNumber() / 2;
  return hasDims(*this) && dim < getNumDims() ? getAxes()[dim] : Value();
}

Value NestOp::getSiteParent(Value site) {
  auto arg = cast<BlockArgument>(site);
  int64_t dim = arg.getArgNumber() / 2;
  if (!hasDims(*this) || dim >= getNumDims())
    return {};
  int64_t parent = getParents()[dim];
  if (parent < 0)
    return getUnder(dim);
  return parent < dim ? arg.getOwner()->getArgument(2 * parent + 1) : Value();
}

void NestOp::getAsmBlockArgumentNames(Region &region,
                                      OpAsmSetValueNameFn setName) {
  for (int64_t dim = 0; dim < getNumDims(); ++dim) {
    setName(getCoordinate(dim), getDimName(dim).getValue());
    setName(getSite(dim), (getDimName(dim).getValue() + "_site").str());
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
/// A nest's text up to its body.
struct NestText {
  StringAttr name;
  SmallVector<Attribute> dims, kinds;
  /// The coordinates, each followed by its site where the text names that.
  SmallVector<OpAsmParser::Argument> args;
  SmallVector<bool> namesSite;
  SmallVector<AxisListEntry> entries;
  SmallVector<Type> axisTypes;
};
} // namespace

/// Parses `"i": %i at %r`.
static ParseResult parseDim(OpAsmParser &parser, NestText &text) {
  std::string name;
  OpAsmParser::Argument coordinate, site;
  if (parser.parseString(&name) || parser.parseColon() ||
      parser.parseArgument(coordinate))
    return failure();
  bool namesSite = succeeded(parser.parseOptionalKeyword("at"));
  if (namesSite && parser.parseArgument(site))
    return failure();
  coordinate.type = parser.getBuilder().getIndexType();
  site.type = SiteType::get(parser.getContext());
  text.dims.push_back(parser.getBuilder().getStringAttr(name));
  text.args.push_back(coordinate);
  if (namesSite)
    text.args.push_back(site);
  text.namesSite.push_back(namesSite);
  return success();
}

/// Parses `spatial` or `reduction`.
static ParseResult parseKind(OpAsmParser &parser, NestText &text) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<DimKind> kind = symbolizeDimKind(word);
  if (!kind)
    return parser.emitError(loc)
           << "expected 'spatial' or 'reduction' but got '" << word << "'";
  text.kinds.push_back(DimKindAttr::get(parser.getContext(), *kind));
  return success();
}

static ParseResult parseHead(OpAsmParser &parser, NestText &text) {
  std::string name;
  if (parser.parseString(&name))
    return failure();
  text.name = parser.getBuilder().getStringAttr(name);
  return failure(
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren,
                                     [&] { return parseDim(parser, text); }) ||
      parser.parseKeyword("over") || parser.parseLParen() ||
      axis::parseAxisList(parser, text.entries, /*mayLieUnderSites=*/true) ||
      parser.parseColonTypeList(text.axisTypes) || parser.parseRParen() ||
      parser.parseKeyword("kinds") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&] { return parseKind(parser, text); }));
}

/// Resolves the axes and the sites after `under` into `state`.
static ParseResult resolveAxes(OpAsmParser &parser, const NestText &text,
                               SMLoc loc, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> axes, under;
  for (const AxisListEntry &entry : text.entries) {
    axes.push_back(entry.axis);
    if (entry.under)
      under.push_back(*entry.under);
  }
  if (parser.resolveOperands(axes, text.axisTypes, loc, state.operands))
    return failure();
  auto &properties = state.getOrAddProperties<NestOp::Properties>();
  properties.parents = parser.getBuilder().getDenseI64ArrayAttr(
      axis::getParents(text.entries, state.operands));
  properties.operandSegmentSizes = {int32_t(axes.size()),
                                    int32_t(under.size())};
  return parser.resolveOperands(under, SiteType::get(parser.getContext()), loc,
                                state.operands);
}

/// Parses the attributes that the rest of the text does not give.
static ParseResult parseAttributes(OpAsmParser &parser, OperationState &state) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  for (StringRef name : NestOp::getAttributeNames())
    if (state.attributes.get(name))
      return parser.emitError(loc)
             << "expected no attribute '" << name
             << "' after 'attributes': the text of a nest gives it";
  return success();
}

ParseResult NestOp::parse(OpAsmParser &parser, OperationState &state) {
  NestText text;
  SMLoc loc = parser.getCurrentLocation();
  if (parseHead(parser, text) || resolveAxes(parser, text, loc, state) ||
      parseAttributes(parser, state))
    return failure();
  Builder &builder = parser.getBuilder();
  auto &properties = state.getOrAddProperties<Properties>();
  properties.name = text.name;
  properties.dims = builder.getArrayAttr(text.dims);
  properties.kinds = builder.getArrayAttr(text.kinds);
  Region *body = state.addRegion();
  if (parser.parseRegion(*body, text.args))
    return failure();
  // A site that the text does not name is an argument all the same.
  for (auto [dim, named] : llvm::enumerate(text.namesSite))
    if (!named)
      body->insertArgument(2 * dim + 1, SiteType::get(parser.getContext()),
                           state.location);
  ensureTerminator(*body, builder, state.location);
  return success();
}

/// Prints `"i": %i at %r`, the site only where it is used.
static void printDim(OpAsmPrinter &printer, NestOp nest, int64_t dim) {
  printer.printString(nest.getDimName(dim).getValue());
  printer << ": " << nest.getCoordinate(dim);
  if (!nest.getSite(dim).use_empty())
    printer << " at " << nest.getSite(dim);
}

/// Prints an entry of the list of axes with what it lies under.
static void printAxis(OpAsmPrinter &printer, NestOp nest, int64_t dim) {
  axis::printAxisListEntry(printer, nest, nest.getAxes(), nest.getParents(),
                           dim);
  if (Value under = nest.getUnder(dim))
    printer << " under " << under;
}

void NestOp::print(OpAsmPrinter &printer) {
  auto dims = llvm::seq<int64_t>(0, getNumDims());
  printer << " ";
  printer.printString(getName());
  printer << " (";
  llvm::interleaveComma(dims, printer,
                        [&](int64_t dim) { printDim(printer, *this, dim); });
  printer << ") over (";
  llvm::interleaveComma(dims, printer,
                        [&](int64_t dim) { printAxis(printer, *this, dim); });
  printer << " : " << getAxes().getTypes() << ") kinds [";
  llvm::interleaveComma(dims, printer, [&](int64_t dim) {
    printer << stringifyDimKind(getDimKind(dim));
  });
  printer << "]";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getNameAttrName(), getDimsAttrName(), getKindsAttrName(),
       getParentsAttrName(), getOperandSegmentSizesAttrName()});
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/false);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

/// (C1), (C2), (C5) Names, kinds and arguments of the dimensions.
static LogicalResult verifyDims(NestOp nest) {
  size_t count = nest.getAxes().size();
  if (count == 0 || nest.getDims().size() != count ||
      nest.getKinds().size() != count) // (C1)
    return nest.emitOpError("(C1) expected a name, an axis and a kind for each "
                            "of at least one dimension but got ")
           << nest.getDims().size() << " names, " << count << " axes and "
           << nest.getKinds().size() << " kinds";
  llvm::SmallDenseSet<StringRef> names; // (C2)
  for (auto name : nest.getDims().getAsRange<StringAttr>())
    if (!names.insert(name.getValue()).second)
      return nest.emitOpError("(C2) expected different names of dimensions but "
                              "got ")
             << '"' << name.getValue() << "\" twice";
  Block &body = nest.getBody().front(); // (C5)
  bool fits = body.getNumArguments() == 2 * count;
  for (auto [index, type] : llvm::enumerate(body.getArgumentTypes()))
    fits &= index % 2 ? isa<SiteType>(type) : type.isIndex();
  if (!fits)
    return nest.emitOpError("(C5) expected a coordinate and a site per "
                            "dimension as arguments of the body");
  return success();
}

/// (C4) The sites after `under`.
static LogicalResult verifyUnder(NestOp nest) {
  size_t expected = 0;
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim)
    expected += nest.getParents()[dim] < 0 &&
                spindle::axis::getParent(nest.getAxes()[dim]);
  if (nest.getUnder().size() != expected)
    return nest.emitOpError("(C4) expected an entry or a site for each of ")
           << expected << " axes to lie under but got "
           << nest.getUnder().size() << " sites";
  for (int64_t dim = 0; dim < nest.getNumDims(); ++dim) {
    Value site = nest.getUnder(dim);
    Value parent = spindle::axis::getParent(nest.getAxes()[dim]);
    if (site && spindle::axis::getSiteAxis(site) != parent)
      return nest.emitOpError("(C4) expected dimension ")
             << nest.getDimName(dim) << " to lie under a site on its parent";
  }
  return success();
}

LogicalResult NestOp::verify() {
  if (failed(verifyDims(*this)))
    return failure();
  for (Value axis : getAxes()) // (C3)
    if (failed(axis::verifyIsAxis(*this, axis, "(C3)", "each axis")))
      return failure();
  if (failed(axis::verifyParents(*this, getAxes(), getParents(), "(C4)",
                                 /*mayLieUnderSites=*/true)))
    return failure();
  return verifyUnder(*this);
}

//===- NestText.cpp - text of nests ---------------------------------------===//
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
using spindle::axis::ParentLists;
using spindle::axis::SiteType;

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// A nest's text up to its body.
struct NestText {
  StringAttr name;
  SmallVector<Attribute> dims, kinds, combine;
  /// The coordinates, each followed by its site where the text names that.
  SmallVector<OpAsmParser::Argument> args;
  SmallVector<bool> namesSite;
  SmallVector<AxisListEntry> entries;
  SmallVector<int64_t> groups;
  SmallVector<Type> axisTypes;
  SmallVector<OpAsmParser::UnresolvedOperand> init;
  SmallVector<Type> resultTypes;
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

/// Parses `%J`, or a group `(%I, %J)`.
static ParseResult parseGroup(OpAsmParser &parser, NestText &text) {
  size_t before = text.entries.size();
  if (failed(parser.parseOptionalLParen())) {
    text.groups.push_back(1);
    return axis::parseAxisListEntry(parser, text.entries.emplace_back(),
                                    /*mayLieUnderSites=*/true);
  }
  if (axis::parseAxisList(parser, text.entries, /*mayLieUnderSites=*/true) ||
      parser.parseRParen())
    return failure();
  text.groups.push_back(text.entries.size() - before);
  return success();
}

/// Parses a word that `symbolize` knows as a kind; `expected` says what it is.
template <typename AttrT, typename Kind>
static ParseResult
parseKind(OpAsmParser &parser, std::optional<Kind> (*symbolize)(StringRef),
          StringRef expected, SmallVectorImpl<Attribute> &kinds) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Kind> kind = symbolize(word);
  if (!kind)
    return parser.emitError(loc)
           << "expected " << expected << " but got '" << word << "'";
  kinds.push_back(AttrT::get(parser.getContext(), *kind));
  return success();
}

static ParseResult parseDimKind(OpAsmParser &parser, NestText &text) {
  return parseKind<DimKindAttr, DimKind>(
      parser, symbolizeDimKind, "'spatial' or 'reduction'", text.kinds);
}

static ParseResult parseCombineKind(OpAsmParser &parser, NestText &text) {
  return parseKind<CombineKindAttr, CombineKind>(
      parser, symbolizeCombineKind, "a kind to combine by", text.combine);
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
      parser.parseCommaSeparatedList(
          [&] { return parseGroup(parser, text); }) ||
      parser.parseColonTypeList(text.axisTypes) || parser.parseRParen() ||
      parser.parseKeyword("kinds") ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
        return parseDimKind(parser, text);
      }));
}

/// Parses `combine [max] init(%x) -> f32` where the text has it.
static ParseResult parseCombine(OpAsmParser &parser, NestText &text) {
  if (failed(parser.parseOptionalKeyword("combine")))
    return success();
  return failure(
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parseCombineKind(parser, text); }) ||
      parser.parseKeyword("init") ||
      parser.parseOperandList(text.init, AsmParser::Delimiter::Paren) ||
      parser.parseArrow() || parser.parseTypeList(text.resultTypes));
}

/// Resolves the axes, the sites that they lie under and the initial values.
static ParseResult resolveOperands(OpAsmParser &parser, const NestText &text,
                                   SMLoc loc, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> axes;
  for (const AxisListEntry &entry : text.entries)
    axes.push_back(entry.axis);
  auto under = axis::getSites(text.entries);
  if (parser.resolveOperands(axes, text.axisTypes, loc, state.operands))
    return failure();
  auto &properties = state.getOrAddProperties<NestOp::Properties>();
  properties.parents = axis::getParentListsAttr(
      parser.getContext(), axis::getParents(text.entries, state.operands));
  properties.operandSegmentSizes = {int32_t(axes.size()), int32_t(under.size()),
                                    int32_t(text.init.size())};
  return failure(
      parser.resolveOperands(under, SiteType::get(parser.getContext()), loc,
                             state.operands) ||
      parser.resolveOperands(text.init, text.resultTypes, loc, state.operands));
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

/// Parses the body, whose sites are arguments also where the text names none.
static ParseResult parseBody(OpAsmParser &parser, NestText &text,
                             OperationState &state) {
  Region *body = state.addRegion();
  if (parser.parseRegion(*body, text.args))
    return failure();
  for (auto [dim, named] : llvm::enumerate(text.namesSite))
    if (!named)
      body->insertArgument(2 * dim + 1, SiteType::get(parser.getContext()),
                           state.location);
  NestOp::ensureTerminator(*body, parser.getBuilder(), state.location);
  return success();
}

ParseResult NestOp::parse(OpAsmParser &parser, OperationState &state) {
  NestText text;
  SMLoc loc = parser.getCurrentLocation();
  if (parseHead(parser, text) || parseCombine(parser, text) ||
      resolveOperands(parser, text, loc, state) ||
      parseAttributes(parser, state))
    return failure();
  Builder &builder = parser.getBuilder();
  auto &properties = state.getOrAddProperties<Properties>();
  properties.name = text.name;
  properties.dims = builder.getArrayAttr(text.dims);
  properties.kinds = builder.getArrayAttr(text.kinds);
  properties.groups = builder.getDenseI64ArrayAttr(text.groups);
  properties.combine = builder.getArrayAttr(text.combine);
  state.addTypes(text.resultTypes);
  return parseBody(parser, text, state);
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

/// Prints `"i": %i at %r`, the site only where it is used.
static void printDim(OpAsmPrinter &printer, NestOp nest, int64_t dim) {
  printer.printString(nest.getDimName(dim).getValue());
  printer << ": " << nest.getCoordinate(dim);
  if (!nest.getSite(dim).use_empty())
    printer << " at " << nest.getSite(dim);
}

/// Prints the list of axes with what they lie under, groups in parentheses.
static void printAxes(OpAsmPrinter &printer, NestOp nest) {
  ParentLists parents = axis::getParentLists(nest.getParents());
  ValueRange sites = nest.getUnder();
  int64_t next = 0;
  auto printAxis = [&](int64_t dim) {
    size_t apart = llvm::count(parents[dim], -1);
    axis::printAxisListEntry(printer, nest, nest.getAxes(), parents, dim,
                             sites.take_front(apart));
    sites = sites.drop_front(apart);
  };
  llvm::interleaveComma(nest.getGroupSizes(), printer, [&](int64_t size) {
    printer << (size > 1 ? "(" : "");
    llvm::interleaveComma(llvm::seq(next, next + size), printer, printAxis);
    printer << (size > 1 ? ")" : "");
    next += size;
  });
}

/// Prints ` combine [max] init(%x) -> f32` of a nest with results.
static void printCombine(OpAsmPrinter &printer, NestOp nest) {
  if (nest.getCombine().empty())
    return;
  printer << " combine [";
  llvm::interleaveComma(nest.getCombine().getAsRange<CombineKindAttr>(),
                        printer, [&](CombineKindAttr kind) {
                          printer << stringifyCombineKind(kind.getValue());
                        });
  printer << "] init(" << nest.getInit() << ") -> " << nest.getResultTypes();
}

void NestOp::print(OpAsmPrinter &printer) {
  auto dims = llvm::seq<int64_t>(0, getNumDims());
  printer << " ";
  printer.printString(getName());
  printer << " (";
  llvm::interleaveComma(dims, printer,
                        [&](int64_t dim) { printDim(printer, *this, dim); });
  printer << ") over (";
  printAxes(printer, *this);
  printer << " : " << getAxes().getTypes() << ") kinds [";
  llvm::interleaveComma(dims, printer, [&](int64_t dim) {
    printer << stringifyDimKind(getDimKind(dim));
  });
  printer << "]";
  printCombine(printer, *this);
  SmallVector<StringRef> given(getAttributeNames());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), given);
  printer << " ";
  bool yields = getBody().front().getTerminator()->getNumOperands() > 0;
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/yields);
}

//===- GenericOp.cpp - text and rules of generic operations ---------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
namespace axis = spindle::axis;
namespace iter = spindle::iter;
using namespace spindle::sparse;

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

void GenericOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  auto add = [&](OpOperand &operand, MemoryEffects::Effect *effect) {
    effects.emplace_back(effect, &operand, SideEffects::DefaultResource::get());
  };
  for (OpOperand &input : getInsMutable())
    add(input, MemoryEffects::Read::get());
  for (OpOperand &output : getOutsMutable()) {
    if (!getCombine().empty())
      add(output, MemoryEffects::Read::get());
    add(output, MemoryEffects::Write::get());
  }
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {
using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

/// A generic operation's text up to its body.
struct GenericText {
  StringAttr name;
  /// What stands after `driver`: one of the operands, or its number.
  std::optional<UnresolvedOperand> driver;
  std::optional<int64_t> driverIndex;
  SMLoc driverLoc;
  SmallVector<UnresolvedOperand> ins, outs;
  SmallVector<Type> insTypes, outsTypes;
  SmallVector<Attribute> maps, kinds, combine;
  ArrayAttr borders;
};
} // namespace

/// Parses `driver(%A)` or `driver(1)`, where there is one.
static ParseResult parseDriver(OpAsmParser &parser, GenericText &text) {
  if (failed(parser.parseOptionalKeyword("driver")))
    return success();
  if (parser.parseLParen())
    return failure();
  text.driverLoc = parser.getCurrentLocation();
  UnresolvedOperand operand;
  OptionalParseResult parsed = parser.parseOptionalOperand(operand);
  if (parsed.has_value())
    text.driver = operand;
  if (parsed.has_value() ? *parsed
                         : parser.parseInteger(text.driverIndex.emplace()))
    return failure();
  return parser.parseRParen();
}

/// Parses `ins(%A, %B : .., ..)`, where there is such a list.
static ParseResult parseTensors(OpAsmParser &parser, StringRef word,
                                SmallVectorImpl<UnresolvedOperand> &tensors,
                                SmallVectorImpl<Type> &types) {
  if (failed(parser.parseOptionalKeyword(word)))
    return success();
  return failure(parser.parseLParen() || parser.parseOperandList(tensors) ||
                 parser.parseColonTypeList(types) || parser.parseRParen());
}

/// Parses one word of an enumeration whose words are `expected`.
template <typename AttrT, typename EnumT>
static ParseResult parseWord(OpAsmParser &parser, StringRef expected,
                             std::optional<EnumT> (*symbolize)(StringRef),
                             SmallVectorImpl<Attribute> &words) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<EnumT> value = symbolize(word);
  if (!value)
    return parser.emitError(loc)
           << "expected " << expected << " but got '" << word << "'";
  words.push_back(AttrT::get(parser.getContext(), *value));
  return success();
}

/// Parses `maps [..] kinds [..] combine [..]`; the last may be left out.
static ParseResult parseLists(OpAsmParser &parser, GenericText &text) {
  auto parseMap = [&]() -> ParseResult {
    AffineMapAttr map;
    if (parser.parseAttribute(map))
      return failure();
    text.maps.push_back(map);
    return success();
  };
  auto parseDimKind = [&] {
    return parseWord<iter::DimKindAttr, iter::DimKind>(
        parser, "'spatial' or 'reduction'", iter::symbolizeDimKind, text.kinds);
  };
  auto parseCombineKind = [&] {
    return parseWord<iter::CombineKindAttr, iter::CombineKind>(
        parser, "a kind of combination, as 'add',", iter::symbolizeCombineKind,
        text.combine);
  };
  auto parseList = [&](StringRef word,
                       function_ref<ParseResult()> parse) -> ParseResult {
    return failure(
        parser.parseKeyword(word) ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parse));
  };
  if (parseList("maps", parseMap) || parseList("kinds", parseDimKind))
    return failure();
  if (failed(parser.parseOptionalKeyword("combine")))
    return success();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                        parseCombineKind);
}

/// Parses `borders [none, 0.0 : f32]`, where there are some.
static ParseResult parseBorders(OpAsmParser &parser, GenericText &text) {
  if (failed(parser.parseOptionalKeyword("borders")))
    return success();
  SmallVector<Attribute> borders;
  auto parseBorder = [&]() -> ParseResult {
    borders.push_back(parser.getBuilder().getUnitAttr());
    if (succeeded(parser.parseOptionalKeyword("none")))
      return success();
    return parser.parseAttribute(borders.back());
  };
  if (failed(parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                            parseBorder)))
    return failure();
  text.borders = parser.getBuilder().getArrayAttr(borders);
  return success();
}

static void printBorders(OpAsmPrinter &printer, ArrayAttr borders) {
  printer << " borders [";
  llvm::interleaveComma(borders, printer, [&](Attribute border) {
    if (isa<UnitAttr>(border))
      printer << "none";
    else
      printer << border;
  });
  printer << "]";
}

static ParseResult parseHead(OpAsmParser &parser, GenericText &text) {
  std::string name;
  if (succeeded(parser.parseOptionalString(&name)))
    text.name = parser.getBuilder().getStringAttr(name);
  return failure(parseDriver(parser, text) ||
                 parseTensors(parser, "ins", text.ins, text.insTypes) ||
                 parseTensors(parser, "outs", text.outs, text.outsTypes) ||
                 parseLists(parser, text) || parseBorders(parser, text));
}

/// Finds the number of the operand that drives.
static ParseResult resolveDriver(OpAsmParser &parser, GenericText &text) {
  if (!text.driver)
    return success();
  SmallVector<UnresolvedOperand> operands = text.ins;
  llvm::append_range(operands, text.outs);
  for (auto [index, operand] : llvm::enumerate(operands))
    if (operand.name == text.driver->name &&
        operand.number == text.driver->number) {
      text.driverIndex = index;
      return success();
    }
  return parser.emitError(text.driverLoc)
         << "(C3) expected the driver to be one of 'ins' or 'outs'";
}

/// Parses the attributes that the rest of the text does not give.
static ParseResult parseGenericAttributes(OpAsmParser &parser,
                                          OperationState &state) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  for (StringRef name : GenericOp::getAttributeNames())
    if (state.attributes.get(name))
      return parser.emitError(loc)
             << "expected no attribute '" << name
             << "' after 'attributes': the text of a generic operation gives "
                "it";
  return success();
}

ParseResult GenericOp::parse(OpAsmParser &parser, OperationState &state) {
  GenericText text;
  SMLoc loc = parser.getCurrentLocation();
  if (parseHead(parser, text) || resolveDriver(parser, text) ||
      parseGenericAttributes(parser, state) ||
      parser.resolveOperands(text.ins, text.insTypes, loc, state.operands) ||
      parser.resolveOperands(text.outs, text.outsTypes, loc, state.operands))
    return failure();
  Builder &builder = parser.getBuilder();
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {int32_t(text.ins.size()),
                                    int32_t(text.outs.size())};
  properties.name = text.name;
  if (text.driverIndex)
    properties.driver = builder.getI64IntegerAttr(*text.driverIndex);
  properties.maps = builder.getArrayAttr(text.maps);
  properties.kinds = builder.getArrayAttr(text.kinds);
  properties.combine = builder.getArrayAttr(text.combine);
  properties.borders = text.borders;
  Region *body = state.addRegion();
  if (parser.parseRegion(*body))
    return failure();
  ensureTerminator(*body, builder, state.location);
  return success();
}

/// Prints `driver(%A)`; the number of an operand that is not the first with its
/// name.
static void printDriver(OpAsmPrinter &printer, GenericOp op) {
  std::optional<int64_t> driver = op.getDriverIndex();
  if (!driver)
    return;
  OperandRange operands = op->getOperands();
  bool isFirst = llvm::find(operands, operands[*driver]) ==
                 std::next(operands.begin(), *driver);
  printer << " driver(";
  if (isFirst)
    printer << operands[*driver];
  else
    printer << *driver;
  printer << ")";
}

static void printTensors(OpAsmPrinter &printer, StringRef word,
                         OperandRange tensors) {
  if (!tensors.empty())
    printer << " " << word << "(" << tensors << " : " << tensors.getTypes()
            << ")";
}

void GenericOp::print(OpAsmPrinter &printer) {
  if (getName()) {
    printer << " ";
    printer.printString(*getName());
  }
  printDriver(printer, *this);
  printTensors(printer, "ins", getIns());
  printTensors(printer, "outs", getOuts());
  printer << " maps " << getMaps() << " kinds [";
  llvm::interleaveComma(
      getKinds().getAsRange<iter::DimKindAttr>(), printer,
      [&](auto kind) { printer << stringifyDimKind(kind.getValue()); });
  printer << "]";
  if (!getCombine().empty()) {
    printer << " combine [";
    llvm::interleaveComma(
        getCombine().getAsRange<iter::CombineKindAttr>(), printer,
        [&](auto kind) { printer << stringifyCombineKind(kind.getValue()); });
    printer << "]";
  }
  if (getBordersAttr())
    printBorders(printer, getBordersAttr());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getNameAttrName(), getDriverAttrName(), getMapsAttrName(),
       getKindsAttrName(), getCombineAttrName(), getBordersAttrName(),
       getOperandSegmentSizesAttrName()});
  printer << " ";
  bool yields = !getBody().front().getTerminator()->getOperands().empty();
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/true,
                      /*printBlockTerminators=*/yields);
}

//===- AsmLexer.cpp - formats read by MLIR's parser -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatReading.h"

#include "Spindle/Support/Suggestion.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::sparse;
using format::Sign;

void AsmLexer::emitError(Loc loc, const std::string &message) {
  parser.emitError(SMLoc::getFromPointer(loc)) << message;
}

std::string_view AsmLexer::takeWord() {
  StringRef word;
  return succeeded(parser.parseOptionalKeyword(&word)) ? std::string_view(word)
                                                       : std::string_view();
}

bool AsmLexer::take(std::string_view word) {
  return succeeded(parser.parseOptionalKeyword(StringRef(word)));
}

bool AsmLexer::expect(std::string_view word) {
  return succeeded(parser.parseKeyword(StringRef(word)));
}

bool AsmLexer::take(Sign sign) {
  switch (sign) {
  case Sign::LParen:
    return succeeded(parser.parseOptionalLParen());
  case Sign::RParen:
    return succeeded(parser.parseOptionalRParen());
  case Sign::Less:
    return succeeded(parser.parseOptionalLess());
  case Sign::Greater:
    return succeeded(parser.parseOptionalGreater());
  case Sign::Comma:
    return succeeded(parser.parseOptionalComma());
  case Sign::Equal:
    return succeeded(parser.parseOptionalEqual());
  case Sign::Colon:
    return succeeded(parser.parseOptionalColon());
  case Sign::Minus:
    return succeeded(parser.parseOptionalMinus());
  case Sign::Plus:
    return succeeded(parser.parseOptionalPlus());
  case Sign::Star:
    return succeeded(parser.parseOptionalStar());
  case Sign::Question:
    return succeeded(parser.parseOptionalQuestion());
  case Sign::Arrow:
    return succeeded(parser.parseOptionalArrow());
  case Sign::LBrace:
    return succeeded(parser.parseOptionalLBrace());
  }
  llvm_unreachable("unknown sign");
}

bool AsmLexer::expect(Sign sign) {
  SMLoc loc = parser.getCurrentLocation();
  if (take(sign))
    return true;
  parser.emitError(loc) << "expected '" << StringRef(getText(sign)) << "'";
  return false;
}

bool AsmLexer::takeNumber(int64_t &number, bool &isRead) {
  OptionalParseResult parsed = parser.parseOptionalInteger(number);
  if (!parsed.has_value())
    return false;
  isRead = succeeded(*parsed);
  return true;
}

bool AsmLexer::expectType(int &bits, std::string &text) {
  Type type;
  if (parser.parseType(type))
    return false;
  bits = type.isSignlessInteger() ? int(type.getIntOrFloatBitWidth()) : -1;
  text = debugString(type);
  return true;
}

bool AsmLexer::expectAttribute(format::AnyFormat &format, int64_t rank) {
  SMLoc loc = parser.getCurrentLocation();
  auto emit = [&]() { return parser.emitError(loc); };
  if (take(Sign::LBrace)) {
    emit() << "expected a format, as in csr or #sparse.format<..>, but got '{'";
    return false;
  }
  Attribute attr;
  if (parser.parseAttribute(attr))
    return false;
  if (auto composite = dyn_cast<CompositeAttr>(attr)) {
    format.composite = getDescriptor(composite);
    return true;
  }
  FormatAttr levels = FormatAttr::getInTensor(emit, attr, rank);
  if (levels)
    format.levels = getDescriptor(levels);
  return bool(levels);
}

std::string
AsmLexer::suggest(std::string_view word,
                  const std::vector<std::string_view> &known) const {
  SmallVector<StringRef> words(known.begin(), known.end());
  return spindle::suggest(word, words);
}

//===- NameParser.cpp - named formats from text ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprParser.h"
#include "KeptParser.h"
#include "Names.h"

using namespace spindle::format;

bool spindle::format::parseOptionalKept(Lexer &lexer,
                                        std::optional<Kept> &keeps) {
  if (lexer.take("full"))
    keeps = Kept::None;
  else if (lexer.take("bitmap"))
    keeps = Kept::Bitmap;
  else if (lexer.take("lengths"))
    keeps = Kept::Lengths;
  if (keeps != Kept::Lengths || !lexer.take("and"))
    return true;
  keeps = Kept::LengthsAndBitmap;
  return lexer.expect("bitmap");
}

namespace {
/// Parses what stands between `<` and `>` after the name of a format.
struct NameItems {
  bool parseItem();
  bool parseWord();
  bool parseType(Lexer::Loc loc, std::string_view word);

  bool fail(Lexer::Loc loc, const std::string &message) {
    lexer.emitError(loc, message);
    return false;
  }

  Lexer &lexer;
  FormatNaming &naming;
};
} // namespace

/// The kind of levels whose array of the type `word` a name says.
static LevelKind getKindOf(std::string_view word) {
  return word == "pos" ? LevelKind::Variable : LevelKind::Singleton;
}

/// Parses the type after `pos` or `crd`.
bool NameItems::parseType(Lexer::Loc loc, std::string_view word) {
  int &bits = word == "pos" ? naming.pos : naming.crd;
  if (bits)
    return fail(loc, joinText("expected '", word, "' once"));
  std::string text;
  if (!lexer.expect(Sign::Equal))
    return false;
  Lexer::Loc typeLoc = lexer.getLoc();
  if (!lexer.expectType(bits, text))
    return false;
  if (bits > 0)
    return true;
  reportType(getKindOf(word), word, text, lexer.reportAt(typeLoc));
  return false;
}

/// Parses `pos = type`, `crd = type` or what is kept.
bool NameItems::parseWord() {
  Lexer::Loc loc = lexer.getLoc();
  if (!parseOptionalKept(lexer, naming.keeps))
    return false;
  if (naming.keeps)
    return true;
  std::string_view word = lexer.takeWord();
  if (word == "pos" || word == "crd")
    return parseType(loc, word);
  std::string got;
  if (!word.empty())
    got = joinText(
        " but got '", word, "'",
        lexer.suggest(word, {"pos", "crd", "full", "lengths", "bitmap"}));
  return fail(loc, "expected a number, 'pos', 'crd', 'full', 'lengths' or "
                   "'bitmap'" +
                       got);
}

/// Parses one item: a number, a type by its word, or, as the last, what is
/// kept.
bool NameItems::parseItem() {
  Lexer::Loc loc = lexer.getLoc();
  if (naming.keeps)
    return fail(loc, joinText("expected nothing after '",
                              getWords(*naming.keeps), "'"));
  if (naming.name->mayBeUnknown && lexer.take(Sign::Question)) {
    naming.params.push_back(kUnknownWidth);
    return true;
  }
  int64_t number = 0, least = naming.name->isFamily ? 0 : 1;
  bool isRead = true;
  if (!lexer.takeNumber(number, isRead))
    return parseWord();
  if (!isRead)
    return false;
  if (number < least || number > kMaxNumber)
    return fail(loc, joinText("(C4) expected a number from ", least, " to ",
                              kMaxNumber, " but got ", number));
  if (naming.pos || naming.crd)
    return fail(loc, "expected numbers before 'pos' and 'crd'");
  naming.params.push_back(number);
  return true;
}

/// Parses the items, with their brackets, where there are any.
static bool parseItems(Lexer &lexer, FormatNaming &naming) {
  if (!lexer.take(Sign::Less))
    return true;
  NameItems items{lexer, naming};
  do {
    if (!items.parseItem())
      return false;
  } while (lexer.take(Sign::Comma));
  return lexer.expect(Sign::Greater);
}

std::optional<Format> spindle::format::parseNamed(Lexer &lexer, Lexer::Loc loc,
                                                  std::string_view word) {
  FormatNaming naming{findFormatName(word)};
  if (!naming.name) {
    lexer.emitError(loc, describeUnknownName(word) +
                             lexer.suggest(word, getFormatWords()));
    return std::nullopt;
  }
  if (!parseItems(lexer, naming))
    return std::nullopt;
  if (std::string reason = refuseParamCount(naming); !reason.empty()) {
    lexer.emitError(loc, reason);
    return std::nullopt;
  }
  return buildNaming(naming, lexer.reportAt(loc));
}

std::optional<AnyFormat> spindle::format::parseWord(Lexer &lexer,
                                                    Lexer::Loc loc,
                                                    std::string_view word,
                                                    int64_t rank) {
  AnyFormat format;
  bool isDescriptor = word == "composite" || word == "format";
  if (isDescriptor && !lexer.expect(Sign::Less))
    return std::nullopt;
  if (word == "composite")
    format.composite = parseCompositeDescriptor(lexer);
  else if (isCompositeName(word))
    format.composite = parseNamedComposite(lexer, loc, word);
  bool isComposite = word == "composite" || isCompositeName(word);
  if (!isComposite) {
    std::optional<Format> levels = word == "format"
                                       ? parseDescriptor(lexer)
                                       : parseNamed(lexer, loc, word);
    if (levels)
      levels = getMember(*levels, rank, lexer.reportAt(loc));
    if (!levels)
      return std::nullopt;
    format.levels = std::move(*levels);
  }
  if ((isComposite && !format.composite) ||
      (isDescriptor && !lexer.expect(Sign::Greater)))
    return std::nullopt;
  return format;
}

//===- Lexer.h - what the grammar of formats reads --------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar of formats is written once, over words, signs and numbers. The
// compiler reads these by its own parser, so that errors have locations in its
// file and `#alias` stands for a format; elsewhere they come from a string.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_FORMAT_LEXER_H
#define SPINDLE_FORMAT_LEXER_H

#include "Spindle/Format/Composite.h"
#include "Spindle/Format/Names.h"

namespace spindle::format {

/// The signs of the grammar.
enum class Sign : uint8_t {
  LParen,
  RParen,
  Less,
  Greater,
  Comma,
  Equal,
  Colon,
  Minus,
  Plus,
  Star,
  Question,
  Arrow,
  LBrace
};

/// The characters of `sign`.
std::string_view getText(Sign sign);

/// A format of either kind.
struct AnyFormat {
  /// Not used where `composite` is there.
  Format levels = {};
  std::optional<Composite> composite = std::nullopt;
};

/// Gives the text piece by piece. What takes something that has to be there
/// gives false after an error.
class Lexer {
public:
  /// A source location.
  using Loc = const char *;

  virtual ~Lexer() = default;

  /// Where what comes next is.
  virtual Loc getLoc() = 0;
  /// Reports `message` at `loc`.
  virtual void emitError(Loc loc, const std::string &message) = 0;
  /// Takes the next word; empty where something else comes next.
  virtual std::string_view takeWord() = 0;
  /// Takes `word`, if it is what comes next.
  virtual bool take(std::string_view word) = 0;
  virtual bool expect(std::string_view word) = 0;
  /// Takes a sign, if it is what comes next.
  virtual bool take(Sign sign) = 0;
  virtual bool expect(Sign sign) = 0;
  /// Takes a number with its sign, if it is what comes next; `isRead` is false
  /// after an error.
  virtual bool takeNumber(int64_t &number, bool &isRead) = 0;
  /// Takes a type: the bits of a signless integer, -1 for another one, whose
  /// text is `text`.
  virtual bool expectType(int &bits, std::string &text) = 0;
  /// Takes a format that no word begins, as in `#sparse.csr`, of a tensor of
  /// `rank` dimensions.
  virtual bool expectAttribute(AnyFormat &format, int64_t rank) = 0;
  /// "; did you mean 'x'?", x being the one of `known` nearest to `word`; empty
  /// where none is near.
  virtual std::string
  suggest(std::string_view word,
          const std::vector<std::string_view> &known) const {
    (void)word, (void)known;
    return "";
  }

  /// Takes a number, which has to be there.
  bool expectNumber(int64_t &number);
  /// Reports at `loc`.
  Report reportAt(Loc loc) {
    return [this, loc](const std::string &text) { emitError(loc, text); };
  }

  /// How many composite formats are being read, one in another.
  int compositeDepth = 0;
};

/// Parses a descriptor, from `(` of the dimensions to what is kept.
std::optional<Format> parseDescriptor(Lexer &lexer);

/// Parses what follows the name `word` of a format, which was read at `loc`.
std::optional<Format> parseNamed(Lexer &lexer, Lexer::Loc loc,
                                 std::string_view word);

/// Parses the descriptor of a composite format, from `(` of the dimensions to
/// `)` of the parts.
std::optional<Composite> parseCompositeDescriptor(Lexer &lexer);

/// Whether `word` is the name of a composite format.
bool isCompositeName(std::string_view word);

/// Parses what follows the name `word` of a composite format, which was read at
/// `loc`.
std::optional<Composite> parseNamedComposite(Lexer &lexer, Lexer::Loc loc,
                                             std::string_view word);

/// Parses what follows `word`, which was read at `loc`, in a part: the name of
/// a format of either kind, or `format` or `composite` and a descriptor between
/// `<` and `>`. A family gives its member of `rank`.
std::optional<AnyFormat> parseWord(Lexer &lexer, Lexer::Loc loc,
                                   std::string_view word, int64_t rank);

} // namespace spindle::format

#endif // SPINDLE_FORMAT_LEXER_H

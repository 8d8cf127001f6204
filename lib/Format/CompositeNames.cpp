//===- CompositeNames.cpp - composite formats that have names -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Message.h"

#include "Spindle/Format/Lexer.h"

using namespace spindle::format;

namespace {
/// A row of the table of composite formats that have names. All are of two
/// dimensions.
struct CompositeName {
  std::string_view word;
  /// What the numbers are, as in `c, k`.
  std::string_view params;
  size_t numParams;
  /// The least number that each of the numbers may be.
  int64_t least;
  /// The parts of the descriptor, as text.
  std::vector<std::string> (*spell)(const NameParams &params);
  /// The numbers that `format` has if it is of this name; none where it cannot
  /// be.
  NameParams (*extract)(const Composite &format);
};
} // namespace

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// Parts of one section of the columns after the other.
static std::vector<std::string> spellColumns(const NameParams &params) {
  std::vector<std::string> parts;
  for (int64_t section = 0; section < params[0]; ++section)
    parts.push_back(
        joinText("section(j of ", params[0], ") is ", section, " : csr"));
  return parts;
}

/// The rows of bucket `b` of `k`, and how they are stored: rows of up to 2^b
/// elements, but not of up to half as many; in the last one all longer rows,
/// cut to pieces of 2^k.
static std::string spellBucket(int64_t b, int64_t k, std::string_view length) {
  int64_t width = int64_t(1) << b;
  std::string rows(k == 0 ? "" : length);
  if (b > 0)
    rows += joinText(" from ", width / 2 + 1);
  if (b < k)
    rows += joinText(" below ", width + 1);
  return joinText(rows, " : format<(i, j) -> (i : compressed",
                  b == k ? "(nonunique)" : "", ", j : fixed(", width, "))>");
}

/// The sections of the columns, each in buckets of rows.
static std::vector<std::string> spellHyb(const NameParams &params) {
  int64_t sections = params[0], k = params[1];
  std::vector<std::string> parts;
  for (int64_t section = 0; section < sections; ++section)
    for (int64_t b = 0; b <= k; ++b) {
      std::string column = joinText("section(j of ", sections, ")");
      std::string bucket = spellBucket(
          b, k, sections == 1 ? "length(i)" : "length(i, " + column + ")");
      bool isAll = k == 0; // One bucket has rows of all lengths.
      std::string where;
      if (sections > 1)
        where = joinText(column, " is ", section, isAll ? "" : " and ");
      else if (isAll)
        where = "rest";
      parts.push_back(where + bucket);
    }
  return parts;
}

static std::vector<std::string> spellEllCoo(const NameParams &params) {
  return {joinText("slot(j in i) below ", params[0], " : ell<", params[0], ">"),
          "rest : coo"};
}

static std::vector<std::string> spellCsrCoo(const NameParams &params) {
  return {joinText("slot(j in i) below ", params[0], " : csr"), "rest : coo"};
}

static std::vector<std::string> spellBsrCsr(const NameParams &params) {
  return {joinText("length(i floordiv ", params[0], ", j floordiv ", params[1],
                   ") from ", params[2], " : bsr<", params[0], ", ", params[1],
                   ">"),
          "rest : csr"};
}

static std::vector<std::string> spellDiaCsr(const NameParams &params) {
  return {joinText("length(j - i) from ", params[0], " : dia"), "rest : csr"};
}

static std::vector<std::string> spellDenseRows(const NameParams &params) {
  return {joinText("order(i by -length) below ", params[0],
                   " : format<(i, j) -> (i : compressed, j : dense)>"),
          "rest : csr"};
}

//===----------------------------------------------------------------------===//
// Numbers of descriptors
//===----------------------------------------------------------------------===//

/// The first condition of the first part; null without one.
static const Range *getFirstRange(const Composite &format) {
  const std::vector<Range> &ranges = format.parts.front().ranges;
  return ranges.empty() ? nullptr : &ranges.front();
}

/// The bound above of the first comparison of the first part.
static NameParams extractFirst(const Composite &format) {
  const Range *range = getFirstRange(format);
  if (!range || range->high == Range::kHighest)
    return {};
  return {range->high + 1};
}

/// The bound below of that.
static NameParams extractFirstLow(const Composite &format) {
  const Range *range = getFirstRange(format);
  return range ? NameParams{range->low} : NameParams();
}

static NameParams extractColumns(const Composite &format) {
  return {int64_t(format.parts.size())};
}

static NameParams extractHyb(const Composite &format) {
  int64_t sections = 1, parts = format.parts.size();
  if (!format.criteria.empty() &&
      format.criteria.front().kind == CriterionKind::Section)
    sections = format.criteria.front().numbers.front();
  if (parts % sections != 0)
    return {};
  return {sections, parts / sections - 1};
}

static NameParams extractBsrCsr(const Composite &format) {
  const Part &part = format.parts.front();
  const Range *range = getFirstRange(format);
  NameParams params;
  for (size_t l = 0; l < 2 && l < part.format.levels.size(); ++l)
    if (auto divisor = part.format.levels[l].expr.rightConstant())
      params.push_back(*divisor);
  if (!range || params.size() != 2)
    return {};
  params.push_back(range->low);
  return params;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr CompositeName kNames[] = {
    {"hyb", "c, k", 2, 0, spellHyb, extractHyb},
    {"ell_coo", "w", 1, 1, spellEllCoo, extractFirst},
    {"csr_coo", "w", 1, 1, spellCsrCoo, extractFirst},
    {"bsr_csr", "b, c, n", 3, 1, spellBsrCsr, extractBsrCsr},
    {"dia_csr", "n", 1, 1, spellDiaCsr, extractFirstLow},
    {"dense_rows", "n", 1, 1, spellDenseRows, extractFirst},
    {"columns", "c", 1, 1, spellColumns, extractColumns},
};

/// The row of `word`; null for an unknown one.
static const CompositeName *findName(std::string_view word) {
  for (const CompositeName &name : kNames)
    if (name.word == word)
      return &name;
  return nullptr;
}

bool spindle::format::isCompositeName(std::string_view word) {
  return findName(word) != nullptr;
}

std::vector<std::string_view> spindle::format::getCompositeWords() {
  std::vector<std::string_view> words;
  for (const CompositeName &name : kNames)
    words.push_back(name.word);
  return words;
}

/// Why `params` are no numbers of `name`; empty where they are.
static std::string refuseParams(const CompositeName &name,
                                const NameParams &params) {
  if (params.size() != name.numParams)
    return joinText("expected ", name.word, "<", name.params, "> but got ",
                    params.size(), " number(s)");
  for (int64_t param : params)
    if (param < name.least || param > kMaxNumber)
      return joinText("expected numbers of '", name.word, "' from ", name.least,
                      " to ", kMaxNumber, " but got ", param);
  // More parts, or larger pieces of rows, than any composite format has.
  bool isHyb = name.word == "hyb";
  int64_t parts = isHyb                    ? params[0] * (params[1] + 1)
                  : name.word == "columns" ? params[0]
                                           : 2;
  if (parts < 1 || parts > int64_t(kMaxParts) || (isHyb && params[1] > 30))
    return joinText("#sparse.composite (C6) expected '", name.word,
                    "' of 1 to ", kMaxParts,
                    " parts, of rows of up to 2^30 elements");
  return "";
}

/// The descriptor of `name`, whose numbers are right.
static Composite build(const CompositeName &name, const NameParams &params) {
  std::string text =
      "composite (i, j) -> (" + joinItems(name.spell(params)) + ")";
  return *parseComposite(text, [](const std::string &) {});
}

std::optional<Composite>
spindle::format::parseNamedComposite(Lexer &lexer, Lexer::Loc loc,
                                     std::string_view word) {
  const CompositeName *name = findName(word);
  NameParams params;
  if (!name) {
    std::vector<std::string_view> known = getCompositeWords();
    std::vector<std::string> words(known.begin(), known.end());
    lexer.emitError(loc, joinText("expected 'composite' or the name of a "
                                  "composite format (",
                                  joinItems(words), ")"));
    return std::nullopt;
  }
  if (lexer.take(Sign::Less)) {
    do
      if (!lexer.expectNumber(params.emplace_back()))
        return std::nullopt;
    while (lexer.take(Sign::Comma));
    if (!lexer.expect(Sign::Greater))
      return std::nullopt;
  }
  std::string reason = refuseParams(*name, params);
  if (reason.empty())
    return build(*name, params);
  lexer.emitError(loc, reason);
  return std::nullopt;
}

std::string spindle::format::getName(const Composite &format) {
  if (format.rank != 2 || format.parts.empty())
    return "";
  for (const CompositeName &name : kNames) {
    NameParams params = name.extract(format);
    if (!refuseParams(name, params).empty() || !(build(name, params) == format))
      continue;
    std::vector<std::string> numbers;
    for (int64_t param : params)
      numbers.push_back(std::to_string(param));
    return joinText(name.word, "<", joinItems(numbers), ">");
  }
  return "";
}

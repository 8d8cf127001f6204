//===- CompositeNames.cpp - composite formats that have names -------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompositeText.h"
#include "FormatRules.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace spindle::sparse;

using Params = ArrayRef<int64_t>;

//===----------------------------------------------------------------------===//
// Descriptors
//===----------------------------------------------------------------------===//

/// A descriptor of these parts.
static std::string spellParts(ArrayRef<std::string> parts) {
  return "(i, j) -> (" + llvm::join(parts, ", ") + ")";
}

/// Parts of one section of the columns after the other.
static std::string spellColumns(Params params) {
  SmallVector<std::string> parts;
  for (int64_t section = 0; section < params[0]; ++section)
    parts.push_back(llvm::formatv("section(j of {0}) is {1} : #sparse.csr",
                                  params[0], section));
  return spellParts(parts);
}

/// The rows of bucket `b` of `k`, and how they are stored: rows of up to 2^b
/// elements, but not of up to half as many; in the last one all longer rows,
/// cut to pieces of 2^k.
static std::string spellBucket(int64_t b, int64_t k, StringRef length) {
  int64_t width = int64_t(1) << b;
  std::string rows = k == 0 ? "" : length.str();
  if (b > 0)
    rows += llvm::formatv(" from {0}", width / 2 + 1);
  if (b < k)
    rows += llvm::formatv(" below {0}", width + 1);
  return llvm::formatv("{0} : #sparse.format<(i, j) -> (i : compressed{1}, j : "
                       "fixed({2}))>",
                       rows, b == k ? "(nonunique)" : "", width);
}

/// The sections of the columns, each in buckets of rows.
static std::string spellHyb(Params params) {
  int64_t sections = params[0], k = params[1];
  SmallVector<std::string> parts;
  for (int64_t section = 0; section < sections; ++section)
    for (int64_t b = 0; b <= k; ++b) {
      std::string column = llvm::formatv("section(j of {0})", sections);
      std::string bucket = spellBucket(
          b, k, sections == 1 ? "length(i)" : "length(i, " + column + ")");
      bool isAll = k == 0; // One bucket has rows of all lengths.
      std::string where;
      if (sections > 1)
        where = llvm::formatv("{0} is {1}{2}", column, section,
                              isAll ? "" : " and ");
      else if (isAll)
        where = "rest";
      parts.push_back(where + bucket);
    }
  return spellParts(parts);
}

static std::string spellEllCoo(Params params) {
  return spellParts(
      {llvm::formatv("slot(j in i) below {0} : #sparse.ell<{0}>", params[0]),
       "rest : #sparse.coo"});
}

static std::string spellCsrCoo(Params params) {
  return spellParts(
      {llvm::formatv("slot(j in i) below {0} : #sparse.csr", params[0]),
       "rest : #sparse.coo"});
}

static std::string spellBsrCsr(Params params) {
  return spellParts(
      {llvm::formatv("length(i floordiv {0}, j floordiv {1}) from "
                     "{2} : #sparse.bsr<{0}, {1}>",
                     params[0], params[1], params[2]),
       "rest : #sparse.csr"});
}

static std::string spellDiaCsr(Params params) {
  return spellParts(
      {llvm::formatv("length(j - i) from {0} : #sparse.dia", params[0]),
       "rest : #sparse.csr"});
}

static std::string spellDenseRows(Params params) {
  return spellParts(
      {llvm::formatv("order(i by -length) below {0} : #sparse.format<"
                     "(i, j) -> (i : compressed, j : dense)>",
                     params[0]),
       "rest : #sparse.csr"});
}

//===----------------------------------------------------------------------===//
// Numbers of descriptors
//===----------------------------------------------------------------------===//

/// The bound above of the first comparison of the first part.
static NameParams extractFirst(CompositeAttr format) {
  PartAttr part = format.getParts().front();
  if (part.getHighs().empty() ||
      part.getHighs().front() == std::numeric_limits<int64_t>::max())
    return {};
  return {part.getHighs().front() + 1};
}

/// The bound below of that.
static NameParams extractFirstLow(CompositeAttr format) {
  PartAttr part = format.getParts().front();
  if (part.getLows().empty())
    return {};
  return {part.getLows().front()};
}

static NameParams extractColumns(CompositeAttr format) {
  return {int64_t(format.getParts().size())};
}

static NameParams extractHyb(CompositeAttr format) {
  int64_t sections = 1, parts = format.getParts().size();
  if (!format.getCriteria().empty() &&
      format.getCriteria().front().getKind() == CriterionAttr::Kind::Section)
    sections = format.getCriteria().front().getCount();
  if (parts % sections != 0)
    return {};
  return {sections, parts / sections - 1};
}

static NameParams extractBsrCsr(CompositeAttr format) {
  PartAttr part = format.getParts().front();
  auto blocks = dyn_cast<FormatAttr>(part.getFormat());
  NameParams params;
  for (LevelAttr level :
       blocks ? blocks.getLevels().take_front(2) : ArrayRef<LevelAttr>())
    if (auto quotient = dyn_cast<AffineBinaryOpExpr>(level.getExpr()))
      if (auto divisor = dyn_cast<AffineConstantExpr>(quotient.getRHS()))
        params.push_back(divisor.getValue());
  if (part.getLows().empty() || params.size() != 2)
    return {};
  params.push_back(part.getLows().front());
  return params;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

ArrayRef<CompositeName> spindle::sparse::getCompositeNames() {
  static const CompositeName names[] = {
      {"hyb", "c, k", 2, 0, spellHyb, extractHyb},
      {"ell_coo", "w", 1, 1, spellEllCoo, extractFirst},
      {"csr_coo", "w", 1, 1, spellCsrCoo, extractFirst},
      {"bsr_csr", "b, c, n", 3, 1, spellBsrCsr, extractBsrCsr},
      {"dia_csr", "n", 1, 1, spellDiaCsr, extractFirstLow},
      {"dense_rows", "n", 1, 1, spellDenseRows, extractFirst},
      {"columns", "c", 1, 1, spellColumns, extractColumns},
  };
  return names;
}

const CompositeName *spindle::sparse::lookUpCompositeName(StringRef word) {
  for (const CompositeName &name : getCompositeNames())
    if (name.word == word)
      return &name;
  return nullptr;
}

/// Why `params` are no numbers of `name`; empty where they are.
static std::string refuse(const CompositeName &name, Params params) {
  if (params.size() != name.numParams)
    return llvm::formatv("expected {0}<{1}> but got {2} number(s)", name.word,
                         name.params, params.size());
  for (int64_t param : params)
    if (param < name.least || param > kMaxNumber)
      return llvm::formatv("expected numbers of '{0}' from {1} to {2} but got "
                           "{3}",
                           name.word, name.least, kMaxNumber, param);
  // More parts, or larger pieces of rows, than any composite format has.
  bool isHyb = name.word == "hyb";
  int64_t parts = isHyb                    ? params[0] * (params[1] + 1)
                  : name.word == "columns" ? params[0]
                                           : 2;
  if (parts < 1 || parts > int64_t(kMaxParts) || (isHyb && params[1] > 30))
    return llvm::formatv("(C6) expected '{0}' of 1 to {1} parts, of rows of up "
                         "to 2^30 elements",
                         name.word, kMaxParts);
  return "";
}

/// The descriptor of `name`, whose numbers are right.
static CompositeAttr build(MLIRContext *context, const CompositeName &name,
                           Params params) {
  std::string text = "#sparse.composite<" + name.spell(params) + ">";
  return cast<CompositeAttr>(parseAttribute(text, context));
}

CompositeAttr spindle::sparse::parseNamedComposite(AsmParser &parser, SMLoc loc,
                                                   const CompositeName &name) {
  NameParams params;
  if (succeeded(parser.parseOptionalLess()) &&
      (parser.parseCommaSeparatedList(
           [&]() { return parser.parseInteger(params.emplace_back()); }) ||
       parser.parseGreater()))
    return {};
  if (std::string reason = refuse(name, params); !reason.empty()) {
    parser.emitError(loc) << reason;
    return {};
  }
  return build(parser.getContext(), name, params);
}

std::string CompositeAttr::getShortName() const {
  if (getRank() != 2)
    return "";
  for (const CompositeName &name : getCompositeNames()) {
    NameParams params = name.extract(*this);
    if (!refuse(name, params).empty() ||
        build(getContext(), name, params) != *this)
      continue;
    auto numbers = llvm::map_range(
        params, [](int64_t param) { return std::to_string(param); });
    return (name.word + "<" + llvm::join(numbers, ", ") + ">").str();
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Command lines
//===----------------------------------------------------------------------===//

/// The attribute that `text` stands for where it is that of a composite format;
/// empty where it is not.
static std::string spellComposite(StringRef text) {
  std::string word = text.substr(0, text.find_first_of("(< ")).str();
  StringRef items = text.drop_front(word.size()).trim();
  std::replace(word.begin(), word.end(), '-', '_');
  if (word != "composite" && !lookUpCompositeName(word))
    return "";
  if (items.empty() || items == "()" || items == "<>")
    return "#sparse." + word;
  // A descriptor begins with parentheses of its own.
  bool isBare = word == "composite" && !items.starts_with("((");
  for (StringRef marks : {"()", "<>"})
    if (items.size() > 1 && items.front() == marks[0] &&
        items.back() == marks[1] && !(isBare && marks == "()"))
      return ("#sparse." + word + "<" + items.drop_front().drop_back() + ">")
          .str();
  return "#sparse." + word + "<" + items.str() + ">";
}

/// Parses `spelled`; null after an error, whose message is left in `message`.
static CompositeAttr parseSpelled(StringRef spelled, MLIRContext *context,
                                  std::string &message) {
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
    message = message.empty() ? diag.str() : message;
    return success();
  });
  return dyn_cast_or_null<CompositeAttr>(parseAttribute(spelled, context));
}

Attribute spindle::sparse::parseAnyFormatName(StringRef text, int64_t rank,
                                              MLIRContext *context,
                                              EmitError emitError) {
  context->getOrLoadDialect<SparseDialect>();
  std::string spelled = spellComposite(text.trim());
  if (spelled.empty())
    return parseFormatName(text, rank, context, emitError);
  std::string message = findUnbalanced(text);
  CompositeAttr format;
  if (message.empty())
    format = parseSpelled(spelled, context, message);
  if (format && format.getRank() == rank)
    return format;
  auto refused = emitError() << "format '" << text << "': ";
  if (format)
    refused << "expected a format of " << rank << " dimensions but got "
            << format.getRank();
  else
    refused << message;
  return {};
}

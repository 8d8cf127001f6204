//===- FormatText.cpp - formats on a command line -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatReading.h"

#include "Spindle/Dialect/Sparse/IR/ModelAttrs.h"
#include "Spindle/Support/Suggestion.h"
#include "mlir/AsmParser/AsmParser.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace spindle;
using namespace spindle::sparse;

namespace {
/// The name of a format, as in a module, and the items after it, as typed.
struct NameText {
  std::string word;
  StringRef items;
};
} // namespace

/// What is wrong with the brackets of `text`, that of a format on a command
/// line; empty where each has its other one.
static std::string findUnbalanced(StringRef text) {
  constexpr StringLiteral openers = "([{<", closers = ")]}>";
  SmallVector<size_t> open;
  for (size_t at = 0; at < text.size(); ++at) {
    size_t closer = closers.find(text[at]);
    bool isArrow = text[at] == '>' && at > 0 && text[at - 1] == '-';
    if (openers.contains(text[at]))
      open.push_back(at);
    if (closer == StringRef::npos || isArrow)
      continue;
    char opener = openers[closer];
    if (open.empty() || text[open.back()] != opener)
      return llvm::formatv("expected '{0}' before '{1}' at character {2}",
                           opener, text[at], at + 1);
    open.pop_back();
  }
  if (open.empty())
    return "";
  return llvm::formatv("expected '{0}' after '{1}' at character {2} but got "
                       "the end",
                       closers[openers.find(text[open.back()])],
                       text[open.back()], open.back() + 1);
}

/// The names of formats of levels.
static SmallVector<StringRef> getWords() {
  auto words = format::getFormatWords();
  return SmallVector<StringRef>(words.begin(), words.end());
}

/// Takes `bsr(4, 4)` or `bsr<4, 4>` apart.
static FailureOr<NameText> splitName(StringRef text, EmitError emitError) {
  size_t end = text.find_first_of("(< ");
  StringRef typed = text.substr(0, end), rest = text.drop_front(typed.size());
  NameText name = {typed.str(), rest.trim()};
  std::replace(name.word.begin(), name.word.end(), '-', '_');
  if (format::isCompositeName(name.word))
    return emitError() << "expected a format of levels but got a composite one";
  if (!format::isFormatName(name.word))
    return emitError() << format::describeUnknownName(name.word)
                       << suggest(name.word, getWords());
  if (name.items.empty())
    return name;
  bool isRound = name.items.consume_front("(") && name.items.consume_back(")");
  bool isPointed =
      !isRound && name.items.consume_front("<") && name.items.consume_back(">");
  if (isRound || isPointed)
    return name;
  return emitError() << "expected '(' .. ')' or '<' .. '>' after '" << typed
                     << "' but got '" << rest.trim() << "'";
}

/// The attribute that `text` stands for, as a module has it.
static FailureOr<std::string> spellAttribute(StringRef text,
                                             EmitError emitError) {
  if (text.starts_with("("))
    return ("#sparse.format<" + text + ">").str();
  if (text == "bitmap")
    text = "dense(bitmap)";
  FailureOr<NameText> name = splitName(text, emitError);
  if (failed(name))
    return failure();
  std::string items = name->items.trim().str();
  // A width that is not given is found at conversion.
  bool hasNumber = !items.empty() && !llvm::isAlpha(items.front());
  if (format::mayHaveUnknownWidth(name->word) && !hasNumber)
    items = items.empty() ? "?" : "?, " + items;
  return "#sparse." + name->word + (items.empty() ? "" : "<" + items + ">");
}

/// Parses `spelled`; null after an error, whose message is left in `message`.
static Attribute parseSpelled(StringRef spelled, MLIRContext *context,
                              std::string &message) {
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
    message = message.empty() ? diag.str() : message;
    return success();
  });
  return parseAttribute(spelled, context);
}

FormatAttr spindle::sparse::parseFormatName(StringRef text, int64_t rank,
                                            MLIRContext *context,
                                            EmitError emitError) {
  auto refuse = [&]() { return emitError() << "format '" << text << "': "; };
  context->getOrLoadDialect<SparseDialect>();
  if (std::string unbalanced = findUnbalanced(text); !unbalanced.empty()) {
    refuse() << unbalanced;
    return {};
  }
  FailureOr<std::string> spelled = spellAttribute(text.trim(), refuse);
  if (failed(spelled))
    return {};
  std::string message;
  auto format =
      dyn_cast_or_null<FormatAttr>(parseSpelled(*spelled, context, message));
  if (!format) {
    refuse() << message;
    return {};
  }
  format = format.getMember(refuse, rank);
  if (!format || format.getRank() == rank)
    return format;
  refuse() << "expected a format of " << rank << " dimensions but got "
           << format.getRank();
  return {};
}

//===----------------------------------------------------------------------===//
// Composite formats
//===----------------------------------------------------------------------===//

/// The attribute that `text` stands for where it is that of a composite format;
/// empty where it is not.
static std::string spellComposite(StringRef text) {
  std::string word = text.substr(0, text.find_first_of("(< ")).str();
  StringRef items = text.drop_front(word.size()).trim();
  std::replace(word.begin(), word.end(), '-', '_');
  if (word != "composite" && !format::isCompositeName(word))
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

Attribute spindle::sparse::parseAnyFormatName(StringRef text, int64_t rank,
                                              MLIRContext *context,
                                              EmitError emitError) {
  context->getOrLoadDialect<SparseDialect>();
  // As the text of a program has it.
  text.consume_front("#sparse.");
  std::string spelled = spellComposite(text.trim());
  if (spelled.empty())
    return parseFormatName(text, rank, context, emitError);
  std::string message = findUnbalanced(text);
  CompositeAttr format;
  if (message.empty())
    format = dyn_cast_or_null<CompositeAttr>(
        parseSpelled(spelled, context, message));
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

Attribute spindle::sparse::parseArgumentFormat(StringRef text, int64_t rank,
                                               MLIRContext *context,
                                               EmitError emitError) {
  constexpr int64_t matrixRank = 2;
  for (int64_t each : {rank, std::min(rank, matrixRank)}) {
    ScopedDiagnosticHandler quiet(context,
                                  [](Diagnostic &) { return success(); });
    auto refuse = [&] { return mlir::emitError(UnknownLoc::get(context)); };
    if (Attribute format = parseAnyFormatName(text, each, context, refuse))
      return format;
  }
  return parseAnyFormatName(text, rank, context, emitError);
}

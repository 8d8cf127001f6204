//===- Rules.cpp - why there is a rule, and what to do --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Dialect/Rules/Rules.h"

#include "RuleTexts.h"
#include "Spindle/Dialect/Axis/IR/Axis.h"
#include "Spindle/Dialect/Tesa/IR/Tesa.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace spindle;

/// The text of the rule called `name`, as "axis.start C2"; null for none.
static const RuleText *findText(StringRef name) {
  for (ArrayRef<RuleText> texts :
       {getAxisTexts(), getSparseTexts(), getFormatTexts(), getTesaTexts()})
    for (const RuleText &text : texts)
      if (llvm::is_contained(llvm::split(text.rules, ", "), name))
        return &text;
  return nullptr;
}

std::string spindle::explainRule(StringRef message) {
  StringRef format = "#sparse.format";
  SmallVector<StringRef> parts;
  llvm::Regex named(
      "(([!#'a-z_.]+) ((op|dialect) )?)?\\((C[0-9]+)\\) expected");
  if (!named.match(message, &parts))
    return "";
  StringRef subject = parts[2].empty() ? format : parts[2].trim('\'');
  const RuleText *text = findText((subject + " " + parts[5]).str());
  return text ? ("rule (" + parts[5] + ") of " + subject + ": " + text->reason +
                 "; " + text->remedy)
                    .str()
              : "";
}

/// Adds the note to `diagnostic`, and leaves printing it to others.
static LogicalResult addRuleNote(Diagnostic &diagnostic) {
  if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
    return failure();
  std::string text = explainRule(diagnostic.str());
  if (!text.empty())
    diagnostic.attachNote() << text;
  return failure();
}

/// Has notes added when `Loaded` is there, unless `Other` has had them added.
template <typename Loaded, typename Other>
static void registerAt(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, Loaded *) {
    if (!context->getLoadedDialect<Other>())
      context->getDiagEngine().registerHandler(addRuleNote);
  });
}

void spindle::registerRuleNotes(DialectRegistry &registry) {
  // The other dialects depend on `axis`.
  registerAt<axis::AxisDialect, tesa::TesaDialect>(registry);
  registerAt<tesa::TesaDialect, axis::AxisDialect>(registry);
}

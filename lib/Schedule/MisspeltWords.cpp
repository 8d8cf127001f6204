//===- MisspeltWords.cpp - what the text of a schedule means --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MisspeltWords.h"

#include "FirstError.h"
#include "Spindle/Support/Suggestion.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace spindle;

static constexpr llvm::StringLiteral kPrefix = "transform.sparse.";

/// The words before parameters in operations of ours, and those before
/// handles. Those before attributes are the names of these.
static constexpr llvm::StringLiteral kWords[] = {
    "aligned",  "at_least", "count",    "distance",   "extent",
    "factor",   "format",   "in",       "interleave", "lanes",
    "locality", "parts",    "sections", "size",       "sizes",
    "tile",     "to",       "values",   "workers"};

/// The attributes that the author of an operation called `name` may give.
static SmallVector<StringRef> getAttributes(OperationName name) {
  SmallVector<StringRef> names;
  for (StringAttr attribute : name.getAttributeNames())
    if (attribute != "operandSegmentSizes")
      names.push_back(attribute);
  return names;
}

static bool isNamePart(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The byte of `text` that `location` is; nothing where it is in no file.
static std::optional<size_t> findOffset(StringRef text, Location location) {
  auto place = dyn_cast<FileLineColLoc>(location);
  if (!place)
    return std::nullopt;
  size_t offset = 0;
  for (unsigned line = 1; line < place.getLine(); ++line) {
    offset = text.find('\n', offset);
    if (offset == StringRef::npos)
      return std::nullopt;
    ++offset;
  }
  offset += place.getColumn() - 1;
  return offset < text.size() ? std::optional(offset) : std::nullopt;
}

/// The operations of `context` that schedules are made of.
static SmallVector<StringRef> getOperations(MLIRContext *context) {
  SmallVector<StringRef> names;
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (name.getStringRef().starts_with("transform."))
      names.push_back(name.getStringRef());
  return names;
}

std::string spindle::suggestForParseError(MLIRContext *context, StringRef text,
                                          Location stop) {
  std::optional<size_t> offset = findOffset(text, stop);
  if (!offset)
    return "";
  // What is not expected may be behind the end of what was.
  StringRef word = text.substr(*offset).ltrim(" ");
  if (word.starts_with("transform.")) {
    word = word.take_while([](char c) { return isNamePart(c) || c == '.'; });
    bool isKnown = RegisteredOperationName::lookup(word, context).has_value();
    return isKnown ? "" : suggest(word, getOperations(context));
  }
  word = word.take_while(isNamePart);
  size_t begin = text.take_front(*offset).rfind(kPrefix);
  if (word.empty() || begin == StringRef::npos)
    return "";
  StringRef op = text.substr(begin).take_while(
      [](char c) { return isNamePart(c) || c == '.'; });
  auto name = RegisteredOperationName::lookup(op, context);
  if (!name)
    return "";
  SmallVector<StringRef> known = getAttributes(*name);
  llvm::append_range(known, kWords);
  return llvm::is_contained(known, word) ? "" : suggest(word, known);
}

std::string spindle::findMisspeltAttribute(ModuleOp module) {
  std::string error;
  module.walk([&](Operation *op) {
    if (!op->getName().getStringRef().starts_with(kPrefix))
      return WalkResult::advance();
    for (NamedAttribute attribute : op->getDiscardableAttrs()) {
      StringRef name = attribute.getName();
      if (name.contains('.'))
        continue;
      SmallVector<StringRef> known = getAttributes(op->getName());
      error = (describeLocation(op->getLoc()) + "expected an attribute of '" +
               op->getName().getStringRef() + "' (" +
               (known.empty() ? "none" : llvm::join(known, ", ")) +
               ") but got '" + name + "'" + suggest(name, known))
                  .str();
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return error;
}

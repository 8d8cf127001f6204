//===- Failure.cpp - errors and their parts -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Failure.h"

#include "Spindle/Dialect/Rules/Rules.h"
#include "llvm/ADT/StringExtras.h"

using namespace spindle;
using namespace spindle::session;
using llvm::StringRef;

char Failure::ID = 0;

/// Takes a number and a colon from the front of `text`; false where there is
/// none, which leaves `text` as it is.
static bool takeNumber(StringRef &text, int64_t &number) {
  StringRef rest = text;
  return !rest.consumeInteger(10, number) && rest.consume_front(":") &&
         ((text = rest), true);
}

SourceLocation session::takeLocation(StringRef &text) {
  SourceLocation location;
  size_t colon = text.find(':');
  StringRef rest = colon == StringRef::npos ? "" : text.substr(colon + 1);
  if (!takeNumber(rest, location.line))
    return {};
  takeNumber(rest, location.column);
  if (!rest.consume_front(" "))
    return {};
  location.file = text.take_front(colon).str();
  text = rest;
  return location;
}

Failure::Failure(std::string all) : text(std::move(all)) {
  StringRef rest = StringRef(text).split('\n').first;
  location = takeLocation(rest);
  // It says of a file alone that it is missing.
  for (StringRef missing : {"file", "directory"})
    if (rest.ends_with((": no such " + missing).str())) {
      expected = missing.str();
      got = "none";
      return;
    }
  size_t begin = rest.find("expected "), end = rest.find(" but got", begin);
  if (begin == StringRef::npos || end == StringRef::npos)
    return;
  // A clause before "but" ends in a comma.
  expected = rest.slice(begin, end)
                 .drop_front(StringRef("expected ").size())
                 .rtrim(',')
                 .str();
  got = rest.drop_front(end)
            .drop_front(StringRef(" but got").size())
            .ltrim(": ")
            .str();
}

Failure::Failure(StringRef expected, StringRef got)
    : text(("expected " + expected + " but got " + got).str()),
      expected(expected.rtrim(',')), got(got) {}

/// `text` with why there is the rule that its first line names, if it does, as
/// the first note.
static std::string addReason(StringRef text) {
  auto [line, notes] = text.split('\n');
  std::string reason = explainRule(line);
  if (reason.empty())
    return text.str();
  return (line + "\nnote: " + reason + (notes.empty() ? "" : "\n") + notes)
      .str();
}

void Failure::quote(const SourceTexts &sources) {
  if (!isQuoted)
    text = sources.quote(addReason(text));
  isQuoted = true;
}

void Failure::log(llvm::raw_ostream &stream) const { stream << text; }

std::error_code Failure::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

llvm::Error session::fail(const llvm::Twine &text) {
  return llvm::make_error<Failure>(text.str());
}

llvm::Error session::failExpected(const llvm::Twine &expected,
                                  const llvm::Twine &got) {
  return llvm::make_error<Failure>(expected.str(), got.str());
}

llvm::Error session::fail(const runtime::Error &error) {
  return fail(error.str());
}

llvm::Error session::ofOperand(llvm::Error error, StringRef name) {
  return llvm::handleErrors(
      std::move(error), [&](std::unique_ptr<Failure> failure) -> llvm::Error {
        if (failure->getOperand().empty())
          failure->setOperand(name);
        return llvm::Error(std::move(failure));
      });
}

/// The one of `operands` that `text` begins with, before a colon; empty for
/// none.
static StringRef findOperand(StringRef text,
                             llvm::ArrayRef<std::string> operands) {
  StringRef first = text.split(": ").first;
  return llvm::is_contained(operands, first) ? first : "";
}

llvm::Error session::toFailure(llvm::Error error,
                               llvm::ArrayRef<std::string> operands,
                               const SourceTexts &sources) {
  auto complete = [&](std::unique_ptr<Failure> failure) -> llvm::Error {
    failure->quote(sources);
    if (failure->getOperand().empty())
      failure->setOperand(findOperand(failure->getText(), operands));
    return llvm::Error(std::move(failure));
  };
  return llvm::handleErrors(
      std::move(error), complete, [&](const llvm::StringError &plain) {
        return complete(std::make_unique<Failure>(plain.getMessage()));
      });
}

std::string session::listOf(llvm::ArrayRef<llvm::StringRef> words) {
  return words.empty() ? "none" : llvm::join(words, ", ");
}

llvm::Expected<int64_t> session::parseCount(llvm::StringRef text,
                                            const llvm::Twine &what) {
  int64_t value = 0;
  if (!text.empty() && llvm::all_of(text, llvm::isDigit) &&
      !text.getAsInteger(10, value))
    return value;
  return failExpected(what + ", a whole number below 2^63,", "'" + text + "'");
}

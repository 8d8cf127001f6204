//===- CommandLine.cpp - what the user asks for ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"

#include "Failure.h"
#include "Options.h"
#include "llvm/ADT/STLExtras.h"

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;

/// The option that `word`, which starts with a dash, names.
static llvm::Expected<const OptionSpec *> findOption(StringRef word) {
  if (word == "-h")
    word = "--help";
  llvm::SmallVector<StringRef> names;
  for (const OptionSpec &option : getOptions()) {
    if (word.starts_with("--") && word.drop_front(2) == option.name)
      return &option;
    names.push_back(option.name);
  }
  std::string near = suggest(word.ltrim('-'), names);
  StringRef hint(near);
  if (hint.consume_front("; did you mean '"))
    near = ("; did you mean '--" + hint).str();
  return fail("expected an option, as --help lists them, but got '" + word +
              "'" + near);
}

/// The arguments, from front to back.
using Words = llvm::ArrayRef<const char *>;

/// Takes the option `word` and its value from `words`, whose first it is.
static llvm::Error parseOption(CommandLine &line, Words &words,
                               llvm::SmallVectorImpl<StringRef> &seen) {
  auto [word, value] = StringRef(words.front()).split('=');
  bool hasValue = StringRef(words.front()).contains('=');
  words = words.drop_front();
  llvm::Expected<const OptionSpec *> option = findOption(word);
  if (!option)
    return option.takeError();
  StringRef name = (*option)->name;
  if (!(*option)->repeats && llvm::is_contained(seen, name))
    return failExpected("--" + name + " once", "it again");
  seen.push_back(name);
  if ((*option)->arity == Arity::None && hasValue)
    return failExpected("--" + name + " without a value", "'" + value + "'");
  if ((*option)->arity == Arity::Required && !hasValue && !words.empty()) {
    value = words.front();
    words = words.drop_front();
    hasValue = true;
  }
  bool needsValue = (*option)->arity == Arity::Required || hasValue;
  if (needsValue && value.empty())
    return failExpected("--" + name + " " + (*option)->value, "no value");
  return (*option)->apply(line, value);
}

/// Refuses what does not go together, and a command line without a program.
static llvm::Error checkTogether(const CommandLine &line) {
  if (line.checkMode && line.benchRuns != 0)
    return failExpected("--bench without --check-mode, which is to be right, "
                        "not fast,",
                        "both");
  if (line.program.empty() && !line.help && !line.version && !line.list)
    return failExpected("a PROGRAM (--list and --help tell more)", "none");
  return llvm::Error::success();
}

llvm::Expected<CommandLine>
spindle::run::parseCommandLine(llvm::ArrayRef<const char *> arguments) {
  CommandLine line;
  llvm::SmallVector<StringRef> seen;
  bool onlyPrograms = false;
  while (!arguments.empty()) {
    StringRef word = arguments.front();
    if (!onlyPrograms && word.starts_with("-") && word != "--") {
      if (llvm::Error error = parseOption(line, arguments, seen))
        return error;
      continue;
    }
    arguments = arguments.drop_front();
    if (!onlyPrograms && word == "--")
      onlyPrograms = true;
    else if (word.empty())
      return failExpected("a PROGRAM", "''");
    else if (!line.program.empty())
      return failExpected("one PROGRAM",
                          "'" + line.program + "' and '" + word + "'");
    else
      line.program = word.str();
  }
  if (llvm::Error error = checkTogether(line))
    return error;
  return line;
}

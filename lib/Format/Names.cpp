//===- Names.cpp - formats that have a name -------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Names.h"

#include "Message.h"

using namespace spindle::format;

/// The bits of positions where a name says none.
static constexpr int kPosBits = 32;

const FormatName *spindle::format::findFormatName(std::string_view word) {
  for (const FormatName &name : getFormatNames())
    if (name.word == word)
      return &name;
  return nullptr;
}

std::vector<std::string_view> spindle::format::getFormatWords() {
  std::vector<std::string_view> words;
  for (const FormatName &name : getFormatNames())
    words.push_back(name.word);
  return words;
}

bool spindle::format::isFormatName(std::string_view word) {
  return findFormatName(word) != nullptr;
}

bool spindle::format::mayHaveUnknownWidth(std::string_view word) {
  return findFormatName(word)->mayBeUnknown;
}

std::string spindle::format::describeUnknownName(std::string_view word) {
  std::vector<std::string_view> known = getFormatWords();
  std::vector<std::string> words(known.begin(), known.end());
  return joinText("expected the name of a format (", joinItems(words),
                  ") but got '", word, "'");
}

/// The descriptor of `naming`, which has as many numbers as its name; none
/// after a report, as of numbers that name nothing. The rules are not checked.
static std::optional<Format> buildDescriptor(const FormatNaming &naming,
                                             const Report &report) {
  const FormatName &name = *naming.name;
  std::string reason = name.refuse ? name.refuse(naming.params) : "";
  if (!reason.empty()) {
    report(reason);
    return std::nullopt;
  }
  FormatSpec spec{naming.pos ? naming.pos : kPosBits,
                  naming.crd ? naming.crd : name.crdBits, naming.params,
                  report};
  std::optional<Format> format = name.build(spec);
  if (format)
    format->keeps = naming.keeps.value_or(getDefaultKept(*format));
  return format;
}

//===----------------------------------------------------------------------===//
// From descriptors to names
//===----------------------------------------------------------------------===//

/// The bits that the first level to have some has in `bits`; 0 without one.
static int findBits(const Format &format, int Level::*bits) {
  for (const Level &level : format.levels)
    if (level.*bits)
      return level.*bits;
  return 0;
}

/// Calls `format`, whose rank is known, by `name` if that is its name.
static std::optional<FormatNaming> tryName(const Format &format,
                                           const FormatName &name) {
  FormatNaming naming{&name, name.extract(format),
                      findBits(format, &Level::pos),
                      findBits(format, &Level::crd)};
  if (format.keeps != getDefaultKept(format))
    naming.keeps = format.keeps;
  // Numbers that break a rule of another name only say that this is not it.
  auto ignore = [](const std::string &) {};
  if (buildDescriptor(naming, ignore) != format)
    return std::nullopt;
  naming.pos = naming.pos == kPosBits ? 0 : naming.pos;
  naming.crd = naming.crd == name.crdBits ? 0 : naming.crd;
  return naming;
}

std::optional<FormatNaming> spindle::format::findFamily(const Format &member) {
  for (const FormatName &name : getFormatNames())
    if (name.isFamily)
      if (std::optional<FormatNaming> naming = tryName(member, name);
          naming && naming->params.size() == name.numParams)
        return naming;
  return std::nullopt;
}

std::optional<FormatNaming> spindle::format::findNaming(const Format &format) {
  if (format.isFamily()) {
    Format member = format;
    member.rank = 2;
    std::optional<FormatNaming> naming = findFamily(member);
    if (naming)
      naming->params.clear();
    return naming;
  }
  for (const FormatName &name : getFormatNames())
    if (std::optional<FormatNaming> naming = tryName(format, name))
      return naming;
  return std::nullopt;
}

std::string spindle::format::printNaming(const FormatNaming &naming) {
  std::vector<std::string> items;
  for (int64_t param : naming.params)
    items.push_back(param == kUnknownWidth ? "?" : std::to_string(param));
  if (naming.pos)
    items.push_back(joinText("pos = i", naming.pos));
  if (naming.crd)
    items.push_back(joinText("crd = i", naming.crd));
  if (naming.keeps)
    items.emplace_back(getWords(*naming.keeps));
  std::string word(naming.name->word);
  return items.empty() ? word : word + "<" + joinItems(items) + ">";
}

std::string spindle::format::getName(const Format &format) {
  std::optional<FormatNaming> naming = findNaming(format);
  return naming ? printNaming(*naming) : "";
}

std::string spindle::format::describe(const Format &format) {
  std::string name = getName(format);
  return name.empty() ? printDescriptor(format) : name;
}

std::string spindle::format::printAttribute(const Format &format,
                                            bool inTensor) {
  std::optional<FormatNaming> naming = findNaming(format);
  if (!naming)
    return "#sparse.format<" + printDescriptor(format) + ">";
  bool isMember = naming->name->isFamily &&
                  naming->params.size() == naming->name->numParams;
  if (inTensor && isMember)
    naming->params.clear();
  return "#sparse." + printNaming(*naming);
}

//===----------------------------------------------------------------------===//
// From names to descriptors
//===----------------------------------------------------------------------===//

std::string spindle::format::refuseParamCount(const FormatNaming &naming) {
  const FormatName &name = *naming.name;
  size_t got = naming.params.size();
  if (got == name.numParams || (name.isFamily && got == 0) || name.hasOrder)
    return "";
  std::string wanted = "no numbers";
  if (name.numParams > 0)
    wanted =
        joinText(name.numParams, " (", name.params,
                 name.mayBeUnknown ? ", or ? for what the tensor needs)" : ")");
  return joinText("expected #sparse.", name.word, " to have ", wanted,
                  " but got ", got);
}

/// (C11) Reports a type that the naming gives and no level of `format` has.
static bool checkTypesUsed(const FormatNaming &naming, const Format &format,
                           const Report &report) {
  bool unusedPos = naming.pos && !findBits(format, &Level::pos);
  bool unusedCrd = naming.crd && !findBits(format, &Level::crd);
  return (!unusedPos && !unusedCrd) ||
         refuse(report, "(C11) expected no '", unusedPos ? "pos" : "crd",
                "' on #sparse.", naming.name->word, ", which stores no ",
                unusedPos ? "positions" : "coordinates");
}

std::optional<Format> spindle::format::buildNaming(const FormatNaming &naming,
                                                   const Report &report) {
  FormatNaming whole = naming;
  bool isFamily = naming.params.size() < naming.name->numParams;
  if (isFamily)
    whole.params = {2};
  std::optional<Format> format = buildDescriptor(whole, report);
  if (!format)
    return std::nullopt;
  for (const Level &level : format->levels)
    if (!checkLevel(level, report))
      return std::nullopt;
  if (!checkFormat(*format, report) || !checkTypesUsed(naming, *format, report))
    return std::nullopt;
  if (isFamily)
    format->rank = kUnknownRank;
  return format;
}

Format spindle::format::makeNamed(std::string_view word, NameParams params,
                                  int pos, int crd) {
  FormatNaming naming{findFormatName(word), std::move(params), pos, crd};
  return *buildDescriptor(naming, [](const std::string &) {});
}

std::optional<Format> spindle::format::getMember(const Format &format,
                                                 int64_t rank,
                                                 const Report &report) {
  if (!format.isFamily())
    return format;
  FormatNaming naming = *findNaming(format);
  naming.params = {rank};
  return buildNaming(naming, report);
}

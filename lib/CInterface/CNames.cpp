//===- CNames.cpp - names that C and C++ take -----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/CInterface/CNames.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/TargetParser/Host.h"

#include <utility>

using llvm::StringRef;

/// The keywords of C up to C23 and of C++ up to C++20.
static constexpr llvm::StringLiteral keywords[] = {
    "alignas",       "alignof",      "and",
    "and_eq",        "asm",          "auto",
    "bitand",        "bitor",        "bool",
    "break",         "case",         "catch",
    "char",          "char16_t",     "char32_t",
    "char8_t",       "class",        "co_await",
    "co_return",     "co_yield",     "compl",
    "concept",       "const",        "const_cast",
    "consteval",     "constexpr",    "constinit",
    "continue",      "decltype",     "default",
    "delete",        "do",           "double",
    "dynamic_cast",  "else",         "enum",
    "explicit",      "export",       "extern",
    "false",         "float",        "for",
    "friend",        "goto",         "if",
    "inline",        "int",          "long",
    "mutable",       "namespace",    "new",
    "noexcept",      "not",          "not_eq",
    "nullptr",       "operator",     "or",
    "or_eq",         "private",      "protected",
    "public",        "register",     "reinterpret_cast",
    "requires",      "restrict",     "return",
    "short",         "signed",       "sizeof",
    "static",        "static_cast",  "static_assert",
    "struct",        "switch",       "template",
    "this",          "thread_local", "throw",
    "true",          "try",          "typedef",
    "typeid",        "typename",     "typeof",
    "typeof_unqual", "union",        "unsigned",
    "using",         "virtual",      "void",
    "volatile",      "wchar_t",      "while",
    "xor",           "xor_eq"};

bool spindle::cinterface::isCName(StringRef name) {
  bool isWord =
      llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  return isWord && !name.empty() && !llvm::isDigit(name.front()) &&
         name.front() != '_' && !name.contains("__") &&
         !llvm::is_contained(keywords, name);
}

/// Whether `name` is that of a type or a constant of <stdint.h>.
static bool isIntegerName(StringRef name) {
  bool isType = name.starts_with("int") || name.starts_with("uint");
  bool isNumber = name.starts_with("INT") || name.starts_with("UINT");
  if (isType)
    return name.ends_with("_t");
  return isNumber && (name.ends_with("_MAX") || name.ends_with("_MIN") ||
                      name.ends_with("_C") || name.ends_with("_WIDTH"));
}

bool spindle::cinterface::isTaken(StringRef name) {
  // Macros of system headers, and of compilers for GNU's dialects.
  static constexpr StringRef macros[] = {"NULL", "errno", "linux", "unix"};
  return name.starts_with("spindle_") || name.starts_with("SPINDLE_") ||
         isIntegerName(name) || llvm::is_contained(macros, name);
}

bool spindle::cinterface::isLibraryFunction(StringRef name) {
  llvm::Triple triple(llvm::sys::getDefaultTargetTriple());
  llvm::TargetLibraryInfoImpl library(triple);
  llvm::LibFunc function;
  return name == "main" || name.starts_with("omp_") ||
         library.getLibFunc(name, function);
}

/// Whether a parameter called `name`, or so and something behind, would not
/// compile beside the others.
static bool isReserved(StringRef name) {
  using namespace spindle::cinterface;
  return !isCName(name) || isTaken(name) || isTaken((name + "_").str()) ||
         name == "call";
}

std::string spindle::cinterface::toCName(StringRef name) {
  std::string spelled;
  bool isEncoded = false;
  for (char c : name) {
    bool wasEncoded = std::exchange(isEncoded, !llvm::isASCII(c));
    if (isEncoded)
      spelled += (wasEncoded ? "" : "x") +
                 llvm::toHex(StringRef(&c, 1), /*LowerCase=*/true);
    else if (llvm::isAlnum(c))
      spelled += c;
    else if (!spelled.empty() && spelled.back() != '_')
      spelled += '_';
  }
  while (!spelled.empty() && spelled.back() == '_')
    spelled.pop_back();
  if (spelled.empty() || llvm::isDigit(spelled.front()))
    spelled.insert(0, "p");
  return isReserved(spelled) ? "p_" + spelled : spelled;
}

std::string spindle::cinterface::toCFunctionName(StringRef name) {
  std::string spelled = toCName(name);
  return isLibraryFunction(spelled) ? "p_" + spelled : spelled;
}

std::string spindle::cinterface::toComment(StringRef text) {
  std::string safe;
  for (char c : text) {
    bool ends = !safe.empty() && ((safe.back() == '*' && c == '/') ||
                                  (safe.back() == '/' && c == '*'));
    safe += ends ? std::string(" ") + c : std::string(1, c);
  }
  return safe;
}

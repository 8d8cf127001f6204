//===- TypeName.h - names of types, as clang writes them --------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands in for LLVM's header of this name where g++ builds on a libMLIR that
// clang has built. MLIR tells traits of operations, and numbers that attributes
// hold, apart by the names that compilers give to their types. g++ gives
// others:
//
//   clang: mlir::OpTrait::IsTerminator<Empty>
//   g++:   mlir::OpTrait::IsTerminator<mlir::TypeID::get<...>()::Empty>
//
// so that libMLIR would not see a trait of an operation of ours. Here they are
// written as clang does it: a class inside of a function by its name alone,
// unnamed namespaces and integers by clang's words.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_SUPPORT_TYPENAME_H
#define LLVM_SUPPORT_TYPENAME_H

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#define LLVM_GET_TYPE_NAME_CONSTEXPR
#define LLVM_GET_TYPE_NAME_STATIC_ASSERT 0

namespace llvm {

namespace detail {
/// Puts `to` wherever `name` has `from`.
inline void replaceInTypeName(std::string &name, std::string_view from,
                              std::string_view to) {
  for (size_t at = name.find(from); at != std::string::npos;
       at = name.find(from, at + to.size()))
    name.replace(at, from.size(), to);
}

/// The place behind the `<` that the last character of `name`, a `>`, closes.
inline size_t findArguments(std::string_view name) {
  size_t depth = 0;
  for (size_t at = name.size(); at-- > 0;) {
    depth += name[at] == '>' ? 1 : 0;
    if (name[at] == '<' && --depth == 0)
      return at + 1;
  }
  return 0;
}

/// The name that clang gives to the type that a function is for which g++ calls
/// `function`, as in "llvm::StringRef f() [with DesiredTypeName = int; ...]".
inline std::string spellAsClang(std::string_view function) {
  constexpr std::string_view key = "DesiredTypeName = ";
  std::string name(function.substr(function.find(key) + key.size()));
  name.resize(std::min(name.size() - 1, name.find("; llvm::")));
  constexpr std::string_view local = "()::Empty>";
  if (name.size() > local.size() &&
      name.compare(name.size() - local.size(), local.size(), local) == 0)
    name.replace(findArguments(name), std::string::npos, "Empty>");
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"{anonymous}", "(anonymous namespace)"},
      {"std::__cxx11::", "std::"},
      {"long long unsigned int", "unsigned long long"},
      {"long unsigned int", "unsigned long"},
      {"short unsigned int", "unsigned short"},
      {"long long int", "long long"},
      {"long int", "long"},
      {"short int", "short"}};
  for (auto [from, to] : words)
    replaceInTypeName(name, from, to);
  return name;
}
} // namespace detail

/// The name of a type, which stays where it is.
template <typename DesiredTypeName> inline StringRef getTypeName() {
  static const std::string name = detail::spellAsClang(__PRETTY_FUNCTION__);
  return name;
}

} // namespace llvm

#endif // LLVM_SUPPORT_TYPENAME_H

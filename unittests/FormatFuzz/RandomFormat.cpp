//===- RandomFormat.cpp - named formats and numbers of the pattern --------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomFormat.h"

#include <vector>

using namespace spindle::formatfuzz;

/// `text` with a number from 1 to `most` for each `#`, a kind for each `%`, and
/// `?` where dimensions stand: `@a` and `@b` are `i` and `j`, or the other way.
static std::string fill(Random &random, const std::string &text, int64_t most) {
  static const std::string stored[] = {"compressed", "fixed(?)", "fixed(6)",
                                       "compressed(crd = i16)", "variable"};
  bool isTurned = random.chance(30);
  std::string filled;
  for (size_t at = 0; at < text.size(); ++at) {
    char sign = text[at];
    if (sign == '#')
      filled += std::to_string(random.between(1, most));
    else if (sign == '%')
      filled += stored[random.below(random.chance(10) ? 5 : 4)];
    else if (sign == '@')
      filled += (text[++at] == 'a') != isTurned ? "i" : "j";
    else
      filled += sign;
  }
  return filled;
}

//===----------------------------------------------------------------------===//
// Numbers of the pattern
//===----------------------------------------------------------------------===//

/// Rows in another order, slots and ranks in blocks, rows by their lengths.
static const std::vector<std::string> kInspected = {
    "(i, j) where p = order(@a by -length in @a floordiv #), s = slot(@b in p) "
    "-> (po = p floordiv # : dense, s : variable of po, pi = p mod # : dense "
    "of po, @a : singleton(unique) of pi, @b : singleton of (s, pi))",
    "(i, j) where p = order(@a by length) -> (p : dense, @a : "
    "singleton(unique), @b : % of p)",
    "(i, j) where p = order(@a by -length in @a floordiv #) -> (p : dense, @a "
    ": singleton(unique), @b floordiv # : % of p, @b mod # : dense)",
    "(i, j) where p = order(@a by length in @a floordiv #) -> (po = p floordiv "
    "# : dense, l = length(@a) : compressed, p : variable of l, @a : "
    "singleton(unique) of p, @b : compressed of p)",
    "(i, j) where r = rank(@b in @a floordiv #) -> (io = @a floordiv # : "
    "dense, q = r floordiv # : variable of io, @a mod # : dense of io, w = r "
    "mod # : dense of q, @b : singleton of w)",
    "(i, j) where s = slot(@b in @a) -> (@a : dense, s : variable, @b : "
    "singleton)",
    "(i, j) where s = slot(@b in @a) -> (@a : dense, q = s floordiv # : "
    "variable, s mod # : dense, @b : singleton)",
    "(i, j) where l = length(@a) -> (l : compressed, @a : compressed, @b : %)",
    "(i, j) where r = rank(@a in @b floordiv #) -> (@b floordiv # : "
    "compressed, r : variable, @a : singleton, @b mod # : compressed)",
};

static const std::vector<std::string> kInspectedTensors = {
    "(i, j, k) where q = rank(j in i) floordiv # -> (i : dense, q : variable, "
    "j : fixed(#), k : fixed(?))",
    "(i, j, k) where q = rank(j in i) floordiv # -> (i : dense, q : variable, "
    "j : fixed(?), k : %)",
    "(i, j, k) where p = order(i by -length) -> (p : dense, i : "
    "singleton(unique), j : compressed of p, k : %)",
    "(i, j, k) where r = rank(k in i) -> (i : dense, r : variable, k : "
    "singleton, j : %)",
};

std::string spindle::formatfuzz::drawInspected(Random &random, int64_t rank) {
  // One number for all, more often than not, as the names have it.
  const auto &texts = rank == 2 ? kInspected : kInspectedTensors;
  std::string text = random.pick(texts);
  if (random.chance(70)) {
    std::string number = std::to_string(random.between(1, 5));
    for (size_t at; (at = text.find('#')) != std::string::npos;)
      text.replace(at, 1, number);
  }
  static const std::string kept[] = {" bitmap", " full", " lengths and bitmap"};
  return fill(random, text, 5) +
         (random.chance(12) ? kept[random.below(3)] : "");
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string spindle::formatfuzz::drawName(Random &random, int64_t rank) {
  static const std::vector<std::string> matrices = {
      "csr",        "csc",         "dcsr",     "coo",     "csf<1, 0>",
      "dense",      "ragged",      "ell<?>",   "ell<#>",  "bsr<#, #>",
      "dbsr<#, #>", "sell<#, #>",  "dia",      "ldia<#>", "sr_bcrs<#, #>",
      "rowlen<#>",  "panel<#, #>", "nm<#, #>", "nm<2, 4>"};
  static const std::vector<std::string> tensors = {"csf", "csf<2, 0, 1>", "coo",
                                                   "dense", "ell3d<#, #>"};
  static const std::vector<std::string> others = {"csf", "coo", "dense"};
  std::string name = fill(random,
                          random.pick(rank == 2   ? matrices
                                      : rank == 3 ? tensors
                                                  : others),
                          6);
  static const std::string more[] = {"pos = i64", "crd = i16",
                                     "crd = i64", "full",
                                     "bitmap",    "lengths and bitmap"};
  if (!random.chance(40))
    return name;
  std::string word = more[random.below(6)];
  if (name.back() != '>')
    return name + "<" + word + ">";
  name.pop_back();
  return name + ", " + word + ">";
}

std::string spindle::formatfuzz::drawFormat(Random &random, int64_t rank) {
  int64_t choice = random.below(100);
  if (choice < 30)
    return "#sparse." + drawName(random, rank);
  if (choice < 50 && (rank == 2 || rank == 3))
    return "#sparse.format<" + drawInspected(random, rank) + ">";
  return "#sparse.format<" + drawLevels(random, rank) + ">";
}

//===----------------------------------------------------------------------===//
// Spoilt texts
//===----------------------------------------------------------------------===//

std::string spindle::formatfuzz::spoil(Random &random,
                                       const std::string &text) {
  static const std::vector<std::string> words = {"dense",
                                                 "compressed",
                                                 "fixed(?)",
                                                 "singleton",
                                                 "variable",
                                                 "floordiv",
                                                 "mod",
                                                 "of",
                                                 "i",
                                                 "j",
                                                 "0",
                                                 "-1",
                                                 "99999999999999999999",
                                                 "2147483648",
                                                 "(",
                                                 ")",
                                                 ",",
                                                 ":",
                                                 "<",
                                                 ">",
                                                 "->",
                                                 "where",
                                                 "length(i)",
                                                 "rest",
                                                 "structured(2, 4)",
                                                 "i64",
                                                 "nonunique"};
  std::vector<std::pair<size_t, size_t>> found;
  for (size_t at = 0; at < text.size();) {
    size_t end = at + 1;
    while (isalnum(text[at]) && end < text.size() && isalnum(text[end]))
      ++end;
    if (text[at] != ' ' && at > 8)
      found.push_back({at, end - at});
    at = end;
  }
  if (found.empty())
    return text;
  auto [at, length] = random.pick(found);
  std::string spoilt = text;
  return spoilt.replace(at, length,
                        random.chance(20) ? "" : " " + random.pick(words));
}

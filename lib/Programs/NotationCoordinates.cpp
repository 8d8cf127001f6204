//===- NotationCoordinates.cpp - reads coordinates and borders ------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotationParser.h"

#include <limits>

using namespace mlir;
using namespace spindle::programs;
using Kind = NotationNode::Kind;

/// Adds `number` times `index` to `sum`, or `number` where that is empty.
static void addPart(NotationSum &sum, StringRef index, int64_t number) {
  if (index.empty()) {
    sum.constant += number;
    return;
  }
  auto known = llvm::find_if(
      sum.terms, [&](const auto &term) { return term.first == index; });
  if (known == sum.terms.end())
    known = sum.terms.emplace(known, index.str(), 0);
  known->second += number;
  if (known->second == 0)
    sum.terms.erase(known);
}

/// What is as large as this is too large for a number in a coordinate.
static constexpr int64_t kMostNumber = int64_t(1) << 20;

bool NotationParser::parseSumPart(const NotationNode &node, bool isNegative,
                                  NotationSum &sum) {
  int64_t number = 1;
  bool isNumber = llvm::isDigit(peek());
  if (isNumber) {
    StringRef digits = text.substr(at).take_while(llvm::isDigit);
    if (digits.getAsInteger(10, number) || number > kMostNumber) {
      fail("an integer up to " + Twine(kMostNumber));
      return false;
    }
    at += digits.size();
  }
  StringRef index;
  if (!isNumber || consume("*")) {
    skipSpace();
    index = takeName();
    if (index.empty()) {
      fail("an index of " + node.name + ", a name as in " + node.name +
           "[i,j],");
      return false;
    }
  }
  addPart(sum, index, isNegative ? -number : number);
  return true;
}

/// What one writes for `sum`.
static std::string printSum(const NotationSum &sum) {
  std::string text;
  auto add = [&](int64_t number, const std::string &index) {
    text += number < 0 ? "-" : text.empty() ? "" : "+";
    int64_t most = std::abs(number);
    if (index.empty() || most != 1)
      text += std::to_string(most) + (index.empty() ? "" : "*");
    text += index;
  };
  for (const auto &[index, number] : sum.terms)
    add(number, index);
  if (sum.constant != 0 || sum.terms.empty())
    add(sum.constant, "");
  return text;
}

bool NotationParser::parseCoordinate(NotationNode &node) {
  skipSpace();
  node.indicesAt.push_back(at);
  NotationSum sum;
  bool isNegative = consume("-");
  while (true) {
    if (!parseSumPart(node, isNegative, sum))
      return false;
    if (peek() != '+' && peek() != '-')
      break;
    isNegative = text[at++] == '-';
  }
  node.indices.push_back(printSum(sum));
  node.sums.push_back(std::move(sum));
  return true;
}

bool NotationParser::parseIndices(NotationNode &node) {
  consume("[");
  if (consume("]"))
    return true;
  do {
    if (!parseCoordinate(node))
      return false;
  } while (consume(","));
  if (consume("]"))
    return true;
  fail("',' or ']'");
  return false;
}

bool NotationNode::hasPlainIndices() const {
  for (auto [place, sum] : llvm::enumerate(sums))
    if (!sum.isAlone() ||
        llvm::is_contained(llvm::ArrayRef(indices).take_front(place),
                           indices[place]))
      return false;
  return true;
}

bool NotationParser::checkTarget(const NotationNode &target) {
  for (auto [place, sum] : llvm::enumerate(target.sums)) {
    const std::string &index = target.indices[place];
    auto before = llvm::ArrayRef(target.indices).take_front(place);
    std::string message;
    if (!sum.isAlone())
      message = "expected an index of " + target.name +
                ", which is computed, but got " + index;
    else if (llvm::is_contained(before, index))
      message = "expected different indices of " + target.name + " but got " +
                index + " twice";
    if (message.empty())
      continue;
    emitError(target.indicesAt[place], message);
    return false;
  }
  return true;
}

/// A number that elements of f32, which programs are written in, hold.
std::optional<double> NotationParser::parseBorderNumber() {
  bool isNegative = consume("-");
  if (consume("inf"))
    return std::numeric_limits<double>::infinity() * (isNegative ? -1 : 1);
  skipSpace();
  size_t place = at;
  std::optional<NotationNode> number = parseNumber();
  if (!number)
    return std::nullopt;
  if (double(float(number->number)) == number->number)
    return isNegative ? -number->number : number->number;
  at = place;
  return fail("a border that f32 holds, as 0, 0.5 or -inf,");
}

std::optional<NotationNode> NotationParser::parseBorder() {
  consume("(");
  skipSpace();
  NotationNode node{Kind::Access, at};
  node.name = takeName().str();
  if (node.name.empty() || peek() != '[')
    return fail("a tensor with its indices, as in border(x[i-1], 0),");
  if (!parseIndices(node))
    return std::nullopt;
  if (llvm::all_of(node.sums,
                   [](const NotationSum &sum) { return sum.isAlone(); })) {
    emitError(node.at, "expected a sum among the indices of " + node.name +
                           ", which has a border");
    return std::nullopt;
  }
  if (!consume(","))
    return fail("','");
  node.border = parseBorderNumber();
  if (!node.border)
    return std::nullopt;
  if (!consume(")"))
    return fail("')'");
  return node;
}

//===- IndexNotation.cpp - reads index notation ---------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Programs/IndexNotation.h"

#include "NotationFunctions.h"
#include "NotationParser.h"

#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace spindle::programs;
using Kind = NotationNode::Kind;

/// What nests deeper or is longer is refused: who walks over it calls itself.
static constexpr int kMostDepth = 200, kMostCalls = 1000;

std::string NotationParser::getNext() {
  if (!peek())
    return "the end";
  StringRef rest = text.substr(at);
  StringRef word = rest.take_while(
      [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  // A character of several bytes stays whole.
  size_t length = 1;
  while (length < rest.size() && (rest[length] & 0xC0) == 0x80)
    ++length;
  return "'" + (word.empty() ? rest.take_front(length) : word).str() + "'";
}

StringRef NotationParser::takeName() {
  skipSpace();
  StringRef rest = text.substr(at);
  if (rest.empty() || !(llvm::isAlpha(rest[0]) || rest[0] == '_'))
    return {};
  StringRef name =
      rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  at += name.size();
  return name;
}

std::optional<Notation> NotationParser::parse() {
  Notation notation;
  notation.text = text.str();
  skipSpace();
  notation.target.at = at;
  notation.target.kind = Kind::Access;
  notation.target.name = takeName().str();
  if (notation.target.name.empty())
    return fail("a tensor to assign to, as in C[i,k] += A[i,j] * B[j,k],");
  if (peek() != '[')
    return fail("'[' and the indices of " + notation.target.name);
  if (!parseIndices(notation.target) || !checkTarget(notation.target))
    return std::nullopt;
  skipSpace();
  notation.at = at;
  auto assignment = parseAssignment();
  if (!assignment)
    return std::nullopt;
  notation.assignment = *assignment;
  auto value = parseSum();
  if (!value)
    return std::nullopt;
  notation.value = std::move(*value);
  if (peek())
    return fail("an operator or the end");
  return notation;
}

std::optional<AssignKind> NotationParser::parseAssignment() {
  if (consume("+="))
    return AssignKind::Add;
  if (consume("max="))
    return AssignKind::Max;
  if (consume("min="))
    return AssignKind::Min;
  if (consume("="))
    return AssignKind::Store;
  return fail("'=', '+=', 'max=' or 'min='");
}

std::optional<NotationNode>
NotationParser::makeCall(StringRef name, size_t place,
                         std::vector<NotationNode> arguments) {
  if (++calls > kMostCalls) {
    at = place;
    return fail("at most " + Twine(kMostCalls) + " operators and functions");
  }
  NotationNode node{Kind::Call, place, name.str()};
  node.arguments = std::move(arguments);
  return node;
}

std::optional<NotationNode> NotationParser::parseSum() {
  std::optional<NotationNode> sum = parseTerm();
  while (sum && (peek() == '+' || peek() == '-')) {
    size_t place = at;
    StringRef name = text.substr(at++, 1);
    std::optional<NotationNode> right = parseTerm();
    if (!right)
      return std::nullopt;
    sum = makeCall(name, place, {std::move(*sum), std::move(*right)});
  }
  return sum;
}

std::optional<NotationNode> NotationParser::parseTerm() {
  std::optional<NotationNode> term = parseFactor();
  while (term && (peek() == '*' || peek() == '/')) {
    size_t place = at;
    StringRef name = text.substr(at++, 1);
    std::optional<NotationNode> right = parseFactor();
    if (!right)
      return std::nullopt;
    term = makeCall(name, place, {std::move(*term), std::move(*right)});
  }
  return term;
}

std::optional<NotationNode> NotationParser::parseFactor() {
  char next = peek();
  if (llvm::isDigit(next) || next == '.')
    return parseNumber();
  if (next != '-' && next != '(')
    return parseNamed();
  if (++depth > kMostDepth)
    return fail("at most " + Twine(kMostDepth) + " nested parentheses");
  size_t place = at++;
  std::optional<NotationNode> node = next == '-' ? parseFactor() : parseSum();
  if (!node)
    return std::nullopt;
  --depth;
  if (next == '-')
    return makeCall("-", place, {std::move(*node)});
  if (!consume(")"))
    return fail("')'");
  return node;
}

std::optional<NotationNode> NotationParser::parseNumber() {
  StringRef rest = text.substr(at);
  size_t length = 0;
  while (length < rest.size() &&
         (llvm::isDigit(rest[length]) || rest[length] == '.'))
    ++length;
  size_t digits = length;
  if (length < rest.size() && llvm::toLower(rest[length]) == 'e') {
    ++length;
    if (length < rest.size() && (rest[length] == '+' || rest[length] == '-'))
      ++length;
    size_t exponent = length;
    while (length < rest.size() && llvm::isDigit(rest[length]))
      ++length;
    length = length == exponent ? digits : length;
  }
  NotationNode node{Kind::Number, at};
  if (rest.take_front(length).getAsDouble(node.number) ||
      !std::isfinite(node.number))
    return fail("a number");
  at += length;
  return node;
}

std::optional<NotationNode> NotationParser::parseNamed() {
  skipSpace();
  NotationNode node{Kind::Scalar, at};
  node.name = takeName().str();
  if (node.name.empty())
    return fail("a tensor, a number, a function or '('");
  if (peek() == '(' && node.name == "border")
    return parseBorder();
  if (peek() == '[') {
    node.kind = Kind::Access;
    if (!parseIndices(node))
      return std::nullopt;
  } else if (peek() == '(') {
    node.kind = Kind::Call;
    ++calls;
    if (++depth > kMostDepth)
      return fail("at most " + Twine(kMostDepth) + " nested parentheses");
    if (!parseArguments(node))
      return std::nullopt;
    --depth;
  }
  return node;
}

bool NotationParser::parseArguments(NotationNode &node) {
  const NotationFunction *function = lookUpFunction(node.name);
  if (!function) {
    emitError(node.at, "expected a function (" + listFunctions() +
                           ") but got '" + node.name + "'");
    return false;
  }
  consume("(");
  do {
    std::optional<NotationNode> argument = parseSum();
    if (!argument)
      return false;
    node.arguments.push_back(std::move(*argument));
  } while (consume(","));
  if (node.arguments.size() != function->arity) {
    emitError(node.at, "expected " + Twine(function->arity) + " argument" +
                           (function->arity == 1 ? "" : "s") + " of " +
                           node.name + " but got " +
                           Twine(node.arguments.size()));
    return false;
  }
  if (consume(")"))
    return true;
  fail("')'");
  return false;
}

std::optional<Notation>
spindle::programs::parseNotation(StringRef text, NotationError emitError) {
  return NotationParser(text, emitError).parse();
}

/// Adds the tensors below `node` that `tensors` lacks.
static void addTensors(const NotationNode &node,
                       std::vector<NotationTensor> &tensors) {
  bool isKnown = llvm::any_of(tensors, [&](const NotationTensor &tensor) {
    return tensor.name == node.name;
  });
  if (node.kind == Kind::Access && !isKnown)
    tensors.push_back({node.name, int64_t(node.indices.size())});
  for (const NotationNode &argument : node.arguments)
    addTensors(argument, tensors);
}

std::vector<NotationTensor>
spindle::programs::getTensors(const Notation &notation) {
  std::vector<NotationTensor> tensors;
  addTensors(notation.value, tensors);
  addTensors(notation.target, tensors);
  return tensors;
}

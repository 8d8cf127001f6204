//===- Condition.cpp - conditions on bits ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Condition.h"

#include "llvm/ADT/STLExtras.h"

using namespace spindle;

unsigned Conditions::get(Node node) {
  auto found = llvm::find_if(nodes, [&](const Node &other) {
    return other.kind == node.kind && other.a == node.a && other.b == node.b;
  });
  if (found == nodes.end()) {
    nodes.push_back(node);
    return nodes.size() - 1;
  }
  return found - nodes.begin();
}

unsigned Conditions::getInput(unsigned input) {
  return get({Kind::Input, input, 0});
}

unsigned Conditions::getAnd(unsigned a, unsigned b) {
  if (a == getFalse() || b == getTrue() || a == b)
    return a;
  if (b == getFalse() || a == getTrue())
    return b;
  return get({Kind::And, std::min(a, b), std::max(a, b)});
}

unsigned Conditions::getOr(unsigned a, unsigned b) {
  if (a == getTrue() || b == getFalse() || a == b)
    return a;
  if (b == getTrue() || a == getFalse())
    return b;
  return get({Kind::Or, std::min(a, b), std::max(a, b)});
}

//===- NotationMeaning.cpp - what index notation means --------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotationMeaning.h"
#include "NotationFunctions.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace spindle::programs;
using Kind = NotationNode::Kind;

void spindle::programs::forEachNode(
    const NotationNode &node, function_ref<void(const NotationNode &)> visit) {
  visit(node);
  for (const NotationNode &argument : node.arguments)
    forEachNode(argument, visit);
}

void spindle::programs::addIndices(const NotationNode &node,
                                   SmallVectorImpl<StringRef> &indices) {
  forEachNode(node, [&](const NotationNode &part) {
    for (const NotationSum &sum : part.sums)
      for (const auto &[index, factor] : sum.terms)
        if (!llvm::is_contained(indices, index))
          indices.push_back(index);
  });
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

/// Adds what `node` is a product of to `term`.
static void addFactors(const NotationNode &node, bool isDivisor,
                       NotationTerm &term) {
  bool isCall = node.kind == Kind::Call;
  if (isCall && node.name == "-" && node.arguments.size() == 1) {
    term.isNegative = !term.isNegative;
    return addFactors(node.arguments[0], isDivisor, term);
  }
  // What is divided by a product stays as it is written.
  if (isCall && (node.name == "*" || node.name == "/") && !isDivisor) {
    addFactors(node.arguments[0], false, term);
    return addFactors(node.arguments[1], node.name == "/", term);
  }
  term.factors.push_back({&node, isDivisor});
}

/// Adds the terms that `node` is a sum of.
static void addTerms(const NotationNode &node, bool isNegative,
                     SmallVectorImpl<NotationTerm> &terms) {
  bool isCall = node.kind == Kind::Call;
  if (isCall && (node.name == "+" || node.name == "-")) {
    bool isMinus = node.name == "-";
    if (node.arguments.size() == 2)
      addTerms(node.arguments[0], isNegative, terms);
    return addTerms(node.arguments.back(), isNegative != isMinus, terms);
  }
  NotationTerm &term = terms.emplace_back();
  term.isNegative = isNegative;
  addFactors(node, false, term);
}

/// Whether `node` is 0 where the operand that `sparse` accesses has no element.
static bool vanishes(const NotationNode &node, const NotationNode &sparse) {
  if (node.kind == Kind::Number)
    return node.number == 0;
  if (node.kind != Kind::Call)
    return node.kind == Kind::Access && node.isSameAccess(sparse);
  auto holds = [&](const NotationNode &argument) {
    return vanishes(argument, sparse);
  };
  switch (lookUpFunction(node.name, node.arguments.size())->vanishing) {
  case Vanishing::Never:
    return false;
  case Vanishing::AnyZero:
    return llvm::any_of(node.arguments, holds);
  case Vanishing::AnyMissing:
    return llvm::any_of(node.arguments, [&](const NotationNode &argument) {
      return argument.kind != Kind::Number && holds(argument);
    });
  case Vanishing::FirstZero:
    return holds(node.arguments[0]);
  case Vanishing::AllZero:
    return llvm::all_of(node.arguments, holds);
  }
  llvm_unreachable("every way to vanish is listed");
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {
/// Finds what a statement means, step by step; each is false after an error.
class Finder {
public:
  Finder(const Notation &notation, const NotationOptions &options,
         NotationError emitError)
      : options(options), emitError(emitError), meaning(notation) {}

  std::optional<NotationMeaning> find();

private:
  bool addOperand(const NotationNode &node);
  bool findOperands();
  bool findDims();
  bool findDriver(NotationTerm &term);
  bool checkSizes(const NotationTerm &term);
  bool checkSums(const NotationNode &node, ArrayRef<StringRef> outside);
  bool checkSums(const NotationTerm &term);
  bool checkFactor(const NotationTerm &term);
  bool checkTarget();

  const NotationOptions &options;
  NotationError emitError;
  NotationMeaning meaning;
};
} // namespace

bool Finder::addOperand(const NotationNode &node) {
  if (node.kind != Kind::Access && node.kind != Kind::Scalar)
    return true;
  for (const NotationNode *known : meaning.operands) {
    if (known->name != node.name)
      continue;
    if (known->indices.size() == node.indices.size())
      return true;
    emitError(node.at, "expected " + Twine(known->indices.size()) +
                           " indices of " + node.name +
                           ", as where it was first, but got " +
                           Twine(node.indices.size()));
    return false;
  }
  if (node.name == meaning.notation.target.name) {
    emitError(node.at, "expected " + node.name +
                           " on the left alone: it is what is computed; '+=' "
                           "adds to what it holds");
    return false;
  }
  meaning.operands.push_back(&node);
  return true;
}

bool Finder::findOperands() {
  bool isRight = true;
  forEachNode(meaning.notation.value, [&](const NotationNode &node) {
    isRight = isRight && addOperand(node);
  });
  meaning.operands.push_back(&meaning.notation.target);
  return isRight;
}

/// Indices at one place of one operand run over one dimension, which is called
/// as the first of them; one that only sums are at has a name of its own.
bool Finder::findDims() {
  const Notation &notation = meaning.notation;
  llvm::EquivalenceClasses<StringRef> same;
  llvm::StringSet<> places;
  SmallVector<std::pair<StringRef, size_t>> order;
  auto getPlace = [&](const NotationNode &node, size_t dim) {
    // No index has a space.
    return places.insert(node.name + " " + std::to_string(dim)).first->first();
  };
  auto visit = [&](const NotationNode &node) {
    for (auto [dim, index] : llvm::enumerate(node.indices)) {
      if (!node.sums[dim].isAlone())
        continue;
      if (!same.contains(index))
        order.emplace_back(index, node.indicesAt[dim]);
      same.unionSets(same.getOrInsertLeaderValue(index),
                     same.getOrInsertLeaderValue(getPlace(node, dim)));
    }
  };
  visit(notation.target);
  forEachNode(notation.value, [&](const NotationNode &node) {
    if (node.kind == Kind::Access)
      visit(node);
  });
  llvm::StringMap<StringRef> leaders, owners;
  for (auto [index, at] : order) {
    StringRef leader =
        leaders.try_emplace(same.getLeaderValue(index), index).first->second;
    StringRef owner = owners.try_emplace(leader.upper(), leader).first->second;
    if (owner != leader) {
      emitError(at, "expected indices that differ in more than capitals but "
                    "got " +
                        owner + " and " + index);
      return false;
    }
  }
  for (const NotationNode *operand : meaning.operands) {
    auto &dims = meaning.dims[operand->name];
    for (size_t dim = 0; dim < operand->indices.size(); ++dim) {
      StringRef place = getPlace(*operand, dim);
      dims.push_back(
          same.contains(place)
              ? leaders.find(same.getLeaderValue(place))->second.upper()
              : operand->name + "_dim" + std::to_string(dim));
    }
  }
  return true;
}

bool Finder::checkFactor(const NotationTerm &term) {
  bool isOverStored = meaning.notation.assignment == AssignKind::Max ||
                      meaning.notation.assignment == AssignKind::Min;
  bool isFactor = llvm::any_of(term.factors, [&](const NotationFactor &factor) {
    return !factor.isDivisor && vanishes(*factor.node, *term.driver);
  });
  if (isOverStored || isFactor)
    return true;
  emitError(term.driver->at,
            "expected " + term.driver->name +
                ", which is sparse, to be a factor of its term: the term has "
                "to be 0 where " +
                term.driver->name + " stores nothing");
  return false;
}

/// Each index of a term is alone at some place that gives its size: on the
/// left, of what drives, or of a dense operand.
bool Finder::checkSizes(const NotationTerm &term) {
  SmallVector<StringRef> known;
  auto add = [&](const NotationNode &node) {
    for (auto [index, sum] : llvm::zip_equal(node.indices, node.sums))
      if (sum.isAlone())
        known.push_back(index);
  };
  add(meaning.notation.target);
  bool areKnown = true;
  auto forEachAccess = [&](function_ref<void(const NotationNode &)> visit) {
    for (const NotationFactor &factor : term.factors)
      forEachNode(*factor.node, [&](const NotationNode &node) {
        if (node.kind == Kind::Access)
          visit(node);
      });
  };
  forEachAccess([&](const NotationNode &node) {
    if (!options.isSparse(node.name) || node.hasPlainIndices())
      add(node);
  });
  forEachAccess([&](const NotationNode &node) {
    for (auto [sum, at] : llvm::zip_equal(node.sums, node.indicesAt))
      for (const auto &[index, factor] : sum.terms)
        if (areKnown && !llvm::is_contained(known, index)) {
          emitError(at, "expected " + index +
                            " to be an index by itself too, on the left or of "
                            "an operand of its term that is not looked up, "
                            "which gives its size");
          areKnown = false;
        }
  });
  return areKnown;
}

bool Finder::findDriver(NotationTerm &term) {
  const NotationNode *other = nullptr;
  for (const NotationFactor &factor : term.factors)
    forEachNode(*factor.node, [&](const NotationNode &node) {
      if (node.kind != Kind::Access || !options.isSparse(node.name) ||
          !node.hasPlainIndices())
        return;
      if (!term.driver)
        term.driver = &node;
      else if (!term.driver->isSameAccess(node))
        other = &node;
    });
  if (!checkSizes(term))
    return false;
  if (!term.driver)
    return true;
  if (!other)
    return checkFactor(term);
  auto print = [](const NotationNode &node) {
    return node.name + "[" + llvm::join(node.indices, ",") + "]";
  };
  emitError(other->at, "expected one sparse operand in a term but got " +
                           print(*term.driver) + " and " + print(*other) +
                           ": all but one have to be dense");
  return false;
}

/// Whether every sum in `node`, which is inside of a term that runs over
/// `outside` without it, has one meaning: all that is added depends on each
/// index that is summed over for its sake.
bool Finder::checkSums(const NotationNode &node, ArrayRef<StringRef> outside) {
  bool isSum =
      node.arguments.size() == 2 && (node.name == "+" || node.name == "-");
  for (const NotationNode &argument : node.arguments) {
    SmallVector<StringRef> own, known(outside);
    addIndices(argument, own);
    for (const NotationNode &other : node.arguments) {
      if (&other == &argument)
        continue;
      if (!isSum) {
        addIndices(other, known);
        continue;
      }
      SmallVector<StringRef> needed;
      addIndices(other, needed);
      for (StringRef index : needed)
        if (!llvm::is_contained(own, index) &&
            !llvm::is_contained(known, index)) {
          emitError(node.at, "expected what is added inside of a product to "
                             "have the same summed indices but got " +
                                 index + " on one side alone");
          return false;
        }
    }
    if (!checkSums(argument, known))
      return false;
  }
  return true;
}

bool Finder::checkSums(const NotationTerm &term) {
  for (const NotationFactor &factor : term.factors) {
    SmallVector<StringRef> outside;
    addIndices(meaning.notation.target, outside);
    for (const NotationFactor &other : term.factors)
      if (&other != &factor)
        addIndices(*other.node, outside);
    if (!checkSums(*factor.node, outside))
      return false;
  }
  return true;
}

bool Finder::checkTarget() {
  const NotationNode &target = meaning.notation.target;
  SmallVector<StringRef> known;
  addIndices(meaning.notation.value, known);
  for (auto [index, at] : llvm::zip_equal(target.indices, target.indicesAt))
    if (!llvm::is_contained(known, index)) {
      emitError(at, "expected an index of the right side but got " + index +
                        ", which is on the left alone");
      return false;
    }
  const NotationNode *driver = meaning.terms.front().driver;
  meaning.isOnPattern = meaning.terms.size() == 1 && driver &&
                        driver->indices == target.indices &&
                        !options.isUpdate && !options.isDense;
  return true;
}

std::optional<NotationMeaning> Finder::find() {
  const Notation &notation = meaning.notation;
  bool isSum = notation.assignment == AssignKind::Store ||
               notation.assignment == AssignKind::Add;
  if (isSum)
    addTerms(notation.value, false, meaning.terms);
  else
    addFactors(notation.value, false, meaning.terms.emplace_back());
  if (!findOperands() || !findDims())
    return std::nullopt;
  for (NotationTerm &term : meaning.terms)
    // A greatest or a least value is that over all indices, wherever they are.
    if ((isSum && !checkSums(term)) || !findDriver(term))
      return std::nullopt;
  if (!checkTarget())
    return std::nullopt;
  return std::move(meaning);
}

std::optional<NotationMeaning>
spindle::programs::findMeaning(const Notation &notation,
                               const NotationOptions &options,
                               NotationError emitError) {
  return Finder(notation, options, emitError).find();
}

//===- RandomComposite.cpp - composite formats, by chance -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomFormat.h"

#include <vector>

using namespace spindle::formatfuzz;

static std::string drawAny(Random &random, int64_t rank, int64_t nesting);

/// A part that is written: what it asks of its elements, and its format.
namespace {
struct PartText {
  std::vector<std::string> conditions;
  std::string format;
};

/// Divides all elements by numbers into parts.
class Divider {
public:
  /// Parts may be composite in turn, `nesting` deep.
  Divider(Random &random, int64_t rank, int64_t nesting)
      : random(random), rank(rank), nesting(nesting) {}
  std::string write();

private:
  std::string dim() { return random.below(rank) ? other() : "i"; }
  std::string other() { return rank == 3 && random.chance(50) ? "k" : "j"; }
  std::string drawCoordinate();
  std::string drawCover(const std::string &a, const std::string &b);
  std::string drawNumber(int64_t depth);
  void divide(std::vector<std::string> conditions, int64_t depth);
  void breakCover();

  Random &random;
  int64_t rank, nesting;
  std::vector<PartText> parts;
};
} // namespace

/// A number that the coordinates of an element tell.
std::string Divider::drawCoordinate() {
  std::string a = dim(), b = dim(), c = std::to_string(random.between(1, 5));
  switch (random.below(7)) {
  case 0:
    return a + " floordiv " + c;
  case 1:
    return a + " mod " + c;
  case 2:
    return a + " - " + b;
  case 3:
    return "(" + a + " * " + c + " - " + b + ") floordiv " + c;
  case 4:
    return a + " + " + b;
  default:
    return a;
  }
}

/// The size of the block that covers the element, of up to three.
std::string Divider::drawCover(const std::string &a, const std::string &b) {
  int64_t x = random.between(1, 2), y = random.between(1, 3), cost = 1;
  std::string sizes;
  for (int64_t count = random.between(1, 3); count > 0; --count) {
    sizes = "(" + std::to_string(x) + ", " + std::to_string(y) + ") at " +
            std::to_string(cost) + (sizes.empty() ? "" : ", ") + sizes;
    x *= random.between(1, 3);
    y *= random.between(1, 2);
    cost += random.between(0, 5);
  }
  return "cover(" + a + ", " + b + " by " + sizes + ")";
}

/// A number of the closed set, of others up to `depth`.
std::string Divider::drawNumber(int64_t depth) {
  auto inner = [&] {
    return depth && random.chance(30) ? drawNumber(depth - 1)
                                      : drawCoordinate();
  };
  switch (random.below(8)) {
  case 0:
    return "section(" + dim() + " of " + std::to_string(random.between(1, 5)) +
           ")";
  case 1:
    return "length(" + inner() + (random.chance(50) ? ", " + inner() : "") +
           ")";
  case 2:
    return "slot(" + inner() + " in " + inner() +
           (random.chance(30) ? ", " + inner() : "") + ")";
  case 3:
    return "order(" + inner() + " by -length)";
  case 4:
    return drawCover(inner(), inner());
  default:
    return drawCoordinate();
  }
}

/// Adds the parts of the elements that meet `conditions`.
void Divider::divide(std::vector<std::string> conditions, int64_t depth) {
  if (depth == 0) {
    static const std::vector<std::string> easy = {
        "#sparse.csr",
        "#sparse.coo",
        "#sparse.dcsr",
        "#sparse.bsr<2, 3>",
        "#sparse.csc",
        "#sparse.ell<?>",
        "#sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(2))>"};
    static const std::vector<std::string> tensors = {
        "#sparse.csf", "#sparse.coo", "#sparse.csf<1, 2, 0>",
        "#sparse.dense<bitmap>"};
    if (nesting && random.chance(12)) {
      parts.push_back(
          {std::move(conditions), drawAny(random, rank, nesting - 1)});
      return;
    }
    std::string format = random.chance(30)
                             ? drawFormat(random, rank)
                             : random.pick(rank == 2 ? easy : tensors);
    parts.push_back({std::move(conditions), format});
    return;
  }
  std::string number = drawNumber(2),
              bound = std::to_string(random.between(-1, 6));
  auto with = [&](const std::string &condition) {
    std::vector<std::string> all = conditions;
    all.push_back(number + " " + condition);
    return all;
  };
  int64_t left = random.below(depth), right = random.below(depth);
  if (random.chance(15)) {
    // Three ways: below, at, and above.
    int64_t at = std::stoll(bound);
    divide(with("is " + bound), 0);
    bound = std::to_string(at + 1);
    divide(with("below " + std::to_string(at)), left);
  } else {
    divide(with("below " + bound), left);
  }
  divide(with("from " + bound), right);
}

/// Leaves a part out, or has one ask for less.
void Divider::breakCover() {
  size_t part = random.below(int64_t(parts.size()));
  if (random.chance(50) && parts.size() > 1)
    parts.erase(parts.begin() + part);
  else if (parts[part].conditions.size() > 1)
    parts[part].conditions.pop_back();
  else
    parts.push_back(parts[part]);
}

std::string Divider::write() {
  divide({}, random.between(1, 3));
  if (random.chance(20))
    breakCover();
  bool hasRest = random.chance(50);
  std::string text = "#sparse.composite<(" + listDims(rank) + ") -> (";
  for (size_t part = 0; part < parts.size(); ++part) {
    bool isRest = hasRest && part + 1 == parts.size();
    std::string all;
    for (const std::string &condition : parts[part].conditions)
      all += (all.empty() ? "" : " and ") + condition;
    text += (part ? ", " : "") + (isRest || all.empty() ? "rest" : all) +
            " : " + parts[part].format;
  }
  return text + ")>";
}

/// A composite format, parts of which may be so, `nesting` deep.
static std::string drawAny(Random &random, int64_t rank, int64_t nesting) {
  if (rank != 2 || random.chance(60))
    return Divider(random, rank, nesting).write();
  auto number = [&](int64_t most) {
    return std::to_string(random.between(1, most));
  };
  switch (random.below(7)) {
  case 0:
    return "#sparse.hyb<" + number(4) + ", " + std::to_string(random.below(4)) +
           ">";
  case 1:
    return "#sparse.ell_coo<" + number(5) + ">";
  case 2:
    return "#sparse.csr_coo<" + number(5) + ">";
  case 3:
    return "#sparse.bsr_csr<" + number(4) + ", " + number(4) + ", " +
           number(6) + ">";
  case 4:
    return "#sparse.dia_csr<" + number(5) + ">";
  case 5:
    return "#sparse.dense_rows<" + number(4) + ">";
  default:
    return "#sparse.columns<" + number(5) + ">";
  }
}

std::string spindle::formatfuzz::drawComposite(Random &random, int64_t rank) {
  // Two levels are more than are taken.
  return drawAny(random, rank, random.chance(5) ? 2 : 1);
}

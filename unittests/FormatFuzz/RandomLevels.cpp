//===- RandomLevels.cpp - descriptors of levels, by chance ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomFormat.h"

#include <algorithm>
#include <vector>

using namespace spindle::formatfuzz;

static const std::string kDims[] = {"i", "j", "k", "l", "m"};

std::string spindle::formatfuzz::listDims(int64_t rank) {
  std::string text;
  for (int64_t dim = 0; dim < rank; ++dim)
    text += (dim ? ", " : "") + kDims[dim];
  return text;
}

namespace {
/// A coordinate that a level has.
struct Piece {
  int64_t dim = 0;
  std::string text;
  /// The divisor of the remainder that it is; 0 for others.
  int64_t divisor = 0;
  bool isDifference = false;
};

/// Writes one descriptor.
class Writer {
public:
  Writer(Random &random, int64_t rank) : random(random), rank(rank) {}
  std::string write();

private:
  void split(const Piece &piece, int64_t depth);
  void subtract();
  void mix();
  std::string writeProperties(bool stores, bool hasPositions, std::string more);
  std::string writeKind(const Piece &piece, bool isRoot);
  std::string writeParent(size_t level);

  Random &random;
  int64_t rank;
  std::vector<Piece> pieces;
  /// The last level that was written is not unique.
  bool isOpen = false;
};
} // namespace

/// Adds the coordinate, or the quotients and remainders that it splits into.
void Writer::split(const Piece &piece, int64_t depth) {
  if (depth == 2 || !random.chance(depth ? 20 : 35)) {
    pieces.push_back(piece);
    return;
  }
  int64_t divisor = random.between(1, 5);
  std::string whole = depth ? "(" + piece.text + ")" : piece.text;
  std::string by = std::to_string(divisor);
  split({piece.dim, whole + " floordiv " + by}, depth + 1);
  split({piece.dim, whole + " mod " + by, divisor}, depth + 1);
}

/// Makes a difference of the pieces of one dimension.
void Writer::subtract() {
  if (rank < 2 || !random.chance(12))
    return;
  int64_t dim = random.below(rank);
  int64_t other = (dim + 1 + random.below(rank - 1)) % rank;
  auto isOfDim = [&](const Piece &piece) { return piece.dim == dim; };
  pieces.erase(std::remove_if(pieces.begin(), pieces.end(), isOfDim),
               pieces.end());
  auto place = std::find_if(pieces.begin(), pieces.end(), [&](const Piece &p) {
    return p.dim == other && (p.divisor || random.chance(70));
  });
  pieces.insert(place, {dim, kDims[dim] + " - " + kDims[other], 0, true});
}

/// Brings the pieces into another order; those of one dimension mostly keep
/// theirs, since a remainder lies under its quotient.
void Writer::mix() {
  std::vector<Piece> mixed;
  bool keeps = random.chance(85);
  while (!pieces.empty()) {
    size_t at = random.chance(45) ? 0 : random.below(int64_t(pieces.size()));
    auto isFirst = [&](size_t place) {
      return std::none_of(
          pieces.begin(), pieces.begin() + place, [&](const Piece &before) {
            return before.dim == pieces[place].dim || before.isDifference;
          });
    };
    while (keeps && !isFirst(at))
      --at;
    mixed.push_back(pieces[at]);
    pieces.erase(pieces.begin() + at);
  }
  pieces = std::move(mixed);
}

/// The parenthesis behind a kind: `more` and the types of the arrays.
std::string Writer::writeProperties(bool stores, bool hasPositions,
                                    std::string more) {
  static const std::string types[] = {"i8", "i16", "i32", "i64"};
  auto append = [&](const std::string &text) {
    more += (more.empty() ? "" : ", ") + text;
  };
  if (stores && random.chance(8))
    append("unordered");
  if (hasPositions && random.chance(12))
    append("pos = " + types[random.chance(3) ? 1 : random.between(2, 3)]);
  if (stores && random.chance(25))
    append("crd = " + types[random.below(4)]);
  return more.empty() ? "" : "(" + more + ")";
}

std::string Writer::writeKind(const Piece &piece, bool isRoot) {
  bool wasOpen = std::exchange(isOpen, false);
  int64_t choice = random.below(100);
  if (wasOpen && random.chance(90)) {
    isOpen = true;
    return "singleton" + writeProperties(true, false, "");
  }
  if (piece.divisor && random.chance(25)) {
    int64_t kept = random.between(1, piece.divisor);
    return "structured" + writeProperties(true, false,
                                          std::to_string(kept) + ", " +
                                              std::to_string(piece.divisor));
  }
  if (choice < 38 && !(piece.isDifference && random.chance(90)))
    return "dense";
  if (choice < 68 || (isRoot && choice > 88))
    return "compressed" + writeProperties(true, true, "");
  if (choice < 78) {
    isOpen = true;
    return "compressed" + writeProperties(true, true, "nonunique");
  }
  if (choice < 84)
    return "fixed" + writeProperties(true, false, "?");
  if (choice < 90)
    return "fixed" +
           writeProperties(true, false, std::to_string(random.between(1, 9)));
  if (choice < 95)
    return "variable" + writeProperties(false, true, "");
  return "singleton" +
         writeProperties(true, false, random.chance(30) ? "unique" : "");
}

/// ` of` another level than the one before, at times.
std::string Writer::writeParent(size_t level) {
  if (level < 2 || !random.chance(25))
    return "";
  return " of l" + std::to_string(random.below(int64_t(level)));
}

std::string Writer::write() {
  for (int64_t dim = 0; dim < rank; ++dim)
    split({dim, kDims[dim]}, 0);
  subtract();
  mix();
  std::string text = "(" + listDims(rank) + ") -> (";
  for (size_t level = 0; level < pieces.size(); ++level) {
    bool wasOpen = isOpen;
    text += (level ? ", l" : "l") + std::to_string(level) + " = " +
            pieces[level].text + " : " + writeKind(pieces[level], level == 0);
    if (!wasOpen)
      text += writeParent(level);
  }
  static const std::string kept[] = {" full", " lengths", " bitmap",
                                     " lengths and bitmap"};
  return text + ")" + (random.chance(30) ? kept[random.below(4)] : "");
}

std::string spindle::formatfuzz::drawLevels(Random &random, int64_t rank) {
  return Writer(random, rank).write();
}

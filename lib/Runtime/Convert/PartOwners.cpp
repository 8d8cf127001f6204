//===- PartOwners.cpp - Which part holds an element -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartOwners.h"

#include <algorithm>
#include <atomic>
#include <limits>

using namespace spindle::runtime;

namespace {
/// A number that parts ask for, and where its classes begin; the first class is
/// that of all smaller ones.
struct ClassedNumber {
  int64_t classOf(int64_t number) const {
    return std::upper_bound(bounds.begin(), bounds.end(), number) -
           bounds.begin();
  }
  int64_t classes() const { return bounds.size() + 1; }
  /// A number of class `c`; none may be in the first.
  int64_t getSample(int64_t c) const {
    constexpr int64_t least = std::numeric_limits<int64_t>::min();
    return c == 0 ? least : bounds[c - 1];
  }

  Expr expr;
  std::vector<int64_t> bounds;
};

/// The parts of a format, by the classes of what they ask for.
struct PartTable {
  /// More combinations than this are not looked up.
  static constexpr int64_t most = 1 << 16;

  explicit PartTable(const Composite &format);
  /// The part that holds each combination, -1 for none and several.
  void fill();
  bool isFilled() const { return !owners.empty(); }
  int32_t find(const std::vector<int64_t> &sample) const;

  const Composite &format;
  std::vector<ClassedNumber> numbers;
  /// For each part and each of its ranges, the number.
  std::vector<std::vector<size_t>> asked;
  std::vector<int32_t> owners;
};
} // namespace

PartTable::PartTable(const Composite &format) : format(format) {
  for (const Part &part : format.parts) {
    std::vector<size_t> &own = asked.emplace_back();
    for (const Range &range : part.ranges) {
      auto found = std::find_if(numbers.begin(), numbers.end(),
                                [&](const ClassedNumber &number) {
                                  return number.expr == range.expr;
                                });
      own.push_back(found - numbers.begin());
      if (found == numbers.end())
        numbers.push_back({range.expr, {}});
      std::vector<int64_t> &bounds = numbers[own.back()].bounds;
      bounds.push_back(range.low);
      if (range.high < std::numeric_limits<int64_t>::max())
        bounds.push_back(range.high + 1);
    }
  }
  for (ClassedNumber &number : numbers) {
    std::sort(number.bounds.begin(), number.bounds.end());
    number.bounds.erase(std::unique(number.bounds.begin(), number.bounds.end()),
                        number.bounds.end());
  }
}

/// The part that holds an element whose numbers are `sample`; -1 for none and
/// for several.
int32_t PartTable::find(const std::vector<int64_t> &sample) const {
  int32_t found = -1, holders = 0;
  for (size_t part = 0; part < format.parts.size(); ++part) {
    bool holds = format.parts[part].isRest ? holders == 0 : true;
    for (size_t r = 0; r < asked[part].size(); ++r) {
      const Range &range = format.parts[part].ranges[r];
      int64_t number = sample[asked[part][r]];
      holds &= number >= range.low && number <= range.high;
    }
    holders += holds;
    if (holds)
      found = static_cast<int32_t>(part);
  }
  return holders == 1 ? found : -1;
}

void PartTable::fill() {
  int64_t combinations = 1;
  for (const ClassedNumber &number : numbers)
    if (__builtin_mul_overflow(combinations, number.classes(), &combinations) ||
        combinations > most)
      return;
  owners.resize(combinations);
  std::vector<int64_t> sample(numbers.size());
  for (int64_t index = 0; index < combinations; ++index) {
    int64_t rest = index;
    for (size_t n = numbers.size(); n > 0; --n) {
      int64_t classes = numbers[n - 1].classes();
      sample[n - 1] = numbers[n - 1].getSample(rest % classes);
      rest /= classes;
    }
    owners[index] = find(sample);
  }
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

namespace {
/// Some elements that are looked at together.
struct Block {
  int64_t begin, count;
  /// Of each number that is asked for, those of the elements.
  std::vector<std::vector<int64_t>> numbers;
};
} // namespace

/// Sets the owners of a block. The first element without one; -1: none.
static int64_t assign(const PartTable &table, const Block &block,
                      int32_t *owners) {
  std::vector<int64_t> sample(table.numbers.size());
  int32_t owner = -1;
  int64_t faulty = -1;
  for (int64_t i = 0; i < block.count; ++i) {
    bool isNew = i == 0;
    for (size_t n = 0; n < sample.size(); ++n) {
      isNew |= sample[n] != block.numbers[n][i];
      sample[n] = block.numbers[n][i];
    }
    // Neighbours often have the same numbers.
    if (isNew && table.isFilled()) {
      int64_t index = 0;
      for (size_t n = 0; n < sample.size(); ++n)
        index = index * table.numbers[n].classes() +
                table.numbers[n].classOf(sample[n]);
      owner = table.owners[index];
    } else if (isNew) {
      owner = table.find(sample);
    }
    owners[i] = owner;
    if (owner < 0 && faulty < 0)
      faulty = block.begin + i;
  }
  return faulty;
}

/// The coordinates of entry `e`, as in "(3, 5)".
static std::string placeText(const CooTensor &tensor, int64_t e) {
  std::string text = "(";
  for (int64_t dim = 0; dim < tensor.rank(); ++dim)
    text.append(dim ? ", " : "")
        .append(std::to_string(tensor.coordinates[dim].as<int64_t>()[e]));
  return text + ")";
}

/// The error that element `e` is not of one part.
static Error coverError(const CooTensor &tensor, const Composite &format,
                        const ElementNumbers &numbers, int64_t e) {
  std::vector<size_t> parts;
  for (size_t part = 0; part < format.parts.size(); ++part) {
    const Part &asked = format.parts[part];
    bool holds = asked.isRest ? parts.empty() : true;
    for (const Range &range : asked.ranges) {
      int64_t number = numbers.evaluate(range.expr, e);
      holds &= number >= range.low && number <= range.high;
    }
    if (holds)
      parts.push_back(part);
  }
  std::string got = "none";
  if (parts.size() > 1)
    got = "parts " + std::to_string(parts[0]) + " and " +
          std::to_string(parts[1]);
  return {"", 0,
          "element " + placeText(tensor, e) + ": expected one part of " +
              describe(format) + " to hold it but got " + got};
}

std::optional<Error>
spindle::runtime::findOwners(const CooTensor &tensor, const Composite &format,
                             Workers &workers,
                             FallibleVector<int32_t> &owners) {
  auto numbers = ElementNumbers::make(tensor, format.criteria, workers);
  if (!numbers)
    return numbers.takeError();
  if (auto error = owners.resize(tensor.entries()))
    return error;
  PartTable table(format);
  table.fill();
  std::vector<int64_t> faulty(workers.count(), -1);
  workers.split(tensor.entries(), [&](int64_t w, int64_t begin, int64_t end) {
    constexpr int64_t size = ElementNumbers::blockSize;
    Block block{0, 0,
                std::vector<std::vector<int64_t>>(table.numbers.size(),
                                                  std::vector<int64_t>(size))};
    for (block.begin = begin; block.begin < end && faulty[w] < 0;
         block.begin += size) {
      block.count = std::min(size, end - block.begin);
      for (size_t n = 0; n < table.numbers.size(); ++n)
        numbers->evaluate(table.numbers[n].expr, block.begin, block.count,
                          block.numbers[n].data());
      faulty[w] = assign(table, block, owners.data() + block.begin);
    }
  });
  for (int64_t e : faulty)
    if (e >= 0)
      return coverError(tensor, format, *numbers, e);
  return std::nullopt;
}

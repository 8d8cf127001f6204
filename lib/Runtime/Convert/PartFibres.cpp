//===- PartFibres.cpp - The rows of each part of a matrix -----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartFibres.h"

#include "ValueBytes.h"

#include <algorithm>
#include <cstring>
#include <limits>

using namespace spindle::runtime;

namespace {
/// What a worker has of a part: how much, and then where the next one goes.
struct Share {
  int64_t elements = 0, fibres = 0;
  /// The row that the last element is of.
  int64_t row = -1;
};

/// The workers of a matrix, each of whom has whole rows of it.
struct Split {
  Split(const CooTensor &matrix, const FallibleVector<int32_t> &owners,
        size_t parts, Workers &workers);

  const int64_t *rows() const { return matrix.coordinates[0].as<int64_t>(); }
  const int64_t *columns() const { return matrix.coordinates[1].as<int64_t>(); }
  void count();
  std::vector<Share> place();
  template <typename Other, typename Value>
  void fill(std::vector<Fibres> &fibres, Other *others, Value *values) const;

  const CooTensor &matrix;
  const FallibleVector<int32_t> &owners;
  Workers &workers;
  /// The first element of each worker, and the end of the last one's.
  std::vector<int64_t> begins;
  /// Of each worker, its share of each part.
  std::vector<std::vector<Share>> shares;
};
} // namespace

Split::Split(const CooTensor &matrix, const FallibleVector<int32_t> &owners,
             size_t parts, Workers &workers)
    : matrix(matrix), owners(owners), workers(workers),
      shares(workers.count(), std::vector<Share>(parts)) {
  int64_t count = matrix.entries();
  for (int64_t w = 0; w <= workers.count(); ++w) {
    int64_t begin = workers.begin(w, count);
    if (begin > 0 && begin < count)
      begin =
          std::upper_bound(rows() + begin, rows() + count, rows()[begin - 1]) -
          rows();
    begins.push_back(begin);
  }
}

void Split::count() {
  workers.run([&](int64_t w) {
    std::vector<Share> own = shares[w];
    for (int64_t e = begins[w]; e < begins[w + 1]; ++e) {
      Share &share = own[owners[e]];
      share.elements += 1;
      share.fibres += share.row != rows()[e];
      share.row = rows()[e];
    }
    shares[w] = std::move(own);
  });
}

/// Makes positions of what was counted: of elements in those of all parts, of
/// fibres in those of their part. What each part has, its first element in
/// place of a row.
std::vector<Share> Split::place() {
  std::vector<Share> all(shares.front().size());
  int64_t next = 0;
  for (size_t part = 0; part < all.size(); ++part) {
    Share &whole = all[part];
    whole.row = next;
    for (std::vector<Share> &own : shares) {
      Share place{next, whole.fibres, -1};
      next += own[part].elements;
      whole.elements += own[part].elements;
      whole.fibres += own[part].fibres;
      own[part] = place;
    }
  }
  return all;
}

template <typename Other, typename Value>
void Split::fill(std::vector<Fibres> &fibres, Other *others,
                 Value *values) const {
  const auto *from = static_cast<const Value *>(matrix.values.data());
  workers.run([&](int64_t w) {
    std::vector<Share> own = shares[w];
    for (int64_t e = begins[w]; e < begins[w + 1]; ++e) {
      int32_t part = owners[e];
      Share &next = own[part];
      if (next.row != rows()[e]) {
        next.row = rows()[e];
        fibres[part].keys[next.fibres] = next.row;
        fibres[part].starts[next.fibres++] = next.elements;
      }
      others[next.elements] = static_cast<Other>(columns()[e]);
      values[next.elements++] = from[e];
    }
  });
}

/// Makes room for the fibres of a part that has `share`.
static std::optional<Error> resize(const Share &share, Fibres &fibres) {
  if (auto error = fibres.keys.resize(share.fibres))
    return error;
  return fibres.starts.resize(share.fibres + 1);
}

Expected<PartFibres> PartFibres::make(const CooTensor &matrix,
                                      const FallibleVector<int32_t> &owners,
                                      size_t parts, Workers &workers) {
  PartFibres made;
  int64_t count = matrix.entries();
  bool isSmall = matrix.shape[1] <= std::numeric_limits<int32_t>::max();
  Expected<Array> others =
      Array::allocate(isSmall ? DType::I32 : DType::I64, {count});
  if (!others)
    return others.takeError();
  Expected<Array> values = Array::allocate(matrix.values.dtype(), {count});
  if (!values)
    return values.takeError();
  made.others = std::move(*others);
  made.values = std::move(*values);
  Split split(matrix, owners, parts, workers);
  split.count();
  std::vector<Share> shares = split.place();
  made.fibres.resize(parts);
  for (size_t part = 0; part < parts; ++part)
    if (auto error = resize(shares[part], made.fibres[part]))
      return std::move(*error);
  visitBytes(matrix.values.dtype(), [&](auto zero) {
    auto *to = static_cast<decltype(zero) *>(made.values.data());
    if (isSmall)
      split.fill(made.fibres, made.others.as<int32_t>(), to);
    else
      split.fill(made.fibres, made.others.as<int64_t>(), to);
  });
  for (size_t part = 0; part < parts; ++part) {
    Fibres &own = made.fibres[part];
    int64_t first = shares[part].row;
    own.shape = matrix.shape;
    own.dtype = matrix.values.dtype();
    auto at = [first](const Array &array) {
      return static_cast<const char *>(array.data()) +
             first * dtypeSize(array.dtype());
    };
    own.others = {at(made.others), made.others.dtype()};
    own.values = at(made.values);
    for (int64_t f = 0; f < own.size(); ++f)
      own.starts[f] -= first;
    own.starts[own.size()] = shares[part].elements;
  }
  return made;
}

Fibres PartFibres::view(size_t part) const {
  const Fibres &own = fibres[part];
  Fibres seen;
  seen.shape = own.shape;
  seen.dtype = own.dtype;
  seen.keys = own.keys.share();
  seen.starts = own.starts.share();
  seen.others = own.others;
  seen.values = own.values;
  return seen;
}

Expected<CooTensor> PartFibres::copy(size_t part, Workers &workers) const {
  const Fibres &own = fibres[part];
  Expected<CooTensor> copied =
      allocateEntries(own.shape, own.dtype, own.count());
  if (!copied || own.count() == 0)
    return copied;
  auto *rows = copied->coordinates[0].as<int64_t>();
  auto *columns = copied->coordinates[1].as<int64_t>();
  workers.split(own.size(), [&](int64_t, int64_t begin, int64_t end) {
    for (int64_t f = begin; f < end; ++f)
      std::fill(rows + own.starts[f], rows + own.starts[f + 1], own.keys[f]);
  });
  own.others.read(0, own.count(), columns);
  std::memcpy(copied->values.data(), own.values, copied->values.byteSize());
  return copied;
}

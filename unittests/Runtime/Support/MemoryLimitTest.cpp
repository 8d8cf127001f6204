//===- MemoryLimitTest.cpp - Conversions that memory is too little for ----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryLimit.h"
#include "Spindle/Runtime/Convert/Convert.h"
#include "Spindle/Runtime/Storage/SizeObserver.h"
#include "TensorOperands.h"
#include "TestContext/Thorough.h"

#include <limits>
#include <random>

using namespace spindle::runtime;

namespace {
/// Formats whose arrays are found in different ways.
const std::vector<std::string> all = {
    formats::csr,
    formats::csc,
    formats::coo,
    formats::dcsr,
    formats::bsr43,
    formats::ell,
    formats::bitmap,
    "(i, j) -> (j - i : compressed, i : dense)",
    "(i, j) where p = order(i by -length in i floordiv 4), s = slot(j in p) "
    "-> (po = p floordiv 2 : dense, s : variable of po, pi = p mod 2 : dense "
    "of po, i : singleton(unique) of pi, j : singleton of (s, pi))",
    "(i, j) where r = rank(j in i floordiv 2) -> (io = i floordiv 2 : dense, q "
    "= r floordiv 2 : variable of io, i mod 2 : dense of io, w = r mod 2 : "
    "dense of q, j : singleton of w)",
};

/// Rows of up to two elements, and the others.
Composite inParts() {
  Expr column = Expr::dim(1);
  Expr row = Expr::dim(0);
  Expr slot = Expr::symbol(0);
  Part first{{{slot, std::numeric_limits<int64_t>::min(), 1}},
             false,
             format(formats::ell)};
  return {2,
          {{CriterionKind::Slot, {column, row}}},
          {first, {{}, true, format(formats::csr)}}};
}

/// `count` entries anywhere, some of them of one cell, enough for threads.
CooTensor draw(int64_t count) {
  std::mt19937 random(4);
  std::vector<Indices> places(2);
  std::vector<float> values;
  for (int64_t e = 0; e < count; ++e) {
    places[0].push_back(int64_t(random() % 150));
    places[1].push_back(int64_t(random() % 170));
    values.push_back(float(random() % 9) + 1);
  }
  return tensor<float>({150, 170}, places, values);
}

/// All bytes of the arrays of a storage.
std::string bytesOf(const Storage &storage) {
  std::string bytes;
  auto add = [&](const Array &array) {
    bytes.append(static_cast<const char *>(array.data()), array.byteSize());
  };
  for (const auto *arrays :
       {&storage.positions, &storage.coordinates, &storage.lengths})
    for (const Array &array : *arrays)
      add(array);
  add(storage.bitmap);
  add(storage.values);
  return bytes;
}

std::string bytesOf(const std::vector<Storage> &parts) {
  std::string bytes;
  for (const Storage &part : parts)
    bytes += bytesOf(part);
  return bytes;
}

/// Calls `make` with less memory than it needs, more each time, until it has
/// enough: it is refused, leaves nothing behind, and makes the same in the end.
template <typename Make> void expectRefusedUntilEnough(const Make &make) {
  auto wanted = make();
  ASSERT_EQ(text(wanted), "");
  int64_t before = countAllocatedBytes(), refused = 0;
  for (int64_t room = 0;; room += std::max<int64_t>(room / 16, 4096)) {
    std::string got;
    {
      MemoryLimit limit(before + room);
      auto made = make();
      if (made) {
        EXPECT_EQ(bytesOf(*made), bytesOf(*wanted));
        break;
      }
      got = text(made);
    }
    EXPECT_NE(got.find("bytes of memory but got none"), std::string::npos)
        << got;
    ASSERT_EQ(countAllocatedBytes(), before) << room;
    ++refused;
  }
  EXPECT_GT(refused, 3);
}
} // namespace

TEST(MemoryLimitTest, StoringInAnyFormat) {
  CooTensor entries = draw(40000);
  for (const std::string &name : spindle::chooseTried(all)) {
    SCOPED_TRACE(name);
    Format to = format(name);
    for (int64_t threads : {1, 2}) {
      StoreOptions options;
      options.threads = threads;
      expectRefusedUntilEnough([&] { return store(entries, to, options); });
    }
  }
}

/// Who observes them is told of sizes even where there is no such memory.
TEST(MemoryLimitTest, SizesAreToldBeforeMemoryIsAskedFor) {
  CooTensor entries =
      tensor<float>({2000, 2000}, {{0, 1999}, {1999, 0}}, {1, 2});
  Format to = format("(i, j) -> (i floordiv 1000 : dense, j floordiv 1000 : "
                     "compressed, i mod 1000 : dense, j mod 1000 : dense)");
  auto measured = storageBytes(entries, to);
  ASSERT_EQ(text(measured), "");
  std::vector<int64_t> told;
  SizeObserver observer([&](int64_t bytes) { told.push_back(bytes); });
  MemoryLimit limit(countAllocatedBytes() + (1 << 20));
  EXPECT_NE(text(store(entries, to)), "");
  EXPECT_EQ(told, std::vector<int64_t>{*measured});
}

TEST(MemoryLimitTest, TensorsOfOrder3) {
  std::mt19937 random(5);
  constexpr int64_t large = int64_t(1) << 20;
  CooTensor entries =
      *allocateEntries({large, large, large}, DType::F32, 20000);
  for (int64_t e = 0; e < entries.entries(); ++e) {
    for (Array &list : entries.coordinates)
      list.as<int64_t>()[e] = e % 5 ? random() % large : e % 400;
    entries.values.as<float>()[e] = float(e % 9);
  }
  for (const char *name :
       {"(i, j, k) -> (i : compressed, j : compressed, k : compressed)",
        "(i, j, k) -> (k : dense, i : compressed, j : compressed)",
        "(i, j, k) -> (i : compressed(nonunique), j : singleton, k : "
        "singleton)"})
    for (int64_t threads : spindle::isThorough() ? std::vector<int64_t>{1, 2, 3}
                                                 : std::vector<int64_t>{2}) {
      SCOPED_TRACE(name);
      StoreOptions options;
      options.threads = threads;
      expectRefusedUntilEnough(
          [&] { return store(entries, format(name), options); });
    }
}

TEST(MemoryLimitTest, KeepingWhereEntriesWent) {
  CooTensor entries = draw(20000);
  for (const std::string &name : spindle::chooseTried(all)) {
    SCOPED_TRACE(name);
    Format to = format(name);
    expectRefusedUntilEnough([&] {
      Array addresses;
      StoreOptions options;
      options.addresses = &addresses;
      return store(entries, to, options);
    });
  }
}

TEST(MemoryLimitTest, FromFormatToFormat) {
  CooTensor entries = draw(40000);
  Storage csr = *store(entries, format(formats::csr));
  for (const std::string &name : spindle::chooseTried(all)) {
    SCOPED_TRACE(name);
    Format to = format(name);
    for (bool transposes : {false, true}) {
      ConvertOptions options;
      if (transposes)
        options.dims = {1, 0};
      expectRefusedUntilEnough(
          [&] { return convert(csr, format(formats::csr), to, options); });
    }
  }
}

TEST(MemoryLimitTest, ToParts) {
  CooTensor entries = draw(40000);
  Composite to = inParts();
  Storage csr = *store(entries, format(formats::csr));
  expectRefusedUntilEnough([&] { return storeParts(entries, to); });
  // Three sections of the columns, which have a kernel.
  Expr column = Expr::dim(1);
  Expr section = Expr::symbol(0);
  Composite sections{2, {{CriterionKind::Section, {column}, {3}}}};
  for (int64_t s = 0; s < 3; ++s)
    sections.parts.push_back({{{section, s, s}}, false, format(formats::csr)});
  for (const Composite &parts : {to, sections})
    expectRefusedUntilEnough(
        [&] { return convertToParts(csr, format(formats::csr), parts); });
}

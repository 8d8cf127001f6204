//===- NameTable.cpp - the descriptors of named formats -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Message.h"
#include "NameParams.h"

#include <algorithm>

using namespace spindle::format;
using Key = InspectorKey;
using Parents = std::vector<int64_t>;

/// What a name makes of its numbers.
using Built = std::optional<Format>;

namespace {
/// Makes the levels of a descriptor with the types of `spec`.
struct LevelBuilder {
  explicit LevelBuilder(const FormatSpec &spec) : spec(spec) {}

  Level level(Expr expr, LevelKind kind, Parents parents, bool unique = true,
              std::vector<int64_t> params = {}) const {
    Level made{std::move(expr), kind, std::move(params), std::move(parents)};
    made.pos = made.hasPos() ? spec.pos : 0;
    made.crd = made.hasCrd() ? spec.crd : 0;
    made.unique = unique;
    return made;
  }
  Level dense(Expr expr, Parents parents) const {
    return level(std::move(expr), LevelKind::Dense, std::move(parents));
  }
  Level compressed(Expr expr, Parents parents) const {
    return level(std::move(expr), LevelKind::Compressed, std::move(parents));
  }
  Level variable(Expr expr, Parents parents) const {
    return level(std::move(expr), LevelKind::Variable, std::move(parents));
  }
  Level singleton(Expr expr, Parents parents, bool unique = false) const {
    return level(std::move(expr), LevelKind::Singleton, std::move(parents),
                 unique);
  }
  Level fixed(Expr expr, Parents parents, int64_t width) const {
    return level(std::move(expr), LevelKind::Fixed, std::move(parents),
                 /*unique=*/true, {width});
  }

  const FormatSpec &spec;
  Expr i = Expr::dim(0), j = Expr::dim(1), k = Expr::dim(2);
};
} // namespace

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

/// Reports a rank that the name has no format of.
static bool isRankRefused(const FormatSpec &spec, std::string_view name,
                          int64_t least, int64_t rank) {
  if (least <= rank && rank <= kMaxRank)
    return false;
  return !refuse(spec.report, "(C16) expected a rank of ", least, " to ",
                 kMaxRank, " for #sparse.", name, " but got ", rank);
}

/// A format of `rank` levels, each below the one before it.
template <typename MakeLevel>
static Format buildChain(int64_t rank, MakeLevel &&make) {
  Format format{rank};
  for (int64_t l = 0; l < rank; ++l)
    format.levels.push_back(make(l, getDefaultParents(l, /*allDense=*/false)));
  return format;
}

static Built buildDense(const FormatSpec &spec) {
  LevelBuilder make(spec);
  if (isRankRefused(spec, "dense", 0, spec.params[0]))
    return std::nullopt;
  return buildChain(spec.params[0], [&](int64_t d, const Parents &) {
    return make.dense(Expr::dim(d), {});
  });
}

static Built buildCoo(const FormatSpec &spec) {
  LevelBuilder make(spec);
  if (isRankRefused(spec, "coo", 1, spec.params[0]))
    return std::nullopt;
  return buildChain(spec.params[0], [&](int64_t d, const Parents &parents) {
    LevelKind kind = d == 0 ? LevelKind::Compressed : LevelKind::Singleton;
    return make.level(Expr::dim(d), kind, parents, /*unique=*/false);
  });
}

/// Reports an order of dimensions that is none.
static bool isOrderRefused(const FormatSpec &spec) {
  NameParams sorted = spec.params;
  std::sort(sorted.begin(), sorted.end());
  bool isOrder = true;
  std::vector<std::string> got;
  for (size_t d = 0; d < sorted.size(); ++d) {
    isOrder &= sorted[d] == int64_t(d);
    got.push_back(std::to_string(spec.params[d]));
  }
  return !isOrder &&
         !refuse(spec.report,
                 "expected #sparse.csf to have the dimensions 0 to ",
                 sorted.size() - 1, " in some order but got ", joinItems(got));
}

static Built buildCsf(const FormatSpec &spec) {
  LevelBuilder make(spec);
  bool hasOrder = spec.params.size() > 1;
  int64_t rank = hasOrder ? int64_t(spec.params.size()) : spec.params[0];
  if (isRankRefused(spec, "csf", 1, rank) || (hasOrder && isOrderRefused(spec)))
    return std::nullopt;
  return buildChain(rank, [&](int64_t l, const Parents &parents) {
    return make.compressed(Expr::dim(hasOrder ? spec.params[l] : l), parents);
  });
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

static Built buildCsr(const FormatSpec &spec) {
  LevelBuilder make(spec);
  return Format{2, {}, {make.dense(make.i, {}), make.compressed(make.j, {0})}};
}

static Built buildCsc(const FormatSpec &spec) {
  LevelBuilder make(spec);
  return Format{2, {}, {make.dense(make.j, {}), make.compressed(make.i, {0})}};
}

static Built buildDcsr(const FormatSpec &spec) {
  LevelBuilder make(spec);
  return Format{
      2, {}, {make.compressed(make.i, {}), make.compressed(make.j, {0})}};
}

static Built buildRagged(const FormatSpec &spec) {
  LevelBuilder make(spec);
  return Format{2, {}, {make.dense(make.i, {}), make.variable(make.j, {0})}};
}

static Built buildEll(const FormatSpec &spec) {
  LevelBuilder make(spec);
  return Format{
      2, {}, {make.dense(make.i, {}), make.fixed(make.j, {0}, spec.params[0])}};
}

static Built buildNm(const FormatSpec &spec) {
  LevelBuilder make(spec);
  int64_t n = spec.params[0], m = spec.params[1];
  return Format{2,
                {},
                {make.dense(make.i, {}), make.dense(make.j.floorDiv(m), {0}),
                 make.level(make.j % m, LevelKind::Structured, {1},
                            /*unique=*/true, {n, m})}};
}

static Built buildSell(const FormatSpec &spec) {
  LevelBuilder make(spec);
  int64_t slice = spec.params[0], sorted = spec.params[1];
  Expr p = Expr::symbol(0), s = Expr::symbol(1);
  return Format{2,
                {{InspectorKind::Order, make.i, Key::NegatedLength,
                  make.i.floorDiv(sorted)},
                 {InspectorKind::Slot, make.j, Key::None, p}},
                {make.dense(p.floorDiv(slice), {}), make.variable(s, {0}),
                 make.dense(p % slice, {0}),
                 make.singleton(make.i, {2}, /*unique=*/true),
                 make.singleton(make.j, {1, 2})}};
}

static Built buildRowlen(const FormatSpec &spec) {
  LevelBuilder make(spec);
  int64_t rows = spec.params[0];
  Expr p = Expr::symbol(0), l = Expr::symbol(1);
  return Format{
      2,
      {{InspectorKind::Order, make.i, Key::Length, make.i.floorDiv(rows)},
       {InspectorKind::Length, make.i}},
      {make.dense(p.floorDiv(rows), {}), make.compressed(l, {0}),
       make.variable(p, {1}), make.singleton(make.i, {2}, /*unique=*/true),
       make.compressed(make.j, {2})}};
}

//===----------------------------------------------------------------------===//
// Blocks and diagonals
//===----------------------------------------------------------------------===//

static Format buildBlocks(const FormatSpec &spec, LevelKind outer) {
  LevelBuilder make(spec);
  int64_t b = spec.params[0], c = spec.params[1];
  return Format{2,
                {},
                {make.level(make.i.floorDiv(b), outer, {}),
                 make.compressed(make.j.floorDiv(c), {0}),
                 make.dense(make.i % b, {0}), make.dense(make.j % c, {1})}};
}

static Built buildBsr(const FormatSpec &spec) {
  return buildBlocks(spec, LevelKind::Dense);
}

static Built buildDbsr(const FormatSpec &spec) {
  return buildBlocks(spec, LevelKind::Compressed);
}

static Built buildPanel(const FormatSpec &spec) {
  LevelBuilder make(spec);
  int64_t rows = spec.params[0], cols = spec.params[1];
  return Format{2,
                {},
                {make.dense(make.i.floorDiv(rows), {}),
                 make.dense(make.j.floorDiv(cols), {0}),
                 make.dense(make.i % rows, {1}),
                 make.compressed(make.j % cols, {2})}};
}

static Built buildSrBcrs(const FormatSpec &spec) {
  LevelBuilder make(spec);
  int64_t t = spec.params[0], g = spec.params[1];
  Expr r = Expr::symbol(0), io = make.i.floorDiv(t);
  return Format{2,
                {{InspectorKind::Rank, make.j, Key::None, io}},
                {make.dense(io, {}), make.variable(r.floorDiv(g), {0}),
                 make.dense(make.i % t, {0}), make.dense(r % g, {1}),
                 make.singleton(make.j, {3})}};
}

static Built buildEll3d(const FormatSpec &spec) {
  LevelBuilder make(spec);
  int64_t rows = spec.params[0], cols = spec.params[1];
  return Format{3,
                {{InspectorKind::Rank, make.j, Key::None, make.i}},
                {make.dense(make.i, {}),
                 make.variable(Expr::symbol(0).floorDiv(rows), {0}),
                 make.fixed(make.j, {1}, rows), make.fixed(make.k, {2}, cols)}};
}

static Built buildDia(const FormatSpec &spec) {
  LevelBuilder make(spec);
  return Format{
      2, {}, {make.compressed(make.j - make.i, {}), make.dense(make.i, {0})}};
}

static Built buildLdia(const FormatSpec &spec) {
  LevelBuilder make(spec);
  int64_t rows = spec.params[0];
  return Format{2,
                {},
                {make.dense(make.i.floorDiv(rows), {}),
                 make.compressed(make.j - make.i, {0}),
                 make.dense(make.i % rows, {1})}};
}

//===----------------------------------------------------------------------===//
// Numbers of no format
//===----------------------------------------------------------------------===//

/// Why `got` is not the number `number` of `name`: 1 leaves nothing of a level.
static std::string refuseOne(std::string_view number, std::string_view name,
                             int64_t got) {
  if (got > 1)
    return "";
  return joinText("expected ", number, " of #sparse.", name,
                  " to be at least 2 but got ", got);
}

static std::string refusePanel(const NameParams &params) {
  return refuseOne("C", "panel<R, C>", params[1]);
}

static std::string refuseRowlen(const NameParams &params) {
  return refuseOne("S", "rowlen<S>", params[0]);
}

static std::string refuseNm(const NameParams &params) {
  if (params[0] > params[1])
    return joinText("expected n of #sparse.nm<n, m> to be at most m, ",
                    params[1], ", but got ", params[0]);
  return refuseOne("m", "nm<n, m>", params[1]);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

const std::vector<FormatName> &spindle::format::getFormatNames() {
  static const std::vector<FormatName> names = {
      {"dense", "rank", 1, buildDense, extractRank, /*isFamily=*/true},
      {"csr", "", 0, buildCsr, extractNone},
      {"csc", "", 0, buildCsc, extractNone},
      {"dcsr", "", 0, buildDcsr, extractNone},
      {"coo", "rank", 1, buildCoo, extractRank, /*isFamily=*/true},
      {"csf", "rank", 1, buildCsf, extractCsf, /*isFamily=*/true,
       /*mayBeUnknown=*/false, /*hasOrder=*/true},
      {"ragged", "", 0, buildRagged, extractNone},
      {"bsr", "b, c", 2, buildBsr, extractBlock},
      {"dbsr", "b, c", 2, buildDbsr, extractBlock},
      {"ell", "w", 1, buildEll, extractEll, false, /*mayBeUnknown=*/true},
      {"sell", "C, S", 2, buildSell, extractSell},
      {"dia", "", 0, buildDia, extractNone},
      {"ldia", "b", 1, buildLdia, extractFirst},
      {"sr_bcrs", "t, g", 2, buildSrBcrs, extractBlock},
      {"panel", "R, C", 2, buildPanel, extractBlock, false, false, false,
       /*crdBits=*/16, refusePanel},
      {"rowlen", "S", 1, buildRowlen, extractFirst, false, false, false,
       /*crdBits=*/32, refuseRowlen},
      {"nm", "n, m", 2, buildNm, extractNm, false, false, false,
       /*crdBits=*/32, refuseNm},
      {"ell3d", "R, C", 2, buildEll3d, extractEll3d},
  };
  return names;
}

//===- FormatDescriptors.cpp - the descriptors of named formats -----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormatNames.h"
#include "FormatParams.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace spindle::sparse;

namespace {
/// Makes descriptors, in the letters of docs/Formats.md. A level or format that
/// breaks a rule is null, and reported by the spec's emitError.
struct Maker {
  explicit Maker(const FormatSpec &spec)
      : spec(spec), i(dim(0)), j(dim(1)), k(dim(2)) {}

  AffineExpr dim(unsigned d) { return getAffineDimExpr(d, spec.context); }
  AffineExpr symbol(unsigned s) { return getAffineSymbolExpr(s, spec.context); }

  LevelAttr level(AffineExpr expr, LevelKind kind, ArrayRef<int64_t> parents,
                  bool unique = true, ArrayRef<int64_t> params = {}) {
    bool hasPos = kind == LevelKind::Compressed || kind == LevelKind::Variable;
    bool hasCrd = kind != LevelKind::Dense && kind != LevelKind::Variable;
    return LevelAttr::getChecked(spec.emitError, spec.context, expr, kind,
                                 params, parents, hasPos ? spec.pos : Type(),
                                 hasCrd ? spec.crd : Type(),
                                 /*ordered=*/true, unique);
  }
  LevelAttr dense(AffineExpr expr, ArrayRef<int64_t> parents) {
    return level(expr, LevelKind::Dense, parents);
  }
  LevelAttr compressed(AffineExpr expr, ArrayRef<int64_t> parents) {
    return level(expr, LevelKind::Compressed, parents);
  }
  LevelAttr variable(AffineExpr expr, ArrayRef<int64_t> parents) {
    return level(expr, LevelKind::Variable, parents);
  }
  LevelAttr singleton(AffineExpr expr, ArrayRef<int64_t> parents,
                      bool unique = false) {
    return level(expr, LevelKind::Singleton, parents, unique);
  }
  LevelAttr fixed(AffineExpr expr, ArrayRef<int64_t> parents, int64_t width) {
    return level(expr, LevelKind::Fixed, parents, /*unique=*/true, {width});
  }

  InspectorAttr inspect(InspectorAttr::Kind kind, AffineExpr subject,
                        AffineExpr group,
                        InspectorAttr::Key key = InspectorAttr::Key::None) {
    return InspectorAttr::getChecked(spec.emitError, spec.context, kind,
                                     subject, key, group);
  }

  FormatAttr format(int64_t rank, ArrayRef<LevelAttr> levels,
                    ArrayRef<InspectorAttr> inspectors = {}) {
    if (llvm::is_contained(levels, LevelAttr()) ||
        llvm::is_contained(inspectors, InspectorAttr()))
      return {};
    Kept keeps = spec.keeps.value_or(FormatAttr::getDefaultKept(levels));
    return FormatAttr::getChecked(spec.emitError, spec.context, rank,
                                  inspectors, levels, keeps);
  }

  const FormatSpec &spec;
  AffineExpr i, j, k;
};
} // namespace

using Kind = InspectorAttr::Kind;
using Key = InspectorAttr::Key;

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

/// Reports a rank of a member of a family below `least` or too large.
static bool isRankRefused(const FormatSpec &spec, StringRef name, int64_t least,
                          int64_t rank) {
  if (least <= rank && rank <= FormatAttr::kMaxRank)
    return false;
  spec.emitError() << "(C16) expected a rank of " << least << " to "
                   << FormatAttr::kMaxRank << " for #sparse." << name
                   << " but got " << rank;
  return true;
}

/// A format of `rank` levels, each under the level before it.
static FormatAttr
buildChain(Maker &make, int64_t rank,
           llvm::function_ref<LevelAttr(int64_t, ArrayRef<int64_t>)> level) {
  SmallVector<LevelAttr> levels;
  for (int64_t d = 0; d < rank; ++d)
    levels.push_back(
        level(d, d == 0 ? ArrayRef<int64_t>() : ArrayRef<int64_t>(d - 1)));
  return make.format(rank, levels);
}

static FormatAttr buildDense(const FormatSpec &spec) {
  Maker make(spec);
  if (isRankRefused(spec, "dense", 0, spec.params[0]))
    return {};
  return buildChain(make, spec.params[0], [&](int64_t d, ArrayRef<int64_t>) {
    return make.dense(make.dim(d), {});
  });
}

static FormatAttr buildCoo(const FormatSpec &spec) {
  Maker make(spec);
  if (isRankRefused(spec, "coo", 1, spec.params[0]))
    return {};
  return buildChain(
      make, spec.params[0], [&](int64_t d, ArrayRef<int64_t> parents) {
        LevelKind kind = d == 0 ? LevelKind::Compressed : LevelKind::Singleton;
        return make.level(make.dim(d), kind, parents, /*unique=*/false);
      });
}

/// Reports numbers that are no order of the dimensions.
static bool isOrderRefused(const FormatSpec &spec) {
  NameParams sorted = spec.params;
  llvm::sort(sorted);
  auto dims = llvm::seq<int64_t>(0, sorted.size());
  if (llvm::equal(sorted, dims))
    return false;
  InFlightDiagnostic diag = spec.emitError();
  diag << "expected #sparse.csf to have the dimensions 0 to "
       << sorted.size() - 1 << " in some order but got ";
  llvm::interleaveComma(spec.params, diag);
  return true;
}

/// One number is the rank, several are the dimensions of the levels.
static FormatAttr buildCsf(const FormatSpec &spec) {
  Maker make(spec);
  bool hasOrder = spec.params.size() > 1;
  int64_t rank = hasOrder ? int64_t(spec.params.size()) : spec.params[0];
  if (isRankRefused(spec, "csf", 1, rank) || (hasOrder && isOrderRefused(spec)))
    return {};
  return buildChain(make, rank, [&](int64_t l, ArrayRef<int64_t> parents) {
    return make.compressed(make.dim(hasOrder ? spec.params[l] : l), parents);
  });
}

//===----------------------------------------------------------------------===//
// Formats of rows
//===----------------------------------------------------------------------===//

static FormatAttr buildCsr(const FormatSpec &spec) {
  Maker make(spec);
  return make.format(2, {make.dense(make.i, {}), make.compressed(make.j, {0})});
}

static FormatAttr buildCsc(const FormatSpec &spec) {
  Maker make(spec);
  return make.format(2, {make.dense(make.j, {}), make.compressed(make.i, {0})});
}

static FormatAttr buildDcsr(const FormatSpec &spec) {
  Maker make(spec);
  return make.format(
      2, {make.compressed(make.i, {}), make.compressed(make.j, {0})});
}

static FormatAttr buildRagged(const FormatSpec &spec) {
  Maker make(spec);
  return make.format(2, {make.dense(make.i, {}), make.variable(make.j, {0})});
}

static FormatAttr buildEll(const FormatSpec &spec) {
  Maker make(spec);
  return make.format(
      2, {make.dense(make.i, {}), make.fixed(make.j, {0}, spec.params[0])});
}

static FormatAttr buildNm(const FormatSpec &spec) {
  Maker make(spec);
  int64_t n = spec.params[0], m = spec.params[1];
  return make.format(2, {make.dense(make.i, {}),
                         make.dense(make.j.floorDiv(m), {0}),
                         make.level(make.j % m, LevelKind::Structured, {1},
                                    /*unique=*/true, {n, m})});
}

static FormatAttr buildSell(const FormatSpec &spec) {
  Maker make(spec);
  int64_t slice = spec.params[0], sorted = spec.params[1];
  AffineExpr p = make.symbol(0), s = make.symbol(1);
  return make.format(2,
                     {make.dense(p.floorDiv(slice), {}), make.variable(s, {0}),
                      make.dense(p % slice, {0}),
                      make.singleton(make.i, {2}, /*unique=*/true),
                      make.singleton(make.j, {1, 2})},
                     {make.inspect(Kind::Order, make.i, make.i.floorDiv(sorted),
                                   Key::NegatedLength),
                      make.inspect(Kind::Slot, make.j, p)});
}

static FormatAttr buildRowlen(const FormatSpec &spec) {
  Maker make(spec);
  int64_t rows = spec.params[0];
  AffineExpr p = make.symbol(0), l = make.symbol(1);
  AffineExpr none = getAffineConstantExpr(0, spec.context);
  return make.format(
      2,
      {make.dense(p.floorDiv(rows), {}), make.compressed(l, {0}),
       make.variable(p, {1}), make.singleton(make.i, {2}, /*unique=*/true),
       make.compressed(make.j, {2})},
      {make.inspect(Kind::Order, make.i, make.i.floorDiv(rows), Key::Length),
       make.inspect(Kind::Length, make.i, none)});
}

//===----------------------------------------------------------------------===//
// Formats of blocks and diagonals
//===----------------------------------------------------------------------===//

/// Blocks of spec.params; `outer` is the kind of the rows of blocks.
static FormatAttr buildBlocks(const FormatSpec &spec, LevelKind outer) {
  Maker make(spec);
  int64_t b = spec.params[0], c = spec.params[1];
  return make.format(2, {make.level(make.i.floorDiv(b), outer, {}),
                         make.compressed(make.j.floorDiv(c), {0}),
                         make.dense(make.i % b, {0}),
                         make.dense(make.j % c, {1})});
}

static FormatAttr buildBsr(const FormatSpec &spec) {
  return buildBlocks(spec, LevelKind::Dense);
}

static FormatAttr buildDbsr(const FormatSpec &spec) {
  return buildBlocks(spec, LevelKind::Compressed);
}

static FormatAttr buildPanel(const FormatSpec &spec) {
  Maker make(spec);
  int64_t rows = spec.params[0], cols = spec.params[1];
  return make.format(2, {make.dense(make.i.floorDiv(rows), {}),
                         make.dense(make.j.floorDiv(cols), {0}),
                         make.dense(make.i % rows, {1}),
                         make.compressed(make.j % cols, {2})});
}

static FormatAttr buildSrBcrs(const FormatSpec &spec) {
  Maker make(spec);
  int64_t t = spec.params[0], g = spec.params[1];
  AffineExpr r = make.symbol(0), io = make.i.floorDiv(t);
  return make.format(2,
                     {make.dense(io, {}), make.variable(r.floorDiv(g), {0}),
                      make.dense(make.i % t, {0}), make.dense(r % g, {1}),
                      make.singleton(make.j, {3})},
                     {make.inspect(Kind::Rank, make.j, io)});
}

static FormatAttr buildEll3d(const FormatSpec &spec) {
  Maker make(spec);
  int64_t rows = spec.params[0], cols = spec.params[1];
  AffineExpr r = make.i, i = make.j, j = make.k, s = make.symbol(0);
  return make.format(3,
                     {make.dense(r, {}), make.variable(s.floorDiv(rows), {0}),
                      make.fixed(i, {1}, rows), make.fixed(j, {2}, cols)},
                     {make.inspect(Kind::Rank, i, r)});
}

static FormatAttr buildDia(const FormatSpec &spec) {
  Maker make(spec);
  return make.format(
      2, {make.compressed(make.j - make.i, {}), make.dense(make.i, {0})});
}

static FormatAttr buildLdia(const FormatSpec &spec) {
  Maker make(spec);
  int64_t rows = spec.params[0];
  return make.format(2, {make.dense(make.i.floorDiv(rows), {}),
                         make.compressed(make.j - make.i, {0}),
                         make.dense(make.i % rows, {1})});
}

//===----------------------------------------------------------------------===//
// Numbers that name nothing
//===----------------------------------------------------------------------===//

/// A remainder by one is no coordinate.
static std::string refuseOne(StringRef number, StringRef name, int64_t got) {
  if (got > 1)
    return "";
  return llvm::formatv("expected {0} of #sparse.{1} to be at least 2 but got "
                       "{2}",
                       number, name, got);
}

static std::string refusePanel(ArrayRef<int64_t> params) {
  return refuseOne("C", "panel<R, C>", params[1]);
}

static std::string refuseRowlen(ArrayRef<int64_t> params) {
  return refuseOne("S", "rowlen<S>", params[0]);
}

static std::string refuseNm(ArrayRef<int64_t> params) {
  if (params[0] > params[1])
    return llvm::formatv("expected n of #sparse.nm<n, m> to be at most m, {0}, "
                         "but got {1}",
                         params[1], params[0]);
  return refuseOne("m", "nm<n, m>", params[1]);
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

ArrayRef<FormatName> spindle::sparse::getFormatNames() {
  static const FormatName names[] = {
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
       /*crdWidth=*/16, refusePanel},
      {"rowlen", "S", 1, buildRowlen, extractFirst, false, false, false,
       /*crdWidth=*/32, refuseRowlen},
      {"nm", "n, m", 2, buildNm, extractNm, false, false, false,
       /*crdWidth=*/32, refuseNm},
      {"ell3d", "R, C", 2, buildEll3d, extractEll3d},
  };
  return names;
}

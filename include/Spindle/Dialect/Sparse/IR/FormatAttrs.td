//===- FormatAttrs.td - formats of tensors -----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_FORMATATTRS_TD
#define SPINDLE_DIALECT_SPARSE_IR_FORMATATTRS_TD

include "Spindle/Dialect/Sparse/IR/SparseBase.td"

def Sparse_InspectorAttr : AttrDef<Sparse_Dialect, "Inspector"> {
  let mnemonic = ?;
  let attrName = "sparse.inspector";
  let summary = "a number that is derived from the pattern";
  let description = [{
    One definition of a format's `where`. The subject and the group are
    expressions over the dimensions (`d`) and the inspectors before it (`s`); a
    group that is the constant 0 holds everything.

    - `order(x by length in g)`: the position of `x` when every group of equal
      `g` is sorted by the number of stored elements of `x` (`by -length`:
      longest first); equal lengths keep their order.
    - `slot(x in g)`: how many stored elements of the same `g` come before it.
    - `rank(x in g)`: how many different `x` of the same `g` are smaller.
    - `length(x)`: the number of stored elements with the same `x`.

    Rules: those of `#sparse.format`.
  }];
  let parameters = (ins "::spindle::sparse::InspectorAttr::Kind":$kind,
                        "::mlir::AffineExpr":$subject,
                        "::spindle::sparse::InspectorAttr::Key":$key,
                        "::mlir::AffineExpr":$group);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// What is derived.
    enum class Kind { Order, Slot, Rank, Length };
    /// What `order` sorts by; the other inspectors have none.
    enum class Key { None, Length, NegatedLength };
  }];
}

def Sparse_LevelAttr : AttrDef<Sparse_Dialect, "Level"> {
  let mnemonic = ?;
  let attrName = "sparse.level";
  let summary = "one level of a format";
  let description = [{
    What the level's coordinate is, an expression over the dimensions (`d`) and
    the inspectors (`s`), how its positions are stored, and the indices of the
    levels that it lies under. `params` are `[w]` of `fixed(w)` (kDynamic: `?`)
    and `[n, m]` of `structured(n, m)`. `pos` and `crd`, the types of the arrays
    of positions and coordinates, are null where the level stores none.

    `ordered` claims ascending coordinates in each fibre; for a singleton, among
    the positions whose ancestors have equal coordinates. `unique` claims that
    no coordinate comes twice there; for a singleton, anywhere in the level.

    Rules: those of `#sparse.format`.
  }];
  let parameters = (ins "::mlir::AffineExpr":$expr,
                        "::spindle::sparse::LevelKind":$kind,
                        ArrayRefParameter<"int64_t">:$params,
                        ArrayRefParameter<"int64_t">:$parents,
                        "::mlir::Type":$pos, "::mlir::Type":$crd,
                        "bool":$ordered, "bool":$unique);
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The dimension that the level's coordinate is, where it is one as it
    /// stands; -1 for a derived coordinate.
    int64_t getDim() const;
    /// The type of the axis that the level becomes in a tensor of `shape`, a
    /// size per dimension; the width is kDynamic where it is not known. A
    /// structured level counts as one of fixed width.
    ::spindle::axis::AxisType getAxisType(
        ::llvm::ArrayRef<int64_t> shape) const;
  }];
}

def Sparse_FormatAttr : AttrDef<Sparse_Dialect, "Format"> {
  let mnemonic = "format";
  let summary = "how a tensor is stored";
  let description = [{
    A map from the dimensions of a tensor to levels. Each level has a
    coordinate, an expression over the dimensions and the names that `where`
    derives from the pattern, and a kind, which says what is stored; it lies
    under the level before it unless `of` names another one. Where all levels
    are dense, each is a root unless `of` says otherwise.

    ```
    format     ::= `(` names? `)` (`where` def (`,` def)*)?
                   `->` `(` (level (`,` level)*)? `)` keeps?
    def        ::= name `=` expr
    level      ::= (name `=`)? expr `:` kind (`of` (name | `(` names `)`))?
    kind       ::= (`dense` | `compressed` | `variable` | `singleton`)
                   (`(` property (`,` property)* `)`)?
                 | `fixed` `(` (number | `?`) (`,` property)* `)`
                 | `structured` `(` number `,` number (`,` property)* `)`
    property   ::= `nonunique` | `unique` | `unordered`
                 | `pos` `=` type | `crd` `=` type
    expr       ::= term ((`+` | `-`) term)*
    term       ::= primary ((`*` | `floordiv` | `mod`) primary)*
    primary    ::= number | name | `(` expr `)` | inspector
    inspector  ::= `order` `(` expr `by` `-`? `length` (`in` expr)? `)`
                 | (`slot` | `rank`) `(` expr `in` expr `)`
                 | `length` `(` expr `)`
    keeps      ::= `full` | `lengths` | `bitmap` | `lengths` `and` `bitmap`
    ```

    `keeps` says what is stored to tell the cells that exist from padding: how
    many there are in each fibre of a `fixed` level, a bit for each cell of the
    storage, both, or, with `full`, nothing, so that every cell is an element.
    Left out, it is what the levels need: nothing where all are dense; lengths
    where one is `fixed`; and a bitmap where one is structured, where a storage
    dimension belongs to a dense level without a `fixed` level below it, as in
    blocks, or where two storage dimensions lie beside each other.

    Names are spelling: formats that differ by names alone are equal, and the
    printer chooses `i`, `j`, .. for dimensions, `p`, `s`, `r` and `l` for
    inspectors, and `io`, `ii` for quotients and remainders of `i`. A format
    that has a name of its own (docs/Formats.md) is printed by that name.

    Rules, for the parts of a format too:

    - (C1) A name is defined once and is no word of the grammar.
    - (C2) An expression uses names of dimensions and of definitions before it.
      `of` names earlier levels, by their names or the names they carry.
    - (C3) One factor of `*` is a constant. The right side of `floordiv` and
      `mod` is a constant of at least 1.
    - (C4) An expression has at most 64 operations and operands, 32 nested
      parentheses, and constants of magnitude below 2^31, as are the numbers of
      a name.
    - (C5) The coordinate of a level is not a constant other than 0.
    - (C6) Two levels have different coordinates, constants excepted.
    - (C7) The coordinates of the levels determine every dimension: by
      themselves, by sums in which the rest is known, or by quotient and
      remainder of one divisor. An inspector determines nothing: its subject has
      a level of its own.
    - (C8) The first level has no parents. The others have one; where all levels
      are dense, at most one; a singleton several. Parents are different earlier
      levels.
    - (C9) Singleton, variable and structured levels have a parent.
    - (C10) `fixed(w)` has a width of at least 1 or `?`. `structured(n, m)` has
      1 <= n <= m and a coordinate `x mod m`. Other kinds have no parameters.
    - (C11) `pos` is i32 or i64, on compressed and variable levels alone. `crd`
      is i8, i16, i32 or i64, on compressed, fixed, singleton and structured
      levels alone.
    - (C12) `nonunique` stands on compressed and fixed levels, `unique` on
      singletons, `unordered` on these three.
    - (C13) A dense level has an extent: in its coordinate, slots and ranks are
      taken modulo a constant.
    - (C14) An inspector's subject is not a constant.
    - (C15) Each definition of `where` is used, and inspectors are numbered in
      the order of their first use.
    - (C16) There are at most 32 dimensions, 64 levels and 64 inspectors.
    - (C17) The name of a family alone is a format of unknown rank; see below.
    - (C18) `order` has a key, and it alone.
    - (C19) Lengths are kept of a `fixed` level. A bitmap is kept where a storage
      dimension belongs to a dense, fixed or structured level, or two lie beside
      each other.

    A family (`#sparse.dense`, `#sparse.coo`, `#sparse.csf`) has a member for
    each rank. Its name alone is a format of unknown rank, kDynamic, that holds
    the levels of its member of rank 2 (C17); the type of a tensor, which knows
    the rank, has the member instead. `#sparse.dense<3>` is the member of
    rank 3.

    ```mlir
    #rows = #sparse.csr<pos = i64, crd = i64>
    #part = #sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(8))>
    #padded = #sparse.format<(i, j) -> (i : dense, j : fixed(8)) lengths and bitmap>
    #slabs = #sparse.format<(i, j, k) -> (io = i floordiv 4 : compressed, j : compressed, k : compressed, i mod 4 : dense of io)>
    ```
  }];
  let parameters = (ins "int64_t":$rank,
                        ArrayRefParameter<"::spindle::sparse::InspectorAttr">
                            :$inspectors,
                        ArrayRefParameter<"::spindle::sparse::LevelAttr">
                            :$levels,
                        "::spindle::sparse::Kept":$keeps);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The most dimensions that a format has.
    static constexpr int64_t kMaxRank = 32;
    /// The format of `rank` (0 to kMaxRank) dense levels, each a root.
    static FormatAttr getDense(::mlir::MLIRContext *context, int64_t rank);
    /// Compressed sparse rows, with arrays of the types `pos` and `crd`.
    static FormatAttr getCSR(::mlir::MLIRContext *context, ::mlir::Type pos,
                             ::mlir::Type crd);
    /// True for a family without a rank: no tensor is stored in it.
    bool isFamily() const;
    /// The member of a family for tensors of `rank` dimensions, null after
    /// `emitError`; a format that is no family as it is.
    FormatAttr getMember(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
        int64_t rank) const;
    /// Parses the format of a tensor of `rank` dimensions: an attribute or an
    /// alias of one, where a family gives its member of that rank. Null after
    /// an error. Another format's rank is the caller's to compare.
    static FormatAttr parseInTensor(::mlir::AsmParser &parser, int64_t rank);
    /// The format that `attr` stands for there; null after `emitError`.
    static FormatAttr
    getInTensor(::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError,
                ::mlir::Attribute attr, int64_t rank);
    /// Prints what parseInTensor reads: members of families by the family.
    void printInTensor(::mlir::AsmPrinter &printer) const;
    /// The format's name, as in `csr` or `bsr<4, 4>`; empty where it has none.
    std::string getShortName() const;
    /// What the printer calls the levels: `i`, `io`, `s`; each name once.
    ::llvm::SmallVector<std::string> getLevelNames() const;
    /// The parents of level `level` of a format where `of` does not name them.
    static ::llvm::SmallVector<int64_t> getDefaultParents(int64_t level,
                                                          bool allDense);
    /// True where every level is dense.
    bool isAllDense() const;
    /// True where each fibre of a `fixed` level stores how many cells exist.
    bool keepsLengths() const;
    /// True where a bit for each cell of the storage says whether it exists.
    bool keepsBitmap() const;
    /// What a format of `levels` keeps where its text does not say.
    static Kept getDefaultKept(::llvm::ArrayRef<LevelAttr> levels);
    /// For each storage dimension of the values, by the layout rule
    /// (Axis/IR/Layout.h), the level that it belongs to. Empty for no levels,
    /// and where the rule refuses them.
    ::llvm::SmallVector<int64_t> getStorageDims() const;
    /// The coordinates of the levels, a map from those of the dimensions; null
    /// for a family and where inspectors are used.
    ::mlir::AffineMap getLevelMap() const;
    /// The coordinates of the dimensions, a map from those of the levels: the
    /// inverse of getLevelMap. Null for a family, and where a dimension follows
    /// from a sum alone in which it has another factor than 1 and -1.
    ::mlir::AffineMap getDimMap() const;
    /// For a dense or structured level of coordinate `x mod c`, its nearest
    /// ancestor of coordinate `x floordiv c`, which cuts the last fibres off
    /// where `c` does not divide the extent of `x`; -1 for other levels and
    /// without one.
    int64_t getCutLevel(int64_t level) const;
    /// Fails with a message if this version cannot build such a tensor.
    ::mlir::LogicalResult verifySupported(
        ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const;
  }];
}

#endif // SPINDLE_DIALECT_SPARSE_IR_FORMATATTRS_TD

//===- CompositeAttrs.td - formats made of parts -----------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_SPARSE_IR_COMPOSITEATTRS_TD
#define SPINDLE_DIALECT_SPARSE_IR_COMPOSITEATTRS_TD

include "Spindle/Dialect/Sparse/IR/FormatAttrs.td"

def Sparse_CriterionAttr : AttrDef<Sparse_Dialect, "Criterion"> {
  let mnemonic = ?;
  let attrName = "sparse.criterion";
  let summary = "a number by which elements are put into parts";
  let description = [{
    A number that each stored element has. `exprs` are over the dimensions (`d`)
    and the criteria before it (`s`).

    - `section(x of n)`: which of `n` sections of dimension `x` the element is
      in, all of which but the last have `ceil(size / n)` coordinates.
    - `length(x, ..)`: how many stored elements have the same numbers.
    - `slot(x in y, ..)`: how many of those with the same `y, ..` come before it
      by `x`; elements of equal `x` keep their order.
    - `order(x by -length)`: the position of `x` when all `x` are sorted by how
      many stored elements have it, most first; of equal ones the smaller first.
    - `cover(x, .. by (a, ..) at c, ..)`: which of the sizes, counted from 0, the
      block has that covers the element. Blocks of a size lie on a grid, `a`
      numbers of `x` and so on, and cost `c` each; those that have stored elements
      are divided into blocks of the next size where these cost less together, so
      that all elements are covered at the least cost. `numbers` has all sizes,
      with their costs.

    Rules: those of `#sparse.composite`.
  }];
  let parameters = (ins "::spindle::sparse::CriterionAttr::Kind":$kind,
                        ArrayRefParameter<"::mlir::AffineExpr">:$exprs,
                        ArrayRefParameter<"int64_t">:$numbers);
  let extraClassDeclaration = [{
    /// What is counted.
    enum class Kind { Section, Length, Slot, Order, Cover };
  }];
}

def Sparse_PartAttr : AttrDef<Sparse_Dialect, "Part"> {
  let mnemonic = ?;
  let attrName = "sparse.part";
  let summary = "one part of a composite format";
  let description = [{
    Holds the stored elements that meet all conditions: `exprs`, over the
    dimensions (`d`) and the criteria (`s`), are at least `lows` and at most
    `highs` (INT64_MIN and INT64_MAX: any). `rest` holds those that no other
    part does. `format` is a `#sparse.format` or a `#sparse.composite`, whose
    criteria count the elements of this part.

    Rules: those of `#sparse.composite`.
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::AffineExpr">:$exprs,
                        ArrayRefParameter<"int64_t">:$lows,
                        ArrayRefParameter<"int64_t">:$highs, "bool":$isRest,
                        "::mlir::Attribute":$format);
}

def Sparse_CompositeAttr : AttrDef<Sparse_Dialect, "Composite"> {
  let mnemonic = "composite";
  let summary = "a tensor stored as several parts";
  let description = [{
    A list of parts: which of the stored elements each holds, and the format in
    which it holds them. Every part is a tensor of the whole shape. The format of
    a part may be composite too: its parts divide the elements of that part, by
    what is counted of these alone, and stand in its place where parts are
    numbered.

    ```
    composite  ::= `(` names? `)` `->` `(` part (`,` part)* `)`
    part       ::= (`rest` | comparison (`and` comparison)*) `:` format
    comparison ::= expr (`is` number | range)
    range      ::= `from` number (`below` number)? | `below` number
    expr       ::= term ((`+` | `-`) term)*
    term       ::= primary ((`*` | `floordiv` | `mod`) primary)*
    primary    ::= number | name | `(` expr `)` | criterion
    criterion  ::= `section` `(` name `of` number `)`
                 | `length` `(` expr (`,` expr)* `)`
                 | `slot` `(` expr `in` expr (`,` expr)* `)`
                 | `order` `(` expr `by` `-` `length` `)`
                 | `cover` `(` expr (`,` expr)* `by` size (`,` size)* `)`
    size       ::= `(` number (`,` number)* `)` `at` number
    ```

    That each stored element is held by one part is checked when a tensor is
    stored. What is known before is the cover record: in which dimensions the
    parts are disjoint, so that no two hold elements of one coordinate. A
    dimension in which they are not is split.

    Rules: (C1) a name is defined once and is no word of the grammar; (C2) an
    expression uses names of dimensions; (C3) and (C4) as for `#sparse.format`;
    (C5) a dimension has 1 to 2^31 - 1 sections; (C6) there are 1 to 1024 parts,
    at most 64 criteria and at most 32 dimensions; (C7) `rest` stands once, last;
    (C8) a number can meet the comparisons of one expression in a part; (C9) the
    format of a part has the rank of the composite one and is one that this
    version builds; (C10) the format of a part keeps the pattern, so that no cell
    is an element that the part does not hold; (C11) a part in a composite format
    has parts in formats of levels; (C12) a cover has sizes of as many numbers as
    it has expressions, each of which divides the one before, and costs, all of
    1 to 2^31 - 1.

    ```mlir
    #rows = #sparse.composite<(i, j) -> (slot(j in i) below 4 : #sparse.ell<4>, rest : #sparse.coo)>
    #columns = #sparse.composite<(i, j) -> (section(j of 2) is 0 : #sparse.csr, section(j of 2) is 1 : #sparse.csr)>
    #blocks = #sparse.composite<(i, j) -> (length(i floordiv 2, j floordiv 2) from 3 : #sparse.bsr<2, 2>, rest : #sparse.csr)>
    #nested = #sparse.composite<(i, j) -> (section(j of 2) is 0 : #sparse.hyb<1, 2>, rest : #sparse.csr)>
    #cover = #sparse.composite<(i, j) -> (cover(i, j by (4, 4) at 6, (1, 1) at 1) is 0 : #sparse.bsr<4, 4>, rest : #sparse.csr)>
    ```
  }];
  let parameters = (ins "int64_t":$rank,
                        ArrayRefParameter<"::spindle::sparse::CriterionAttr">
                            :$criteria,
                        ArrayRefParameter<"::spindle::sparse::PartAttr">
                            :$parts);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The formats of the parts, those of a part that is composite in its
    /// place: what the numbers of parts count.
    ::llvm::SmallVector<::spindle::sparse::FormatAttr> getPartFormats() const;
    /// Whether no two parts can hold elements of one coordinate of dimension
    /// `dim`.
    bool isDisjointIn(int64_t dim) const;
    /// The cover record in words: "rows disjoint", "rows split", of a rank other
    /// than 2 with the numbers of the dimensions.
    std::string describeCover() const;
    /// The format's name, as in `hyb<1, 4>`; empty where it has none.
    std::string getShortName() const;
  }];
}

#endif // SPINDLE_DIALECT_SPARSE_IR_COMPOSITEATTRS_TD

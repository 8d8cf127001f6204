// RUN: sparse-opt %s --allow-unregistered-dialect -split-input-file -verify-diagnostics

// (C1) Names.

// expected-error @below {{(C1) expected the name 'i' to be defined once}}
"test.op"() {f = #sparse.format<(i, i) -> (i : dense)>} : () -> ()

// -----

// expected-error @below {{(C1) expected the name 'i' to be defined once}}
"test.op"() {f = #sparse.format<(i) where i = length(i) -> (i : dense)>} : () -> ()

// -----

// expected-error @below {{(C1) expected the name 'i' to be defined once}}
"test.op"() {f = #sparse.format<(i, j) -> (i = i : dense, j : compressed)>} : () -> ()

// -----

// expected-error @below {{(C1) expected a name but got 'mod', a word of the grammar}}
"test.op"() {f = #sparse.format<(i, mod) -> (i : dense)>} : () -> ()

// -----

// expected-error @below {{expected a name}}
"test.op"() {f = #sparse.format<(i, 4) -> (i : dense)>} : () -> ()

// -----

// (C2) Uses.

// expected-error @below {{(C2) expected a dimension or a name that 'where' defines before but got 'k'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, k : compressed)>} : () -> ()

// -----

// expected-error @below {{(C2) expected a dimension or a name that 'where' defines before but got 'p'}}
"test.op"() {f = #sparse.format<(i, j) where s = slot(j in p), p = order(i by length) -> (p : dense)>} : () -> ()

// -----

// expected-error @below {{(C2) expected a dimension or a name that 'where' defines before but got 'io', the name of a level}}
"test.op"() {f = #sparse.format<(i, j) -> (io = i floordiv 2 : dense, io mod 2 : dense)>} : () -> ()

// -----

// expected-error @below {{(C2) expected 'of' to name an earlier level but got 'j'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense of j, j : compressed)>} : () -> ()

// -----

// expected-error @below {{(C2) expected 'of' to name an earlier level but got 'i'}}
"test.op"() {f = #sparse.format<(i) -> (i : dense of i)>} : () -> ()

// -----

// expected-error @below {{(C2) expected 'of' to name an earlier level but got ''}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : singleton of ())>} : () -> ()

// -----

// (C3) Constants where the grammar wants them.

// expected-error @below {{(C3) expected a constant of at least 1 on the right side of 'floordiv' but got 0}}
"test.op"() {f = #sparse.format<(i) -> (i floordiv 0 : dense, i mod 0 : dense)>} : () -> ()

// -----

// expected-error @below {{(C3) expected a constant of at least 1 on the right side of 'mod' but got -4}}
"test.op"() {f = #sparse.format<(i) -> (i mod -4 : dense)>} : () -> ()

// -----

// expected-error @below {{(C3) expected a constant of at least 1 on the right side of 'floordiv'}}
"test.op"() {f = #sparse.format<(i, j) -> (i floordiv j : dense)>} : () -> ()

// -----

// expected-error @below {{(C3) expected a constant on one side of '*'}}
"test.op"() {f = #sparse.format<(i, j) -> (i * j : dense)>} : () -> ()

// -----

// (C4) Sizes of expressions and numbers.

// expected-error @below {{(C4) expected at most 32 nested parentheses}}
"test.op"() {f = #sparse.format<(i) -> ((((((((((((((((((((((((((((((((((i))))))))))))))))))))))))))))))))) : dense)>} : () -> ()

// -----

// expected-error @below {{(C4) expected at most 32 nested parentheses}}
"test.op"() {f = #sparse.format<(i) where a = length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(length(i))))))))))))))))))))))))))))))))) -> (i : dense)>} : () -> ()

// -----

// expected-error @below {{(C4) expected constants of magnitude at most 2147483647 but got 2147483648}}
"test.op"() {f = #sparse.format<(i) -> (i * 2147483648 : dense)>} : () -> ()

// -----

// expected-error @below {{(C4) expected constants of magnitude at most 2147483647 but got 4294967296}}
"test.op"() {f = #sparse.format<(i) -> (i * 65536 * 65536 : dense)>} : () -> ()

// -----

// expected-error @below {{(C4) expected constants of magnitude at most 2147483647 but got -9223372036854775808}}
"test.op"() {f = #sparse.format<(i) -> (i + -9223372036854775808 : dense)>} : () -> ()

// -----

// expected-error @below {{integer value too large}}
"test.op"() {f = #sparse.format<(i) -> (i + 9223372036854775808 : dense)>} : () -> ()

// -----

// expected-error @below {{(C4) expected at most 64 operations and operands in an expression}}
"test.op"() {f = #sparse.format<(i) where a0 = i, a1 = a0 mod 7 + a0 * 3, a2 = a1 mod 7 + a1 * 3, a3 = a2 mod 7 + a2 * 3, a4 = a3 mod 7 + a3 * 3, a5 = a4 mod 7 + a4 * 3, a6 = a5 mod 7 + a5 * 3, a7 = a6 mod 7 + a6 * 3, a8 = a7 mod 7 + a7 * 3 -> (i : dense)>} : () -> ()

// -----

// expected-error @below {{(C4) expected a number from 1 to 2147483647 but got 0}}
"test.op"() {f = #sparse.bsr<0, 4>} : () -> ()

// -----

// expected-error @below {{(C4) expected a number from 1 to 2147483647 but got 2147483648}}
"test.op"() {f = #sparse.ell<2147483648>} : () -> ()

// -----

// expected-error @below {{(C4) expected a number from 0 to 2147483647 but got -1}}
"test.op"() {f = #sparse.dense<-1>} : () -> ()

// -----

// (C5), (C6) Coordinates.

// expected-error @below {{(C5) expected the coordinate of a level not to be a constant but got 3}}
"test.op"() {f = #sparse.format<(i) -> (i : dense, 3 : dense)>} : () -> ()

// -----

// expected-error @below {{(C6) expected different coordinates of levels 0 and 2}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : dense, row = i : compressed)>} : () -> ()

// -----

// (C7) Dimensions that the levels determine.

// expected-error @below {{(C7) expected the levels to determine dimension 1}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense)>} : () -> ()

// -----

// expected-error @below {{(C7) expected the levels to determine dimension 0}}
"test.op"() {f = #sparse.format<(i) -> ()>} : () -> ()

// -----

// expected-error @below {{(C7) expected the levels to determine dimension 0}}
"test.op"() {f = #sparse.format<(i) -> (i floordiv 4 : dense, i mod 2 : dense)>} : () -> ()

// -----

// expected-error @below {{(C7) expected the levels to determine dimension 0}}
"test.op"() {f = #sparse.format<(i, j) -> (j - i : compressed)>} : () -> ()

// -----

// expected-error @below {{(C7) expected the levels to determine dimension 1}}
"test.op"() {f = #sparse.format<(i, j) where s = slot(j in i) -> (i : dense, s : variable)>} : () -> ()

// -----

// (C8), (C9) Parents.

// expected-error @below {{(C8) expected one parent of a compressed level but got 2}}
"test.op"() {f = #sparse.format<(i, j, k) -> (i : dense, j : compressed, k : compressed of (i, j))>} : () -> ()

// -----

// expected-error @below {{(C8) expected different parents but got level 0 twice}}
"test.op"() {f = #sparse.format<(i, j) -> (i : compressed, j : singleton of (i, i))>} : () -> ()

// -----

// expected-error @below {{(C9) expected a parent of level 0, which is singleton}}
"test.op"() {f = #sparse.format<(i) -> (i : singleton)>} : () -> ()

// -----

// expected-error @below {{(C9) expected a parent of level 0, which is variable}}
"test.op"() {f = #sparse.format<(i) -> (i : variable)>} : () -> ()

// -----

// expected-error @below {{(C9) expected a parent of level 0, which is structured}}
"test.op"() {f = #sparse.format<(i) -> (i mod 4 : structured(2, 4), i floordiv 4 : dense)>} : () -> ()

// -----

// (C10) Numbers of kinds.

// expected-error @below {{(C10) expected a number from 1 to 2147483647 but got 0}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : fixed(0))>} : () -> ()

// -----

// expected-error @below {{(C10) expected a number from 1 to 2147483647 but got -9223372036854775808}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : fixed(-9223372036854775808))>} : () -> ()

// -----

// expected-error @below {{expected '('}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : fixed)>} : () -> ()

// -----

// expected-error @below {{(C10) expected structured(n, m) with 1 <= n <= m}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured(5, 4))>} : () -> ()

// -----

// expected-error @below {{(C10) expected a coordinate modulo 8 on a level that is structured(2, 8)}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured(2, 8))>} : () -> ()

// -----

// expected-error @below {{expected n of #sparse.nm<n, m> to be at most m, 4, but got 5}}
"test.op"() {f = #sparse.nm<5, 4>} : () -> ()

// -----

// (C11), (C12) Properties.

// expected-error @below {{(C11) expected 'pos' to be one of i32, i64 but got 'i16'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : compressed(pos = i16))>} : () -> ()

// -----

// expected-error @below {{(C11) expected 'crd' to be one of i8, i16, i32, i64 but got 'si32'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : compressed(crd = si32))>} : () -> ()

// -----

// expected-error @below {{(C11) expected 'crd' to be one of i8, i16, i32, i64 but got 'i1'}}
"test.op"() {f = #sparse.csr<crd = i1>} : () -> ()

// -----

// expected-error @below {{(C11) expected no 'pos' on #sparse.ell, which stores no positions}}
"test.op"() {f = #sparse.ell<4, pos = i64>} : () -> ()

// -----

// expected-error @below {{(C11) expected no 'crd' on #sparse.dense, which stores no coordinates}}
"test.op"() {f = #sparse.dense<crd = i64>} : () -> ()

// -----

// expected-error @below {{(C12) expected no property on a dense level but got 'crd'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense(crd = i16), j : compressed)>} : () -> ()

// -----

// expected-error @below {{(C12) expected 'nonunique' or 'unordered' or 'pos' or 'crd' on a compressed level but got 'unique'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : compressed(unique))>} : () -> ()

// -----

// expected-error @below {{(C12) expected 'nonunique' or 'unordered' or 'crd' on a fixed level but got 'pos'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : fixed(2, pos = i64))>} : () -> ()

// -----

// expected-error @below {{(C12) expected 'pos' on a variable level but got 'crd'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : variable(crd = i16))>} : () -> ()

// -----

// expected-error @below {{(C12) expected 'unique' or 'unordered' or 'crd' on a singleton level but got 'nonunique'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : compressed, j : singleton(nonunique))>} : () -> ()

// -----

// expected-error @below {{(C12) expected 'pos' once}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : compressed(pos = i64, pos = i64))>} : () -> ()

// -----

// expected-error @below {{(C12) expected 'nonunique' or 'unordered' or 'pos' or 'crd' on a compressed level}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : compressed())>} : () -> ()

// -----

// (C13) to (C16).

// expected-error @below {{(C13) expected a slot or a rank modulo a constant on dense level 1, for it has no extent}}
"test.op"() {f = #sparse.format<(i, j) where s = slot(j in i) -> (i : dense, s floordiv 2 : dense, j : compressed)>} : () -> ()

// -----

// expected-error @below {{(C14) expected the subject of an inspector not to be a constant}}
"test.op"() {f = #sparse.format<(i) where l = length(3) -> (i : dense)>} : () -> ()

// -----

// expected-error @below {{(C15) expected a use of the definition of 'l'}}
"test.op"() {f = #sparse.format<(i) where l = length(i) -> (i : dense)>} : () -> ()

// -----

// expected-error @below {{(C16) expected at most 32 dimensions}}
"test.op"() {f = #sparse.format<(d0, d1, d2, d3, d4, d5, d6, d7, d8, d9, d10, d11, d12, d13, d14, d15, d16, d17, d18, d19, d20, d21, d22, d23, d24, d25, d26, d27, d28, d29, d30, d31, d32) -> ()>} : () -> ()

// -----

// expected-error @below {{(C16) expected at most 64 levels}}
"test.op"() {f = #sparse.format<(i) -> (i mod 2 : dense, i mod 3 : dense, i mod 4 : dense, i mod 5 : dense, i mod 6 : dense, i mod 7 : dense, i mod 8 : dense, i mod 9 : dense, i mod 10 : dense, i mod 11 : dense, i mod 12 : dense, i mod 13 : dense, i mod 14 : dense, i mod 15 : dense, i mod 16 : dense, i mod 17 : dense, i mod 18 : dense, i mod 19 : dense, i mod 20 : dense, i mod 21 : dense, i mod 22 : dense, i mod 23 : dense, i mod 24 : dense, i mod 25 : dense, i mod 26 : dense, i mod 27 : dense, i mod 28 : dense, i mod 29 : dense, i mod 30 : dense, i mod 31 : dense, i mod 32 : dense, i mod 33 : dense, i mod 34 : dense, i mod 35 : dense, i mod 36 : dense, i mod 37 : dense, i mod 38 : dense, i mod 39 : dense, i mod 40 : dense, i mod 41 : dense, i mod 42 : dense, i mod 43 : dense, i mod 44 : dense, i mod 45 : dense, i mod 46 : dense, i mod 47 : dense, i mod 48 : dense, i mod 49 : dense, i mod 50 : dense, i mod 51 : dense, i mod 52 : dense, i mod 53 : dense, i mod 54 : dense, i mod 55 : dense, i mod 56 : dense, i mod 57 : dense, i mod 58 : dense, i mod 59 : dense, i mod 60 : dense, i mod 61 : dense, i mod 62 : dense, i mod 63 : dense, i mod 64 : dense, i mod 65 : dense, i mod 66 : dense)>} : () -> ()

// -----

// expected-error @below {{(C16) expected a rank of 0 to 32 for #sparse.dense but got 33}}
"test.op"() {f = #sparse.dense<33>} : () -> ()

// -----

// expected-error @below {{(C16) expected a rank of 1 to 32 for #sparse.coo but got 0}}
"test.op"() {f = #sparse.coo<0>} : () -> ()

// -----

// expected-error @below {{(C16) expected a rank of 1 to 32 for #sparse.csf but got 0}}
"test.op"() {f = #sparse.csf<0>} : () -> ()

// -----

// (C19) What is kept.

// expected-error @below {{(C19) expected a fixed level to keep lengths of}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : compressed) lengths>} : () -> ()

// -----

// expected-error @below {{(C19) expected a fixed level to keep lengths of}}
"test.op"() {f = #sparse.bsr<4, 4, lengths and bitmap>} : () -> ()

// -----

// expected-error @below {{(C19) expected a storage dimension of a dense, fixed or structured level to keep a bitmap of}}
"test.op"() {f = #sparse.csr<bitmap>} : () -> ()

// -----

// expected-error @below {{(C19) expected a fixed level to keep lengths of}}
"test.op"() {f = #sparse.dense<lengths>} : () -> ()

// -----

// expected-error @below {{(C19) expected a storage dimension of a dense, fixed or structured level to keep a bitmap of}}
func.func private @f(!sparse.tensor<f32, #sparse.dense<bitmap>>)

// -----

// Grammar.

// expected-error @below {{expected '>'}}
"test.op"() {f = #sparse.format<(i) -> (i : dense) bits>} : () -> ()

// -----

// expected-error @below {{expected 'bitmap'}}
"test.op"() {f = #sparse.format<(i) -> (i : fixed(4)) lengths and bits>} : () -> ()

// -----

// expected-error @below {{expected nothing after 'full'}}
"test.op"() {f = #sparse.csr<full, pos = i64>} : () -> ()

// -----

// expected-error @below {{expected #sparse.csf to have the dimensions 0 to 2 in some order but got 0, 1, 3}}
"test.op"() {f = #sparse.csf<0, 1, 3>} : () -> ()

// -----

// expected-error @below {{expected #sparse.csf to have the dimensions 0 to 2 in some order but got 1, 0, 1}}
"test.op"() {f = #sparse.csf<1, 0, 1>} : () -> ()

// -----

// expected-error @below {{expected #sparse.coo to have 1 (rank) but got 2}}
"test.op"() {f = #sparse.coo<1, 0>} : () -> ()

// -----

// expected-error @below {{(C2) expected a format of 2 dimensions but got #sparse.csf<2, 0, 1>}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.csf<2, 0, 1>>)

// -----

// expected-error @below {{expected '('}}
"test.op"() {f = #sparse.format<>} : () -> ()

// -----

// expected-error @below {{expected '->'}}
"test.op"() {f = #sparse.format<(i)>} : () -> ()

// -----

// expected-error @below {{expected ':'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j)>} : () -> ()

// -----

// expected-error @below {{expected a kind of level (dense, compressed, fixed, variable, singleton, structured) but got 'sparse'}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : sparse)>} : () -> ()

// -----

// expected-error @below {{expected a kind of level (dense, compressed, fixed, variable, singleton, structured)}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, j : )>} : () -> ()

// -----

// expected-error @below {{expected an expression}}
"test.op"() {f = #sparse.format<(i, j) -> (i : dense, )>} : () -> ()

// -----

// expected-error @below {{expected an expression}}
"test.op"() {f = #sparse.format<(i, j) -> (i + : dense)>} : () -> ()

// -----

// expected-error @below {{expected 'by'}}
"test.op"() {f = #sparse.format<(i) where p = order(i) -> (p : dense)>} : () -> ()

// -----

// expected-error @below {{expected 'length'}}
"test.op"() {f = #sparse.format<(i) where p = order(i by size) -> (p : dense)>} : () -> ()

// -----

// expected-error @below {{expected 'in'}}
"test.op"() {f = #sparse.format<(i, j) where s = slot(j) -> (i : dense, s : variable)>} : () -> ()

// -----

// Names of formats.

// expected-error @below {{expected the name of a format (dense, csr, csc, dcsr, coo, csf, ragged, bsr, dbsr, ell, sell, dia, ldia, sr_bcrs, panel, rowlen, nm, ell3d) but got 'scr'; did you mean 'csr'?}}
"test.op"() {f = #sparse.scr} : () -> ()

// -----

// expected-error @below {{expected the name of a format (dense, csr, csc, dcsr, coo, csf, ragged, bsr, dbsr, ell, sell, dia, ldia, sr_bcrs, panel, rowlen, nm, ell3d) but got 'CSR'; did you mean 'csr'?}}
"test.op"() {f = #sparse.CSR} : () -> ()

// -----

// expected-error @below {{expected the name of a format (dense, csr, csc, dcsr, coo, csf, ragged, bsr, dbsr, ell, sell, dia, ldia, sr_bcrs, panel, rowlen, nm, ell3d) but got 'bsr4x4'; did you mean 'bsr'?}}
"test.op"() {f = #sparse.bsr4x4} : () -> ()

// -----

// expected-error @below {{expected hyb<c, k> but got 1 number(s)}}
"test.op"() {f = #sparse.hyb<4>} : () -> ()

// -----

// expected-error @below {{expected #sparse.csr to have no numbers but got 1}}
"test.op"() {f = #sparse.csr<4>} : () -> ()

// -----

// expected-error @below {{expected #sparse.bsr to have 2 (b, c) but got 0}}
"test.op"() {f = #sparse.bsr} : () -> ()

// -----

// expected-error @below {{expected a number, 'pos', 'crd', 'full', 'lengths' or 'bitmap'}}
"test.op"() {f = #sparse.bsr<?, 4>} : () -> ()

// -----

// expected-error @below {{expected 'pos' once}}
"test.op"() {f = #sparse.csr<pos = i64, pos = i64>} : () -> ()

// -----

// expected-error @below {{expected numbers before 'pos' and 'crd'}}
"test.op"() {f = #sparse.bsr<pos = i64, 4, 4>} : () -> ()

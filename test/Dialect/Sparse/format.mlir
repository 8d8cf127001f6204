// RUN: sparse-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: sparse-opt %s --allow-unregistered-dialect | sparse-opt --allow-unregistered-dialect | FileCheck %s

#rows = #sparse.csr<pos = i64, crd = i64>
#part = #sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(8))>
#padded = #sparse.format<(i, j) -> (i : dense, j : fixed(8)) lengths and bitmap>
#slabs = #sparse.format<(i, j, k) -> (io = i floordiv 4 : compressed, j : compressed, k : compressed, i mod 4 : dense of io)>

// CHECK-LABEL: "aliases"
// CHECK-SAME: #sparse.csr<pos = i64, crd = i64>
// CHECK-SAME: #sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(8))>
// CHECK-SAME: #sparse.ell<8, lengths and bitmap>
// CHECK-SAME: #sparse.format<(i, j, k) -> (io = i floordiv 4 : compressed, j : compressed, k : compressed, i mod 4 : dense of io)>
"aliases"() {f = [#rows, #part, #padded, #slabs]} : () -> ()

// Every descriptor of docs/Formats.md is that of its name.

// CHECK: "dense"() {f = #sparse.dense<2>}
"dense"() {f = #sparse.format<(i, j) -> (i : dense, j : dense)>} : () -> ()
// CHECK: "csr"() {f = #sparse.csr}
"csr"() {f = #sparse.format<(i, j) -> (i : dense, j : compressed)>} : () -> ()
// CHECK: "csc"() {f = #sparse.csc}
"csc"() {f = #sparse.format<(i, j) -> (j : dense, i : compressed)>} : () -> ()
// CHECK: "dcsr"() {f = #sparse.dcsr}
"dcsr"() {f = #sparse.format<(i, j) -> (i : compressed, j : compressed)>} : () -> ()
// CHECK: "coo"() {f = #sparse.coo<2>}
"coo"() {f = #sparse.format<(i, j) -> (i : compressed(nonunique), j : singleton)>} : () -> ()
// CHECK: "csf"() {f = #sparse.csf<3>}
"csf"() {f = #sparse.format<(i, j, k) -> (i : compressed, j : compressed, k : compressed)>} : () -> ()
// CHECK: "ragged"() {f = #sparse.ragged}
"ragged"() {f = #sparse.format<(i, j) -> (i : dense, j : variable)>} : () -> ()
// CHECK: "bsr"() {f = #sparse.bsr<4, 2>}
"bsr"() {f = #sparse.format<(i, j) -> (io = i floordiv 4 : dense, jo = j floordiv 2 : compressed, i mod 4 : dense of io, j mod 2 : dense of jo)>} : () -> ()
// CHECK: "dbsr"() {f = #sparse.dbsr<4, 2>}
"dbsr"() {f = #sparse.format<(i, j) -> (io = i floordiv 4 : compressed, jo = j floordiv 2 : compressed, i mod 4 : dense of io, j mod 2 : dense of jo)>} : () -> ()
// CHECK: "ell"() {f = #sparse.ell<8>}
"ell"() {f = #sparse.format<(i, j) -> (i : dense, j : fixed(8))>} : () -> ()
// CHECK: "ell_unknown"() {f = #sparse.ell<?>}
"ell_unknown"() {f = #sparse.format<(i, j) -> (i : dense, j : fixed(?))>} : () -> ()
// CHECK: "sell"() {f = #sparse.sell<8, 64>}
"sell"() {f = #sparse.format<(i, j) where p = order(i by -length in i floordiv 64), s = slot(j in p) -> (po = p floordiv 8 : dense, s : variable of po, pi = p mod 8 : dense of po, i : singleton(unique) of pi, j : singleton of (s, pi))>} : () -> ()
// CHECK: "dia"() {f = #sparse.dia}
"dia"() {f = #sparse.format<(i, j) -> (j - i : compressed, i : dense)>} : () -> ()
// CHECK: "ldia"() {f = #sparse.ldia<16>}
"ldia"() {f = #sparse.format<(i, j) -> (i floordiv 16 : dense, j - i : compressed, i mod 16 : dense)>} : () -> ()
// CHECK: "sr_bcrs"() {f = #sparse.sr_bcrs<8, 4>}
"sr_bcrs"() {f = #sparse.format<(i, j) where r = rank(j in i floordiv 8) -> (io = i floordiv 8 : dense, q = r floordiv 4 : variable of io, i mod 8 : dense of io, w = r mod 4 : dense of q, j : singleton of w)>} : () -> ()
// CHECK: "panel"() {f = #sparse.panel<64, 32>}
"panel"() {f = #sparse.format<(i, j) -> (io = i floordiv 64 : dense, j floordiv 32 : dense, i mod 64 : dense, j mod 32 : compressed(crd = i16))>} : () -> ()
// CHECK: "rowlen"() {f = #sparse.rowlen<32>}
"rowlen"() {f = #sparse.format<(i, j) where p = order(i by length in i floordiv 32) -> (po = p floordiv 32 : dense, l = length(i) : compressed, p : variable of l, i : singleton(unique) of p, j : compressed of p)>} : () -> ()
// CHECK: "nm"() {f = #sparse.nm<2, 4>}
"nm"() {f = #sparse.format<(i, j) -> (i : dense, j floordiv 4 : dense, j mod 4 : structured(2, 4))>} : () -> ()
// CHECK: "ell3d"() {f = #sparse.ell3d<4, 16>}
"ell3d"() {f = #sparse.format<(r, i, j) where q = rank(i in r) floordiv 4 -> (r : dense, q : variable, i : fixed(4), j : fixed(16))>} : () -> ()

// And every name is read.

// CHECK: "names"() {f = [#sparse.csr, #sparse.csc, #sparse.dcsr, #sparse.ragged, #sparse.bsr<4, 2>, #sparse.dbsr<1, 1>, #sparse.ell<8>, #sparse.ell<?>, #sparse.sell<8, 64>, #sparse.dia, #sparse.ldia<16>, #sparse.sr_bcrs<8, 4>, #sparse.panel<64, 32>, #sparse.rowlen<32>, #sparse.nm<2, 4>, #sparse.ell3d<4, 16>]}
"names"() {f = [#sparse.csr, #sparse.csc, #sparse.dcsr, #sparse.ragged, #sparse.bsr<4, 2>, #sparse.dbsr<1, 1>, #sparse.ell<8>, #sparse.ell<?>, #sparse.sell<8, 64>, #sparse.dia, #sparse.ldia<16>, #sparse.sr_bcrs<8, 4>, #sparse.panel<64, 32>, #sparse.rowlen<32>, #sparse.nm<2, 4>, #sparse.ell3d<4, 16>]} : () -> ()
// A name with types that are the default is the name; crd of a panel is i16.
// CHECK: "types"() {f = [#sparse.csr, #sparse.csr<pos = i64>, #sparse.csr<crd = i8>, #sparse.bsr<4, 4, pos = i64, crd = i64>, #sparse.panel<8, 8>, #sparse.panel<8, 8, crd = i32>]}
"types"() {f = [#sparse.csr<pos = i32, crd = i32>, #sparse.csr<pos = i64>, #sparse.csr<crd = i8>, #sparse.bsr<4, 4, crd = i64, pos = i64>, #sparse.panel<8, 8, crd = i16>, #sparse.panel<8, 8, crd = i32>]} : () -> ()
// A divisor of 1 folds away, and the name is found all the same.
// CHECK: "ones"() {f = [#sparse.bsr<1, 1>, #sparse.sell<1, 1>, #sparse.panel<1, 2>, #sparse.ldia<1>, #sparse.sr_bcrs<1, 1>, #sparse.nm<1, 2>]}
"ones"() {f = [#sparse.bsr<1, 1>, #sparse.sell<1, 1>, #sparse.panel<1, 2>, #sparse.ldia<1>, #sparse.sr_bcrs<1, 1>, #sparse.nm<1, 2>]} : () -> ()

// A family keeps its rank open; csf<2> is dcsr, which comes first.
// CHECK: "families"() {f = [#sparse.dense, #sparse.dense<0>, #sparse.dense<3>, #sparse.coo, #sparse.coo<4, crd = i64>, #sparse.coo<pos = i64>, #sparse.csf, #sparse.dcsr]}
"families"() {f = [#sparse.dense, #sparse.dense<0>, #sparse.dense<3>, #sparse.coo, #sparse.coo<4, crd = i64>, #sparse.coo<pos = i64>, #sparse.csf, #sparse.csf<2>]} : () -> ()

// Several numbers of csf are the dimensions of its levels.
// CHECK: "orders"() {f = [#sparse.csf<2, 0, 1>, #sparse.csf<2, 0, 1, pos = i64>, #sparse.csf<1, 0>, #sparse.csf<3>, #sparse.dcsr]}
"orders"() {f = [#sparse.format<(i, j, k) -> (k : compressed, i : compressed, j : compressed)>, #sparse.csf<2, 0, 1, pos = i64>, #sparse.csf<1, 0>, #sparse.csf<0, 1, 2>, #sparse.csf<0, 1>]} : () -> ()

// What is kept to tell cells from padding; the default is not printed.

// CHECK: "keeps_in_names"() {f = [#sparse.bsr<4, 4, full>, #sparse.ell<8, full>, #sparse.ell<8, bitmap>, #sparse.ell<8, lengths and bitmap>, #sparse.ell<?, crd = i64, full>, #sparse.dense<2, bitmap>, #sparse.dense<bitmap>]}
"keeps_in_names"() {f = [#sparse.bsr<4, 4, full>, #sparse.ell<8, full>, #sparse.ell<8, bitmap>, #sparse.ell<8, lengths and bitmap>, #sparse.ell<?, crd = i64, full>, #sparse.dense<2, bitmap>, #sparse.dense<bitmap>]} : () -> ()
// CHECK: "keeps_in_descriptors"() {f = [#sparse.bsr<4, 4, full>, #sparse.ell<8, full>, #sparse.ell<8, bitmap>, #sparse.dense<2, bitmap>, #sparse.format<(i, j) -> (j : dense, i : fixed(4)) full>, #sparse.format<(i, j) -> (j : dense, i : fixed(4)) lengths and bitmap>]}
"keeps_in_descriptors"() {f = [#sparse.format<(i, j) -> (io = i floordiv 4 : dense, jo = j floordiv 4 : compressed, i mod 4 : dense of io, j mod 4 : dense of jo) full>, #sparse.format<(i, j) -> (i : dense, j : fixed(8)) full>, #sparse.format<(i, j) -> (i : dense, j : fixed(8)) bitmap>, #sparse.format<(i, j) -> (i : dense, j : dense) bitmap>, #sparse.format<(i, j) -> (j : dense, i : fixed(4)) full>, #sparse.format<(i, j) -> (j : dense, i : fixed(4)) lengths and bitmap>]} : () -> ()
// CHECK: "keeps_the_default"() {f = [#sparse.csr, #sparse.bsr<4, 4>, #sparse.ell<8>, #sparse.dense<2>, #sparse.nm<2, 4>, #sparse.dia]}
"keeps_the_default"() {f = [#sparse.csr<full>, #sparse.bsr<4, 4, bitmap>, #sparse.ell<8, lengths>, #sparse.dense<2, full>, #sparse.nm<2, 4, bitmap>, #sparse.format<(i, j) -> (j - i : compressed, i : dense) bitmap>]} : () -> ()

// Names are spelling: one storage, one attribute, whatever its parts are called.

// CHECK: "letters"() {f = #sparse.csr}
"letters"() {f = #sparse.format<(row, column) -> (r = row : dense, c = column : compressed of r)>} : () -> ()
// CHECK: "unused_names_and_order"() {f = #sparse.format<(i, j) where l = length(i), s = slot(j in i) -> (l : compressed, i : compressed, s : variable, j : singleton)>}
"unused_names_and_order"() {f = #sparse.format<(a, b) where t = slot(b in a), u = a -> (length(u) : compressed, u : compressed, t : variable, b : singleton)>} : () -> ()
// CHECK: "one_inspector_written_twice"() {f = #sparse.format<(i, j) where s = slot(j in i) -> (i : dense, s floordiv 4 : variable, s mod 4 : dense, j : singleton)>}
"one_inspector_written_twice"() {f = #sparse.format<(i, j) -> (i : dense, slot(j in i) floordiv 4 : variable, slot(j in i) mod 4 : dense, j : singleton)>} : () -> ()
// CHECK: "clashing_names"() {f = #sparse.format<(i, j) where s = slot(j in i), s1 = slot(i in j) -> (i : compressed, s : variable, j : compressed, s1 : variable)>}
"clashing_names"() {f = #sparse.format<(i, j) where x = slot(j in i), y = slot(i in j) -> (i : compressed, x : variable, j : compressed, y : variable)>} : () -> ()
// CHECK: "of_inspector_of_inspector"() {f = #sparse.format<(i, j) where p = order(i by length), r = rank(j in p floordiv 2) -> (p : compressed, i : singleton, r : variable, j : compressed)>}
"of_inspector_of_inspector"() {f = #sparse.format<(i, j) where r = rank(j in order(i by length) floordiv 2) -> (order(i by length) : compressed, i : singleton, r : variable, j : compressed)>} : () -> ()

// Parents: the level before it, or none where all levels are dense.

// CHECK: "all_dense_tiles"() {f = #sparse.format<(i) -> (io = i floordiv 4 : dense, i mod 4 : dense of io)>}
"all_dense_tiles"() {f = #sparse.format<(i) -> (io = i floordiv 4 : dense, i mod 4 : dense of io)>} : () -> ()
// CHECK: "default_parent_named"() {f = #sparse.csr}
"default_parent_named"() {f = #sparse.format<(i, j) -> (i : dense, j : compressed of i)>} : () -> ()
// CHECK: "level_of_a_long_coordinate"() {f = #sparse.format<(i, j) -> (v = i floordiv 8 + j : compressed, j : compressed, i : compressed of v)>}
"level_of_a_long_coordinate"() {f = #sparse.format<(i, j) -> (sum = i floordiv 8 + j : compressed, j : compressed, i : compressed of sum)>} : () -> ()
// CHECK: "two_level_blocks"() {f = #sparse.format<(i, j) -> (i floordiv 8 : dense, j : compressed, (i mod 8) floordiv 4 : dense, i mod 4 : dense)>}
"two_level_blocks"() {f = #sparse.format<(i, j) -> (i floordiv 8 : dense, j : compressed, i mod 8 floordiv 4 : dense, i mod 4 : dense)>} : () -> ()

// Expressions: precedence, parentheses, signs.

// CHECK: "signs"() {f = #sparse.format<(i, j) -> (i * 2 - j * 3 + 5 : compressed, j - (i + 1) floordiv 2 : compressed, j : compressed)>}
"signs"() {f = #sparse.format<(i, j) -> (2 * i - 3 * j + 5 : compressed, j - (i + 1) floordiv 2 : compressed, j : compressed)>} : () -> ()
// CHECK: "negative_first"() {f = #sparse.format<(i, j) -> (i * -1 + j : compressed, j - 7 : compressed)>}
"negative_first"() {f = #sparse.format<(i, j) -> (i * -1 + j : compressed, j + -7 : compressed)>} : () -> ()
// CHECK: "folded"() {f = #sparse.dense<1>}
"folded"() {f = #sparse.format<(i) -> ((((i * 4 + 0))) floordiv 4 : dense)>} : () -> ()

// CHECK: "properties"() {f = #sparse.format<(i, j, k) -> (i : compressed(nonunique, unordered, pos = i64, crd = i16), j : singleton(unique, unordered, crd = i8), k : fixed(4, nonunique, unordered, crd = i64))>}
"properties"() {f = #sparse.format<(i, j, k) -> (i : compressed(pos = i64, unordered, crd = i16, nonunique), j : singleton(crd = i8, unique, unordered), k : fixed(4, crd = i64, nonunique, unordered))>} : () -> ()
// CHECK: "more_properties"() {f = #sparse.format<(i, j) -> (i : compressed, j floordiv 4 : variable(pos = i64), j mod 4 : structured(1, 4, crd = i8))>}
"more_properties"() {f = #sparse.format<(i, j) -> (i : compressed, j floordiv 4 : variable(pos = i64), j mod 4 : structured(1, 4, crd = i8))>} : () -> ()
// CHECK: "inspectors_in_full"() {f = #sparse.format<(i, j) where p = order(i by -length), l = length(i + j), r = rank(j in i * 2) -> (p : dense, l : compressed, r mod 2 : dense, r : variable, i : singleton, j : singleton)>}
"inspectors_in_full"() {f = #sparse.format<(i, j) where p = order(i by -length in 0), l = length(i + j), r = rank(j in i * 2) -> (p : dense, l : compressed, r mod 2 : dense, r : variable, i : singleton, j : singleton)>} : () -> ()

#open = #sparse.dense
// CHECK: func.func private @dense_of_every_rank(!sparse.tensor<f32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #sparse.dense>, !sparse.tensor<?x2x?x4xf32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>)
func.func private @dense_of_every_rank(!sparse.tensor<f32, #sparse.dense>, !sparse.tensor<?xf32, #sparse.dense>, !sparse.tensor<?x?xf32, #open>, !sparse.tensor<?x2x?x4xf32, #open>, !sparse.tensor<?xf32, #sparse.dense<1>>)
// CHECK: func.func private @csr_by_descriptor(!sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.csr<pos = i64, crd = i64>>)
func.func private @csr_by_descriptor(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : dense, j : compressed)>>, !sparse.tensor<?x?xf32, #rows>)
// CHECK: func.func private @blocks(!sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>, !sparse.tensor<?x?xf32, #sparse.bsr<4, 4, full>>, !sparse.tensor<?x?xf32, #sparse.dbsr<1, 1>>, !sparse.tensor<?x?xf32, #sparse.panel<64, 32>>, !sparse.tensor<?x?x?xf32, #sparse.format<(i, j, k) -> (io = i floordiv 4 : compressed, j : compressed, k : compressed, i mod 4 : dense of io)>>)
func.func private @blocks(!sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>, !sparse.tensor<?x?xf32, #sparse.bsr<4, 4, full>>, !sparse.tensor<?x?xf32, #sparse.dbsr<1, 1>>, !sparse.tensor<?x?xf32, #sparse.panel<64, 32>>, !sparse.tensor<?x?x?xf32, #slabs>)
// CHECK: func.func private @rows(!sparse.tensor<?x?xf32, #sparse.csc>, !sparse.tensor<?x?xf32, #sparse.dcsr>, !sparse.tensor<?x?xf32, #sparse.ell<8>>, !sparse.tensor<?x?xf32, #sparse.ell<?, full>>, !sparse.tensor<?x?xf32, #sparse.ell<8, lengths and bitmap>>, !sparse.tensor<?x?xf32, #sparse.ragged>)
func.func private @rows(!sparse.tensor<?x?xf32, #sparse.csc>, !sparse.tensor<?x?xf32, #sparse.dcsr>, !sparse.tensor<?x?xf32, #sparse.ell<8>>, !sparse.tensor<?x?xf32, #sparse.ell<?, full>>, !sparse.tensor<?x?xf32, #padded>, !sparse.tensor<?x?xf32, #sparse.ragged>)
// In a tensor a family's name is the member of its rank; another order is not.
// CHECK: func.func private @families_in_tensors(!sparse.tensor<?x?x?xf32, #sparse.coo>, !sparse.tensor<?x?x?xf32, #sparse.csf>, !sparse.tensor<?x?x?xf32, #sparse.csf<2, 0, 1>>, !sparse.tensor<?x?xf32, #sparse.csf<1, 0>>, !sparse.tensor<?x?xf32, #sparse.dense<bitmap>>, !sparse.tensor<?x?x?xf32, #sparse.coo<crd = i64>>)
func.func private @families_in_tensors(!sparse.tensor<?x?x?xf32, #sparse.coo>, !sparse.tensor<?x?x?xf32, #sparse.csf>, !sparse.tensor<?x?x?xf32, #sparse.csf<2, 0, 1>>, !sparse.tensor<?x?xf32, #sparse.csf<1, 0>>, !sparse.tensor<?x?xf32, #sparse.dense<bitmap>>, !sparse.tensor<?x?x?xf32, #sparse.coo<3, crd = i64>>)
// Blocks of blocks: each remainder lies under its quotient.
// CHECK: func.func private @nested_blocks(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (v = (i floordiv 4) floordiv 2 : dense, jo = j floordiv 4 : compressed, (i floordiv 4) mod 2 : dense of v, j mod 4 : compressed of jo
func.func private @nested_blocks(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (io = i floordiv 4 floordiv 2 : dense, jo = j floordiv 4 : compressed, im = (i floordiv 4) mod 2 : dense of io, ji = j mod 4 : compressed of jo, i mod 4 : singleton of ji)>>)

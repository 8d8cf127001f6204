// RUN: sparse-opt %s -split-input-file -verify-diagnostics

// Formats that the parser reads and this version does not build, in tensors.

// expected-error @below {{format #sparse.sell<8, 64> is not supported yet: it has coordinates that are derived from the pattern}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.sell<8, 64>>)

// -----

// expected-error @below {{format #sparse.rowlen<32> is not supported yet: it has coordinates that are derived from the pattern}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.rowlen<32>>)

// -----

// expected-error @below {{format #sparse.nm<2, 4> is not supported yet: level 2 is structured}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.nm<2, 4>>)

// -----

// expected-error @below {{format #sparse.dia is not supported yet: level 0 has a coordinate that is not made of one dimension by 'floordiv' and 'mod'}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.dia>)

// -----

// expected-error @below {{format #sparse.format<(i) -> (i * 2 : compressed)> is not supported yet: level 0 has a coordinate that is not made of one dimension by 'floordiv' and 'mod'}}
func.func private @f(!sparse.tensor<?xf32, #sparse.format<(i) -> (i * 2 : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i) -> (i : compressed, 0 : singleton)> is not supported yet: level 1 has a constant coordinate}}
func.func private @f(!sparse.tensor<?xf32, #sparse.format<(i) -> (i : compressed, 0 : singleton)>>)

// -----

// expected-error @below {{format #sparse.format<() -> (0 : dense)> is not supported yet: level 0 has a constant coordinate}}
func.func private @f(!sparse.tensor<f32, #sparse.format<() -> (0 : dense)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : dense, j floordiv 4 : variable, j mod 4 : compressed)> is not supported yet: level 1 is variable and has a coordinate that is not a dimension}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : dense, j floordiv 4 : variable, j mod 4 : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (j : compressed, i mod 4 : dense, i floordiv 4 : compressed)> is not supported yet: level 1 is dense and has a remainder whose quotient is no level above it}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (j : compressed, i mod 4 : dense, i floordiv 4 : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i) -> (i floordiv 4 : dense, i mod 4 : dense)> is not supported yet: level 1 is dense and has a remainder whose quotient is no level above it}}
func.func private @f(!sparse.tensor<?xf32, #sparse.format<(i) -> (i floordiv 4 : dense, i mod 4 : dense)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i floordiv 8 : dense, j : compressed, (i mod 8) floordiv 4 : dense, i mod 4 : dense)> is not supported yet: level 2 is dense and has a remainder whose quotient is no level above it}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i floordiv 8 : dense, j : compressed, (i mod 8) floordiv 4 : dense, i mod 4 : dense)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : dense, j : compressed(nonunique))> is not supported yet: level 1 is nonunique, with no singletons or with other levels right below it}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : dense, j : compressed(nonunique))>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : compressed(nonunique), j : compressed)> is not supported yet: level 0 is nonunique, with no singletons or with other levels right below it}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed(nonunique), j : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(8))> is not supported yet: level 0 is nonunique, with no singletons or with other levels right below it}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(8))>>)

// -----

// expected-error @below {{format #sparse.format<(i, j, k) -> (i : compressed(nonunique), j : singleton, k : dense of i)> is not supported yet: level 0 is nonunique, with no singletons or with other levels right below it}}
func.func private @f(!sparse.tensor<?x?x?xf32, #sparse.format<(i, j, k) -> (i : compressed(nonunique), j : singleton, k : dense of i)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : dense, j : fixed(4, nonunique))> is not supported yet: level 1 is fixed and nonunique}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : dense, j : fixed(4, nonunique))>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : fixed(4), j : compressed)> is not supported yet: level 0 is fixed and a root, of which lengths are kept}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : fixed(4), j : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (io = i floordiv 4 : dense, jo = j floordiv 4 : compressed, ii = i mod 4 : dense of io, j mod 4 : singleton of (jo, ii))> is not supported yet: level 3 lies under several levels}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (io = i floordiv 4 : dense, jo = j floordiv 4 : compressed, ii = i mod 4 : dense of io, j mod 4 : singleton of (jo, ii))>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : compressed, i floordiv 4 : dense, j : compressed)> is not supported yet: level 1 has a coordinate that follows from other levels}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed, i floordiv 4 : dense, j : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j, k) -> (i : dense, j : compressed, k : compressed of i)> is not supported yet: its levels have no layout}}
func.func private @f(!sparse.tensor<?x?x?xf32, #sparse.format<(i, j, k) -> (i : dense, j : compressed, k : compressed of i)>>)

// -----

// expected-error @below {{(C2) expected a format of 3 dimensions but got #sparse.csr}}
func.func private @f(!sparse.tensor<?x?x?xf32, #sparse.csr>)

// -----

// expected-error @below {{(C2) expected a format of 3 dimensions but got #sparse.dense<2>}}
func.func private @f(!sparse.tensor<?x?x?xf32, #sparse.dense<2>>)

// -----

// expected-error @below {{(C16) expected a rank of 1 to 32 for #sparse.coo but got 0}}
func.func private @f(!sparse.tensor<f32, #sparse.coo>)

// -----

// expected-error @below {{(C16) expected a rank of 0 to 32 for #sparse.dense but got 33}}
func.func private @f(!sparse.tensor<1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1xf32, #sparse.dense>)

// -----

// expected-error @below {{expected a format, as in #sparse.csr, but got 4 : i32}}
func.func private @f(!sparse.tensor<?xf32, 4 : i32>)

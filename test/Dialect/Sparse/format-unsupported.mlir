// RUN: sparse-opt %s -split-input-file -verify-diagnostics

// Formats that the parser reads and this version does not build, in tensors.

// expected-error @below {{format #sparse.format<(i, j) where p = order(i floordiv 2 by length) -> (p : dense, i : singleton, j : compressed)> is not supported yet: inspector 0 is of a number that is not a dimension}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) where p = order(i floordiv 2 by length) -> (p : dense, i : singleton, j : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) where p = order(i by length in j) -> (p : dense, i : singleton, j : compressed of p)> is not supported yet: inspector 0 sorts groups that are not made of the dimension that it sorts}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) where p = order(i by length in j) -> (p : dense, i : singleton, j : compressed of p)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) where s = slot(j in i floordiv 2) -> (i : dense, s : variable, j : singleton)> is not supported yet: inspector 0 counts elements that its subject and its group do not tell apart}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) where s = slot(j in i floordiv 2) -> (i : dense, s : variable, j : singleton)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j, k) where l = length(i) -> (l : compressed, i : compressed, j : compressed, k : compressed)> is not supported yet: inspector 0 counts the elements of more than one other dimension}}
func.func private @f(!sparse.tensor<?x?x?xf32, #sparse.format<(i, j, k) where l = length(i) -> (l : compressed, i : compressed, j : compressed, k : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) where r = rank(j in i + j) -> (i : dense, r : variable, j : singleton)> is not supported yet: inspector 0 has groups that are made of several numbers}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) where r = rank(j in i + j) -> (i : dense, r : variable, j : singleton)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) where s = slot(j in i) -> (i : dense, i + s : variable, j : singleton)> is not supported yet: level 1 has a coordinate that is not made of one number by 'floordiv' and 'mod'}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) where s = slot(j in i) -> (i : dense, i + s : variable, j : singleton)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) where p = order(i by length), s = slot(j in i) -> (p : dense, i : singleton, s : compressed of p, j : singleton)> is not supported yet: level 2 is compressed and has a coordinate that is derived and not a length}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) where p = order(i by length), s = slot(j in i) -> (p : dense, i : singleton, s : compressed of p, j : singleton)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) where l = length(i) -> (l : dense, i : compressed, j : compressed)> is not supported yet: level 0 is dense and has a coordinate that is a length}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) where l = length(i) -> (l : dense, i : compressed, j : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) where p = order(i by length) -> (p mod 4 : dense, i : singleton, j : compressed)> is not supported yet: level 0 is dense and has a remainder whose quotient is no level above it}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) where p = order(i by length) -> (p mod 4 : dense, i : singleton, j : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) where p = order(i by length) -> (p : dense, p floordiv 4 : dense, i : singleton of p, j : compressed of p)> is not supported yet: level 1 has a coordinate that follows from other levels}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) where p = order(i by length) -> (p : dense, p floordiv 4 : dense, i : singleton of p, j : compressed of p)>>)

// -----

// expected-error @below {{format #sparse.nm<2, 4, full> is not supported yet: level 2 is structured, and no bitmap is kept}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.nm<2, 4, full>>)

// -----

// expected-error @below {{is not supported yet: level 2 is structured and no remainder of a dimension whose quotient is a level above it}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : dense, j : compressed, j mod 4 : structured(2, 4))>>)

// -----

// expected-error @below {{is not supported yet: level 1 is a difference, of which no coordinates are stored}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed, j - i : dense)>>)

// -----

// expected-error @below {{is not supported yet: level 1 is a difference that lies beside the dimension that it takes away}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (io = i floordiv 16 : dense, j - i : compressed, i mod 16 : dense of io)>>)

// -----

// expected-error @below {{is not supported yet: level 0 is a difference above a variable level of the dimension that it takes away}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (j - i : compressed, i : variable)>>)

// -----

// expected-error @below {{is not supported yet: level 0 is a difference with a dimension that is in another one}}
func.func private @f(!sparse.tensor<?x?x?xf32, #sparse.format<(i, j, k) -> (j - i : compressed, k - i : compressed, i : dense)>>)

// -----

// expected-error @below {{is not supported yet: level 0 is a difference that takes away a dimension that no level is}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (j - i : compressed, j : dense)>>)

// -----

// expected-error @below {{is not supported yet: level 0 has a coordinate that is neither made of one dimension by 'floordiv' and 'mod' nor the difference of two}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i + j : compressed, i : dense)>>)

// -----

// expected-error @below {{format #sparse.format<(i) -> (i * 2 : compressed)> is not supported yet: level 0 has a coordinate that is neither made of one dimension by 'floordiv' and 'mod' nor the difference of two}}
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

// expected-error @below {{format #sparse.format<(i, j) -> (i : dense, j : compressed(nonunique))> is not supported yet: level 1 is nonunique, with other levels right below it than singletons, or one fixed level of a known width below a root}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : dense, j : compressed(nonunique))>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : compressed(nonunique), j : compressed)> is not supported yet: level 0 is nonunique, with other levels right below it than singletons, or one fixed level of a known width below a root}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed(nonunique), j : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(?))> is not supported yet: level 0 is nonunique, with other levels right below it than singletons, or one fixed level of a known width below a root}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed(nonunique), j : fixed(?))>>)

// -----

// expected-error @below {{format #sparse.format<(i, j, k) -> (i : compressed(nonunique), j : singleton, k : dense of i)> is not supported yet: level 0 is nonunique, with other levels right below it than singletons, or one fixed level of a known width below a root}}
func.func private @f(!sparse.tensor<?x?x?xf32, #sparse.format<(i, j, k) -> (i : compressed(nonunique), j : singleton, k : dense of i)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : dense, j : fixed(4, nonunique))> is not supported yet: level 1 is fixed and nonunique}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : dense, j : fixed(4, nonunique))>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (i : fixed(4), j : compressed)> is not supported yet: level 0 is fixed and a root, of which lengths are kept}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : fixed(4), j : compressed)>>)

// -----

// expected-error @below {{format #sparse.format<(i, j) -> (io = i floordiv 4 : dense, j floordiv 4 : compressed, ii = i mod 4 : dense of io, j mod 4 : singleton of (io, ii))> is not supported yet: level 3 lies under several levels that have more than one level above them}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (io = i floordiv 4 : dense, j floordiv 4 : compressed, ii = i mod 4 : dense of io, j mod 4 : singleton of (io, ii))>>)

// -----

// expected-error @below {{format #sparse.format<(i, j, k) -> (io = i floordiv 4 : dense, jo = j floordiv 4 : compressed, ii = i mod 4 : dense of io, j mod 4 : singleton of (jo, ii), k : singleton)> is not supported yet: level 3 lies under several levels and has levels below it}}
func.func private @f(!sparse.tensor<?x?x?xf32, #sparse.format<(i, j, k) -> (io = i floordiv 4 : dense, jo = j floordiv 4 : compressed, ii = i mod 4 : dense of io, j mod 4 : singleton of (jo, ii), k : singleton)>>)

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

// -----

// Of 13 columns the storage would have cells of column 3 * 4 + 1.

// expected-error @below {{is not supported yet: level 2 lies beside or is dense below another level of its dimension, and no bitmap is kept}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed, j floordiv 4 : dense, j mod 4 : compressed of i) full>>)

// -----

// expected-error @below {{is not supported yet: level 2 lies beside or is dense below another level of its dimension, and no bitmap is kept}}
func.func private @f(!sparse.tensor<?x?xf32, #sparse.format<(i, j) -> (i : compressed, j mod 4 : compressed, j floordiv 4 : dense) full>>)

// RUN: sparse-opt %s --spindle-emit-c-entry --split-input-file --verify-diagnostics

// expected-error @+1 {{expected a function that returns nothing, to be called from C, but got one that returns a value}}
llvm.func @result(%n: i64) -> i64 attributes {sparse.operands = [#sparse.operand<name = "n", type = index, access = read>]} {
  llvm.return %n : i64
}

// -----

// expected-error @+1 {{to be called from C, but got one that returns tensors}}
llvm.func @tensors(%n: i64) -> i64 attributes {sparse.operands = [#sparse.operand<name = "n", type = index, access = read>], sparse.results = [!sparse.tensor<?x?xf32, #sparse.csr>]} {
  llvm.return %n : i64
}

// -----

// expected-error @+1 {{expected the name of a C function but got 'int'}}
llvm.func @int(%n: i64) attributes {sparse.operands = [#sparse.operand<name = "n", type = index, access = read>]} {
  llvm.return
}

// -----

// The library's memset calls what is called so in the whole process.

// expected-error @+1 {{expected a name that C leaves free for the function but got 'memset'}}
llvm.func @memset(%n: i64) attributes {sparse.operands = [#sparse.operand<name = "n", type = index, access = read>]} {
  llvm.return
}

// -----

// expected-error @+1 {{expected operands whose parameters have different names in C but got 'my.number' and 'my number', which both have 'my_number'}}
llvm.func @two_of_a_spelling(%n: i64, %m: i64) attributes {sparse.operands = [#sparse.operand<name = "my.number", type = index, access = read>, #sparse.operand<name = "my number", type = index, access = read>]} {
  llvm.return
}

// -----

// expected-error @+1 {{expected operand "n" to be a tensor, a plain memref or a number, of i1, i4, i8, i16, i32, i64, index, f16, bf16, f32, f64, complex<f32> or complex<f64>, but got 'i7'}}
llvm.func @width(%n: i7) attributes {sparse.operands = [#sparse.operand<name = "n", type = i7, access = read>]} {
  llvm.return
}

// -----

// expected-error @+1 {{but got 'memref<?xf32, strided<[2]>>'}}
llvm.func @layout(%n: i7) attributes {sparse.operands = [#sparse.operand<name = "n", type = memref<?xf32, strided<[2]>>, access = read>]} {
  llvm.return
}

// -----

// expected-error @+1 {{expected a function in the LLVM dialect of 1 arguments but got 2}}
llvm.func @arguments(%n: i64, %m: i64) attributes {sparse.operands = [#sparse.operand<name = "n", type = index, access = read>]} {
  llvm.return
}

// -----

// expected-error @+1 {{expected 'sparse.signature' to be that of 'sparse.operands' but got #sparse.piece<"B", part [], values>}}
llvm.func @signature(%n: i64) attributes {sparse.operands = [#sparse.operand<name = "X", type = !sparse.tensor<?xf32, #sparse.dense>, access = write>], sparse.signature = [#sparse.piece<"B", part [], values>]} {
  llvm.return
}

// -----

// Where one function is refused, the others stay as they are.

// expected-error @+1 {{expected the name of a C function but got 'a b'}}
llvm.func @"a b"() attributes {sparse.operands = []} {
  llvm.return
}

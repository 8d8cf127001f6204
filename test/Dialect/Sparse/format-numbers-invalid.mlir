// RUN: sparse-opt %s --allow-unregistered-dialect -split-input-file -verify-diagnostics

// Numbers that name no format, and parts that are none.

// expected-error @below {{expected S of #sparse.rowlen<S> to be at least 2 but got 1}}
"test.op"() {f = #sparse.rowlen<1>} : () -> ()

// -----

// expected-error @below {{expected C of #sparse.panel<R, C> to be at least 2 but got 1}}
"test.op"() {f = #sparse.panel<4, 1>} : () -> ()

// -----

// expected-error @below {{expected m of #sparse.nm<n, m> to be at least 2 but got 1}}
"test.op"() {f = #sparse.nm<1, 1>} : () -> ()

// -----

// expected-error @below {{expected #sparse.ell to have 1 (w, or ? for what the tensor needs) but got 0}}
"test.op"() {f = #sparse.composite<(i, j) -> (i below 2 : ell, rest : csr)>} : () -> ()

// -----

// expected-error @below {{expected a format, as in csr or #sparse.format<..>, but got '{'}}
"test.op"() {f = #sparse.composite<(i, j) -> (i below 2 : {csr}, rest : csr)>} : () -> ()

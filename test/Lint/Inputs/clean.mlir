// RUN: sparse-opt %s --verify-diagnostics --split-input-file \
// RUN:   | FileCheck %s --check-prefixes=CHECK,EXTRA

// A comment that ends in a colon, and names a value, is prose:
// here %0 is the first value. Sizes: none. MATRIX: 2 by 3. NOTE: prose.
// CHECK-LABEL: func.func @clean(
// CHECK-SAME: %[[A:.*]]: index
// CHECK-COUNT-2: arith.addi %[[A]], %{{.*}}
// EXTRA{LITERAL}: [[literal]]
// expected-error @below {{this is verified}}
func.func @clean(%a: index) { return }

// RUN: sparse-opt %s | FileCheck %s --check-prefix=READ

// READ: func.func @read
// CHECK: func.func @default_prefix
// OTHER-NEXT: return
// expected-error @below {{no RUN line verifies this}}
func.func @read() { return }

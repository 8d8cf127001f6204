// RUN: sparse-opt %s | FileCheck %s

// CHECK: func.func @misspelt
// CHECH: one
// CEHCK-NEXT: two
// CHECK_NEXT: three
// CHECK NEXT: four
// CHECK-NXT: five
// CHECKNEXT: six
// Check-Not: seven
// CHECK-NOT : eight
// CHCK: nine
// RUM: sparse-opt %s
func.func @misspelt() { return }

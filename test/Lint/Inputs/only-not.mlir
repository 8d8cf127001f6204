// RUN: sparse-opt %s | FileCheck %s --check-prefix=LONE
// RUN: sparse-opt %s | FileCheck %s --check-prefixes=FIRST,SECOND
// RUN: sparse-opt %s | FileCheck %s --check-prefixes=LONE,HELD

// LONE-NOT: arith.addi
// FIRST-NOT: arith.addi
// SECOND-NOT: arith.muli
// HELD: return
func.func @only_not() { return }

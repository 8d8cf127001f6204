// RUN: sparse-opt %s | FileCheck %s
// filecheck-lint: allow ssa-name

// CHECK: %0 = arith.constant
%0 = arith.constant 0 : index

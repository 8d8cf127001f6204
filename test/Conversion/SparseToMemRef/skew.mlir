// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),canonicalize,cse)' | FileCheck %s
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(convert-sparse-to-memref),spindle-verify-stage{stage=loops})' -o /dev/null

!dense = !axis.axis<dense_fixed>
!block = !axis.axis<dense_fixed, width = 16>
!sparse = !axis.axis<sparse_variable, sorted, unique>

// Cells exist from minus the diagonal on, and up to what the columns leave of it.

// CHECK-LABEL: func.func @known
// CHECK-SAME: %[[P:[^:]*]]: index, %[[AT:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK: %[[BELOW:.*]] = arith.subi %[[ZERO]], %[[AT]]
// CHECK: %[[ABOVE:.*]] = arith.maxsi %[[BELOW]], %[[ZERO]]
// CHECK: %[[START:.*]] = arith.minsi %[[ABOVE]], %[[M]]
// CHECK: %[[LEFT:.*]] = arith.subi %[[N]], %[[AT]]
// CHECK: %[[END:.*]] = arith.minsi %[[M]], %[[LEFT]]
// CHECK: %[[LENGTH:.*]] = arith.maxsi %[[END]], %[[START]]
// CHECK: return %[[START]], %[[LENGTH]]
func.func @known(%p: index, %d: index, %m: index, %n: index, %from: index, %crd: memref<?xi32>) -> (index, index) {
  %D = axis.sparse_variable %n from %from count %n coordinates %crd : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m skew %n along %D : !sparse of %D : !sparse -> !dense
  %start = axis.start %I under %p skew at %d : !dense
  %length = axis.length %I under %p skew at %d : !dense
  return %start, %length : index, index
}

// What is not given is looked up: the diagonal is a coordinate of the parent.

// CHECK-LABEL: func.func @found
// CHECK-SAME: %[[P:[^:]*]]: index, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[FROM:[^:]*]]: index, %[[CRD:[^:]*]]: memref<?xi32>
// CHECK: %[[D32:.*]] = memref.load %[[CRD]][%[[P]]]
// CHECK: %[[D:.*]] = arith.index_cast %[[D32]]
// CHECK: arith.subi %{{.*}}, %[[D]]
func.func @found(%p: index, %m: index, %n: index, %from: index, %crd: memref<?xi32>) -> index {
  %D = axis.sparse_variable %n from %from count %n coordinates %crd : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m skew %n along %D : !sparse of %D : !sparse -> !dense
  %start = axis.start %I under %p : !dense
  return %start : index
}

// In blocks, what the first cell stands for is the block's first row.

// CHECK-LABEL: func.func @blocks
// CHECK-SAME: %[[P:[^:]*]]: index, %[[IO:[^:]*]]: index, %[[AT:[^:]*]]: index
// CHECK-DAG: %[[WIDTH:.*]] = arith.constant 16 : index
// CHECK: %[[BEFORE:.*]] = arith.muli %[[IO]], %[[WIDTH]]
// CHECK: %[[FIRST:.*]] = arith.addi %[[BEFORE]], %[[AT]]
// CHECK: arith.subi %{{.*}}, %[[FIRST]]
func.func @blocks(%p: index, %io: index, %d: index, %m: index, %n: index, %from: index, %pos: memref<?xi32>, %crd: memref<?xi32>) -> index {
  %c16 = arith.constant 16 : index
  %IO = axis.dense_fixed %m : !dense
  %D = axis.sparse_variable %n from %from of %IO positions %pos coordinates %crd : !dense, memref<?xi32>, memref<?xi32> -> !sparse
  %II = axis.dense_fixed %c16 cut %m by %IO : !dense skew %n along %D : !sparse of %D : !sparse -> !block
  %start = axis.start %II under %p cut at %io skew at %d : !block
  return %start : index
}

// A look-up finds what is between start and length.

// CHECK-LABEL: func.func @locate
// CHECK-SAME: %[[P:[^:]*]]: index, %[[ROW:[^:]*]]: index
// CHECK-DAG: %[[BELOW:.*]] = arith.cmpi ult, %[[ROW]], %{{.*}}
// CHECK-DAG: %[[ABOVE:.*]] = arith.cmpi sge, %[[ROW]], %{{.*}}
// CHECK: %[[FOUND:.*]] = arith.andi %[[BELOW]], %[[ABOVE]]
// CHECK: return %{{.*}}, %[[FOUND]]
func.func @locate(%p: index, %i: index, %d: index, %m: index, %n: index, %from: index, %crd: memref<?xi32>) -> (index, i1) {
  %D = axis.sparse_variable %n from %from count %n coordinates %crd : memref<?xi32> -> !sparse
  %I = axis.dense_fixed %m skew %n along %D : !sparse of %D : !sparse -> !dense
  %q, %found = axis.locate %I[%i] under %p : index skew at %d : !dense -> index
  return %q, %found : index, i1
}

// Of a group at the border only as many cells exist as columns.

// CHECK-LABEL: func.func @groups
// CHECK-SAME: %[[JO:[^:]*]]: index, %[[N:[^:]*]]: index
// CHECK-DAG: %[[GROUP:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[KEPT:.*]] = arith.constant 2 : index
// CHECK: %[[BEFORE:.*]] = arith.muli %[[JO]], %[[GROUP]]
// CHECK: %[[LEFT:.*]] = arith.subi %[[N]], %[[BEFORE]]
// CHECK: %[[END:.*]] = arith.minsi %[[LEFT]], %[[KEPT]]
// CHECK: arith.maxsi %[[END]], %{{.*}}
func.func @groups(%jo: index, %n: index, %groups: index, %crd: memref<?x2xi32>) -> index {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %JO = axis.dense_fixed %groups : !dense
  %J = axis.sparse_fixed %c4 width %c2 cut %n of %JO coordinates %crd : !dense, memref<?x2xi32> -> !axis.axis<sparse_fixed, width = 2, unique>
  %length = axis.length %J under %jo cut at %jo : !axis.axis<sparse_fixed, width = 2, unique>
  return %length : index
}

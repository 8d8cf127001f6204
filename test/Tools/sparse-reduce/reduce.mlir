// A program is reduced to what a test finds interesting. What is left is valid.

// RUN: cd %S && sparse-reduce %s --spindle-reduce='test=Inputs/holds test-arg=sparse.accumulate' > %t.mlir
// RUN: sparse-opt %t.mlir | FileCheck %s --implicit-check-not=func.func --implicit-check-not=arith.mulf

// The attributes of the arguments, the third dimension of the nest and what the body
// computes are gone; the accumulation and what it must have are left.

// CHECK-LABEL: func.func @product(
// CHECK-SAME: %[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.csr>,
// CHECK-SAME: %[[B:.*]]: !sparse.tensor<?x?xf32, #sparse.dense>) {
// CHECK: %[[I:.*]], %{{.*}}, %{{.*}} = sparse.unpack %[[A]]
// CHECK: %{{.*}}, %{{.*}}, %[[BV:.*]] = sparse.unpack %[[B]]
// CHECK-NEXT: iter.nest "product" ("i": %{{.*}}) over (%[[I]] : !axis.axis<dense_fixed>) kinds [spatial] {
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-COUNT-2: arith.constant 0 : index
// CHECK-NEXT: sparse.accumulate add %[[ZERO]] into %[[BV]][%{{.*}}, %{{.*}}]
// CHECK-NEXT: }
// CHECK-NEXT: return

// A function that nothing needs goes as a whole, and a nest where only the structure
// of the matrix is of interest.

// RUN: cd %S && sparse-reduce %s --spindle-reduce='test=Inputs/holds test-arg=sparse.unpack' | FileCheck %s --check-prefix=UNPACK
// UNPACK: module {
// UNPACK-NEXT: func.func @{{.*}}(%[[A:.*]]: !sparse.tensor<{{.*}}>) {
// UNPACK-NEXT: sparse.unpack %[[A]]
// UNPACK-NEXT: return
// UNPACK-NEXT: }
// UNPACK-NEXT: }

// Values that a nest gives are replaced by those that it starts with.

// RUN: cd %S && sparse-reduce %s --spindle-reduce='test=Inputs/holds test-arg=math.sqrt' | FileCheck %s --check-prefix=SQRT --implicit-check-not=iter.nest
// SQRT: func.func @largest(
// SQRT-NEXT: %[[ZERO:.*]] = arith.constant 0.0{{.*}} : f32
// SQRT-NEXT: math.sqrt %[[ZERO]]

// What is not interesting to begin with is not reduced.

// RUN: cd %S && not sparse-reduce %s --spindle-reduce='test=Inputs/holds test-arg=no.such' 2>&1 | FileCheck %s --check-prefix=DULL
// DULL: error: expected a module that the test 'Inputs/holds' finds interesting (exit status 1) but got another

// MLIR's own reduction tree is there too. It removes functions, but of a body only what
// halves of it allow, which here is nothing.

// RUN: cd %S && sparse-reduce %s --reduction-tree='traversal-mode=0 test=Inputs/holds test-arg=sparse.accumulate' 2> %t.notes | FileCheck %s --check-prefix=TREE
// TREE-NOT: @largest
// TREE-LABEL: func.func @product(
// TREE-SAME: sparse.access = "write"
// TREE: sparse.fill
// TREE: arith.mulf

!dense = !axis.axis<dense_fixed>
!stored = !axis.axis<sparse_variable, sorted, unique>

func.func @product(
    %A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A", sparse.access = "read"},
    %B: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "B", sparse.access = "read"},
    %C: !sparse.tensor<?x?xf32, #sparse.dense> {sparse.name = "C", sparse.access = "write"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !stored, !sparse.buffer<?xf32>
  %JB, %K, %Bv = sparse.unpack %B : !sparse.tensor<?x?xf32, #sparse.dense> -> !dense, !dense, !sparse.buffer<?x?xf32>
  %IC, %KC, %Cv = sparse.unpack %C : !sparse.tensor<?x?xf32, #sparse.dense> -> !dense, !dense, !sparse.buffer<?x?xf32>
  %zero = arith.constant 0.0 : f32
  sparse.fill %Cv, %zero : !sparse.buffer<?x?xf32>
  iter.nest "product" ("i": %i, "j": %j at %p, "k": %k) over (%I, %J, %K : !dense, !stored, !dense) kinds [spatial, reduction, spatial] {
    %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    %y = sparse.load %Bv[%j, %k] : !sparse.buffer<?x?xf32>
    %t = arith.mulf %x, %y : f32
    sparse.accumulate add %t into %Cv[%i, %k] : !sparse.buffer<?x?xf32>
  }
  return
}

func.func @largest(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}) {
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !dense, !stored, !sparse.buffer<?xf32>
  %zero = arith.constant 0.0 : f32
  %x = iter.nest "largest" ("i": %i, "j": %j at %p) over (%I, %J : !dense, !stored) kinds [reduction, reduction] combine [max] init(%zero) -> f32 {
    %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
    iter.yield %a : f32
  }
  %root = math.sqrt %x : f32
  return
}

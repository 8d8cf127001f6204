// RUN: sparse-opt %s --split-input-file --spindle-decompose='tensor=A format=ell-coo(4)' | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --split-input-file --spindle-decompose='tensor=A format="composite<(i, j) -> (slot(j in i) below 4 : ell<4>, rest : coo)>"' | FileCheck %s --enable-var-scope

// What is computed stays as it is.

// CHECK-LABEL: func.func @row_sums(
// CHECK-SAME: %[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.ell_coo<4>> {sparse.name = "A"}, %[[y:.*]]: !sparse.tensor<?xf32, #sparse.dense>)
// CHECK-NOT: sparse.parts
// CHECK: sparse.generic driver(%[[A]]) ins(%[[A]] : !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>) outs(%[[y]] :
func.func @row_sums(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %y: !sparse.tensor<?xf32, #sparse.dense>) {
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>) outs(%y : !sparse.tensor<?xf32, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f32):
    sparse.yield %a : f32
  }
  return
}

// -----

// A tensor on the structure of another is decomposed with it; a fill is one of each part.

// CHECK-LABEL: func.func @on_one_structure(
// CHECK-SAME: %[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.ell_coo<4>> {sparse.name = "A"}, %[[C:.*]]: !sparse.tensor<?x?xf64, #sparse.ell_coo<4>> {sparse.structure_of = "A"})
// CHECK: %[[A0:.*]], %[[A1:.*]] = sparse.parts %[[A]]
// CHECK: %[[I0:.*]], %[[J0:.*]], %{{.*}} = sparse.unpack %[[A0]]
// CHECK: %[[I1:.*]], %[[J1:.*]], %{{.*}} = sparse.unpack %[[A1]]
// CHECK: %[[C0:.*]], %[[C1:.*]] = sparse.parts %[[C]] on (%[[A0]], %[[A1]]) :
// CHECK: %[[V0:.*]] = sparse.unpack %[[C0]] on (%[[I0]], %[[J0]])
// CHECK: %[[V1:.*]] = sparse.unpack %[[C1]] on (%[[I1]], %[[J1]])
// CHECK-NOT: sparse.unpack
// CHECK: %[[zero:.*]] = arith.constant
// CHECK: sparse.fill %[[V0]], %[[zero]]
// CHECK: sparse.fill %[[V1]], %[[zero]]
// CHECK-NOT: sparse.fill
// CHECK: sparse.generic
func.func @on_one_structure(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %C: !sparse.tensor<?x?xf64, #sparse.csr> {sparse.structure_of = "A"}) {
  %zero = arith.constant 0.0 : f64
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Cv = sparse.unpack %C on (%I, %J) : !sparse.tensor<?x?xf64, #sparse.csr> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf64>
  sparse.fill %Cv, %zero : !sparse.buffer<?xf64>
  sparse.generic driver(%A) ins(%A : !sparse.tensor<?x?xf32, #sparse.csr>) outs(%C : !sparse.tensor<?x?xf64, #sparse.csr>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] combine [add] {
  ^bb0(%a: f32):
    %b = arith.extf %a : f32 to f64
    sparse.yield %b : f64
  }
  return
}

// -----

// So are values that the function keeps on the structure, and one that all elements have.

// CHECK-LABEL: func.func @values_of_its_own(
// CHECK-SAME: %[[A:.*]]: !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
// CHECK: %[[A0:.*]], %[[A1:.*]] = sparse.parts %[[A]]
// CHECK: %[[I0:.*]], %[[J0:.*]], %{{.*}} = sparse.unpack %[[A0]]
// CHECK: %[[I1:.*]], %[[J1:.*]], %{{.*}} = sparse.unpack %[[A1]]
// CHECK: %[[T0:.*]] = sparse.alloc on (%[[I0]], %[[J0]]) : {{.*}} -> !sparse.buffer<?x4xf64>
// CHECK: %[[T1:.*]] = sparse.alloc on (%[[I1]], %[[J1]]) : {{.*}} -> !sparse.buffer<?xf64>
// CHECK: sparse.fill %[[T0]]
// CHECK: sparse.fill %[[T1]]
// CHECK: %[[P0:.*]] = sparse.with_values %[[A0]], %[[T0]]
// CHECK: %[[P1:.*]] = sparse.with_values %[[A1]], %[[T1]]
// CHECK: %[[P:.*]] = sparse.compose %[[P0]], %[[P1]]
// CHECK: %[[O0:.*]] = sparse.splat %[[one:.*]] on (%[[I0]], %[[J0]])
// CHECK: %[[O1:.*]] = sparse.splat %[[one]] on (%[[I1]], %[[J1]])
// CHECK: %[[Q0:.*]] = sparse.with_values %[[A0]], %[[O0]]
// CHECK: %[[Q1:.*]] = sparse.with_values %[[A1]], %[[O1]]
// CHECK: %[[Q:.*]] = sparse.compose %[[Q0]], %[[Q1]]
// CHECK: sparse.generic driver(%[[Q]]) ins(%[[Q]] : {{.*}}) outs(%[[P]] :
// CHECK: sparse.generic driver(%[[P]]) ins(%[[P]] :
func.func @values_of_its_own(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}, %y: !sparse.tensor<?xf64, #sparse.dense>) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f32
  %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Tv = sparse.alloc on (%I, %J) : (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf64>
  sparse.fill %Tv, %zero : !sparse.buffer<?xf64>
  %P = sparse.with_values %A, %Tv : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf64> -> !sparse.tensor<?x?xf64, #sparse.csr>
  %ones = sparse.splat %one on (%I, %J) : f32 on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %Q = sparse.with_values %A, %ones : !sparse.tensor<?x?xf32, #sparse.csr>, !sparse.buffer<?xf32> -> !sparse.tensor<?x?xf32, #sparse.csr>
  sparse.generic driver(%Q) ins(%Q : !sparse.tensor<?x?xf32, #sparse.csr>) outs(%P : !sparse.tensor<?x?xf64, #sparse.csr>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>] kinds [spatial, spatial] combine [add] {
  ^bb0(%a: f32):
    %b = arith.extf %a : f32 to f64
    sparse.yield %b : f64
  }
  sparse.generic driver(%P) ins(%P : !sparse.tensor<?x?xf64, #sparse.csr>) outs(%y : !sparse.tensor<?xf64, #sparse.dense>) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
  ^bb0(%a: f64):
    sparse.yield %a : f64
  }
  return
}

// -----

// What has the format stays, and what makes tensors is not decomposed.

// CHECK-LABEL: func.func @in_the_format(
// CHECK-SAME: !sparse.tensor<?x?xf32, #sparse.ell_coo<4>>
func.func @in_the_format(%A: !sparse.tensor<?x?xf32, #sparse.ell_coo<4>> {sparse.name = "A"}) {
  return
}

// CHECK-LABEL: func.func @conversion(
// CHECK-SAME: %{{.*}}: !sparse.tensor<?x?xf32, #sparse.csr>
func.func @conversion(%A: !sparse.tensor<?x?xf32, #sparse.csr> {sparse.name = "A"}) -> !sparse.tensor<?x?xf32, #sparse.coo> {
  %B = sparse.convert %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !sparse.tensor<?x?xf32, #sparse.coo>
  return %B : !sparse.tensor<?x?xf32, #sparse.coo>
}

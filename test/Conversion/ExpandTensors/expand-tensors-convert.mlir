// RUN: sparse-opt %s --spindle-expand-tensors --canonicalize | FileCheck %s
// RUN: sparse-opt %s --spindle-lower-to-llvm | FileCheck %s --check-prefix LLVM

!csr = !sparse.tensor<?x?xf32, #sparse.csr>
!bsr = !sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>

// CHECK-LABEL: func.func @to_blocks(
// CHECK-SAME: %[[M:[a-z0-9]*]]: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}
// CHECK-SAME: %[[N:[a-z0-9]*]]: index
// CHECK-SAME: %[[POS:[a-z0-9]*]]: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}
// CHECK-SAME: %[[CRD:[a-z0-9]*]]: memref<?xi32>
// CHECK-SAME: %[[VAL:[a-z0-9]*]]: memref<?xf32>
// CHECK-SAME: -> index attributes {sparse.results = [!sparse.tensor<?x?xf32, #sparse.bsr<4, 4>>]
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK-DAG: %[[NONE:.*]] = arith.constant -1 : index
// CHECK: %[[F32:.*]] = memref.get_global @[[$F32TEXT:.*]] :
// CHECK-NEXT: %[[F32PTR:.*]] = memref.extract_aligned_pointer_as_index %[[F32]]
// CHECK-NEXT: %[[CSR:.*]] = memref.get_global @[[$CSRTEXT:.*]] :
// CHECK-NEXT: %[[CSRPTR:.*]] = memref.extract_aligned_pointer_as_index %[[CSR]]
// CHECK-NEXT: %[[H:.*]] = call @spindle_tensor_begin(%[[CSRPTR]], %[[F32PTR]])
// CHECK-NEXT: call @spindle_tensor_size(%[[H]], %[[M]])
// CHECK-NEXT: call @spindle_tensor_size(%[[H]], %[[N]])
// CHECK-NEXT: %[[POSPTR:.*]] = memref.extract_aligned_pointer_as_index %[[POS]]
// CHECK-NEXT: call @spindle_tensor_array(%[[H]], %[[C0]], %[[C1]], %[[POSPTR]])
// CHECK-NEXT: %[[FIBRES:.*]] = memref.dim %[[POS]], %[[C0]]
// CHECK-NEXT: call @spindle_tensor_extent(%[[H]], %[[FIBRES]])
// CHECK-NEXT: %[[CRDPTR:.*]] = memref.extract_aligned_pointer_as_index %[[CRD]]
// CHECK-NEXT: call @spindle_tensor_array(%[[H]], %[[C1]], %[[C1]], %[[CRDPTR]])
// CHECK: %[[VALPTR:.*]] = memref.extract_aligned_pointer_as_index %[[VAL]]
// CHECK-NEXT: call @spindle_tensor_array(%[[H]], %[[C4]], %[[NONE]], %[[VALPTR]])
// CHECK: %[[BSR:.*]] = memref.get_global @[[$BSRTEXT:.*]] :
// CHECK-NEXT: %[[BSRPTR:.*]] = memref.extract_aligned_pointer_as_index %[[BSR]]
// CHECK-NEXT: %[[PLACE:.*]] = memref.get_global @[[$PLACETEXT:.*]] :
// CHECK-NEXT: %[[PLACEPTR:.*]] = memref.extract_aligned_pointer_as_index %[[PLACE]]
// CHECK-NEXT: %[[B:.*]] = call @spindle_tensor_convert(%[[H]], %[[BSRPTR]], %[[PLACEPTR]])
// CHECK-NEXT: call @spindle_tensor_free(%[[H]])
// CHECK-NEXT: return %[[B]] : index
func.func @to_blocks(%A: !csr {sparse.name = "A"}) -> !bsr {
  %B = sparse.convert %A : !csr -> !bsr
  return %B : !bsr
}

// What is made in between is freed at the end.

// CHECK-LABEL: func.func @twice(
// CHECK-SAME: -> (index, index) attributes {sparse.results = [!sparse.tensor<?x?xf32, #sparse.csr>, !sparse.tensor<?x?xf32, #sparse.dense>]
// CHECK: %[[H:.*]] = call @spindle_tensor_begin(
// CHECK: %[[B:.*]] = call @spindle_tensor_convert(%[[H]],
// CHECK-NEXT: call @spindle_tensor_free(%[[H]])
// CHECK: %[[C:.*]] = call @spindle_tensor_convert(%[[B]],
// CHECK-NOT: free
// CHECK: %[[D:.*]] = call @spindle_tensor_convert(%[[B]],
// CHECK-NEXT: call @spindle_tensor_free(%[[B]])
// CHECK-NEXT: return %[[D]], %[[C]]
func.func @twice(%A: !csr) -> (!csr, !sparse.tensor<?x?xf32, #sparse.dense>) {
  %B = sparse.convert %A : !csr -> !bsr
  %C = sparse.convert %B : !bsr -> !sparse.tensor<?x?xf32, #sparse.dense>
  %D = sparse.convert %B : !bsr -> !csr
  return %D, %C : !csr, !sparse.tensor<?x?xf32, #sparse.dense>
}

// Sizes that the values of a dense tensor tell, and known ones.

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?x4xf16>
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C4:.*]] = arith.constant 4 : index
// CHECK: %[[H:.*]] = call @spindle_tensor_begin(
// CHECK-NEXT: %[[M:.*]] = memref.dim %[[X]], %[[C0]]
// CHECK-NEXT: call @spindle_tensor_size(%[[H]], %[[M]])
// CHECK-NEXT: call @spindle_tensor_size(%[[H]], %[[C4]])
func.func @sizes(%X: !sparse.tensor<?x4xf16, #sparse.dense>) -> !sparse.tensor<?x4xf16, #sparse.coo> {
  %B = sparse.convert %X : !sparse.tensor<?x4xf16, #sparse.dense> -> !sparse.tensor<?x4xf16, #sparse.coo>
  return %B : !sparse.tensor<?x4xf16, #sparse.coo>
}

// The structure of one argument, the values of another.

// CHECK-LABEL: func.func @shared(
// CHECK-SAME: %[[P:[a-z0-9]*]]: memref<?xf32> {sparse.piece = #sparse.piece<"P", part [], values>}
// CHECK-SAME: %[[CRD:[a-z0-9]*]]: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, coordinates>}
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<?xf32> {sparse.piece = #sparse.piece<"A", part [], values>}
// CHECK-NOT: extract_aligned_pointer_as_index %[[A]]
// CHECK: extract_aligned_pointer_as_index %[[CRD]]
// CHECK: extract_aligned_pointer_as_index %[[P]]
// CHECK-NOT: extract_aligned_pointer_as_index %[[A]]
// CHECK: return
func.func @shared(%P: !csr {sparse.name = "P", sparse.structure_of = "A"}, %A: !csr {sparse.name = "A"}) -> !bsr {
  %B = sparse.convert %P : !csr -> !bsr
  return %B : !bsr
}

// CHECK-LABEL: func.func @values_of_its_own(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<?xf32>)
// CHECK: %[[PTR:.*]] = memref.extract_aligned_pointer_as_index %[[X]]
// CHECK: call @spindle_tensor_array(%{{.*}}, %{{.*}}, %{{.*}}, %[[PTR]])
func.func @values_of_its_own(%A: !csr {sparse.name = "A"}, %x: memref<?xf32>) -> !bsr {
  %I, %J, %Av = sparse.unpack %A : !csr -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
  %Pv = sparse.bind %x on (%I, %J) : memref<?xf32> on (!axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) -> !sparse.buffer<?xf32>
  %P = sparse.with_values %A, %Pv : !csr, !sparse.buffer<?xf32> -> !csr
  %B = sparse.convert %P : !csr -> !bsr
  return %B : !bsr
}

// CHECK-DAG: @[[$F32TEXT]] {{.*}} {text = "f32"}
// CHECK-DAG: @[[$CSRTEXT]] {{.*}} {text = "csr = (i, j) -> (i : dense, j : compressed)"}
// CHECK-DAG: @[[$BSRTEXT]] {{.*}} {text = "bsr<4, 4> = (i, j) -> (io = i floordiv 4 : dense, jo = j floordiv 4 : compressed, i mod 4 : dense of io, j mod 4 : dense of jo)"}
// CHECK-DAG: @[[$PLACETEXT]] {{.*}} {text = "expand-tensors-convert.mlir:{{[0-9]*}}: 'sparse.convert' of A: "}
// CHECK-DAG: func.func private @spindle_tensor_convert(index, index, index) -> index

// LLVM: llvm.func @to_blocks({{.*}}) -> i64 attributes {llvm.emit_c_interface}
// LLVM: llvm.func @_mlir_ciface_spindle_tensor_convert(i64, i64, i64) -> i64

// RUN: sparse-opt %s --spindle-call-inspectors --split-input-file | FileCheck %s
// RUN: not sparse-opt %s --spindle-call-inspectors=on-device --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=DEVICE

// Numbers come first, then the arrays: where rows begin, columns, and what is filled.

// CHECK-LABEL: func.func @wavefronts(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[POS:[a-z0-9]+]]: memref<?xi64>, %[[CRD:[a-z0-9]+]]: memref<?xi32>
// CHECK: %[[RESULTS:.*]] = memref.alloca() : memref<1xi64>
// CHECK: %[[TEXT:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[IT:.*]] = call @spindle_inspect_begin(%[[TEXT]])
// CHECK: call @spindle_inspect_number(%[[IT]], %[[M]])
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: call @spindle_inspect_number(%[[IT]], %[[ONE]])
// CHECK: memref.extract_aligned_pointer_as_index %[[POS]]
// CHECK: call @spindle_inspect_array(%[[IT]],
// CHECK: memref.extract_aligned_pointer_as_index %[[CRD]]
// CHECK-COUNT-4: call @spindle_inspect_array(%[[IT]],
// CHECK: %[[PLACE:.*]] = memref.extract_aligned_pointer_as_index %[[RESULTS]]
// CHECK: call @spindle_inspect_wavefronts(%[[IT]], %[[PLACE]])
// CHECK: %[[FOUND:.*]] = memref.load %[[RESULTS]]
// CHECK: %[[COUNT:.*]] = arith.index_cast %[[FOUND]] : i64 to index
// CHECK: return %[[COUNT]]
// CHECK: func.func private @spindle_inspect_begin(index) -> index
// DEVICE: error: 'axis.wavefronts' expected arrays that the host reads but got those of a GPU: run the program on a processor
func.func @wavefronts(%m: index, %pos: memref<?xi64>, %crd: memref<?xi32>, %starts: memref<?xi32>, %order: memref<?xi32>, %of: memref<?xi32>) -> index {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi64>, memref<?xi32> -> !axis.axis<sparse_variable, pos = i64, sorted, unique>
  %count = axis.wavefronts %J backwards into %starts, %order, %of : !axis.axis<sparse_variable, pos = i64, sorted, unique>, memref<?xi32>
  return %count : index
}

// -----

// Rows of each pattern come first, then its arrays; there may be several results.

// CHECK-LABEL: func.func @tiles(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index,
// CHECK: memref.alloca() : memref<4xi64>
// CHECK: call @spindle_inspect_number(%[[IT:.*]], %[[M]])
// CHECK: call @spindle_inspect_number(%[[IT]], %[[N]])
// CHECK-COUNT-11: call @spindle_inspect_number(%[[IT]],
// CHECK-COUNT-11: call @spindle_inspect_array(%[[IT]],
// CHECK: call @spindle_inspect_tile_fusion(%[[IT]],
// CHECK-COUNT-4: memref.load
// CHECK: return
func.func @tiles(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi64>) -> (index, index, index, index) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %L = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %K = axis.sparse_variable %n of %L positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %n of %K : !axis.axis<sparse_variable> tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a : !axis.axis<sparse_variable>, memref<?xi64>
  return %tiles, %rests, %most, %elements : index, index, index, index
}

// -----

// A further loop has a pattern, whether it reads its own row, three numbers and four arrays.

// CHECK-LABEL: func.func @further(
// CHECK: memref.alloca() : memref<6xi64>
// CHECK: call @spindle_inspect_number(%[[IT:.*]], %{{.*}})
// CHECK-COUNT-16: call @spindle_inspect_number(%[[IT]],
// CHECK-NOT: call @spindle_inspect_number
// CHECK-COUNT-15: call @spindle_inspect_array(%[[IT]],
// CHECK: call @spindle_inspect_tile_fusion(%[[IT]],
// CHECK-COUNT-6: memref.load
// CHECK: return
func.func @further(%n: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %a: memref<?xi64>) -> (index, index) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable>
  %r:6 = axis.tile_fusion %J rows %n tile %n workers %n cache %n bytes(%n, %n, %n, %n, %n, %n) into %a, %a, %a, %a, %a, %a, %a then(%J : !axis.axis<sparse_variable>) bytes(%n, %n, %n) into(%a, %a, %a, %a : memref<?xi64>, memref<?xi64>, memref<?xi64>, memref<?xi64>) -> index, index : !axis.axis<sparse_variable>, memref<?xi64> {itself = array<i1: false, true>}
  return %r#4, %r#5 : index, index
}

// -----

// The first element of a view, and how far apart they are.

// CHECK-LABEL: func.func @of_views(
// CHECK: memref.extract_strided_metadata
// CHECK: arith.muli
// CHECK: arith.addi
// CHECK: call @spindle_inspect_array(
func.func @of_views(%m: index, %pos: memref<?xi32, strided<[?], offset: ?>>, %crd: memref<?xi32>, %a: memref<?xi32>, %b: memref<?xi32>, %c: memref<?xi32>) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32, strided<[?], offset: ?>>, memref<?xi32> -> !axis.axis<sparse_variable>
  %count = axis.wavefronts %J into %a, %b, %c : !axis.axis<sparse_variable>, memref<?xi32>
  return
}

// -----

// CHECK-LABEL: func.func @none(
// CHECK-NEXT: return
func.func @none() {
  return
}

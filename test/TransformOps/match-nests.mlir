// RUN: sparse-opt %s --transform-interpreter --split-input-file 2>&1 | FileCheck %s

// All nests in the order of the text, one in another nest after it.

module attributes {transform.with_named_sequence} {
  func.func @softmax_parts(%I: memref<?xf32>, %n: index) {
    %i_axis = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %j_axis = axis.dense_fixed %n : !axis.axis<dense_fixed>
    %zero = arith.constant 0.0 : f32
    // CHECK: match-nests.mlir:[[@LINE+1]]:5: remark: any
    iter.nest "rows" ("i": %i) over (%i_axis : !axis.axis<dense_fixed>) kinds [spatial] {
      // CHECK: match-nests.mlir:[[@LINE+1]]:14: remark: any
      %sum = iter.nest "sum" ("j": %j) over (%j_axis : !axis.axis<dense_fixed>) kinds [reduction] combine [add] init(%zero) -> f32 {
        iter.yield %zero : f32
      }
    }
    // CHECK: match-nests.mlir:[[@LINE+1]]:5: remark: any
    iter.nest "spmm" ("i": %i) over (%i_axis : !axis.axis<dense_fixed>) kinds [spatial] {
    }
    return
  }
  // CHECK: match-nests.mlir:[[@LINE-4]]:5: remark: spmm
  // CHECK: match-nests.mlir:[[@LINE-10]]:14: remark: inside of rows
  // CHECK-NOT: remark
  // CHECK: func.func @softmax_parts(
  transform.named_sequence @__transform_main(%coordinates: !transform.any_op {transform.readonly}) {
    %any = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %any, "any" : !transform.any_op
    %nests = transform.sparse.match.nests nest "spmm" in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %nests, "spmm" : !transform.any_op
    %rows = transform.sparse.match.nests nest "rows" in %coordinates : (!transform.any_op) -> !transform.any_op
    %sum = transform.sparse.match.nests nest "sum" in %rows : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %sum, "inside of rows" : !transform.any_op
    %none = transform.sparse.match.nests nest "none" in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %none, "none" : !transform.any_op
    transform.yield
  }
}

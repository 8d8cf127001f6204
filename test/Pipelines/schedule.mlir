// The pipelines take a program through its stages by a schedule.

// RUN: sparse-opt %s --spindle-lower-to-loops=schedule=%s:carried | FileCheck %s --check-prefix=CARRIED
// RUN: sparse-opt %s --spindle-lower-to-loops='schedule=%s:carried parallel' | FileCheck %s --check-prefix=CARRIED
// RUN: sparse-opt %s --spindle-lower-to-loops='schedule=%s:carried strict' | FileCheck %s --check-prefix=CARRIED
// CARRIED: [[SUM:%.*]] = scf.for {{.*}} iter_args(
// CARRIED: arith.addf
// CARRIED-NEXT: scf.yield
// CARRIED: memref.store [[SUM]]
// CARRIED-NOT: transform.

// What the schedule leaves is lowered as without one.

// RUN: sparse-opt %s --spindle-lower-to-llvm=schedule=%s:positions | FileCheck %s --check-prefix=LLVM
// RUN: sparse-opt %s --spindle-lower-to-llvm='schedule=%s:carried c-entry' | FileCheck %s --check-prefix=LLVM
// LLVM-NOT: transform.
// LLVM: llvm.func @row_sums(
// LLVM: llvm.fadd

// A knob takes the values that the schedule lists; alone it is one of a sequence in
// the program.

// RUN: sparse-opt %s --spindle-lower-to-loops='schedule=%s:marked knobs=mark=fast' | FileCheck %s --check-prefix=MARKED
// MARKED: module attributes {iter.schedule = "marked"}
// MARKED: func.func @row_sums({{.*}} attributes {mark = "fast"
// RUN: not sparse-opt %s --spindle-lower-to-loops='schedule=%s:marked knobs=mark=fats' 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: {{.*}}schedule.mlir:[[#]]:[[#]]: expected knob 'mark' to be one of fast, small but got 'fats'
// RUN: not sparse-opt %s --spindle-lower-to-loops='knobs=mark=fast' 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: the module: expected the name of a sequence (carried, positions, marked) but got none

// In check mode there is no schedule.

// RUN: sparse-opt %s --spindle-lower-to-loops=check-mode > %t.checked.mlir
// RUN: sparse-opt %s --spindle-lower-to-loops='schedule=%s:carried check-mode' | diff - %t.checked.mlir

// A schedule that fails, and one that is not there.

// RUN: not sparse-opt %s --spindle-lower-to-llvm=schedule=%s:caried 2>&1 | FileCheck %s --check-prefix=MISSPELT
// MISSPELT: expected the name of a sequence (carried, positions, marked) but got 'caried'; did you mean 'carried'?

module attributes {transform.with_named_sequence} {
  func.func @row_sums(%A: !sparse.tensor<?x?xf32, #sparse.csr>, %y: !sparse.tensor<?xf32, #sparse.dense>) {
    %zero = arith.constant 0.0 : f32
    %I, %J, %Av = sparse.unpack %A : !sparse.tensor<?x?xf32, #sparse.csr> -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    %K, %yv = sparse.unpack %y : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    sparse.fill %yv, %zero : !sparse.buffer<?xf32>
    iter.nest "row_sums" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %v = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      sparse.accumulate add %v into %yv[%i] : !sparse.buffer<?xf32>
    }
    return
  }
  transform.named_sequence @carried(%root: !transform.any_op {transform.consumed}) {
    %loops = transform.sparse.lower_to_loops %root : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.yield
  }
  transform.named_sequence @positions(%root: !transform.any_op {transform.consumed}) {
    %positions = transform.sparse.lower_to_positions %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @marked(%root: !transform.any_op {transform.readonly}) {
    %mark = transform.tune.knob<"mark"> = "small" from options = ["fast", "small"] -> !transform.any_param
    %functions = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.annotate %functions "mark" = %mark : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @sum_of_floats(%n: index, %x: memref<?xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{cannot vectorize loop over J of nest 'sum': it carries 'f32' as number 0, which is made in order without reassociate}}
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (f32) {
      %v = memref.load %x[%j] : memref<?xf32>
      %new = arith.addf %acc, %v : f32
      scf.yield %new : f32
    } {iter.loop = #iter.loop<nest = "sum", dims = ["J"], axis = dense_fixed, kind = reduction, role = level>}
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["J"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @no_reduction(%n: index, %x: memref<?xi32>) -> i32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    // expected-error @+1 {{cannot vectorize 'scf.for': it carries 'i32' as number 0, which is no reduction of numbers}}
    %last = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i32) {
      %v = memref.load %x[%j] : memref<?xi32>
      %left = arith.subi %v, %acc : i32
      scf.yield %left : i32
    }
    return %last : i32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops {reassociate} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A sum that something else in the loop sees on its way.

module attributes {transform.with_named_sequence} {
  func.func @running_sum(%n: index, %x: memref<?xi32>, %y: memref<?xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i32
    %xy:2 = memref.distinct_objects %x, %y : memref<?xi32>, memref<?xi32>
    // expected-error @+1 {{it carries 'i32' as number 0, which is no reduction of numbers}}
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i32) {
      %v = memref.load %xy#0[%j] : memref<?xi32>
      %new = arith.addi %acc, %v : i32
      memref.store %new, %xy#1[%j] : memref<?xi32>
      scf.yield %new : i32
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @memory_that_may_be_one(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot vectorize 'scf.for': 'memref.load' in it may touch what another iteration writes by 'memref.store'}}
    scf.for %j = %c0 to %n step %c1 {
      // expected-note @+1 {{this stands in the way}}
      %v = memref.load %x[%j] : memref<?xf32>
      memref.store %v, %y[%j] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @next_element(%n: index, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot vectorize 'scf.for': 'memref.load' in it may touch what another iteration writes by 'memref.store'}}
    scf.for %j = %c0 to %n step %c1 {
      // expected-note @+1 {{this stands in the way}}
      %v = memref.load %y[%j] : memref<?xf32>
      %next = arith.addi %j, %c1 : index
      memref.store %v, %y[%next] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// %k + %j is one number in several iterations of the loop over %k.

module attributes {transform.with_named_sequence} {
  func.func @sum_of_two_variables(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    // expected-error @+1 {{cannot vectorize loop over K of nest 'both': 'memref.store' in it may touch what another iteration writes by 'memref.store'}}
    scf.for %k = %c0 to %n step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        %v = memref.load %xy#0[%j] : memref<?xf32>
        %at = arith.addi %k, %j : index
        // expected-note @+1 {{this stands in the way}}
        memref.store %v, %xy#1[%at] : memref<?xf32>
      }
    } {iter.loop = #iter.loop<nest = "both", dims = ["K"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["K"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @loop_of_each_its_own_length(%n: index, %ptr: memref<?xindex>, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %ry:2 = memref.distinct_objects %ptr, %y : memref<?xindex>, memref<?xf32>
    %xy:2 = memref.distinct_objects %x, %ry#1 : memref<?xf32>, memref<?xf32>
    // expected-error @+1 {{cannot vectorize loop over I of nest 'rows': the bounds of a loop in it differ from iteration to iteration}}
    scf.for %i = %c0 to %n step %c1 {
      %hi = memref.load %ry#0[%i] : memref<?xindex>
      // expected-note @+1 {{this stands in the way}}
      %sum = scf.for %p = %c0 to %hi step %c1 iter_args(%acc = %zero) -> (f32) {
        %v = memref.load %xy#0[%p] : memref<?xf32>
        %new = arith.addf %acc, %v : f32
        scf.yield %new : f32
      }
      memref.store %sum, %xy#1[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "rows", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @loop_of_each_its_own_step(%n: index, %steps: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot vectorize loop over I of nest 'rows': the bounds of a loop in it differ from iteration to iteration}}
    scf.for %i = %c0 to %n step %c1 {
      %step = memref.load %steps[%i] : memref<?xindex>
      // expected-note @+1 {{this stands in the way}}
      scf.for %p = %c0 to %n step %step {
      }
    } {iter.loop = #iter.loop<nest = "rows", dims = ["I"], axis = dense_fixed, kind = spatial, role = level>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.sparse.match.loops dims ["I"] in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @branch_that_guards_a_load(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %xy:2 = memref.distinct_objects %x, %y : memref<?xf32>, memref<?xf32>
    // expected-error @+1 {{cannot vectorize 'scf.for': the condition of a branch in it differs from iteration to iteration, and the branch may not be taken by all}}
    scf.for %j = %c0 to %n step %c1 {
      %there = arith.cmpi ult, %j, %n : index
      // expected-note @+1 {{this stands in the way}}
      %v = scf.if %there -> (f32) {
        %loaded = memref.load %xy#0[%j] : memref<?xf32>
        scf.yield %loaded : f32
      } else {
        scf.yield %zero : f32
      }
      memref.store %v, %xy#1[%j] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @g(f32) -> f32
  func.func @call(%n: index, %x: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot vectorize 'scf.for': 'func.call' in it differs from iteration to iteration and has no vector form}}
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %x[%j] : memref<?xf32>
      // expected-note @+1 {{this stands in the way}}
      %r = func.call @g(%v) : (f32) -> f32
      memref.store %r, %x[%j] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @memory_of_its_own(%n: index, %x: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot vectorize 'scf.for': 'memref.alloca' in it has no vector form}}
    scf.for %j = %c0 to %n step %c1 {
      // expected-note @+1 {{this stands in the way}}
      %own = memref.alloca() : memref<1xf32>
      %v = memref.load %x[%j] : memref<?xf32>
      memref.store %v, %own[%c0] : memref<1xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @function_without_instruction(%n: index, %x: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot vectorize 'scf.for': 'math.exp' in it has no instruction, and it may not be approximated}}
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %x[%j] : memref<?xf32>
      // expected-note @+1 {{this stands in the way}}
      %r = math.exp %v : f32
      memref.store %r, %x[%j] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @function_without_approximation(%n: index, %x: memref<?xf64>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot vectorize 'scf.for': 'math.exp' in it has neither an instruction nor an approximation}}
    scf.for %j = %c0 to %n step %c1 {
      %v = memref.load %x[%j] : memref<?xf64>
      // expected-note @+1 {{this stands in the way}}
      %r = math.exp %v : f64
      memref.store %r, %x[%j] : memref<?xf64>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops {approximate} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @complex_numbers(%n: index, %x: memref<?xcomplex<f32>>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot vectorize 'scf.for': 'memref.load' in it differs from iteration to iteration and is 'complex<f32>', which vectors do not hold}}
    scf.for %j = %c0 to %n step %c1 {
      // expected-note @+1 {{this stands in the way}}
      %v = memref.load %x[%j] : memref<?xcomplex<f32>>
      memref.store %v, %x[%j] : memref<?xcomplex<f32>>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @steps_of_two(%n: index, %x: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{cannot vectorize 'scf.for': its step is not 1}}
    scf.for %j = %c0 to %n step %c2 {
      memref.store %zero, %x[%j] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @variable_of_32_bits(%n: i32, %x: memref<?xf32>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    // expected-error @+1 {{cannot vectorize 'scf.for': its variable is not of type index}}
    scf.for %j = %c0 to %n step %c1 : i32 {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @lanes_of_no_power_of_two(%n: index, %x: memref<?xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    // expected-error @+1 {{cannot vectorize 'scf.for': expected lanes to be a power of two but got 12}}
    scf.for %j = %c0 to %n step %c1 {
      memref.store %zero, %x[%j] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %lanes = transform.param.constant 12 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops lanes(%lanes) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @+1 {{cannot vectorize function @no_loop: it is no 'scf.for'}}
  func.func @no_loop() {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %function : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %none = transform.param.constant 0 : i64 -> !transform.param<i64>
    // expected-error @+1 {{expected interleave to be one integer of at least 1}}
    %blocks = transform.sparse.vectorize %root interleave(%none) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %many = transform.param.constant 65 : i64 -> !transform.param<i64>
    // expected-error @+1 {{expected interleave to be at most 64 but got 65}}
    %blocks = transform.sparse.vectorize %root interleave(%many) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %many = transform.param.constant 2048 : i64 -> !transform.param<i64>
    // expected-error @+1 {{expected lanes to be at most 1024 but got 2048}}
    %blocks = transform.sparse.vectorize %root lanes(%many) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

// The value is the same in all iterations, and still no element of a vector.
module attributes {transform.with_named_sequence} {
  func.func @stores_complex(%x: memref<?xcomplex<f32>>, %n: index, %v: complex<f32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot vectorize 'scf.for': 'memref.store' in it stores 'complex<f32>', which vectors do not hold}}
    scf.for %j = %c0 to %n step %c1 {
      // expected-note @+1 {{this stands in the way}}
      memref.store %v, %x[%j] : memref<?xcomplex<f32>>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @sum_of_vectors(%n: index, %x: memref<?x4xi32>, %start: vector<4xi32>) -> vector<4xi32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot vectorize 'scf.for': 'arith.addi' in it differs from iteration to iteration and is 'vector<4xi32>', which vectors do not hold}}
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (vector<4xi32>) {
      // expected-note @+1 {{this stands in the way}}
      %new = arith.addi %acc, %start : vector<4xi32>
      scf.yield %new : vector<4xi32>
    }
    return %sum : vector<4xi32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %blocks = transform.sparse.vectorize %loops {reassociate} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// RUN: sparse-opt %s --transform-interpreter --split-input-file --verify-diagnostics

module attributes {transform.with_named_sequence} {
  func.func @carries_nothing(%x: memref<?xf32>, %v: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @below {{cannot tensorize 'scf.for': it carries no sums}}
    scf.for %i = %c0 to %c4 step %c1 {
      memref.store %v, %x[%i] : memref<?xf32>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %products = transform.sparse.tensorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @carries_a_number(%a: memref<?xf32>, %b: memref<?xf32>, %zero: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @below {{cannot tensorize 'scf.for': it carries 'f32' as number 0, which is no vector}}
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (f32) {
      %x = memref.load %a[%j] : memref<?xf32>
      %y = memref.load %b[%j] : memref<?xf32>
      %u = arith.mulf %x, %y : f32
      %m = arith.addf %s, %u : f32
      scf.yield %m : f32
    }
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %products = transform.sparse.tensorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @no_sum(%a: memref<?xf32>, %b: memref<?x?xf32>, %k: index, %zero: vector<4xf32>) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @below {{cannot tensorize 'scf.for': it carries 'vector<4xf32>' as number 0, which is no sum of what an iteration adds}}
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (vector<4xf32>) {
      %x = memref.load %a[%j] : memref<?xf32>
      %row = vector.load %b[%j, %k] : memref<?x?xf32>, vector<4xf32>
      %all = vector.broadcast %x : f32 to vector<4xf32>
      %u = arith.mulf %all, %row : vector<4xf32>
      // expected-note @below {{this stands in the way}}
      %m = arith.maximumf %s, %u : vector<4xf32>
      scf.yield %m : vector<4xf32>
    }
    return %sum : vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %products = transform.sparse.tensorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @sum_that_is_seen(%a: memref<?xf32>, %b: memref<?x?xf32>, %k: index, %zero: vector<4xf32>, %seen: memref<?x?xf32>) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @below {{cannot tensorize 'scf.for': it carries 'vector<4xf32>' as number 0, which is no sum of what an iteration adds}}
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (vector<4xf32>) {
      %x = memref.load %a[%j] : memref<?xf32>
      %row = vector.load %b[%j, %k] : memref<?x?xf32>, vector<4xf32>
      %all = vector.broadcast %x : f32 to vector<4xf32>
      %u = arith.mulf %all, %row : vector<4xf32>
      %m = arith.addf %s, %u : vector<4xf32>
      vector.store %s, %seen[%j, %k] : memref<?x?xf32>, vector<4xf32>
      scf.yield %m : vector<4xf32>
    }
    return %sum : vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %products = transform.sparse.tensorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @no_products(%a: memref<?xf32>, %b: memref<?x?xf32>, %k: index, %zero: vector<4xf32>) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @below {{cannot tensorize 'scf.for': it carries 'vector<4xf32>' as number 0, which is no sum of products}}
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (vector<4xf32>) {
      // expected-note @below {{this stands in the way}}
      %row = vector.load %b[%j, %k] : memref<?x?xf32>, vector<4xf32>
      %m = arith.addf %s, %row : vector<4xf32>
      scf.yield %m : vector<4xf32>
    }
    return %sum : vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %products = transform.sparse.tensorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @products_along_the_sum(%a: memref<?xf32>, %b: memref<?x?xf32>, %k: index, %zero: vector<4xf32>) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @below {{cannot tensorize 'scf.for': it carries 'vector<4xf32>' as number 0, which is a sum of products without a factor that is the same in all lanes}}
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (vector<4xf32>) {
      %row = vector.load %b[%j, %k] : memref<?x?xf32>, vector<4xf32>
      // expected-note @below {{this stands in the way}}
      %u = arith.mulf %row, %row : vector<4xf32>
      %m = arith.addf %s, %u : vector<4xf32>
      scf.yield %m : vector<4xf32>
    }
    return %sum : vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %products = transform.sparse.tensorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @fewer_iterations(%a: memref<?xf32>, %b: memref<?x?xf32>, %k: index, %zero: vector<4xf32>) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @below {{cannot tensorize 'scf.for': it has 4 iterations, fewer than 8}}
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (vector<4xf32>) {
      %x = memref.load %a[%j] : memref<?xf32>
      %row = vector.load %b[%j, %k] : memref<?x?xf32>, vector<4xf32>
      %all = vector.broadcast %x : f32 to vector<4xf32>
      %u = arith.mulf %all, %row : vector<4xf32>
      %m = arith.addf %s, %u : vector<4xf32>
      scf.yield %m : vector<4xf32>
    }
    return %sum : vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %f = transform.param.constant 8 : i64 -> !transform.param<i64>
    // expected-note @+1 {{the schedule asks for it here}}
    %products = transform.sparse.tensorize %loops factor(%f) : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @unknown_iterations(%a: memref<?xf32>, %b: memref<?x?xf32>, %k: index, %zero: vector<4xf32>, %n: index) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @below {{cannot tensorize 'scf.for': the number of its iterations is not known}}
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> (vector<4xf32>) {
      %x = memref.load %a[%j] : memref<?xf32>
      %row = vector.load %b[%j, %k] : memref<?x?xf32>, vector<4xf32>
      %all = vector.broadcast %x : f32 to vector<4xf32>
      %u = arith.mulf %all, %row : vector<4xf32>
      %m = arith.addf %s, %u : vector<4xf32>
      scf.yield %m : vector<4xf32>
    }
    return %sum : vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %products = transform.sparse.tensorize %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{cannot tensorize function @no_loop: it is no 'scf.for'}}
  func.func @no_loop() {
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %function = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %products = transform.sparse.tensorize %function : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @wide_numbers(%a: memref<?xf32>, %b: memref<?x?xf32>, %k: index, %zero: vector<4xf32>) -> vector<4xf32> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    // expected-error @below {{cannot tensorize 'scf.for': it multiplies numbers of 'f32', which are no narrower than their sums}}
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (vector<4xf32>) {
      %x = memref.load %a[%j] : memref<?xf32>
      %row = vector.load %b[%j, %k] : memref<?x?xf32>, vector<4xf32>
      %all = vector.broadcast %x : f32 to vector<4xf32>
      // expected-note @below {{this stands in the way}}
      %u = arith.mulf %all, %row : vector<4xf32>
      %m = arith.addf %s, %u : vector<4xf32>
      scf.yield %m : vector<4xf32>
    }
    return %sum : vector<4xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %products = transform.sparse.tensorize %loops {narrow} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// RUN: sparse-opt %s --transform-interpreter --canonicalize --split-input-file --verify-diagnostics | FileCheck %s

// In whole steps the smaller of a step and of what is left is the step.

// CHECK-LABEL: func.func @tiles(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[Y:[^:]*]]: memref<?xindex>)
// CHECK-DAG: %[[FOUR:.*]] = arith.constant 4 : index
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[MIDDLE:[^ ]*]] step %[[FOUR]] {
// CHECK-NEXT: memref.store %[[FOUR]], %[[Y]][%[[I]]]
// CHECK-NEXT: } {iter.loop = {{.*}} role = tile>, peeled}
// CHECK: scf.for %[[I:[^ ]*]] = %[[MIDDLE]] to
// CHECK: } {iter.loop = {{.*}} role = tail>, peeled}
module attributes {transform.with_named_sequence} {
  func.func @tiles(%n: index, %y: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %end = memref.dim %y, %c0 : memref<?xindex>
    scf.for %i = %c0 to %end step %c4 {
      %left = affine.min affine_map<(d0)[s0] -> (4, s0 - d0)>(%i)[%end]
      memref.store %left, %y[%i] : memref<?xindex>
    } {iter.loop = #iter.loop<nest = "fill", dims = ["I"], axis = dense_fixed, kind = spatial, role = tile>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %peeled = transform.sparse.peel %loops {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.annotate %peeled "peeled" : !transform.any_op
    transform.yield
  }
}

// -----

// The points of a tile end with it where it is whole.

// CHECK-LABEL: func.func @points(
// CHECK-SAME: %[[N:[^:]*]]: index,
// CHECK: scf.for %[[I:[^ ]*]] = %{{.*}} to %[[MIDDLE:[^ ]*]] step
// CHECK-NEXT: %[[END:.*]] = arith.addi %[[I]], %{{.*}} : index
// CHECK-NEXT: scf.for %{{.*}} = %[[I]] to %[[END]] step
// CHECK: } {iter.loop = {{.*}} role = tile>}
// CHECK: scf.for %[[I:[^ ]*]] = %[[MIDDLE]] to
// CHECK: arith.minsi %{{.*}}, %[[N]] : index
// CHECK: } {iter.loop = {{.*}} role = tail>}
module attributes {transform.with_named_sequence} {
  func.func @points(%n: index, %y: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    scf.for %i = %c0 to %n step %c4 {
      %next = arith.addi %i, %c4 : index
      %end = arith.minsi %next, %n : index
      scf.for %j = %i to %end step %c1 {
        memref.store %j, %y[%j] : memref<?xindex>
      } {iter.loop = #iter.loop<nest = "fill", dims = ["I"], axis = dense_fixed, kind = spatial, role = point>}
    } {iter.loop = #iter.loop<nest = "fill", dims = ["I"], axis = dense_fixed, kind = spatial, role = tile>}
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %tiles = transform.sparse.match.loops role tile in %root : (!transform.any_op) -> !transform.any_op
    %peeled = transform.sparse.peel %tiles : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// The first iteration, if there is one, and then the others.

// CHECK-LABEL: func.func @first(
// CHECK-SAME: %[[LO:[^:]*]]: index, %[[HI:[^:]*]]: index)
// CHECK: %[[SECOND:.*]] = arith.addi %[[LO]],
// CHECK-NEXT: %[[END:.*]] = arith.minsi %[[SECOND]], %[[HI]]
// CHECK-NEXT: %[[S0:.*]] = scf.for %{{.*}} = %[[LO]] to %[[END]]
// CHECK: %[[S:.*]] = scf.for %{{.*}} = %[[SECOND]] to %[[HI]] step %{{.*}} iter_args(%{{.*}} = %[[S0]])
// CHECK: return %[[S]]
module attributes {transform.with_named_sequence} {
  func.func @first(%lo: index, %hi: index) -> index {
    %c1 = arith.constant 1 : index
    %sum = scf.for %i = %lo to %hi step %c1 iter_args(%s = %lo) -> (index) {
      %new = arith.addi %s, %hi : index
      scf.yield %new : index
    }
    return %sum : index
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %peeled = transform.sparse.peel %loops {first} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @single_steps(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot peel 'scf.for': its step is 1}}
    scf.for %i = %c0 to %n step %c1 {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %peeled = transform.sparse.peel %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @whole_steps() {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    // expected-error @+1 {{cannot peel 'scf.for': all its steps are whole}}
    scf.for %i = %c0 to %c8 step %c4 {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %peeled = transform.sparse.peel %loops : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @one_iteration() {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    // expected-error @+1 {{cannot peel 'scf.for': it has fewer than 2 iterations}}
    scf.for %i = %c0 to %c4 step %c4 {
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %peeled = transform.sparse.peel %loops {first} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// Where 2 i - 1 and i + %o are inside of %n, and %also holds, neither is asked. The first
// begins at ceil(1 / 2) and ends at ceil((%n + 1) / 2).

// CHECK-LABEL: func.func @borders(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[O:[^:]*]]: index, %[[ALSO:[^:]*]]: i1, %[[M:[^:]*]]: index,
// CHECK-DAG: %[[C0:.*]] = arith.constant 0 : index
// CHECK-DAG: %[[C1:.*]] = arith.constant 1 : index
// CHECK-DAG: %[[C2:.*]] = arith.constant 2 : index
// CHECK: %[[LAST:.*]] = arith.maxsi %[[M]], %[[C0]]
// CHECK: arith.ceildivsi
// CHECK: arith.select %[[ALSO]], %{{.*}}, %[[C0]]
// CHECK: %[[BEGIN:.*]] = arith.minsi %{{.*}}, %[[LAST]]
// CHECK: %[[END:.*]] = arith.maxsi %[[BEGIN]], %{{.*}}
// CHECK: %[[S0:.*]] = scf.for %{{.*}} = %[[C0]] to %[[BEGIN]] step %[[C1]]
// CHECK: scf.if
// CHECK: } {{{.*}}role = tail>, {{.*}}}
// CHECK: %[[S1:.*]] = scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step %[[C1]] iter_args(%[[S:.*]] = %[[S0]])
// CHECK-NOT: scf.if
// CHECK: memref.load
// CHECK: } {{{.*}}role = level>, {{.*}}}
// CHECK: %[[S2:.*]] = scf.for %{{.*}} = %[[END]] to %[[M]] step %[[C1]] iter_args(%{{.*}} = %[[S1]])
// CHECK: scf.if
// CHECK: return %[[S2]]
module attributes {transform.with_named_sequence} {
  func.func @borders(%n: index, %o: index, %also: i1, %m: index, %x: memref<?xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f32
    %sum = scf.for %i = %c0 to %m step %c1 iter_args(%s = %zero) -> (f32) {
      %p = affine.apply affine_map<(d0) -> (d0 * 2 - 1)>(%i)
      %q = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%o]
      %first = arith.cmpi ult, %p, %n : index
      %second = arith.cmpi ult, %q, %n : index
      %both = arith.andi %first, %second : i1
      %all = arith.andi %both, %also : i1
      %a = scf.if %all -> (f32) {
        %b = memref.load %x[%p] : memref<?xf32>
        scf.yield %b : f32
      } else {
        scf.yield %zero : f32
      }
      %new = arith.addf %s, %a : f32
      scf.yield %new : f32
    } {iter.loop = #iter.loop<nest = "n", dims = ["I"], axis = dense_fixed, kind = reduction, role = level>}
    return %sum : f32
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %peeled = transform.sparse.peel %loops {borders} : (!transform.any_op) -> !transform.any_op
    transform.annotate %peeled "peeled" : !transform.any_op
    transform.yield
  }
}

// -----

// What is the same in all iterations may be made in the loop: it goes before it.

// CHECK-LABEL: func.func @made_inside(
// CHECK-SAME: %[[N:[^:]*]]: index, %[[O:[^:]*]]: index,
// CHECK: %[[SIZE:.*]] = arith.muli %[[N]], %[[N]]
// CHECK: %[[FROM:.*]] = arith.addi %[[O]],
// CHECK: %[[ALSO:.*]] = arith.cmpi ult, %[[O]], %[[SIZE]]
// CHECK: arith.select %[[ALSO]],
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: scf.for
module attributes {transform.with_named_sequence} {
  func.func @made_inside(%n: index, %o: index, %x: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %n step %c1 {
      %size = arith.muli %n, %n : index
      %from = arith.addi %o, %c1 : index
      %p = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%from]
      %inside = arith.cmpi ult, %p, %size : index
      %also = arith.cmpi ult, %o, %size : index
      %both = arith.andi %inside, %also : i1
      %a = scf.if %both -> (index) {
        scf.yield %p : index
      } else {
        scf.yield %c0 : index
      }
      memref.store %a, %x[%i] : memref<?xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    %peeled = transform.sparse.peel %loops {borders} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// A coordinate that goes down, or is loaded, is not inside for one run of iterations.

module attributes {transform.with_named_sequence} {
  func.func @no_run(%n: index, %x: memref<?xindex>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error @+1 {{cannot peel 'scf.for': no branch in it holds for one run of its iterations}}
    scf.for %i = %c0 to %n step %c1 {
      %p = affine.apply affine_map<(d0) -> (-d0 + 7)>(%i)
      %q = memref.load %x[%i] : memref<?xindex>
      %first = arith.cmpi ult, %p, %n : index
      %second = arith.cmpi ult, %q, %n : index
      %a = scf.if %first -> (index) {
        scf.yield %p : index
      } else {
        scf.yield %c0 : index
      }
      %b = scf.if %second -> (index) {
        scf.yield %a : index
      } else {
        scf.yield %c0 : index
      }
      memref.store %b, %x[%i] : memref<?xindex>
    }
    return
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %loops = transform.structured.match ops{["scf.for"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-note @+1 {{the schedule asks for it here}}
    %peeled = transform.sparse.peel %loops {borders} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    // expected-error @+1 {{expected first or borders, not both}}
    %peeled = transform.sparse.peel %root {first, borders} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

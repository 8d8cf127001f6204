// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-lower-contractions))' | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-lower-contractions{bf16-dots i16-dots u8i8-dots vector-bits=512}))' | FileCheck %s --check-prefixes=CHECK,DOTS
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-lower-contractions{bf16-dots u8i8-dots i8-dots vector-bits=256}))' | FileCheck %s --check-prefixes=CHECK,NARROW
// RUN: sparse-opt %s --pass-pipeline='builtin.module(func.func(spindle-lower-contractions{i16-pairs vector-bits=256}))' | FileCheck %s --check-prefixes=CHECK,WIDENED

#numbers = affine_map<(m, n, k) -> (m, k)>
#rows = affine_map<(m, n, k) -> (k, n)>
#columns = affine_map<(m, n, k) -> (n, k)>
#sums = affine_map<(m, n, k) -> (m, n)>
#product = {
  indexing_maps = [#numbers, #rows, #sums],
  iterator_types = ["parallel", "parallel", "reduction"],
  kind = #vector.kind<add>
}
#transposed = {
  indexing_maps = [#numbers, #columns, #sums],
  iterator_types = ["parallel", "parallel", "reduction"],
  kind = #vector.kind<add>
}

// Rows are multiplied in the order of the reduction.

// CHECK-LABEL: func.func @floats(
// CHECK-SAME: %[[A:[^:]*]]: vector<1x2xf32>, %[[B:[^:]*]]: vector<2x8xf32>, %[[C:[^:]*]]: vector<1x8xf32>)
// CHECK-DAG: %[[C0:.*]] = vector.extract %[[C]][0]
// CHECK-DAG: %[[A0:.*]] = vector.extract %[[A]][0, 0]
// CHECK-DAG: %[[A1:.*]] = vector.extract %[[A]][0, 1]
// CHECK-DAG: %[[B0:.*]] = vector.extract %[[B]][0]
// CHECK-DAG: %[[B1:.*]] = vector.extract %[[B]][1]
// CHECK: %[[ALL0:.*]] = vector.broadcast %[[A0]]
// CHECK-NEXT: %[[P0:.*]] = arith.mulf %[[ALL0]], %[[B0]]
// CHECK-NEXT: %[[S0:.*]] = arith.addf %[[C0]], %[[P0]]
// CHECK-NEXT: %[[ALL1:.*]] = vector.broadcast %[[A1]]
// CHECK-NEXT: %[[P1:.*]] = arith.mulf %[[ALL1]], %[[B1]]
// CHECK-NEXT: %[[S1:.*]] = arith.addf %[[S0]], %[[P1]]
// CHECK: vector.insert %[[S1]]
func.func @floats(%a: vector<1x2xf32>, %b: vector<2x8xf32>, %c: vector<1x8xf32>) -> vector<1x8xf32> {
  %s = vector.contract #product %a, %b, %c : vector<1x2xf32>, vector<2x8xf32> into vector<1x8xf32>
  return %s : vector<1x8xf32>
}

// Three steps of bf16 are two pairs, of which the last is filled up. What is to be in
// order is none; then two numbers are loaded and spread as one.

// CHECK-LABEL: func.func @pairs(
// PLAIN-COUNT-3: arith.mulf %{{.*}} : vector<16xf32>
// PLAIN-NOT: llvm.call_intrinsic
// DOTS: %[[BOTH:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 1, 2, {{.*}}, 31] : vector<16xbf16>, vector<16xbf16>
// DOTS-NEXT: %[[PAIRS:.*]] = vector.shuffle %[[BOTH]], %[[BOTH]] [0, 16, 1, 17,
// DOTS: %[[HIGH:.*]] = arith.shli
// DOTS-NEXT: %[[PAIR:.*]] = arith.ori %{{.*}}, %[[HIGH]] : i32
// DOTS-NEXT: %[[ALL:.*]] = vector.broadcast %[[PAIR]] : i32 to vector<16xi32>
// DOTS-NEXT: %[[NUMBERS:.*]] = vector.bitcast %[[ALL]] : vector<16xi32> to vector<32xbf16>
// DOTS-NEXT: %[[SUM:.*]] = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%{{.*}}, %[[PAIRS]], %[[NUMBERS]])
// DOTS: %[[ZEROS:.*]] = arith.constant dense<0.000000e+00> : vector<16xbf16>
// DOTS-NEXT: vector.shuffle %{{.*}}, %[[ZEROS]]
// DOTS: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%[[SUM]],
// DOTS-NOT: arith.mulf
// NARROW-COUNT-4: llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.256"
func.func @pairs(%a: vector<1x3xbf16>, %b: vector<3x16xbf16>, %c: vector<1x16xf32>) -> vector<1x16xf32> {
  %s = vector.contract {fastmath = #arith.fastmath<reassoc>, indexing_maps = [#numbers, #rows, #sums], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<1x3xbf16>, vector<3x16xbf16> into vector<1x16xf32>
  return %s : vector<1x16xf32>
}

// CHECK-LABEL: func.func @pairs_in_order(
// CHECK-NOT: llvm.call_intrinsic
// CHECK: %[[BOTH:.*]] = vector.broadcast %{{.*}} : i32 to vector<16xi32>
// CHECK: arith.shli %[[BOTH]], %{{.*}} : vector<16xi32>
// CHECK: arith.andi %[[BOTH]], %{{.*}} : vector<16xi32>
// CHECK: arith.mulf
// CHECK: return
func.func @pairs_in_order(%numbers: vector<2x2xbf16>, %rows: vector<2x16xbf16>, %before: vector<2x16xf32>) -> vector<2x16xf32> {
  %sums = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %numbers, %rows, %before : vector<2x2xbf16>, vector<2x16xbf16> into vector<2x16xf32>
  return %sums : vector<2x16xf32>
}

// Numbers of one side have 128 added, where there is no instruction for both with
// sign, and what that adds to a row is taken away behind the loop.

// CHECK-LABEL: func.func @quadruples(
// DOTS: %[[ALL:.*]]:4 = scf.for {{.*}} iter_args(%[[S:[^ ]*]] = %{{[^ ]*}}, %[[T:[^ ]*]] = %{{[^ ]*}}, %[[X:[^ ]*]] = %{{[^ ]*}}, %[[Y:[^ ]*]] = %{{[^ ]*}})
// DOTS: %[[ROWS:.*]] = arith.addi %{{.*}} : vector<64xi8>
// DOTS: %[[NUMBERS:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<64xi8>
// DOTS: %[[MORE:.*]] = arith.constant dense<-128> : vector<64xi8>
// DOTS: %[[E:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[MORE]], %[[NUMBERS]])
// DOTS: %[[S1:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[S]], %[[ROWS]], %[[NUMBERS]])
// DOTS: %[[T1:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[T]], %[[ROWS]],
// DOTS-DAG: %[[X1:.*]] = arith.addi %[[X]],
// DOTS-DAG: %[[Y1:.*]] = arith.addi %[[Y]],
// DOTS: scf.yield %[[S1]], %[[T1]], %[[X1]], %[[Y1]]
// DOTS: arith.subi %[[ALL]]#
// DOTS: arith.subi %[[ALL]]#
// NARROW: scf.for {{.*}} -> (vector<16xi32>, vector<16xi32>) {
// NARROW-COUNT-4: llvm.call_intrinsic "llvm.x86.avx2.vpdpbssd.256"
// NARROW-NOT: arith.subi
// PLAIN-COUNT-8: arith.muli
func.func @quadruples(%n: index, %a: memref<?x2x4xi8>, %b: memref<?x4x16xi8>, %s: vector<16xi32>, %t: vector<16xi32>) -> (vector<16xi32>, vector<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant dense<0> : vector<2x16xi32>
  %none = arith.constant dense<0> : vector<4x16xi8>
  %all:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s, %q = %t) -> (vector<16xi32>, vector<16xi32>) {
    %numbers = vector.load %a[%i, %c0, %c0] : memref<?x2x4xi8>, vector<2x4xi8>
    %rows = vector.load %b[%i, %c0, %c0] : memref<?x4x16xi8>, vector<4x16xi8>
    %before = vector.insert %p, %zero [0] : vector<16xi32> into vector<2x16xi32>
    %both = vector.insert %q, %before [1] : vector<16xi32> into vector<2x16xi32>
    %sums = vector.contract #product %numbers, %rows, %both : vector<2x4xi8>, vector<4x16xi8> into vector<2x16xi32>
    %u = vector.extract %sums[0] : vector<16xi32> from vector<2x16xi32>
    %v = vector.extract %sums[1] : vector<16xi32> from vector<2x16xi32>
    scf.yield %u, %v : vector<16xi32>, vector<16xi32>
  }
  return %all#0, %all#1 : vector<16xi32>, vector<16xi32>
}

// Panels that were corrected by one excess are corrected once, behind both
// products. By two, each keeps its own.

// CHECK-LABEL: func.func @panels_of_one_excess(
// DOTS: %[[ZERO:.*]] = arith.constant dense<0> : vector<16xi32>
// DOTS: %[[E:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[ZERO]],
// DOTS: %[[S1:.*]] = llvm.call_intrinsic
// DOTS: %[[T1:.*]] = llvm.call_intrinsic
// DOTS-NOT: arith.subi
// DOTS: %[[BOTH:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[E]],
// DOTS: %[[S2:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[S1]],
// DOTS: %[[T2:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[T1]],
// DOTS-DAG: arith.subi %[[S2]], %[[BOTH]]
// DOTS-DAG: arith.subi %[[T2]], %[[BOTH]]
func.func @panels_of_one_excess(%a: vector<1x4xi8>, %d: vector<1x4xi8>, %b: vector<4x16xi8>, %c: vector<4x16xi8>, %s: vector<1x16xi32>, %t: vector<1x16xi32>) -> (vector<1x16xi32>, vector<1x16xi32>) {
  %s1 = vector.contract #product %a, %b, %s : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
  %t1 = vector.contract #product %a, %c, %t : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
  %s2 = vector.contract #product %d, %b, %s1 : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
  %t2 = vector.contract #product %d, %c, %t1 : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
  return %s2, %t2 : vector<1x16xi32>, vector<1x16xi32>
}

// CHECK-LABEL: func.func @panels_of_two_excesses(
// DOTS: %[[D:.*]] = llvm.call_intrinsic
// DOTS: %[[S:.*]] = llvm.call_intrinsic
// DOTS-NEXT: %[[S1:.*]] = arith.subi %[[S]], %[[D]]
// DOTS: %[[E:.*]] = llvm.call_intrinsic
// DOTS: %[[T:.*]] = llvm.call_intrinsic
// DOTS-NEXT: %[[T1:.*]] = arith.subi %[[T]], %[[E]]
// DOTS: %[[ZERO:.*]] = arith.constant dense<0> : vector<16xi32>
// DOTS: %[[F:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[ZERO]],
// DOTS: %[[S2:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[S1]],
// DOTS: %[[T2:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[T1]],
// DOTS-DAG: arith.subi %[[S2]], %[[F]]
// DOTS-DAG: arith.subi %[[T2]], %[[F]]
func.func @panels_of_two_excesses(%a: vector<1x4xi8>, %d: vector<1x4xi8>, %e: vector<1x4xi8>, %b: vector<4x16xi8>, %c: vector<4x16xi8>, %s: vector<1x16xi32>, %t: vector<1x16xi32>) -> (vector<1x16xi32>, vector<1x16xi32>) {
  %s1 = vector.contract #product %a, %b, %s : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
  %t1 = vector.contract #product %d, %c, %t : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
  %s2 = vector.contract #product %e, %b, %s1 : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
  %t2 = vector.contract #product %e, %c, %t1 : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
  return %s2, %t2 : vector<1x16xi32>, vector<1x16xi32>
}

// One case of a branch has no excess. A sum that is stored in each iteration is
// corrected there.

// CHECK-LABEL: func.func @quadruples_in_a_branch(
// DOTS: %[[ALL:.*]]:2 = scf.for {{.*}} iter_args(%[[S:[^ ]*]] = %{{[^ ]*}}, %[[X:[^ ]*]] = %{{[^ ]*}})
// DOTS: %[[CASES:.*]]:2 = scf.if
// DOTS: %[[E:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// DOTS: %[[S1:.*]] = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%[[S]],
// DOTS: scf.yield %[[S1]], %[[E]]
// DOTS: } else {
// DOTS: %[[ZERO:.*]] = arith.constant dense<0>
// DOTS-NEXT: scf.yield %[[S]], %[[ZERO]]
// DOTS: %[[X1:.*]] = arith.addi %[[X]], %[[CASES]]#1
// DOTS: scf.yield %[[CASES]]#0, %[[X1]]
// DOTS: arith.subi %[[ALL]]#0, %[[ALL]]#1
func.func @quadruples_in_a_branch(%n: index, %test: i1, %a: vector<1x4xi8>, %b: vector<4x16xi8>, %s: vector<16xi32>) -> vector<16xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0> : vector<1x16xi32>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s) -> (vector<16xi32>) {
    %case = scf.if %test -> (vector<16xi32>) {
      %before = vector.insert %p, %zero [0] : vector<16xi32> into vector<1x16xi32>
      %sums = vector.contract #product %a, %b, %before : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
      %sum = vector.extract %sums[0] : vector<16xi32> from vector<1x16xi32>
      scf.yield %sum : vector<16xi32>
    } else {
      scf.yield %p : vector<16xi32>
    }
    scf.yield %case : vector<16xi32>
  }
  return %all : vector<16xi32>
}

// CHECK-LABEL: func.func @stored_quadruples(
// DOTS: scf.for {{.*}} -> (vector<16xi32>) {
// DOTS: %[[SUM:.*]] = arith.subi
// DOTS-NEXT: vector.store %[[SUM]],
// DOTS-NEXT: scf.yield %[[SUM]]
func.func @stored_quadruples(%n: index, %a: vector<1x4xi8>, %b: vector<4x16xi8>, %s: vector<16xi32>, %seen: memref<?x16xi32>) -> vector<16xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant dense<0> : vector<1x16xi32>
  %all = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s) -> (vector<16xi32>) {
    %before = vector.insert %p, %zero [0] : vector<16xi32> into vector<1x16xi32>
    %sums = vector.contract #product %a, %b, %before : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi32>
    %sum = vector.extract %sums[0] : vector<16xi32> from vector<1x16xi32>
    vector.store %sum, %seen[%i, %c0] : memref<?x16xi32>, vector<16xi32>
    scf.yield %sum : vector<16xi32>
  }
  return %all : vector<16xi32>
}

// Pairs of i16 go as they are.

// CHECK-LABEL: func.func @words(
// DOTS: llvm.call_intrinsic "llvm.x86.avx512.vpdpwssd.128"
// NARROW: arith.muli
// PLAIN: arith.muli
func.func @words(%a: vector<1x2xi16>, %b: vector<2x4xi16>, %c: vector<1x4xi32>) -> vector<1x4xi32> {
  %s = vector.contract #product %a, %b, %c : vector<1x2xi16>, vector<2x4xi16> into vector<1x4xi32>
  return %s : vector<1x4xi32>
}

// A single step, few columns, and sums of 64 bits have no instruction.

// CHECK-LABEL: func.func @too_small(
// CHECK-NOT: llvm.call_intrinsic
// CHECK: return
func.func @too_small(%a: vector<1x1xi8>, %b: vector<1x16xi8>, %c: vector<1x16xi32>, %d: vector<1x4xi8>, %e: vector<4x2xi8>, %f: vector<1x2xi32>, %g: vector<4x16xi8>, %h: vector<1x16xi64>) -> (vector<1x16xi32>, vector<1x2xi32>, vector<1x16xi64>) {
  %s = vector.contract #product %a, %b, %c : vector<1x1xi8>, vector<1x16xi8> into vector<1x16xi32>
  %t = vector.contract #product %d, %e, %f : vector<1x4xi8>, vector<4x2xi8> into vector<1x2xi32>
  %u = vector.contract #product %d, %g, %h : vector<1x4xi8>, vector<4x16xi8> into vector<1x16xi64>
  return %s, %t, %u : vector<1x16xi32>, vector<1x2xi32>, vector<1x16xi64>
}

// What is no product of rows and columns stays.

// CHECK-LABEL: func.func @others(
// CHECK: vector.contract
// CHECK: vector.contract {{.*}}kind = #vector.kind<maxnumf>
func.func @others(%a: vector<1x2xf32>, %b: vector<8x2xf32>, %c: vector<1x8xf32>, %d: vector<2x8xf32>) -> (vector<1x8xf32>, vector<1x8xf32>) {
  %s = vector.contract #transposed %a, %b, %c : vector<1x2xf32>, vector<8x2xf32> into vector<1x8xf32>
  %t = vector.contract {indexing_maps = [#numbers, #rows, #sums], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %a, %d, %c : vector<1x2xf32>, vector<2x8xf32> into vector<1x8xf32>
  return %s, %t : vector<1x8xf32>, vector<1x8xf32>
}

// Numbers that are widened bytes are bytes. Those without a sign come first where there
// is an instruction for them; where none has a sign, those of vectors are given one. Pairs
// of i16 need neither: a byte is widened, and one pair of two is put in all lanes.

// CHECK-LABEL: func.func @unsigned_numbers(
// DOTS: %[[V:.*]] = vector.shuffle {{.*}} : vector<64xi8>, vector<64xi8>
// DOTS-NOT: arith.addi
// DOTS: %[[N:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<64xi8>
// DOTS: llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[N]], %[[V]])
// DOTS-NOT: arith.subi
// WIDENED: %[[V0:.*]] = arith.extsi %{{.*}} : vector<16xi8> to vector<16xi16>
// WIDENED: %[[V1:.*]] = arith.extsi %{{.*}} : vector<16xi8> to vector<16xi16>
// WIDENED: %[[W:.*]] = vector.broadcast %{{.*}} : i32 to vector<4xi32>
// WIDENED: %[[B:.*]] = vector.bitcast %[[W]] : vector<4xi32> to vector<16xi8>
// WIDENED: %[[N:.*]] = arith.extui %[[B]] : vector<16xi8> to vector<16xi16>
// WIDENED: %[[L:.*]] = vector.bitcast %[[N]] : vector<16xi16> to vector<8xi32>
// WIDENED: vector.shuffle %[[L]], %[[L]] [0, 0, 2, 2, 4, 4, 6, 6]
// WIDENED: vector.shuffle %[[L]], %[[L]] [1, 1, 3, 3, 5, 5, 7, 7]
// WIDENED: %[[P0:.*]] = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%[[V0]],
// WIDENED: %[[S0:.*]] = arith.addi %{{.*}}, %[[P0]] : vector<8xi32>
// WIDENED: %[[P1:.*]] = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%[[V1]],
// WIDENED: arith.addi %[[S0]], %[[P1]] : vector<8xi32>
// PLAIN: arith.extui %{{.*}} : i8 to i32
// PLAIN: arith.extsi %{{.*}} : vector<16xi8> to vector<16xi32>
func.func @unsigned_numbers(%a: vector<4xi8>, %b: vector<4x16xi8>, %c: vector<1x16xi32>) -> vector<1x16xi32> {
  %zero = arith.constant dense<0> : vector<4x16xi16>
  %a0 = vector.extract %a[0] : i8 from vector<4xi8>
  %a1 = vector.extract %a[1] : i8 from vector<4xi8>
  %a2 = vector.extract %a[2] : i8 from vector<4xi8>
  %a3 = vector.extract %a[3] : i8 from vector<4xi8>
  %n0 = arith.extui %a0 : i8 to i16
  %n1 = arith.extui %a1 : i8 to i16
  %n2 = arith.extui %a2 : i8 to i16
  %n3 = arith.extui %a3 : i8 to i16
  %numbers = vector.from_elements %n0, %n1, %n2, %n3 : vector<1x4xi16>
  %b0 = vector.extract %b[0] : vector<16xi8> from vector<4x16xi8>
  %b1 = vector.extract %b[1] : vector<16xi8> from vector<4x16xi8>
  %b2 = vector.extract %b[2] : vector<16xi8> from vector<4x16xi8>
  %b3 = vector.extract %b[3] : vector<16xi8> from vector<4x16xi8>
  %r0 = arith.extsi %b0 : vector<16xi8> to vector<16xi16>
  %r1 = arith.extsi %b1 : vector<16xi8> to vector<16xi16>
  %r2 = arith.extsi %b2 : vector<16xi8> to vector<16xi16>
  %r3 = arith.extsi %b3 : vector<16xi8> to vector<16xi16>
  %m0 = vector.insert %r0, %zero [0] : vector<16xi16> into vector<4x16xi16>
  %m1 = vector.insert %r1, %m0 [1] : vector<16xi16> into vector<4x16xi16>
  %m2 = vector.insert %r2, %m1 [2] : vector<16xi16> into vector<4x16xi16>
  %m3 = vector.insert %r3, %m2 [3] : vector<16xi16> into vector<4x16xi16>
  %s = vector.contract #product %numbers, %m3, %c : vector<1x4xi16>, vector<4x16xi16> into vector<1x16xi32>
  return %s : vector<1x16xi32>
}

// Of i16, pairs are multiplied as they are, and what is there is added, by the one
// instruction or by two; three steps are filled up.

// CHECK-LABEL: func.func @three_words(
// DOTS-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.vpdpwssd.512"
// WIDENED-NOT: arith.extsi
// WIDENED-COUNT-4: llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
func.func @three_words(%a: vector<1x3xi16>, %b: vector<3x16xi16>, %c: vector<1x16xi32>) -> vector<1x16xi32> {
  %s = vector.contract #product %a, %b, %c : vector<1x3xi16>, vector<3x16xi16> into vector<1x16xi32>
  return %s : vector<1x16xi32>
}

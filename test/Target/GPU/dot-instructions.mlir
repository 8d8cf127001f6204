// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-dot-instructions)))' | FileCheck %s

gpu.module @kernels {

// Four rows of a loop that was unrolled are transposed once for two sums. The bytes of
// one number are a word in memory, since rows begin at multiples of four; those of the
// other are not.

// CHECK-LABEL: gpu.func @element_by_element(
// CHECK-SAME: %[[A:[^ ]+]]: memref<?x16xi8> {llvm.align = 4 : i64}, %[[R:[^ ]+]]: vector<4xi8>, %[[S:[^ ]+]]: vector<4xi8>, %[[T:[^ ]+]]: vector<4xi8>, %[[U:[^ ]+]]: vector<4xi8>
// CHECK: %[[WORD:.+]] = vector.load %[[A]][%[[I:.+]], %[[J:.+]]] : memref<?x16xi8>, vector<4xi8>
// CHECK: %[[RS0:.+]] = vector.shuffle %[[R]], %[[S]] [0, 4, 1, 5]
// CHECK: %[[TU0:.+]] = vector.shuffle %[[T]], %[[U]] [0, 4, 1, 5]
// CHECK: %[[C0:.+]] = vector.shuffle %[[RS0]], %[[TU0]] [0, 1, 4, 5]
// CHECK: %[[C1:.+]] = vector.shuffle %[[RS0]], %[[TU0]] [2, 3, 6, 7]
// CHECK: %[[RS1:.+]] = vector.shuffle %[[R]], %[[S]] [2, 6, 3, 7]
// CHECK-COUNT-3: vector.shuffle
// CHECK-NOT: vector.shuffle
// CHECK: %[[D0:.+]] = nvvm.dot.accumulate.4way %[[WORD]] <unsigned>, %[[C0]] <signed>, %{{.+}} : vector<4xi8>, vector<4xi8>
// CHECK: %[[D1:.+]] = nvvm.dot.accumulate.4way %[[WORD]] <unsigned>, %[[C1]] <signed>,
// CHECK-COUNT-2: nvvm.dot.accumulate.4way
// CHECK: vector.from_elements %[[D0]], %[[D1]],
// CHECK-NOT: vector.shuffle
// CHECK: %[[PACKED:.+]] = vector.from_elements %{{.+}} : vector<4xi8>
// CHECK: nvvm.dot.accumulate.4way %[[PACKED]] <unsigned>, %[[C0]] <signed>,
// CHECK-NOT: arith.muli
// CHECK: gpu.return
gpu.func @element_by_element(%a: memref<?x16xi8> {llvm.align = 4 : i64}, %r0: vector<4xi8>, %r1: vector<4xi8>, %r2: vector<4xi8>, %r3: vector<4xi8>, %i: index, %s: vector<4xi32>, %to: memref<2x4xi32>) kernel {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %j = arith.muli %i, %c4 : index
  %j1 = arith.addi %j, %c1 : index
  %j2 = arith.addi %j, %c2 : index
  %j3 = arith.addi %j, %c3 : index
  %a0 = memref.load %a[%i, %j] : memref<?x16xi8>
  %a1 = memref.load %a[%i, %j1] : memref<?x16xi8>
  %a2 = memref.load %a[%i, %j2] : memref<?x16xi8>
  %a3 = memref.load %a[%i, %j3] : memref<?x16xi8>
  %b0 = memref.load %a[%j, %i] : memref<?x16xi8>
  %b1 = memref.load %a[%j1, %i] : memref<?x16xi8>
  %b2 = memref.load %a[%j2, %i] : memref<?x16xi8>
  %b3 = memref.load %a[%j3, %i] : memref<?x16xi8>
  %w0 = arith.extsi %r0 : vector<4xi8> to vector<4xi32>
  %w1 = arith.extsi %r1 : vector<4xi8> to vector<4xi32>
  %w2 = arith.extsi %r2 : vector<4xi8> to vector<4xi32>
  %w3 = arith.extsi %r3 : vector<4xi8> to vector<4xi32>
  %x0 = arith.extui %a0 : i8 to i32
  %x1 = arith.extui %a1 : i8 to i32
  %x2 = arith.extui %a2 : i8 to i32
  %x3 = arith.extui %a3 : i8 to i32
  %v0 = vector.broadcast %x0 : i32 to vector<4xi32>
  %v1 = vector.broadcast %x1 : i32 to vector<4xi32>
  %v2 = vector.broadcast %x2 : i32 to vector<4xi32>
  %v3 = vector.broadcast %x3 : i32 to vector<4xi32>
  %p0 = arith.muli %v0, %w0 : vector<4xi32>
  %p1 = arith.muli %w1, %v1 : vector<4xi32>
  %p2 = arith.muli %v2, %w2 : vector<4xi32>
  %p3 = arith.muli %v3, %w3 : vector<4xi32>
  %s0 = arith.addi %s, %p0 : vector<4xi32>
  %s1 = arith.addi %s0, %p1 : vector<4xi32>
  %s2 = arith.addi %s1, %p2 : vector<4xi32>
  %s3 = arith.addi %s2, %p3 : vector<4xi32>
  vector.store %s3, %to[%c0, %c0] : memref<2x4xi32>, vector<4xi32>
  %y0 = vector.broadcast %b0 : i8 to vector<4xi8>
  %y1 = vector.broadcast %b1 : i8 to vector<4xi8>
  %y2 = vector.broadcast %b2 : i8 to vector<4xi8>
  %y3 = vector.broadcast %b3 : i8 to vector<4xi8>
  %z0 = arith.extui %y0 : vector<4xi8> to vector<4xi32>
  %z1 = arith.extui %y1 : vector<4xi8> to vector<4xi32>
  %z2 = arith.extui %y2 : vector<4xi8> to vector<4xi32>
  %z3 = arith.extui %y3 : vector<4xi8> to vector<4xi32>
  %q0 = arith.muli %z0, %w0 : vector<4xi32>
  %q1 = arith.muli %z1, %w1 : vector<4xi32>
  %q2 = arith.muli %z2, %w2 : vector<4xi32>
  %q3 = arith.muli %z3, %w3 : vector<4xi32>
  %t0 = arith.addi %q0, %q1 : vector<4xi32>
  %t1 = arith.addi %q2, %q3 : vector<4xi32>
  %t2 = arith.addi %t0, %t1 : vector<4xi32>
  vector.store %t2, %to[%c1, %c0] : memref<2x4xi32>, vector<4xi32>
  gpu.return
}

// Factors of one kind go together, whichever is the left one, and zeros fill a word. What
// is no product of bytes is added before.

// CHECK-LABEL: gpu.func @signs(
// CHECK-SAME: %[[A:[^ ]+]]: i8, %[[B:[^ ]+]]: i8, %[[C:[^ ]+]]: i8, %[[D:[^ ]+]]: i8, %[[S:[^ ]+]]: i32
// CHECK: %[[Z:.+]] = arith.constant 0 : i8
// CHECK: %[[AB:.+]] = vector.from_elements %[[A]], %[[B]], %[[Z]], %[[Z]] : vector<4xi8>
// CHECK: %[[Y:.+]] = arith.constant 0 : i8
// CHECK: %[[CD:.+]] = vector.from_elements %[[C]], %[[D]], %[[Y]], %[[Y]] : vector<4xi8>
// CHECK: %[[MIXED:.+]] = nvvm.dot.accumulate.4way %[[AB]] <unsigned>, %[[CD]] <signed>, %[[S]]
// CHECK: %[[SIGNED:.+]] = nvvm.dot.accumulate.4way %{{.+}} <signed>, %{{.+}} <signed>, %[[MIXED]]
// CHECK: %[[UNSIGNED:.+]] = nvvm.dot.accumulate.4way %{{.+}} <unsigned>, %{{.+}} <unsigned>, %[[SIGNED]]
// CHECK: memref.store %[[UNSIGNED]]
gpu.func @signs(%a: i8, %b: i8, %c: i8, %d: i8, %s: i32, %to: memref<i32>) kernel {
  %ua = arith.extui %a : i8 to i32
  %ub = arith.extui %b : i8 to i32
  %uc = arith.extui %c : i8 to i32
  %sa = arith.extsi %a : i8 to i32
  %sb = arith.extsi %b : i8 to i32
  %sc = arith.extsi %c : i8 to i32
  %sd = arith.extsi %d : i8 to i32
  %us = arith.muli %ua, %sc : i32
  %ss = arith.muli %sa, %sb : i32
  %su = arith.muli %sd, %ub : i32
  %uu = arith.muli %ua, %uc : i32
  %s0 = arith.addi %us, %s : i32
  %s1 = arith.addi %s0, %ss : i32
  %s2 = arith.addi %s1, %uu : i32
  %s3 = arith.addi %s2, %su : i32
  memref.store %s3, %to[] : memref<i32>
  gpu.return
}

// Elements that are added up behind the loop are added in it, four at a time: of eight
// sums two are not 0.

// CHECK-LABEL: gpu.func @neighbours(
// CHECK: scf.for {{.+}} iter_args(%[[S:[^ ]+]] =
// CHECK: %[[X:.+]] = vector.load
// CHECK: %[[Y:.+]] = vector.load
// CHECK-DAG: %[[S0:.+]] = vector.extract %[[S]][0]
// CHECK-DAG: %[[S1:.+]] = vector.extract %[[S]][1]
// CHECK-DAG: %[[X0:.+]] = vector.extract_strided_slice %[[X]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK-DAG: %[[Y0:.+]] = vector.extract_strided_slice %[[Y]] {offsets = [0], sizes = [4], strides = [1]}
// CHECK: nvvm.dot.accumulate.4way %[[X0]] <unsigned>, %[[Y0]] <signed>, %[[S0]]
// CHECK: nvvm.dot.accumulate.4way %{{.+}} <unsigned>, %{{.+}} <signed>, %[[S1]]
// CHECK-NOT: nvvm.dot.accumulate.4way
// CHECK-NOT: arith.muli
// CHECK: vector.reduction <add>
gpu.func @neighbours(%a: memref<?xi8>, %b: memref<?xi8>, %n: index, %to: memref<i32>) kernel {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %zeros = arith.constant dense<0> : vector<8xi32>
  %sums = scf.for %i = %c0 to %n step %c8 iter_args(%s = %zeros) -> (vector<8xi32>) {
    %x = vector.load %a[%i] : memref<?xi8>, vector<8xi8>
    %y = vector.load %b[%i] : memref<?xi8>, vector<8xi8>
    %v = arith.extui %x : vector<8xi8> to vector<8xi32>
    %w = arith.extsi %y : vector<8xi8> to vector<8xi32>
    %p = arith.muli %v, %w : vector<8xi32>
    %t = arith.addi %s, %p : vector<8xi32>
    scf.yield %t : vector<8xi32>
  }
  %sum = vector.reduction <add>, %sums : vector<8xi32> into i32
  memref.store %sum, %to[] : memref<i32>
  gpu.return
}

// The elements of a lane are added up one by one.

// CHECK-LABEL: gpu.func @elements_of_a_lane(
// CHECK: nvvm.dot.accumulate.4way %{{.+}} <unsigned>, %{{.+}} <signed>
// CHECK-NOT: arith.muli
// CHECK: gpu.return
gpu.func @elements_of_a_lane(%x: vector<4xi8>, %y: vector<4xi8>, %to: memref<i32>) kernel {
  %v = arith.extui %x : vector<4xi8> to vector<4xi32>
  %w = arith.extsi %y : vector<4xi8> to vector<4xi32>
  %p = arith.muli %v, %w : vector<4xi32>
  %p0 = vector.extract %p[0] : i32 from vector<4xi32>
  %p1 = vector.extract %p[1] : i32 from vector<4xi32>
  %p2 = vector.extract %p[2] : i32 from vector<4xi32>
  %p3 = vector.extract %p[3] : i32 from vector<4xi32>
  %s0 = arith.addi %p0, %p1 : i32
  %s1 = arith.addi %s0, %p2 : i32
  %s2 = arith.addi %s1, %p3 : i32
  memref.store %s2, %to[] : memref<i32>
  gpu.return
}

// The same as the pass makes it.

// CHECK-LABEL: gpu.func @becomes(
// CHECK: nvvm.dot.accumulate.4way %{{.+}} <unsigned>, %{{.+}} <signed>, %{{.+}} : vector<4xi8>, vector<4xi8>
// CHECK: vector.reduction <add>
gpu.func @becomes(%a: vector<4xi8>, %b: vector<4xi8>, %to: memref<i32>) kernel {
    %x = arith.extui %a : vector<4xi8> to vector<4xi32>
    %y = arith.extsi %b : vector<4xi8> to vector<4xi32>
    %p = arith.muli %x, %y : vector<4xi32>
    %s = vector.reduction <add>, %p : vector<4xi32> into i32
    %c0_i32 = arith.constant 0 : i32
    %d = nvvm.dot.accumulate.4way %a <unsigned>, %b <signed>, %c0_i32 : vector<4xi8>, vector<4xi8>
    %t = arith.addi %s, %d : i32
  memref.store %t, %to[] : memref<i32>
  gpu.return
}

// Four words of a block, a row each: what is in one place of them is a word, too. Sums
// share the shuffles.

// CHECK-LABEL: gpu.func @rows_of_a_block(
// CHECK: %[[R0:.+]] = vector.load %{{.+}} : memref<?x4x4xi8>, vector<4xi8>
// CHECK: %[[R1:.+]] = vector.load
// CHECK: %[[R2:.+]] = vector.load
// CHECK: %[[R3:.+]] = vector.load
// CHECK-NOT: memref.load
// CHECK: %[[HIGH:.+]] = vector.shuffle %[[R0]], %[[R1]] [0, 4, 1, 5]
// CHECK: %[[LOW:.+]] = vector.shuffle %[[R2]], %[[R3]] [0, 4, 1, 5]
// CHECK: %[[W0:.+]] = vector.shuffle %[[HIGH]], %[[LOW]] [0, 1, 4, 5]
// CHECK: %[[W1:.+]] = vector.shuffle %[[HIGH]], %[[LOW]] [2, 3, 6, 7]
// CHECK-COUNT-4: vector.shuffle
// CHECK: nvvm.dot.accumulate.4way %[[W0]] <signed>, %[[X:.+]] <signed>
// CHECK-NOT: vector.shuffle
// CHECK: nvvm.dot.accumulate.4way %[[W1]] <signed>, %[[X]] <signed>
// CHECK: gpu.return
gpu.func @rows_of_a_block(%a: memref<?x4x4xi8> {llvm.align = 16 : i64}, %p: index, %t: vector<4xi8>, %to: memref<2xi32>) kernel {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %b00 = memref.load %a[%p, %c0, %c0] : memref<?x4x4xi8>
  %b01 = memref.load %a[%p, %c0, %c1] : memref<?x4x4xi8>
  %b02 = memref.load %a[%p, %c0, %c2] : memref<?x4x4xi8>
  %b03 = memref.load %a[%p, %c0, %c3] : memref<?x4x4xi8>
  %b10 = memref.load %a[%p, %c1, %c0] : memref<?x4x4xi8>
  %b11 = memref.load %a[%p, %c1, %c1] : memref<?x4x4xi8>
  %b12 = memref.load %a[%p, %c1, %c2] : memref<?x4x4xi8>
  %b13 = memref.load %a[%p, %c1, %c3] : memref<?x4x4xi8>
  %b20 = memref.load %a[%p, %c2, %c0] : memref<?x4x4xi8>
  %b21 = memref.load %a[%p, %c2, %c1] : memref<?x4x4xi8>
  %b22 = memref.load %a[%p, %c2, %c2] : memref<?x4x4xi8>
  %b23 = memref.load %a[%p, %c2, %c3] : memref<?x4x4xi8>
  %b30 = memref.load %a[%p, %c3, %c0] : memref<?x4x4xi8>
  %b31 = memref.load %a[%p, %c3, %c1] : memref<?x4x4xi8>
  %b32 = memref.load %a[%p, %c3, %c2] : memref<?x4x4xi8>
  %b33 = memref.load %a[%p, %c3, %c3] : memref<?x4x4xi8>
  %t0 = vector.extract %t[0] : i8 from vector<4xi8>
  %x0 = arith.extsi %t0 : i8 to i32
  %t1 = vector.extract %t[1] : i8 from vector<4xi8>
  %x1 = arith.extsi %t1 : i8 to i32
  %t2 = vector.extract %t[2] : i8 from vector<4xi8>
  %x2 = arith.extsi %t2 : i8 to i32
  %t3 = vector.extract %t[3] : i8 from vector<4xi8>
  %x3 = arith.extsi %t3 : i8 to i32
  %w00 = arith.extsi %b00 : i8 to i32
  %p00 = arith.muli %w00, %x0 : i32
  %w10 = arith.extsi %b10 : i8 to i32
  %p10 = arith.muli %w10, %x1 : i32
  %w20 = arith.extsi %b20 : i8 to i32
  %p20 = arith.muli %w20, %x2 : i32
  %w30 = arith.extsi %b30 : i8 to i32
  %p30 = arith.muli %w30, %x3 : i32
  %s10 = arith.addi %p00, %p10 : i32
  %s20 = arith.addi %s10, %p20 : i32
  %s30 = arith.addi %s20, %p30 : i32
  memref.store %s30, %to[%c0] : memref<2xi32>
  %w01 = arith.extsi %b01 : i8 to i32
  %p01 = arith.muli %w01, %x0 : i32
  %w11 = arith.extsi %b11 : i8 to i32
  %p11 = arith.muli %w11, %x1 : i32
  %w21 = arith.extsi %b21 : i8 to i32
  %p21 = arith.muli %w21, %x2 : i32
  %w31 = arith.extsi %b31 : i8 to i32
  %p31 = arith.muli %w31, %x3 : i32
  %s11 = arith.addi %p01, %p11 : i32
  %s21 = arith.addi %s11, %p21 : i32
  %s31 = arith.addi %s21, %p31 : i32
  memref.store %s31, %to[%c1] : memref<2xi32>
  gpu.return
}

// Bytes that something may write in between are loaded one by one.

// CHECK-LABEL: gpu.func @written_between(
// CHECK-NOT: vector.load
// CHECK: nvvm.dot.accumulate.4way
// CHECK: gpu.return
gpu.func @written_between(%a: memref<8xi8> {llvm.align = 4 : i64}, %w: memref<8xi8>, %to: memref<i32>) kernel {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i8
  %a0 = memref.load %a[%c0] : memref<8xi8>
  %a1 = memref.load %a[%c1] : memref<8xi8>
  memref.store %zero, %w[%c2] : memref<8xi8>
  %a2 = memref.load %a[%c2] : memref<8xi8>
  %a3 = memref.load %a[%c3] : memref<8xi8>
  %b = memref.load %a[%c5] : memref<8xi8>
  %x0 = arith.extsi %a0 : i8 to i32
  %x1 = arith.extsi %a1 : i8 to i32
  %x2 = arith.extsi %a2 : i8 to i32
  %x3 = arith.extsi %a3 : i8 to i32
  %y = arith.extsi %b : i8 to i32
  %p0 = arith.muli %x0, %y : i32
  %p1 = arith.muli %x1, %y : i32
  %p2 = arith.muli %x2, %y : i32
  %p3 = arith.muli %x3, %y : i32
  %s0 = arith.addi %p0, %p1 : i32
  %s1 = arith.addi %s0, %p2 : i32
  %s2 = arith.addi %s1, %p3 : i32
  memref.store %s2, %to[] : memref<i32>
  gpu.return
}

// CHECK-LABEL: gpu.func @stays(
// CHECK-NOT: nvvm.dot
// CHECK: gpu.return
gpu.func @stays(%a: vector<4xi8>, %b: vector<4xi8>, %c: vector<4xi16>, %f: vector<4xf32>, %s: vector<4xi32>, %l: vector<4xi64>, %to: memref<4xi32>, %floats: memref<4xf32>, %longs: memref<4xi64>) kernel {
  %c0 = arith.constant 0 : index
  // One product, of which each element stays by itself.
  %x = arith.extui %a : vector<4xi8> to vector<4xi32>
  %y = arith.extsi %b : vector<4xi8> to vector<4xi32>
  %p = arith.muli %x, %y : vector<4xi32>
  %alone = arith.addi %s, %p : vector<4xi32>
  vector.store %alone, %to[%c0] : memref<4xi32>, vector<4xi32>
  // Two, one of which is of words.
  %w = arith.extsi %c : vector<4xi16> to vector<4xi32>
  %q = arith.muli %x, %w : vector<4xi32>
  %r = arith.muli %y, %y : vector<4xi32>
  %words = arith.addi %q, %r : vector<4xi32>
  vector.store %words, %to[%c0] : memref<4xi32>, vector<4xi32>
  // Two that are stored besides.
  %t = arith.muli %x, %x : vector<4xi32>
  %u = arith.muli %y, %x : vector<4xi32>
  vector.store %t, %to[%c0] : memref<4xi32>, vector<4xi32>
  vector.store %u, %to[%c0] : memref<4xi32>, vector<4xi32>
  %twice = arith.addi %t, %u : vector<4xi32>
  vector.store %twice, %to[%c0] : memref<4xi32>, vector<4xi32>
  // Sums of floats, and of 64 bits.
  %g = arith.mulf %f, %f : vector<4xf32>
  %h = arith.addf %g, %f : vector<4xf32>
  vector.store %h, %floats[%c0] : memref<4xf32>, vector<4xf32>
  %m = arith.extsi %a : vector<4xi8> to vector<4xi64>
  %n = arith.muli %m, %m : vector<4xi64>
  %o = arith.muli %m, %l : vector<4xi64>
  %long = arith.addi %n, %o : vector<4xi64>
  vector.store %long, %longs[%c0] : memref<4xi64>, vector<4xi64>
  gpu.return
}

// Some elements are not added, or come twice.

// CHECK-LABEL: gpu.func @some_elements(
// CHECK-NOT: nvvm.dot
// CHECK: gpu.return
gpu.func @some_elements(%x: vector<4xi8>, %n: index, %to: memref<i32>) kernel {
  %v = arith.extui %x : vector<4xi8> to vector<4xi32>
  %p = arith.muli %v, %v : vector<4xi32>
  %p0 = vector.extract %p[0] : i32 from vector<4xi32>
  %p1 = vector.extract %p[1] : i32 from vector<4xi32>
  %p3 = vector.extract %p[3] : i32 from vector<4xi32>
  %s0 = arith.addi %p0, %p1 : i32
  %s1 = arith.addi %s0, %p3 : i32
  %s2 = arith.addi %s1, %p3 : i32
  memref.store %s2, %to[] : memref<i32>
  %q = arith.muli %v, %v : vector<4xi32>
  %most = vector.reduction <maxsi>, %q : vector<4xi32> into i32
  memref.store %most, %to[] : memref<i32>
  gpu.return
}

}

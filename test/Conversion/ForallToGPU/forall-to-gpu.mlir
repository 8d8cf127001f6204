// RUN: sparse-opt %s --split-input-file --convert-forall-to-gpu | FileCheck %s
// RUN: sparse-opt %s --split-input-file --convert-forall-to-gpu="threads=32 index-bitwidth=32" | FileCheck %s --check-prefix=NARROW

// The example of the pass.

// CHECK-LABEL: func.func @copies_each_element(
// CHECK-SAME: %[[N:[^ ]+]]: index, %[[A:[^ ]+]]: memref<?xf32>, %[[B:[^ ]+]]: memref<?xf32>)
// CHECK: %[[A0:.+]], %{{.+}}, %[[ASIZE:.+]], %{{.+}} = memref.extract_strided_metadata %[[A]]
// CHECK: %[[B0:.+]], %{{.+}}, %[[BSIZE:.+]], %{{.+}} = memref.extract_strided_metadata %[[B]]
// CHECK: %[[SOME:.+]] = arith.maxsi %[[N]], %{{.+}} : index
// CHECK: %[[C16:.+]] = arith.constant 16 : index
// CHECK: %[[BLOCKS:.+]] = arith.ceildivui %[[SOME]], %[[C16]] : index
// CHECK: %[[MOST:.+]] = arith.constant 1073741824 : index
// CHECK: %[[LENGTH:.+]] = arith.minui %[[BLOCKS]], %[[MOST]] : index
// CHECK: %[[HEIGHT:.+]] = arith.ceildivui %[[BLOCKS]], %[[LENGTH]] : index
// CHECK: %[[LANES:.+]] = arith.constant 8 : index
// CHECK: %[[WORKERS:.+]] = arith.constant 16 : index
// CHECK: gpu.launch blocks(%[[BX:.+]], %[[BY:.+]], %{{.+}}) in (%{{.+}} = %[[LENGTH]], %{{.+}} = %[[HEIGHT]], %{{.+}} = %{{.+}}) threads(%{{.+}}, %[[TY:.+]], %{{.+}}) in (%{{.+}} = %[[LANES]], %{{.+}} = %[[WORKERS]], %{{.+}}) module(@kernels) function(@copies_each_element_copy) {
// CHECK: %[[AIN:.+]] = memref.reinterpret_cast %[[A0]] to offset: [0], sizes: [%[[ASIZE]]], strides: [1] : memref<f32> to memref<?xf32>
// CHECK: %[[BIN:.+]] = memref.reinterpret_cast %[[B0]] to offset: [0], sizes: [%[[BSIZE]]], strides: [1] : memref<f32> to memref<?xf32>
// CHECK: %[[ROW:.+]] = arith.constant 1073741824 : index
// CHECK: %[[BEFORE:.+]] = arith.muli %[[BY]], %[[ROW]] : index
// CHECK: %[[BLOCK:.+]] = arith.addi %[[BEFORE]], %[[BX]] : index
// CHECK: %[[FIRST:.+]] = arith.muli %[[BLOCK]], %{{.+}} : index
// CHECK: %[[I:.+]] = arith.addi %[[FIRST]], %[[TY]] : index
// CHECK: %[[EXISTS:.+]] = arith.cmpi slt, %[[I]], %[[N]] : index
// CHECK: scf.if %[[EXISTS]] {
// CHECK: %[[X:.+]] = memref.load %[[AIN]][%[[I]]]
// CHECK: memref.store %[[X]], %[[BIN]][%[[I]]]
// CHECK: gpu.terminator
// CHECK-NOT: scf.forall
func.func @copies_each_element(%n: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  scf.forall (%i) in (%n) {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%i] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>, iter.workers = #iter.workers<lanes = 8, per_block = 16>}
  return
}

// -----

// The same as the pass makes it: there is no loop left, and what touches memory
// is a kernel.

// CHECK-LABEL: func.func @launches_already(
// CHECK-COUNT-1: gpu.launch blocks
// CHECK-NOT: gpu.launch
func.func @launches_already(%n: index, %a0: memref<f32>, %size_a: index, %b0: memref<f32>, %size_b: index) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %most = arith.constant 1073741824 : index
  %some = arith.maxsi %n, %c1 : index
  %blocks = arith.ceildivui %some, %c16 : index
  %length = arith.minui %blocks, %most : index
  %height = arith.ceildivui %blocks, %length : index
  gpu.launch blocks(%bx, %by, %bz) in (%nbx = %length, %nby = %height, %nbz = %c1) threads(%tx, %ty, %tz) in (%ntx = %c8, %nty = %c16, %ntz = %c1) module(@kernels) function(@f_copy) {
    %a = memref.reinterpret_cast %a0 to offset: [0], sizes: [%size_a], strides: [1] : memref<f32> to memref<?xf32>
    %b = memref.reinterpret_cast %b0 to offset: [0], sizes: [%size_b], strides: [1] : memref<f32> to memref<?xf32>
    %before = arith.muli %by, %most : index
    %block = arith.addi %before, %bx : index
    %first = arith.muli %block, %c16 : index
    %i = arith.addi %first, %ty : index
    %exists = arith.cmpi slt, %i, %n : index
    scf.if %exists {
      %x = memref.load %a[%i] : memref<?xf32>
      memref.store %x, %b[%i] : memref<?xf32>
    }
    gpu.terminator
  }
  return
}

// -----

// A loop that does not say who runs it has workers of one thread, in blocks of
// `threads`. There are fewer than 2^31 of these where indices are narrow.

// CHECK-LABEL: func.func @has_a_thread_for_each_round(
// CHECK: arith.minui
// CHECK: arith.constant 1 : index
// CHECK: %[[ONE:.+]] = arith.constant 1 : index
// CHECK: %[[THREADS:.+]] = arith.constant 128 : index
// CHECK: gpu.launch {{.*}} threads({{.*}}) in (%{{.+}} = %[[ONE]], %{{.+}} = %[[THREADS]], %{{.+}} = %{{.+}})

// NARROW-LABEL: func.func @has_a_thread_for_each_round(
// NARROW-SAME: %[[N:[^ ]+]]: index
// NARROW: %[[N32:.+]] = arith.index_cast %[[N]] : index to i32
// NARROW: %[[SIZE:.+]] = arith.index_cast %{{.+}} : index to i32
// NARROW: %[[SOME:.+]] = arith.maxsi %[[N]], %{{.+}} : index
// NARROW: %[[THREADS:.+]] = arith.constant 32 : index
// NARROW: %[[BLOCKS:.+]] = arith.ceildivui %[[SOME]], %[[THREADS]] : index
// NARROW: %[[HEIGHT:.+]] = arith.constant 1 : index
// NARROW: gpu.launch blocks(%[[BX:.+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %[[BLOCKS]], %{{.+}} = %[[HEIGHT]], %{{.+}}) threads(%{{.+}}, %[[TY:.+]], %{{.+}}) in
// NARROW: %[[NIN:.+]] = arith.index_cast %[[N32]] : i32 to index
// NARROW: %[[SIZEIN:.+]] = arith.index_cast %[[SIZE]] : i32 to index
// NARROW: memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [%[[SIZEIN]]]
// NARROW: %[[FIRST:.+]] = arith.muli %[[BX]], %{{.+}} : index
// NARROW: %[[WORKER:.+]] = arith.addi %[[FIRST]], %[[TY]] : index
// NARROW: arith.cmpi slt, %[[WORKER]], %[[NIN]] : index
func.func @has_a_thread_for_each_round(%n: index, %a: memref<?xf32>, %x: f32) {
  scf.forall (%i) in (%n) {
    memref.store %x, %a[%i] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

// What the type of a memref says is not passed: its offset and strides here, the
// size of the other.

// CHECK-LABEL: func.func @passes_what_types_leave_open(
// CHECK: %[[A0:.+]], %[[OFFSET:.+]], %{{.+}}:2, %[[STRIDES:.+]]:2 = memref.extract_strided_metadata
// CHECK: gpu.launch
// CHECK: memref.reinterpret_cast %[[A0]] to offset: [%[[OFFSET]]], sizes: [4, %{{.+}}], strides: [%[[STRIDES]]#0, 1] : memref<f32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
// CHECK: memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [4], strides: [1] : memref<f64> to memref<4xf64>
func.func @passes_what_types_leave_open(%a: memref<4x?xf32, strided<[?, 1], offset: ?>>, %b: memref<4xf64>) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (4) {
    %x = memref.load %a[%i, %c0] : memref<4x?xf32, strided<[?, 1], offset: ?>>
    %y = arith.extf %x : f32 to f64
    memref.store %y, %b[%i] : memref<4xf64>
  } {iter.loop = #iter.loop<nest = "widen", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

// CHECK-LABEL: func.func @counts_rounds_from_begin_and_step(
// CHECK-SAME: %[[BEGIN:[^ ]+]]: index, %[[END:[^ ]+]]: index, %[[STEP:[^ ]+]]: index,
// CHECK: %[[SPAN:.+]] = arith.subi %[[END]], %[[BEGIN]] : index
// CHECK: %[[ROUNDS:.+]] = arith.ceildivsi %[[SPAN]], %[[STEP]] : index
// CHECK: %[[SOME:.+]] = arith.maxsi %[[ROUNDS]], %{{.+}} : index
// CHECK: gpu.launch
// CHECK: %[[SPANIN:.+]] = arith.subi %[[END]], %[[BEGIN]] : index
// CHECK: %[[ROUNDSIN:.+]] = arith.ceildivsi %[[SPANIN]], %[[STEP]] : index
// CHECK: %[[SOMEIN:.+]] = arith.maxsi %[[ROUNDSIN]], %{{.+}} : index
// CHECK: %[[BLOCK:.+]] = arith.addi
// CHECK: %[[WORKER:.+]] = arith.addi
// CHECK: arith.cmpi slt, %[[WORKER]], %[[SOMEIN]] : index
// CHECK: %[[AHEAD:.+]] = arith.muli %[[WORKER]], %[[STEP]] : index
// CHECK: %[[I:.+]] = arith.addi %[[BEGIN]], %[[AHEAD]] : index
// CHECK: memref.store %{{.+}}, %{{.+}}[%[[I]]]
func.func @counts_rounds_from_begin_and_step(%begin: index, %end: index, %step: index, %x: f32, %a: memref<?xf32>) {
  scf.forall (%i) = (%begin) to (%end) step (%step) {
    memref.store %x, %a[%i] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "fill", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

// The host cannot read the GPU's memory: the load moves. The grid is as large as
// what each round stores to.

// CHECK-LABEL: func.func @reads_the_number_of_rounds_in_the_kernel(
// CHECK-SAME: %[[M:[^ ]+]]: index, %[[POS:[^ ]+]]: memref<?xi32>, %[[C:[^ ]+]]: memref<?x4xf32>
// CHECK-NOT: memref.load
// CHECK: %[[SIZE:.+]] = memref.dim %{{.+}}, %{{.+}} : memref<?x4xf32>
// CHECK: arith.maxsi %[[SIZE]], %{{.+}} : index
// CHECK: gpu.launch
// CHECK: %[[POSIN:.+]] = memref.reinterpret_cast %{{.+}} : memref<i32> to memref<?xi32>
// CHECK: %[[LAST:.+]] = memref.load %[[POSIN]][%[[M]]] : memref<?xi32>
// CHECK: %[[ROUNDS:.+]] = arith.index_cast %[[LAST]] : i32 to index
// CHECK: arith.cmpi slt, %{{.+}}, %[[ROUNDS]] : index
func.func @reads_the_number_of_rounds_in_the_kernel(%m: index, %pos: memref<?xi32>, %c: memref<?x4xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d:2 = memref.distinct_objects %pos, %c : memref<?xi32>, memref<?x4xf32>
  %last = memref.load %d#0[%m] : memref<?xi32>
  %n = arith.index_cast %last : i32 to index
  scf.forall (%p) in (%n) {
    scf.for %k = %c0 to %c4 step %c1 {
      memref.store %x, %d#1[%p, %k] : memref<?x4xf32>
    }
  } {iter.loop = #iter.loop<nest = "fill", dims = ["p"], axis = sparse_variable, kind = spatial, role = level>}
  return
}

// -----

// Rounds that are counted from where memory says are no more than there are
// elements either, since each has another.

// CHECK-LABEL: func.func @begins_where_memory_says(
// CHECK-NOT: memref.load
// CHECK: memref.dim %{{.+}} : memref<?xf32>
// CHECK: gpu.launch
// CHECK: %[[COUNT:[^ ]+]] = arith.subi %{{.+}}, %[[FIRST:[^ ]+]] : index
// CHECK: arith.cmpi slt, %[[ROUND:[^ ]+]], %[[COUNT]] : index
// CHECK: arith.addi %[[ROUND]], %[[FIRST]] : index
// CHECK: memref.dim %{{.+}} : memref<?xf32>
// CHECK: gpu.launch
// CHECK: %[[FROM:[^ ]+]] = arith.index_cast %{{.+}} : i32 to index
// CHECK: arith.subi %{{.+}}, %[[FROM]] : index
// CHECK: arith.addi %[[FROM]], %{{.+}} : index
func.func @begins_where_memory_says(%pos: memref<?xi32>, %c: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d:2 = memref.distinct_objects %pos, %c : memref<?xi32>, memref<?xf32>
  %begin = memref.load %d#0[%c0] : memref<?xi32>
  %first = arith.index_cast %begin : i32 to index
  %end = memref.load %d#0[%c1] : memref<?xi32>
  %last = arith.index_cast %end : i32 to index
  %n = arith.subi %last, %first : index
  scf.forall (%p) in (%n) {
    %q = arith.addi %p, %first : index
    memref.store %x, %d#1[%q] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "counted", dims = ["p"], axis = sparse_variable, kind = spatial, role = level>}
  scf.forall (%p) = (%first) to (%last) step (1) {
    memref.store %x, %d#1[%p] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "begun", dims = ["p"], axis = sparse_variable, kind = spatial, role = level>}
  return
}

// -----

// Names are unique, and such as PTX can spell.

func.func private @kernels()

// CHECK-LABEL: func.func @names.kernels(
// CHECK: module(@kernels_0) function(@names_kernels_two_words)
// CHECK: module(@kernels_0) function(@names_kernels_two_words_0)
func.func @names.kernels(%n: index, %a: memref<?xi1>, %x: i1) {
  scf.forall (%i) in (%n) {
    memref.store %x, %a[%i] : memref<?xi1>
  } {iter.loop = #iter.loop<nest = "two words", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  scf.forall (%i) in (%n) {
    memref.store %x, %a[%i] : memref<?xi1>
  } {iter.loop = #iter.loop<nest = "two words", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// -----

// CHECK-LABEL: func.func @has_nothing_for_a_gpu(
// CHECK-NOT: gpu.launch
func.func @has_nothing_for_a_gpu(%n: index) -> index {
  %m = arith.addi %n, %n : index
  return %m : index
}

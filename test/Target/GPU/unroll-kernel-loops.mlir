// RUN: sparse-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(llvm.func(spindle-unroll-kernel-loops)))' | FileCheck %s --enable-var-scope
// RUN: sparse-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(llvm.func(spindle-unroll-kernel-loops{size=40 most=4})))' | FileCheck %s --check-prefix=LESS
// RUN: sparse-opt %s --split-input-file --pass-pipeline='builtin.module(gpu.module(llvm.func(spindle-unroll-kernel-loops{enough=3})))' | FileCheck %s --check-prefix=FEW

// CHECK-DAG: #[[ALL:.+]] = #llvm.loop_unroll<count = 16 : i32>
// CHECK-DAG: #[[$UNROLL:.+]] = #llvm.loop_annotation<unroll = #[[ALL]]>
// Three loads of an iteration are enough; a loop that only stores has none.
// FEW: llvm.func @row(
// FEW-NOT: loop_annotation
// FEW: llvm.func @rows(
// FEW: loop_annotation =
// LESS: #llvm.loop_unroll<count = 4 : i32>
// LESS-NOT: #llvm.loop_unroll
// LESS: llvm.func @row(
// LESS: llvm.func @labelled(

gpu.module @kernels {
  // The row of a matrix times a vector: a counter of 64 bits, from which addresses
  // are constants apart once the loop is unrolled.

  // CHECK-LABEL: llvm.func @row(
  // CHECK-SAME: %[[COLUMNS:[^ ]+]]: !llvm.ptr, %[[VALUES:[^ ]+]]: !llvm.ptr, %[[X:[^ ]+]]: !llvm.ptr, %[[BEGIN:[^ ]+]]: i32, %[[END:[^ ]+]]: i32, %[[LANE:[^ ]+]]: i32)
  llvm.func @row(%columns: !llvm.ptr, %values: !llvm.ptr, %x: !llvm.ptr, %begin: i32, %end: i32, %lane: i32) -> f32 {
    %c4 = llvm.mlir.constant(4 : i32) : i32
    %zero = llvm.mlir.constant(0.0 : f32) : f32
    // CHECK: %[[FIRST:.+]] = llvm.sext %[[BEGIN]] : i32 to i64
    // CHECK: llvm.br ^[[HEAD:bb[0-9]+]](%[[BEGIN]], %{{.+}}, %[[FIRST]] : i32, f32, i64)
    llvm.br ^head(%begin, %zero : i32, f32)
  // CHECK: ^[[HEAD]](%[[P:.+]]: i32, %[[SUM:.+]]: f32, %[[WIDE:.+]]: i64):
  ^head(%p: i32, %sum: f32):
    // CHECK: %[[LAST:.+]] = llvm.sext %[[END]] : i32 to i64
    // CHECK: llvm.icmp "slt" %[[WIDE]], %[[LAST]] : i64
    %more = llvm.icmp "slt" %p, %end : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %q = llvm.add %p, %lane : i32
    // CHECK: %[[OWN:.+]] = llvm.getelementptr %[[COLUMNS]][%[[LANE]]] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    // CHECK: llvm.getelementptr inbounds %[[OWN]][%[[WIDE]]] : (!llvm.ptr, i64) -> !llvm.ptr, i32
    %at = llvm.getelementptr inbounds %columns[%q] : (!llvm.ptr, i32) -> !llvm.ptr, i32
    %column = llvm.load %at : !llvm.ptr -> i32
    // CHECK: %[[MINE:.+]] = llvm.getelementptr %[[VALUES]][%[[LANE]]]
    // CHECK: llvm.getelementptr inbounds %[[MINE]][%[[WIDE]]]
    %of = llvm.getelementptr inbounds %values[%q] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    %value = llvm.load %of : !llvm.ptr -> f32
    // What the loop reads is no sum.
    // CHECK: llvm.getelementptr inbounds %[[X]][%{{.+}}] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    %from = llvm.getelementptr inbounds %x[%column] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    %factor = llvm.load %from : !llvm.ptr -> f32
    %s = llvm.intr.fma(%value, %factor, %sum) : (f32, f32, f32) -> f32
    // CHECK: %[[STEP:.+]] = llvm.sext %{{.+}} : i32 to i64
    // CHECK: %[[FURTHER:.+]] = llvm.add %[[WIDE]], %[[STEP]] overflow<nsw> : i64
    // CHECK: %[[NEXT:.+]] = llvm.add %[[P]], %{{.+}} overflow<nsw> : i32
    %next = llvm.add %p, %c4 : i32
    // CHECK: llvm.br ^[[HEAD]](%[[NEXT]], %{{.+}}, %[[FURTHER]] : i32, f32, i64) {loop_annotation = #[[$UNROLL]]}
    llvm.br ^head(%next, %s : i32, f32)
  ^exit:
    llvm.return %sum : f32
  }

  // A counter of 64 bits is one already. Only the inner loop is unrolled.

  // CHECK-LABEL: llvm.func @rows(
  // CHECK-NOT: llvm.sext
  llvm.func @rows(%a: !llvm.ptr, %n: i64, %x: f32) {
    %c0 = llvm.mlir.constant(0 : i64) : i64
    %c1 = llvm.mlir.constant(1 : i64) : i64
    llvm.br ^rows(%c0 : i64)
  ^rows(%i: i64):
    %less = llvm.icmp "slt" %i, %n : i64
    llvm.cond_br %less, ^row, ^exit
  ^row:
    llvm.br ^elements(%c0 : i64)
  ^elements(%j: i64):
    %in = llvm.icmp "slt" %j, %i : i64
    llvm.cond_br %in, ^element, ^next
  ^element:
    %p = llvm.getelementptr inbounds %a[%j] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    llvm.store %x, %p : f32, !llvm.ptr
    // CHECK: llvm.add %{{.+}}, %{{.+}} overflow<nsw> : i64
    %k = llvm.add %j, %c1 : i64
    // CHECK: llvm.br {{.*}} {loop_annotation = #[[$UNROLL]]}
    llvm.br ^elements(%k : i64)
  ^next:
    %l = llvm.add %i, %c1 : i64
    // CHECK: llvm.br
    // CHECK-NOT: loop_annotation
    // CHECK: llvm.return
    llvm.br ^rows(%l : i64)
  ^exit:
    llvm.return
  }

  // Threads wait for each other; a number that is no counter; a loop that says what is
  // to become of it.

  // CHECK-LABEL: llvm.func @waits(
  // CHECK-NOT: loop_annotation
  llvm.func @waits(%n: i32, %mask: i32) {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    nvvm.bar.warp.sync %mask : i32
    %next = llvm.add %i, %c1 : i32
    llvm.br ^head(%next : i32)
  ^exit:
    llvm.return
  }

  // CHECK-LABEL: llvm.func @halves(
  // CHECK-NOT: llvm.sext
  // CHECK-NOT: overflow
  llvm.func @halves(%n: i32, %a: !llvm.ptr, %x: f32) {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c2 = llvm.mlir.constant(2 : i32) : i32
    llvm.br ^head(%n : i32)
  ^head(%i: i32):
    %more = llvm.icmp "sgt" %i, %c0 : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %p = llvm.getelementptr inbounds %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    llvm.store %x, %p : f32, !llvm.ptr
    %next = llvm.sdiv %i, %c2 : i32
    llvm.br ^head(%next : i32)
  ^exit:
    llvm.return
  }

  // CHECK-LABEL: llvm.func @told(
  // CHECK: llvm.br {{.*}} {loop_annotation = #{{.+}}}
  // CHECK-NOT: loop_annotation = #[[$UNROLL]]
  llvm.func @told(%n: i32, %a: !llvm.ptr, %x: f32) {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^head(%c0 : i32)
  ^head(%i: i32):
    %more = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %p = llvm.getelementptr inbounds %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    llvm.store %x, %p : f32, !llvm.ptr
    %next = llvm.add %i, %c1 : i32
    llvm.br ^head(%next : i32) {loop_annotation = #llvm.loop_annotation<disableNonforced = true>}
  ^exit:
    llvm.return
  }
}

// -----

// As the pass makes it.

#unroll = #llvm.loop_annotation<unroll = <count = 16 : i32>>

gpu.module @kernels {
  // CHECK-LABEL: llvm.func @labelled(
  // CHECK: llvm.br {{.*}} {loop_annotation = #{{.+}}}
  // CHECK-NOT: loop_annotation =
  llvm.func @labelled(%n: i32, %a: !llvm.ptr, %x: f32) -> f32 {
    %c0 = llvm.mlir.constant(0 : i32) : i32
    %c1 = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^head(%c0, %x : i32, f32)
  ^head(%i: i32, %sum: f32):
    %more = llvm.icmp "slt" %i, %n : i32
    llvm.cond_br %more, ^body, ^exit
  ^body:
    %p = llvm.getelementptr inbounds %a[%i] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    %y = llvm.load %p : !llvm.ptr -> f32
    %s = llvm.fadd %sum, %y : f32
    %next = llvm.add %i, %c1 overflow<nsw> : i32
    llvm.br ^head(%next, %s : i32, f32) {loop_annotation = #unroll}
  ^exit:
    llvm.return %sum : f32
  }
}

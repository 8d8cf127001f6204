// RUN: sparse-opt %s --split-input-file --spindle-emit-c-entry | FileCheck %s

// A program that launches kernels is called on the GPU's memory, of which nothing is
// read: positions are not looked at, pointers and the driver are.

// CHECK-LABEL: llvm.func @scale(
// CHECK-SAME: !llvm.ptr, %[[PCOUNT:[a-z0-9]+]]: i64, %[[C:[a-z0-9]+]]: !llvm.ptr, %[[CCOUNT:[a-z0-9]+]]: i64, %[[V:[a-z0-9]+]]: !llvm.ptr, %[[VCOUNT:[a-z0-9]+]]: i64, %[[CALL:[a-z0-9]+]]: !llvm.ptr) -> i32 {
// CHECK: %[[STATE:.+]] = llvm.alloca %{{.+}} x i64
// CHECK: %[[KERNELS:.+]] = llvm.mlir.addressof @kernels : !llvm.ptr
// CHECK: %[[BEGUN:.+]] = llvm.call @spindle_gpu_begin(%[[STATE]], %[[CALL]], %[[KERNELS]])
// CHECK: %[[FAILED:.+]] = llvm.icmp "ne" %[[BEGUN]], %{{.+}} : i32
// CHECK: llvm.cond_br %[[FAILED]], ^[[LEAVE:.+]], ^{{.+}}
// CHECK: ^[[LEAVE]]:
// CHECK-NEXT: llvm.return %[[BEGUN]]
// CHECK: llvm.call @spindle_gpu_check_pointer(%[[STATE]],
// CHECK: llvm.call @spindle_gpu_check_pointer(%[[STATE]], %[[C]],
// CHECK: llvm.call @spindle_gpu_check_pointer(%[[STATE]], %[[V]],
// CHECK: llvm.call @scale.kernel({{.*}}, %[[STATE]])
// CHECK: llvm.call @spindle_gpu_end(%[[STATE]])

// The kernels can be loaded before.

// CHECK-LABEL: llvm.func @scale_load(
// CHECK-SAME: %[[CALL:[a-z0-9]+]]: !llvm.ptr) -> i32 {
// CHECK: %[[LOADED:.+]] = llvm.mlir.addressof @kernels : !llvm.ptr
// CHECK: llvm.call @spindle_gpu_load(%[[CALL]], %[[LOADED]])

// It needs no workspace, and says so before arrays are there.

// CHECK-LABEL: llvm.func @scale_workspace(
// CHECK-SAME: %[[BYTES:[a-z0-9]+]]: !llvm.ptr,
// CHECK: llvm.store %{{.+}}, %[[BYTES]] : i64, !llvm.ptr

// CHECK: llvm.func internal @scale.kernel(

// Nothing says what the first and the last of the positions are to be.

// CHECK-NOT: to start at 0

llvm.mlir.global internal @kernels() : !llvm.struct<(ptr, i32, i32, ptr, ptr)> {
  %0 = llvm.mlir.zero : !llvm.struct<(ptr, i32, i32, ptr, ptr)>
  llvm.return %0 : !llvm.struct<(ptr, i32, i32, ptr, ptr)>
}
llvm.func @scale(%rows: i64, %columns: i64, %p: !llvm.ptr, %pa: !llvm.ptr, %po: i64, %ps: i64, %pt: i64, %c: !llvm.ptr, %ca: !llvm.ptr, %co: i64, %cs: i64, %ct: i64, %v: !llvm.ptr, %va: !llvm.ptr, %vo: i64, %vs: i64, %vt: i64, %call: !llvm.ptr) attributes {sparse.launches = @kernels, sparse.operands = [#sparse.operand<name = "A", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = update>], sparse.signature = [#sparse.piece<"A", part [], dimension 0, size>, #sparse.piece<"A", part [], dimension 1, size>, #sparse.piece<"A", part [], level 1, positions>, #sparse.piece<"A", part [], level 1, coordinates>, #sparse.piece<"A", part [], values>]} {
  llvm.return
}

// -----

// What a former call left in the workspace is used where the caller says so, in a
// member of `spindle_call` that is there where its size says so.

// CHECK-LABEL: llvm.func @kept(
// CHECK-SAME: %[[CALL:[a-z0-9]+]]: !llvm.ptr) -> i32 {
// CHECK: llvm.call @spindle_gpu_begin(
// CHECK: %[[SIZE_AT:.+]] = llvm.getelementptr %[[CALL]][0]
// CHECK: %[[SIZE:.+]] = llvm.load %[[SIZE_AT]] : !llvm.ptr -> i32
// CHECK: %[[KNOWN:.+]] = llvm.mlir.constant(48 : i32) : i32
// CHECK: llvm.icmp "ugt" %[[SIZE]], %[[KNOWN]] : i32
// CHECK: %[[SAID_AT:.+]] = llvm.getelementptr %[[CALL]][48]
// CHECK: llvm.load %[[SAID_AT]] : !llvm.ptr -> i64
// CHECK: %[[IS_KEPT:.+]] = llvm.icmp "ne" %{{.+}}, %{{.+}} : i64
// CHECK: %[[BYTES:.+]] = llvm.call @kept.bytes({{.*}}, %[[IS_KEPT]])
// CHECK: llvm.call @spindle_gpu_check_workspace(%{{.+}}, %[[BYTES]])
// CHECK: llvm.call @kept.kernel({{.*}}, %[[IS_KEPT]], %{{.+}}, %{{.+}}, %{{.+}}, %[[BYTES]], %{{.+}}, %{{.+}})

// CHECK-LABEL: llvm.func @kept_workspace(
// CHECK: %[[NO:.+]] = llvm.mlir.constant(false) : i1
// CHECK: llvm.call @kept.bytes({{.*}}, %[[NO]])

llvm.mlir.global internal @kernels() : !llvm.struct<(ptr, i32, i32, ptr, ptr)> {
  %0 = llvm.mlir.zero : !llvm.struct<(ptr, i32, i32, ptr, ptr)>
  llvm.return %0 : !llvm.struct<(ptr, i32, i32, ptr, ptr)>
}
llvm.func @kept(%v: !llvm.ptr, %va: !llvm.ptr, %vo: i64, %vs: i64, %vt: i64, %is_kept: i1, %w: !llvm.ptr, %wa: !llvm.ptr, %wo: i64, %ws: i64, %wt: i64, %call: !llvm.ptr) attributes {sparse.launches = @kernels, sparse.reuses_workspace, sparse.workspace_bytes = @kept.bytes, sparse.operands = [#sparse.operand<name = "x", type = memref<?xf32>, access = update>], sparse.signature = [unit, unit, unit]} {
  llvm.return
}
llvm.func @kept.bytes(%v: !llvm.ptr, %va: !llvm.ptr, %vo: i64, %vs: i64, %vt: i64, %is_kept: i1) -> i64 {
  llvm.return %vs : i64
}

// -----

// How many pairs are stored, the positions below say: there are as many fibres
// under each as its dense level has.

// CHECK-LABEL: llvm.func @stored_pairs(
// CHECK-SAME: i64, %{{[a-z0-9]+}}: i64, %[[K:[a-z0-9]+]]: i64, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: !llvm.ptr, %[[BELOW:[a-z0-9]+]]: i64
// CHECK: "llvm.intr.smul.with.overflow"(%{{.+}}, %[[K]])
// CHECK: %[[FIBRES:.+]] = llvm.intr.sadd.sat(%[[BELOW]], %{{.+}})
// CHECK: llvm.udiv %[[FIBRES]], %{{.+}} : i64
// CHECK: llvm.func internal @stored_pairs.kernel(
llvm.mlir.global internal @kernels() : !llvm.struct<(ptr, i32, i32, ptr, ptr)> {
  %0 = llvm.mlir.zero : !llvm.struct<(ptr, i32, i32, ptr, ptr)>
  llvm.return %0 : !llvm.struct<(ptr, i32, i32, ptr, ptr)>
}
llvm.func @stored_pairs(%i: i64, %j: i64, %k: i64, %l: i64, %q: !llvm.ptr, %qa: !llvm.ptr, %qo: i64, %qs: i64, %qt: i64, %p: !llvm.ptr, %pa: !llvm.ptr, %po: i64, %ps: i64, %pt: i64, %c: !llvm.ptr, %ca: !llvm.ptr, %co: i64, %cs: i64, %ct: i64, %v: !llvm.ptr, %va: !llvm.ptr, %vo: i64, %vs: i64, %vt: i64, %call: !llvm.ptr) attributes {sparse.launches = @kernels, sparse.operands = [#sparse.operand<name = "A", type = !sparse.tensor<?x?x?x?xf32, #sparse.format<(i, j, k, l) -> (l0 = i : dense, l1 = j : variable, l2 = k : dense of l1, l3 = l : compressed)>>, access = update>], sparse.signature = [#sparse.piece<"A", part [], dimension 0, size>, #sparse.piece<"A", part [], dimension 1, size>, #sparse.piece<"A", part [], dimension 2, size>, #sparse.piece<"A", part [], dimension 3, size>, #sparse.piece<"A", part [], level 1, positions>, #sparse.piece<"A", part [], level 3, positions>, #sparse.piece<"A", part [], level 3, coordinates>, #sparse.piece<"A", part [], values>]} {
  llvm.return
}

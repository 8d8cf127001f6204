// RUN: sparse-opt %s --spindle-emit-c-entry --split-input-file | FileCheck %s

// The program keeps its body and its labels under another name, and cannot be called
// from outside. A pointer that is null ends in a status; the kernel is called where
// all checks hold.

// CHECK-LABEL: llvm.func @clear(
// CHECK-SAME: %[[X:[a-z0-9]+]]: !llvm.ptr, %[[SIZES:[a-z0-9]+]]: !llvm.ptr, %[[STRIDES:[a-z0-9]+]]: !llvm.ptr, %[[V:[a-z0-9]+]]: f32, %[[CALL:[a-z0-9]+]]: !llvm.ptr) -> i32 {
// CHECK: llvm.call @spindle.refuse(
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK: %[[OK:.*]] = llvm.mlir.constant(0 : i32)
// CHECK-NEXT: llvm.call @clear.kernel(%[[X]], %[[X]], %{{[^,]+}}, %{{[^,]+}}, %{{[^,]+}}, %[[V]])
// CHECK-NEXT: llvm.return %[[OK]] : i32
// CHECK-LABEL: llvm.func internal @clear.kernel(
// CHECK-SAME: sparse.operands
// CHECK-NOT: _mlir_ciface
// CHECK: llvm.func internal @spindle.refuse({{.*}}passthrough = ["cold", "noinline"]
// CHECK: vararg(!llvm.func<i32 (ptr, i64, ptr, ...)>)
// CHECK: llvm.func @snprintf(!llvm.ptr, i64, !llvm.ptr, ...) -> i32
// CHECK-DAG: "expected X_sizes to have 1 entries but got a null pointer\00"
// CHECK-DAG: "expected X_strides[0] to be %lld but got %lld\00"
llvm.func @clear(%pointer: !llvm.ptr, %aligned: !llvm.ptr, %offset: i64, %size: i64, %stride: i64, %v: f32) attributes {sparse.operands = [#sparse.operand<name = "X", type = !sparse.tensor<?xf32, #sparse.dense>, access = write>, #sparse.operand<name = "v", type = f32, access = read>], sparse.signature = [#sparse.piece<"X", part [], values>, unit]} {
  llvm.return
}
llvm.func @_mlir_ciface_clear(%X: !llvm.ptr, %v: f32) attributes {sparse.operands = [], sparse.signature = []} {
  llvm.return
}

// -----

// What two functions say is a constant of its own, what refuses is there once.

// CHECK-LABEL: llvm.func @first(
// CHECK-LABEL: llvm.func @second(
// CHECK-COUNT-1: llvm.func internal @spindle.refuse(
// CHECK-NOT: llvm.func internal @spindle.refuse(
llvm.func @first(%n: i64) attributes {sparse.operands = [#sparse.operand<name = "n", type = index, access = read>]} {
  llvm.return
}
llvm.func @second(%n: i64) attributes {sparse.operands = [#sparse.operand<name = "n", type = index, access = read>]} {
  llvm.return
}

// -----

// Numbers come as C has them: complex ones in two parts, narrow floats by their bits,
// a truth value as a byte.

// CHECK-LABEL: llvm.func @numbers(
// CHECK-SAME: %[[REAL:[a-z0-9]+]]: f32, %[[IMAGINARY:[a-z0-9]+]]: f32, %[[H:[a-z0-9]+]]: i16, %[[B:[a-z0-9]+]]: i16, %[[T:[a-z0-9]+]]: i8, %[[I:[a-z0-9]+]]: i32, %{{.*}}: !llvm.ptr) -> i32
// CHECK: %[[HALF:.*]] = llvm.insertvalue %[[REAL]], %{{.*}}[0]
// CHECK: %[[PAIR:.*]] = llvm.insertvalue %[[IMAGINARY]], %[[HALF]][1]
// CHECK: %[[F16:.*]] = llvm.bitcast %[[H]] : i16 to f16
// CHECK: %[[BF16:.*]] = llvm.bitcast %[[B]] : i16 to bf16
// CHECK: %[[BIT:.*]] = llvm.icmp "ne" %[[T]], %{{.*}} : i8
// CHECK: llvm.call @numbers.kernel(%[[PAIR]], %[[F16]], %[[BF16]], %[[BIT]], %[[I]])
llvm.func @numbers(%c: !llvm.struct<(f32, f32)>, %h: f16, %b: bf16, %t: i1, %i: i32) attributes {sparse.operands = [#sparse.operand<name = "c", type = complex<f32>, access = read>, #sparse.operand<name = "h", type = f16, access = read>, #sparse.operand<name = "b", type = bf16, access = read>, #sparse.operand<name = "t", type = i1, access = read>, #sparse.operand<name = "i", type = i32, access = read>]} {
  llvm.return
}

// -----

// The arrays of a format: rows, then what lies under the last position. What is read
// of them are two positions.

// CHECK-LABEL: llvm.func @walk(
// CHECK-SAME: %[[M:[a-z0-9]+]]: i64, %[[N:[a-z0-9]+]]: i64, %[[POS:[a-z0-9]+]]: !llvm.ptr, %[[POS_COUNT:[a-z0-9]+]]: i64, %[[CRD:[a-z0-9]+]]: !llvm.ptr, %[[CRD_COUNT:[a-z0-9]+]]: i64, %[[VAL:[a-z0-9]+]]: !llvm.ptr, %[[VAL_COUNT:[a-z0-9]+]]: i64, %{{.*}}: !llvm.ptr)
// CHECK: %[[WANTED:.*]] = llvm.intr.sadd.sat(%{{.*}}, %{{.*}}) : (i64, i64) -> i64
// CHECK: llvm.icmp "ne" %[[POS_COUNT]], %[[WANTED]]
// CHECK-COUNT-2: llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NOT: : !llvm.ptr -> i32
// CHECK: llvm.call @walk.kernel(%[[M]], %[[N]], %[[POS]], %[[POS]], %{{[^,]+}}, %[[POS_COUNT]], %{{[^,]+}}, %[[CRD]], %[[CRD]], %{{[^,]+}}, %[[CRD_COUNT]], %{{[^,]+}}, %[[VAL]], %[[VAL]], %{{[^,]+}}, %[[CRD_COUNT]], %{{[^,]+}})
llvm.func @walk(%m: i64, %n: i64, %0: !llvm.ptr, %1: !llvm.ptr, %2: i64, %3: i64, %4: i64, %5: !llvm.ptr, %6: !llvm.ptr, %7: i64, %8: i64, %9: i64, %10: !llvm.ptr, %11: !llvm.ptr, %12: i64, %13: i64, %14: i64) attributes {sparse.operands = [#sparse.operand<name = "A", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = read, dims = ["I", "J"]>], sparse.signature = [#sparse.piece<"A", part [], dimension 0, size>, #sparse.piece<"A", part [], dimension 1, size>, #sparse.piece<"A", part [], level 1, positions>, #sparse.piece<"A", part [], level 1, coordinates>, #sparse.piece<"A", part [], values>]} {
  llvm.return
}

// -----

// Parallel code runs on as many threads as the caller asks for, and leaves the number
// as it was.

// CHECK-LABEL: llvm.func @parallel(
// CHECK: %[[BEFORE:.*]] = llvm.call @omp_get_max_threads()
// CHECK: llvm.call @omp_set_num_threads(%{{.*}})
// CHECK: llvm.call @parallel.kernel(
// CHECK: llvm.call @omp_set_num_threads(%{{.*}})
// CHECK: llvm.func @omp_set_num_threads(i32)
llvm.func @omp_get_max_threads() -> i32
llvm.func @parallel(%n: i64) attributes {sparse.operands = [#sparse.operand<name = "n", type = index, access = read>]} {
  llvm.return
}

// -----

// What the program's own check finds is refused before the kernel is called.

// CHECK-LABEL: llvm.func @bound(
// CHECK: %[[FOUND:.*]] = llvm.call @bound.lengths(
// CHECK: %[[WHICH:.*]] = llvm.extractvalue %[[FOUND]][0]
// CHECK: %[[EXPECTED:.*]] = llvm.extractvalue %[[FOUND]][1]
// CHECK: %[[CAME:.*]] = llvm.extractvalue %[[FOUND]][2]
// CHECK: llvm.icmp "eq" %[[WHICH]], %{{.*}}
// CHECK: llvm.call @spindle.refuse(%{{.*}}, %{{.*}}, %{{.*}}, %[[EXPECTED]], %[[CAME]])
// CHECK: llvm.call @bound.kernel(
// CHECK: "expected X to have at least %lld entries, 100 %% of n, but got %lld\00"
llvm.func @bound(%pointer: !llvm.ptr, %aligned: !llvm.ptr, %offset: i64, %size: i64, %stride: i64, %n: i64) attributes {sparse.length_check = @bound.lengths, sparse.operands = [#sparse.operand<name = "X", type = memref<?xf32>, access = update>, #sparse.operand<name = "n", type = index, access = read>]} {
  llvm.return
}
llvm.func @bound.lengths(%pointer: !llvm.ptr, %aligned: !llvm.ptr, %offset: i64, %size: i64, %stride: i64, %n: i64) -> !llvm.struct<(i64, i64, i64)> attributes {sparse.refusals = [["expected X to have at least ", " entries, 100 % of n, but got "]]} {
  %0 = llvm.mlir.poison : !llvm.struct<(i64, i64, i64)>
  llvm.return %0 : !llvm.struct<(i64, i64, i64)>
}

// -----

// Not asked for: nothing happens.

// CHECK-LABEL: llvm.func @other(
// CHECK-NEXT: llvm.return
// CHECK-NEXT: }
// CHECK-NOT: llvm.func
llvm.func @other(%n: i64) {
  llvm.return
}

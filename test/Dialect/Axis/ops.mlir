// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --mlir-print-op-generic | sparse-opt | FileCheck %s

// CHECK-LABEL: func.func @constructors(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index,
// CHECK-SAME: %[[POS:[a-z0-9]+]]: memref<?xi32>, %[[CRD:[a-z0-9]+]]: memref<?xi32>
func.func @constructors(%m: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  // CHECK: %[[C4:.*]] = arith.constant 4 : index
  %c4 = arith.constant 4 : index
  // CHECK: %[[I:.*]] = axis.dense_fixed %[[M]] : !axis.axis<dense_fixed>
  // CHECK: %[[II:.*]] = axis.dense_fixed %[[C4]] of %[[I]] : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed, width = 4>
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %II = axis.dense_fixed %c4 of %I : !axis.axis<dense_fixed> -> !axis.axis<dense_fixed, width = 4>
  // CHECK: %[[J:.*]] = axis.sparse_variable %[[N]] of %[[I]] positions %[[POS]] coordinates %[[CRD]] : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.dense_fixed %[[C4]] of %[[J]] : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed> {note = "kept"}
  %JI = axis.dense_fixed %c4 of %J : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed> {note = "kept"}
  return
}

// CHECK-LABEL: func.func @sparse_under_sparse(
func.func @sparse_under_sparse(%m: index, %n: index, %pos1: memref<?xi64>, %crd1: memref<?xi16>,
                               %pos2: memref<9xi32, strided<[2], offset: ?>>, %crd2: memref<?xi8, 1 : i32>) {
  // CHECK: %[[I:.*]] = axis.dense_fixed %{{.*}} : !axis.axis<dense_fixed>
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: %[[J:.*]] = axis.sparse_variable %{{.*}} of %[[I]] {{.*}} -> !axis.axis<sparse_variable, pos = i64, crd = i16, sorted>
  %J = axis.sparse_variable %n of %I positions %pos1 coordinates %crd1 : !axis.axis<dense_fixed>, memref<?xi64>, memref<?xi16> -> !axis.axis<sparse_variable, pos = i64, crd = i16, sorted>
  // CHECK: axis.sparse_variable %{{.*}} of %[[J]] {{.*}} : !axis.axis<sparse_variable, pos = i64, crd = i16, sorted>, memref<9xi32, strided<[2], offset: ?>>, memref<?xi8, 1 : i32> -> !axis.axis<sparse_variable, crd = i8, unique>
  %K = axis.sparse_variable %n of %J positions %pos2 coordinates %crd2 : !axis.axis<sparse_variable, pos = i64, crd = i16, sorted>, memref<9xi32, strided<[2], offset: ?>>, memref<?xi8, 1 : i32> -> !axis.axis<sparse_variable, crd = i8, unique>
  return
}

// CHECK-LABEL: func.func @queries(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[I_POS:[a-z0-9]+]]: index, %[[J_POS:[a-z0-9]+]]: index, %[[O:[a-z0-9]+]]: index
func.func @queries(%m: index, %n0: index, %i: index, %p0: index, %o: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  // CHECK: %[[I:.*]] = axis.dense_fixed %[[M]]
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: %[[J:.*]] = axis.sparse_variable %[[N]]
  %J = axis.sparse_variable %n0 of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.extent %[[J]] : !axis.axis<sparse_variable, sorted, unique>
  %n = axis.extent %J : !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.size %[[J]] : !axis.axis<sparse_variable, sorted, unique>
  %nnz = axis.size %J : !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.length %[[J]] under %[[I_POS]] : !axis.axis<sparse_variable, sorted, unique>
  %len = axis.length %J under %i : !axis.axis<sparse_variable, sorted, unique>
  // CHECK: %[[P:.*]] = axis.position %[[J]][%[[O]]] under %[[I_POS]] : !axis.axis<sparse_variable, sorted, unique>
  %p = axis.position %J[%o] under %i : !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.coordinate %[[J]][%[[P]]] under %[[I_POS]] : !axis.axis<sparse_variable, sorted, unique>
  %j = axis.coordinate %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
  return
}

// CHECK-LABEL: func.func @questions_to_a_position(
// CHECK-SAME: %[[P:[a-z0-9]+]]: index
func.func @questions_to_a_position(%p: index, %n: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %I = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // CHECK: %[[J:.*]] = axis.sparse_variable
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: %[[I:.*]] = axis.parent %[[J]][%[[P]]] : !axis.axis<sparse_variable, sorted, unique>
  %i = axis.parent %J[%p] : !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.occupied %[[J]][%[[P]]] under %[[I]] : !axis.axis<sparse_variable, sorted, unique>
  %yes = axis.occupied %J[%p] under %i : !axis.axis<sparse_variable, sorted, unique>
  return
}

// CHECK-LABEL: func.func @questions_to_a_root(
func.func @questions_to_a_root(%m: index, %o: index) {
  // CHECK: %[[I:.*]] = axis.dense_fixed
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: axis.length %[[I]] : !axis.axis<dense_fixed>
  %len = axis.length %I : !axis.axis<dense_fixed>
  // CHECK: %[[P:.*]] = axis.position %[[I]][%{{.*}}] : !axis.axis<dense_fixed>
  %p = axis.position %I[%o] : !axis.axis<dense_fixed>
  // CHECK: axis.coordinate %[[I]][%[[P]]] : !axis.axis<dense_fixed>
  %i = axis.coordinate %I[%p] : !axis.axis<dense_fixed>
  // CHECK: axis.occupied %[[I]][%[[P]]] : !axis.axis<dense_fixed>
  %in = axis.occupied %I[%p] : !axis.axis<dense_fixed>
  return
}

// CHECK-LABEL: func.func @locate(
func.func @locate(%m: index, %n: index, %i: index, %j: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  // CHECK: %[[I:.*]] = axis.dense_fixed
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: %[[J:.*]] = axis.sparse_variable
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: %[[R:[a-z_0-9]+]], %{{.*}} = axis.locate %[[I]][%{{.*}}] : !axis.axis<dense_fixed> -> !axis.site
  %r, %in = axis.locate %I[%i] : !axis.axis<dense_fixed> -> !axis.site
  // CHECK: %[[P:[a-z_0-9]+]], %{{.*}} = axis.locate %[[J]][%{{.*}}] under %[[R]] : !axis.site : !axis.axis<sparse_variable, sorted, unique> -> !axis.site
  %p, %found = axis.locate %J[%j] under %r : !axis.site : !axis.axis<sparse_variable, sorted, unique> -> !axis.site
  // CHECK: axis.position_of %[[P]] : !axis.site
  %q = axis.position_of %p : !axis.site
  return
}

// CHECK-LABEL: func.func @locate_in_position_space(
func.func @locate_in_position_space(%m: index, %n: index, %j: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  // CHECK: %[[I:.*]] = axis.dense_fixed
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: %[[J:.*]] = axis.sparse_variable
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: %[[R:[a-z_0-9]+]], %{{.*}} = axis.locate %[[I]][%{{.*}}] by direct : !axis.axis<dense_fixed> -> index
  %r, %f0 = axis.locate %I[%j] by direct : !axis.axis<dense_fixed> -> index
  // CHECK: axis.locate %[[I]][%{{.*}}] by binary : !axis.axis<dense_fixed> -> index
  %s, %f1 = axis.locate %I[%j] by binary : !axis.axis<dense_fixed> -> index
  // CHECK: axis.locate %[[J]][%{{.*}}] under %[[R]] : index by binary : !axis.axis<sparse_variable, sorted, unique> -> index
  %p, %f2 = axis.locate %J[%j] under %r : index by binary : !axis.axis<sparse_variable, sorted, unique> -> index
  // CHECK: axis.locate %[[J]][%{{.*}}] under %[[R]] : index by linear : !axis.axis<sparse_variable, sorted, unique> -> index
  %q, %f3 = axis.locate %J[%j] under %r : index by linear : !axis.axis<sparse_variable, sorted, unique> -> index
  return
}

// CHECK-LABEL: func.func @skew(
// CHECK-SAME: %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[P:[a-z0-9]+]]: index, %[[D_AT:[a-z0-9]+]]: index
func.func @skew(%m: index, %n: index, %p: index, %d: index, %from: index, %crd: memref<?xi32>) {
  // CHECK: %[[D:.*]] = axis.sparse_variable %[[M]] from
  %D = axis.sparse_variable %m from %from count %n coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: %[[I:.*]] = axis.dense_fixed %[[M]] skew %[[N]] along %[[D]] : !axis.axis<sparse_variable, sorted, unique> of %[[D]] : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed>
  %I = axis.dense_fixed %m skew %n along %D : !axis.axis<sparse_variable, sorted, unique> of %D : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed>
  // CHECK: axis.start %[[I]] under %[[P]] skew at %[[D_AT]] : !axis.axis<dense_fixed>
  %start = axis.start %I under %p skew at %d : !axis.axis<dense_fixed>
  // CHECK: axis.length %[[I]] under %[[P]] skew at %[[D_AT]] : !axis.axis<dense_fixed>
  %len = axis.length %I under %p skew at %d : !axis.axis<dense_fixed>
  // CHECK: axis.occupied %[[I]][%[[P]]] under %[[P]] skew at %[[D_AT]] : !axis.axis<dense_fixed>
  %in = axis.occupied %I[%p] under %p skew at %d : !axis.axis<dense_fixed>
  // CHECK: axis.locate %[[I]][%[[M]]] under %[[P]] : index skew at %[[D_AT]] : !axis.axis<dense_fixed> -> index
  %q, %f = axis.locate %I[%m] under %p : index skew at %d : !axis.axis<dense_fixed> -> index
  return
}

// CHECK-LABEL: func.func @skewed_blocks(
func.func @skewed_blocks(%m: index, %n: index, %from: index, %pos: memref<?xi32>, %crd: memref<?xi32>) {
  %c16 = arith.constant 16 : index
  // CHECK: %[[IO:.*]] = axis.dense_fixed
  %IO = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: %[[D:.*]] = axis.sparse_variable
  %D = axis.sparse_variable %n from %from of %IO positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.dense_fixed %{{.*}} cut %{{.*}} by %[[IO]] : !axis.axis<dense_fixed> skew %{{.*}} along %[[D]] : !axis.axis<sparse_variable, sorted, unique> of %[[D]] : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 16>
  %II = axis.dense_fixed %c16 cut %m by %IO : !axis.axis<dense_fixed> skew %n along %D : !axis.axis<sparse_variable, sorted, unique> of %D : !axis.axis<sparse_variable, sorted, unique> -> !axis.axis<dense_fixed, width = 16>
  return
}

// CHECK-LABEL: func.func @groups(
func.func @groups(%m: index, %n: index, %crd: memref<?x2xi8>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // CHECK: %[[JO:.*]] = axis.dense_fixed
  %JO = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: axis.sparse_fixed %{{.*}} width %{{.*}} cut %{{.*}} of %[[JO]] coordinates %{{.*}} : !axis.axis<dense_fixed>, memref<?x2xi8> -> !axis.axis<sparse_fixed, width = 2, crd = i8, unique>
  %J = axis.sparse_fixed %c4 width %c2 cut %n of %JO coordinates %crd : !axis.axis<dense_fixed>, memref<?x2xi8> -> !axis.axis<sparse_fixed, width = 2, crd = i8, unique>
  return
}

// CHECK-LABEL: func.func @tile_fusion(
func.func @tile_fusion(%m: index, %n: index, %t: index, %w: index, %c: index, %b: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %starts: memref<?xi32>, %fs: memref<?xi32>, %fused: memref<?xi32>, %rs: memref<?xi32>, %rest: memref<?xi32>, %es: memref<?xi32>, %escapes: memref<?xi32>, %fs2: memref<?xi32>, %fused2: memref<?xi32>, %rs2: memref<?xi32>, %rest2: memref<?xi32>) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  %L = axis.dense_fixed %n : !axis.axis<dense_fixed>
  // CHECK: %[[J:.*]] = axis.sparse_variable
  %J = axis.sparse_variable %n of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: %[[K:.*]] = axis.sparse_variable
  %K = axis.sparse_variable %n of %L positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.tile_fusion %[[J]] rows %{{.*}} tile %{{.*}} workers %{{.*}} cache %{{.*}} bytes(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) into {{.*}} : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
  %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %n tile %t workers %w cache %c bytes(%b, %b, %b, %b, %b, %b) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
  %T = axis.dense_fixed %tiles : !axis.axis<dense_fixed>
  %P = axis.dense_variable %n of %T positions %starts : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %C = axis.dense_variable %m of %T positions %fs : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
  %R = axis.singleton %m of %C coordinates %fused : (!axis.axis<dense_variable>), memref<?xi32> -> !axis.axis<singleton, unique>
  // CHECK: axis.tile_fusion %[[J]] rows %{{.*}} of %[[K]] : !axis.axis<sparse_variable, sorted, unique> tile
  %tiles2, %rests2, %most2, %elements2 = axis.tile_fusion %J rows %n of %K : !axis.axis<sparse_variable, sorted, unique> tile %t workers %w cache %c bytes(%b, %b, %b, %b, %b, %b) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
  // CHECK: %[[J2:.*]] = axis.sparse_variable
  %J2 = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.tile_fusion %[[J]] rows {{.*}} then(%[[J2]] : !axis.axis<sparse_variable, sorted, unique>) bytes(%{{.*}}, %{{.*}}, %{{.*}}) into(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index, index : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32> {itself = array<i1: false, true>}
  %tiles3, %rests3, %most3, %elements3, %further, %more = axis.tile_fusion %J rows %n tile %t workers %w cache %c bytes(%b, %b, %b, %b, %b, %b) into %starts, %fs, %fused, %rs, %rest, %es, %escapes then(%J2 : !axis.axis<sparse_variable, sorted, unique>) bytes(%b, %b, %b) into(%fs2, %fused2, %rs2, %rest2 : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index, index : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32> {itself = array<i1: false, true>}
  return
}

// CHECK-LABEL: func.func @wavefronts(
func.func @wavefronts(%m: index, %pos: memref<?xi32>, %crd: memref<?xi32>, %starts: memref<?xi32>, %order: memref<?xi32>, %of: memref<?xi32>) {
  %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
  // CHECK: %[[J:.*]] = axis.sparse_variable
  %J = axis.sparse_variable %m of %I positions %pos coordinates %crd : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: %[[COUNT:.*]] = axis.wavefronts %[[J]] into %{{.*}}, %{{.*}}, %{{.*}} : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
  %count = axis.wavefronts %J into %starts, %order, %of : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
  // CHECK: axis.dense_fixed %[[COUNT]]
  %W = axis.dense_fixed %count : !axis.axis<dense_fixed>
  %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
  // CHECK: axis.wavefronts %[[J]] backwards into
  %back = axis.wavefronts %J backwards into %starts, %order, %of : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
  return
}

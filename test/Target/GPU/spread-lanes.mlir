// RUN: sparse-opt %s --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-spread-lanes),cse))' | FileCheck %s --enable-var-scope

gpu.module @kernels {
  // The example of the pass.

  // CHECK-LABEL: gpu.func @load(
  // CHECK-SAME: %[[A:[^ ]+]]: memref<?xf32> {llvm.align = 16 : i64}, %[[I:[^ ]+]]: index {
  gpu.func @load(%a: memref<?xf32> {llvm.align = 16 : i64}, %i: index {iter.multiple_of = 16 : i64}, %b: memref<?xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    // CHECK: %[[LANE:.+]] = gpu.thread_id  x
    // CHECK: %[[C4:.+]] = arith.constant 4 : index
    // CHECK: %[[FIRST:.+]] = arith.muli %[[LANE]], %[[C4]] : index
    // CHECK: %[[J:.+]] = arith.addi %[[I]], %[[FIRST]] : index
    // CHECK: %[[X:.+]] = vector.load %[[A]][%[[J]]] : memref<?xf32>, vector<4xf32>
    %x = vector.load %a[%i] : memref<?xf32>, vector<128xf32>
    // CHECK: vector.store %[[X]], %{{.+}}[%[[J]]] : memref<?xf32>, vector<4xf32>
    vector.store %x, %b[%i] : memref<?xf32>, vector<128xf32>
    gpu.return
  }

  // Rows that may begin anywhere: neighbours access neighbours.

  // CHECK-LABEL: gpu.func @cyclic(
  // CHECK-SAME: %[[A:[^ ]+]]: memref<?xf32>, %[[I:[^ ]+]]: index, %[[B:[^ ]+]]: memref<?xf32>, %[[STEPS:[^ ]+]]: memref<?xindex>)
  gpu.func @cyclic(%a: memref<?xf32>, %i: index, %b: memref<?xf32>, %steps: memref<?xindex>) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    // CHECK: %[[LANE:.+]] = gpu.thread_id  x
    // CHECK: %[[J0:.+]] = arith.addi %[[I]], %[[LANE]] : index
    // CHECK: %[[X0:.+]] = memref.load %[[A]][%[[J0]]]
    // CHECK: %[[C32:.+]] = arith.constant 32 : index
    // CHECK: %[[J1:.+]] = arith.addi %[[J0]], %[[C32]]
    // CHECK: %[[X1:.+]] = memref.load %[[A]][%[[J1]]]
    // CHECK: %[[X:.+]] = vector.from_elements %[[X0]], %[[X1]] : vector<2xf32>
    %x = vector.load %a[%i] : memref<?xf32>, vector<64xf32>
    // CHECK: %[[Y:.+]] = arith.addf %[[X]], %[[X]] : vector<2xf32>
    %y = arith.addf %x, %x : vector<64xf32>
    // CHECK: %[[Y0:.+]] = vector.extract %[[Y]][0]
    // CHECK: memref.store %[[Y0]], %[[B]][%[[J0]]]
    // CHECK: %[[Y1:.+]] = vector.extract %[[Y]][1]
    // CHECK: memref.store %[[Y1]], %[[B]][%[[J1]]]
    vector.store %y, %b[%i] : memref<?xf32>, vector<64xf32>
    // CHECK: %[[OTHER:.+]] = arith.addi %[[LANE]], %[[C32]]
    // CHECK: memref.store %[[LANE]], %[[STEPS]][%[[J0]]]
    // CHECK: memref.store %[[OTHER]], %[[STEPS]][%[[J1]]]
    %step = vector.step : vector<64xindex>
    vector.store %step, %steps[%i] : memref<?xindex>, vector<64xindex>
    // Element 37 is the second of lane 5.
    // CHECK: %[[SOURCE:.+]] = arith.constant 5 : i32
    // CHECK: nvvm.shfl.sync  idx %{{.+}}, %[[Y1]], %[[SOURCE]]
    %e = vector.extract %y[37] : f32 from vector<64xf32>
    memref.store %e, %b[%i] : memref<?xf32>
    gpu.return
  }

  // One store of a row that is not aligned makes all that it comes from cyclic.

  // CHECK-LABEL: gpu.func @mixed(
  gpu.func @mixed(%a: memref<?x128xf32> {llvm.align = 16 : i64, llvm.noalias}, %i: index, %b: memref<?xf32> {llvm.noalias}) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    // CHECK: vector.load {{.*}}, vector<4xf32>
    %x = vector.load %a[%i, %c0] : memref<?x128xf32>, vector<128xf32>
    vector.store %x, %a[%c0, %c0] : memref<?x128xf32>, vector<128xf32>
    // CHECK-COUNT-4: memref.load
    %y = vector.load %a[%i, %c0] : memref<?x128xf32>, vector<128xf32>
    // CHECK-COUNT-4: memref.store
    vector.store %y, %b[%i] : memref<?xf32>, vector<128xf32>
    gpu.return
  }

  // The same as the pass makes it, for a block with groups of one lane: it stays.

  // CHECK-LABEL: gpu.func @lane_of_its_own(
  gpu.func @lane_of_its_own(%a: memref<?xf32>, %i: index, %b: memref<?xf32>) kernel attributes {known_block_size = array<i32: 1, 128, 1>} {
    // CHECK: gpu.thread_id  x
    %lane = gpu.thread_id  x
    %c4 = arith.constant 4 : index
    %first = arith.muli %lane, %c4 : index
    %j = arith.addi %i, %first : index
    // CHECK: vector.load {{.*}} vector<4xf32>
    %x = vector.load %a[%j] : memref<?xf32>, vector<4xf32>
    // CHECK: memref.store
    %e = vector.extract %x[0] : f32 from vector<4xf32>
    memref.store %e, %b[%i] : memref<?xf32>
    gpu.return
  }

  // A number in each lane is no vector.

  // CHECK-LABEL: gpu.func @one_element_each(
  gpu.func @one_element_each(%a: memref<?xf16>, %i: index, %x: f16, %y: vector<8xf16>) kernel attributes {known_block_size = array<i32: 8, 4, 1>} {
    // CHECK: %[[LANE:.+]] = gpu.thread_id  x
    // CHECK: %[[J:.+]] = arith.addi %{{.+}}, %[[LANE]]
    // CHECK: %[[E:.+]] = memref.load %{{.+}}[%[[J]]] : memref<?xf16>
    %e = vector.load %a[%i] : memref<?xf16>, vector<8xf16>
    %all = vector.broadcast %x : f16 to vector<8xf16>
    // CHECK: %[[F:.+]] = math.fma %[[E]], %{{.+}}, %[[E]] : f16
    %f = vector.fma %e, %all, %e : vector<8xf16>
    // CHECK: %[[B:.+]] = arith.bitcast %[[F]] : f16 to i16
    %b = vector.bitcast %f : vector<8xf16> to vector<8xi16>
    // CHECK: arith.bitcast %[[B]] : i16 to f16
    %g = vector.bitcast %b : vector<8xi16> to vector<8xf16>
    vector.store %g, %a[%i] : memref<?xf16>, vector<8xf16>
    gpu.return
  }

  // Loops and branches hand parts on; numbers of several lengths go side by side.

  // CHECK-LABEL: gpu.func @loop(
  gpu.func @loop(%n: index {iter.multiple_of = 16 : i64}, %crd: memref<?xi32> {llvm.align = 16 : i64}, %b: memref<?x128xf32> {llvm.align = 16 : i64}, %c: memref<?x128xf32> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 32, 4, 1>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    // CHECK: %[[ZERO:.+]] = arith.constant dense<0.000000e+00> : vector<4xf32>
    %zero = arith.constant dense<0.0> : vector<128xf32>
    // CHECK: scf.for {{.*}} iter_args(%[[SUM:.+]] = %[[ZERO]]) -> (vector<4xf32>)
    %sum = scf.for %p = %c0 to %n step %c32 iter_args(%s = %zero) -> (vector<128xf32>) {
      // CHECK: memref.load {{.*}} : memref<?xi32>
      %columns = vector.load %crd[%p] : memref<?xi32>, vector<32xi32>
      %column = vector.extract %columns[5] : i32 from vector<32xi32>
      %j = arith.index_cast %column : i32 to index
      // CHECK: %[[ROW:.+]] = vector.load {{.*}}, vector<4xf32>
      %row = vector.load %b[%j, %c0] : memref<?x128xf32>, vector<128xf32>
      // CHECK: %[[NEXT:.+]] = arith.addf %[[SUM]], %[[ROW]] fastmath<contract> : vector<4xf32>
      %next = arith.addf %s, %row fastmath<contract> : vector<128xf32>
      %less = arith.cmpi slt, %p, %c32 : index
      // CHECK: %[[CASE:.+]] = scf.if %{{.+}} -> (vector<4xf32>)
      %case = scf.if %less -> (vector<128xf32>) {
        // CHECK: scf.yield %[[NEXT]]
        scf.yield %next : vector<128xf32>
      } else {
        // CHECK: scf.yield %[[SUM]]
        scf.yield %s : vector<128xf32>
      }
      // CHECK: scf.yield %[[CASE]] : vector<4xf32>
      scf.yield %case : vector<128xf32>
    }
    // CHECK: vector.store %{{.+}}, {{.*}}, vector<4xf32>
    vector.store %sum, %c[%c0, %c0] : memref<?x128xf32>, vector<128xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @while(
  gpu.func @while(%a: memref<?xf64> {llvm.align = 16 : i64}, %i: index {iter.multiple_of = 16 : i64}) kernel attributes {known_block_size = array<i32: 4, 32, 1>} {
    %x = vector.load %a[%i] : memref<?xf64>, vector<8xf64>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: scf.while (%{{.+}} = %{{.+}}, %{{.+}} = %{{.+}}) : (index, vector<2xf64>) -> vector<2xf64>
    %y = scf.while (%k = %c0, %v = %x) : (index, vector<8xf64>) -> vector<8xf64> {
      %more = arith.cmpi slt, %k, %i : index
      // CHECK: scf.condition(%{{.+}}) %{{.+}} : vector<2xf64>
      scf.condition(%more) %v : vector<8xf64>
    } do {
    // CHECK: ^bb0(%[[V:.+]]: vector<2xf64>):
    ^bb0(%v: vector<8xf64>):
      // CHECK: %[[W:.+]] = arith.mulf %[[V]], %[[V]] : vector<2xf64>
      %w = arith.mulf %v, %v : vector<8xf64>
      // CHECK: scf.yield %{{.+}}, %[[W]] : index, vector<2xf64>
      scf.yield %c1, %w : index, vector<8xf64>
    }
    vector.store %y, %a[%i] : memref<?xf64>, vector<8xf64>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @switch(
  gpu.func @switch(%a: memref<?xf32> {llvm.align = 16 : i64}, %i: index {iter.multiple_of = 16 : i64}) kernel attributes {known_block_size = array<i32: 16, 2, 1>} {
    %x = vector.load %a[%i] : memref<?xf32>, vector<16xf32>
    // CHECK: scf.index_switch %{{.+}} -> f32
    %y = scf.index_switch %i -> vector<16xf32>
    case 1 {
      %z = math.exp %x : vector<16xf32>
      // CHECK: scf.yield %{{.+}} : f32
      scf.yield %z : vector<16xf32>
    }
    default {
      scf.yield %x : vector<16xf32>
    }
    vector.store %y, %a[%i] : memref<?xf32>, vector<16xf32>
    gpu.return
  }

  // What each lane can make of its own.

  // CHECK-LABEL: gpu.func @sources(
  // CHECK-SAME: %[[N:[^ ]+]]: index
  gpu.func @sources(%n: index {iter.multiple_of = 16 : i64}, %a: memref<?xf32> {llvm.align = 16 : i64, llvm.noalias}, %b: memref<?xindex> {llvm.align = 16 : i64, llvm.noalias}, %x: f32, %m: memref<?xi8> {llvm.align = 16 : i64, llvm.noalias}) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    %c0 = arith.constant 0 : index
    // CHECK: %[[LANE:.+]] = gpu.thread_id  x
    // CHECK: %[[FIRST:.+]] = arith.muli %[[LANE]],
    // CHECK: %[[REST:.+]] = arith.subi %[[N]], %[[FIRST]]
    // CHECK: %[[MASK:.+]] = vector.create_mask %[[REST]] : vector<2xi1>
    %mask = vector.create_mask %n : vector<16xi1>
    // CHECK: %[[X:.+]] = vector.broadcast %{{.+}} : f32 to vector<2xf32>
    %all = vector.broadcast %x : f32 to vector<16xf32>
    // CHECK: vector.maskedstore %{{.+}}[%{{.+}}], %[[MASK]], %[[X]] : memref<?xf32>, vector<2xi1>, vector<2xf32>
    vector.maskedstore %a[%c0], %mask, %all : memref<?xf32>, vector<16xi1>, vector<16xf32>
    // CHECK: %[[SECOND:.+]] = arith.addi %[[FIRST]], %{{.+}} : index
    // CHECK: %[[PLACES:.+]] = vector.from_elements %[[FIRST]], %[[SECOND]] : vector<2xindex>
    %step = vector.step : vector<16xindex>
    // CHECK: vector.store %[[PLACES]],
    vector.store %step, %b[%c0] : memref<?xindex>, vector<16xindex>
    // CHECK: vector.store %[[X]],
    %same = vector.from_elements %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x, %x : vector<16xf32>
    vector.store %same, %a[%n] : memref<?xf32>, vector<16xf32>
    // CHECK: %[[C3:.+]] = arith.constant 3 : index
    // CHECK: %[[LESS:.+]] = arith.subi %[[C3]], %[[FIRST]]
    // CHECK: %[[THREE:.+]] = vector.create_mask %[[LESS]] : vector<2xi1>
    %three = vector.constant_mask [3] : vector<16xi1>
    %ones = arith.constant dense<1> : vector<16xi8>
    // CHECK: vector.maskedstore {{.*}}, %[[THREE]], %{{.+}} : memref<?xi8>
    vector.maskedstore %m[%c0], %three, %ones : memref<?xi8>, vector<16xi1>, vector<16xi8>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @masks_of_one(
  // CHECK-SAME: %[[N:[^ ]+]]: index
  gpu.func @masks_of_one(%n: index, %a: memref<?xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    // CHECK: %[[LANE:.+]] = gpu.thread_id  x
    // CHECK: %[[BIT:.+]] = arith.cmpi slt, %[[LANE]], %[[N]]
    %mask = vector.create_mask %n : vector<8xi1>
    %zero = arith.constant dense<0.0> : vector<8xf32>
    // CHECK: %[[LOADED:.+]] = scf.if %[[BIT]] -> (f32)
    // CHECK-NEXT: %[[E:.+]] = memref.load
    // CHECK-NEXT: scf.yield %[[E]]
    // CHECK-NEXT: } else {
    // CHECK-NEXT: scf.yield %{{.+}} : f32
    %loaded = vector.maskedload %a[%n], %mask, %zero : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    // CHECK: %[[SUM:.+]] = arith.addf %[[LOADED]], %{{.+}} : f32
    %all = vector.broadcast %x : f32 to vector<8xf32>
    %sum = arith.addf %loaded, %all : vector<8xf32>
    // CHECK: %[[CHOSEN:.+]] = arith.select %[[BIT]], %[[SUM]], %[[LOADED]] : f32
    %chosen = arith.select %mask, %sum, %loaded : vector<8xi1>, vector<8xf32>
    // CHECK: scf.if %[[BIT]] {
    // CHECK-NEXT: memref.store %[[CHOSEN]]
    vector.maskedstore %a[%n], %mask, %chosen : memref<?xf32>, vector<8xi1>, vector<8xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @scattered(
  gpu.func @scattered(%n: index {iter.multiple_of = 16 : i64}, %a: memref<?x?xf32> {llvm.align = 16 : i64}, %numbers: memref<?xi32> {llvm.align = 16 : i64}, %places: memref<?xindex> {llvm.align = 16 : i64}) kernel attributes {known_block_size = array<i32: 8, 16, 1>} {
    %c0 = arith.constant 0 : index
    %all = vector.constant_mask [8] : vector<8xi1>
    %zero = arith.constant dense<0.0> : vector<8xf32>
    // CHECK: %[[NUMBER:.+]] = memref.load {{.*}} : memref<?xi32>
    %number = vector.load %numbers[%n] : memref<?xi32>, vector<8xi32>
    // CHECK: %[[J:.+]] = arith.index_cast %[[NUMBER]] : i32 to index
    // CHECK: %[[K:.+]] = arith.addi %{{.+}}, %[[J]]
    // CHECK: %[[X:.+]] = memref.load %{{.+}}[%{{.+}}, %[[K]]]
    %x = vector.gather %a[%n, %c0] [%number], %all, %zero : memref<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    %mask = vector.create_mask %n : vector<8xi1>
    %place = vector.load %places[%n] : memref<?xindex>, vector<8xindex>
    // CHECK: scf.if
    // CHECK-NEXT: memref.store %[[X]]
    vector.scatter %a[%c0, %c0] [%place], %mask, %x : memref<?x?xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32>
    // CHECK: vector.gather {{.*}} : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
    %numbers4 = vector.load %numbers[%n] : memref<?xi32>, vector<32xi32>
    %all4 = vector.constant_mask [32] : vector<32xi1>
    %zero4 = arith.constant dense<0.0> : vector<32xf32>
    %y = vector.gather %a[%c0, %c0] [%numbers4], %all4, %zero4 : memref<?x?xf32>, vector<32xi32>, vector<32xi1>, vector<32xf32> into vector<32xf32>
    // CHECK: vector.scatter {{.*}} : memref<?x?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
    vector.scatter %a[%c0, %n] [%numbers4], %all4, %y : memref<?x?xf32>, vector<32xi32>, vector<32xi1>, vector<32xf32>
    gpu.return
  }
}

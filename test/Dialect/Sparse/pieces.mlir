// RUN: sparse-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: sparse-opt %s --allow-unregistered-dialect | sparse-opt --allow-unregistered-dialect | FileCheck %s

#positions = #sparse.piece<"A", part [], level 1, positions>
#size = #sparse.piece<"A", part [], dimension 0, size>
#lengths = #sparse.piece<"A", part [], level 1, lengths>
#bitmap = #sparse.piece<"A", part [], bitmap>
#values = #sparse.piece<"A", part [], values>

// CHECK: "test.aliases"() {pieces = [#sparse.piece<"A", part [], level 1, positions>, #sparse.piece<"A", part [], dimension 0, size>, #sparse.piece<"A", part [], level 1, lengths>, #sparse.piece<"A", part [], bitmap>, #sparse.piece<"A", part [], values>]}
"test.aliases"() {pieces = [#positions, #size, #lengths, #bitmap, #values]} : () -> ()
// CHECK: "test.coordinates"() {piece = #sparse.piece<"A", part [], level 2, coordinates>}
"test.coordinates"() {piece = #sparse.piece<"A", part [], level 2, coordinates>} : () -> ()
// CHECK: "test.values_of_a_part"() {piece = #sparse.piece<"A", part [1, 0], values>}
"test.values_of_a_part"() {piece = #sparse.piece<"A", part [1, 0], values>} : () -> ()
// CHECK: "test.odd_name"() {piece = #sparse.piece<"a \22b\22 \0A", part [], values>}
"test.odd_name"() {piece = #sparse.piece<"a \22b\22 \0A", part [], values>} : () -> ()

// CHECK: func.func private @on_arguments(memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}, index)
// CHECK-SAME: sparse.signature = [#sparse.piece<"A", part [], level 1, positions>, unit]
func.func private @on_arguments(memref<?xi32> {sparse.piece = #positions}, index)
    attributes {sparse.signature = [#positions, unit]}

#matrix = #sparse.operand<name = "A", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = read, dims = ["I", "J"]>
#product = #sparse.operand<name = "C", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = write, dims = ["I", "J"], structure = "A">
#factor = #sparse.operand<name = "alpha", type = f32, access = read>

// CHECK: "test.operands"() {operands = [#sparse.operand<name = "A", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = read, dims = ["I", "J"]>, #sparse.operand<name = "C", type = !sparse.tensor<?x?xf32, #sparse.csr>, access = write, dims = ["I", "J"], structure = "A">, #sparse.operand<name = "alpha", type = f32, access = read>]}
"test.operands"() {operands = [#matrix, #product, #factor]} : () -> ()

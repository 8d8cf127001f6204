// RUN: sparse-opt %s | FileCheck %s
// RUN: sparse-opt %s | sparse-opt | FileCheck %s
// RUN: sparse-opt %s --tesa-print 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: sparse-opt %s --emit-bytecode | not sparse-opt 2>&1 | FileCheck %s --check-prefix=BYTECODE

// The bytes have the bits that digits would have.
// ZERO: argument 0: 16 of 32 elements are zero, by [8, 1]

// Bytecode has our attributes as text, and upstream does not find resources in that.
// BYTECODE: #tesa.mask (C3) expected a resource called '{{.*}}' but got none

// CHECK-LABEL: func.func @stored
// CHECK-SAME: {tesa.mask = #tesa.mask<[8, 4] by [8, 1] stored dense_resource<W> : tensor<1xi8> hash "2b4c342f5433ebe591a1da77e013d1b72475562d48578dca8b84bac6651c3cb9">}
func.func @stored(%W: tensor<8x4xf32> {tesa.mask = #tesa.mask<[8, 4] by [8, 1] stored dense_resource<W> : tensor<1xi8> hash "2b4c342f5433ebe591a1da77e013d1b72475562d48578dca8b84bac6651c3cb9">}) -> tensor<8x4xf32> {
  // CHECK: tesa.mark %{{.*}} keeps <[8, 4] by [8, 1] stored dense_resource<W> : tensor<1xi8> hash "2b4c342f5433ebe591a1da77e013d1b72475562d48578dca8b84bac6651c3cb9">
  %0 = tesa.mark %W keeps <[8, 4] by [8, 1] stored dense_resource<W> : tensor<1xi8> hash "2b4c342f5433ebe591a1da77e013d1b72475562d48578dca8b84bac6651c3cb9"> : tensor<8x4xf32>
  return %0 : tensor<8x4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      W: "0x0100000009"
    }
  }
#-}

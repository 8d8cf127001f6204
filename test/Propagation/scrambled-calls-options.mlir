// RUN: rm -rf %t && mkdir %t && %cc -shared -fPIC -O1 %S/Inputs/functions.c -o %t/functions.so
// RUN: sparse-opt %s --tesa-print=libraries=%t/functions.so -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAMPLED
// RUN: sparse-opt %s --tesa-print='libraries=%t/functions.so masks' -o /dev/null 2>&1 | FileCheck %s --check-prefix=MASKS
// RUN: sparse-opt %s --tesa-print -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROVEN
// RUN: sparse-opt %s --tesa-print='libraries=%t/functions.so strict' -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROVEN
// RUN: sparse-opt %s --tesa-prune-dead | FileCheck %s --check-prefix=PRUNED
// RUN: not sparse-opt %s --tesa-print=libraries=%t/absent.so -o /dev/null 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: not sparse-opt %s --tesa-print='libraries=%t/functions.so samples=0' -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE

// Without libraries, and in strict mode, nothing is known of results, and no rewrite
// uses samples.
// SAMPLED: of 'func.call': 4 of 8 elements are zero, by [2, 2], 4 of them by 256 samples
// MASKS: of 'func.call': 4 of 8 elements are zero: #tesa.mask<[2, 4] by [2, 2] keeps "01">, 4 of them by 256 samples
// PROVEN: remark: argument 0
// PROVEN-NOT: of 'func.call'
// PRUNED: func.func @sums
// PRUNED-NOT: tesa.mark
// ABSENT: error: expected a shared object but got '{{.*}}absent.so': {{.*}}cannot open
// NONE: error: expected at least 1 sample but got 0

func.func private @running(tensor<2x4xf32>) -> tensor<2x4xf32>

func.func @sums(%X: tensor<2x4xf32> {tesa.mask = #tesa.mask<[2, 4] by [2, 2] keeps "02">},
                %Z: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %Y = func.call @running(%X) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %T = arith.mulf %Y, %Z : tensor<2x4xf32>
  return %T : tensor<2x4xf32>
}

// RUN: sparse-opt %s --verify-diagnostics --spindle-merge-kernels

gpu.module @one [#nvvm.target<chip = "sm_80">] {
}
// expected-error @below {{expected kernels of one kind, with the attributes of 'one', but got others}}
gpu.module @other [#nvvm.target<chip = "sm_90">] {
}

// RUN: sparse-opt %s --split-input-file --verify-diagnostics --spindle-check-kernels

module {
  gpu.module @takes_a_gpu [#nvvm.target<chip = "sm_80">] {
    llvm.func @f() {
      llvm.return
    }
  }
}

// -----

module {
  // expected-error @below {{expected a GPU that LLVM knows, as sm_90, but got 'sm_91'}}
  gpu.module @refuses_another [#nvvm.target<chip = "sm_91">] {
  }
}

// -----

module {
  gpu.module @refuses_other_functions {
    // expected-error @below {{expected kernels to call functions of CUDA's device library alone but got 'f'}}
    llvm.func @f(f32) -> f32
  }
}

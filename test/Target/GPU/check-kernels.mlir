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

// -----

module {
  gpu.module @takes_a_gpu_by_amd [#rocdl.target<chip = "gfx942">] {
    llvm.func @f() {
      llvm.return
    }
  }
}

// -----

module {
  // expected-error @below {{expected a GPU that LLVM knows, as gfx90a, but got 'gfx91'}}
  gpu.module @refuses_another_by_amd [#rocdl.target<chip = "gfx91">] {
  }
}

// -----

module {
  // expected-error @below {{expected a GPU whose wavefronts have 64 lanes, as gfx90a, but got 'gfx1100'}}
  gpu.module @refuses_short_wavefronts [#rocdl.target<chip = "gfx1100">] {
  }
}

// -----

module {
  gpu.module @refuses_functions_of_cuda [#rocdl.target<chip = "gfx90a">] {
    // expected-error @below {{expected kernels to call functions of ROCm's device library alone but got '__nv_expf'}}
    llvm.func @__nv_expf(f32) -> f32
  }
}

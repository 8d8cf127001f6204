// RUN: sparse-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(gpu.module(gpu.func(spindle-spread-lanes)))'

gpu.module @kernels {
  // expected-error @below {{expected a block of (g, w, 1) threads, g a power of two up to 32, but got (12, 4, 1)}}
  gpu.func @twelve_lanes() kernel attributes {known_block_size = array<i32: 12, 4, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{expected a block of (g, w, 1) threads, g a power of two up to 32, but got (64, 4, 1)}}
  gpu.func @two_warps() kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error @below {{but got (32, 2, 2)}}
  gpu.func @deep() kernel attributes {known_block_size = array<i32: 32, 2, 2>} {
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @names_lanes(%a: memref<?xf32>, %x: f32) kernel attributes {known_block_size = array<i32: 32, 2, 1>} {
    // expected-error @below {{expected lanes of a group that do the same but got 'gpu.thread_id'}}
    %i = gpu.thread_id x
    memref.store %x, %a[%i] : memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @copies(%a: memref<?xf32>, %b: memref<?xf32>) kernel attributes {known_block_size = array<i32: 32, 2, 1>} {
    // expected-error @below {{expected loads and stores that lanes of a group can share out but got 'memref.copy'}}
    memref.copy %a, %b : memref<?xf32> to memref<?xf32>
    gpu.return
  }
}

// -----

gpu.module @kernels {
  func.func private @f(vector<32xf32>)
  gpu.func @calls(%a: memref<?xf32>, %i: index) kernel attributes {known_block_size = array<i32: 32, 2, 1>} {
    %x = vector.load %a[%i] : memref<?xf32>, vector<32xf32>
    // expected-error @below {{but got 'func.call'}}
    func.call @f(%x) : (vector<32xf32>) -> ()
    gpu.return
  }
}

// -----

// The target of the module says how many lanes run together.

gpu.module @kernels [#rocdl.target<chip = "gfx942">] {
  // expected-error @below {{expected a block of (g, w, 1) threads, g a power of two up to 64, but got (128, 4, 1)}}
  gpu.func @two_wavefronts() kernel attributes {known_block_size = array<i32: 128, 4, 1>} {
    gpu.return
  }
}

// -----

gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  // expected-error @below {{g a power of two up to 32, but got (64, 4, 1)}}
  gpu.func @a_wavefront() kernel attributes {known_block_size = array<i32: 64, 4, 1>} {
    gpu.return
  }
}

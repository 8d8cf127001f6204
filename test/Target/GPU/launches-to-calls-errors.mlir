// RUN: sparse-opt %s --split-input-file --verify-diagnostics --convert-launches-to-calls

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, offload = "BC">]
  func.func @not_lowered(%n: index) {
    // expected-error @below {{expected a launch in a function of the LLVM dialect}}
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @k() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }
  llvm.func @not_compiled(%n: i64) {
    // expected-error @below {{expected kernels in a gpu.binary but got 'kernels'}}
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, offload = "BC">]
  llvm.func @on_a_stream(%n: i64, %stream: !llvm.ptr) {
    // expected-error @below {{expected a launch on the caller's stream, without tokens and clusters}}
    gpu.launch_func <%stream : !llvm.ptr> @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, offload = "BC">]
  llvm.func @of_memrefs(%n: i64, %x: !llvm.ptr) {
    %memref = builtin.unrealized_conversion_cast %x : !llvm.ptr to memref<f32>
    // expected-error @below {{expected operands of the LLVM dialect's types but got 'memref<f32>'}}
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64 args(%memref : memref<f32>)
    llvm.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target<chip = "sm_80">, offload = "BC">]
  llvm.func @launches(%n: i64) {
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
  llvm.func @calls(%n: i64) {
    // expected-error @below {{expected no use of 'launches', which launches kernels}}
    llvm.call @launches(%n) : (i64) -> ()
    llvm.return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @one [#gpu.object<#nvvm.target<chip = "sm_80">, offload = "BC">]
  gpu.binary @two [#gpu.object<#nvvm.target<chip = "sm_80">, offload = "BC">]
  llvm.func @of_two(%n: i64) {
    gpu.launch_func @one::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    // expected-error @below {{expected the kernels of a function in one gpu.binary but got several}}
    gpu.launch_func @two::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
}

// -----

module attributes {gpu.container_module} {
  // expected-error @below {{expected a cubin, PTX or LLVM bitcode for a GPU called as sm_90 but got an object for #rocdl.target}}
  gpu.binary @kernels [#gpu.object<#rocdl.target<chip = "gfx90a">, bin = "HSACO">]
  llvm.func @of_another_vendor(%n: i64) {
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    llvm.return
  }
}

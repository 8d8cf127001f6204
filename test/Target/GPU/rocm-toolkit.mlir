// Functions such as tanh are of ROCm's device library, and machine code is linked.

// RUN: rm -rf %t && mkdir -p %t/llvm/bin
// RUN: env -u ROCM_ROOT -u ROCM_HOME ROCM_PATH=%t not sparse-opt %s --spindle-lower-to-rocdl=format=amdgcn 2>&1 | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: error: expected ROCm's device library, for '__ocml_tanh_f32', but found none
// LIBRARY: note: ROCM_PATH, ROCM_ROOT or ROCM_HOME names the folder that has amdgcn/bitcode/ocml.bc

// RUN: mkdir -p %t/amdgcn/bitcode && touch %t/amdgcn/bitcode/ocml.bc
// RUN: env -u ROCM_ROOT -u ROCM_HOME ROCM_PATH=%t not sparse-opt %s --spindle-lower-to-rocdl=format=hsaco 2>&1 | FileCheck %s --check-prefix=LINKER
// LINKER: error: expected LLVM's linker, for machine code, but found none
// LINKER: note: ROCM_PATH, ROCM_ROOT or ROCM_HOME names the folder that has llvm/bin/ld.lld

// RUN: sparse-opt %s --spindle-lower-to-rocdl | FileCheck %s
// CHECK: llvm.func @__ocml_tanh_f32(f32) -> f32
// CHECK: llvm.call @__ocml_tanh_f32(

func.func @tangents(%n: index, %a: memref<?xf32>) {
  scf.forall (%i) in (%n) {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = math.tanh %x : f32
    memref.store %y, %a[%i] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "tanh", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

// Functions such as exp are of CUDA's device library.

// RUN: env -u CUDA_HOME -u CUDA_ROOT -u CUDA_PATH not sparse-opt %s --spindle-lower-to-nvvm=format=ptx 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: expected CUDA's device library, for '__nv_expf', but found none
// NONE: note: CUDA_HOME, CUDA_ROOT or CUDA_PATH names the folder

// RUN: sparse-opt %s --spindle-lower-to-nvvm | FileCheck %s
// CHECK: llvm.func @__nv_expf(f32) -> f32
// CHECK: llvm.call @__nv_expf(

func.func @exponentials(%n: index, %a: memref<?xf32>) {
  scf.forall (%i) in (%n) {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = math.exp %x : f32
    memref.store %y, %a[%i] : memref<?xf32>
  } {iter.loop = #iter.loop<nest = "exp", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
  return
}

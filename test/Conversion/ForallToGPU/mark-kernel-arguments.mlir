// RUN: sparse-opt %s --split-input-file --spindle-mark-kernel-arguments | FileCheck %s

module attributes {gpu.container_module} {

// The example of the pass.

// CHECK: gpu.func @f_copy(%{{.+}}: memref<f32> {llvm.noalias, llvm.readonly}, %{{.+}}: index, %{{.+}}: memref<f32> {llvm.noalias}, %{{.+}}: index, %{{.+}}: index)
gpu.module @kernels {
  gpu.func @f_copy(%a: memref<f32>, %size_a: index, %b: memref<f32>, %size_b: index, %n: index) kernel {
    %x = memref.load %a[] : memref<f32>
    memref.store %x, %b[] : memref<f32>
    gpu.return
  }

// The host says nothing of the two.

// CHECK: gpu.func @may_overlap(%{{.+}}: memref<f32> {llvm.readonly}, %{{.+}}: memref<f32>)
  gpu.func @may_overlap(%a: memref<f32>, %b: memref<f32>) kernel {
    %x = memref.load %a[] : memref<f32>
    memref.store %x, %b[] : memref<f32>
    gpu.return
  }

// Two that are read may overlap, and a third that is written lies apart.

// CHECK: gpu.func @reads_twice(%{{.+}}: memref<f32> {llvm.noalias, llvm.readonly}, %{{.+}}: memref<f32> {llvm.noalias, llvm.readonly}, %{{.+}}: memref<f32> {llvm.noalias})
  gpu.func @reads_twice(%a: memref<f32>, %b: memref<f32>, %c: memref<f32>) kernel {
    %x = memref.load %a[] : memref<f32>
    %y = memref.load %b[] : memref<f32>
    %z = arith.addf %x, %y : f32
    memref.store %z, %c[] : memref<f32>
    gpu.return
  }

// One launch of two says that they are distinct.

// CHECK: gpu.func @is_launched_twice(%{{.+}}: memref<f32> {llvm.readonly}, %{{.+}}: memref<f32>)
  gpu.func @is_launched_twice(%a: memref<f32>, %b: memref<f32>) kernel {
    %x = memref.load %a[] : memref<f32>
    memref.store %x, %b[] : memref<f32>
    gpu.return
  }

// A write through a view is one to the argument.

// CHECK: gpu.func @writes_through_a_view(%{{.+}}: memref<f32> {llvm.noalias})
  gpu.func @writes_through_a_view(%a: memref<f32>) kernel {
    %c0 = arith.constant 0 : index
    %x = arith.constant 0.0 : f32
    %view = memref.reinterpret_cast %a to offset: [0], sizes: [4], strides: [1] : memref<f32> to memref<4xf32>
    memref.store %x, %view[%c0] : memref<4xf32>
    gpu.return
  }
}

func.func @host(%n: index, %a: memref<?xf32>, %b: memref<?xf32>, %c: memref<f32>, %d: memref<f32>) {
  %c1 = arith.constant 1 : index
  %0:2 = memref.distinct_objects %a, %b : memref<?xf32>, memref<?xf32>
  %a0, %aoffset, %asize, %astride = memref.extract_strided_metadata %0#0 : memref<?xf32> -> memref<f32>, index, index, index
  %b0, %boffset, %bsize, %bstride = memref.extract_strided_metadata %0#1 : memref<?xf32> -> memref<f32>, index, index, index
  gpu.launch_func @kernels::@f_copy blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a0 : memref<f32>, %asize : index, %b0 : memref<f32>, %bsize : index, %n : index)
  gpu.launch_func @kernels::@may_overlap blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c : memref<f32>, %d : memref<f32>)
  gpu.launch_func @kernels::@reads_twice blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a0 : memref<f32>, %a0 : memref<f32>, %b0 : memref<f32>)
  gpu.launch_func @kernels::@is_launched_twice blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%a0 : memref<f32>, %b0 : memref<f32>)
  gpu.launch_func @kernels::@is_launched_twice blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c : memref<f32>, %d : memref<f32>)
  gpu.launch_func @kernels::@writes_through_a_view blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%c : memref<f32>)
  return
}

}

// -----

// What is marked stays so, and a kernel that nothing launches is not marked.

// CHECK: gpu.func @f_copy(%{{.+}}: memref<f32> {llvm.noalias, llvm.readonly}, %{{.+}}: index, %{{.+}}: memref<f32> {llvm.noalias}, %{{.+}}: index, %{{.+}}: index)
// CHECK: gpu.func @is_not_launched(%{{.+}}: memref<f32>)
gpu.module @kernels {
  gpu.func @f_copy(%a: memref<f32> {llvm.noalias, llvm.readonly}, %size_a: index, %b: memref<f32> {llvm.noalias}, %size_b: index, %n: index) kernel {
    gpu.return
  }
  gpu.func @is_not_launched(%a: memref<f32>) kernel {
    gpu.return
  }
}

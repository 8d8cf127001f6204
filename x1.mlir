module attributes {gpu.container_module} {
  func.func @softmax(%arg0: index, %arg1: index, %arg2: memref<?xi32>, %arg3: memref<?xi32>, %arg4: memref<?xf32>, %arg5: memref<?xf32>, %arg6: memref<?xf32>, %arg7: memref<?xf32>) {
    %0:2 = memref.distinct_objects %arg2, %arg5 : memref<?xi32>, memref<?xf32>
    %1:2 = memref.distinct_objects %0#0, %arg6 : memref<?xi32>, memref<?xf32>
    %2:2 = memref.distinct_objects %1#0, %arg7 : memref<?xi32>, memref<?xf32>
    %3:2 = memref.distinct_objects %arg3, %0#1 : memref<?xi32>, memref<?xf32>
    %4:2 = memref.distinct_objects %3#0, %1#1 : memref<?xi32>, memref<?xf32>
    %5:2 = memref.distinct_objects %4#0, %2#1 : memref<?xi32>, memref<?xf32>
    %6:2 = memref.distinct_objects %arg4, %3#1 : memref<?xf32>, memref<?xf32>
    %7:2 = memref.distinct_objects %6#0, %4#1 : memref<?xf32>, memref<?xf32>
    %8:2 = memref.distinct_objects %7#0, %5#1 : memref<?xf32>, memref<?xf32>
    %9:2 = memref.distinct_objects %6#1, %7#1 : memref<?xf32>, memref<?xf32>
    %10:2 = memref.distinct_objects %9#0, %8#1 : memref<?xf32>, memref<?xf32>
    %11:2 = memref.distinct_objects %9#1, %10#1 : memref<?xf32>, memref<?xf32>
    %12 = arith.index_cast %arg0 : index to i32
    %base_buffer, %offset, %sizes, %strides = memref.extract_strided_metadata %2#0 : memref<?xi32> -> memref<i32>, index, index, index
    %13 = arith.index_cast %sizes : index to i32
    %base_buffer_0, %offset_1, %sizes_2, %strides_3 = memref.extract_strided_metadata %8#0 : memref<?xf32> -> memref<f32>, index, index, index
    %14 = arith.index_cast %sizes_2 : index to i32
    %base_buffer_4, %offset_5, %sizes_6, %strides_7 = memref.extract_strided_metadata %10#0 : memref<?xf32> -> memref<f32>, index, index, index
    %15 = arith.index_cast %sizes_6 : index to i32
    %c4 = arith.constant 4 : index
    %16 = arith.ceildivui %arg0, %c4 : index
    %c1 = arith.constant 1 : index
    %17 = arith.maxui %16, %c1 : index
    %c1_8 = arith.constant 1 : index
    %c4_9 = arith.constant 4 : index
    gpu.launch_func  @kernels::@softmax_max blocks in (%17, %c1_8, %c1_8) threads in (%c4_9, %c1_8, %c1_8)  args(%12 : i32, %13 : i32, %base_buffer : memref<i32>, %14 : i32, %base_buffer_0 : memref<f32>, %15 : i32, %base_buffer_4 : memref<f32>)
    %18 = arith.index_cast %arg0 : index to i32
    %base_buffer_10, %offset_11, %sizes_12, %strides_13 = memref.extract_strided_metadata %2#0 : memref<?xi32> -> memref<i32>, index, index, index
    %19 = arith.index_cast %sizes_12 : index to i32
    %base_buffer_14, %offset_15, %sizes_16, %strides_17 = memref.extract_strided_metadata %10#0 : memref<?xf32> -> memref<f32>, index, index, index
    %20 = arith.index_cast %sizes_16 : index to i32
    %base_buffer_18, %offset_19, %sizes_20, %strides_21 = memref.extract_strided_metadata %8#0 : memref<?xf32> -> memref<f32>, index, index, index
    %21 = arith.index_cast %sizes_20 : index to i32
    %base_buffer_22, %offset_23, %sizes_24, %strides_25 = memref.extract_strided_metadata %11#0 : memref<?xf32> -> memref<f32>, index, index, index
    %22 = arith.index_cast %sizes_24 : index to i32
    %c4_26 = arith.constant 4 : index
    %23 = arith.ceildivui %arg0, %c4_26 : index
    %c1_27 = arith.constant 1 : index
    %24 = arith.maxui %23, %c1_27 : index
    %c1_28 = arith.constant 1 : index
    %c4_29 = arith.constant 4 : index
    gpu.launch_func  @kernels::@softmax_sum blocks in (%24, %c1_28, %c1_28) threads in (%c4_29, %c1_28, %c1_28)  args(%18 : i32, %19 : i32, %base_buffer_10 : memref<i32>, %20 : i32, %base_buffer_14 : memref<f32>, %21 : i32, %base_buffer_18 : memref<f32>, %22 : i32, %base_buffer_22 : memref<f32>)
    %25 = arith.index_cast %arg0 : index to i32
    %base_buffer_30, %offset_31, %sizes_32, %strides_33 = memref.extract_strided_metadata %2#0 : memref<?xi32> -> memref<i32>, index, index, index
    %26 = arith.index_cast %sizes_32 : index to i32
    %base_buffer_34, %offset_35, %sizes_36, %strides_37 = memref.extract_strided_metadata %10#0 : memref<?xf32> -> memref<f32>, index, index, index
    %27 = arith.index_cast %sizes_36 : index to i32
    %base_buffer_38, %offset_39, %sizes_40, %strides_41 = memref.extract_strided_metadata %11#0 : memref<?xf32> -> memref<f32>, index, index, index
    %28 = arith.index_cast %sizes_40 : index to i32
    %base_buffer_42, %offset_43, %sizes_44, %strides_45 = memref.extract_strided_metadata %8#0 : memref<?xf32> -> memref<f32>, index, index, index
    %29 = arith.index_cast %sizes_44 : index to i32
    %base_buffer_46, %offset_47, %sizes_48, %strides_49 = memref.extract_strided_metadata %11#1 : memref<?xf32> -> memref<f32>, index, index, index
    %30 = arith.index_cast %sizes_48 : index to i32
    %c4_50 = arith.constant 4 : index
    %31 = arith.ceildivui %arg0, %c4_50 : index
    %c1_51 = arith.constant 1 : index
    %32 = arith.maxui %31, %c1_51 : index
    %c1_52 = arith.constant 1 : index
    %c4_53 = arith.constant 4 : index
    gpu.launch_func  @kernels::@softmax_divide blocks in (%32, %c1_52, %c1_52) threads in (%c4_53, %c1_52, %c1_52)  args(%25 : i32, %26 : i32, %base_buffer_30 : memref<i32>, %27 : i32, %base_buffer_34 : memref<f32>, %28 : i32, %base_buffer_38 : memref<f32>, %29 : i32, %base_buffer_42 : memref<f32>, %30 : i32, %base_buffer_46 : memref<f32>)
    return
  }
  gpu.module @kernels {
    llvm.func @softmax_max(%arg0: i32, %arg1: i32, %arg2: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg3: i32, %arg4: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg5: i32, %arg6: !llvm.ptr {llvm.noalias}) attributes {gpu.kernel, gpu.known_block_size = array<i32: 32, 4, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 32, 4, 1>} {
      %0 = llvm.mlir.constant(-1 : i32) : i32
      %1 = llvm.mlir.constant(0.000000e+00 : f32) : f32
      %2 = llvm.mlir.constant(31 : index) : i32
      %3 = llvm.mlir.constant(32 : index) : i32
      %4 = llvm.mlir.constant(0xFF800000 : f32) : f32
      %5 = llvm.mlir.constant(4 : index) : i32
      %6 = llvm.mlir.constant(1 : index) : i32
      %7 = llvm.mlir.constant(16 : i32) : i32
      %8 = llvm.mlir.constant(31 : i32) : i32
      %9 = llvm.mlir.constant(8 : i32) : i32
      %10 = llvm.mlir.constant(4 : i32) : i32
      %11 = llvm.mlir.constant(2 : i32) : i32
      %12 = llvm.mlir.constant(1 : i32) : i32
      %13 = llvm.mlir.constant(0 : index) : i32
      %14 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
      %15 = llvm.icmp "eq" %14, %13 : i32
      %16 = nvvm.read.ptx.sreg.ctaid.x : i32
      %17 = nvvm.read.ptx.sreg.tid.y range <i32, 0, 4> : i32
      %18 = llvm.mul %16, %5 : i32
      %19 = llvm.add %18, %17 : i32
      %20 = llvm.icmp "slt" %19, %arg0 : i32
      llvm.cond_br %20, ^bb1, ^bb14
    ^bb1:  // pred: ^bb0
      %21 = llvm.getelementptr inbounds|nuw %arg2[%19] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %22 = llvm.load %21 : !llvm.ptr -> i32
      %23 = llvm.add %19, %6 : i32
      %24 = llvm.getelementptr inbounds|nuw %arg2[%23] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %25 = llvm.load %24 : !llvm.ptr -> i32
      %26 = llvm.sub %25, %22 : i32
      %27 = llvm.icmp "sgt" %26, %13 : i32
      %28 = llvm.select %27, %26, %13 : i1, i32
      %29 = llvm.urem %28, %3 : i32
      %30 = llvm.sub %28, %29 : i32
      %31 = llvm.add %22, %30 : i32
      llvm.br ^bb2(%22, %4 : i32, f32)
    ^bb2(%32: i32, %33: f32):  // 2 preds: ^bb1, ^bb3
      %34 = llvm.icmp "slt" %32, %31 : i32
      llvm.cond_br %34, ^bb3, ^bb4
    ^bb3:  // pred: ^bb2
      %35 = llvm.add %32, %14 : i32
      %36 = llvm.getelementptr inbounds|nuw %arg4[%35] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      %37 = llvm.load %36 : !llvm.ptr -> f32
      %38 = llvm.fcmp "ugt" %33, %37 : f32
      %39 = llvm.select %38, %33, %37 : i1, f32
      %40 = llvm.fcmp "uno" %37, %37 : f32
      %41 = llvm.select %40, %37, %39 : i1, f32
      %42 = llvm.add %32, %3 : i32
      llvm.br ^bb2(%42, %41 : i32, f32)
    ^bb4:  // pred: ^bb2
      %43 = llvm.add %29, %2 : i32
      %44 = llvm.udiv %43, %3 : i32
      llvm.switch %44 : i32, ^bb10 [
        1: ^bb5
      ]
    ^bb5:  // pred: ^bb4
      %45 = llvm.icmp "slt" %14, %29 : i32
      %46 = llvm.add %31, %14 : i32
      llvm.cond_br %45, ^bb6, ^bb7
    ^bb6:  // pred: ^bb5
      %47 = llvm.getelementptr inbounds|nuw %arg4[%46] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      %48 = llvm.load %47 : !llvm.ptr -> f32
      llvm.br ^bb8(%48 : f32)
    ^bb7:  // pred: ^bb5
      llvm.br ^bb8(%1 : f32)
    ^bb8(%49: f32):  // 2 preds: ^bb6, ^bb7
      llvm.br ^bb9
    ^bb9:  // pred: ^bb8
      %50 = llvm.fcmp "ugt" %33, %49 : f32
      %51 = llvm.select %50, %33, %49 : i1, f32
      %52 = llvm.fcmp "uno" %49, %49 : f32
      %53 = llvm.select %52, %49, %51 : i1, f32
      %54 = llvm.select %45, %53, %33 : i1, f32
      llvm.br ^bb11(%54 : f32)
    ^bb10:  // pred: ^bb4
      llvm.br ^bb11(%33 : f32)
    ^bb11(%55: f32):  // 2 preds: ^bb9, ^bb10
      %56 = nvvm.shfl.sync  bfly %0, %55, %7, %8 : f32 -> f32
      %57 = llvm.fcmp "ugt" %55, %56 : f32
      %58 = llvm.select %57, %55, %56 : i1, f32
      %59 = llvm.fcmp "uno" %56, %56 : f32
      %60 = llvm.select %59, %56, %58 : i1, f32
      %61 = nvvm.shfl.sync  bfly %0, %60, %9, %8 : f32 -> f32
      %62 = llvm.fcmp "ugt" %60, %61 : f32
      %63 = llvm.select %62, %60, %61 : i1, f32
      %64 = llvm.fcmp "uno" %61, %61 : f32
      %65 = llvm.select %64, %61, %63 : i1, f32
      %66 = nvvm.shfl.sync  bfly %0, %65, %10, %8 : f32 -> f32
      %67 = llvm.fcmp "ugt" %65, %66 : f32
      %68 = llvm.select %67, %65, %66 : i1, f32
      %69 = llvm.fcmp "uno" %66, %66 : f32
      %70 = llvm.select %69, %66, %68 : i1, f32
      %71 = nvvm.shfl.sync  bfly %0, %70, %11, %8 : f32 -> f32
      %72 = llvm.fcmp "ugt" %70, %71 : f32
      %73 = llvm.select %72, %70, %71 : i1, f32
      %74 = llvm.fcmp "uno" %71, %71 : f32
      %75 = llvm.select %74, %71, %73 : i1, f32
      %76 = nvvm.shfl.sync  bfly %0, %75, %12, %8 : f32 -> f32
      %77 = llvm.fcmp "ugt" %75, %76 : f32
      %78 = llvm.select %77, %75, %76 : i1, f32
      %79 = llvm.fcmp "uno" %76, %76 : f32
      %80 = llvm.select %79, %76, %78 : i1, f32
      llvm.cond_br %15, ^bb12, ^bb13
    ^bb12:  // pred: ^bb11
      %81 = llvm.getelementptr inbounds|nuw %arg6[%19] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      llvm.store %80, %81 : f32, !llvm.ptr
      llvm.br ^bb13
    ^bb13:  // 2 preds: ^bb11, ^bb12
      llvm.br ^bb14
    ^bb14:  // 2 preds: ^bb0, ^bb13
      llvm.return
    }
    llvm.func @__nv_fast_expf(f32) -> f32
    llvm.func @softmax_sum(%arg0: i32, %arg1: i32, %arg2: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg3: i32, %arg4: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg5: i32, %arg6: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg7: i32, %arg8: !llvm.ptr {llvm.noalias}) attributes {gpu.kernel, gpu.known_block_size = array<i32: 32, 4, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 32, 4, 1>} {
      %0 = llvm.mlir.constant(-1 : i32) : i32
      %1 = llvm.mlir.constant(31 : index) : i32
      %2 = llvm.mlir.constant(32 : index) : i32
      %3 = llvm.mlir.constant(0.000000e+00 : f32) : f32
      %4 = llvm.mlir.constant(4 : index) : i32
      %5 = llvm.mlir.constant(1 : index) : i32
      %6 = llvm.mlir.constant(16 : i32) : i32
      %7 = llvm.mlir.constant(31 : i32) : i32
      %8 = llvm.mlir.constant(8 : i32) : i32
      %9 = llvm.mlir.constant(4 : i32) : i32
      %10 = llvm.mlir.constant(2 : i32) : i32
      %11 = llvm.mlir.constant(1 : i32) : i32
      %12 = llvm.mlir.constant(0 : index) : i32
      %13 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
      %14 = llvm.icmp "eq" %13, %12 : i32
      %15 = nvvm.read.ptx.sreg.ctaid.x : i32
      %16 = nvvm.read.ptx.sreg.tid.y range <i32, 0, 4> : i32
      %17 = llvm.mul %15, %4 : i32
      %18 = llvm.add %17, %16 : i32
      %19 = llvm.icmp "slt" %18, %arg0 : i32
      llvm.cond_br %19, ^bb1, ^bb18
    ^bb1:  // pred: ^bb0
      %20 = llvm.getelementptr inbounds|nuw %arg2[%18] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %21 = llvm.load %20 : !llvm.ptr -> i32
      %22 = llvm.add %18, %5 : i32
      %23 = llvm.getelementptr inbounds|nuw %arg2[%22] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %24 = llvm.load %23 : !llvm.ptr -> i32
      %25 = llvm.icmp "slt" %21, %24 : i32
      llvm.cond_br %25, ^bb2, ^bb13
    ^bb2:  // pred: ^bb1
      %26 = llvm.getelementptr inbounds|nuw %arg4[%18] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      %27 = llvm.load %26 : !llvm.ptr -> f32
      %28 = llvm.sub %24, %21 : i32
      %29 = llvm.icmp "sgt" %28, %12 : i32
      %30 = llvm.select %29, %28, %12 : i1, i32
      %31 = llvm.urem %30, %2 : i32
      %32 = llvm.sub %30, %31 : i32
      %33 = llvm.add %21, %32 : i32
      llvm.br ^bb3(%21, %3 : i32, f32)
    ^bb3(%34: i32, %35: f32):  // 2 preds: ^bb2, ^bb4
      %36 = llvm.icmp "slt" %34, %33 : i32
      llvm.cond_br %36, ^bb4, ^bb5
    ^bb4:  // pred: ^bb3
      %37 = llvm.add %34, %13 : i32
      %38 = llvm.getelementptr inbounds|nuw %arg6[%37] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      %39 = llvm.load %38 : !llvm.ptr -> f32
      %40 = llvm.fsub %39, %27 : f32
      %41 = llvm.call @__nv_fast_expf(%40) : (f32) -> f32
      %42 = llvm.fadd %35, %41 : f32
      %43 = llvm.add %34, %2 : i32
      llvm.br ^bb3(%43, %42 : i32, f32)
    ^bb5:  // pred: ^bb3
      %44 = llvm.add %31, %1 : i32
      %45 = llvm.udiv %44, %2 : i32
      llvm.switch %45 : i32, ^bb11 [
        1: ^bb6
      ]
    ^bb6:  // pred: ^bb5
      %46 = llvm.icmp "slt" %13, %31 : i32
      %47 = llvm.add %33, %13 : i32
      llvm.cond_br %46, ^bb7, ^bb8
    ^bb7:  // pred: ^bb6
      %48 = llvm.getelementptr inbounds|nuw %arg6[%47] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      %49 = llvm.load %48 : !llvm.ptr -> f32
      llvm.br ^bb9(%49 : f32)
    ^bb8:  // pred: ^bb6
      llvm.br ^bb9(%3 : f32)
    ^bb9(%50: f32):  // 2 preds: ^bb7, ^bb8
      llvm.br ^bb10
    ^bb10:  // pred: ^bb9
      %51 = llvm.fsub %50, %27 : f32
      %52 = llvm.call @__nv_fast_expf(%51) : (f32) -> f32
      %53 = llvm.fadd %35, %52 : f32
      %54 = llvm.select %46, %53, %35 : i1, f32
      llvm.br ^bb12(%54 : f32)
    ^bb11:  // pred: ^bb5
      llvm.br ^bb12(%35 : f32)
    ^bb12(%55: f32):  // 2 preds: ^bb10, ^bb11
      %56 = nvvm.shfl.sync  bfly %0, %55, %6, %7 : f32 -> f32
      %57 = llvm.fadd %55, %56 : f32
      %58 = nvvm.shfl.sync  bfly %0, %57, %8, %7 : f32 -> f32
      %59 = llvm.fadd %57, %58 : f32
      %60 = nvvm.shfl.sync  bfly %0, %59, %9, %7 : f32 -> f32
      %61 = llvm.fadd %59, %60 : f32
      %62 = nvvm.shfl.sync  bfly %0, %61, %10, %7 : f32 -> f32
      %63 = llvm.fadd %61, %62 : f32
      %64 = nvvm.shfl.sync  bfly %0, %63, %11, %7 : f32 -> f32
      %65 = llvm.fadd %63, %64 : f32
      llvm.br ^bb14(%65 : f32)
    ^bb13:  // pred: ^bb1
      llvm.br ^bb14(%3 : f32)
    ^bb14(%66: f32):  // 2 preds: ^bb12, ^bb13
      llvm.br ^bb15
    ^bb15:  // pred: ^bb14
      llvm.cond_br %14, ^bb16, ^bb17
    ^bb16:  // pred: ^bb15
      %67 = llvm.getelementptr inbounds|nuw %arg8[%18] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      llvm.store %66, %67 : f32, !llvm.ptr
      llvm.br ^bb17
    ^bb17:  // 2 preds: ^bb15, ^bb16
      llvm.br ^bb18
    ^bb18:  // 2 preds: ^bb0, ^bb17
      llvm.return
    }
    llvm.func @softmax_divide(%arg0: i32, %arg1: i32, %arg2: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg3: i32, %arg4: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg5: i32, %arg6: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg7: i32, %arg8: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg9: i32, %arg10: !llvm.ptr {llvm.noalias}) attributes {gpu.kernel, gpu.known_block_size = array<i32: 32, 4, 1>, nvvm.kernel, nvvm.maxntid = array<i32: 32, 4, 1>} {
      %0 = llvm.mlir.constant(-1 : i32) : i32
      %1 = llvm.mlir.constant(0.000000e+00 : f32) : f32
      %2 = llvm.mlir.constant(31 : index) : i32
      %3 = llvm.mlir.constant(32 : index) : i32
      %4 = llvm.mlir.constant(4 : index) : i32
      %5 = llvm.mlir.constant(1 : index) : i32
      %6 = llvm.mlir.constant(0 : index) : i32
      %7 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 32> : i32
      %8 = nvvm.read.ptx.sreg.ctaid.x : i32
      %9 = nvvm.read.ptx.sreg.tid.y range <i32, 0, 4> : i32
      %10 = llvm.mul %8, %4 : i32
      %11 = llvm.add %10, %9 : i32
      %12 = llvm.icmp "slt" %11, %arg0 : i32
      llvm.cond_br %12, ^bb1, ^bb15
    ^bb1:  // pred: ^bb0
      %13 = llvm.getelementptr inbounds|nuw %arg2[%11] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %14 = llvm.load %13 : !llvm.ptr -> i32
      %15 = llvm.add %11, %5 : i32
      %16 = llvm.getelementptr inbounds|nuw %arg2[%15] : (!llvm.ptr, i32) -> !llvm.ptr, i32
      %17 = llvm.load %16 : !llvm.ptr -> i32
      %18 = llvm.icmp "slt" %14, %17 : i32
      llvm.cond_br %18, ^bb2, ^bb14
    ^bb2:  // pred: ^bb1
      %19 = llvm.getelementptr inbounds|nuw %arg4[%11] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      %20 = llvm.load %19 : !llvm.ptr -> f32
      %21 = llvm.getelementptr inbounds|nuw %arg6[%11] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      %22 = llvm.load %21 : !llvm.ptr -> f32
      %23 = llvm.sub %17, %14 : i32
      %24 = llvm.icmp "sgt" %23, %6 : i32
      %25 = llvm.select %24, %23, %6 : i1, i32
      %26 = llvm.urem %25, %3 : i32
      %27 = llvm.sub %25, %26 : i32
      %28 = llvm.add %14, %27 : i32
      llvm.br ^bb3(%14 : i32)
    ^bb3(%29: i32):  // 2 preds: ^bb2, ^bb4
      %30 = llvm.icmp "slt" %29, %28 : i32
      llvm.cond_br %30, ^bb4, ^bb5
    ^bb4:  // pred: ^bb3
      %31 = llvm.add %29, %7 : i32
      %32 = llvm.getelementptr inbounds|nuw %arg8[%31] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      %33 = llvm.load %32 : !llvm.ptr -> f32
      %34 = llvm.fsub %33, %20 : f32
      %35 = llvm.call @__nv_fast_expf(%34) : (f32) -> f32
      %36 = llvm.fdiv %35, %22 : f32
      %37 = llvm.getelementptr inbounds|nuw %arg10[%31] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      llvm.store %36, %37 : f32, !llvm.ptr
      %38 = llvm.add %29, %3 : i32
      llvm.br ^bb3(%38 : i32)
    ^bb5:  // pred: ^bb3
      %39 = llvm.add %26, %2 : i32
      %40 = llvm.udiv %39, %3 : i32
      nvvm.bar.warp.sync %0 : i32
      llvm.switch %40 : i32, ^bb12 [
        1: ^bb6
      ]
    ^bb6:  // pred: ^bb5
      %41 = llvm.icmp "slt" %7, %26 : i32
      %42 = llvm.add %28, %7 : i32
      llvm.cond_br %41, ^bb7, ^bb8
    ^bb7:  // pred: ^bb6
      %43 = llvm.getelementptr inbounds|nuw %arg8[%42] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      %44 = llvm.load %43 : !llvm.ptr -> f32
      llvm.br ^bb9(%44 : f32)
    ^bb8:  // pred: ^bb6
      llvm.br ^bb9(%1 : f32)
    ^bb9(%45: f32):  // 2 preds: ^bb7, ^bb8
      llvm.br ^bb10
    ^bb10:  // pred: ^bb9
      %46 = llvm.fsub %45, %20 : f32
      %47 = llvm.call @__nv_fast_expf(%46) : (f32) -> f32
      %48 = llvm.fdiv %47, %22 : f32
      llvm.cond_br %41, ^bb11, ^bb12
    ^bb11:  // pred: ^bb10
      %49 = llvm.getelementptr inbounds|nuw %arg10[%42] : (!llvm.ptr, i32) -> !llvm.ptr, f32
      llvm.store %48, %49 : f32, !llvm.ptr
      llvm.br ^bb12
    ^bb12:  // 3 preds: ^bb5, ^bb10, ^bb11
      llvm.br ^bb13
    ^bb13:  // pred: ^bb12
      llvm.br ^bb14
    ^bb14:  // 2 preds: ^bb1, ^bb13
      llvm.br ^bb15
    ^bb15:  // 2 preds: ^bb0, ^bb14
      llvm.return
    }
  }
}


// RUN: sparse-opt %s --spindle-version-launches | FileCheck %s

// A kernel has a narrow version where indices of 32 bits change nothing.

module attributes {gpu.container_module} {
  // An index of an access is in memory of narrow extents.

  // CHECK-LABEL: func.func @product_in_address(
  // CHECK: gpu.launch_func @kernels_32::@product_in_address_32 blocks
  func.func @product_in_address(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@product_in_address blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // A product of two narrow numbers has 60 bits.

  // CHECK-LABEL: func.func @product_stored(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@product_stored blocks
  func.func @product_stored(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@product_stored blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // The last 32 bits are the same.

  // CHECK-LABEL: func.func @product_cut(
  // CHECK: gpu.launch_func @kernels_32::@product_cut_32 blocks
  func.func @product_cut(%p: memref<?xi32>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi32> -> memref<i32>, index, index, index
    gpu.launch_func @kernels::@product_cut blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i32>, %n : index)
    return
  }

  // Of numbers below 1000 it has 20 bits.

  // CHECK-LABEL: func.func @small_product_stored(
  // CHECK: gpu.launch_func @kernels_32::@small_product_stored_32 blocks
  func.func @small_product_stored(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@small_product_stored blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // Comparisons need the number.

  // CHECK-LABEL: func.func @product_compared(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@product_compared blocks
  func.func @product_compared(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@product_compared blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // What is loaded and is an index of an access is in the memory.

  // CHECK-LABEL: func.func @data_in_address(
  // CHECK: gpu.launch_func @kernels_32::@data_in_address_32 blocks
  func.func @data_in_address(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@data_in_address blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // Data may have 64 bits.

  // CHECK-LABEL: func.func @data_divided(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@data_divided blocks
  func.func @data_divided(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@data_divided blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // CHECK-LABEL: func.func @data_compared(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@data_compared blocks
  func.func @data_compared(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@data_compared blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // CHECK-LABEL: func.func @data_as_bound(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@data_as_bound blocks
  func.func @data_as_bound(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@data_as_bound blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // Data of 32 bits are what they are.

  // CHECK-LABEL: func.func @narrow_data_compared(
  // CHECK: gpu.launch_func @kernels_32::@narrow_data_compared_32 blocks
  func.func @narrow_data_compared(%p: memref<?xi32>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi32> -> memref<i32>, index, index, index
    gpu.launch_func @kernels::@narrow_data_compared blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i32>, %n : index)
    return
  }

  // Their sums are not.

  // CHECK-LABEL: func.func @narrow_sum_compared(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@narrow_sum_compared blocks
  func.func @narrow_sum_compared(%p: memref<?xi32>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi32> -> memref<i32>, index, index, index
    gpu.launch_func @kernels::@narrow_sum_compared blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i32>, %n : index)
    return
  }

  // A negative number is another one without its sign.

  // CHECK-LABEL: func.func @negative_divided(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@negative_divided blocks
  func.func @negative_divided(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@negative_divided blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // Positions are no more than there are elements.

  // CHECK-LABEL: func.func @positions(
  // CHECK: gpu.launch_func @kernels_32::@positions_32 blocks
  func.func @positions(%p: memref<?xi64> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@positions blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // Coordinates are less than the sizes of dimensions.

  // CHECK-LABEL: func.func @coordinates(
  // CHECK: gpu.launch_func @kernels_32::@coordinates_32 blocks
  func.func @coordinates(%p: memref<?xi64> {sparse.piece = #sparse.piece<"A", part [], level 1, coordinates>}) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@coordinates blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // A binary search, whose middle is loaded.

  // CHECK-LABEL: func.func @search(
  // CHECK: gpu.launch_func @kernels_32::@search_32 blocks
  func.func @search(%p: memref<?xi64> {sparse.piece = #sparse.piece<"A", part [], level 1, coordinates>}) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@search blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // A number from data is looked for.

  // CHECK-LABEL: func.func @search_for_data(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@search_for_data blocks
  func.func @search_for_data(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@search_for_data blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // A shift by 32 has no meaning in 32 bits.

  // CHECK-LABEL: func.func @shifted(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@shifted blocks
  func.func @shifted(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@shifted blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // An address has 64 bits.

  // CHECK-LABEL: func.func @index_of_pointer(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@index_of_pointer blocks
  func.func @index_of_pointer(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@index_of_pointer blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // The grid is one row of blocks.

  // CHECK-LABEL: func.func @several_rows_of_blocks(
  // CHECK-NOT: scf.if
  // CHECK: gpu.launch_func @kernels::@several_rows_of_blocks blocks
  func.func @several_rows_of_blocks(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@several_rows_of_blocks blocks in (%n, %c2, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  // Of 32 rows for a worker, there are as many workers as may be.

  // CHECK-LABEL: func.func @rows_of_workers(
  // CHECK: %[[MOST:.*]] = arith.constant 33554432 : index
  // CHECK-NEXT: arith.cmpi ule, %{{.*}}, %[[MOST]] : index
  // CHECK: gpu.launch_func @kernels_32::@rows_of_workers_32 blocks
  func.func @rows_of_workers(%p: memref<?xi64>) {
    %c1 = arith.constant 1 : index
    %base, %offset, %n, %stride = memref.extract_strided_metadata %p : memref<?xi64> -> memref<i64>, index, index, index
    gpu.launch_func @kernels::@rows_of_workers blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%base : memref<i64>, %n : index)
    return
  }

  gpu.module @kernels {
    gpu.func @product_in_address(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %ii = arith.muli %i, %i : index
      %x = memref.load %a[%ii] : memref<?xi64>
      memref.store %x, %a[%i] : memref<?xi64>
      gpu.return
    }
    gpu.func @product_stored(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %ii = arith.muli %i, %i : index
      %x = arith.index_cast %ii : index to i64
      memref.store %x, %a[%i] : memref<?xi64>
      gpu.return
    }
    gpu.func @product_cut(%p: memref<i32>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i32> to memref<?xi32>
      %i = gpu.block_id x
      %ii = arith.muli %i, %i : index
      %x = arith.index_cast %ii : index to i32
      memref.store %x, %a[%i] : memref<?xi32>
      gpu.return
    }
    gpu.func @small_product_stored(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c1000 = arith.constant 1000 : index
      scf.for %j = %c0 to %c1000 step %c1 {
        %jj = arith.muli %j, %j : index
        %x = arith.index_cast %jj : index to i64
        memref.store %x, %a[%j] : memref<?xi64>
      }
      gpu.return
    }
    gpu.func @product_compared(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %ii = arith.muli %i, %i : index
      %less = arith.cmpi slt, %ii, %n : index
      scf.if %less {
        %x = memref.load %a[%ii] : memref<?xi64>
        memref.store %x, %a[%i] : memref<?xi64>
      }
      gpu.return
    }
    gpu.func @data_in_address(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %d = memref.load %a[%i] : memref<?xi64>
      %j = arith.index_cast %d : i64 to index
      %x = memref.load %a[%j] : memref<?xi64>
      memref.store %x, %a[%i] : memref<?xi64>
      gpu.return
    }
    gpu.func @data_divided(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %d = memref.load %a[%i] : memref<?xi64>
      %j = arith.index_cast %d : i64 to index
      %c97 = arith.constant 97 : index
      %r = arith.remui %j, %c97 : index
      %x = arith.index_cast %r : index to i64
      memref.store %x, %a[%i] : memref<?xi64>
      gpu.return
    }
    gpu.func @data_compared(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %d = memref.load %a[%i] : memref<?xi64>
      %j = arith.index_cast %d : i64 to index
      %less = arith.cmpi ult, %j, %n : index
      scf.if %less {
        %x = memref.load %a[%j] : memref<?xi64>
        memref.store %x, %a[%i] : memref<?xi64>
      }
      gpu.return
    }
    gpu.func @data_as_bound(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %d = memref.load %a[%i] : memref<?xi64>
      %end = arith.index_cast %d : i64 to index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : i64
      scf.for %j = %c0 to %end step %c1 {
        memref.store %c8, %a[%j] : memref<?xi64>
      }
      gpu.return
    }
    gpu.func @narrow_data_compared(%p: memref<i32>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i32> to memref<?xi32>
      %i = gpu.block_id x
      %d = memref.load %a[%i] : memref<?xi32>
      %j = arith.index_cast %d : i32 to index
      %less = arith.cmpi slt, %j, %n : index
      %x = arith.extui %less : i1 to i32
      memref.store %x, %a[%i] : memref<?xi32>
      gpu.return
    }
    gpu.func @narrow_sum_compared(%p: memref<i32>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i32> to memref<?xi32>
      %i = gpu.block_id x
      %d = memref.load %a[%i] : memref<?xi32>
      %j = arith.index_cast %d : i32 to index
      %k = arith.addi %j, %i : index
      %less = arith.cmpi slt, %k, %n : index
      %x = arith.extui %less : i1 to i32
      memref.store %x, %a[%i] : memref<?xi32>
      gpu.return
    }
    gpu.func @negative_divided(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %c97 = arith.constant 97 : index
      %j = arith.subi %i, %c97 : index
      %r = arith.divui %j, %c97 : index
      %x = memref.load %a[%r] : memref<?xi64>
      memref.store %x, %a[%i] : memref<?xi64>
      gpu.return
    }
    gpu.func @positions(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %c1 = arith.constant 1 : index
      %i1 = arith.addi %i, %c1 : index
      %d = memref.load %a[%i] : memref<?xi64>
      %e = memref.load %a[%i1] : memref<?xi64>
      %begin = arith.index_cast %d : i64 to index
      %end = arith.index_cast %e : i64 to index
      scf.for %j = %begin to %end step %c1 {
        %x = arith.index_cast %j : index to i64
        memref.store %x, %a[%j] : memref<?xi64>
      }
      gpu.return
    }
    gpu.func @coordinates(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %d = memref.load %a[%i] : memref<?xi64>
      %j = arith.index_cast %d : i64 to index
      %k = arith.addi %j, %i : index
      %less = arith.cmpi slt, %k, %n : index
      scf.if %less {
        memref.store %d, %a[%k] : memref<?xi64>
      }
      gpu.return
    }
    gpu.func @search(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %c1 = arith.constant 1 : index
      %least, %left = scf.while (%l = %i, %s = %n) : (index, index) -> (index, index) {
        %more = arith.cmpi sgt, %s, %c1 : index
        scf.condition(%more) %l, %s : index, index
      } do {
      ^bb0(%l: index, %s: index):
        %half = arith.shrui %s, %c1 : index
        %middle = arith.addi %l, %half : index
        %d = memref.load %a[%middle] : memref<?xi64>
        %c = arith.index_cast %d : i64 to index
        %before = arith.cmpi sle, %c, %i : index
        %next = arith.select %before, %middle, %l : index
        %rest = arith.subi %s, %half : index
        scf.yield %next, %rest : index, index
      }
      %x = arith.index_cast %least : index to i64
      memref.store %x, %a[%i] : memref<?xi64>
      gpu.return
    }
    gpu.func @search_for_data(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %q = memref.load %a[%i] : memref<?xi64>
      %w = arith.index_cast %q : i64 to index
      %c1 = arith.constant 1 : index
      %least, %left = scf.while (%l = %i, %s = %n) : (index, index) -> (index, index) {
        %more = arith.cmpi sgt, %s, %c1 : index
        scf.condition(%more) %l, %s : index, index
      } do {
      ^bb0(%l: index, %s: index):
        %half = arith.shrui %s, %c1 : index
        %middle = arith.addi %l, %half : index
        %d = memref.load %a[%middle] : memref<?xi64>
        %c = arith.index_cast %d : i64 to index
        %before = arith.cmpi sle, %c, %w : index
        %next = arith.select %before, %middle, %l : index
        %rest = arith.subi %s, %half : index
        scf.yield %next, %rest : index, index
      }
      %x = arith.index_cast %least : index to i64
      memref.store %x, %a[%i] : memref<?xi64>
      gpu.return
    }
    gpu.func @shifted(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %c32 = arith.constant 32 : index
      %r = arith.shrui %i, %c32 : index
      %x = memref.load %a[%r] : memref<?xi64>
      memref.store %x, %a[%i] : memref<?xi64>
      gpu.return
    }
    gpu.func @index_of_pointer(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %address = memref.extract_aligned_pointer_as_index %p : memref<i64> -> index
      %x = arith.index_cast %address : index to i64
      memref.store %x, %a[%i] : memref<?xi64>
      gpu.return
    }
    gpu.func @several_rows_of_blocks(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %x = arith.constant 1 : i64
      memref.store %x, %a[%i] : memref<?xi64>
      gpu.return
    }
    gpu.func @rows_of_workers(%p: memref<i64>, %n: index) kernel {
      %a = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<i64> to memref<?xi64>
      %i = gpu.block_id x
      %c1 = arith.constant 1 : index
      %c32 = arith.constant 32 : index
      %begin = arith.muli %i, %c32 : index
      %next = arith.addi %begin, %c32 : index
      %end = arith.minsi %next, %n : index
      scf.for %j = %begin to %end step %c1 {
        %x = arith.index_cast %j : index to i64
        memref.store %x, %a[%j] : memref<?xi64>
      }
      gpu.return
    }
  }
}

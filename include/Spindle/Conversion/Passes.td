//===- Passes.td - lowerings between stages ----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_PASSES_TD
#define SPINDLE_CONVERSION_PASSES_TD

include "Spindle/Conversion/InspectorPasses.td"
include "Spindle/Conversion/LinalgPasses.td"
include "Spindle/Conversion/StagePasses.td"
def ConvertGenericToIterPass
    : InterfacePass<"convert-generic-to-iter", "::mlir::FunctionOpInterface"> {
  let summary = "lower operations on tensors to nests over their axes";
  let description = [{
    From tensors to coordinate space. Each `sparse.generic` becomes one nest: over
    the axes of its driver, in the order of the levels, with its occupancy where
    it has a bitmap, then over those of each dimension that the driver lacks, in
    the order of the dimensions, of a dense output or else of a dense input
    (those of an operand in blocks only where no other has the dimension itself). Without a driver all are such axes.

    What shares the driver's structure, under its map, is accessed at the driver's
    sites, anything else by the coordinates of its levels. Where these are not
    coordinates of the nest, `affine.apply` computes them: those of dimensions by
    the inverse of the driver's format, as in `io * 4 + ii`, those of levels from
    dimensions. Numbers of the pattern that lie above a level with each coordinate of a dimension once
    are read from arrays, which a nest "numbers" fills before the outermost loop around; others are `any`.
    Tensors are unpacked, where the function has not done so before; one that shares its structure, on the
    axes of the tensor that has it. In each run of the body all inputs are read before any output is written.
    A border is read where a sum is outside; others `sparse.expect_range` promises inside.

    The nest is called by the operation's `name`, or else by the function's, with a
    number after it where that is taken; its dimensions by `sparse.dims`, or else
    `d0`, `d1` and so on, quotients and remainders of `I` by `Io` and `Ii`.

    Ensures: no `sparse.generic`.

    ```mlir
    sparse.generic driver(%A) ins(%A, %x : !csr, !vector) outs(%y : !vector) maps [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>] kinds [spatial, reduction] combine [add] {
    ^bb0(%a: f32, %b: f32):
      %t = arith.mulf %a, %b : f32
      sparse.yield %t : f32
    }
    ```

    becomes

    ```mlir
    %I, %J, %Av = sparse.unpack %A : !csr -> !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>, !sparse.buffer<?xf32>
    %Jx, %xv = sparse.unpack %x : !vector -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    %Iy, %yv = sparse.unpack %y : !vector -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
    iter.nest "spmv" ("I": %i, "J": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, reduction] {
      %a = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      %b = sparse.load %xv[%j] : !sparse.buffer<?xf32>
      %t = arith.mulf %a, %b : f32
      sparse.accumulate add %t into %yv[%i] : !sparse.buffer<?xf32>
    }
    ```
  }];
  let dependentDialects = [
      "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
      "::mlir::complex::ComplexDialect", "::mlir::scf::SCFDialect",
      "::spindle::axis::AxisDialect", "::spindle::iter::IterDialect",
      "::spindle::sparse::SparseDialect"];
}

def ExpandTensorsPass : Pass<"spindle-expand-tensors", "::mlir::ModuleOp"> {
  let summary = "replace tensors by the memory of their levels";
  let description = [{
    Each argument that is a tensor becomes the arguments that hold its pieces,
    and each `sparse.unpack` the axes and the buffer made of them. The pieces are,
    in this order:

    - an index per dimension of unknown size, but for those that the values of a
      dense tensor tell: where all levels are dense and one is the dimension;
    - for each level its positions, its coordinates and its lengths, as far as it
      has them. A `compressed` or `variable` level has positions, but a root none:
      it has as many as coordinates. Coordinates of a `fixed` level have the shape
      of values on it, and those of `fixed(?)` tell its width; those of a
      singleton, and lengths, have the shape of values on the parent. Lengths are
      i64 where the level's coordinates are, else i32;
    - the bitmap, of i1, in the shape of the values, where the format keeps one;
    - the values.

    But a tensor with `sparse.structure_of` becomes its values alone, on the axes of
    the tensor that it names. A function with `sparse.operands` is to be called from
    outside, with parts of larger arrays too: the values of its dense tensors are of
    `memref<?x?xf32, strided<[?, 1]>>`, unless it returns tensors. Each element has
    memory of its own all the same: strides are at least as large as what they skip.

    Dimensions that `sparse.dims` gives one name have one size, so that one value
    stands for it: a constant where the type of one of the tensors says it, else
    the argument of the first tensor that has one, else that of the values of the
    first tensor. Axes on such dimensions are alike, and loops over them have the
    same bounds. A caller that passes other sizes is told by the C entry, which
    checks those of every operand, and by the interpreter.

    Extents follow from sizes: those of quotients are the number of blocks that
    begin inside the tensor, those of remainders the divisor, `cut` by the level of
    quotients at the border. A tensor made by `sparse.with_values` unpacks to the values it is made of.

    Every such argument is labelled by a `#sparse.piece`, and the function gets
    the attribute `sparse.signature`, an array with the label of each argument
    (or unit, for one that is no piece), which outlives the lowering to LLVM. What
    the tensors were is kept in `sparse.operands`, which a function that others may
    call and that returns nothing gets as `spindle-describe-operands` says. A
    tensor without a `sparse.name` is called by its number, as in `arg2`. Of the
    pieces, the values keep `sparse.access`.

    A `sparse.convert` becomes calls of functions of Spindle's runtime
    (`Spindle/Runtime/Convert/TensorHandle.h`, private declarations in the module): its
    operand is described, array by array, and converted. The formats are texts,
    constants of the module, labelled with what they say in `text`. The function
    returns, for each tensor, a handle of type index, which the caller frees, and
    the attribute `sparse.results` has the types of the tensors. A handle is 0
    where the conversion failed; `spindle_tensor_error` says why. Tensors that are
    made and not returned are freed where the function returns.

    Requires: tensors are arguments of `func.func` with a body, of different
    names, or made by `sparse.convert`, and are used by `sparse.unpack`,
    `sparse.with_values` and `sparse.convert` alone: `convert-generic-to-iter` has
    removed `sparse.generic`. Values to convert are an argument's, or bound to
    row-major memory. A function that returns tensors has one block, and returns
    what `sparse.convert` makes. Ensures: no tensors. Where the module breaks a
    requirement, nothing is changed.

    ```mlir
    func.func @clear(%X: !sparse.tensor<?xf32, #sparse.dense> {sparse.name = "X"}, %v: f32) {
      %I, %Xv = sparse.unpack %X : !sparse.tensor<?xf32, #sparse.dense> -> !axis.axis<dense_fixed>, !sparse.buffer<?xf32>
      sparse.fill %Xv, %v : !sparse.buffer<?xf32>
      return
    }
    ```

    becomes

    ```mlir
    func.func @clear(%X: memref<?xf32> {sparse.piece = #sparse.piece<"X", part [], values>}, %v: f32) attributes {sparse.operands = [#sparse.operand<name = "X", type = !sparse.tensor<?xf32, #sparse.dense>, access = write>, #sparse.operand<name = "arg1", type = f32, access = read>], sparse.signature = [#sparse.piece<"X", part [], values>, unit]} {
      %c0 = arith.constant 0 : index
      %m = memref.dim %X, %c0 : memref<?xf32>
      %I = axis.dense_fixed %m : !axis.axis<dense_fixed>
      %Xv = sparse.bind %X on (%I) : memref<?xf32> on (!axis.axis<dense_fixed>) -> !sparse.buffer<?xf32>
      sparse.fill %Xv, %v : !sparse.buffer<?xf32>
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::spindle::axis::AxisDialect"];
}

def ConvertIterToSCFPass
    : InterfacePass<"convert-iter-to-scf", "::mlir::FunctionOpInterface"> {
  let summary = "lower nests to loops over stored positions";
  let description = [{
    From coordinate space to position space. Each dimension of a nest becomes an
    `scf.for`, labelled by an `#iter.loop`: over the offsets of a fibre of fixed
    width, as far as cells exist, over the positions of one of variable length.
    Singletons and products have one cell per position above, and no loop; an occupancy
    becomes an `scf.if` around what is inside of it. A group becomes one loop
    over the positions of its last axis. What a nest combines is carried through
    its loops.

    Sites become positions, and coordinates are looked up where they are used. An
    access by coordinates becomes one by positions: each level that the nests do
    not give the site of is searched by `axis.locate`, and an element that is
    missing reads as the fill value, and is not written. A load from a
    `sparse.splat` becomes the splat's value. A `sparse.fill` becomes a nest
    called "fill" over the elements of its buffer, or, where the buffer has all
    its cells, over its storage dimensions; one whose sizes are not known, of a
    tensor that is not expanded, is left to the next lowering. What a body allocates on the
    stack, if it is of static size, is allocated once, before the nest.

    The guard of an occupancy is left out where the body adds zero on padding:
    where it only accumulates, by `add` or `or`, products with the values of the
    padded buffer itself. The result is the same, but for the signs of zeros,
    where what the function is given is finite, and its coordinates are in range
    for padding too; `strict` keeps all guards.

    Requires: sites are used by operations of the three dialects alone.
    Ensures: no operations of `iter`, no sites, no loads from splats. Where a
    function breaks the requirement, it is not changed.

    ```mlir
    iter.nest "square" ("i": %i, "j": %j at %p) over (%I, %J : !axis.axis<dense_fixed>, !axis.axis<sparse_variable, sorted, unique>) kinds [spatial, spatial] {
      %x = sparse.load %Av at [%p] : !sparse.buffer<?xf32>
      %y = arith.mulf %x, %x : f32
      sparse.store %y, %Av at [%p] : !sparse.buffer<?xf32>
    }
    ```

    becomes, cleaned up,

    ```mlir
    %m = axis.length %I : !axis.axis<dense_fixed>
    scf.for %i = %c0 to %m step %c1 {
      %length = axis.length %J under %i : !axis.axis<sparse_variable, sorted, unique>
      %begin = axis.position %J[%c0] under %i : !axis.axis<sparse_variable, sorted, unique>
      %end = arith.addi %begin, %length : index
      scf.for %p = %begin to %end step %c1 {
        %x = sparse.load %Av at positions [%p] : !sparse.buffer<?xf32>
        %y = arith.mulf %x, %x : f32
        sparse.store %y, %Av at positions [%p] : !sparse.buffer<?xf32>
      } {iter.loop = #iter.loop<nest = "square", dims = ["j"], axis = sparse_variable, kind = spatial, role = level>}
    } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::scf::SCFDialect",
                           "::spindle::iter::IterDialect",
                           "::spindle::sparse::SparseDialect"];
  let options = [
    Option<"strict", "strict", "bool", /*default=*/"false",
           "guard the cells of occupancies also where the body absorbs padding">
  ];
}

def ConvertSparseToMemRefPass
    : InterfacePass<"convert-sparse-to-memref", "::mlir::FunctionOpInterface"> {
  let summary = "lower axes and buffers to memory";
  let description = [{
    From position space to plain loops. Queries to axes become arithmetic and
    loads from their arrays, accesses to buffers loads and stores, accumulation
    a load, a combination and a store, or where it is atomic an
    `iter.atomic_update`, a fill loops over the storage. A buffer of the
    function's own becomes an allocation, freed before every return. With
    `sizes-of-memory` its size on an axis with positions is that of a buffer bound
    there or of the coordinates, no smaller: a host cannot read a GPU's positions.

    A look-up becomes what its strategy says (`spindle-choose-lookups` sets it):
    `direct` a comparison, `linear` a walk, `binary` as many halvings as the
    length of the fibre says, without a branch on what they find, `carry` steps
    that double, from the position that it is given, and halvings between the last
    two. Arrays of cells are indexed by offsets in fibres of fixed width: those
    that a position was made of by `axis.position`, else by a division.

    Requires: no operations of `iter`, no sites, no look-ups by coordinates, no
    splats that are used, and fills of buffers that have all their cells alone
    (`convert-iter-to-scf`); no tensors (`spindle-expand-tensors`); axes and
    buffers are used by operations of the two dialects alone. Ensures: no
    operations, and no types, of `axis` and `sparse`. Where a function breaks a
    requirement, it is not changed.

    ```mlir
    %n = axis.length %J under %i : !axis.axis<sparse_variable, sorted, unique>
    %x = sparse.load %Av at positions [%p] : !sparse.buffer<?xf32>
    ```

    becomes

    ```mlir
    %begin32 = memref.load %pos[%i] : memref<?xi32>
    %begin = arith.index_cast %begin32 : i32 to index
    %next = arith.addi %i, %c1 : index
    %end32 = memref.load %pos[%next] : memref<?xi32>
    %end = arith.index_cast %end32 : i32 to index
    %n = arith.subi %end, %begin : index
    %x = memref.load %val[%p] : memref<?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::complex::ComplexDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::spindle::iter::IterDialect"];
  let options = [
    Option<"sizesOfMemory", "sizes-of-memory", "bool", /*default=*/"false",
           "make memory on an axis with positions as large as other memory on "
           "it, and read no position for that">
  ];
}

def SinkConditionsPass : Pass<"spindle-sink-conditions", "::mlir::func::FuncOp"> {
  let summary = "have parallel loops ask what a host cannot read";
  let description = [{
    A branch around parallel loops whose condition is read from memory, as that of
    a fill that is only needed where some rows are left out, is asked by each round
    instead. Branches with results, with an `else`, or around other effects stay.
    Afterwards it is

    ```mlir
    scf.forall (%i) in (%n) {
      scf.if %some {
        memref.store %zero, %c[%i] : memref<?xf32>
      }
    }
    ```
  }];
  let dependentDialects = ["::mlir::scf::SCFDialect"];
}

def ConvertForallToGPUPass
    : Pass<"convert-forall-to-gpu", "::mlir::ModuleOp"> {
  let summary = "launch a kernel for each parallel loop";
  let description = [{
    In plain loops. Each labelled `scf.forall` that stands in a function's body becomes a
    `gpu.launch` with a worker for each of its iterations: as many blocks as the iterations
    need and one at least, and a guard for the workers of the last one that have no
    iteration. A worker is what the loop's `iter.workers` says, and else a thread, in blocks
    of `threads`. Blocks are `lanes` x `per_block` threads; the worker's number is that of
    its block, times `per_block`, plus `threadIdx.y`. All lanes of a worker run the same,
    and sums keep their order. Beyond `row-blocks` the grid gets more rows. A loop with
    `iter.block` has a block for each iteration. Its workers share each `scf.forall` inside,
    in steps of `per_block`; all else each does alike, and the first stores. Memory made
    there is shared memory, and barriers stand where workers touch what others wrote.

    A kernel is passed pointers and numbers: a memref as the rank-0 memref of its element 0,
    with what its type leaves open of offset, sizes and strides. What the host reads from
    memory moves into the kernels that need it, since all memory is the GPU's. So may a
    loop's number of iterations: the grid is then as large as memory that each iteration
    accesses at its own index.

    What else touches memory, as loops that no proof makes parallel, is run by one thread,
    with a warning that names the loop, or with `serial=false` refused. Such operations that
    follow one another, with nothing but arithmetic between, are one kernel; numbers that
    others use of them go through memory of the function's own. Branches and loops around
    kernels stay on the host where it can decide them. `spindle-allocate-workspace` sees to
    memory that the function makes; its size must not be read from memory.

    With `index-bitwidth` 32 indices are passed in 32 bits, and the caller promises that all
    memory has fewer than 2^31 elements.

    Requires: kernels name no symbol and allocate no memory but what blocks share, of
    constant sizes; nothing on the host does but to make memory. Where a function breaks a
    requirement, no function is changed. Ensures: no labelled `scf.forall` in the host's
    code, which touches no memory.

    ```mlir
    scf.forall (%i) in (%n) {
      %x = memref.load %a[%i] : memref<?xf32>
      memref.store %x, %b[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>, iter.workers = #iter.workers<lanes = 8, per_block = 16>}
    ```

    becomes

    ```mlir
    %some = arith.maxsi %n, %c1 : index
    %blocks = arith.ceildivui %some, %c16 : index
    %length = arith.minui %blocks, %most : index
    %height = arith.ceildivui %blocks, %length : index
    gpu.launch blocks(%bx, %by, %bz) in (%nbx = %length, %nby = %height, %nbz = %c1) threads(%tx, %ty, %tz) in (%ntx = %c8, %nty = %c16, %ntz = %c1) module(@kernels) function(@f_copy) {
      %a = memref.reinterpret_cast %a0 to offset: [0], sizes: [%size_a], strides: [1] : memref<f32> to memref<?xf32>
      %b = memref.reinterpret_cast %b0 to offset: [0], sizes: [%size_b], strides: [1] : memref<f32> to memref<?xf32>
      %before = arith.muli %by, %most : index
      %block = arith.addi %before, %bx : index
      %first = arith.muli %block, %c16 : index
      %i = arith.addi %first, %ty : index
      %exists = arith.cmpi slt, %i, %n : index
      scf.if %exists {
        %x = memref.load %a[%i] : memref<?xf32>
        memref.store %x, %b[%i] : memref<?xf32>
      }
      gpu.terminator
    }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::gpu::GPUDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
  let options = [
    Option<"threads", "threads", "int64_t", /*default=*/"128",
           "threads of a block, 1 to 1024, of loops that do not say">,
    Option<"indexBitwidth", "index-bitwidth", "int64_t", /*default=*/"64",
           "bits of an index on the GPU, 32 or 64">,
    Option<"serial", "serial", "bool", "true", "have one thread run what is not parallel">,
    Option<"rowBlocks", "row-blocks", "int64_t", "1073741824", "blocks of a row of the grid">,
    Option<"sharedBytes", "shared-bytes", "int64_t", "49152", "bytes a block shares at most">
  ];
}

def AllocateWorkspacePass
    : Pass<"spindle-allocate-workspace", "::mlir::ModuleOp"> {
  let summary = "have callers hand over the memory that a program makes";
  let description = [{
    Memory that a function makes on its way, by `memref.alloc` or `memref.alloca`,
    becomes a part of a workspace, its last argument, `sparse.workspace`: bytes
    that begin at a multiple of 256, as each part does, and of which nothing is
    expected. So a program allocates nothing when it runs, and its caller may keep
    the memory. The function's `sparse.workspace_bytes` names another one, which
    takes the same arguments and gives the size; it reads no memory.
    `sparse.signature`, where there is one, has an entry more.

    Requires: sizes follow from the function's arguments by operations without
    effects; memory is contiguous, of numbers. Else nothing is changed. Ensures:
    no allocation outside of kernels.

    ```mlir
    %a = memref.alloc(%n) : memref<?xf32>
    gpu.launch_func @kernels::@f_fill blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?xf32>)
    memref.dealloc %a : memref<?xf32>
    ```

    becomes

    ```mlir
    %a = memref.view %workspace[%c0][%n] : memref<?xi8> to memref<?xf32>
    gpu.launch_func @kernels::@f_fill blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%a : memref<?xf32>)
    ```

    and the other function has

    ```mlir
    %bytes = arith.muli %c4, %n : index
    %over = arith.addi %bytes, %c255 : index
    %whole = arith.andi %over, %mask : index
    %end = arith.addi %c0, %whole : index
    return %end : index
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect",
                           "::spindle::sparse::SparseDialect"];
}

def MarkKernelArgumentsPass
    : Pass<"spindle-mark-kernel-arguments", "::mlir::ModuleOp"> {
  let summary = "say of kernels' pointers what their launches prove";
  let description = [{
    Marks the memrefs that a `gpu.func` is passed. One that the kernel does not
    write to is `llvm.readonly`. One is `llvm.noalias` where the function of each
    launch says by `memref.distinct_objects` that it overlaps no other that the
    kernel is passed, as far as one of the two is written. A GPU reads through
    its read-only cache what is both.

    ```mlir
    gpu.func @f_copy(%a: memref<f32>, %size_a: index, %b: memref<f32>, %size_b: index, %n: index) kernel
    ```

    becomes, where `%a` and `%b` are distinct,

    ```mlir
    gpu.func @f_copy(%a: memref<f32> {llvm.noalias, llvm.readonly}, %size_a: index, %b: memref<f32> {llvm.noalias}, %size_b: index, %n: index) kernel
    ```
  }];
}

def ConvertForallToOpenMPPass
    : Pass<"convert-forall-to-openmp", "::mlir::ModuleOp"> {
  let summary = "run loops of workers by OpenMP's threads";
  let description = [{
    In plain loops. A loop of workers becomes a parallel region of as many threads,
    whose iterations are dealt out evenly before they start, and which is entered
    only where there is more than one worker; one that is alone has the whole range,
    in the thread that is there already. Nothing is wrapped in `memref.alloca_scope`, which
    `convert-scf-to-cf` refuses.

    The function `@spindle.workers`, where it is declared, is given a body: for a
    cost under 8192 one worker, and one inside a parallel region, so that teams do
    not nest; else as many as OpenMP would start threads
    (`omp_get_max_threads`), but at most one more than there are 8192 in the
    cost.

    Requires: each `scf.forall` is a loop of workers in no other parallel loop,
    of as many as a call of `@spindle.workers` gives
    (`spindle-split-into-chunks`); where one is not, nothing is changed. Ensures: no
    `scf.forall`.

    ```mlir
    %workers = func.call @spindle.workers(%cost) : (index) -> index
    scf.forall (%t) in (%workers) {
      func.call @run(%t, %workers) : (index, index) -> ()
    } {iter.loop = #iter.loop<nest = "square", dims = ["i"], axis = dense_fixed, kind = spatial, role = worker>}
    ```

    becomes

    ```mlir
    %workers = func.call @spindle.workers(%cost) : (index) -> index
    %several = arith.cmpi sgt, %workers, %c1 : index
    scf.if %several {
      %threads = arith.index_cast %workers : index to i32
      omp.parallel num_threads(%threads : i32) {
        omp.wsloop nowait schedule(static) {
          omp.loop_nest (%t) : index = (%c0) to (%workers) step (%c1) {
            func.call @run(%t, %workers) : (index, index) -> ()
            omp.yield
          }
        }
        omp.terminator
      }
    } else {
      func.call @run(%c0, %c1) : (index, index) -> ()
    }
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::omp::OpenMPDialect",
                           "::mlir::scf::SCFDialect"];
}

def ConvertAtomicUpdateToLLVMPass : Pass<"convert-atomic-update-to-llvm"> {
  let summary = "update elements by atomic instructions";
  let description = [{
    Each `iter.atomic_update` of one element becomes an instruction of LLVM's: an
    `llvm.atomicrmw` for sums, signed and bitwise kinds of integers, and sums,
    minima and maxima of f32 and f64; two for the parts of a complex number. For
    anything else, a product or a small float, a loop computes what the element
    becomes, and swaps it in if it still holds what it held. `small-floats` has
    sums of f16 and bf16 be instructions too. Orderings are relaxed:
    nothing waits for an update but the end of all workers. `scope` says among
    whom it is atomic, as LLVM's target names it; without it, among all threads.

    Requires: branches in place of structured control flow
    (`convert-scf-to-cf`), and no updates of vectors
    (`spindle-expand-atomic-updates`). Ensures: no
    `iter.atomic_update`. Indices have `index-bitwidth` bits, or as many as the
    data layout gives them.

    ```mlir
    iter.atomic_update add %x into %Y[%i] : f32, memref<?xf32>
    ```

    becomes

    ```mlir
    %place = llvm.getelementptr %start[%at] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %was = llvm.atomicrmw fadd %place, %x monotonic : !llvm.ptr, f32
    ```
  }];
  let options = [
      Option<"indexBitwidth", "index-bitwidth", "unsigned", /*default=*/"0",
          "bits of an index; 0 for those of the data layout">,
      Option<"scope", "scope", "std::string", /*default=*/"",
          "LLVM's name of those among whom updates are atomic">,
      Option<"smallFloats", "small-floats", "bool", /*default=*/"false",
          "have instructions add f16 and bf16">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect"];
}

def EmitCEntryPass : Pass<"spindle-emit-c-entry", "::mlir::ModuleOp"> {
  let summary = "make C functions of programs";
  let description = [{
    Gives each function with `sparse.operands` a C function of its name, which
    takes what docs/CInterface.md says, checks it, calls the program, and returns
    0. Where something is not as the program needs it (a null pointer, a size, the
    length of an array, the first or last of its positions, a stride, an array that
    is written and overlaps another one), it returns a status, has written to no
    operand, and says what is wrong where the caller gave it room. The checks are
    a fixed number of comparisons for a program, whatever the sizes.

    The program itself becomes internal, `<name>.kernel`, and the wrapper for it
    that takes memref descriptors, `_mlir_ciface_<name>`, goes. Where the module
    calls `omp_get_max_threads`, the C function sets the number of threads that
    its caller asks for, and afterwards the one before. Of libc it calls
    `snprintf`, to tell what is wrong.

    Requires: the LLVM dialect, with `sparse.operands`, which
    `spindle-describe-operands` wrote before the lowering, and `sparse.signature`
    (unless no operand is a tensor); functions that return nothing. Ensures: the
    module is as it was where one is missing.

    ```mlir
    llvm.func @clear(%pointer: !llvm.ptr, %aligned: !llvm.ptr, %offset: i64, %size: i64, %stride: i64, %v: f32) attributes {sparse.operands = [#sparse.operand<name = "X", type = !sparse.tensor<?xf32, #sparse.dense>, access = write>, #sparse.operand<name = "v", type = f32, access = read>], sparse.signature = [#sparse.piece<"X", part [], values>, unit]} {
    ```

    becomes internal, and what C calls is

    ```c
    int32_t clear(float *X, const int64_t *X_sizes, const int64_t *X_strides, float v, const spindle_call *call);
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"numEntriesMade", "entries-made",
                              "Number of C functions made">];
}

#endif // SPINDLE_CONVERSION_PASSES_TD

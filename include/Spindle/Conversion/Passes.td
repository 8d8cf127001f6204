//===- Passes.td - lowerings between stages ----------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_CONVERSION_PASSES_TD
#define SPINDLE_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertGenericToIterPass
    : InterfacePass<"convert-generic-to-iter", "::mlir::FunctionOpInterface"> {
  let summary = "lower operations on tensors to nests over their axes";
  let description = [{
    From tensors to coordinate space. Each `sparse.generic` becomes one nest: over
    the axes of its driver, in the order of the levels, with its occupancy where
    it has a bitmap, then over those of each dimension that the driver lacks, in
    the order of the dimensions, of a dense output or else of a dense input
    (those of an operand in blocks only where no other has the dimension itself).
    Without a driver all are such axes.

    What shares the driver's structure, under its map, is accessed at the driver's
    sites, anything else by the coordinates of its levels. Where these are not
    coordinates of the nest, `affine.apply` computes them: those of dimensions by
    the inverse of the driver's format, as in `io * 4 + ii`, those of levels from
    dimensions. Tensors are unpacked, where the function
    has not done so before; one that shares its structure, on the axes of the
    tensor that has it. In each run of the body all inputs are read before any
    output is written.

    The nest is called by the operation's `name`, or else by the function's, with a
    number after it where that is taken; its dimensions by the `sparse.dims` of
    the arguments, or else `d0`, `d1` and so on, those of quotients and
    remainders of `I` by `Io` and `Ii`.

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
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::spindle::axis::AxisDialect",
                           "::spindle::iter::IterDialect",
                           "::spindle::sparse::SparseDialect"];
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
    a load, a combination and a store, a fill loops over the storage. A buffer of
    the function's own becomes an allocation, freed before every return.

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
                           "::mlir::scf::SCFDialect"];
}

def LowerContractionsPass
    : InterfacePass<"spindle-lower-contractions",
                    "::mlir::FunctionOpInterface"> {
  let summary = "make products of small matrices of what the processor has";
  let description = [{
    In plain loops. Each `vector.contract` that adds up the products of the rows
    of its first operand and the columns of its second one, as
    `transform.sparse.tensorize` makes them, becomes operations on vectors of one
    dimension: rows of the second operand times elements of the first, widened
    first where the sums are of a wider type, and added in the order of the
    reduction. Other contractions stay as they are.

    Those of narrow numbers become instructions that add several products to each
    lane of 32 bits, in vectors of up to `vector-bits`, where options say that the
    processor has them. Elements of as many steps of the reduction as a lane holds
    are interleaved; the last ones are filled up with zeros. Sums of integers are
    exact.

    - `bf16-dots`: pairs of bf16 into f32, where the contraction has
      `fastmath = #arith.fastmath<reassoc>`: they are added in another order, each
      product and its sum rounded once, to nearest, with subnormal numbers taken
      for zeros before and after.
    - `i16-dots`: pairs of i16 into i32.
    - `i8-dots`: quadruples of i8 into i32, in vectors of at most 256 bits.
    - `u8i8-dots`: the same of numbers without sign and with: those of the second
      operand have 128 added, and 128 times the sum of the others is taken away,
      behind the loops that only add to it.

    ```mlir
    %sums = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %numbers, %rows, %before : vector<2x2xbf16>, vector<2x16xbf16> into vector<2x16xf32>
    ```
  }];
  let options = [
    Option<"bf16Dots", "bf16-dots", "bool", /*default=*/"false",
           "the processor adds products of pairs of bf16">,
    Option<"i16Dots", "i16-dots", "bool", /*default=*/"false",
           "the processor adds products of pairs of i16">,
    Option<"i8Dots", "i8-dots", "bool", /*default=*/"false",
           "the processor adds products of four i8">,
    Option<"u8i8Dots", "u8i8-dots", "bool", /*default=*/"false",
           "the processor adds products of four i8, of one side without sign">,
    Option<"vectorBits", "vector-bits", "int64_t", /*default=*/"128",
           "bits of its widest vectors">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::vector::VectorDialect"];
}

def FuseMultiplyAddPass
    : InterfacePass<"spindle-fuse-multiply-add",
                    "::mlir::FunctionOpInterface"> {
  let summary = "round a product and its sum once";
  let description = [{
    In plain loops, for a processor that has the instruction. A sum or difference
    of a product of f32 or f64, or vectors of them, becomes `math.fma` where
    nothing else uses the product, of two products for the right one. What is
    fused is so in every form that a schedule gives a loop: were it left to a
    code generator, the last bit would depend on how the loop was unrolled.

    ```mlir
    %p = arith.mulf %a, %x : f32
    %new = arith.addf %sum, %p : f32
    ```

    becomes `%new = math.fma %a, %x, %sum : f32`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

def ApproximateFunctionsPass
    : InterfacePass<"spindle-approximate-functions",
                    "::mlir::FunctionOpInterface"> {
  let summary = "compute functions of vectors by polynomials";
  let description = [{
    In plain loops. Operations of `math` on vectors of f32 that have the flag
    `afn`, as `transform.sparse.vectorize` gives it where it is told to
    approximate, become arithmetic on all lanes at once: of a code generator
    they would become a call of the library per lane. These are the exponential
    and the logarithms (`exp`, `expm1`, `log`, `log1p`, `log2`), right to 3 units
    in the last place, and `tanh`, `erf` and `erfc`, right to 5. Everything else
    stays as it is.

    Without `fused`, no polynomial but those of `tanh` and `erfc`, which would be
    less exact, has `math.fma` or `math.floor` in it: they would be calls of the
    library on a processor that lacks them.

    ```mlir
    %e = math.exp %x fastmath<afn> : vector<16xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::vector::VectorDialect"];
  let options = [
    Option<"fused", "fused", "bool", /*default=*/"true",
           "the processor multiplies and adds, and rounds, in one instruction">
  ];
}

def ExpandSmallFloatsPass
    : InterfacePass<"spindle-expand-small-floats",
                    "::mlir::FunctionOpInterface"> {
  let summary = "compute with f16 and bf16 on processors that cannot";
  let description = [{
    In plain loops. Operations of `arith` and `math` on f16 and bf16 become
    operations on f32, and conversions arithmetic on integers, so that code for
    a processor that lacks them calls no library. Each operation is rounded
    once, to nearest and even, with subnormal numbers, infinities and NaN: what
    an f32 rounds wrongly (an f64, a large integer, `math.fma`) is rounded to odd
    first. Functions such as `math.exp` are those of f32, rounded once more.
    Vectors are taken element by element; `llvm.intr.vector.reduce.fadd` and its
    like combine the elements in f32 and round once. What moves numbers stays, but
    `arith.select` chooses between their bits, and it is bits that `llvm.load`,
    `llvm.intr.masked.load` and their like load and store, and that branches hand
    on.

    `f16` and `bf16` say what the processor has: with `conversions` those between
    f32 and the type stay, with `arithmetic` all but functions.

    Requires: no tensors and no numbers of more than 64 bits beside f16 and bf16;
    conversions round to nearest and even. Where a function breaks a requirement,
    it is not changed.

    ```mlir
    %y = arith.extf %x : bf16 to f32
    ```

    becomes

    ```mlir
    %bits = arith.bitcast %x : bf16 to i16
    %wide = arith.extui %bits : i16 to i32
    %upper = arith.shli %wide, %c16 : i32
    %y = arith.bitcast %upper : i32 to f32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
  let options = [
    Option<"f16", "f16", "::spindle::SmallFloatSupport",
           /*default=*/"::spindle::SmallFloatSupport::None",
           "what the processor has for f16",
           [{::spindle::getSmallFloatChoices()}]>,
    Option<"bf16", "bf16", "::spindle::SmallFloatSupport",
           /*default=*/"::spindle::SmallFloatSupport::None",
           "what the processor has for bf16",
           [{::spindle::getSmallFloatChoices()}]>
  ];
}

def ConvertForallToGPUPass
    : Pass<"convert-forall-to-gpu", "::mlir::ModuleOp"> {
  let summary = "launch a kernel for each parallel loop";
  let description = [{
    In plain loops. Each labelled `scf.forall` that stands in a function's body
    becomes a `gpu.launch` with a thread for each of its rounds: blocks of
    `threads` threads, as many as the rounds need and one at least, and a guard
    for the threads of the last block that have no round. What runs in a round
    stays as it is, so that sums are made in the same order as on a CPU.

    A kernel is passed pointers and numbers: a memref as the rank-0 memref of its
    element 0, with what its type leaves open of offset, sizes and strides. What
    the host reads from memory moves into the kernels that need it, since all
    memory is the GPU's. So may a loop's number of rounds: the grid is then as
    large as memory that each round accesses at its own index.

    With `index-bitwidth` 32 indices are passed in 32 bits, and the caller
    promises that all memory has fewer than 2^31 elements.

    Requires: nothing in a function's body but its labelled loops touches memory,
    but for loads from memory that the function does not write; kernels allocate
    no memory and name no symbol. Where a function breaks a requirement, no
    function is changed. Ensures: no labelled `scf.forall` in a function's body.

    ```mlir
    scf.forall (%i) in (%n) {
      %x = memref.load %a[%i] : memref<?xf32>
      memref.store %x, %b[%i] : memref<?xf32>
    } {iter.loop = #iter.loop<nest = "copy", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    ```

    becomes, with 128 threads,

    ```mlir
    %blocks = arith.ceildivui %n, %c128 : index
    %grid = arith.maxui %blocks, %c1 : index
    gpu.launch blocks(%bx, %by, %bz) in (%nbx = %grid, %nby = %c1, %nbz = %c1) threads(%tx, %ty, %tz) in (%ntx = %c128, %nty = %c1, %ntz = %c1) module(@kernels) function(@f_copy) {
      %a = memref.reinterpret_cast %a0 to offset: [0], sizes: [%size_a], strides: [1] : memref<f32> to memref<?xf32>
      %b = memref.reinterpret_cast %b0 to offset: [0], sizes: [%size_b], strides: [1] : memref<f32> to memref<?xf32>
      %first = arith.muli %bx, %c128 : index
      %i = arith.addi %first, %tx : index
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
           "threads of a block, 1 to 1024">,
    Option<"indexBitwidth", "index-bitwidth", "int64_t", /*default=*/"64",
           "bits of an index on the GPU, 32 or 64">
  ];
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

    Requires: each `scf.forall` is a loop of workers that stands in no other loop,
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

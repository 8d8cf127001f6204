//===- Passes.td - what only GPUs need ---------------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TARGET_GPU_PASSES_TD
#define SPINDLE_TARGET_GPU_PASSES_TD

include "mlir/Pass/PassBase.td"

def ExactSquareRootsPass
    : Pass<"spindle-exact-square-roots", "::mlir::gpu::GPUModuleOp"> {
  let summary = "round square roots on a GPU as on a CPU";
  let description = [{
    For kernels in NVVM. Calls of `__nv_sqrtf`, CUDA's square root of f32, become
    `llvm.intr.sqrt`. Linked without its compiler's options the former is an
    approximation; the latter is rounded to nearest, as that of f64 is either way.

    ```mlir
    %y = llvm.call @__nv_sqrtf(%x) : (f32) -> f32
    ```

    becomes

    ```mlir
    %y = llvm.intr.sqrt(%x) : (f32) -> f32
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def SpreadLanesPass : Pass<"spindle-spread-lanes", "::mlir::gpu::GPUFuncOp"> {
  let summary = "share out vectors to the lanes that run a worker";
  let description = [{
    For kernels with blocks of (g, w, 1) threads, as `known_block_size` says: w
    workers, each run by a group of g lanes, g a power of two up to the lanes of a
    warp: 32 on a GPU by NVIDIA, 64 on one by AMD, as the target of the `gpu.module`
    says; 32 where there is none. Before,
    all lanes of a group do the same. Afterwards each lane has v of the g * v
    elements of a vector; v = 1 makes numbers of vectors. Blocks with g = 1 stay as
    they are.

    - Lane l has a block of elements, those from l * v on, where rows that are
      loaded and stored are known to be aligned: by numbers in the kernel, and by
      `llvm.align` and `iter.multiple_of` of its arguments. Elsewhere it has each
      g-th element, so that lanes access neighbours.
    - Loads and stores move by l * v elements, and a mask ends as much earlier; or
      they are v accesses of an element.
    - A `vector.reduction` is computed in each lane from the left, then by
      exchanges between halves of the group (`nvvm.shfl.sync`, `rocdl.ds_swizzle`,
      `rocdl.ds_bpermute`), so that all lanes have the same bits. A sum
      of floats without `reassoc` keeps its order: each lane is given all elements.
    - An element that is extracted is shuffled from the lane that has it.
    - Vectors that cannot be spread are whole in each lane: those whose elements
      are moved about, as by `vector.shuffle`, those of a length that g does not
      divide, and those that nothing loads, stores or sums up. What is used in both
      forms is converted.
    - What is no vector, or a whole one, is stored by the first lane alone; so are
      atomic updates. Memory private to a thread is written by each.
    - Of a `segmented` update of elements by indices, neighbouring lanes with one
      element are a run: a ballot says where runs begin, shuffles add up what lanes of
      a run have, and its first lane alone updates. Neighbours have elements that
      follow one another then. The order of a sum within a group is always the same.
    - Where a lane may load, or store, what another lane of the group has stored, or
      store what another loads, lanes wait in between: by `nvvm.bar.warp.sync`, or
      where lanes run in step by `llvm.amdgcn.wave.barrier` and fences.
    - Prefetches are dropped.

    Requires: nothing in the kernel names the lane, as `gpu.thread_id x` does, and
    memory is written by stores of `memref` and `vector` and by atomic updates. Where
    a kernel breaks a requirement, the pass fails and leaves it as it is.

    With `known_block_size = array<i32: 32, 4, 1>`,

    ```mlir
    %x = vector.load %a[%i] : memref<?xf32>, vector<128xf32>
    ```

    becomes

    ```mlir
    %lane = gpu.thread_id  x
    %c4 = arith.constant 4 : index
    %first = arith.muli %lane, %c4 : index
    %j = arith.addi %i, %first : index
    %x = vector.load %a[%j] : memref<?xf32>, vector<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::LLVM::LLVMDialect",
                           "::mlir::NVVM::NVVMDialect",
                           "::mlir::ROCDL::ROCDLDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

def LowerLaneVectorsPass
    : Pass<"spindle-lower-lane-vectors", "::mlir::gpu::GPUFuncOp"> {
  let summary = "make of a lane's vectors what a thread can do";
  let description = [{
    For kernels whose vectors are those of one lane. What upstream's conversion to
    NVVM cannot take, or makes slow, becomes what it can:

    - A load or store under a mask is one of the whole vector where the mask is
      full, and of single elements elsewhere.
    - Gathers and scatters are loads and stores of single elements.
    - Masks, and what changes the shape of a vector, become operations on elements.
    - Loads and stores of vectors say how they are aligned where that is known: of
      an argument by `llvm.align`, which is of the pointer's bytes, and by
      `iter.multiple_of`, which is of an integer; else by numbers in the kernel.
      Aligned ones are one instruction of up to 16 bytes.

    Requires: indices in bounds, as the operations do.

    ```mlir
    %m = vector.create_mask %n : vector<4xi1>
    %x = vector.maskedload %a[%i], %m, %none : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    ```

    becomes

    ```mlir
    %full = arith.cmpi sgt, %n, %c3 : index
    %x = scf.if %full -> (vector<4xf32>) {
      %all = vector.load %a[%i] : memref<?xf32>, vector<4xf32>
    ```

    and so on, element by element.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

def ShortenLaneLoopsPass
    : Pass<"spindle-shorten-lane-loops", "::mlir::gpu::GPUFuncOp"> {
  let summary = "end a lane's loop with its last element";
  let description = [{
    For kernels whose vectors are those of one lane. A loop in which lane l works
    while l < end - i, with a counter i and an end that are the same in all lanes,
    ends at `end` - l instead, and asks nothing in between: that fails in all
    iterations after one in which it does. Left alone are loops in which a lane does
    anything else, or lanes wait for one another.

    ```mlir
    scf.for %i = %begin to %end step %c8 {
      %left = arith.subi %end, %i : index
      %has = arith.cmpi slt, %lane, %left : index
      %j = arith.addi %i, %lane : index
      scf.if %has {
        memref.store %x, %a[%j] : memref<?xf32>
      }
    }
    ```

    becomes

    ```mlir
    %last = arith.subi %end, %lane : index
    scf.for %i = %begin to %last step %c8 {
      %j = arith.addi %i, %lane : index
      memref.store %x, %a[%j] : memref<?xf32>
    }
    ```
  }];
  let statistics = [Statistic<"numLoopsShortened", "loops-shortened",
                              "Loops that end with a lane's last element">];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def UnmaskSumsPass : Pass<"spindle-unmask-sums"> {
  let summary = "add zeros where a mask has nothing to add";
  let description = [{
    A choice by a mask between a sum of integers and what it was before becomes the sum,
    where what is added is 0 outside of the mask: it is made of elements that are loaded by that
    mask, and are 0 elsewhere. So what is behind sees one sum. Floats stay: -0 + 0 is 0.

    ```mlir
    %a = vector.maskedload %m[%i], %mask, %zeros : memref<?xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
    %t = arith.addi %s, %a : vector<4xi32>
    %u = arith.select %mask, %t, %s : vector<4xi1>, vector<4xi32>
    ```

    What uses `%u` uses `%t`.
  }];
}

def DotInstructionsPass
    : Pass<"spindle-dot-instructions", "::mlir::gpu::GPUFuncOp"> {
  let summary = "multiply and add up four bytes by an instruction";
  let description = [{
    For kernels in NVVM. Sums in i32 of products of i8, each with its sign or without
    one, become `nvvm.dot.accumulate.4way`, which adds four products to a number. Sums of
    integers have one value in any order.

    - *Element by element*: two products or more of a sum, as of an unrolled loop, by
      four. The bytes of one number are a word; vectors of four
      bytes are transposed by shuffles of two words each, once for all sums that multiply
      the same ones, and so are bytes in one place of four words.
    - *Neighbours*: where all elements of a vector of sums are only added up in the end,
      through loops and branches, four neighbours of both factors, as they are loaded.
      A multiple of four elements is needed.

    Before, four bytes are loaded as a word where they follow one another, begin at a
    multiple of four, as far as is known, and nothing is written in between.

    Other sums stay: those of a single product, of words or of floats, in other widths than
    32 bits, and products that something else uses.

    ```mlir
    %x = arith.extui %a : vector<4xi8> to vector<4xi32>
    %y = arith.extsi %b : vector<4xi8> to vector<4xi32>
    %p = arith.muli %x, %y : vector<4xi32>
    %s = vector.reduction <add>, %p : vector<4xi32> into i32
    ```

    becomes

    ```mlir
    %d = nvvm.dot.accumulate.4way %a <unsigned>, %b <signed>, %c0_i32 : vector<4xi8>, vector<4xi8>
    ```

    as one of four sums, of which the others are 0.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::vector::VectorDialect"
  ];
}

def FmaInstructionsPass
    : Pass<"spindle-fma-instructions", "::mlir::gpu::GPUModuleOp"> {
  let summary = "multiply and add by an instruction, not by a library";
  let description = [{
    For kernels in NVVM. Calls of `__nv_fmaf` and `__nv_fma`, which upstream makes of
    `math.fma`, become `llvm.intr.fma`. So a kernel that only multiplies and adds
    needs no device library.

    ```mlir
    %s = llvm.call @__nv_fmaf(%a, %b, %c) : (f32, f32, f32) -> f32
    ```

    becomes

    ```mlir
    %s = llvm.intr.fma(%a, %b, %c) : (f32, f32, f32) -> f32
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def UnrollKernelLoopsPass
    : Pass<"spindle-unroll-kernel-loops", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "ask for hot loops of several iterations";
  let description = [{
    For kernels in NVVM or ROCDL. An innermost loop is labelled for LLVM to unroll, by a power
    of two, so that loads of several iterations are under way at once: as far as the
    loop then has `size` instructions at most, by an estimate. LLVM adds a loop for
    the rest. Loops stay of which an iteration loads `enough` registers at once:
    more of them would leave room for fewer warps. Loops in which threads wait for each other stay.

    Says too that a counter does not wrap, by `overflow<nsw>`: kernels have indices of
    as many bits as their numbers need. So LLVM counts addresses in place of numbers.

    ```mlir
    llvm.br ^head(%next, %s : i32, f32)
    ```

    becomes

    ```mlir
    llvm.br ^head(%next, %s : i32, f32) {loop_annotation = #unroll}
    ```

    where `#unroll` is `#llvm.loop_annotation<unroll = <count = 16 : i32>>`.
  }];
  let options = [
    Option<"size", "size", "int64_t", "112",
           "instructions of an unrolled loop, about">,
    Option<"enough", "enough", "int64_t", "16",
           "registers that loads of an iteration fill">,
    Option<"most", "most", "int64_t", "16", "iterations at once">
  ];
  let statistics = [Statistic<"numLoopsUnrolled", "loops-unrolled",
                              "Loops that are to be unrolled">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def FreeRegistersPass
    : Pass<"spindle-free-registers", "::mlir::LLVM::LLVMFuncOp"> {
  let summary = "let blocks have registers for many loads at once";
  let description = [{
    For kernels in NVVM. Of a kernel whose blocks have `threads` threads at most, as
    many blocks are asked for on a multiprocessor as have these threads together.
    By itself NVIDIA's assembler makes room for twice as many or more, for which
    threads have 32 registers, and a loop waits for its first loads before it
    begins the others. With 512 threads, which may have 128 registers each, loads
    of several elements are under way: SpMM takes 44 registers, and 0.36 to 1.0 of the time
    (docs/Benchmarks/gpu-times.md).

    ```mlir
    llvm.func @row(%n: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 4, 1>}
    ```

    becomes

    ```mlir
    llvm.func @row(%n: i32) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 4, 1>, nvvm.minctasm = 4 : i32}
    ```
  }];
  let options = [Option<"threads", "threads", "int64_t", "512",
                        "threads of a multiprocessor that registers are for">];
}

def VersionLaunchesPass
    : Pass<"spindle-version-launches", "::mlir::ModuleOp"> {
  let summary = "launch kernels of 32-bit indices where numbers are small";
  let description = [{
    A kernel that 32 bits do not change gets a copy, in a module in which an index has 32
    bits, and whose parameters are i32 where they were indices. The names of both have
    `_32` at their ends. The host launches that one where all numbers of the launch are at
    most 2^30: the sizes that its function is given, the workers of the grid, which is one
    row of blocks, all indices that are passed, and of each memory the number of elements
    up to its last. The sum of two such numbers is below 2^31. Where a kernel needs it, the
    limit of workers is smaller, down to 2^16, and that of all numbers is 2^26.

    An index of an access may be any sum or product, since it is in the memory. What is
    compared, divided, a loop's bound or converted to a wider integer has to be shown to have
    32 bits, by its range for such a launch: positions, coordinates and lengths of a tensor
    are narrow, and so is what such an access has for an index whenever it is computed. Left
    alone are other kernels, such as those that store the product of two coordinates or look
    up a number that was loaded; those with larger constants, indices in memory, or
    operations that are not known to keep indices modulo 2^32; and memory whose size the
    kernel computes.

    ```mlir
    gpu.launch_func @kernels::@fill blocks in (%blocks, %c1, %c1) threads in (%c1, %c128, %c1) args(%p : memref<f32>, %n : index)
    ```

    becomes

    ```mlir
    scf.if %narrow {
      %n32 = arith.index_cast %n : index to i32
      gpu.launch_func @kernels_32::@fill_32 blocks in (%blocks, %c1, %c1) threads in (%c1, %c128, %c1) args(%p : memref<f32>, %n32 : i32)
    } else {
      gpu.launch_func @kernels::@fill blocks in (%blocks, %c1, %c1) threads in (%c1, %c128, %c1) args(%p : memref<f32>, %n : index)
    }
    ```
  }];
  let dependentDialects = ["::mlir::DLTIDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def AlignLaunchesPass : Pass<"spindle-align-launches", "::mlir::ModuleOp"> {
  let summary = "launch kernels of aligned memory where memory is aligned";
  let description = [{
    For kernels that `spindle-spread-lanes` has not yet rewritten. A kernel whose
    lanes could load or store blocks of up to 16 bytes gets a copy, with `_aligned`
    after its name, that says so: of pointers by `llvm.align`, of sizes and strides
    by `iter.multiple_of`. The host launches the copy where all that it passes is
    so.

    Left alone are kernels to which that makes no difference: rows begin anywhere
    in them, as those of a CSR matrix do, or everything is known to be aligned.

    ```mlir
    gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %stride : index)
    ```

    becomes

    ```mlir
    scf.if %aligned {
      gpu.launch_func @kernels::@copy_aligned blocks in (%n, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %stride : index)
    } else {
      gpu.launch_func @kernels::@copy blocks in (%n, %c1, %c1) threads in (%c32, %c4, %c1) args(%p : memref<f32>, %stride : index)
    }
    ```
  }];
  let statistics = [Statistic<"numKernelsCopied", "kernels-copied",
                              "Kernels that got a copy">];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def CheckKernelsPass : Pass<"spindle-check-kernels", "::mlir::ModuleOp"> {
  let summary = "check that kernels can be compiled";
  let description = [{
    For kernels in NVVM or ROCDL. Fails where a GPU that a `gpu.module` is for is
    none that LLVM knows, or has wavefronts of fewer than 64 lanes, or a function in
    it is declared and not defined, unless it is one of the device library
    (`__nv_expf`, `__ocml_tanh_f32`) and the library is in the toolkit, where
    `gpu-module-to-binary` takes it from: `CUDA_HOME`, `CUDA_ROOT` or `CUDA_PATH`
    names the folder of CUDA's, `ROCM_PATH`, `ROCM_ROOT` or `ROCM_HOME` that of
    ROCm's. With `link` it fails too where the linker for AMD's machine code,
    `llvm/bin/ld.lld`, is not there. Changes nothing.
  }];
  let options = [
    Option<"link", "link", "bool", "false",
           "kernels become machine code, which is linked">
  ];
}

def ConvertLaunchesToCallsPass
    : Pass<"convert-launches-to-calls", "::mlir::ModuleOp"> {
  let summary = "launch kernels by Spindle's runtime";
  let description = [{
    Each `gpu.launch_func` becomes a call of the runtime, `spindle_gpu_launch` of
    Spindle/Runtime/GPU/spindle_gpu.h: the running call, the number of the kernel,
    the grid, the block, the bytes of shared memory that are asked for, and an
    array of pointers to the operands. The running call is one more argument of
    the function, its last; `sparse.launches` names the kernels that
    `spindle_gpu_begin` is to be given before. `spindle-emit-c-entry` makes a C
    function that does so.

    Each `gpu.binary` that is launched from becomes the runtime's description of
    it, of the same name: its objects (cubins, PTX, LLVM bitcode for an emulator),
    each with the GPU that it is for, and the names of the kernels in the order of
    their numbers. The runtime takes the object that fits the GPU.

    Requires: launches in functions of the LLVM dialect, as `gpu-to-llvm` leaves
    them, without streams, tokens and clusters; kernels in a `gpu.binary`, those of
    one function in one; functions that launch and are not called. Ensures: the
    module is as it was where one is missing.

    ```mlir
    llvm.func @clear(%x: !llvm.ptr, %blocks: i64) {
      %one = llvm.mlir.constant(1 : i64) : i64
      %threads = llvm.mlir.constant(128 : i64) : i64
      gpu.launch_func @kernels::@clear blocks in (%blocks, %one, %one) threads in (%threads, %one, %one) : i64 args(%x : !llvm.ptr)
      llvm.return
    }
    ```

    becomes

    ```mlir
    llvm.func @clear(%x: !llvm.ptr, %blocks: i64, %call: !llvm.ptr) attributes {sparse.launches = @kernels} {
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let statistics = [Statistic<"numLaunchesConverted", "launches-converted",
                              "Number of launches converted">];
}

def ReuseWorkspacePass
    : Pass<"spindle-reuse-workspace", "::mlir::func::FuncOp"> {
  let summary = "leave out what a former call with the same structures did";
  let description = [{
    A labelled `scf.forall` in a function's own block that reads no more than how
    sparse tensors are stored, and sizes, and stores into memory that the function
    makes and nothing else writes, does the same in all calls with the same
    structures: as the loops do that `transform.sparse.materialize` makes. Such
    loops go into a branch, and the function has one more argument, which says that
    the memory still has what a former call left there; `sparse.reuses_workspace`
    says that it does. `spindle-allocate-workspace` lets callers keep the memory.

    Values of tensors, dense operands and numbers that are given are no structure.

    Requires: nothing. Ensures: called with false, the function does what it did;
    a function without such loops is as it was.

    ```mlir
    func.func @f(%n: index {sparse.piece = #sparse.piece<"A", part [], dimension 0, size>}, %p: memref<?xi32> {sparse.piece = #sparse.piece<"A", part [], level 1, positions>}, %y: memref<?xi32>) {
      %rows = memref.alloc(%n) : memref<?xi32>
      scf.forall (%i) in (%n) {
        %first = memref.load %p[%i] : memref<?xi32>
        memref.store %first, %rows[%i] : memref<?xi32>
      } {iter.loop = #iter.loop<nest = "searches", dims = ["i"], axis = dense_fixed, kind = spatial, role = level>}
    ```

    becomes

    ```mlir
    func.func @f(%n: index, %p: memref<?xi32>, %y: memref<?xi32>, %is_kept: i1) attributes {sparse.reuses_workspace} {
      %rows = memref.alloc(%n) : memref<?xi32>
      %true = arith.constant true
      %is_new = arith.xori %is_kept, %true : i1
      scf.if %is_new {
        scf.forall (%i) in (%n) {
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"numLoopsReused", "loops-reused",
                              "Number of loops that calls may leave out">];
}

def MergeKernelsPass : Pass<"spindle-merge-kernels", "::mlir::ModuleOp"> {
  let summary = "put all kernels into one module";
  let description = [{
    For kernels in NVVM or ROCDL. Moves what is in each `gpu.module` to the first one, so
    that a program has one image for each GPU. A name that is taken there gets a
    number, and launches follow. What is declared twice stays once.

    Requires: modules with the same attributes but for their names and data
    layouts, whose width of an index is a part of the kernels by then. Ensures: at
    most one `gpu.module`; all of them as they were where their attributes differ.

    ```mlir
    gpu.launch_func @wide::@fill blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    ```

    becomes, where the first module is `@narrow` and has a kernel of that name too,

    ```mlir
    gpu.launch_func @narrow::@fill_0 blocks in (%n, %n, %n) threads in (%n, %n, %n) : i64
    ```
  }];
  let statistics = [Statistic<"numModulesMerged", "modules-merged",
                              "Number of modules moved into another one">];
}

#endif // SPINDLE_TARGET_GPU_PASSES_TD

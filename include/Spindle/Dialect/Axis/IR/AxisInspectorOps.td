//===- AxisInspectorOps.td - orders found in a pattern -----*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_AXIS_IR_AXISINSPECTOROPS_TD
#define SPINDLE_DIALECT_AXIS_IR_AXISINSPECTOROPS_TD

// An inspector reads the arrays of an axis and fills others, of which axes are
// made. `spindle-call-inspectors` hands what its interface names to a function
// of the runtime that is called like it.
class Axis_Inspector<string mnemonic, list<Trait> traits = []>
    : Axis_Op<mnemonic, traits # [
        DeclareOpInterfaceMethods<InspectorOpInterface>]> {
  let hasVerifier = 1;
}

def Axis_Found : MemRefRankOf<[I32, I64], [1]>;

def Axis_WavefrontsOp : Axis_Inspector<"wavefronts", [
    AllTypesMatch<["starts", "order", "rows"]>]> {
  let summary = "finds rows that a serial loop need not run one after the other";
  let description = [{
    A serial loop over the rows of a matrix writes in each what belongs to the
    row, and reads what belongs to the rows that its columns name. Rows of one
    wavefront do not touch what another one of it writes; so these may be run
    in any order, and wavefronts one after the other. The matrix is `axis`,
    whose fibres under the rows hold the columns.

    Row i is in the wavefront after the last one of the rows before it that it
    has as columns, or that have it as a column: these read what belongs to i
    before it is written. So each row reads what it reads in the serial loop,
    on either side of the diagonal. The loop goes from the first row to the
    last or, `backwards`, from the last to the first. Columns that are no row
    belong to none.

    The result is the number of wavefronts. `starts` is where each of them
    begins in `order`, one entry more than there are, and needs room for one
    more than there are rows; `order` has all rows, those of a wavefront in
    ascending order; `rows` has the wavefront of each row. So they are the
    arrays of an axis of rows under one of wavefronts:

    ```mlir
    %count = axis.wavefronts %J into %starts, %order, %of : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
    %W = axis.dense_fixed %count : !axis.axis<dense_fixed>
    %R = axis.sparse_variable %m of %W positions %starts coordinates %order : !axis.axis<dense_fixed>, memref<?xi32>, memref<?xi32> -> !axis.axis<sparse_variable, sorted, unique>
    ```

    It takes time in proportion to rows and columns, on one thread. Memory that
    is too short, positions that descend, a negative column and rows that the
    integers do not count are errors when it runs.

    Rules: (C1) the axis is made by an axis or sparse operation; (C2) it is
    sparse_variable, of integers of 32 or 64 bits, under a root that is
    dense_fixed; (C3) the memory has no layout but the identity.

    ```mlir
    %back = axis.wavefronts %J backwards into %starts, %order, %of : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, UnitAttr:$backwards,
                       Arg<Axis_Found, "", [MemWrite]>:$starts,
                       Arg<Axis_Found, "", [MemWrite]>:$order,
                       Arg<Axis_Found, "", [MemRead, MemWrite]>:$rows);
  let results = (outs Index:$count);
  let assemblyFormat = [{
    $axis (`backwards` $backwards^)? `into` $starts `,` $order `,` $rows
    `:` qualified(type($axis)) `,` type($starts) attr-dict
  }];
  let extraClassDeclaration = [{
    /// See InspectorOpInterface.
    ::llvm::SmallVector<std::string> getFilledNames() {
      return {"starts", "order", "rows"};
    }
  }];
}

def Axis_TileFusionOp : Axis_Inspector<"tile_fusion", [
    AttrSizedOperandSegments,
    AllTypesMatch<["starts", "fusedStarts", "fused", "restStarts", "rest",
                   "escapeStarts", "escapes"]>]> {
  let summary = "finds tiles of rows that a product makes and another one reads";
  let description = [{
    A first loop, the producer, makes `rows` rows of an intermediate. A second
    one, the consumer, goes through rows of its own, and in each reads those of
    the intermediate that its columns name: the coordinates of `axis`. A tile is
    a range of rows of the producer, and those of the consumer that read no
    others: these are fused, and may be run right behind, while the intermediate
    is in the cache. All other rows of the consumer are the rest, which comes
    when all tiles are done, in tiles of its own.

    At first a tile has `tile` rows, 2,048 for 0, or fewer, so that there are
    `workers` of them. One whose memory is larger than `cache` bytes, if these
    are not 0, is halved, again and again, down to one row. The memory is told by
    `bytes`, of six numbers: those that every tile reads; those of an element of
    `axis` with its coordinate; those that the producer reads and writes for a
    row; those of a row that an element of `of`, the pattern of a producer that
    is a sparse product, reads; those of a row of the intermediate; and those
    that the consumer reads and writes for a row.

    Any tiles that are so are right: what a program computes does not depend on
    them. The interpreter has its own.

    Results are the number of tiles and of tiles of the rest, the most rows of
    the producer in one, and how many elements fused rows have. `starts` is where tiles begin in the producer's
    rows, `fused_starts` where they begin in `fused`, which has the consumer's
    rows; `rest_starts` and `rest` are so for the rest. `escapes` has the rows
    of the producer that the rest reads, by tiles, which begin at
    `escape_starts`. `starts` and `escape_starts` need room for one entry more
    than the producer has rows, `fused_starts` for that, too; `rest_starts` for
    one more than the consumer has; `escapes` for the producer's rows, and
    `fused` and `rest` for the consumer's. All of it is the same on any number
    of threads.

    The arrays are those of axes: a row of the producer is a position of the
    first, and none of the consumer's comes twice.

    ```mlir
    %tiles, %rests, %most, %elements = axis.tile_fusion %J rows %n tile %t workers %w cache %c bytes(%b, %b, %b, %b, %b, %b) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
    %T = axis.dense_fixed %tiles : !axis.axis<dense_fixed>
    %P = axis.dense_variable %n of %T positions %starts : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
    %C = axis.dense_variable %m of %T positions %fs : !axis.axis<dense_fixed>, memref<?xi32> -> !axis.axis<dense_variable>
    %R = axis.singleton %m of %C coordinates %fused : (!axis.axis<dense_variable>), memref<?xi32> -> !axis.axis<singleton, unique>
    ```

    Loops that come after the consumer are `further` ones, each of which reads, at
    its columns, the rows that the loop before it makes. A row of such a loop is
    fused into a tile if all that it reads is in rows fused into that tile; all
    others are the loop's rest, which comes when the rest of the loop before is
    done. Each has a pattern, three numbers of bytes: those of an element, of a
    row that it reads and of one that it writes; four arrays, like `fused_starts`,
    `fused`, `rest_starts` and `rest`; and two results: the number of tiles of its
    rest, and how many elements its fused rows have. Tiles are those of the
    producer. `itself` says of the consumer and of each further loop whether a row
    reads, besides those of its columns, the row of its own number.

    ```mlir
    %tiles3, %rests3, %most3, %elements3, %further, %more = axis.tile_fusion %J rows %n tile %t workers %w cache %c bytes(%b, %b, %b, %b, %b, %b) into %starts, %fs, %fused, %rs, %rest, %es, %escapes then(%J2 : !axis.axis<sparse_variable, sorted, unique>) bytes(%b, %b, %b) into(%fs2, %fused2, %rs2, %rest2 : memref<?xi32>, memref<?xi32>, memref<?xi32>, memref<?xi32>) -> index, index : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32> {itself = array<i1: false, true>}
    ```

    It takes time in proportion to rows and elements, and to the logarithm of
    the tile. Memory that is too short, positions that descend, a column that is
    no row of the loop before, nor is a row that is read by its number, and rows
    that the integers do not count are errors when it runs. Source: "Improving Locality in Sparse and Dense Matrix
    Multiplications", algorithm 1.

    Rules: (C1) the axes are made by an axis or sparse operation; (C2) they are
    sparse_variable, of integers of 32 or 64 bits, under a root that is
    dense_fixed; (C3) the memory has no layout but the identity; (C4) there are
    six numbers of bytes; (C5) each further loop has three, four arrays of the
    type of the others, and two results; (C6) `itself` is of all loops but the
    producer.

    ```mlir
    %tiles2, %rests2, %most2, %elements2 = axis.tile_fusion %J rows %n of %K : !axis.axis<sparse_variable, sorted, unique> tile %t workers %w cache %c bytes(%b, %b, %b, %b, %b, %b) into %starts, %fs, %fused, %rs, %rest, %es, %escapes : !axis.axis<sparse_variable, sorted, unique>, memref<?xi32>
    ```
  }];
  let arguments = (ins Axis_AxisType:$axis, Index:$rows,
                       Optional<Axis_AxisType>:$of, Index:$tile,
                       Index:$workers, Index:$cache, Variadic<Index>:$bytes,
                       Arg<Axis_Found, "", [MemWrite]>:$starts,
                       Arg<Axis_Found, "", [MemRead, MemWrite]>:$fusedStarts,
                       Arg<Axis_Found, "", [MemRead, MemWrite]>:$fused,
                       Arg<Axis_Found, "", [MemRead, MemWrite]>:$restStarts,
                       Arg<Axis_Found, "", [MemRead, MemWrite]>:$rest,
                       Arg<Axis_Found, "", [MemRead, MemWrite]>:$escapeStarts,
                       Arg<Axis_Found, "", [MemRead, MemWrite]>:$escapes,
                       Variadic<Axis_AxisType>:$further,
                       Variadic<Index>:$furtherBytes,
                       Arg<Variadic<Axis_Found>, "", [MemRead, MemWrite]>:$furtherFilled,
                       OptionalAttr<DenseBoolArrayAttr>:$itself);
  let results = (outs Index:$tiles, Index:$rests, Index:$most,
                      Index:$elements, Variadic<Index>:$furtherCounts);
  let assemblyFormat = [{
    $axis `rows` $rows (`of` $of^ `:` qualified(type($of)))? `tile` $tile
    `workers` $workers
    `cache` $cache `bytes` `(` $bytes `)` `into` $starts `,` $fusedStarts `,`
    $fused `,` $restStarts `,` $rest `,` $escapeStarts `,` $escapes
    (`then` `(` $further^ `:` qualified(type($further)) `)` `bytes` `(`
    $furtherBytes `)` `into` `(` $furtherFilled `:` type($furtherFilled) `)`
    `->` type($furtherCounts))?
    `:` qualified(type($axis)) `,` type($starts) attr-dict
  }];
  let extraClassDeclaration = [{
    /// See InspectorOpInterface.
    ::llvm::SmallVector<std::string> getFilledNames();
    /// The number of loops besides the producer.
    size_t getNumConsumers() { return 1 + getFurther().size(); }
    /// The columns, where fused rows of tiles start, these, and those of the
    /// rest of one of them.
    ::mlir::Value getPatternOf(size_t consumer);
    ::mlir::Value getFusedStartsOf(size_t consumer);
    ::mlir::Value getFusedOf(size_t consumer);
    ::mlir::Value getRestStartsOf(size_t consumer);
    ::mlir::Value getRestOf(size_t consumer);
    ::mlir::Value getRestsOf(size_t consumer);
    /// Whether rows of it read the row of their own number.
    bool readsItself(size_t consumer) {
      return getItself() && (*getItself())[consumer];
    }
  }];
}

#endif // SPINDLE_DIALECT_AXIS_IR_AXISINSPECTOROPS_TD

// Two products, of which the second one reads rows that the first one makes, in tiles of
// rows: rows of the second come right behind those that they read, while these are in the
// cache, and the rest of them when all tiles are done. Tiles are found in each call, which
// takes as long as some products: right for patterns whose columns lie near their rows, and
// intermediates that are larger than the cache. The order of sums stays.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @row_tiles(%root: !transform.any_op {transform.consumed}) {
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    transform.include @sums_inside failures(propagate) (%coordinates) : (!transform.any_op) -> ()
    // Rows of a tile; 0 is the inspector's own number, of 2,048 or fewer. Tiles that touch
    // more than `cache` bytes are halved; 0 leaves them.
    %rows = transform.tune.knob<"tile"> = 2048 : i64 from options = [0 : i64, 64 : i64, 128 : i64, 256 : i64, 512 : i64, 1024 : i64, 2048 : i64, 4096 : i64, 8192 : i64] -> !transform.param<i64>
    %cache = transform.tune.knob<"cache"> = 0 : i64 from options = [0 : i64, 65536 : i64, 262144 : i64, 524288 : i64, 1048576 : i64, 2097152 : i64, 4194304 : i64] -> !transform.param<i64>
    // 0 runs the same tiles, unfused: all tiles of the first product before those of the
    // second.
    %fuse = transform.tune.knob<"fuse"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %workers = transform.param.constant 8 : i64 -> !transform.param<i64>
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    %tiled = transform.sparse.tile_fuse %nests rows(%rows) cache(%cache) workers(%workers) fuse(%fuse) {where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op

    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op
    transform.include @elementwise failures(propagate) (%positions) : (!transform.any_op) -> ()
    transform.include @fills failures(propagate) (%positions) : (!transform.any_op) -> ()
    // 1 has a tile keep the rows that it makes, and copy those that others read: right
    // where these are few.
    %private = transform.tune.knob<"private"> = 0 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %kept = transform.sparse.take_if %private %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.sparse.keep_in_tiles %kept {where_legal} : !transform.any_op
    transform.include @product_panels failures(propagate) (%positions) : (!transform.any_op) -> ()

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    transform.include @copied_columns failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @registers failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @loads failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @register_tiles failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @columns failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @dense_rows failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.include @streams failures(propagate) (%loops) : (!transform.any_op) -> ()
    transform.yield
  }
}

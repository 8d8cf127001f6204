// Fragments of schedules that work on loops over positions. Each takes the module, and
// finds in it what it changes by what that is. Schedules name a fragment by
// transform.include, in this order. What it may not do to a loop it leaves.
module attributes {transform.with_named_sequence} {
  // Sums may be made in another order; 0 keeps that of the program.
  transform.named_sequence private @any_order(%module: !transform.any_op {transform.readonly}) -> !transform.any_op {
    %reassociate = transform.tune.knob<"reassociate"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %free = transform.sparse.take_if %reassociate %module : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.yield %free : !transform.any_op
  }

  // What is made of an element alone is made beside it.
  transform.named_sequence private @elementwise(%positions: !transform.any_op {transform.readonly}) {
    transform.sparse.fuse_elementwise %positions {where_legal} : !transform.any_op
    transform.yield
  }

  // A function of an element that two nests compute is computed by the first, and what a
  // nest makes of elements for others alone is made where these use it; 0 leaves nests
  // as they are.
  transform.named_sequence private @where_used(%positions: !transform.any_op {transform.readonly}) {
    %inline = transform.tune.knob<"inline"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %taken = transform.sparse.take_if %inline %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.sparse.compute_once %taken {where_legal} : !transform.any_op
    transform.sparse.compute_inline %taken {where_legal} : !transform.any_op
    transform.yield
  }

  // Nests that follow one another do their columns in tiles of so many: one nest after
  // the other for the columns of a tile, which stay in the cache; 0 leaves all columns
  // to each nest. `copied_panels` follows.
  transform.named_sequence private @column_tiles(%positions: !transform.any_op {transform.readonly}) {
    %tile = transform.tune.knob<"column_tile"> = 0 : i64 from options = [0 : i64, 16 : i64, 32 : i64, 64 : i64, 128 : i64] -> !transform.param<i64>
    transform.sparse.fuse_by_rows %positions private(%tile : !transform.param<i64>) {columns, where_legal} : !transform.any_op
    transform.yield
  }

  // A sum begins beside its loop, in a register, and in the same way whether workers
  // share its nest or not.
  transform.named_sequence private @fills(%positions: !transform.any_op {transform.readonly}) {
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op
    transform.yield
  }

  // Iterations that add to the same elements are cut into so many chunks, each of which
  // adds to a copy of its own; 0 makes no copies. Where a sum is to keep its order, that
  // is done to integers, minima and maxima alone. `combined_copies` follows.
  transform.named_sequence private @private_copies(%positions: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    %copies = transform.tune.knob<"copies"> = 0 : i64 from options = [0 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64] -> !transform.param<i64>
    %summed = transform.sparse.match.loops outermost in %free : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_copies %summed copies(%copies) {reassociate, where_legal} : !transform.any_op, !transform.param<i64>
    %combined = transform.sparse.match.loops outermost in %positions : (!transform.any_op) -> !transform.any_op
    transform.sparse.accumulate_in_copies %combined copies(%copies) {where_legal} : !transform.any_op, !transform.param<i64>
    transform.yield
  }

  // As `shared_rows`, so many rows at a time that these stay in the cache; 0 are all at
  // once.
  transform.named_sequence private @tiles_of_rows(%positions: !transform.any_op {transform.readonly}) {
    %byRows = transform.tune.knob<"by_rows"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %shared = transform.sparse.take_if %byRows %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %tile = transform.tune.knob<"tile"> = 4096 : i64 from options = [0 : i64, 256 : i64, 512 : i64, 1024 : i64, 2048 : i64, 4096 : i64, 8192 : i64] -> !transform.param<i64>
    transform.sparse.fuse_by_rows %shared tile(%tile) {where_legal} : !transform.any_op, !transform.param<i64>
    transform.yield
  }

  // Nests that follow one another, as those over parts of a tensor, share workers, each
  // of whom has rows; 0 gives each nest workers of its own. What they store for one
  // another alone is a worker's, for so many rows at a time; 0 keeps it of all rows.
  transform.named_sequence private @shared_rows(%positions: !transform.any_op {transform.readonly}) {
    %byRows = transform.tune.knob<"by_rows"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %shared = transform.sparse.take_if %byRows %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %private = transform.tune.knob<"private"> = 0 : i64 from options = [0 : i64, 1 : i64, 64 : i64, 1024 : i64, 4096 : i64, 16384 : i64] -> !transform.param<i64>
    transform.sparse.fuse_by_rows %shared private(%private : !transform.param<i64>) {where_legal} : !transform.any_op
    transform.yield
  }

  // Copies from one layout to another go by small squares, of which both sides stay in
  // the cache.
  transform.named_sequence private @tiles_of_layouts(%positions: !transform.any_op {transform.readonly}) {
    %columns = transform.sparse.match.loops nest "layout" innermost in %positions : (!transform.any_op) -> !transform.any_op
    %rows = transform.get_parent_op %columns {op_name = "scf.for", allow_empty_results} : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 16 : i64 -> !transform.param<i64>
    %rowTiles, %columnTiles, %rowPoints, %columnPoints = transform.sparse.tile %rows sizes (%size, %size) {where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }

  // What is stored in another order than it is read goes by small squares, too.
  // `turned_squares` follows.
  transform.named_sequence private @transposed_tiles(%positions: !transform.any_op {transform.readonly}) {
    %columns = transform.sparse.match.loops kind spatial axes ["dense_fixed"] innermost strided in %positions : (!transform.any_op) -> !transform.any_op
    %rows = transform.get_parent_op %columns {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %size = transform.param.constant 16 : i64 -> !transform.param<i64>
    %rowTiles, %columnTiles, %rowPoints, %columnPoints = transform.sparse.tile %rows sizes (%size, %size) {where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> (!transform.any_op, !transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }

  // So many columns of the dense operands are taken at a time, and rows are summed up
  // for these; 0 takes all. `copied_panels` follows.
  transform.named_sequence private @panels(%positions: !transform.any_op {transform.readonly}) {
    %panel = transform.tune.knob<"panel"> = 0 : i64 from options = [0 : i64, 16 : i64, 32 : i64, 64 : i64, 128 : i64] -> !transform.param<i64>
    %wide = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction unit_stride in %positions : (!transform.any_op) -> !transform.any_op
    %tiles, %points = transform.sparse.split %wide factor (%panel) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %rows = transform.get_parent_op %tiles {op_name = "scf.for", allow_empty_results} : (!transform.any_op) -> !transform.any_op
    %workers, %part = transform.sparse.split_into_chunks %rows {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %panels, %rowsOfPart = transform.sparse.interchange %part {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }

  // Products of dense operands: so many columns are taken at a time, for all rows of a
  // worker; 0 takes all. Workers divide rows, or with 1 columns, or columns where each
  // would have fewer than `worker_rows` rows. `row_block` rows are taken at a time, for
  // all panels, whose columns are copied for each such block; 0 takes all. Of an operand
  // that lies by columns, `row_panel` rows are, and copied. `copied_columns` follows.
  transform.named_sequence private @product_panels(%positions: !transform.any_op {transform.readonly}) {
    %by_columns = transform.tune.knob<"by_columns"> = 0 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %divided = transform.sparse.take_if %by_columns %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %rows_divided = transform.sparse.match.loops kind spatial axes ["dense_fixed"] outermost holds_reduction in %divided : (!transform.any_op) -> !transform.any_op
    %columns_outside, %rows_inside = transform.sparse.interchange %rows_divided {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %workers_of_columns, %columns_of_worker = transform.sparse.split_into_chunks %columns_outside {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %rows_outside, %columns_inside = transform.sparse.interchange %columns_of_worker {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

    %sums = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %positions : (!transform.any_op) -> !transform.any_op
    %columns = transform.get_parent_op %sums {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %rows = transform.get_parent_op %columns {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %worker_rows = transform.tune.knob<"worker_rows"> = 0 : i64 from options = [0 : i64, 16 : i64, 64 : i64, 256 : i64, 1024 : i64] -> !transform.param<i64>
    %workers, %rows_of_worker = transform.sparse.split_into_chunks %rows least(%worker_rows) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %sums_of_workers = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %positions : (!transform.any_op) -> !transform.any_op
    %columns_of_workers = transform.get_parent_op %sums_of_workers {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %rows_of_workers = transform.get_parent_op %columns_of_workers {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %row_block = transform.tune.knob<"row_block"> = 0 : i64 from options = [0 : i64, 64 : i64, 128 : i64, 256 : i64, 512 : i64, 1024 : i64] -> !transform.param<i64>
    %blocks, %rows_of_block = transform.sparse.split %rows_of_workers factor (%row_block) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %panel = transform.tune.knob<"panel"> = 16 : i64 from options = [0 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64, 64 : i64] -> !transform.param<i64>
    %sums_of_all = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %positions : (!transform.any_op) -> !transform.any_op
    %columns_of_all = transform.get_parent_op %sums_of_all {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %tiles, %points = transform.sparse.split %columns_of_all factor (%panel) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %rows_of_tiles = transform.get_parent_op %tiles {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %panels, %rows_of_panel = transform.sparse.interchange %rows_of_tiles {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %row_panel = transform.tune.knob<"row_panel"> = 0 : i64 from options = [0 : i64, 64 : i64, 128 : i64, 256 : i64, 512 : i64] -> !transform.param<i64>
    %row_tiles, %row_points = transform.sparse.split %rows_of_panel factor (%row_panel) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %panels_of_rows = transform.get_parent_op %row_tiles {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %row_panels, %panels_inside = transform.sparse.interchange %panels_of_rows {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }

  // Blocks, steps, rows become blocks, rows, steps where all rows of a block exist;
  // columns of a dense operand come before steps, too.
  transform.named_sequence private @borders(%positions: !transform.any_op {transform.readonly}) {
    %steps = transform.sparse.match.loops kind reduction axes ["sparse_variable"] in %positions : (!transform.any_op) -> !transform.any_op
    %inside, %border = transform.sparse.separate_borders %steps {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %outer, %inner = transform.sparse.interchange %inside {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %columns, %elements = transform.sparse.interchange %inner {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }

  // Rows that elements are scattered to: no two may add to one at once, so that it is
  // columns that workers divide, in groups; 0 divides none, as where they are few. Chunks
  // with copies of their own have all.
  transform.named_sequence private @shared_columns(%positions: !transform.any_op {transform.readonly}) {
    %share = transform.tune.knob<"share"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %taken = transform.sparse.take_if %share %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %sums = transform.sparse.match.loops kind reduction role level outermost in %taken : (!transform.any_op) -> !transform.any_op
    %found = transform.sparse.match.loops kind spatial axes ["dense_fixed"] innermost unit_stride in %sums : (!transform.any_op) -> !transform.any_op
    %scattering = transform.merge_handles deduplicate %found : !transform.any_op
    transform.foreach %scattering : !transform.any_op {
    ^bb0(%innermost: !transform.any_op):
      // Columns go outside of elements and rows, and those of a worker back into the rows.
      %elements = transform.get_parent_op %innermost {op_name = "scf.for", allow_empty_results} : (!transform.any_op) -> !transform.any_op
      %columns, %elements1 = transform.sparse.interchange %elements {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %rows = transform.get_parent_op %columns {op_name = "scf.for", allow_empty_results} : (!transform.any_op) -> !transform.any_op
      %columns1, %rows1 = transform.sparse.interchange %rows {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %workers, %part = transform.sparse.split_into_chunks %columns1 {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
      %rows2, %part1 = transform.sparse.interchange %part {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    }
    transform.yield
  }

  // Rows of two sections of so many elements and more are cut, so that workers share
  // them; 0 cuts none.
  transform.named_sequence private @sections(%positions: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    %whole = transform.sparse.match.loops kind spatial holds_reduction in %free : (!transform.any_op) -> !transform.any_op
    %sections = transform.tune.knob<"sections"> = 0 : i64 from options = [0 : i64, 1024 : i64, 32768 : i64, 131072 : i64] -> !transform.param<i64>
    transform.sparse.split_rows %whole sections(%sections) {reassociate, where_legal} : !transform.any_op, !transform.param<i64>
    transform.yield
  }

  // Nests over the same rows are one, which does all of them for a row; 0 leaves them as
  // they are.
  transform.named_sequence private @rows_of_nests(%positions: !transform.any_op {transform.readonly}) {
    %byRows = transform.tune.knob<"by_rows"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %taken = transform.sparse.take_if %byRows %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.sparse.fuse_siblings %taken {where_legal} : !transform.any_op
    transform.yield
  }

  // A worker has so many elements, of whatever rows, where these are very uneven; the
  // rows of its elements are searched before, by a worker of one lane for each. 0 leaves
  // each worker rows.
  transform.named_sequence private @element_tiles(%positions: !transform.any_op {transform.readonly}) {
    %elements = transform.tune.knob<"elements"> = 0 : i64 from options = [0 : i64, 8 : i64, 16 : i64, 32 : i64, 64 : i64, 128 : i64] -> !transform.param<i64>
    %rows = transform.sparse.match.loops kind spatial outermost holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %tiles, %inside = transform.sparse.split_elements %rows factor(%elements) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %searches = transform.sparse.materialize %tiles {where_legal} : (!transform.any_op) -> !transform.any_op
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    %bound = transform.sparse.bind %searches to workers lanes(%one) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // On a GPU a block has so many rows of a product of dense operands, in which a lane has
  // sums of all rows in registers; its groups share tiles of columns, each as many as its
  // lanes have vectors for.
  transform.named_sequence private @product_groups(%positions: !transform.any_op {transform.readonly}) {
    %sums = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %positions : (!transform.any_op) -> !transform.any_op
    %columns = transform.get_parent_op %sums {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %tile = transform.tune.knob<"tile"> = 128 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64, 64 : i64, 128 : i64, 256 : i64, 512 : i64] -> !transform.param<i64>
    %tiles, %points = transform.sparse.split %columns factor (%tile) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %rows = transform.get_parent_op %tiles {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %together = transform.tune.knob<"rows"> = 8 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 6 : i64, 8 : i64, 12 : i64] -> !transform.param<i64>
    %of_blocks, %of_lanes = transform.sparse.split %rows factor (%together) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %tiles_outside, %rows_inside = transform.sparse.interchange %of_lanes {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %lanes = transform.tune.knob<"group"> = 32 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64, 64 : i64] -> !transform.param<i64>
    %groups = transform.tune.knob<"per_block"> = 8 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.bind %of_blocks to blocks lanes(%lanes) per_block(%groups) {where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op
    %sums_of_blocks = transform.sparse.match.loops kind reduction axes ["dense_fixed"] innermost in %blocks : (!transform.any_op) -> !transform.any_op
    %columns_of_blocks = transform.get_parent_op %sums_of_blocks {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %rows_of_blocks = transform.get_parent_op %columns_of_blocks {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %tiles_of_blocks = transform.get_parent_op %rows_of_blocks {op_name = "scf.for", allow_empty_results, deduplicate} : (!transform.any_op) -> !transform.any_op
    %shared = transform.sparse.bind %tiles_of_blocks to groups {where_legal} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }

  // On a GPU a worker is a group of so many lanes, which share what is in an
  // iteration of an outermost loop: vectors are spread over them. Where nothing is in
  // one, an iteration is a lane's.
  transform.named_sequence private @groups(%positions: !transform.any_op {transform.readonly}) {
    %lanes = transform.tune.knob<"group"> = 32 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64, 64 : i64] -> !transform.param<i64>
    %rows = transform.sparse.match.loops outermost holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %groups = transform.sparse.bind %rows to workers lanes(%lanes) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %fills = transform.sparse.match.loops nest "fill" outermost holds_loops in %positions : (!transform.any_op) -> !transform.any_op
    %filled = transform.sparse.bind %fills to workers lanes(%lanes) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }

  // As `groups`, of iterations that add to the same elements: these are added to by
  // atomics, in an order that differs from run to run. 0 leaves them as they are. A
  // group has so many elements of a list, one after the other or a lane each, and adds
  // up those of a row first; with 0 elements, each is a lane's.
  transform.named_sequence private @atomic_groups(%positions: !transform.any_op {transform.readonly}, %free: !transform.any_op {transform.readonly}) {
    %atomics = transform.tune.knob<"atomics"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %taken = transform.sparse.take_if %atomics %free : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %lanes = transform.tune.knob<"group"> = 32 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64, 32 : i64, 64 : i64] -> !transform.param<i64>
    %lists = transform.sparse.match.loops kind spatial axes ["sparse_variable"] outermost in %taken : (!transform.any_op) -> !transform.any_op
    %part = transform.tune.knob<"part"> = 128 : i64 from options = [0 : i64, 32 : i64, 64 : i64, 128 : i64, 256 : i64] -> !transform.param<i64>
    %parts, %points = transform.sparse.split %lists factor (%part) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %columns, %ofRow = transform.sparse.interchange %points {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %shared = transform.sparse.bind %parts to workers lanes(%lanes) {atomic, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %rows = transform.sparse.match.loops outermost holds_loops in %taken : (!transform.any_op) -> !transform.any_op
    %groups = transform.sparse.bind %rows to workers lanes(%lanes) {atomic, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %one = transform.param.constant 1 : i64 -> !transform.param<i64>
    %listed = transform.sparse.match.loops outermost innermost in %taken : (!transform.any_op) -> !transform.any_op
    %elements = transform.sparse.bind %listed to workers lanes(%one) {atomic, where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    transform.yield
  }
}

// Sums of stored elements times rows of a dense matrix, as those of SpMM and
// MTTKRP: the columns of the row stay in vector registers while the elements go by,
// and are written once. Right where the dense operands' last dimension is no
// reduction and has a few columns or more; other loops stay as they are. Of dense
// operands that no cache holds, panels of some columns may be copied into one.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @dense_columns(%root: !transform.any_op {transform.consumed}) {
    // Rows, columns, elements: what is summed up is one column's at a time.
    %coordinates = transform.sparse.lower_to_coordinates %root : (!transform.any_op) -> !transform.any_op
    %nests = transform.sparse.match.nests in %coordinates : (!transform.any_op) -> !transform.any_op
    transform.sparse.reorder %nests reductions_last {where_legal} : !transform.any_op

    // A sum begins at zero beside its loop, in a register.
    %positions = transform.sparse.lower_to_positions %coordinates : (!transform.any_op) -> !transform.any_op

    // Fills first: a sum begins in the same way whether workers share its nest or not.
    transform.sparse.fuse_fills %positions {where_legal} : !transform.any_op

    // Nests over parts of a tensor share workers, each of whom has rows; 0 gives each
    // nest workers of its own.
    %byRows = transform.tune.knob<"by_rows"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %shared = transform.sparse.take_if %byRows %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.sparse.fuse_by_rows %shared {where_legal} : !transform.any_op


    // So many columns of the dense operands are copied side by side, and rows are
    // summed up for these; 0 copies none. Each worker has copies for its rows.
    %panel = transform.tune.knob<"panel"> = 0 : i64 from options = [0 : i64, 16 : i64, 32 : i64, 64 : i64, 128 : i64] -> !transform.param<i64>
    %wide = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction unit_stride in %positions : (!transform.any_op) -> !transform.any_op
    %tiles, %points = transform.sparse.split %wide by (%panel) {where_legal} : (!transform.any_op, !transform.param<i64>) -> (!transform.any_op, !transform.any_op)
    %rows = transform.get_parent_op %tiles {op_name = "scf.for", allow_empty_results} : (!transform.any_op) -> !transform.any_op
    %workers, %part = transform.sparse.split_into_chunks %rows {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %panels, %rowsOfPart = transform.sparse.interchange %part {where_legal} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)

    // Sums may be made in another order; 0 keeps that of the program.
    %reassociate = transform.tune.knob<"reassociate"> = 1 : i64 from options = [0 : i64, 1 : i64] -> !transform.param<i64>
    %unordered = transform.sparse.take_if %reassociate %positions : (!transform.param<i64>, !transform.any_op) -> !transform.any_op

    // Rows of two sections of so many elements and more are cut, so that workers share
    // them; 0 cuts none.
    %whole = transform.sparse.match.loops kind spatial holds_reduction in %unordered : (!transform.any_op) -> !transform.any_op
    %sections = transform.tune.knob<"sections"> = 0 : i64 from options = [0 : i64, 1024 : i64, 32768 : i64, 131072 : i64] -> !transform.param<i64>
    transform.sparse.split_rows %whole sections(%sections) {reassociate, where_legal} : !transform.any_op, !transform.param<i64>

    %loops = transform.sparse.lower_to_loops %positions : (!transform.any_op) -> !transform.any_op
    %read = transform.sparse.match.loops kind spatial role tile holds_reduction in %loops : (!transform.any_op) -> !transform.any_op
    %copies = transform.sparse.cache_read %read {where_legal} : (!transform.any_op) -> !transform.any_op

    transform.sparse.accumulate_in_registers %loops {where_legal} : !transform.any_op
    transform.sparse.hoist_loads %loops {where_legal} : !transform.any_op

    %free = transform.sparse.take_if %reassociate %loops : (!transform.param<i64>, !transform.any_op) -> !transform.any_op

    // So many rows whose elements lie side by side share one loop over these; 1
    // takes each for itself.
    %beside = transform.sparse.match.loops kind spatial axes ["dense_fixed"] holds_reduction strided few_iterations in %loops : (!transform.any_op) -> !transform.any_op
    %together = transform.tune.knob<"rows"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64] -> !transform.param<i64>
    %jammed = transform.sparse.unroll_and_jam %beside factor(%together) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    // Several vectors of columns share one loop over the elements.
    %columns = transform.sparse.match.loops kind spatial holds_reduction unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %vectors = transform.tune.knob<"vectors"> = 8 : i64 from options = [1 : i64, 2 : i64, 4 : i64, 8 : i64, 16 : i64] -> !transform.param<i64>
    %blocks = transform.sparse.vectorize %columns interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %copied = transform.sparse.vectorize %copies interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    // So are those that an element adds to as it comes, as in COO, and fills that stay by
    // themselves.
    %others = transform.sparse.match.loops kind spatial role level axes ["dense_fixed"] innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %added = transform.sparse.vectorize %others interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op
    %fills = transform.sparse.match.loops nest "fill" kind spatial role level innermost unit_stride in %loops : (!transform.any_op) -> !transform.any_op
    %filled = transform.sparse.vectorize %fills interleave(%vectors) {where_legal} : (!transform.any_op, !transform.param<i64>) -> !transform.any_op

    // Additions wait for the ones before: a row of few vectors has partial sums of
    // neighbouring elements, but no more sums in all than hide that. 1 makes one sum.
    %sums = transform.sparse.match.loops kind reduction role level axes ["sparse_variable", "sparse_fixed"] innermost in %free : (!transform.any_op) -> !transform.any_op
    %parts = transform.tune.knob<"partial_sums"> = 1 : i64 from options = [1 : i64, 2 : i64, 4 : i64] -> !transform.param<i64>
    %enough = transform.param.constant 8 : i64 -> !transform.param<i64>
    %apart = transform.sparse.rfactor %sums factor(%parts) values(%enough) {reassociate, where_legal} : (!transform.any_op, !transform.param<i64>, !transform.param<i64>) -> !transform.any_op

    // Rows of the dense operand are fetched before they are needed; 0 fetches none.
    %elements = transform.sparse.match.loops kind reduction in %loops : (!transform.any_op) -> !transform.any_op
    %distance = transform.tune.knob<"prefetch"> = 0 : i64 from options = [0 : i64, 4 : i64, 8 : i64, 12 : i64, 16 : i64, 24 : i64] -> !transform.param<i64>
    transform.sparse.prefetch %elements distance(%distance) {where_legal} : (!transform.any_op, !transform.param<i64>) -> ()

    // A result of so many bytes, of which no cache would keep much, is stored past
    // the caches; 0 stores none so.
    %large = transform.tune.knob<"stream"> = 0 : i64 from options = [0 : i64, 1 : i64, 8388608 : i64, 67108864 : i64] -> !transform.param<i64>
    transform.sparse.stream_stores %loops at_least(%large) {where_legal} : (!transform.any_op, !transform.param<i64>) -> ()
    transform.yield
  }
}

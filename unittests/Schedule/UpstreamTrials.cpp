//===- UpstreamTrials.cpp - upstream's operations of schedules, tried -----===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UpstreamTrials.h"

#include "llvm/ADT/SmallVector.h"

using namespace spindle;

/// What follows `//` is part of the message of one that is refused.
static constexpr llvm::StringLiteral kTrials = R"(
arith.constant 1 : index  // schedules are made of, 'transform.*', but got 'arith.constant'
memref.alloc() : memref<1xf32>  // but got 'memref.alloc'
transform.foreach %t : !op { ^bb0(%a: !op): %c = arith.constant 1 : index }  // but got 'arith.constant'
transform.sequence %t : !op failures(propagate) { ^bb0(%a: !op): %b = memref.alloc() : memref<1xf32> }  // to implement TransformOpInterface
transform.apply_patterns.canonicalization  // but got 'transform.apply_patterns.canonicalization'
transform.apply_conversion_patterns.scf.scf_to_control_flow  // but got 'transform.apply_conversion_patterns.scf.scf_to_control_flow'
transform.alternatives %t : !op { ^bb0(%a: !op): }  // without 'transform.alternatives'
transform.alternatives { ^bb0(%a: !op): }  // without 'transform.alternatives'
transform.annotate %t "x" : !op
transform.annotate %t "x" = %p : !op, !par
transform.annotate %t "x" = %np : !op, !par
transform.apply_cse to %t : !op
transform.apply_conversion_patterns to %t { transform.apply_conversion_patterns.scf.scf_to_control_flow } {legal_dialects = ["cf"], illegal_dialects = ["scf"], partial_conversion} : !op
transform.apply_conversion_patterns to %t { transform.apply_conversion_patterns.scf.scf_to_control_flow } {legal_dialects = ["cf"], partial_conversion, preserve_handles} : !op
transform.apply_conversion_patterns to %t { transform.apply_conversion_patterns.scf.structural_conversions } with type_converter { transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter } {legal_dialects = ["cf"]} : !op
transform.apply_conversion_patterns to %t { transform.apply_conversion_patterns.scf.structural_conversions } : !op
transform.apply_conversion_patterns to %t { transform.apply_conversion_patterns.func.func_to_llvm } with type_converter { transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter } {legal_dialects = ["llvm"], partial_conversion} : !op
transform.apply_conversion_patterns to %t { transform.apply_conversion_patterns.dialect_to_llvm "memref" } with type_converter { transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter } {legal_dialects = ["llvm"], partial_conversion} : !op
transform.apply_conversion_patterns to %t { transform.apply_conversion_patterns.dialect_to_llvm "nonsense" } with type_converter { transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter } {legal_dialects = ["llvm"], partial_conversion} : !op  // unknown dialect
transform.apply_conversion_patterns to %t { transform.apply_conversion_patterns.dialect_to_llvm "sparse" } with type_converter { transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter } {legal_dialects = ["llvm"], partial_conversion} : !op  // does not implement ConvertToLLVMPatternInterface
transform.apply_conversion_patterns to %t { transform.apply_conversion_patterns.vector.vector_to_llvm } with type_converter { transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter } {legal_dialects = ["llvm"], partial_conversion} : !op
transform.apply_conversion_patterns to %t { transform.apply_conversion_patterns.vector.vector_to_llvm } with type_converter { transform.apply_conversion_patterns.memref.memref_to_llvm_type_converter {index_bitwidth = 1, data_layout = "nonsense"} } {legal_dialects = ["llvm"], partial_conversion} : !op  // expected a data layout
transform.apply_dce to %t : !op
transform.apply_patterns to %t {} : !op
transform.apply_patterns to %t {} {apply_cse, max_iterations = 0, max_num_rewrites = 0} : !op
transform.apply_licm to %t : !op
transform.apply_registered_pass "canonicalize" to %t : (!op) -> !op
transform.apply_registered_pass "cse" with options = {"x" = 1} to %t : (!op) -> !op
transform.apply_registered_pass "no-such-pass" to %t : (!op) -> !op
transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = %np} to %t : (!op, !par) -> !op
transform.cast %t : !op to !transform.op<"scf.for">
transform.collect_matching @takes_anything in %t : (!op) -> (!op)
transform.debug.emit_param_as_remark %p : !par
transform.debug.emit_param_as_remark %p, "x" at %t : !par, !op
transform.debug.emit_param_as_remark %np at %t : !par, !op
transform.debug.emit_remark_at %t, "x" : !op
transform.debug.emit_remark_at %v, "x" : !val
transform.foreach %t : !op { ^bb0(%a: !op): }
transform.foreach %t, %v : !op, !val { ^bb0(%a: !op, %b: !val): }
transform.foreach %t, %v with_zip_shortest : !op, !val { ^bb0(%a: !op, %b: !val): }
transform.foreach %t, %p : !op, !par -> !op { ^bb0(%a: !op, %b: !par): transform.yield %a : !op }
transform.foreach_match in %t @takes_anything -> @does_nothing : (!op) -> !op
transform.foreach_match restrict_root in %t @takes_anything -> @does_nothing : (!op) -> !op
transform.func.cast_and_call @f(%v) -> %v before %t : (!op, !val, !val) -> !op
transform.func.cast_and_call %t before %t : (!op, !op) -> !op
transform.func.cast_and_call %t(%v) -> %v after %t : (!op, !val, !val, !op) -> !op
transform.func.cast_and_call @loops before %t : (!op) -> !op
transform.func.cast_and_call @nullary before %t : (!op) -> !op
transform.func.cast_and_call @nullary after %t : (!op) -> !op
transform.func.deduplicate_func_args @twice at %t : (!op) -> (!op, !op)
transform.func.deduplicate_func_args @unknown at %t : (!op) -> (!op, !op)
transform.func.replace_func_signature @twice args_interchange = [1, 0] results_interchange = [] at %t {adjust_func_calls} : (!op) -> (!op, !op)
transform.func.replace_func_signature @twice args_interchange = [0, 0] results_interchange = [] at %t : (!op) -> (!op, !op)
transform.func.replace_func_signature @twice args_interchange = [7, -1] results_interchange = [] at %t : (!op) -> (!op, !op)
transform.func.replace_func_signature @unknown args_interchange = [] results_interchange = [] at %t : (!op) -> (!op, !op)
transform.get_consumers_of_result %t[0] : (!op) -> !op
transform.get_consumers_of_result %t[7] : (!op) -> !op
transform.get_consumers_of_result %t[-1] : (!op) -> !op  // to have a number of at least 0 but got -1
transform.get_defining_op %v : (!val) -> !op
transform.get_defining_op %o : (!val) -> !op
transform.get_parent_op %t : (!op) -> !op
transform.get_parent_op %t {nth_parent = 9} : (!op) -> !op
transform.get_parent_op %t {isolated_from_above} : (!op) -> !op
transform.get_parent_op %t {op_name = "builtin.module", deduplicate} : (!op) -> !op
transform.get_parent_op %t {allow_empty_results, op_name = "scf.for"} : (!op) -> !op
transform.get_producer_of_operand %t[0] : (!op) -> !op
transform.get_producer_of_operand %t[7] : (!op) -> !op
transform.get_producer_of_operand %t[-1] : (!op) -> !op  // to have a number of at least 0 but got -1
transform.get_operand %t[all] : (!op) -> !val
transform.get_operand %t[0] : (!op) -> !val
transform.get_operand %t[7] : (!op) -> !val
transform.get_operand %t[-9] : (!op) -> !val
transform.get_operand %t[except(0)] : (!op) -> !val
transform.get_result %t[all] : (!op) -> !val
transform.get_result %t[0] : (!op) -> !val
transform.get_result %t[7] : (!op) -> !val
transform.get_result %t[-9] : (!op) -> !val
transform.get_result %t[except(0)] : (!op) -> !val
transform.get_type %v : (!val) -> !par
transform.get_type elemental %v : (!val) -> !par
transform.get_type elemental %o : (!val) -> !par
transform.include @included failures(propagate) (%t) : (!op) -> ()
transform.include @included failures(suppress) (%t) : (!op) -> ()
transform.match.operation_empty %t : !op
transform.match.operation_name %t ["scf.for"] : !op
transform.match.param.cmpi eq %p, %p : !par
transform.match.param.cmpi eq %p, %np : !par
transform.match.param.cmpi lt %p, %s : !par
transform.match.param.cmpi lt %p, %p32 : !par
transform.match.param.cmpi lt %index, %p : !par
transform.match.param.cmpi ge %s, %s : !par
transform.merge_handles %t, %t : !op
transform.merge_handles deduplicate %t, %t : !op
transform.merge_handles deduplicate %v, %v : !val
transform.merge_handles deduplicate %p, %p : !par
transform.num_associations %t : (!op) -> !par
transform.num_associations %v : (!val) -> !par
transform.num_associations %p : (!par) -> !transform.param<i1>  // to match the parameter type
transform.num_associations %p : (!par) -> !transform.param<f32>  // only supports integer types
transform.num_associations %p : (!par) -> !transform.type  // expected type attribute
transform.split_handle %t : (!op) -> (!op, !op)
transform.split_handle %t : (!op) -> !op
transform.split_handle %t : (!op) -> ()
transform.split_handle %t {overflow_result = 1} : (!op) -> (!op, !op, !op)  // to fail on an empty handle
transform.split_handle %t {overflow_result = 7} : (!op) -> (!op, !op)  // not a valid result index
transform.split_handle %t {overflow_result = -1} : (!op) -> (!op, !op)  // not a valid result index
transform.split_handle %t {pass_through_empty_handle = false} : (!op) -> (!op, !op)
transform.split_handle %t {fail_on_payload_too_small = false} : (!op) -> (!op, !op, !op, !op, !op, !op, !op, !op)
transform.split_handle %t {fail_on_payload_too_small = false, overflow_result = 2} : (!op) -> (!op, !op, !op, !op, !op, !op, !op, !op)  // to fail on fewer operations
transform.split_handle %v {fail_on_payload_too_small = false} : (!val) -> (!val, !val)
transform.param.constant 1 : i64 -> !transform.param<i32>
transform.print %t : !op
transform.print
transform.print %t {use_local_scope, skip_regions, assume_verified} : !op
transform.replicate num(%t) %t : !op, !op
transform.replicate num(%t) %p : !op, !par
transform.replicate num(%t) %v : !op, !val  // to take operations or parameters
transform.select "scf.for" in %t : (!op) -> !op
transform.sequence %t : !op failures(propagate) { ^bb0(%a: !op): }
transform.sequence %t, %v : !op, !val failures(suppress) { ^bb0(%a: !op, %b: !val): }
transform.verify %t : !op
transform.loop.coalesce %t : (!op) -> !op
transform.loop.coalesce %for : (!transform.op<"scf.for">) -> !transform.op<"scf.for">
transform.loop.forall_to_for %t : (!op) -> !op
transform.loop.forall_to_for %t : (!op) -> ()
transform.loop.forall_to_for %t : (!op) -> (!op, !op, !op)
transform.loop.forall_to_parallel %t : (!op) -> !op
transform.loop.forall_to_parallel %t : (!op) -> ()
transform.loop.forall_to_parallel %t : (!op) -> (!op, !op)
transform.loop.parallel_for_to_nested_fors %t : (!op) -> !op
transform.loop.parallel_for_to_nested_fors %t : (!op) -> ()
transform.loop.fuse_sibling %t into %t : (!op, !op) -> !op
transform.loop.fuse_sibling %t into %loops : (!op, !op) -> !op
transform.loop.fuse_sibling %loops into %t : (!op, !op) -> !op
transform.loop.hoist_loop_invariant_subsets %t : !op
transform.loop.outline %for {func_name = "f"} : (!transform.op<"scf.for">) -> (!op, !op)
transform.loop.outline %t {func_name = "f"} : (!op) -> (!op, !op)  // to take a handle of loops
transform.loop.outline %t {func_name = "loops"} : (!op) -> (!op, !op)  // to take a handle of loops
transform.loop.outline %t {func_name = ""} : (!op) -> (!op, !op)  // to take a handle of loops
transform.loop.peel %for : (!transform.op<"scf.for">) -> (!op, !op)
transform.loop.peel %for {peel_front = true} : (!transform.op<"scf.for">) -> (!op, !op)  // expected 'transform.sparse.peel' with 'first'
transform.loop.peel %for {fail_if_already_divisible = true} : (!transform.op<"scf.for">) -> (!op, !op)
transform.loop.pipeline %for : (!transform.op<"scf.for">) -> !op
transform.loop.pipeline %for {iteration_interval = 0, read_latency = 0} : (!transform.op<"scf.for">) -> !op  // 'iteration_interval' of at least 1
transform.loop.pipeline %for {iteration_interval = -1, read_latency = -1} : (!transform.op<"scf.for">) -> !op  // 'iteration_interval' of at least 1
transform.loop.pipeline %for {iteration_interval = 1, read_latency = 3} : (!transform.op<"scf.for">) -> !op
transform.loop.promote_if_one_iteration %t : !op
transform.loop.unroll %t {factor = 2} : !op  // expected 'transform.sparse.unroll'
transform.loop.unroll %t {factor = 1099511627776} : !op  // expected 'transform.sparse.unroll'
transform.loop.unroll_and_jam %t {factor = 2} : !op  // expected 'transform.sparse.unroll_and_jam'
transform.loop.unroll_and_jam %t {factor = 1099511627776} : !op  // expected 'transform.sparse.unroll_and_jam'
transform.memref.alloca_to_global %alloca : (!transform.op<"memref.alloca">) -> (!op, !op)
transform.memref.erase_dead_alloc_and_stores %t : (!op) -> ()
transform.memref.make_loop_independent %t {num_loops = 1} : (!op) -> !op
transform.memref.make_loop_independent %t {num_loops = 9} : (!op) -> !op
transform.memref.make_loop_independent %t {num_loops = -1} : (!op) -> !op
transform.memref.multibuffer %alloc {factor = 2} : (!transform.op<"memref.alloc">) -> !op
transform.memref.multibuffer %alloc {factor = 2, skip_analysis} : (!transform.op<"memref.alloc">) -> !op
transform.scf.take_assumed_branch %t : (!op) -> ()
transform.scf.take_assumed_branch %t take_else_branch : (!op) -> ()
transform.tune.knob<"k"> = 2 from options = [1, 2] -> !par
transform.tune.knob<"k"> = "a" from options = ["a"] -> !transform.param<i64>
transform.tune.knob<"k"> options = [1, 2] -> !par
transform.tune.alternatives<"a"> selected_region = 0 { transform.yield } , { transform.yield }
transform.tune.alternatives<"a"> { transform.yield } , { transform.yield }
transform.tune.alternatives<"a"> selected_region = %p : !par { transform.yield } , { transform.yield }
transform.tune.alternatives<"a"> selected_region = %np : !par { transform.yield } , { transform.yield }
transform.tune.alternatives<"a"> selected_region = %s : !par { transform.yield } , { transform.yield }
transform.tune.alternatives<"a"> selected_region = %big : !par { transform.yield } , { transform.yield }
transform.tune.alternatives<"a"> selected_region = 7 { transform.yield } , { transform.yield }  // has only 2 regions
transform.tune.alternatives<"a"> selected_region = -1 { transform.yield } , { transform.yield }  // has only 2 regions
transform.split_handle %t {pass_through_empty_handle = false, overflow_result = 1} : (!op) -> (!op, !op, !op)
)";

std::vector<UpstreamTrial> spindle::getUpstreamTrials() {
  std::vector<UpstreamTrial> trials;
  llvm::SmallVector<llvm::StringRef> lines;
  kTrials.split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef line : lines) {
    auto [operation, refusal] = line.split("  // ");
    trials.push_back({operation.str(), refusal.str()});
  }
  return trials;
}

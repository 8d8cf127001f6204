//===- TransformOpsBase.td - what schedules are made of ----*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TRANSFORMOPS_TRANSFORMOPSBASE_TD
#define SPINDLE_TRANSFORMOPS_TRANSFORMOPSBASE_TD

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// An operation `transform.sparse.<mnemonic>`. Those that give new handles for
/// what they replace have the trait FunctionalStyleTransformOpTrait besides,
/// those that only match NavigationTransformOpTrait.
class Spindle_TransformOp<string mnemonic, list<Trait> traits = []>
    : Op<Transform_Dialect, "sparse." # mnemonic,
         [MemoryEffectsOpInterface,
          DeclareOpInterfaceMethods<TransformOpInterface>] # traits> {
  let cppNamespace = "::spindle::transform_ops";
}

/// May change the program: its class has `applyStep`, which is watched.
def ScheduleStepTrait : NativeOpTrait<"ScheduleStepTrait"> {
  let cppNamespace = "::spindle::transform_ops";
}

/// An operation that may change the program.
class Spindle_ScheduleStep<string mnemonic, list<Trait> traits>
    : Op<Transform_Dialect, "sparse." # mnemonic,
         [MemoryEffectsOpInterface, TransformOpInterface,
          ScheduleStepTrait] # traits> {
  let cppNamespace = "::spindle::transform_ops";
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure
    applyStep(::mlir::transform::TransformRewriter &rewriter,
              ::mlir::transform::TransformResults &results,
              ::mlir::transform::TransformState &state);
  }];
}

/// Changes what its handles name and keeps them all valid.
def InPlaceTransformOpTrait : NativeOpTrait<"InPlaceTransformOpTrait"> {
  let cppNamespace = "::spindle::transform_ops";
}

/// Gives new handles for what its handles name; reads parameters.
def ReplacingTransformOpTrait : NativeOpTrait<"ReplacingTransformOpTrait"> {
  let cppNamespace = "::spindle::transform_ops";
}

#endif // SPINDLE_TRANSFORMOPS_TRANSFORMOPSBASE_TD

//===- SparsityOpInterfaces.td - what zeros do -------------*- tablegen -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_DIALECT_TESA_IR_SPARSITYOPINTERFACES_TD
#define SPINDLE_DIALECT_TESA_IR_SPARSITYOPINTERFACES_TD

include "mlir/IR/OpBase.td"

def SparsityOpInterface : OpInterface<"SparsityOpInterface"> {
  let description = [{
    An operation through which facts about single elements of tensors travel
    (SparTA, section 3.2). An operation without it, for which the propagation
    has no rule of its own, has results of which nothing is known, and needs
    each element of its operands. A dialect that is not ours gives one by an
    external model. Such an operation does nothing but compute its results.

    A mask has the shape of its operand or result. What is not a tensor of
    numbers with a static shape has a mask without dimensions that is not read.
    More facts about operands never lead to fewer about results, nor the other
    way round.
  }];
  let cppNamespace = "::spindle::tesa";
  let methods = [
    InterfaceMethod<[{
        Adds to `results`, a mask for each result, the elements that are 0 if
        those of `operands` are.
      }], "void", "inferZeros",
      (ins "::llvm::ArrayRef<::spindle::Mask>":$operands,
           "::llvm::MutableArrayRef<::spindle::Mask>":$results)>,
    InterfaceMethod<[{
        Adds to `operands`, a mask for each operand, the elements that have no
        effect on elements of results outside `dead`, if the elements of `zeros`
        are 0 and stay so: whether they are what they are or 0 makes no
        difference, even if all of them become 0 at once.
      }], "void", "inferDead",
      (ins "::llvm::ArrayRef<::spindle::Mask>":$zeros,
           "::llvm::ArrayRef<::spindle::Mask>":$dead,
           "::llvm::MutableArrayRef<::spindle::Mask>":$operands)>,
    InterfaceMethod<[{
        Sets `results`, for each result, to what is known of its numbers if that
        of `operands` is. Without it nothing is.
      }], "void", "inferNumbers",
      (ins "::llvm::ArrayRef<::spindle::Numbers>":$operands,
           "::llvm::MutableArrayRef<::spindle::Numbers>":$results), "", "return;">,
    InterfaceMethod<[{
        Sets `operands`, for each operand, to what is known of its numbers if
        that of `results` is, which are some of them.
      }], "void", "inferNumbersBackward",
      (ins "::llvm::ArrayRef<::spindle::Numbers>":$results,
           "::llvm::MutableArrayRef<::spindle::Numbers>":$operands), "", "return;">,
    InterfaceMethod<[{
        Whether what the others say holds for operands that are infinite or not
        a number, too: of a product it does not, since infinity times 0 is not
        0. Where it does not, nothing is known in strict mode.
      }], "bool", "isStrict", (ins), "", "return false;">];
}

#endif // SPINDLE_DIALECT_TESA_IR_SPARSITYOPINTERFACES_TD

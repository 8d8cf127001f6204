//===- SparseTexts.cpp - rules of tensors and buffers ---------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleTexts.h"

using namespace spindle;

static constexpr RuleText kSparseTexts[] = {
    {"sparse C1", "reports, options and files call the operand by this name",
     "write a string that is not empty, or leave the attribute out"},
    {"sparse C2", "the names say which dimensions have equal sizes",
     "write an array with one string for each dimension of the tensor"},
    {"sparse C3", "dimensions of one name have one size in every run",
     "rename one of them, or correct its size"},
    {"sparse C4",
     "callers read here whether old values are used, and whether they change",
     "write \"read\", \"write\" or \"update\""},
    {"sparse C5", "callers rely on such a tensor to stay as it is",
     "declare it \"update\", or \"write\" where its old values are not used"},
    {"sparse C6", "its old values are not defined",
     "fill it by 'sparse.fill' first, or declare it \"update\""},
    {"sparse C7, sparse C8",
     "passes write such attributes, and others would go unread",
     "remove the attribute, write what the error names, or choose a name "
     "without the prefix 'sparse.'"},
    {"sparse C9", "the levels are passed once, with the tensor that has them",
     "name another tensor argument of the same shape and format, without "
     "'sparse.structure_of' of its own"},
    {"sparse C10", "a model leaves open how its tensors are stored",
     "give a builtin tensor a format of its rank, or one of matrices to a "
     "larger one; a tensor of Spindle's has its own in its type"},
    {"!sparse.buffer C1, !sparse.tensor C1",
     "arithmetic, files and generated code know these types",
     "use one of them, as f32, f64 or i32"},
    {"!sparse.buffer C2",
     "an element that is not stored reads as the fill value",
     "write a number of the element type, or of its real part"},
    {"!sparse.tensor C2",
     "the levels of a format store coordinates of all dimensions",
     "correct the shape, or use a format of that rank"},
    {"!sparse.tensor C3",
     "there is no code yet that stores elements in such levels",
     "use one of the formats in docs/Formats.md"},
    {"#sparse.piece C1",
     "they count the arrays and dimensions of a tensor, from 0",
     "remove the attribute, which passes write"},
    {"sparse.unpack C1",
     "the format says which levels there are and what each stores",
     "give the results the types that the error names"},
    {"sparse.unpack C2, sparse.with_values C1, sparse.parts C2, "
     "sparse.convert C1, sparse.generic C8",
     "what a tensor stores is known of arguments, and of tensors that are "
     "made from them",
     "use an argument or the result of such an operation itself, not a value "
     "that is chosen at run time or that a call gives"},
    {"sparse.unpack C3, sparse.parts C3",
     "tensors of one structure have the same axes, which are made once",
     "add 'on' with the axes or parts of the tensor that has the structure, "
     "and only to a tensor that shares one"},
    {"sparse.unpack C4, sparse.with_values C3, sparse.parts C4, "
     "sparse.compose C2",
     "values belong to elements of the whole structure",
     "pass all axes or parts that one operation gives of that tensor, in "
     "their order"},
    {"sparse.with_values C2", "only the values are other ones",
     "give the result the tensor's shape and format, and the element type of "
     "the values"},
    {"sparse.pack C1",
     "a dense tensor has a dimension for each axis, from 0 on",
     "allocate the values on the axes of dense dimensions alone"},
    {"sparse.pack C2", "the elements are those of the values, by reference",
     "give the result the type that the error names"},
    {"sparse.parts C1, sparse.compose C1",
     "the composite format says which parts there are",
     "give one tensor for each of them, of the type that the error names"},
    {"sparse.convert C2", "only the format changes",
     "give the result the tensor's shape and element type, and change "
     "elements by a 'sparse.generic'"},
    {"sparse.convert C3",
     "the caller owns the tensors, so that they have to be made in every run, "
     "and nothing else is returned with them",
     "move the conversion to the first block, and return tensors alone"},
    {"sparse.convert C4",
     "a function that converts calls the runtime and has no loops",
     "put what is computed into another function"},
    {"sparse.convert C5", "the caller frees each tensor that is returned",
     "return results of 'sparse.convert', each of them once"},
    {"sparse.bind C3, sparse.alloc C3, sparse.splat C3",
     "positions of a variable axis are counted through all its ancestors, and "
     "replace the dimensions of these alone",
     "list it directly below its ancestors, and other axes after it"},
    {"sparse.bind C4, sparse.alloc C4, sparse.splat C4",
     "the axes say which storage dimensions there are, and which have a "
     "static width",
     "give memory and buffer the shape that the error names"},
    {"sparse.bind C5, sparse.splat C5, sparse.load C7, sparse.store C7, "
     "sparse.accumulate C7, sparse.fill C1",
     "an access does not convert values",
     "convert the value, as by 'arith.extf', or change the buffer's element "
     "type"},
    {"sparse.alloc C5",
     "the memory is made once, and freed where the function returns or a loop "
     "ends",
     "move the operation out of branches"},
    {"sparse.alloc C6",
     "a worker has one workspace for all of its iterations, of a size that is "
     "known before",
     "make the axis before the nests and loops"},
    {"sparse.splat C6", "it has no memory to write to",
     "use an argument or 'sparse.alloc'"},
    {"sparse.load C1, sparse.store C1, sparse.accumulate C1, sparse.fill C2",
     "where elements lie is read from the operation that makes the buffer",
     "use the result of 'sparse.unpack', 'sparse.bind' or 'sparse.alloc' "
     "itself"},
    {"sparse.load C2, sparse.store C2, sparse.accumulate C2",
     "a direct access names a slot of the storage, and a look-up an element "
     "by its coordinates",
     "give as many as the error names, or use the other form"},
    {"sparse.load C3, sparse.store C3, sparse.accumulate C3",
     "a site is a position on one axis, and means nothing on another",
     "use the site that the nest gives on that axis, or look the element up "
     "by coordinates"},
    {"sparse.load C4, sparse.store C4, sparse.accumulate C4",
     "sites under different positions of one axis name no element",
     "use sites of one run of a nest, or look the element up by coordinates"},
    {"sparse.load C5, sparse.store C5, sparse.accumulate C5",
     "a look-up that writes finds one element for its coordinates",
     "access the elements at sites of a nest, or use a format with unique "
     "coordinates, as csr"},
    {"sparse.load C6, sparse.store C6, sparse.accumulate C6",
     "a site is not a number",
     "use sites alone after 'at', indices alone after 'at positions', and "
     "indices as coordinates"},
    {"sparse.load C8", "a direct access names an element that is stored",
     "leave 'found' and 'any' out, or look the element up by coordinates"},
    {"sparse.alloc C7, sparse.store C8, sparse.accumulate C13, "
     "sparse.fill C3, sparse.generic C15",
     "elements of i4 share bytes, and workers that write to one byte undo what "
     "the other one did",
     "write elements of i8"},
    {"sparse.load C9", "each coordinate is asked for or not, once",
     "write 'any' among the coordinates"},
    {"sparse.accumulate C8",
     "'argmin' and 'argmax' keep a value and a number of where it was found",
     "give them two values and two buffers, the second of integers or index, "
     "and other kinds one"},
    {"sparse.accumulate C9", "the value and its number are of one element",
     "make both buffers on the same axes"},
    {"sparse.dim C1", "sizes are those of a function's arguments",
     "use an argument, a part of one, or what has the structure of one"},
    {"sparse.dim C2, sparse.expect_range C1", "dimensions are counted from 0",
     "name one that the tensor has"},
    {"sparse.generic C1",
     "a map says which dimension of the loops each dimension of a tensor is",
     "give one map for each operand, over as many dimensions as there are "
     "kinds, with a different one for each of the tensor's; inputs that are "
     "read by coordinates may have sums of them"},
    {"sparse.generic C2",
     "one loop runs over the dimension for all operands, and reads at sums "
     "are inside of the tensor or have a border",
     "correct the size, or the map, or say 'borders'"},
    {"sparse.generic C3", "the body runs for the elements of the driver",
     "name one of the operands, or leave 'driver' out to run for all "
     "coordinates"},
    {"sparse.generic C4",
     "other sparse tensors are looked up by coordinates, so that no loop is "
     "made of theirs",
     "have a dense tensor with this dimension, or a driver that has it"},
    {"sparse.generic C5",
     "the body takes elements of the inputs, and gives those of the outputs",
     "give the block an argument for each input, then none or an index for "
     "each dimension, and yield a value for each output"},
    {"sparse.generic C6",
     "each output is combined in one way, or all are overwritten",
     "give a kind for each output, one for the two of 'argmin' and 'argmax', "
     "or none at all"},
    {"sparse.generic C9", "where elements of a result are is not computed",
     "make it dense, or an argument with 'sparse.structure_of' the driver"},
    {"sparse.generic C10",
     "an element is in one of the parts, and a look-up would search all",
     "make it the driver, or store it in a format of levels, as csr"},
    {"sparse.generic C11", "the value and its number are of one element",
     "give the second output 'sparse.structure_of' the first, and both one "
     "map"},
    {"sparse.generic C13",
     "a border is read where a sum is outside of the tensor, in place of an "
     "element",
     "give one for each input, 'none' where its map has no sum, of the type of "
     "the elements or, where these are complex, of their real part"},
    {"sparse.generic C14",
     "what one run of the body writes, no other may overwrite",
     "write at dimensions, or at a sum as '4 * i + r' where r is below 4"},
    {"sparse.generic C12",
     "elements of a composite driver come part by part, so that no run is the "
     "last",
     "read a copy of an output, say 'combine [add]' or another kind, or store "
     "the driver in a format of levels, as csr"},
};

llvm::ArrayRef<RuleText> spindle::getSparseTexts() { return kSparseTexts; }

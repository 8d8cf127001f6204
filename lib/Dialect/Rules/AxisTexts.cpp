//===- AxisTexts.cpp - rules of axes and nests ----------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleTexts.h"

using namespace spindle;

static constexpr RuleText kAxisTexts[] = {
    {"axis.extent C1, axis.size C1, axis.length C1, axis.start C1, "
     "axis.position C1, axis.coordinate C1, axis.parent C1, axis.occupied C1, "
     "axis.locate C1, axis.wavefronts C1, axis.tile_fusion C1, "
     "axis.dense_fixed C2, axis.dense_variable C3, "
     "axis.sparse_fixed C3, axis.sparse_variable C3, sparse.bind C1, "
     "sparse.alloc C1, sparse.splat C1, iter.nest C3",
     "the arrays and parents of an axis are read from the operation that "
     "makes it",
     "use the result of an axis operation or of 'sparse.unpack' itself, not "
     "an argument or a value that is chosen at run time; a callee takes a "
     "tensor "
     "and unpacks it"},
    {"axis.dense_fixed C1, axis.dense_variable C1, axis.sparse_fixed C1, "
     "axis.sparse_variable C1, axis.singleton C1, axis.product C1, "
     "axis.occupancy C1",
     "each constructor makes axes of one kind, which the type repeats",
     "write the operation's kind in the type of its result, or use the "
     "constructor of the type's kind"},
    {"axis.dense_fixed C3, axis.sparse_fixed C6",
     "they say how many cells of a fibre exist, which differs from one "
     "position of a parent to the next, and 'lengths' say all of it",
     "give the axis a parent, and either 'lengths' or the others"},
    {"axis.dense_fixed C4",
     "a cut depends on one coordinate above the fibre, which is known where "
     "each axis up to it has one parent",
     "give 'cut' with 'by', and have 'by' name the parent or an ancestor that "
     "has coordinates"},
    {"axis.dense_fixed C5, axis.sparse_fixed C4, axis.singleton C5, "
     "axis.occupancy C4",
     "the array is indexed as values on these axes are, by an index for each "
     "storage dimension of their layout",
     "give the array the shape of that layout"},
    {"axis.dense_fixed C6, axis.dense_variable C5, axis.sparse_fixed C5, "
     "axis.sparse_variable C5, axis.singleton C6",
     "an extent and a count are numbers of cells, and each coordinate and "
     "position has to fit the integers that store it",
     "correct the constant, or store wider integers"},
    {"axis.dense_fixed C7",
     "a skew shifts the fibre by one coordinate above it, which is known "
     "where each axis up to it has one parent",
     "give both 'skew' and 'along', and have 'along' name the parent or an "
     "ancestor that has coordinates"},
    {"axis.dense_variable C2, axis.sparse_fixed C2, axis.sparse_variable C2, "
     "axis.singleton C2, axis.product C2",
     "what is loaded from the array has the integer type that the axis' type "
     "names",
     "name the array's element type in the type of the result"},
    {"axis.dense_variable C4, axis.sparse_variable C4",
     "a root has one fibre, of 'count' positions; under a parent, 'positions' "
     "say where each fibre starts",
     "give 'count' alone for a root, and otherwise both 'of' and 'positions'"},
    {"axis.singleton C3",
     "a singleton has one position under each position of its parents",
     "name a parent after 'of', the result of an axis operation or of "
     "'sparse.unpack'"},
    {"axis.singleton C4",
     "positions of several parents are combined under each position of the "
     "one axis above them",
     "use roots, or axes whose only parent is the same axis"},
    {"axis.product C3",
     "pairs are counted under each position of the one parent of both factors",
     "use two variable axes whose only parent is the same axis"},
    {"axis.occupancy C2",
     "the bits lie as values on the list do, and a cell is counted below one "
     "parent",
     "list the axes of the cells, each with at most one parent"},
    {"axis.occupancy C3, sparse.bind C2, sparse.alloc C2, sparse.splat C2, "
     "iter.nest C4",
     "a fibre is found by a position on each of its parents",
     "list an axis after its parents, and name the entry by 'of' where "
     "several have that parent"},
    {"axis.join C1",
     "only products and singletons have positions for combinations of sites",
     "use the site that a nest gives on any other axis"},
    {"axis.join C2",
     "a combination is of one site on each factor or parent, in order",
     "name one site for each of them, on that axis"},
    {"axis.join C3",
     "positions are combined below one position of the axis that they have in "
     "common",
     "use sites that lie under the same site of that axis"},
    {"!axis.axis C1",
     "each kind has arrays and claims of its own, and others would mean "
     "nothing",
     "add or remove the parameter that the error names"},
    {"!axis.axis C2", "fibres of other kinds have no common width",
     "remove 'width'"},
    {"!axis.axis C3", "these are the integers that programs and files store",
     "use i32 or i64 for 'pos', and i8, i16, i32 or i64 for 'crd'"},
    {"!axis.axis C4", "a width is a number of cells",
     "correct it, or leave it out where only the run knows it"},
    {"axis.length C2, axis.start C2, axis.position C2, axis.coordinate C2, "
     "axis.occupied C2, axis.locate C2",
     "a fibre is found by a position on each of its parents",
     "name one after 'under' for each parent, and none for a root"},
    {"axis.length C3, axis.start C3, axis.occupied C3, axis.locate C8",
     "only a cut or a skew makes a fibre depend on a coordinate above it",
     "leave 'cut at' or 'skew at' out, or give it just where the axis has a "
     "cut or a skew"},
    {"axis.parent C2", "the result is a position on the one parent",
     "use an axis with one parent; a root has none, and a product and some "
     "singletons have several"},
    {"axis.position_of C1",
     "a site's position is known where a loop or a search has found it",
     "use a site that a nest gives, or the result of 'axis.locate'"},
    {"axis.locate C3",
     "the sites name the fibre to search, and sites on other axes name none",
     "use sites on the parents of the axis, under one another as the axis "
     "says"},
    {"axis.locate C4",
     "a search ends at one position, and repeated coordinates have several",
     "run a nest over the fibre, or store the tensor in a format with unique "
     "coordinates, as csr"},
    {"axis.locate C5",
     "a binary search needs sorted coordinates, a direct one needs none that "
     "are stored, and only 'carry' walks on from a position",
     "leave 'by' and 'from' out, which takes a strategy that fits"},
    {"axis.locate C6",
     "cuts, skews and walks are computed with positions, and a site is not a "
     "number",
     "use indices for all of them, or sites for all and no 'cut at', 'skew "
     "at' or 'from'"},
    {"axis.locate C7",
     "elements have no coordinate on a product or an occupancy",
     "look up the coordinates of the axes that it is made of"},
    {"axis.wavefronts C2, axis.tile_fusion C2",
     "an inspector reads the columns of each row from two arrays, as CSR has "
     "them",
     "store the matrix in csr, with indices of 32 or 64 bits"},
    {"axis.wavefronts C3, axis.tile_fusion C3",
     "what is found is written one number behind the other",
     "give it memory that is not a view"},
    {"axis.tile_fusion C4", "what a tile touches is told by six numbers",
     "give those of all tiles, an element, a row of the producer, a row that "
     "it "
     "reads, one of the intermediate and one of the consumer; 0 for none"},
    {"axis.tile_fusion C5",
     "what is found of a further loop is as much as of the first consumer",
     "give each three numbers of bytes, four arrays and two results"},
    {"axis.tile_fusion C6", "each loop reads the row of its own number, or not",
     "give a value for each pattern of a consumer, in their order"},
    {"iter C1, iter C2, iter C3, iter C4, iter C5, iter C6",
     "passes write this attribute, and later ones read it",
     "remove it, or write what the error names"},
    {"#iter.workers C1",
     "a worker is a part of a warp, which has 32 or 64 lanes",
     "give it 1, 2, 4, 8, 16, 32 or 64 lanes"},
    {"#iter.workers C2", "a block of a GPU has at most 1024 threads",
     "give a block fewer workers, or a worker fewer lanes"},
    {"iter.nest C1",
     "a dimension has a name, an axis to run over, and a kind for schedules",
     "give one of each for every dimension, and at least one dimension"},
    {"iter.nest C2", "schedules find loops by the names of dimensions",
     "rename one of them"},
    {"iter.nest C5", "each run of the body is told where its element is",
     "give the block an index and a site for each dimension, in order"},
    {"iter.nest C6",
     "one loop runs over the positions of a group's last axis, so that they "
     "have to follow one another without a gap",
     "group axes of which each is the only parent of the next and that have "
     "no padding, or leave the inner parentheses out"},
    {"iter.nest C7",
     "a result is one value, combined over all runs of the body",
     "give 'combine' and make all kinds 'reduction', or accumulate into a "
     "buffer"},
    {"iter.nest C8",
     "each combination starts with a value, takes one from each run and ends "
     "with one",
     "have 'init', 'iter.yield' and the results agree in number and types"},
    {"iter.nest C9, sparse.accumulate C10, sparse.generic C7",
     "complex numbers have no order, floats no bitwise operations, and "
     "booleans only these",
     "use 'add' or 'mul' for complex numbers, anything but 'and' and 'or' for "
     "floats, 'and' or 'or' for i1, and integers or index as the second value "
     "of 'argmin' and 'argmax'"},
    {"iter.atomic_update C1, sparse.accumulate C11",
     "processors change one number at a time as others do, and the parts of a "
     "complex one apart",
     "combine by another kind, or leave it to one worker, without 'atomic'"},
    {"sparse.accumulate C12",
     "what one worker combines by itself has no runs to be combined first",
     "write 'atomic segmented', or leave 'segmented' out"},
    {"iter.atomic_update C2", "an update does not convert values",
     "convert the value, or give a vector of one dimension"},
    {"iter.atomic_update C3", "an update names an element",
     "give one index for each dimension of the memory"},
    {"iter.atomic_update C4, iter.atomic_update C5",
     "each lane has its value, its element and its place in the mask",
     "make the vectors as long as that of the values"},
};

llvm::ArrayRef<RuleText> spindle::getAxisTexts() { return kAxisTexts; }

//===- FormatTexts.cpp - rules of formats ---------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuleTexts.h"

using namespace spindle;

static constexpr RuleText kFormatTexts[] = {
    {"#sparse.format C1, #sparse.composite C1", "a name has one meaning",
     "choose another name"},
    {"#sparse.format C2, #sparse.composite C2",
     "an expression is computed from what stands before it",
     "use a dimension, or a name that is defined earlier"},
    {"#sparse.format C3, #sparse.composite C3",
     "coordinates follow from dimensions by known factors and divisors",
     "multiply and divide by constants of at least 1"},
    {"#sparse.format C4, #sparse.composite C4",
     "coordinates are computed with these numbers, which must not overflow, "
     "and a block has at least one cell",
     "use a number in that range, or a simpler expression"},
    {"#sparse.format C5", "a constant tells no elements apart",
     "use a dimension, or 0 for a level with one coordinate"},
    {"#sparse.format C6", "a second level with a coordinate stores nothing new",
     "leave one of them out"},
    {"#sparse.format C7",
     "elements that differ in one dimension alone would be one",
     "add a level with that dimension"},
    {"#sparse.format C8",
     "a fibre lies under a position of an earlier level, and only a singleton "
     "combines several",
     "name an earlier level by 'of', or make all levels dense"},
    {"#sparse.format C9",
     "these kinds say how many cells lie under each position of another level",
     "name an earlier level by 'of'"},
    {"#sparse.format C10",
     "the numbers say how many cells a fibre keeps, and other kinds keep what "
     "there is",
     "write fixed(w) or fixed(?), structured(n, m) of a coordinate modulo m, "
     "and no number after another kind"},
    {"#sparse.format C11",
     "only some kinds store positions or coordinates, and code is made for "
     "these integers",
     "leave it out, or use i32 or i64 for 'pos' and i8, i16, i32 or i64 for "
     "'crd'"},
    {"#sparse.format C12",
     "a property says how a level differs from others of its kind",
     "leave out what its kind has anyway, and what it cannot have"},
    {"#sparse.format C13",
     "a dense level has a cell for every coordinate, and only the data bounds "
     "a slot or a rank",
     "take it modulo a constant, or use a compressed level"},
    {"#sparse.format C14", "a constant orders and counts nothing",
     "use an expression of dimensions"},
    {"#sparse.format C15", "one format has one spelling",
     "remove definitions that nothing uses, and order the others by their "
     "first use"},
    {"#sparse.format C16",
     "the time to read and compile a format grows with these numbers",
     "use fewer dimensions, levels or definitions"},
    {"#sparse.format C17", "only a family has a member for each rank",
     "write the format of the rank that is meant"},
    {"#sparse.format C18", "'order' sorts by a key, and the others do not sort",
     "write 'by length' after 'order', and nowhere else"},
    {"#sparse.format C19",
     "they tell cells from padding, which other levels do not have",
     "leave 'lengths' or 'bitmap' out"},
    {"#sparse.composite C5",
     "a section is a piece of a dimension, of which there is at least one",
     "correct the number"},
    {"#sparse.composite C6",
     "each part has loops of its own, and the time to compile grows with them",
     "name at least one part, or fewer parts or criteria"},
    {"#sparse.composite C7", "it takes the elements of no other part",
     "write 'rest' once, without a comparison, as the last part"},
    {"#sparse.composite C8", "no element would be in that part",
     "correct the bounds, or remove the part"},
    {"#sparse.composite C9", "a part is a tensor of the whole shape",
     "use a format of that many dimensions for it, one in docs/Formats.md"},
    {"#sparse.composite C10",
     "padding in one part may be an element of another",
     "use a format that tells them apart, as csr, or ell<w> instead of ell<w, "
     "full>"},
    {"#sparse.composite C11", "parts of parts of parts have no code",
     "list the inner parts in the outer format"},
    {"#sparse.composite C12",
     "a block is divided into whole blocks of the next size, and what is least "
     "is found from costs",
     "list sizes from the largest on, each of which divides the one before, "
     "each with its cost"},
};

llvm::ArrayRef<RuleText> spindle::getFormatTexts() { return kFormatTexts; }

//===- ChecksTest.cpp - Every fault of axes and accesses is told ----------===//

#include "Spindle/Runtime/Checks.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

using namespace spindle::runtime;

namespace {

/// Keeps what is reported while it lives.
class Faults : public testing::Test {
protected:
  Faults() { told.clear(), earlier = setCheckHandler(tell); }
  ~Faults() override { setCheckHandler(earlier); }

  /// What was reported since this was last asked for.
  static std::string take() { return std::exchange(told, ""); }

private:
  static void tell(const char *text) { told += text; }
  static std::string told;
  CheckHandler earlier;
};
std::string Faults::told;

int64_t addressOf(const void *place) {
  return reinterpret_cast<int64_t>(place);
}

/// The description of an axis; its end is checked by `fault`.
struct Axis {
  Axis(CheckedKind kind, int64_t extent, int64_t claims = 0, int64_t from = 0)
      : number(spindle_check_axis(addressOf("a.mlir:3: level 1 of A"),
                                  int64_t(kind), claims, extent, from)) {}
  ~Axis() { spindle_check_snapshot(number); }

  Axis &width(int64_t cells, int64_t ofType = -1) {
    spindle_check_width(number, cells, ofType);
    return *this;
  }
  Axis &count(int64_t cells, int64_t bits = 32) {
    spindle_check_count(number, cells, bits);
    return *this;
  }
  Axis &cut(int64_t size, const Axis &by) {
    spindle_check_cut(number, size, by.number);
    return *this;
  }
  Axis &of(const Axis &parent) {
    spindle_check_parent(number, parent.number);
    return *this;
  }
  Axis &entry(const Axis &axis, int64_t dim, std::vector<int64_t> under = {}) {
    spindle_check_entry(number, axis.number, dim);
    for (int64_t parent : under)
      spindle_check_under(number, parent);
    return *this;
  }
  Axis &places(std::vector<int64_t> entries) {
    for (int64_t entry : entries)
      spindle_check_place(number, entry);
    return *this;
  }
  /// An array of two dimensions, the second of `cells` elements, or of one.
  template <typename T>
  Axis &array(CheckedRole role, std::vector<T> &numbers,
              std::vector<const Axis *> dims = {nullptr}, int64_t cells = 1) {
    spindle_check_array(number, int64_t(role), sizeof(T),
                        addressOf(numbers.data()));
    for (const Axis *&dim : dims)
      spindle_check_dim(number,
                        &dim == &dims.back() && dims.size() > 1
                            ? cells
                            : int64_t(numbers.size()) / cells,
                        &dim == &dims.back() ? 1 : cells,
                        dim ? dim->number : 0);
    return *this;
  }
  /// Ends the description.
  Axis &end() {
    spindle_check_structure(number);
    return *this;
  }

  int64_t number;
};

/// A dense root with `size` cells.
struct Root : Axis {
  explicit Root(int64_t size) : Axis(CheckedKind::DenseFixed, size) {
    width(size).end();
  }
};

using Ints = std::vector<int32_t>;

} // namespace

static const std::string place = "a.mlir:3: level 1 of A: ";

//===----------------------------------------------------------------------===//
// Axes of a width
//===----------------------------------------------------------------------===//

TEST_F(Faults, SoundAxesOfAWidthAreSilent) {
  Ints lengths = {2, 0}, coordinates = {1, 4, 0, 0, 0, 0};
  Root rows(2);
  Axis ell(CheckedKind::SparseFixed, 5, ClaimSorted | ClaimUnique);
  ell.width(3, 3).of(rows);
  ell.array(CheckedRole::Lengths, lengths, {&rows});
  ell.array(CheckedRole::Coordinates, coordinates, {&rows, &ell}, 3).end();
  EXPECT_EQ(take(), "");
}

TEST_F(Faults, ExtentsAndWidthsThatAreNone) {
  Axis(CheckedKind::DenseFixed, -1).width(-1).end();
  EXPECT_EQ(take(), place + "expected an extent of at least 0 but got -1");
  Axis(CheckedKind::DenseFixed, INT64_MAX, 0, 1).width(1).end();
  EXPECT_EQ(take(), place + "expected coordinates below 2^63 but got "
                            "9223372036854775807 from 1");
  Axis(CheckedKind::SparseFixed, 1).width(-2).end();
  EXPECT_EQ(take(), place + "expected a width of at least 0 but got -2");
  Axis(CheckedKind::DenseFixed, 3).width(3, 4).end();
  EXPECT_EQ(take(), place + "expected a width of 4, as the axis' type has, but "
                            "got 3");
}

TEST_F(Faults, MoreCellsThanNumbers) {
  Root rows(int64_t(1) << 40);
  Axis(CheckedKind::DenseFixed, int64_t(1) << 40)
      .width(int64_t(1) << 40)
      .of(rows)
      .end();
  EXPECT_EQ(take(), place + "expected less than 2^63 cells but got more");
}

TEST_F(Faults, LengthsOutsideOfTheWidth) {
  Ints lengths = {2, 4};
  Root rows(2), more(3);
  Axis(CheckedKind::DenseFixed, 3)
      .width(3)
      .of(rows)
      .array(CheckedRole::Lengths, lengths, {&rows})
      .end();
  EXPECT_EQ(take(), place + "expected lengths[1] to be in [0, 3] but got 4");
  lengths = {-1, 0};
  Axis(CheckedKind::DenseFixed, 3)
      .width(3)
      .of(rows)
      .array(CheckedRole::Lengths, lengths, {&rows})
      .end();
  EXPECT_EQ(take(), place + "expected lengths[0] to be in [0, 3] but got -1");
  Axis(CheckedKind::DenseFixed, 3)
      .width(3)
      .of(more)
      .array(CheckedRole::Lengths, lengths, {&more})
      .end();
  EXPECT_EQ(take(), place +
                        "expected dimension 0 of the lengths to be at least "
                        "3 but got 2");
}

TEST_F(Faults, CoordinatesOfPaddingAre0) {
  Ints lengths = {1, 2}, coordinates = {3, 1, 0, 2};
  Root rows(2);
  Axis ell(CheckedKind::SparseFixed, 5);
  ell.width(2).of(rows).array(CheckedRole::Lengths, lengths, {&rows});
  ell.array(CheckedRole::Coordinates, coordinates, {&rows, &ell}, 2).end();
  EXPECT_EQ(take(), place + "expected coordinates[1], of a cell that does not "
                            "exist, to be 0 but got 1");
}

TEST_F(Faults, ACutBelow0) {
  Root blocks(2);
  Axis(CheckedKind::DenseFixed, 2).width(2).of(blocks).cut(-1, blocks).end();
  EXPECT_EQ(take(), place + "expected a cut of at least 0 but got -1");
}

TEST_F(Faults, WhatIsCutAwayIsPadding) {
  // Of 3 rows in blocks of 2, the last does not exist.
  Ints coordinates = {4, 4, 4, 0}, wrong = {4, 4, 4, 4};
  Root blocks(2);
  Axis rows(CheckedKind::DenseFixed, 2);
  rows.width(2).of(blocks).cut(3, blocks).end();
  for (Ints *numbers : {&coordinates, &wrong})
    Axis(CheckedKind::Singleton, 5)
        .of(rows)
        .array(CheckedRole::Coordinates, *numbers, {&blocks, &rows}, 2)
        .end();
  EXPECT_EQ(take(), place + "expected coordinates[3], of a cell that does not "
                            "exist, to be 0 but got 4");
}

TEST_F(Faults, ACutByAnAncestorBehindFibresOfTheirOwn) {
  // Block row 1 holds the blocks 1 and 2, whose second rows are cut away.
  Ints positions = {0, 1, 3}, blocks = {0, 1, 2};
  Ints coordinates = {1, 1, 1, 0, 1, 7};
  Root blockRows(2);
  Axis blockColumns(CheckedKind::SparseVariable, 3, ClaimSorted | ClaimUnique);
  blockColumns.of(blockRows).array(CheckedRole::Positions, positions);
  blockColumns.array(CheckedRole::Coordinates, blocks).end();
  Axis rows(CheckedKind::DenseFixed, 2);
  rows.width(2, 2).of(blockColumns).cut(3, blockRows).end();
  Axis(CheckedKind::Singleton, 5)
      .of(rows)
      .array(CheckedRole::Coordinates, coordinates, {&blockColumns, &rows}, 2)
      .end();
  EXPECT_EQ(take(), place + "expected coordinates[5], of a cell that does not "
                            "exist, to be 0 but got 7");
}

//===----------------------------------------------------------------------===//
// Axes of variable fibres
//===----------------------------------------------------------------------===//

namespace {

/// Checks a sparse_variable axis on two rows.
void checkRows(Ints positions, Ints coordinates, int64_t claims = 3,
               int64_t from = 0) {
  Root rows(2);
  Axis columns(CheckedKind::SparseVariable, 4, claims, from);
  columns.of(rows).array(CheckedRole::Positions, positions);
  columns.array(CheckedRole::Coordinates, coordinates).end();
}

} // namespace

TEST_F(Faults, SoundRowsAreSilent) {
  checkRows({0, 2, 3}, {1, 3, 0});
  checkRows({0, 0, 0}, {});
  checkRows({0, 2, 4}, {3, 1, 1, 1}, 0);
  checkRows({0, 2, 3}, {-1, 2, 0}, 3, -1);
  EXPECT_EQ(take(), "");
}

TEST_F(Faults, PositionsThatAreNone) {
  checkRows({0, 2}, {1, 3});
  EXPECT_EQ(take(), place + "expected at least 3 positions but got 2");
  checkRows({1, 2, 2}, {1, 3});
  EXPECT_EQ(take(), place + "expected positions[0] to be 0 but got 1");
  checkRows({0, 3, 2}, {1, 3, 2});
  EXPECT_EQ(take(), place + "expected positions not to descend but got 3 and 2 "
                            "from index 1 on");
  checkRows({0, 2, 3}, {1, 3});
  EXPECT_EQ(take(), place + "expected positions[2] to be at most the 2 "
                            "coordinates but got 3");
}

TEST_F(Faults, CoordinatesOutsideOfTheExtent) {
  checkRows({0, 2, 3}, {1, 4, 0});
  EXPECT_EQ(take(),
            place + "expected coordinates[1] to be in [0, 4) but got 4");
  checkRows({0, 2, 3}, {1, 3, -2}, 3, -1);
  EXPECT_EQ(take(),
            place + "expected coordinates[1] to be in [-1, 3) but got 3");
}

TEST_F(Faults, CoordinatesOutOfOrder) {
  checkRows({0, 1, 3}, {1, 3, 2});
  EXPECT_EQ(take(), place + "expected sorted coordinates in the fibre under "
                            "position 1 but got 3 before 2");
  checkRows({0, 2, 3}, {1, 1, 2});
  EXPECT_EQ(take(), place + "expected unique coordinates in the fibre under "
                            "position 0 but got 1 twice");
  checkRows({0, 3, 3}, {2, 1, 2}, ClaimUnique);
  EXPECT_EQ(take(), place + "expected unique coordinates in the fibre under "
                            "position 0 but got 2 twice");
}

TEST_F(Faults, CountsThatDoNotFit) {
  Ints coordinates = {1, 2};
  auto check = [&](int64_t count, int64_t bits) {
    Axis(CheckedKind::SparseVariable, 4)
        .count(count, bits)
        .array(CheckedRole::Coordinates, coordinates)
        .end();
    return take();
  };
  EXPECT_EQ(check(2, 32), "");
  EXPECT_EQ(check(3, 32),
            place + "expected a count of at most the 2 coordinates but got 3");
  EXPECT_EQ(check(-1, 64), place + "expected a count of at least 0 but got -1");
  EXPECT_EQ(check(int64_t(1) << 31, 32),
            place + "expected a count that fits i32 but got 2147483648");
}

TEST_F(Faults, RaggedFibresLongerThanTheExtent) {
  Ints positions = {0, 1, 4};
  Root rows(2);
  Axis(CheckedKind::DenseVariable, 2)
      .of(rows)
      .array(CheckedRole::Positions, positions)
      .end();
  EXPECT_EQ(take(), place + "expected at most 2 positions in the fibre under "
                            "position 1 but got 3");
}

//===----------------------------------------------------------------------===//
// Axes of one cell per fibre
//===----------------------------------------------------------------------===//

TEST_F(Faults, SingletonsWithACoordinateTwice) {
  std::vector<int8_t> permuted = {2, 0, 1}, twice = {2, 0, 2}, far = {2, 0, 3};
  Root rows(3);
  auto check = [&](std::vector<int8_t> &numbers) {
    Axis(CheckedKind::Singleton, 3, ClaimUnique)
        .of(rows)
        .array(CheckedRole::Coordinates, numbers, {&rows})
        .end();
    return take();
  };
  EXPECT_EQ(check(permuted), "");
  EXPECT_EQ(check(twice),
            place + "expected unique coordinates but got 2 twice");
  EXPECT_EQ(check(far),
            place + "expected coordinates[2] to be in [0, 3) but got 3");
}

TEST_F(Faults, OffsetsThatAreNotTheNumberOfPairs) {
  Ints rowStarts = {0, 2, 3}, columnStarts = {0, 3, 5}, offsets = {0, 6, 8},
       wrong = {0, 5, 8};
  Root batches(2);
  Axis rows(CheckedKind::DenseVariable, 2),
      columns(CheckedKind::DenseVariable, 3);
  rows.of(batches).array(CheckedRole::Positions, rowStarts).end();
  columns.of(batches).array(CheckedRole::Positions, columnStarts).end();
  for (Ints *numbers : {&offsets, &wrong})
    Axis(CheckedKind::Product, 1)
        .of(batches)
        .of(rows)
        .of(columns)
        .array(CheckedRole::Offsets, *numbers)
        .end();
  EXPECT_EQ(take(), place + "expected offsets[1] to be the number of pairs "
                            "before it, 6, but got 5");
}

TEST_F(Faults, CellsThatAnOccupancyLacksArePadding) {
  // Rows in pairs: the entries of the second row of slot 1 do not exist.
  std::vector<int8_t> bits = {1, 1, 1, 0};
  Ints coordinates = {3, 1, 2, 4};
  Root slots(2), lanes(2);
  Axis occupancy(CheckedKind::Occupancy, 1);
  occupancy.entry(slots, 0).entry(lanes, 1).places({0, 1});
  occupancy.array(CheckedRole::Bits, bits, {&slots, &lanes}, 2).end();
  EXPECT_EQ(take(), "");
  Axis(CheckedKind::Singleton, 5)
      .of(occupancy)
      .array(CheckedRole::Coordinates, coordinates, {&slots, &lanes}, 2)
      .end();
  EXPECT_EQ(take(), place + "expected coordinates[3], of a cell that does not "
                            "exist, to be 0 but got 4");
  Root more(3);
  Axis(CheckedKind::Occupancy, 1)
      .entry(more, 0)
      .entry(lanes, 1)
      .places({0, 1})
      .array(CheckedRole::Bits, bits, {&more, &lanes}, 2)
      .end();
  EXPECT_EQ(take(), place + "expected dimension 0 of the bits to be at least 3 "
                            "but got 2");
}

TEST_F(Faults, SingletonsOfSeveralParents) {
  // SELL: 2 slices of 2 rows, of 1 and 2 slots; the last row is cut away.
  Ints starts = {0, 1, 3}, coordinates = {1, 2, 3, 0, 3, 0};
  Root slices(2);
  Axis slots(CheckedKind::DenseVariable, 2), lanes(CheckedKind::DenseFixed, 2);
  slots.of(slices).array(CheckedRole::Positions, starts).end();
  lanes.width(2).of(slices).cut(3, slices).end();
  auto check = [&] {
    Axis columns(CheckedKind::Singleton, 4);
    columns.entry(slices, -1).entry(slots, 0, {0}).entry(lanes, 1, {0});
    columns.places({0, 1, 2});
    columns.array(CheckedRole::Coordinates, coordinates, {&slots, &lanes}, 2);
    columns.end();
    return take();
  };
  EXPECT_EQ(check(), "");
  coordinates[3] = 2;
  EXPECT_EQ(check(), place + "expected coordinates[3], of a cell that does not "
                             "exist, to be 0 but got 2");
}

TEST_F(Faults, ListsWithAnOccupancyInTheMiddle) {
  // Two cells under each of two, of which the second does not exist.
  std::vector<int8_t> bits = {1, 0};
  Ints coordinates = {1, 2, 0, 3};
  Root cells(2);
  Axis occupancy(CheckedKind::Occupancy, 1);
  occupancy.entry(cells, 0).places({0});
  occupancy.array(CheckedRole::Bits, bits, {&cells}).end();
  Axis pairs(CheckedKind::DenseFixed, 2), lone(CheckedKind::DenseFixed, 1);
  pairs.width(2).of(occupancy).end();
  lone.width(1).of(occupancy).end();
  Axis columns(CheckedKind::Singleton, 4, ClaimUnique);
  columns.entry(cells, 0).entry(occupancy, -1, {0});
  columns.entry(pairs, 1, {1}).entry(lone, 2, {1}).places({1, 2, 3});
  columns.array(CheckedRole::Coordinates, coordinates, {&cells, &pairs}, 2);
  columns.end();
  EXPECT_EQ(take(), place + "expected coordinates[3], of a cell that does not "
                            "exist, to be 0 but got 3");
}

TEST_F(Faults, AnAxisUnderOneThatIsWrongIsNotLookedAt) {
  Ints positions = {0, 5};
  Axis rows(CheckedKind::DenseFixed, -1);
  rows.width(-1).end();
  EXPECT_NE(take(), "");
  Axis(CheckedKind::DenseVariable, 1)
      .of(rows)
      .array(CheckedRole::Positions, positions)
      .end();
  EXPECT_EQ(take(), "");
}

//===----------------------------------------------------------------------===//
// Snapshots, elements, handlers
//===----------------------------------------------------------------------===//

TEST_F(Faults, ArraysThatChangeWhileTheyAreInUse) {
  Ints positions = {0, 1, 2};
  std::vector<int64_t> coordinates = {1, 2};
  {
    Root rows(2);
    Axis columns(CheckedKind::SparseVariable, 4);
    columns.of(rows).array(CheckedRole::Positions, positions);
    columns.array(CheckedRole::Coordinates, coordinates).end();
    coordinates[1] = 3;
  }
  EXPECT_EQ(take(), place +
                        "expected the coordinates to stay as they are while "
                        "the axis is in use but got them changed");
}

TEST_F(Faults, ArraysThatAreFreedWhileTheyAreInUse) {
  Root rows(2);
  spindle_check_freed(rows.number);
  EXPECT_EQ(take(), place + "expected the arrays to stay while the axis is in "
                            "use but got one freed");
}

TEST_F(Faults, ElementsThatAreNotStored) {
  spindle_check_note(3);
  spindle_check_note(-7);
  spindle_check_missing(addressOf("a.mlir:3: store to C"));
  EXPECT_EQ(take(), "a.mlir:3: store to C[3, -7]");
  spindle_check_missing(addressOf("C"));
  EXPECT_EQ(take(), "C[]");
}

TEST_F(Faults, CoordinatesOutsideOfTheirAxes) {
  spindle_check_outside(addressOf("a.mlir:3: load of B"), 1, 9, -1, 5);
  EXPECT_EQ(take(), "a.mlir:3: load of B: expected coordinate 1 to be in "
                    "[-1, 4) but got 9");
}

TEST(Checks, AFaultEndsTheProcess) {
  EXPECT_DEATH(spindle_check_missing(addressOf("a.mlir:3: store to C")),
               "^error: a.mlir:3: store to C\\[\\]");
}

TEST(Checks, EverySymbolHasANameOfItsOwnAndAnAddress) {
  EXPECT_EQ(std::string(getCheckSymbols().front().name),
            "_mlir_ciface_spindle_check_axis");
  for (const CheckSymbol &symbol : getCheckSymbols()) {
    EXPECT_EQ(std::string(symbol.name).rfind("_mlir_ciface_spindle_check_", 0),
              0u);
    EXPECT_NE(symbol.address, nullptr);
  }
}

//===- ArrayTest.cpp - Dense row-major arrays -----------------------------===//

#include "Operands.h"

#include <limits>
#include <unistd.h>

using namespace spindle::runtime;

static constexpr int64_t huge = std::numeric_limits<int64_t>::max();

TEST(DTypeTest, NamesAndSizes) {
  EXPECT_EQ(dtypeName(DType::F32), "f32");
  EXPECT_EQ(dtypeName(DType::F64), "f64");
  EXPECT_EQ(dtypeName(DType::I8), "i8");
  EXPECT_EQ(dtypeName(DType::I16), "i16");
  EXPECT_EQ(dtypeName(DType::I32), "i32");
  EXPECT_EQ(dtypeName(DType::I64), "i64");
  EXPECT_EQ(dtypeSize(DType::F32), 4);
  EXPECT_EQ(dtypeSize(DType::F64), 8);
  EXPECT_EQ(dtypeSize(DType::I8), 1);
  EXPECT_EQ(dtypeSize(DType::I16), 2);
  EXPECT_EQ(dtypeSize(DType::I32), 4);
  EXPECT_EQ(dtypeSize(DType::I64), 8);
}

TEST(DTypeTest, IntegersAndTheirLimits) {
  EXPECT_FALSE(isInteger(DType::F32));
  EXPECT_FALSE(isInteger(DType::F64));
  EXPECT_EQ(maxInteger(DType::I8), 127);
  EXPECT_EQ(maxInteger(DType::I16), 32767);
  EXPECT_EQ(maxInteger(DType::I32), 2147483647);
  EXPECT_EQ(maxInteger(DType::I64), huge);
}

TEST(ArrayTest, RefusesWhatDoesNotFitBesideWhatIsHeld) {
  int64_t all = sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE);
  auto half = allocateMemory(all / 2);
  if (!half)
    GTEST_SKIP() << "the system itself refuses half of its memory";
  EXPECT_FALSE(bool(allocateMemory(all / 2)));
  half->reset();
  EXPECT_TRUE(bool(allocateMemory(all / 2)));
}

TEST(ArrayTest, AllocatesAligned) {
  for (int64_t extent : {0, 1, 7, 1000}) {
    Expected<Array> array = Array::allocate(DType::F32, {extent, 3});
    ASSERT_TRUE(bool(array));
    EXPECT_NE(array->data(), nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(array->data()) % 64, 0u);
    EXPECT_EQ(array->size(), 3 * extent);
    EXPECT_EQ(array->byteSize(), 12 * extent);
    EXPECT_EQ(array->shape(), Indices({extent, 3}));
  }
}

TEST(ArrayTest, RankZeroHoldsOneElement) {
  Expected<Array> scalar = Array::fromValues(std::vector<double>{2.5}, {});
  ASSERT_TRUE(bool(scalar));
  EXPECT_EQ(scalar->rank(), 0);
  EXPECT_EQ(scalar->size(), 1);
  EXPECT_EQ(shapeText(scalar->shape()), "scalar");
}

TEST(ArrayTest, DefaultIsEmpty) {
  Array array;
  EXPECT_EQ(array.size(), 0);
  EXPECT_EQ(array.rank(), 1);
}

TEST(ArrayTest, ACopySharesMemory) {
  Array first = array<int32_t>({1, 2});
  Array second = first;
  second.as<int32_t>()[0] = 9;
  EXPECT_EQ(elements<int32_t>(first), std::vector<int32_t>({9, 2}));
}

TEST(ArrayTest, ASliceSharesMemoryAndKeepsIt) {
  auto slice = array<int16_t>({1, 2, 3, 4, 5, 6}).slice(1, {2, 2});
  ASSERT_EQ(text(slice), "");
  EXPECT_EQ(slice->shape(), std::vector<int64_t>({2, 2}));
  EXPECT_EQ(elements<int16_t>(*slice), std::vector<int16_t>({2, 3, 4, 5}));
  EXPECT_EQ(text(slice->slice(4, {0})), "");
  EXPECT_EQ(text(slice->slice(3, {2})),
            "expected 2 of 4 elements but got a start at 3");
  EXPECT_EQ(text(slice->slice(-1, {1})),
            "expected 1 of 4 elements but got a start at -1");
}

TEST(ArrayTest, AnEmptyAxisAllowsLargeOnes) {
  EXPECT_EQ(*denseByteSize(DType::F32, {1 << 30, 0}), 0);
}

TEST(ArrayTest, RefusesANegativeExtent) {
  EXPECT_EQ(text(Array::allocate(DType::F32, {2, -3})),
            "expected an extent of at least 0 for axis 1 but got -3");
}

TEST(ArrayTest, RefusesOverflow) {
  EXPECT_EQ(text(Array::allocate(DType::F32, {huge, 3})),
            "expected an array of less than 2^63 bytes but got shape "
            "9223372036854775807x3 of f32");
  EXPECT_FALSE(bool(denseByteSize(DType::F64, {huge, 0})));
}

TEST(ArrayTest, RefusesMoreThanMemory) {
  EXPECT_EQ(text(Array::allocate(DType::F32, {int64_t(1) << 60})),
            "expected 4611686018427387904 bytes of memory but got none");
}

TEST(ArrayTest, RefusesANegativeMemorySize) {
  EXPECT_EQ(text(allocateMemory(-1)),
            "expected a memory size of at least 0 but got -1");
}

TEST(ArrayTest, RefusesTheWrongNumberOfValues) {
  EXPECT_EQ(text(Array::fromValues(std::vector<float>{1, 2}, {3})),
            "expected 3 values but got 2");
}

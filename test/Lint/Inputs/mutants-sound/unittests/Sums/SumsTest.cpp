TEST(Sums, OfTwo) { EXPECT_EQ(add(1, 2), 3); }

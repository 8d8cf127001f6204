//===- ErrorTest.cpp - A failure with its location ------------------------===//

#include "Spindle/Runtime/Support/Error.h"

#include <gtest/gtest.h>
#include <memory>

using namespace spindle::runtime;

TEST(ErrorTest, TextWithoutPlace) {
  EXPECT_EQ(Error::expectedGot("one", "two").str(), "expected one but got two");
}

TEST(ErrorTest, TextWithFile) {
  EXPECT_EQ(Error::expectedGot("1", "2").in("a.mtx").str(),
            "a.mtx: expected 1 but got 2");
}

TEST(ErrorTest, TextWithFileAndLine) {
  EXPECT_EQ(Error::expectedGot("1", "2").in("a.mtx", 7).str(),
            "a.mtx:7: expected 1 but got 2");
}

TEST(ErrorTest, ALineWithoutFileIsNotShown) {
  EXPECT_EQ((Error{"", 7, "text"}).str(), "text");
}

TEST(ExpectedTest, HoldsAValueThatOnlyMoves) {
  Expected<std::unique_ptr<int>> value(std::make_unique<int>(3));
  ASSERT_TRUE(bool(value));
  EXPECT_EQ(**value, 3);
  EXPECT_EQ(*value->get(), 3);
}

TEST(ExpectedTest, HoldsAnError) {
  Expected<int> failure(Error{"f", 2, "text"});
  ASSERT_FALSE(bool(failure));
  EXPECT_EQ(failure.error().line, 2);
  EXPECT_EQ(failure.takeError().str(), "f:2: text");
}

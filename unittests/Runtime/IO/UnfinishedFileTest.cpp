//===- UnfinishedFileTest.cpp - What is removed, and what stays -----------===//

#include "Spindle/Runtime/IO/UnfinishedFile.h"

#include "TempFile.h"

using namespace spindle::runtime;

static bool exists(const std::string &path) {
  return access(path.c_str(), F_OK) == 0;
}

TEST(UnfinishedFile, IsRemovedAtTheEndOfTheScope) {
  TempFile file(".txt", "text");
  {
    UnfinishedFile unfinished(file.path());
    UnfinishedFile moved(std::move(unfinished));
    EXPECT_EQ(moved.path(), file.path());
    EXPECT_TRUE(exists(file.path()));
  }
  EXPECT_FALSE(exists(file.path()));
}

TEST(UnfinishedFile, StaysOnceItIsMoved) {
  TempFile file(".txt", "text"), place(".txt", "older");
  {
    UnfinishedFile unfinished(file.path());
    ASSERT_TRUE(unfinished.moveTo(place.path()));
  }
  UnfinishedFile::removeAll();
  EXPECT_FALSE(exists(file.path()));
  EXPECT_EQ(place.bytes(), "text");
}

TEST(UnfinishedFile, IsRemovedWhereItCannotBeMoved) {
  TempFile file(".txt", "text");
  {
    UnfinishedFile unfinished(file.path());
    EXPECT_FALSE(unfinished.moveTo(file.path() + "/no/place"));
  }
  EXPECT_FALSE(exists(file.path()));
}

TEST(UnfinishedFile, AllAreRemovedTogether) {
  TempFile first(".txt", "text"), second(".txt", "text"), other(".txt", "text");
  UnfinishedFile one(first.path()), two(second.path());
  UnfinishedFile::removeAll();
  EXPECT_FALSE(exists(first.path()));
  EXPECT_FALSE(exists(second.path()));
  EXPECT_TRUE(exists(other.path()));
}

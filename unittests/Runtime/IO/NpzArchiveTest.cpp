//===- NpzArchiveTest.cpp - Archives that are damaged ---------------------===//

#include "NpzBytes.h"
#include "Spindle/Runtime/IO/Npz.h"
#include "TempFile.h"

using namespace spindle::runtime;

/// The error of reading `bytes`, the path left out.
static std::string archiveFailure(const std::string &bytes) {
  TempFile file(".npz", bytes);
  auto matrix = readNpz(file.path());
  if (matrix)
    return "no error";
  EXPECT_EQ(matrix.error().file, file.path());
  return matrix.error().text;
}

/// The error of an archive of the sample whose entry data.npy is `data`.
static std::string withData(ZipPart data, bool isLarge = false) {
  std::vector<ZipPart> all = parts(csrEntries());
  data.name = "data.npy";
  for (ZipPart &entry : all)
    if (entry.name == data.name)
      entry = data;
  return archiveFailure(zip(all, isLarge));
}

/// The sound entry data.npy.
static ZipPart soundData(bool isDeflated) {
  return part("data.npy", csrEntries()["data"], isDeflated);
}

TEST(NpzArchiveTest, RefusesWhatIsNoArchive) {
  std::string none = "expected the end record of a zip archive but got none";
  EXPECT_EQ(archiveFailure(""), none);
  EXPECT_EQ(archiveFailure("hello"), none);
  EXPECT_EQ(archiveFailure(std::string(100000, 'P')), none);
  EXPECT_EQ(text(readNpz("/nonexistent/a.npz")),
            "/nonexistent/a.npz: no such file");
}

TEST(NpzArchiveTest, EveryTruncationAndMutationIsSafe) {
  for (bool isLarge : {false, true})
    for (bool isDeflated : {false, true}) {
      std::string sound = zip(parts(csrEntries(), isDeflated), isLarge);
      for (size_t size = 0; size < sound.size(); ++size)
        ASSERT_NE(archiveFailure(sound.substr(0, size)), "no error") << size;
      for (size_t at = 0; at < sound.size(); ++at)
        for (int bit : {0, 3, 7}) {
          std::string other = sound;
          other[at] = static_cast<char>(other[at] ^ (1 << bit));
          TempFile file(".npz", other);
          auto matrix = readNpz(file.path());
          // Bits that nobody reads may change; those of the matrix may not.
          if (matrix) {
            ASSERT_EQ(indices(matrix->coordinates[1]), Indices({3, 1, 0, 0}))
                << at;
          }
        }
    }
}

TEST(NpzArchiveTest, RefusesDirectories) {
  std::vector<ZipPart> all = parts(csrEntries());
  std::string sound = zip(all);
  std::string end = sound.substr(sound.size() - 22);
  auto withEnd = [&](size_t at, uint64_t value, int size) {
    std::string other = sound;
    return archiveFailure(
        other.replace(sound.size() - 22 + at, size, little(value, size)));
  };
  EXPECT_EQ(withEnd(4, 1, 2),
            "expected a zip archive of one volume but got more");
  EXPECT_EQ(withEnd(10, 4, 2),
            "expected 4 entries in the zip directory but got 5");
  EXPECT_EQ(withEnd(12, 2000000, 4),
            "expected a zip directory of at most 1048576 bytes but got "
            "2000000");
  EXPECT_EQ(withEnd(16, 0xfffffff0, 4).substr(0, 40),
            "expected a zip directory before byte " +
                std::to_string(sound.size() - 22).substr(0, 3));
  EXPECT_EQ(withEnd(16, 0xffffffff, 4),
            "expected the end record of a zip64 archive but got none");
  EXPECT_EQ(withEnd(16, 0, 4),
            "expected a whole record of the zip directory but got one cut "
            "short");
  all.push_back(all.front());
  EXPECT_EQ(archiveFailure(zip(all)),
            "data.npy: expected one such entry but got two");
  std::string moved = sound;
  moved[0] = 'X';
  EXPECT_EQ(archiveFailure(moved),
            "expected 'data.npy' at byte 0 but got something else");
}

TEST(NpzArchiveTest, RefusesSizes) {
  ZipPart data = soundData(false);
  std::string stored = std::to_string(data.bytes.size());
  data.size += 1;
  EXPECT_EQ(withData(data), "'data.npy': expected a size that " + stored +
                                " stored bytes can have but got " +
                                std::to_string(data.size));
  data = soundData(true);
  stored = std::to_string(data.bytes.size());
  for (uint64_t size : {uint64_t(1) << 40, ~uint64_t(0)}) {
    data.size = size;
    EXPECT_EQ(withData(data, true),
              "'data.npy': expected a size that " + stored +
                  " stored bytes can have but got " + std::to_string(size));
  }
}

TEST(NpzArchiveTest, RefusesStreams) {
  ZipPart data = soundData(false);
  data.flags = 1;
  EXPECT_EQ(withData(data), "data.npy: expected an entry that is not encrypted "
                            "but got an encrypted one");
  data = soundData(false);
  data.method = 12;
  EXPECT_EQ(withData(data), "data.npy: expected an entry stored (0) or "
                            "deflated (8) but got method 12");
  data = soundData(false);
  data.crc = 1;
  EXPECT_EQ(withData(data), "data.npy: expected checksum 1 but got " +
                                std::to_string(soundData(false).crc));
  data = soundData(true);
  data.bytes.resize(data.bytes.size() / 2);
  EXPECT_EQ(withData(data),
            "data.npy: expected a sound deflate stream but got one cut short");
  data = soundData(true);
  data.bytes[0] = '\xff';
  EXPECT_EQ(withData(data), "data.npy: expected a sound deflate stream but got "
                            "invalid block type");
}

TEST(NpzArchiveTest, RefusesStreamsOfAnotherLength) {
  std::string sound = csrEntries()["data"];
  ZipPart longer = part("data.npy", sound + "more", true);
  longer.size = sound.size();
  EXPECT_EQ(withData(longer), "data.npy: expected " +
                                  std::to_string(sound.size()) +
                                  " bytes in the deflate stream but got more");
  ZipPart shorter = part("data.npy", sound.substr(0, sound.size() - 2), true);
  shorter.size = sound.size();
  EXPECT_EQ(withData(shorter), "data.npy: expected " +
                                   std::to_string(sound.size()) +
                                   " bytes in the deflate stream but got " +
                                   std::to_string(sound.size() - 2));
}

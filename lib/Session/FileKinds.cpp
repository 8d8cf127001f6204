//===- FileKinds.cpp - what each kind of file holds -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileKinds.h"

#include "Spindle/Runtime/IO/Tns.h"
#include "Spindle/Session/Failure.h"
#include "llvm/ADT/StringExtras.h"

using namespace spindle;
using namespace spindle::session;
using llvm::StringRef;
using llvm::Twine;
using runtime::DType;

namespace {

/// The ranks of tensors that a file holds; none by default.
struct Ranks {
  int64_t least = 1, most = 0;
};

/// A kind of file.
struct FileKind {
  Source::Kind kind;
  StringRef ending;
  /// Whether the ending may be followed by ".gz".
  bool isText;
  Ranks sparse, dense;
};

} // namespace

static constexpr int64_t mostDims = 64;

static const FileKind fileKinds[] = {
    {Source::Kind::MatrixMarket, ".mtx", true, {2, 2}, {1, 2}},
    {Source::Kind::Smtx, ".smtx", true, {2, 2}, {}},
    {Source::Kind::Tns, ".tns", true, {1, runtime::maxTnsRank}, {}},
    {Source::Kind::Npz, ".npz", false, {1, mostDims}, {}},
    {Source::Kind::Npy, ".npy", false, {}, {0, mostDims}}};

/// Whether elements of `dtype` come back from a file of `kind` as they are: an
/// .smtx file has no values, the lines of .tns one number each, and NumPy no
/// bf16.
static bool holdsType(Source::Kind kind, DType dtype) {
  switch (kind) {
  case Source::Kind::Smtx:
    return dtype == DType::F64;
  case Source::Kind::Tns:
    return !isComplex(dtype);
  case Source::Kind::Npz:
    return dtype != DType::BF16;
  default:
    return true;
  }
}

/// What a file of `kind` cannot hold of `written`, as what follows its name in
/// an error; empty where it holds it.
static std::string findObstacle(const FileKind &kind, const Written &written) {
  if (kind.kind == Source::Kind::Npy && written.isOnPattern)
    return "";
  Ranks ranks = written.isSparse ? kind.sparse : kind.dense;
  if (ranks.most < ranks.least)
    return written.isSparse ? ", which is sparse," : ", which is dense,";
  if (written.rank < ranks.least || written.rank > ranks.most)
    return (", which has " + Twine(written.rank) +
            (written.rank == 1 ? " dimension," : " dimensions,"))
        .str();
  if (!holdsType(kind.kind, written.dtype))
    return (" of " + StringRef(numpyName(written.dtype))).str();
  return "";
}

/// `words` as ".mtx, .tns or .npz".
static std::string listEndings(llvm::ArrayRef<StringRef> words) {
  if (words.size() < 2)
    return listOf(words);
  return (llvm::join(words.drop_back(), ", ") + " or " + words.back()).str();
}

llvm::Error session::checkFileKind(StringRef path, const Written &written,
                                   const Twine &noun) {
  const FileKind *wanted = llvm::find_if(fileKinds, [&](const FileKind &kind) {
    return kind.kind == findArrayKind(path);
  });
  std::string obstacle =
      wanted == std::end(fileKinds) ? "" : findObstacle(*wanted, written);
  if (wanted != std::end(fileKinds) && obstacle.empty())
    return llvm::Error::success();
  llvm::SmallVector<StringRef> endings;
  for (const FileKind &kind : fileKinds)
    if (wanted == std::end(fileKinds) || findObstacle(kind, written).empty())
      endings.push_back(kind.ending);
  std::string subject =
      wanted == std::end(fileKinds) ? "" : (" for " + written.name).str();
  return failExpected(noun + " of a " + listEndings(endings) + " file" +
                          subject + obstacle,
                      "'" + path + "'");
}

/// "element (0, 2)".
static std::string describePlace(llvm::ArrayRef<int64_t> place) {
  std::string text = "element (";
  for (int64_t coordinate : place)
    text += (text.back() == '(' ? "" : ", ") + std::to_string(coordinate);
  return text + ")";
}

std::string session::describeElement(const runtime::CooTensor &tensor,
                                     int64_t entry) {
  llvm::SmallVector<int64_t> place;
  for (const runtime::Array &list : tensor.coordinates)
    place.push_back(list.as<int64_t>()[entry]);
  return describePlace(place);
}

std::string session::describeElement(const runtime::Array &array,
                                     int64_t index) {
  llvm::SmallVector<int64_t> place(array.shape().size());
  for (size_t dim = place.size(); dim-- > 0;) {
    place[dim] = index % array.shape()[dim];
    index /= array.shape()[dim];
  }
  return describePlace(place);
}

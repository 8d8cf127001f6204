//===- StoredTensor.cpp - a tensor in some format -------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StoredTensor.h"

#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <algorithm>

namespace sparse = spindle::sparse;
using namespace spindle::interpreter;

/// `count` texts, with each `$` replaced by its number, with commas between.
static std::string list(size_t count, const std::string &text) {
  std::string joined;
  for (size_t number = 0; number < count; ++number) {
    joined += number ? ", " : "";
    for (char c : text)
      joined += c == '$' ? std::to_string(number) : std::string(1, c);
  }
  return joined;
}

template <typename T> static std::string print(T value) {
  std::string text;
  llvm::raw_string_ostream(text) << value;
  return text;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void StoredTensor::add(Array array) {
  for (Array &other : arrays)
    if (other.name == array.name) {
      other = std::move(array);
      return;
    }
  arrays.push_back(std::move(array));
}

Tensor StoredTensor::makeTensor(Program &program,
                                std::deque<Array> &memory) const {
  Tensor tensor;
  tensor.shape.assign(sizes.begin(), sizes.end());
  memory = arrays;
  for (Array &array : memory) {
    Memory view{array.bytes.data(), program.type(array.element), {}};
    view.shape.assign(array.shape.begin(), array.shape.end());
    const auto &[what, level] = array.name;
    if (what == "values")
      tensor.values = view;
    if (what == "bitmap")
      tensor.bitmap = view;
    if (what == "values" || what == "bitmap")
      continue;
    auto &levels = what == "positions" ? tensor.positions
                   : what == "lengths" ? tensor.lengths
                                       : tensor.coordinates;
    levels.resize(std::max(levels.size(), level + 1));
    levels[level] = view;
  }
  return tensor;
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

/// Appends a number to a log.
static const char *const kAppendReal = R"(
func.func private @append(%log: memref<?xf64>, %at: memref<1xindex>, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.load %at[%c0] : memref<1xindex>
  memref.store %x, %log[%n] : memref<?xf64>
  %m = arith.addi %n, %c1 : index
  memref.store %m, %at[%c0] : memref<1xindex>
  return
}
func.func private @append_index(%log: memref<?xf64>, %at: memref<1xindex>, %x: index) {
  %n = arith.index_cast %x : index to i64
  %v = arith.sitofp %n : i64 to f64
  func.call @append(%log, %at, %v) : (memref<?xf64>, memref<1xindex>, f64) -> ()
  return
}
)";

/// Appends the indices %x0, .. and the number %v.
static std::string getAppends(size_t indices) {
  std::string text;
  for (size_t number = 0; number < indices; ++number)
    text += "    func.call @append_index(%log, %at, %x" +
            std::to_string(number) +
            ") : (memref<?xf64>, memref<1xindex>, index) -> ()\n";
  return text + "    func.call @append(%log, %at, %v) : (memref<?xf64>, "
                "memref<1xindex>, f64) -> ()\n";
}

std::string StoredTensor::getTypeText() const {
  std::string type = "!sparse.tensor<";
  for (size_t dim = 0; dim < sizes.size(); ++dim)
    type += "?x";
  return type + "f64, " + format + ">";
}

sparse::SparseTensorType StoredTensor::getType(Program &program) const {
  return llvm::cast<sparse::SparseTensorType>(program.type(getTypeText()));
}

StoredTensor::Outcome StoredTensor::runText(const std::string &body,
                                            size_t numbers) const {
  std::string dims = list(sizes.size(), "d$");
  Program program("!T = " + getTypeText() +
                  "\n!S = !sparse.tensor<f64, #sparse.dense>\n" +
                  "#all = affine_map<(" + dims + ") -> (" + dims +
                  ")>\n#none = affine_map<(" + dims + ") -> ()>\n" +
                  "func.func @f(%T: !T {sparse.name = \"T\"}, %S: !S, %log: "
                  "memref<?xf64>, %at: memref<1xindex>) {\n" +
                  body + "  return\n}\n" + kAppendReal);
  std::deque<Array> memory;
  std::vector<double> log(1000), sum(1);
  std::vector<int64_t> at(1);
  Memory scalar = program.memory(sum, "f64");
  scalar.shape.clear();
  Outcome outcome;
  outcome.error =
      program.run({makeTensor(program, memory), Tensor{{}, {}, {}, scalar},
                   program.memory(log, "f64"), program.memory(at, "index")});
  for (int64_t begin = 0; begin < at[0]; begin += numbers)
    outcome.log.emplace_back(log.begin() + begin,
                             log.begin() + begin + numbers);
  return outcome;
}

std::string StoredTensor::getDriver() const {
  return "  sparse.generic driver(%T) ins(%T : !T) outs(%S : !S) maps [#all, "
         "#none] kinds [" +
         list(sizes.size(), "reduction") +
         "] combine [add] {\n  ^bb0(%v: f64, " +
         list(sizes.size(), "%x$: index") + "):\n" + getAppends(sizes.size()) +
         "    sparse.yield %v : f64\n  }\n";
}

/// %A0, .. and %Av, of the types that are spelled out.
std::string StoredTensor::getUnpack() const {
  Program program("func.func @f() {\n  return\n}\n");
  sparse::SparseTensorType type = getType(program);
  std::string results;
  for (mlir::Type result : sparse::getUnpackedTypes(type))
    results += (results.empty() ? "" : ", ") + print(result);
  size_t axes = sparse::getListParents(type.getFormat()).size();
  return "  " + list(axes, "%A$") + ", %Av = sparse.unpack %T : !T -> " +
         results + "\n";
}

/// Visits all axes, and appends the number alone.
std::string StoredTensor::getNest() const {
  Program program("func.func @f() {\n  return\n}\n");
  sparse::SparseTensorType type = getType(program);
  auto types = sparse::getUnpackedTypes(type);
  size_t axes = types.size() - 1;
  std::string entries, places;
  auto parents = sparse::getListParents(type.getFormat());
  for (size_t axis = 0; axis < axes; ++axis) {
    entries += (axis ? ", %A" : "%A") + std::to_string(axis);
    if (!parents[axis].empty())
      entries += " of (" +
                 llvm::join(llvm::map_range(parents[axis],
                                            [](int64_t parent) {
                                              return std::to_string(parent);
                                            }),
                            ", ") +
                 ")";
  }
  std::string names;
  for (size_t axis = 0; axis < axes; ++axis)
    names += (axis ? ", " : "") + print(types[axis]);
  for (int64_t owner : type.getFormat().getStorageDims())
    places += (places.empty() ? "%s" : ", %s") + std::to_string(owner);
  return getUnpack() + "  iter.nest \"n\" (" +
         list(axes, "\"x$\": %x$ at %s$") + ") over (" + entries + " : " +
         names + ") kinds [" + list(axes, "spatial") +
         "] {\n    %v = sparse.load %Av at [" + places +
         "] : " + print(types.back()) + "\n" + getAppends(0) + "  }\n";
}

/// Looks up each combination of coordinates, by those of the levels.
std::string StoredTensor::getLookUps() const {
  Program program("func.func @f() {\n  return\n}\n");
  sparse::SparseTensorType type = getType(program);
  std::string text = getUnpack(), end;
  text +=
      "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n";
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    std::string n = std::to_string(dim);
    text += "  %m" + n + " = arith.constant " + std::to_string(sizes[dim]) +
            " : index\n";
    text += "  scf.for %x" + n + " = %c0 to %m" + n + " step %c1 {\n";
    end += "  }\n";
  }
  mlir::AffineMap map = type.getFormat().getLevelMap();
  for (size_t level = 0; level < map.getNumResults(); ++level)
    text += "    %l" + std::to_string(level) + " = affine.apply affine_map<" +
            print(map.getSubMap({unsigned(level)})) + ">(" +
            list(sizes.size(), "%x$") + ")\n";
  std::string buffer = print(sparse::getUnpackedTypes(type).back());
  return text + "    %v, %found = sparse.load %Av[" +
         list(map.getNumResults(), "%l$") + "] found : " + buffer +
         "\n    scf.if %found {\n" + getAppends(sizes.size()) + "    }\n" + end;
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

StoredTensor::Elements StoredTensor::walk() const {
  Outcome generic = runText(getDriver(), sizes.size() + 1);
  Outcome nest = runText(getNest());
  EXPECT_EQ(generic.error, "") << format;
  EXPECT_EQ(nest.error, "") << format;
  Elements numbers;
  for (const std::vector<double> &element : generic.log)
    numbers.push_back({element.back()});
  EXPECT_EQ(nest.log, numbers) << format;
  return generic.log;
}

StoredTensor::Elements StoredTensor::lookUp() const {
  Outcome outcome = runText(getLookUps(), sizes.size() + 1);
  EXPECT_EQ(outcome.error, "") << format;
  return outcome.log;
}

void spindle::interpreter::expectElements(const StoredTensor &tensor,
                                          StoredTensor::Elements elements) {
  EXPECT_EQ(tensor.walk(), elements);
  std::sort(elements.begin(), elements.end());
  EXPECT_EQ(tensor.lookUp(), elements);
}

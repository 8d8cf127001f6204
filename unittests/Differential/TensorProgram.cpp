//===- TensorProgram.cpp - random operations on tensors -------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorGenerator.h"

#include <algorithm>
#include <numeric>

using namespace spindle::differential;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

std::string TensorGenerator::printShape(const std::string &dims) {
  std::string shape;
  for (char dim : dims)
    shape += random.chance(20) ? std::to_string(sizes[dim]) + "x" : "?x";
  return shape;
}

/// Random values; they are kept where numbers are i64.
Array TensorGenerator::makeValues(const std::string &name,
                                  std::vector<int64_t> shape,
                                  ProgramTensor &tensor) {
  Array array{name, element, std::move(shape), {}};
  tensor.values.resize(tensor.places.size());
  for (int64_t &value : tensor.values) {
    value = random.between(-9, 9);
    std::vector<char> bytes = element == "i64"
                                  ? packIntegers({value}, element)
                                  : generateNumber(random, element, true);
    array.bytes.insert(array.bytes.end(), bytes.begin(), bytes.end());
  }
  return array;
}

void TensorGenerator::addArgument(ProgramTensor &tensor,
                                  TensorArgument argument) {
  tensor.name = "%T" + std::to_string(tensors.size());
  argument.name = tensor.name.substr(1);
  std::string dims;
  for (char dim : tensor.dims)
    dims += (dims.empty() ? "\"" : ", \"") + std::string(1, dim) + "\"";
  std::string attributes = " {sparse.name = \"" + argument.name + "\"";
  if (random.chance(70))
    attributes += ", sparse.dims = [" + dims + "]";
  if (tensor.owner >= 0 && tensor.owner != int64_t(tensors.size()))
    attributes += ", sparse.structure_of = \"" +
                  tensors[tensor.owner].name.substr(1) + "\"";
  attributes += "}";
  argument.values = makeValues(argument.name, argument.values.shape, tensor);
  function.addArgument(tensor.name, tensor.type + attributes, argument);
  tensors.push_back(tensor);
}

void TensorGenerator::addDense(const std::string &dims) {
  ProgramTensor tensor;
  tensor.dims = dims;
  tensor.type =
      "!sparse.tensor<" + printShape(dims) + element + ", #sparse.dense>";
  TensorArgument argument;
  std::vector<std::vector<int64_t>> all = {{}};
  for (char dim : dims) {
    argument.shape.push_back(sizes[dim]);
    std::vector<std::vector<int64_t>> longer;
    for (const std::vector<int64_t> &at : all)
      for (int64_t i = 0; i < sizes[dim]; ++i) {
        longer.push_back(at);
        longer.back().push_back(i);
      }
    all = longer;
  }
  for (const std::vector<int64_t> &at : all)
    tensor.places.emplace(at, tensor.places.size());
  argument.positions.resize(dims.size());
  argument.coordinates.resize(dims.size());
  argument.values.shape = argument.shape;
  addArgument(tensor, argument);
}

/// An array of integers of `type`, in one column where it is of `rank` 2.
static Array pack(const char *name, const std::string &type,
                  const std::vector<int64_t> &numbers, size_t rank = 1) {
  std::vector<int64_t> shape(rank, 1);
  shape[0] = int64_t(numbers.size());
  return {name, type, shape, packIntegers(numbers, type)};
}

/// The arrays of `tensor`, whose elements are in rows: in CSR, in DCSR, which
/// lists rows that have some, or in COO, which lists the row of each.
static TensorArgument storeRows(const ProgramTensor &tensor, int64_t rows,
                                const std::string &pos,
                                const std::string &crd) {
  std::vector<int64_t> starts, listed, rowOfEach, columns;
  for (const auto &[at, place] : tensor.places) {
    if (listed.empty() || listed.back() != at[0]) {
      listed.push_back(at[0]);
      starts.push_back(int64_t(columns.size()));
    }
    rowOfEach.push_back(at[0]);
    columns.push_back(at[1]);
  }
  starts.push_back(int64_t(columns.size()));
  TensorArgument argument;
  argument.positions.resize(2);
  argument.coordinates = {{}, pack("coordinates", crd, columns)};
  if (tensor.format == "coo<2, ")
    argument.coordinates[0] = pack("coordinates", crd, rowOfEach);
  if (tensor.format == "dcsr<") {
    argument.coordinates[0] = pack("coordinates", crd, listed);
    argument.positions[1] = pack("positions", pos, starts);
  }
  if (tensor.format == "csr<") {
    std::vector<int64_t> all;
    for (int64_t row = 0; row <= rows; ++row)
      all.push_back(std::lower_bound(rowOfEach.begin(), rowOfEach.end(), row) -
                    rowOfEach.begin());
    argument.positions[1] = pack("positions", pos, all);
  }
  argument.values.shape = {int64_t(columns.size())};
  return argument;
}

/// How many rows are sorted together.
static constexpr int64_t kWindow = 4;

/// The numbers of the rows of `tensor`, sorted by their lengths in windows, and
/// the columns of each row.
static std::vector<int64_t>
sortRows(const ProgramTensor &tensor, bool longestFirst,
         std::vector<std::vector<int64_t>> &columnsOf) {
  for (const auto &[at, place] : tensor.places)
    columnsOf[at[0]].push_back(at[1]);
  std::vector<int64_t> order(columnsOf.size());
  std::iota(order.begin(), order.end(), 0);
  // Rows of one length stay as they are.
  auto getKey = [&](int64_t row) {
    auto length = int64_t(columnsOf[row].size());
    return std::pair(longestFirst ? -length : length, row);
  };
  for (size_t row = 0; row < order.size(); row += kWindow)
    std::sort(order.begin() + row,
              order.begin() + std::min(row + kWindow, order.size()),
              [&](int64_t left, int64_t right) {
                return getKey(left) < getKey(right);
              });
  return order;
}

/// The arrays of `tensor` in SELL with slices of one row, which have no
/// padding, or in ROWLEN, which has rows of one length together. Its values are
/// moved.
static TensorArgument storeSorted(ProgramTensor &tensor, int64_t rows,
                                  const std::string &pos,
                                  const std::string &crd) {
  bool isSliced = tensor.format.substr(0, 4) == "sell";
  std::vector<std::vector<int64_t>> columnsOf(rows);
  std::vector<int64_t> order = sortRows(tensor, isSliced, columnsOf);
  std::vector<int64_t> groups = {0}, lengths, rowsOf, listed, starts, columns;
  for (int64_t place = 0; place < rows; ++place) {
    int64_t row = order[place], length = int64_t(columnsOf[row].size());
    bool isFirst = int64_t(lengths.size()) == groups.back();
    if (length > 0 && (isFirst || lengths.back() != length)) {
      lengths.push_back(length);
      rowsOf.push_back(int64_t(listed.size()));
    }
    if (length > 0 || isSliced) {
      listed.push_back(row);
      starts.push_back(int64_t(columns.size()));
    }
    for (int64_t column : columnsOf[row]) {
      tensor.places[{row, column}] = columns.size();
      columns.push_back(column);
    }
    if (place + 1 == rows || (place + 1) % kWindow == 0)
      groups.push_back(int64_t(lengths.size()));
  }
  rowsOf.push_back(int64_t(listed.size()));
  starts.push_back(int64_t(columns.size()));
  TensorArgument argument;
  argument.positions.resize(5);
  argument.coordinates.resize(5);
  argument.positions[isSliced ? 1 : 4] = pack("positions", pos, starts);
  size_t rank = isSliced ? 2 : 1;
  argument.coordinates[3] = pack("coordinates", crd, listed, rank);
  argument.coordinates[4] = pack("coordinates", crd, columns, rank);
  argument.values.shape = argument.coordinates[4].shape;
  if (isSliced)
    return argument;
  argument.positions[1] = pack("positions", pos, groups);
  argument.coordinates[1] = pack("coordinates", crd, lengths);
  argument.positions[2] = pack("positions", pos, rowsOf);
  return argument;
}

void TensorGenerator::addSparse() {
  static const std::vector<std::string> types = {"i8", "i16", "i32", "i64"};
  static const std::vector<std::string> formats = {"csr<", "csr<", "dcsr<",
                                                   "coo<2, ", "coo<2, "};
  static const std::vector<std::string> sorted = {"sell<1, 4, ", "rowlen<4, "};
  ProgramTensor tensor;
  tensor.dims = random.chance(70) ? "ij" : random.chance(50) ? "ji" : "ik";
  tensor.owner = int64_t(tensors.size());
  // Programs are about the first, which drives.
  tensor.mayDrive = tensors.empty() || random.chance(40);
  tensor.format = random.pick(tensor.mayDrive ? formats : sorted);
  std::string keeps = tensor.format == sorted[0] ? ", full" : "";
  std::string pos = random.chance(50) ? "i32" : "i64", crd = random.pick(types);
  tensor.type = "!sparse.tensor<" + printShape(tensor.dims) + element +
                ", #sparse." + tensor.format + "pos = " + pos +
                ", crd = " + crd + keeps + ">>";
  int64_t rows = sizes[tensor.dims[0]], columns = sizes[tensor.dims[1]];
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      if (random.chance(45))
        tensor.places.emplace(std::vector<int64_t>{i, j}, tensor.places.size());
  TensorArgument argument = tensor.mayDrive
                                ? storeRows(tensor, rows, pos, crd)
                                : storeSorted(tensor, rows, pos, crd);
  argument.shape = {rows, columns};
  addArgument(tensor, argument);
}

/// An argument on the structure of another.
void TensorGenerator::addOnStructure(int64_t owner) {
  ProgramTensor tensor = tensors[owner];
  TensorArgument argument;
  for (const CaseArgument &other : function.finish().arguments)
    if (const auto *found = std::get_if<TensorArgument>(&other))
      if ("%" + found->name == tensor.name)
        argument = *found;
  addArgument(tensor, argument);
}

/// A tensor with memory of the function's own.
void TensorGenerator::addWithValues(int64_t owner) {
  ProgramTensor tensor = tensors[owner];
  std::string number = std::to_string(tensors.size());
  size_t format = tensor.type.find("#sparse.csr<") + 12;
  std::string arrays =
      tensor.type.substr(format, tensor.type.find('>', format) - format);
  std::string types = "!axis.axis<dense_fixed@>, !axis.axis<sparse_variable, " +
                      arrays + ", sorted, unique>";
  std::string rows = tensor.type.substr(15, tensor.type.find('x') - 15);
  types.replace(types.find('@'), 1, rows == "?" ? "" : ", width = " + rows);
  std::string buffer = "!sparse.buffer<?x" + element + ">";
  int64_t start = random.between(-3, 3);
  function.text += "  %I" + number + ", %J" + number + ", %V" + number +
                   " = sparse.unpack " + tensor.name + " : " + tensor.type +
                   " -> " + types + ", " + buffer + "\n  %W" + number +
                   " = sparse.alloc on (%I" + number + ", %J" + number +
                   ") : (" + types + ") -> " + buffer + "\n  %z" + number +
                   " = arith.constant " + printConstant(element, start) +
                   "\n  sparse.fill %W" + number + ", %z" + number + " : " +
                   buffer + "\n  %T" + number + " = sparse.with_values " +
                   tensor.name + ", %W" + number + " : " + tensor.type + ", " +
                   buffer + " -> " + tensor.type + "\n";
  tensor.name = "%T" + number;
  tensor.isArgument = false;
  tensor.values.assign(tensor.places.size(), start);
  tensors.push_back(tensor);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Case TensorGenerator::generate() {
  static const std::vector<std::string> types = {"i64", "f32", "f32", "f64",
                                                 "i32", "i8",  "f16"};
  static const std::vector<std::string> shapes = {
      "", "i", "j", "k", "ij", "jk", "ki", "ik", "kj", "ji", "ijk", "kij"};
  element = random.pick(types);
  for (char dim : {'i', 'j', 'k'})
    sizes[dim] = random.chance(8)    ? 0
                 : random.chance(18) ? random.between(6, 19)
                                     : random.between(1, 5);
  for (int64_t count = random.between(1, 2); count > 0; --count)
    addSparse();
  for (int64_t count = random.between(1, 4); count > 0; --count)
    addDense(random.pick(shapes));
  if (random.chance(60))
    addOnStructure(0);
  if (tensors[0].format == "csr<" && random.chance(40))
    addWithValues(0);
  if (random.chance(40))
    addSampledProduct();
  for (int64_t count = random.between(1, 4); count > 0; --count)
    addGeneric();
  Case result = function.finish();
  result.text += callees;
  result.finite = true;
  for (size_t index = 0; index < result.arguments.size(); ++index)
    for (const ProgramTensor &tensor : tensors)
      if (const auto *argument =
              std::get_if<TensorArgument>(&result.arguments[index]))
        if (element == "i64" && "%" + argument->name == tensor.name)
          result.expected.emplace_back(index,
                                       packIntegers(tensor.values, element));
  return result;
}

Case spindle::differential::generateTensorProgram(Random &random) {
  return TensorGenerator(random).generate();
}

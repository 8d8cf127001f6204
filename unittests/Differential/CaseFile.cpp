//===- CaseFile.cpp - a program and its operands in a file ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CaseFile.h"

#include <sstream>

using namespace spindle::differential;

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string printBytes(const std::vector<char> &bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string text = " bytes ";
  for (char byte : bytes) {
    text += digits[uint8_t(byte) >> 4];
    text += digits[uint8_t(byte) & 15];
  }
  return text + "\n";
}

static std::string printShape(const std::vector<int64_t> &shape) {
  std::string text = " shape";
  for (int64_t size : shape)
    text += " " + std::to_string(size);
  return text;
}

static std::string printArray(const std::string &word, const Array &array) {
  return "// " + word + " " + array.name + " " + array.element +
         printShape(array.shape) + printBytes(array.bytes);
}

static std::string printTensor(const TensorArgument &tensor) {
  std::string text = "// tensor " + tensor.name + printShape(tensor.shape);
  text += "\n";
  for (const Array &array : tensor.positions)
    text += printArray("positions", array);
  for (const Array &array : tensor.coordinates)
    text += printArray("coordinates", array);
  return text + printArray("values", tensor.values);
}

std::string spindle::differential::printCase(const Case &program) {
  std::string text = "// RUN: spindle-fuzz --replay %s\n// seed " +
                     std::to_string(program.seed) + " finite " +
                     std::to_string(int(program.finite)) + "\n";
  for (const CaseArgument &argument : program.arguments) {
    if (const auto *array = std::get_if<Array>(&argument))
      text += printArray("memory", *array);
    else if (const auto *tensor = std::get_if<TensorArgument>(&argument))
      text += printTensor(*tensor);
    else
      text += "// index " + std::to_string(std::get<int64_t>(argument)) + "\n";
  }
  for (const auto &[index, bytes] : program.expected)
    text += "// known " + std::to_string(index) + printBytes(bytes);
  std::istringstream lines(program.schedule);
  for (std::string line; std::getline(lines, line);)
    text += "// schedule " + line + "\n";
  bool ends = !program.text.empty() && program.text.back() == '\n';
  return text + "\n" + program.text + (ends ? "" : "\n");
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

static std::vector<char> readBytes(const std::string &digits) {
  std::vector<char> bytes;
  for (size_t at = 0; at + 1 < digits.size(); at += 2)
    bytes.push_back(char(std::stoi(digits.substr(at, 2), nullptr, 16)));
  return bytes;
}

/// Reads sizes up to the word `bytes` or the end.
static std::vector<int64_t> readShape(std::istream &line) {
  std::vector<int64_t> shape;
  std::string word;
  line >> word;
  while (line >> word && word != "bytes")
    shape.push_back(std::stoll(word));
  return shape;
}

static Array readArray(std::istream &line) {
  Array array;
  std::string digits;
  // A level that keeps no array has neither name nor type.
  if (line.peek() == ' ')
    line.get();
  std::getline(line, array.name, ' ');
  std::getline(line, array.element, ' ');
  array.shape = readShape(line);
  line >> digits;
  array.bytes = readBytes(digits);
  return array;
}

/// Reads one line of comment; false where it is none of ours.
static bool readLine(std::istream &line, Case &program) {
  std::string word, digits;
  int64_t number;
  line >> word;
  if (word == "seed") {
    line >> program.seed >> word >> program.finite;
  } else if (word == "schedule") {
    std::getline(line, digits);
    program.schedule += digits.substr(1) + "\n";
  } else if (word == "index") {
    line >> number;
    program.arguments.push_back(number);
  } else if (word == "memory") {
    program.arguments.push_back(readArray(line));
  } else if (word == "tensor") {
    TensorArgument tensor;
    line >> tensor.name;
    tensor.shape = readShape(line);
    program.arguments.push_back(tensor);
  } else if (word == "known") {
    line >> number >> word >> digits;
    program.expected.emplace_back(size_t(number), readBytes(digits));
  } else if (word == "positions" || word == "coordinates" || word == "values") {
    auto &tensor = std::get<TensorArgument>(program.arguments.back());
    if (word == "values")
      tensor.values = readArray(line);
    else
      (word == "positions" ? tensor.positions : tensor.coordinates)
          .push_back(readArray(line));
  } else {
    return false;
  }
  return true;
}

bool spindle::differential::readCase(const std::string &text, Case &program,
                                     std::string &error) {
  std::istringstream lines(text);
  std::string line;
  bool sawSeed = false;
  while (std::getline(lines, line)) {
    if (line.rfind("// ", 0) != 0) {
      program.text += line + "\n";
      continue;
    }
    std::istringstream words(line.substr(3));
    readLine(words, program);
    sawSeed |= line.rfind("// seed ", 0) == 0;
  }
  error = sawSeed ? "" : "expected a line '// seed N finite N'";
  return sawSeed;
}

//===- LegalityTraps.cpp - programs that rules are there for --------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LegalityTraps.h"

#include "Function.h"

#include <algorithm>
#include <numeric>

using namespace spindle::differential;

namespace {
/// Writes one trap.
class TrapGenerator {
public:
  explicit TrapGenerator(Random &random) : random(random), function(random) {
    static const std::vector<std::string> types = {"f32", "f64", "i32", "i64"};
    element = random.pick(types);
    zero = function.addIndex(0, /*mustBeConstant=*/true);
    one = function.addIndex(1, /*mustBeConstant=*/true);
  }

  Case addStoresThatMeet();
  Case addElementNeverStored();
  Case addPositionsAndCoordinates();

private:
  void addArray(const std::string &name, int64_t size);
  std::string loop(const std::string &variable, const std::string &count);
  std::string end(const std::string &dim);
  std::string type() const { return "memref<?x" + element + ">"; }
  Case finish(const std::string &statements);

  Random &random;
  Function function;
  std::string element, zero, one;
  int64_t nextNumber = 1;
};
} // namespace

/// Adds an array of numbers that are different, also from those of others.
void TrapGenerator::addArray(const std::string &name, int64_t size) {
  std::vector<char> bytes;
  for (int64_t end = nextNumber + size; nextNumber < end; ++nextNumber) {
    std::vector<char> number = isFloat(element)
                                   ? packFloat(double(nextNumber), element)
                                   : packIntegers({nextNumber}, element);
    bytes.insert(bytes.end(), number.begin(), number.end());
  }
  function.addMemory("?x", {name, element, {size}, bytes});
}

std::string TrapGenerator::loop(const std::string &variable,
                                const std::string &count) {
  return "  scf.for " + variable + " = " + zero + " to " + count + " step " +
         one + " {\n";
}

/// The end of a loop over `dim`.
std::string TrapGenerator::end(const std::string &dim) {
  return "  } {iter.loop = #iter.loop<nest = \"trap\", dims = [\"" + dim +
         "\"], axis = dense_fixed, kind = spatial, role = level>}\n";
}

/// The program, with a schedule that applies `statements` to %a, the loop over
/// "a", and %b, that over "b".
Case TrapGenerator::finish(const std::string &statements) {
  const std::string any = "!transform.any_op";
  Case made = function.finish();
  made.schedule = "module attributes {transform.with_named_sequence} {\n"
                  "transform.named_sequence @trap(%root: " +
                  any + " {transform.consumed}) {\n";
  for (const char *dim : {"a", "b"})
    made.schedule += std::string("%") + dim +
                     " = transform.sparse.match.loops dims [\"" + dim +
                     "\"] in %root : (" + any + ") -> " + any + "\n";
  made.schedule += statements + "transform.yield\n}\n}\n";
  return made;
}

/// y[a + b * stride] = x[a], where strides are short.
Case TrapGenerator::addStoresThatMeet() {
  int64_t outer = random.between(3, 9), inner = random.between(2, 5);
  int64_t stride = random.between(1, 2);
  addArray("%x", outer);
  addArray("%y", outer + inner * stride);
  std::string outerEnd = function.addIndex(outer);
  std::string innerEnd = function.addIndex(inner);
  std::string step = function.addIndex(stride, /*mustBeConstant=*/true);
  std::string list = " : " + type() + ", " + type();
  function.text +=
      "  %xy:2 = memref.distinct_objects %x, %y" + list + "\n" +
      loop("%i", outerEnd) + "  %v = memref.load %xy#0[%i] : " + type() + "\n" +
      loop("%j", innerEnd) + "  %far = arith.muli %j, " + step + " : index\n" +
      "  %at = arith.addi %i, %far : index\n" +
      "  memref.store %v, %xy#1[%at] : " + type() + "\n" + end("b") + end("a");
  return finish("%some = transform.param.constant " +
                std::to_string(stride + 1) +
                " : i64 -> !transform.param<i64>\n"
                "%made = transform.sparse.unroll_and_jam %a factor(%some) "
                "{where_legal} : (!transform.any_op, !transform.param<i64>) -> "
                "!transform.any_op\n");
}

/// A sum in an element behind the end, where nothing is ever added.
Case TrapGenerator::addElementNeverStored() {
  int64_t size = random.between(1, 6);
  addArray("%y", size);
  std::string count = function.addIndex(random.between(2, 9));
  // Were it a constant, LLVM would see that nothing is added.
  function.addArgument("%limit", "index", random.below(2) - 1);
  std::string behind = function.addIndex(size);
  std::string add = isFloat(element) ? "arith.addf" : "arith.addi";
  function.text += loop("%i", count) + "  %takes = arith.cmpi slt, %i, " +
                   "%limit : index\n  scf.if %takes {\n" +
                   "  %old = memref.load %y[" + behind + "] : " + type() +
                   "\n  %new = " + add + " %old, %old : " + element +
                   "\n  memref.store %new, %y[" + behind + "] : " + type() +
                   "\n  }\n" + end("a");
  return finish("transform.sparse.accumulate_in_registers %a {where_legal} : "
                "!transform.any_op\n");
}

/// y[p] = x[p] for all p, then z[p] = y[c(p)], where c is a permutation.
Case TrapGenerator::addPositionsAndCoordinates() {
  int64_t size = random.between(3, 12);
  std::vector<int64_t> places(size);
  std::iota(places.begin(), places.end(), 0);
  std::rotate(places.begin(), places.begin() + random.between(1, size - 1),
              places.end());
  function.addIntegers("%crd", "i32", places);
  for (const char *name : {"%x", "%y", "%z"})
    addArray(name, size);
  std::string n = function.addIndex(size);
  std::string buffer = "!sparse.buffer<?x" + element + ">";
  for (const char *name : {"x", "y", "z"})
    function.text += std::string("  %") + name + "b = sparse.bind %" + name +
                     " on (%D) : " + type() +
                     " on (!axis.axis<dense_fixed>) -> " + buffer + "\n";
  std::string axes =
      "  %D = axis.dense_fixed " + n + " : !axis.axis<dense_fixed>\n" +
      "  %R = axis.sparse_variable " + n + " count " + n +
      " coordinates %crd : memref<?xi32> -> !axis.axis<sparse_variable, "
      "unique>\n";
  auto first = function.text.find("  %xb = ");
  function.text.insert(first, axes);
  function.text +=
      loop("%p", n) + "  %v = sparse.load %xb at positions [%p] : " + buffer +
      "\n  sparse.store %v, %yb at positions [%p] : " + buffer + "\n" +
      end("a") + loop("%q", n) +
      "  %c = axis.coordinate %R[%q] : !axis.axis<sparse_variable, unique>\n"
      "  %w = sparse.load %yb at positions [%c] : " +
      buffer + "\n  sparse.store %w, %zb at positions [%q] : " + buffer + "\n" +
      end("b");
  return finish("%both = transform.sparse.fuse_loops %a, %b {where_legal} : "
                "(!transform.any_op, !transform.any_op) -> "
                "!transform.any_op\n");
}

Case spindle::differential::generateTrap(Random &random) {
  TrapGenerator generator(random);
  switch (random.below(3)) {
  case 0:
    return generator.addStoresThatMeet();
  case 1:
    return generator.addElementNeverStored();
  default:
    return generator.addPositionsAndCoordinates();
  }
}

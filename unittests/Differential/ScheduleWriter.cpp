//===- ScheduleWriter.cpp - statements of random schedules ----------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleWriter.h"

#include <regex>
#include <set>

using namespace spindle::differential;

/// The different names that `pattern` finds in `text`.
static Words find(const std::string &text, const std::regex &pattern) {
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end;
       at != end; ++at)
    names.insert((*at)[1]);
  return Words(names.begin(), names.end());
}

ScheduleWriter::ScheduleWriter(Random &random, const Case &program,
                               ScheduleNature nature)
    : random(random), nature(nature) {
  std::regex nest("nest (?:= )?\"([a-z0-9_]+)\""), dim("\"(d[0-9]+|[ijkl])\"");
  nests = find(program.text, nest);
  dims = find(program.text, dim);
}

std::string ScheduleWriter::param(std::string &line, const Words &numbers) {
  static const Words odd = {
      "0", "-1", "1024", "64", "3", "100000", "-9223372036854775808"};
  std::string name = newName();
  const std::string &number = nature.isRough && random.chance(25)
                                  ? random.pick(odd)
                                  : random.pick(numbers);
  line += name + " = transform.param.constant " + number + " : i64 -> " +
          kParamType + " ";
  return name;
}

std::string ScheduleWriter::quote(const Words &names) {
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "[\"" : ", \"") + name + "\"";
  return list + "]";
}

std::string ScheduleWriter::flags(const Words &others) {
  std::string list;
  if (!nature.isRough || random.chance(60))
    list = "where_legal";
  for (const std::string &flag : others)
    if (flag == "reassociate" ? nature.reassociates && random.chance(85)
                              : random.chance(50))
      list += (list.empty() ? "" : ", ") + flag;
  return list.empty() ? "" : " {" + list + "}";
}

/// The types of `count` handles.
static std::string getHandleTypes(int64_t count) {
  std::string list;
  for (int64_t index = 0; index < count; ++index)
    list += (list.empty() ? "" : ", ") + kHandleType;
  return count == 1 ? list : "(" + list + ")";
}

std::string ScheduleWriter::match(std::string &line) {
  static const Words kinds = {"spatial", "reduction"},
                     roles = {"level", "tile", "point", "tail", "worker"},
                     axes = {"dense_fixed", "sparse_variable", "sparse_fixed",
                             "dense_variable"},
                     conditions = {"innermost", "holds_reduction",
                                   "unit_stride", "dense_inside"};
  if (!known.empty() && random.chance(nature.isRough ? 30 : 0))
    return random.pick(known);
  std::string name = newName();
  line += name + " = transform.sparse.match.loops ";
  if (!nests.empty() && random.chance(50))
    line += "nest \"" + random.pick(nests) + "\" ";
  if (!dims.empty() && random.chance(35))
    line += "dims [\"" + random.pick(dims) + "\"] ";
  if (random.chance(15))
    line += "kind " + random.pick(kinds) + " ";
  if (random.chance(10))
    line += "role " + random.pick(roles) + " ";
  if (random.chance(10))
    line += "axes [\"" + random.pick(axes) + "\"] ";
  if (random.chance(25))
    line += random.pick(conditions) + " ";
  line += "in " + root + " : (" + kHandleType + ") -> " + kHandleType + " ";
  return name;
}

std::string ScheduleWriter::matchFew(std::string &line) {
  std::string name = newName();
  line += name + " = transform.sparse.match.loops ";
  if (!nests.empty())
    line += "nest \"" + random.pick(nests) + "\" ";
  if (dims.empty() || random.chance(40))
    line += "innermost ";
  else
    line += "dims [\"" + random.pick(dims) + "\"] ";
  line += "in " + root + " : (" + kHandleType + ") -> " + kHandleType + " ";
  return name;
}

void ScheduleWriter::apply(const std::string &name, const std::string &operands,
                           const Words &others, int64_t params, int64_t results,
                           std::string line, const std::string &target) {
  Words made;
  for (int64_t index = 0; index < results; ++index) {
    made.push_back(newName());
    line += (index ? ", " : "") + made.back();
  }
  line += (results ? " = " : "") + std::string("transform.sparse.") + name +
          " " + target + operands + flags(others) + " : (" + kHandleType;
  for (; params > 0; --params)
    line += ", " + kParamType;
  line += ") -> " + (results ? getHandleTypes(results) : "()");
  text += line + "\n";
  known.push_back(target);
  known.insert(known.end(), made.begin(), made.end());
}

void ScheduleWriter::lower(const std::string &step) {
  std::string next = newName();
  text += next + " = transform.sparse.lower_to_" + step + " " + root + " : (" +
          kHandleType + ") -> " + kHandleType + "\n";
  root = next;
}

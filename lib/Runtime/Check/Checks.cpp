//===- Checks.cpp - What compiled code reports as undefined ---------------===//

#include "Spindle/Runtime/Check/Checks.h"

#include "CheckedAxis.h"

#include "Spindle/Runtime/Support/Interfaces.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

using namespace spindle::runtime;

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

/// What is told of faults; null stands for `abortOn`.
static std::atomic<CheckHandler> handler;

CheckHandler spindle::runtime::setCheckHandler(CheckHandler next) {
  return handler.exchange(next);
}

[[noreturn]] static void abortOn(const char *text) {
  std::fprintf(stderr, "error: %s\n", text);
  std::abort();
}

static FaultScope *&getFaultScope() {
  static thread_local FaultScope *scope = nullptr;
  return scope;
}

FaultScope::FaultScope() : outer(getFaultScope()) { getFaultScope() = this; }

FaultScope::~FaultScope() { getFaultScope() = outer; }

void spindle::runtime::reportFault(const std::string &text) {
  if (FaultScope *scope = getFaultScope()) {
    if (!scope->found)
      scope->text = text;
    scope->found = true;
    return;
  }
  if (CheckHandler known = handler.load())
    return known(text.c_str());
  abortOn(text.c_str());
}

/// The element that the thread reports next.
static std::vector<int64_t> &getNoted() {
  static thread_local std::vector<int64_t> noted;
  return noted;
}

static const char *getText(int64_t address) {
  return reinterpret_cast<const char *>(address);
}

void spindle_check_note(int64_t coordinate) {
  getNoted().push_back(coordinate);
}

void spindle_check_missing(int64_t text) {
  std::string line = getText(text);
  line += "[";
  for (size_t number = 0; number < getNoted().size(); ++number)
    line += (number ? ", " : "") + std::to_string(getNoted()[number]);
  getNoted().clear();
  reportFault(line + "]");
}

void spindle_check_outside(int64_t text, int64_t number, int64_t coordinate,
                           int64_t from, int64_t extent) {
  reportFault(std::string(getText(text)) + ": expected coordinate " +
              std::to_string(number) + " to be in [" + std::to_string(from) +
              ", " + std::to_string(from + extent) + ") but got " +
              std::to_string(coordinate));
}

void spindle_check_short(int64_t text, int64_t dim, int64_t wanted,
                         int64_t got) {
  reportFault(std::string(getText(text)) + ": expected dimension " +
              std::to_string(dim) + " of the memory to be at least " +
              std::to_string(wanted) + " but got " + std::to_string(got));
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

static CheckedAxis *getAxis(int64_t axis) {
  return reinterpret_cast<CheckedAxis *>(axis);
}

int64_t spindle_check_axis(int64_t text, int64_t kind, int64_t claims,
                           int64_t extent, int64_t from) {
  auto *axis = new CheckedAxis;
  axis->text = getText(text);
  axis->kind = static_cast<CheckedKind>(kind);
  axis->sorted = claims & ClaimSorted;
  axis->unique = claims & ClaimUnique;
  axis->extent = extent;
  axis->from = from;
  return reinterpret_cast<int64_t>(axis);
}

void spindle_check_width(int64_t axis, int64_t width, int64_t typeWidth) {
  getAxis(axis)->width = width;
  getAxis(axis)->typeWidth = typeWidth;
}

void spindle_check_count(int64_t axis, int64_t count, int64_t bits) {
  getAxis(axis)->count = count;
  getAxis(axis)->countBits = bits;
}

void spindle_check_cut(int64_t axis, int64_t size, int64_t by) {
  getAxis(axis)->cut = size;
  getAxis(axis)->cutBy = getAxis(by);
}

void spindle_check_skew(int64_t axis, int64_t size, int64_t along) {
  getAxis(axis)->skew = size;
  getAxis(axis)->skewAlong = getAxis(along);
}

void spindle_check_parent(int64_t axis, int64_t parent) {
  getAxis(axis)->parents.push_back(getAxis(parent));
}

void spindle_check_entry(int64_t axis, int64_t entry, int64_t dim) {
  getAxis(axis)->entries.push_back({getAxis(entry), dim, {}});
}

void spindle_check_under(int64_t axis, int64_t number) {
  getAxis(axis)->entries.back().under.push_back(number);
}

void spindle_check_place(int64_t axis, int64_t number) {
  getAxis(axis)->parentEntries.push_back(number);
}

void spindle_check_array(int64_t axis, int64_t role, int64_t bytes,
                         int64_t address) {
  getAxis(axis)->arrays.emplace_back(static_cast<CheckedRole>(role), bytes,
                                     reinterpret_cast<const void *>(address));
}

void spindle_check_dim(int64_t axis, int64_t size, int64_t stride, int64_t of) {
  getAxis(axis)->arrays.back().addDim({size, stride, getAxis(of)});
}

void spindle_check_structure(int64_t axis) {
  std::string fault = getAxis(axis)->check();
  if (!fault.empty())
    reportFault(getAxis(axis)->text + ": " + fault);
}

void spindle_check_snapshot(int64_t axis) {
  std::string fault = getAxis(axis)->checkSnapshots();
  if (!fault.empty())
    reportFault(getAxis(axis)->text + ": " + fault);
  delete getAxis(axis);
}

void spindle_check_freed(int64_t axis) {
  reportFault(getAxis(axis)->text +
              ": expected the arrays to stay while the axis is "
              "in use but got one freed");
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

/// Applies `USE` to every function of the checks.
#define FOR_EACH_CHECK(USE)                                                    \
  USE(spindle_check_axis)                                                      \
  USE(spindle_check_width)                                                     \
  USE(spindle_check_count)                                                     \
  USE(spindle_check_cut)                                                       \
  USE(spindle_check_skew)                                                      \
  USE(spindle_check_parent)                                                    \
  USE(spindle_check_entry)                                                     \
  USE(spindle_check_under)                                                     \
  USE(spindle_check_place)                                                     \
  USE(spindle_check_array)                                                     \
  USE(spindle_check_dim)                                                       \
  USE(spindle_check_structure)                                                 \
  USE(spindle_check_snapshot)                                                  \
  USE(spindle_check_freed)                                                     \
  USE(spindle_check_note)                                                      \
  USE(spindle_check_missing)                                                   \
  USE(spindle_check_outside)                                                   \
  USE(spindle_check_short)

FOR_EACH_CHECK(SPINDLE_ADD_INTERFACE)

const std::array<CalledFunction, 18> &spindle::runtime::getCheckFunctions() {
  static const std::array<CalledFunction, 18> functions = {
      {FOR_EACH_CHECK(SPINDLE_CALLED_FUNCTION)}};
  return functions;
}

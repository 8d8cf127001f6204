//===- Checks.h - What compiled code reports as undefined -------*- C++ -*-===//
//
// Code that was compiled in check mode (`spindle-insert-checks`) calls these
// functions. It describes each axis that it makes, its parents first, and has
// it checked in time of its size; after the last use of the axis it asks
// whether the arrays still hold what they did. An access that is undefined is
// reported.
//
// All numbers and addresses are 64-bit integers, as `index` is. A text is the
// address of characters that end with a zero and outlive the process' code. An
// axis is known by the number that `spindle_check_axis` gives. The functions
// may be called from several threads, those about one axis one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_RUNTIME_CHECK_CHECKS_H
#define SPINDLE_RUNTIME_CHECK_CHECKS_H

#include "Spindle/Runtime/Support/CalledFunction.h"

#include <array>
#include <cstdint>
#include <string>

namespace spindle::runtime {

/// What is told of a fault: one line, without an end of line, that lives as
/// long as the call.
using CheckHandler = void (*)(const char *text);

/// Has `handler` told of every fault of the process; null stands for the
/// default, which prints "error: " and the line to stderr and aborts. Where a
/// handler returns, the program goes on and does what is undefined. Returns the
/// handler before; null for the default.
CheckHandler setCheckHandler(CheckHandler handler);

/// Tells the handler of the fault that `text` says, or the innermost FaultScope
/// of this thread.
void reportFault(const std::string &text);

/// Keeps the first fault of this thread while it lives.
class FaultScope {
public:
  FaultScope();
  ~FaultScope();
  FaultScope(const FaultScope &) = delete;

  bool hasFault() const { return found; }
  const std::string &getText() const { return text; }

private:
  friend void reportFault(const std::string &text);

  FaultScope *outer;
  bool found = false;
  std::string text;
};

/// The kinds of axes, as `spindle_check_axis` is given them.
enum class CheckedKind : int64_t {
  DenseFixed,
  DenseVariable,
  SparseFixed,
  SparseVariable,
  Singleton,
  Product,
  Occupancy
};

/// What an axis' type claims about its coordinates, each a bit.
enum CheckedClaim : int64_t { ClaimSorted = 1, ClaimUnique = 2 };

/// What an array of an axis holds.
enum class CheckedRole : int64_t {
  Positions,
  Coordinates,
  Lengths,
  Bits,
  Offsets
};

/// All functions below, under the names `_mlir_ciface_spindle_check_...` by
/// which compiled code calls them, and which the library has too.
const std::array<CalledFunction, 18> &getCheckFunctions();

} // namespace spindle::runtime

extern "C" {

/// Begins the description of an axis of CheckedKind `kind` that errors call
/// `text`, with the coordinates [`from`, `from` + `extent`) and the
/// CheckedClaims `claims`. Returns the axis.
int64_t spindle_check_axis(int64_t text, int64_t kind, int64_t claims,
                           int64_t extent, int64_t from);

/// Each fibre of `axis` keeps `width` cells; its type says `typeWidth`, -1 for
/// any.
void spindle_check_width(int64_t axis, int64_t width, int64_t typeWidth);

/// The one fibre of `axis`, a root, has `count` positions, in integers of
/// `bits` bits.
void spindle_check_count(int64_t axis, int64_t count, int64_t bits);

/// The fibres of `axis` are cut at `size`, by the coordinate of the axis `by`,
/// its parent or an ancestor.
void spindle_check_cut(int64_t axis, int64_t size, int64_t by);

/// Of the fibres of `axis` those cells exist whose sum with the coordinate of
/// the axis `along`, its parent or an ancestor, lies in a dimension of `size`.
void spindle_check_skew(int64_t axis, int64_t size, int64_t along);

/// `axis` lies under `parent`: once per parent, in their order, but for the
/// axes that `spindle_check_entry` describes.
void spindle_check_parent(int64_t axis, int64_t parent);

/// The cells of `axis` are those of a list of axes, of which this is the next:
/// `entry`, which storage dimension `dim` belongs to (-1: none). For an
/// occupancy, and for a singleton with several parents.
void spindle_check_entry(int64_t axis, int64_t entry, int64_t dim);

/// The last entry lies under entry `number`: once per parent.
void spindle_check_under(int64_t axis, int64_t number);

/// The next parent of `axis`, whose cells are those of a list, is entry
/// `number` of the list.
void spindle_check_place(int64_t axis, int64_t number);

/// `axis` has an array of CheckedRole `role` of integers of `bytes` bytes,
/// whose first element is at `address`.
void spindle_check_array(int64_t axis, int64_t role, int64_t bytes,
                         int64_t address);

/// The next dimension of the last array: `size` elements, `stride` elements
/// apart, of which each stands for a position of `of`, or an offset in a fibre
/// where `of` has a width; 0 for arrays of starts.
void spindle_check_dim(int64_t axis, int64_t size, int64_t stride, int64_t of);

/// Ends the description. Reports where the arrays break what the axis claims.
void spindle_check_structure(int64_t axis);

/// Reports where an array holds something else than at the end of the
/// description, and forgets the axis.
void spindle_check_snapshot(int64_t axis);

/// Reports that an array of `axis` is freed while the axis is in use.
void spindle_check_freed(int64_t axis);

/// Notes a coordinate of the element that this thread reports next.
void spindle_check_note(int64_t coordinate);

/// Reports `text`, and the coordinates noted, as in "text[3, 7]".
void spindle_check_missing(int64_t text);

/// Reports coordinate `number` of an access, which lies outside of
/// [`from`, `from` + `extent`).
void spindle_check_outside(int64_t text, int64_t number, int64_t coordinate,
                           int64_t from, int64_t extent);

/// Reports the buffer that `text` names, bound to memory whose dimension `dim`
/// has size `got` instead of at least `wanted`.
void spindle_check_short(int64_t text, int64_t dim, int64_t wanted,
                         int64_t got);

} // extern "C"

#endif // SPINDLE_RUNTIME_CHECK_CHECKS_H

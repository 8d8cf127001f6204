//===- Schedule.h - how a program is to be run, as IR -----------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// A schedule is a named sequence of the transform dialect that takes the module
// of a program. It may use sequences beside it, and the knobs in all of them
// have values: those that the text gives, unless others are set. It is applied
// to a copy, which takes the place of the program when all of it succeeded.
//

#ifndef SPINDLE_SCHEDULE_SCHEDULE_H
#define SPINDLE_SCHEDULE_SCHEDULE_H

#include "Spindle/Conversion/Stages/LoweringSteps.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>
#include <vector>

namespace spindle {

/// Adds what the text of a schedule may use besides Spindle's own operations:
/// the transform dialect and upstream's operations for tuning, for debugging
/// and on functions, loops, vectors and memory.
void registerScheduleDialects(mlir::DialectRegistry &registry);

/// On a knob of schedules that were combined, the number of its schedule: knobs
/// of one name are in different ones.
inline constexpr llvm::StringLiteral kPartAttr = "part";

struct NestsSchedule;

/// A schedule, with what it uses.
class Schedule {
public:
  /// The schedule called `name` in `text`, which messages call `source`. An
  /// empty name means the only sequence that is not private, or else
  /// `__transform_main`. Fails where the text is no module of named sequences,
  /// where the sequence is not there, takes anything but one handle or has two
  /// knobs of one name, and where an operation could end the process.
  static llvm::Expected<std::shared_ptr<Schedule>>
  parse(mlir::MLIRContext *context, llvm::StringRef text,
        llvm::StringRef source, llvm::StringRef name);

  /// The schedule that `spec` means: the name of one that ships, or
  /// `FILE[:NAME]`. Fails as `parse` does, and where there is neither.
  static llvm::Expected<std::shared_ptr<Schedule>>
  open(mlir::MLIRContext *context, llvm::StringRef spec);

  /// The schedule that is `module`, which has named sequences.
  static llvm::Expected<std::shared_ptr<Schedule>>
  take(mlir::OwningOpRef<mlir::ModuleOp> module, llvm::StringRef source,
       llvm::StringRef name);

  /// One schedule, called `parts`, that does to nests what `schedules`, of
  /// which there are some, say for them: stage by stage, what each finds in its
  /// own nests. What an operation does to a module as a whole is done for all.
  /// Fails where a schedule includes other sequences.
  static llvm::Expected<std::shared_ptr<Schedule>>
  combine(llvm::ArrayRef<NestsSchedule> schedules);

  /// Sets the knob `name`, that of each schedule that this one was made of, to
  /// `value`, which is spelt as among the options of the knob. Fails where
  /// there is no such knob or option, and sets nothing then. `deterministic`
  /// may be set to 1 in every schedule, where it changes nothing.
  llvm::Error setKnob(llvm::StringRef name, llvm::StringRef value);

  /// The sequence.
  mlir::transform::NamedSequenceOp getEntry() const { return entry; }

  /// What the schedule is called: the name of its sequence.
  llvm::StringRef getName() const;

  /// The knobs and their values, spelt as `setKnob` takes them, in the order of
  /// the text; those without a value are not among them.
  std::vector<std::pair<std::string, std::string>> getKnobs() const;

  /// The text of the schedule and of the sequences that it uses, its knobs as
  /// they are set. `parse` makes the same schedule of it, without a name.
  std::string str() const;

private:
  mutable mlir::OwningOpRef<mlir::ModuleOp> module;
  mutable mlir::transform::NamedSequenceOp entry;
};

/// A schedule for some of a program's nests.
struct NestsSchedule {
  std::shared_ptr<Schedule> schedule;
  std::vector<std::string> nests;
};

/// A schedule that ships.
struct ShippedSchedule {
  llvm::StringRef name;
  llvm::StringRef text;
};

/// The schedules of schedules/*.mlir, in alphabetic order.
llvm::ArrayRef<ShippedSchedule> getShippedSchedules();

/// Applies `schedule` to `module` and lowers the rest of the way to stage
/// `stop`; without one, leaves it where the schedule does. What lies beyond
/// `stop` is not seen in the result. On failure, which is reported, the module
/// stays as it was.
mlir::LogicalResult applySchedule(mlir::ModuleOp module,
                                  const Schedule &schedule,
                                  const LoweringChoices &choices,
                                  std::optional<ProgramStage> stop);

} // namespace spindle

#endif // SPINDLE_SCHEDULE_SCHEDULE_H

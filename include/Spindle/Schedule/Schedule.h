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

/// A fragment of schedules/fragments, and what it is used for.
struct FragmentUse {
  std::string fragment;
  /// The nests that it works on; empty for all.
  std::vector<std::string> nests;
  /// The values of its knobs that differ from those of the text.
  std::vector<std::pair<std::string, std::string>> knobs;
};

/// The text of a schedule.
struct ScheduleText {
  std::string text;
  /// What messages call it: the file, or `NAME.mlir` of one that ships.
  std::string source;
  /// The sequence to take, for `Schedule::parse`.
  std::string name;

  /// What `spec` means: the name of one that ships, or `FILE[:NAME]`. Fails
  /// where there is neither.
  static llvm::Expected<ScheduleText> open(llvm::StringRef spec);
};

/// A schedule, with what it uses.
class Schedule {
public:
  /// The schedule called `name` in `text`, which messages call `source`. It may
  /// include fragments of schedules/fragments beside its own. An
  /// empty name means the only sequence that is not private, or else
  /// `__transform_main`. Fails where the text is no module of named sequences,
  /// where the sequence is not there, takes anything but one handle or has two
  /// knobs of one name, and where an operation could end the process.
  static llvm::Expected<std::shared_ptr<Schedule>>
  parse(mlir::MLIRContext *context, llvm::StringRef text,
        llvm::StringRef source, llvm::StringRef name);

  /// The schedule that `spec` means. Fails as `ScheduleText::open` and `parse`
  /// do.
  static llvm::Expected<std::shared_ptr<Schedule>>
  open(mlir::MLIRContext *context, llvm::StringRef spec);

  /// The schedule that is `module`, which has named sequences.
  static llvm::Expected<std::shared_ptr<Schedule>>
  take(mlir::OwningOpRef<mlir::ModuleOp> module, llvm::StringRef source,
       llvm::StringRef name);

  /// One schedule, called `name`, of all `uses`, stage by stage, in the order
  /// in which the text of the fragments has them. What a fragment does to the
  /// module as a whole is done for all nests. Fails where there is no such
  /// fragment, knob or option.
  static llvm::Expected<std::shared_ptr<Schedule>>
  compose(mlir::MLIRContext *context, llvm::StringRef name,
          llvm::ArrayRef<FragmentUse> uses);

  /// Sets the knob `name` of each sequence that has one to `value`, which is
  /// spelt as among the options of the knob. Fails where there is no such knob,
  /// or one without that option, and sets nothing then. `deterministic` may be
  /// set to 1 in every schedule, where it changes nothing.
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

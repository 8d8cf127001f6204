//===- Drawings.cpp - pictures of operands --------------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Drawings.h"

#include "Spindle/Drawing/DrawPattern.h"
#include "Spindle/Drawing/DrawStorage.h"
#include "Spindle/Session/Failure.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace spindle;
using namespace spindle::run;

namespace {

/// A kind of picture.
struct Picture {
  std::optional<runtime::Error> (*check)(const drawing::Tensor &tensor);
  runtime::Expected<std::string> (*draw)(const drawing::Tensor &tensor);
};

constexpr Picture storagePicture = {drawing::checkDrawable,
                                    drawing::drawStorage};
constexpr Picture patternPicture = {drawing::checkPatternDrawable,
                                    drawing::drawPattern};

} // namespace

/// The tensor `operand`, to be drawn. Error: one in parts.
static llvm::Expected<drawing::Tensor> getTensor(const Operand &operand) {
  const OperandSpec &spec = *operand.spec;
  if (spec.composite)
    return fail(spec.name +
                ": expected a tensor in a format of levels to draw but "
                "got one in " +
                describe(*spec.composite));
  return drawing::Tensor{spec.name, mlir::debugString(spec.elementType),
                         spec.format, getStorage(operand)};
}

/// Checks that `picture` can be drawn of the operands that `drawings` names.
static llvm::Error check(const Job &job, const Picture &picture,
                         llvm::ArrayRef<Assignment> drawings) {
  for (const Assignment &drawing : drawings) {
    auto tensor = getTensor(job.session.getOperand(drawing.name));
    if (!tensor)
      return tensor.takeError();
    if (auto error = picture.check(*tensor))
      return fail(drawing.name + ": " + error->str());
  }
  return llvm::Error::success();
}

llvm::Error run::checkDrawings(Job &job) {
  if (llvm::Error error = check(job, storagePicture, job.line.drawings))
    return error;
  return check(job, patternPicture, job.line.patterns);
}

/// Draws the operands that `drawings` names.
static llvm::Error add(const Job &job, OutputFiles &files,
                       const Picture &picture,
                       llvm::ArrayRef<Assignment> drawings) {
  for (const Assignment &drawing : drawings) {
    auto tensor = getTensor(job.session.getOperand(drawing.name));
    if (!tensor)
      return tensor.takeError();
    auto text = picture.draw(*tensor);
    if (!text)
      return fail(text.error());
    auto write = [&](const std::string &path) {
      return writeText(path, *text);
    };
    if (llvm::Error error = files.add(drawing.text, write))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error run::addDrawings(const Job &job, OutputFiles &files) {
  if (llvm::Error error = add(job, files, storagePicture, job.line.drawings))
    return error;
  return add(job, files, patternPicture, job.line.patterns);
}

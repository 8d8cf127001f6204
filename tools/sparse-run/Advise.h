//===- Advise.h - formats that the user leaves open -------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_TOOLS_SPARSE_RUN_ADVISE_H
#define SPINDLE_TOOLS_SPARSE_RUN_ADVISE_H

#include "Steps.h"
#include "llvm/Support/JSON.h"

namespace spindle::run {

/// Has the program of `session` made again where --format leaves formats open,
/// by what is bound to these operands. Errors: no data of such an operand, one
/// that is no matrix in csr, those of loading.
llvm::Error chooseFormats(Session &session);

/// What is advised for the operand that --advise names. Errors: as above, and a
/// name that is not that of a sparse operand.
llvm::Expected<FormatAdvice> adviseFormat(Session &session);

/// Prints `advice`, at most `most` formats.
void printAdvice(const FormatAdvice &advice, llvm::raw_ostream &stream,
                 size_t most);

/// `advice` as a JSON object.
llvm::json::Object toJson(const FormatAdvice &advice);

} // namespace spindle::run

#endif // SPINDLE_TOOLS_SPARSE_RUN_ADVISE_H

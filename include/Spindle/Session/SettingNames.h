//===- SettingNames.h - what errors call what is set ------------*- C++ -*-===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session does not know how its caller is told what to do: by options of a
// command line, by arguments of a function of Python. Its errors name what is
// set by the caller's words for it: "a source of A", or "source[A]=...".
//
//===----------------------------------------------------------------------===//

#ifndef SPINDLE_SESSION_SETTINGNAMES_H
#define SPINDLE_SESSION_SETTINGNAMES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"

#include <string>

namespace spindle::session {

/// What errors call one thing that is set. The texts outlive the session.
struct SettingName {
  llvm::StringRef noun;
  /// What follows a name in the caller's language; empty where it has none.
  llvm::StringRef form = "";

  /// What is set of `name`: "a source of A". Where there is a form: the noun, a
  /// space, `name` and the form.
  std::string of(llvm::StringRef name) const {
    return (noun + (form.empty() ? " of " : " ") + name + form).str();
  }
  /// Where what is set comes from.
  llvm::StringRef getOrigin() const {
    return form.empty() ? "the options" : noun;
  }
};

/// What errors call what `Options` set.
struct SettingNames {
  SettingName source = {"a source"};
  SettingName output = {"an output"};
  SettingName size = {"a size"};
  SettingName format = {"a format"};
  SettingName dtype = {"a dtype"};
  SettingName entry = {"an entry"};
  SettingName knob = {"a knob"};
  SettingName specialization = {"a specialization"};
  SettingName constant = {"a constant"};
};

} // namespace spindle::session

#endif // SPINDLE_SESSION_SETTINGNAMES_H

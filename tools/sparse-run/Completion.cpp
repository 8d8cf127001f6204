//===- Completion.cpp - what a shell offers to type -----------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completion.h"

#include "Options.h"
#include "Spindle/Format/Names.h"
#include "Spindle/Programs/Programs.h"
#include "Spindle/Runtime/Support/DType.h"
#include "Spindle/Schedule/Schedule.h"
#include "llvm/ADT/StringExtras.h"

using namespace spindle;
using namespace spindle::run;
using llvm::StringRef;

using Offers = llvm::SmallVector<std::string>;

/// The words that a format begins with.
static Offers offerFormats() {
  Offers words = {"auto", "dense"};
  for (std::string_view word : format::getFormatWords())
    if (word != "dense")
      words.emplace_back(word);
  for (std::string_view word : format::getCompositeWords())
    words.emplace_back(word);
  return words;
}

static Offers offerSchedules() {
  Offers words = {"auto", "none"};
  for (const ShippedSchedule &schedule : getShippedSchedules())
    words.push_back(schedule.name.str());
  return words;
}

static Offers offerTypes() {
  return llvm::map_to_vector(runtime::allDTypes, [](runtime::DType dtype) {
    return std::string(dtypeName(dtype));
  });
}

/// The part of the value of `option` that stands behind the name of an operand
/// or dimension, if there is one: SOURCE of ARG=SOURCE.
static StringRef getForm(const OptionSpec &option) {
  auto [name, form] = option.value.split('=');
  return form.empty() ? name : form;
}

/// The words that the value of `option` may be, or begin with.
static Offers listWords(const OptionSpec &option) {
  StringRef form = getForm(option);
  if (form == "SOURCE")
    return {"random", "ones", "zeros"};
  if (form == "FORMAT")
    return offerFormats();
  if (form == "SCHEDULE")
    return offerSchedules();
  if (form == "T")
    return offerTypes();
  Offers words;
  if (option.getChoices)
    for (StringRef word : option.getChoices())
      words.push_back(word.str());
  return words;
}

/// Whether the value of `option` may name a file or a folder.
static bool takesFile(const OptionSpec &option) {
  StringRef form = getForm(option);
  return form.starts_with("FILE") || form == "FOLDER" || form == "SOURCE" ||
         form == "SCHEDULE";
}

/// What the value of `option` begins with: the name of an operand, that of a
/// dimension, or neither.
static StringRef getNamed(const OptionSpec &option) {
  if (option.value == "ARG" || option.value.starts_with("ARG="))
    return "operands";
  bool isSize = option.value == "NAME=N" || option.value == "NAME[=N,..]";
  return isSize ? "dimensions" : "";
}

/// Prints a function `name` that says for each of `rows`, its first argument,
/// some words.
static void printTable(StringRef name,
                       llvm::ArrayRef<std::pair<std::string, std::string>> rows,
                       llvm::raw_ostream &stream) {
  stream << "_sparse_run_" << name << "() {\n  case $1 in\n";
  for (const auto &[key, words] : rows)
    if (!words.empty())
      stream << "  " << key << ") echo '" << words << "' ;;\n";
  stream << "  esac\n}\n\n";
}

/// Prints what there is to say of each option.
static void printOptions(llvm::raw_ostream &stream) {
  llvm::SmallVector<std::pair<std::string, std::string>> names, words, files;
  Offers options;
  for (const OptionSpec &option : getOptions()) {
    std::string key = ("--" + option.name).str();
    // What may lack a value has it behind an equals sign.
    options.push_back(key);
    if (option.arity == Arity::Optional)
      for (const std::string &word : listWords(option))
        options.push_back(key + "=" + word);
    if (option.arity != Arity::Required)
      continue;
    names.emplace_back(key, getNamed(option).str());
    words.emplace_back(key, llvm::join(listWords(option), " "));
    files.emplace_back(key, takesFile(option) ? "yes" : "");
    // Nothing is offered behind it, but it takes the next word.
    if (names.back().second.empty() && words.back().second.empty() &&
        files.back().second.empty())
      files.back().second = "no";
  }
  printTable("names", names, stream);
  printTable("words", words, stream);
  printTable("files", files, stream);
  stream << "_sparse_run_options='" << llvm::join(options, " ") << "'\n";
}

/// Prints what there is to say of each program.
static void printPrograms(llvm::raw_ostream &stream) {
  llvm::SmallVector<std::pair<std::string, std::string>> operands, dimensions;
  for (const programs::ProgramInfo &program : programs::getPrograms()) {
    llvm::SmallVector<StringRef> names, dims;
    for (const programs::ProgramArgument &argument : program.arguments) {
      names.push_back(argument.name);
      for (StringRef dim : argument.dims)
        if (!llvm::is_contained(dims, dim))
          dims.push_back(dim);
    }
    operands.emplace_back(program.name, llvm::join(names, " "));
    dimensions.emplace_back(program.name, llvm::join(dims, " "));
  }
  printTable("operands", operands, stream);
  printTable("dimensions", dimensions, stream);
  stream << "_sparse_run_programs='";
  llvm::interleave(
      programs::getTexts(), stream,
      [&](const programs::ProgramText &text) { stream << text.name; }, " ");
  stream << "'\n\n";
}

/// What uses the tables.
static constexpr llvm::StringLiteral bashCode =
    R"(# Adds those of the words $2 .. that begin with $1, with or without quotes.
_sparse_run_add() {
  local start=$1 word quoted
  shift
  for word; do
    printf -v quoted %q "$word"
    if [[ $quoted == "$start"* ]]; then COMPREPLY+=("$quoted")
    elif [[ $word == "$start"* ]]; then COMPREPLY+=("$word"); fi
  done
}

# Adds the files that begin with $1.
_sparse_run_add_files() {
  local file
  while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen -f -- "$1")
  compopt -o filenames 2>/dev/null
}

# Adds the names of $1, operands or dimensions, of the program $2 that begin with
# $3, with $4 behind each.
_sparse_run_add_names() {
  local names=($(_sparse_run_"$1" "$2"))
  _sparse_run_add "$3" "${names[@]/%/$4}"
  [[ -z $4 ]] || compopt -o nospace 2>/dev/null
}

# Completes $2, the value of option $1, for the program $3.
_sparse_run_complete_value() {
  local names=$(_sparse_run_names "$1") value=$2
  if [[ $names && $value != *=* ]]; then
    local form='='
    [[ $1 == --advise || $1 == --dump-storage || $1 == --storage-size ]] && form=
    [[ $1 == --specialize ]] && _sparse_run_add "$value" none
    _sparse_run_add_names "$names" "$3" "$value" "$form"
    return
  fi
  [[ $names ]] && value=${value#*=}
  _sparse_run_add "$value" $(_sparse_run_words "$1")
  [[ $(_sparse_run_files "$1") == yes ]] && _sparse_run_add_files "$value"
}

_sparse_run() {
  local line=() word i isGlued= program=
  # Bash splits words at equals signs; here they are whole.
  for ((i = 1; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]}
    if [[ ${#line[@]} -gt 0 && ($word == = || $isGlued) ]]; then line[-1]+=$word
    else line+=("$word"); fi
    isGlued=
    [[ $word == = ]] && isGlued=1
  done
  local current=${line[-1]} previous=
  ((${#line[@]} > 1)) && previous=${line[-2]}
  for word in "${line[@]}"; do
    [[ " $_sparse_run_programs " == *" $word "* ]] && program=$word
  done
  COMPREPLY=()
  if [[ $(_sparse_run_names "$previous")$(_sparse_run_words "$previous")$(_sparse_run_files "$previous") ]]; then
    _sparse_run_complete_value "$previous" "$current" "$program"
  elif [[ $current == --*=* && $(_sparse_run_names "${current%%=*}")$(_sparse_run_words "${current%%=*}")$(_sparse_run_files "${current%%=*}") ]]; then
    _sparse_run_complete_value "${current%%=*}" "${current#*=}" "$program"
  elif [[ $current == -* ]]; then
    _sparse_run_add "$current" $_sparse_run_options
    # Of what was split the part behind the sign is completed.
    [[ $current == *=* ]] && COMPREPLY=("${COMPREPLY[@]#*=}")
  elif [[ -z $program ]]; then
    _sparse_run_add "$current" $_sparse_run_programs
    _sparse_run_add_files "$current"
  fi
}

complete -F _sparse_run sparse-run
)";

void run::printBashCompletion(llvm::raw_ostream &stream) {
  stream << "# Completions of sparse-run, printed by 'sparse-run --completion "
            "bash'.\n\n";
  printOptions(stream);
  printPrograms(stream);
  stream << bashCode;
}

//===- Model.cpp - models and what is pruned of them, for Python ----------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Spindle/Session/Model.h"
#include "Spindle/Session/ModelPlan.h"

#include "Arrays.h"
#include "Errors.h"
#include "Gil.h"
#include "Model.h"
#include "Work.h"
#include <mutex>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace spindle;
using namespace spindle::python;
using session::ModelTensor;
using session::ModelValue;

namespace {
/// A model that several threads of Python may hold: one works with it at a
/// time.
class Model {
public:
  explicit Model(session::Model model)
      : model(std::make_unique<session::Model>(std::move(model))) {}

  nb::list getArguments() const;
  nb::list getResults() const;
  void setMask(const std::string &name, nb::handle kept);
  nb::object getMask(size_t number);
  std::string print();
  nb::list propagate(nb::object progress);
  nb::tuple
  plan(const std::vector<std::string> &weights,
       const std::vector<std::pair<std::string, std::string>> &formats,
       bool isAuto, int64_t threads, int64_t measured,
       const std::vector<std::pair<std::string, nb::object>> &widths,
       bool keepsInputs, nb::object progress);
  std::string printWide();

private:
  std::unique_lock<std::mutex> lock() {
    GilRelease release;
    return std::unique_lock<std::mutex>(*access);
  }

  std::unique_ptr<session::Model> model;
  std::unique_ptr<std::mutex> access = std::make_unique<std::mutex>();
};
} // namespace

namespace {
/// What arguments of a planned model have of weights.
struct Division {
  std::vector<session::DividedPart> parts;
  std::vector<session::KeptOperand> kept;

  /// The names of the weights.
  std::vector<std::string> getWholes() const {
    std::vector<std::string> wholes;
    for (const session::DividedPart &part : parts)
      if (wholes.empty() || wholes.back() != part.whole)
        wholes.push_back(part.whole);
    return wholes;
  }
  nb::dict divide(const std::string &whole, nb::handle array) const;
};
} // namespace

nb::dict Division::divide(const std::string &whole, nb::handle array) const {
  runtime::Array elements = adoptBuffer(array, whole.c_str());
  auto own = session::findParts(parts, whole);
  nb::dict made;
  for (auto &[name, part] : unwrap(session::divideArray(own, kept, elements)))
    made[name.c_str()] = toNumPy(std::move(part));
  return made;
}

static Model readModel(const std::string &name, const std::string &text,
                       const std::string &entry) {
  auto read = [&] {
    GilRelease release;
    return session::Model::read(name, text, entry);
  };
  return Model(unwrap(read()));
}

/// (name, shape, type); a size of -1 is not known.
static nb::tuple describeTensor(const ModelTensor &tensor) {
  std::vector<int64_t> shape = tensor.shape;
  for (int64_t &size : shape)
    size = std::max<int64_t>(size, -1);
  return nb::make_tuple(tensor.name, shape, tensor.type);
}

static nb::list describeTensors(const std::vector<ModelTensor> &tensors) {
  nb::list described;
  for (const ModelTensor &tensor : tensors)
    described.append(describeTensor(tensor));
  return described;
}

nb::list Model::getArguments() const {
  return describeTensors(model->getArguments());
}

nb::list Model::getResults() const {
  return describeTensors(model->getResults());
}

/// (the sizes of blocks, a byte for each, elements that it has).
static nb::tuple describeMask(const Mask &mask) {
  const std::vector<uint8_t> &cells = mask.getCells();
  return nb::make_tuple(mask.getBlock(), nb::bytes(cells.data(), cells.size()),
                        mask.count());
}

void Model::setMask(const std::string &name, nb::handle kept) {
  runtime::Array cells = adoptBuffer(kept, "a mask");
  if (runtime::dtypeSize(cells.dtype()) != 1)
    throwTypeError("expected a mask of bool but got elements of " +
                   std::string(dtypeName(cells.dtype())));
  auto *first = static_cast<const uint8_t *>(cells.data());
  MaskSizes shape = cells.shape(), single(shape.size(), 1);
  auto set = [&] {
    GilRelease release;
    std::lock_guard<std::mutex> held(*access);
    return model->setMask(
        name, Mask::ofCells(shape, single, {first, first + cells.size()}));
  };
  unwrap(set());
}

nb::object Model::getMask(size_t number) {
  auto held = lock();
  std::optional<Mask> mask = model->getMask(number);
  return mask ? nb::object(describeMask(*mask)) : nb::none();
}

std::string Model::print() {
  auto held = lock();
  return model->print();
}

static nb::tuple describeValue(const ModelValue &value) {
  auto counts = [](const IterationCounts &counts) {
    return nb::make_tuple(counts.all, counts.skipped);
  };
  return nb::make_tuple(describeTensor(value.tensor), value.op, value.body,
                        value.location, value.operands, value.isReturned,
                        value.isSumOfProducts, describeMask(value.given),
                        describeMask(value.zero), describeMask(value.dead),
                        (value.zero | value.dead).count(), counts(value.before),
                        counts(value.after));
}

nb::list Model::propagate(nb::object progress) {
  std::vector<ModelValue> values;
  doWork(std::move(progress), [&](const session::Watcher &watcher) {
    std::lock_guard<std::mutex> held(*access);
    std::unique_ptr<session::Step> step = watcher.begin("propagating");
    values = model->propagate();
  });
  nb::list described;
  for (const ModelValue &value : values)
    described.append(describeValue(value));
  return described;
}

/// A number for each element, or one for all.
static session::NeededBits readBits(const std::string &name,
                                    nb::handle widths) {
  std::string what = "widths of " + name;
  runtime::Array cells = adoptBuffer(widths, what.c_str());
  if (runtime::dtypeSize(cells.dtype()) != 1)
    throwTypeError("expected widths of int8 but got elements of " +
                   std::string(dtypeName(cells.dtype())));
  auto *first = static_cast<const uint8_t *>(cells.data());
  return {name, cells.shape(), {first, first + cells.size()}};
}

/// (the planned program, what was planned as JSON, for each smaller argument
/// the coordinates that are left, what arguments have of weights).
nb::tuple
Model::plan(const std::vector<std::string> &weights,
            const std::vector<std::pair<std::string, std::string>> &formats,
            bool isAuto, int64_t threads, int64_t measured,
            const std::vector<std::pair<std::string, nb::object>> &widths,
            bool keepsInputs, nb::object progress) {
  session::ModelPlanOptions options;
  for (const auto &[name, bits] : widths)
    options.widths.push_back(readBits(name, bits));
  options.keepsInputs = keepsInputs;
  options.weights = weights;
  for (const auto &[name, format] : formats)
    options.formats.push_back({name, format});
  options.isAuto = isAuto;
  options.threads = threads;
  options.measured = measured;
  std::optional<llvm::Expected<session::ModelPlan>> made;
  doWork(std::move(progress), [&](const session::Watcher &watcher) {
    std::lock_guard<std::mutex> held(*access);
    options.watcher = watcher;
    std::unique_ptr<session::Step> step = watcher.begin("planning");
    made.emplace(session::planModel(*model, options));
  });
  session::ModelPlan plan = unwrap(std::move(*made));
  std::string json;
  llvm::raw_string_ostream(json) << llvm::json::Value(plans::toJson(plan.plan));
  nb::dict kept;
  for (const session::KeptOperand &operand : plan.kept)
    kept[operand.name.c_str()] = operand.coordinates;
  return nb::make_tuple(
      plan.text, json, kept,
      Division{std::move(plan.divided), std::move(plan.kept)});
}

std::string Model::printWide() {
  auto held = lock();
  return session::printWide(*model);
}

void python::bindModel(nb::module_ &module) {
  nb::class_<Model>(module, "Model")
      .def_prop_ro("arguments", &Model::getArguments)
      .def_prop_ro("results", &Model::getResults)
      .def("set_mask", &Model::setMask, nb::arg("name"), nb::arg("kept"))
      .def("get_mask", &Model::getMask, nb::arg("number"))
      .def("print", &Model::print)
      .def("propagate", &Model::propagate, nb::arg("progress") = nb::none())
      .def("plan", &Model::plan, nb::arg("weights"), nb::arg("formats"),
           nb::arg("is_auto"), nb::arg("threads"), nb::arg("measured"),
           nb::arg("widths"), nb::arg("keeps_inputs"),
           nb::arg("progress") = nb::none())
      .def("print_wide", &Model::printWide);
  nb::class_<Division>(module, "Division")
      .def_prop_ro("wholes", &Division::getWholes)
      .def("divide", &Division::divide, nb::arg("whole"), nb::arg("array"));
  module.def("read_model", readModel, nb::arg("name"), nb::arg("text"),
             nb::arg("entry") = "");
}

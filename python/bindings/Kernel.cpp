//===- Kernel.cpp - compiled kernels, for Python --------------------------===//
//
// Part of Spindle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Kernel.h"

#include "Arrays.h"
#include "Errors.h"
#include "Gil.h"
#include "Spindle/Execution/Threads.h"
#include "Tensor.h"
#include <cstring>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

using namespace spindle;
using namespace spindle::python;
using cinterface::OperandKind;
using cinterface::OperandSpec;
using execution::OperandView;

//===----------------------------------------------------------------------===//
// What a program takes
//===----------------------------------------------------------------------===//

static const char *getWord(OperandKind kind) {
  switch (kind) {
  case OperandKind::Dense:
    return "dense";
  case OperandKind::Sparse:
    return "sparse";
  case OperandKind::Memory:
    return "memory";
  case OperandKind::Scalar:
    return "scalar";
  }
  llvm_unreachable("an operand is one of these");
}

nb::list python::describeOperands(llvm::ArrayRef<OperandSpec> operands) {
  nb::list list;
  for (const OperandSpec &spec : operands) {
    nb::dict told;
    nb::list shape, dims;
    for (int64_t size : spec.shape)
      shape.append(mlir::ShapedType::isDynamic(size) ? nb::none()
                                                     : nb::cast(size));
    for (const std::string &dim : spec.dims)
      dims.append(dim);
    told["name"] = spec.name;
    told["kind"] = getWord(spec.kind);
    told["dtype"] = std::string(numpyName(unpackedType(spec.dtype)));
    told["format"] = spec.getFormatName();
    told["shape"] = shape;
    told["dims"] = dims;
    told["access"] = sparse::stringifyAccess(spec.access).str();
    told["structure_of"] = spec.structureOf;
    told["is_result"] = spec.isResult;
    list.append(told);
  }
  return list;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

namespace {

/// What a kernel is called with: views, and what keeps their memory alive while
/// they are used.
class Operands {
public:
  /// Adds `object`, which is that of `spec`. Errors: another kind of object.
  void add(const OperandSpec &spec, nb::handle object);
  Operands() = default;
  Operands(Operands &&) = default;
  Operands(const Operands &) = delete;
  llvm::ArrayRef<OperandView> get() const { return views; }

private:
  llvm::SmallVector<OperandView, 4> views;
  llvm::SmallVector<Buffer, 4> buffers;
  /// What buffers of i4 have, as kernels take it.
  std::vector<Array> packed;
};

/// What a kernel's inspectors found: views of arrays of Python, which are held.
class Found {
public:
  Found() = default;
  /// `objects` is a list of arrays, or None for none.
  explicit Found(nb::handle objects);
  Found(Found &&) = default;
  Found &operator=(Found &&) = default;
  bool isGiven() const { return given; }
  execution::InspectionView get() const { return views; }

private:
  bool given = false;
  std::vector<Buffer> buffers;
  llvm::SmallVector<execution::MemoryView, 4> views;
};

/// A kernel with all that it is called with: nothing is left to check.
struct Call {
  execution::KernelCache::Entry kernel;
  Operands operands;
  Found found;
  execution::ArgumentList arguments;
  /// What has the memory.
  nb::list objects;
};

} // namespace

execution::ScalarView python::toScalar(const OperandSpec &spec,
                                       nb::handle object) {
  execution::ScalarView scalar;
  scalar.dtype = spec.dtype;
  auto take = [&](const auto &number) {
    static_assert(sizeof(number) <= sizeof(scalar.bytes));
    std::memcpy(scalar.bytes, &number, sizeof(number));
  };
  auto fail = [&]() {
    throwTypeError(spec.name + ": expected a number of " +
                   std::string(numpyName(spec.dtype)) + " but got " +
                   nb::cast<std::string>(nb::repr(object)));
  };
  double real = 0, imaginary = 0;
  int64_t whole = 0;
  if (isComplex(spec.dtype)) {
    Py_complex number = PyComplex_AsCComplex(object.ptr());
    real = number.real;
    imaginary = number.imag;
  } else if (isFloat(spec.dtype)) {
    real = PyFloat_AsDouble(object.ptr());
  } else {
    nb::object index = nb::steal(PyNumber_Index(object.ptr()));
    whole = index ? PyLong_AsLongLong(index.ptr()) : 0;
  }
  if (PyErr_Occurred()) {
    PyErr_Clear();
    fail();
  }
  runtime::visitDType(spec.dtype, [&](auto zero) {
    using T = decltype(zero);
    if constexpr (runtime::isComplexType<T>)
      return take(
          T(typename T::value_type(real), typename T::value_type(imaginary)));
    else if constexpr (runtime::isFloatType<T>)
      return take(T(real));
    else if (T(whole) != whole)
      return fail();
    else
      return take(T(whole));
  });
  return scalar;
}

void python::appendTensor(const OperandSpec &spec, const Tensor &tensor,
                          llvm::SmallVectorImpl<OperandView> &views) {
  // Values on another operand's structure are handed over without it.
  if (!spec.sharesPattern()) {
    bool isPacked = spec.dtype == runtime::DType::I4 &&
                    tensor.stored.getDType() == runtime::DType::I8;
    if (isPacked)
      tensor.packHalves(spec.name);
    size_t first = views.size();
    tensor.appendViews(spec.name, views);
    for (size_t part = 0; isPacked && part < tensor.halves.size(); ++part)
      std::get<execution::TensorView>(views[first + part]).values =
          execution::viewArray(tensor.halves[part]);
    return;
  }
  for (const runtime::Storage &part : tensor.stored.parts) {
    execution::TensorView view;
    view.name = spec.name;
    view.shape.assign(part.shape.begin(), part.shape.end());
    view.values = execution::viewArray(part.values);
    view.values.isWritable = tensor.isWritable;
    if (tensor.stored.format.composite)
      view.part = {&part - tensor.stored.parts.data()};
    views.push_back(std::move(view));
  }
}

void python::checkTensor(const OperandSpec &spec, const Tensor *tensor,
                         nb::handle object) {
  auto refuse = [&](const std::string &got) {
    throwTypeError(spec.name + ": expected a tensor in " +
                   spec.getFormatName() + " but got " + got);
  };
  if (!tensor)
    refuse(Py_TYPE(object.ptr())->tp_name);
  const session::AnyFormat &format = tensor->stored.format;
  bool isSame = spec.composite
                    ? format.composite == spec.composite
                    : !format.composite && format.levels == spec.format;
  if (!isSame)
    refuse("one in " + format.str());
}

void python::appendArray(const OperandSpec &spec, execution::MemoryView values,
                         llvm::SmallVectorImpl<OperandView> &views) {
  if (spec.kind == OperandKind::Memory) {
    views.push_back(std::move(values));
    return;
  }
  // Made where it stays: a view is large.
  auto &view = std::get<execution::TensorView>(
      views.emplace_back(std::in_place_type<execution::TensorView>));
  view.name = spec.name;
  view.values = std::move(values);
  view.shape = view.values.shape;
}

void Operands::add(const OperandSpec &spec, nb::handle object) {
  if (spec.kind == OperandKind::Scalar) {
    views.push_back(toScalar(spec, object));
    return;
  }
  if (spec.kind != OperandKind::Sparse) {
    Buffer &buffer = buffers.emplace_back(object, spec.name.c_str());
    execution::MemoryView view = buffer.getView();
    if (spec.dtype == runtime::DType::I4 && view.dtype == runtime::DType::I8 &&
        buffer.isContiguous()) {
      auto made = runtime::packHalves(adoptBuffer(object, spec.name.c_str()));
      if (!made)
        throwTypeError(spec.name + ": " + made.error().str());
      packed.push_back(std::move(*made));
      view = execution::viewArray(packed.back());
    }
    return appendArray(spec, std::move(view), views);
  }
  Tensor *tensor = nullptr;
  if (!nb::try_cast(object, tensor))
    tensor = nullptr;
  checkTensor(spec, tensor, object);
  appendTensor(spec, *tensor, views);
}

Found::Found(nb::handle objects) : given(!objects.is_none()) {
  if (!given)
    return;
  for (nb::handle object : objects) {
    Buffer &buffer = buffers.emplace_back(object, "inspection");
    if (!buffer.isContiguous())
      throwTypeError("inspection: expected arrays without gaps but got one "
                     "with gaps");
    views.push_back(buffer.getView());
  }
}

void python::forEachOperand(
    llvm::ArrayRef<OperandSpec> operands, const nb::list &objects,
    llvm::function_ref<void(const OperandSpec &, nb::handle)> add) {
  size_t number = 0, given = nb::len(objects), wanted = 0;
  for (const OperandSpec &spec : operands)
    wanted += !spec.isResult;
  if (given != wanted)
    throwTypeError("expected " + std::to_string(wanted) + " operands but got " +
                   std::to_string(given));
  for (const OperandSpec &spec : operands)
    if (!spec.isResult)
      add(spec, objects[number++]);
}

std::vector<std::string>
python::getNames(llvm::ArrayRef<OperandSpec> operands) {
  std::vector<std::string> names;
  for (const OperandSpec &spec : operands)
    names.push_back(spec.name);
  return names;
}

/// What the kernel `entry` is called with, checked; `operands` become those of
/// `objects`.
static execution::ArgumentList prepare(const execution::CompiledKernel &entry,
                                       const nb::list &objects,
                                       Operands &operands) {
  forEachOperand(entry.operands, objects,
                 [&](const OperandSpec &spec, nb::handle object) {
                   operands.add(spec, object);
                 });
  auto arguments = entry.prepare(operands.get());
  if (!arguments)
    throwError(arguments.takeError(), getNames(entry.operands));
  return std::move(*arguments);
}

/// Checks that what was found, where it is given, has the form that the kernel
/// takes for `arguments`.
static void checkFound(const execution::CompiledKernel &entry,
                       const execution::ArgumentList &arguments,
                       const Found &found) {
  if (!found.isGiven())
    return;
  if (llvm::Error error = entry.kernel.checkFound(arguments, found.get()))
    throwError(std::move(error));
}

/// Runs the kernel. What it returns are tensors, one after the other.
static nb::object run(const execution::CompiledKernel &entry,
                      execution::ArgumentList &arguments, const Found &found,
                      int threads) {
  if (threads < 1 || threads > execution::kMostThreads)
    throwTypeError("expected 1 to " + std::to_string(execution::kMostThreads) +
                   " threads but got " + std::to_string(threads));
  if (entry.kernel.getCode().results == 0) {
    auto runOnce = [&] {
      GilRelease release;
      execution::ScopedThreads scope(threads);
      return found.isGiven() ? entry.kernel.run(arguments, found.get())
                             : entry.kernel.run(arguments);
    };
    unwrap(runOnce());
    return nb::object();
  }
  auto call = [&] {
    GilRelease release;
    execution::ScopedThreads scope(threads);
    return entry.kernel.runForTensors(arguments);
  };
  std::vector<runtime::Storage> storages = unwrap(call());
  nb::list tensors;
  auto next = storages.begin();
  for (const OperandSpec &spec : entry.operands) {
    if (!spec.isResult)
      continue;
    session::StoredTensor stored{{spec.format, spec.composite}, {}};
    for (size_t part = stored.format.getParts().size(); part-- > 0;)
      stored.parts.push_back(std::move(*next++));
    tensors.append(Tensor(std::move(stored)));
  }
  return tensors;
}

static nb::object callKernel(const Kernel &kernel, nb::sequence objects,
                             int threads, nb::object inspection) {
  // A list of the caller's may change while the kernel runs.
  nb::list held(objects);
  Operands operands;
  auto arguments = prepare(*kernel.entry, held, operands);
  Found found(inspection);
  checkFound(*kernel.entry, arguments, found);
  nb::object made = run(*kernel.entry, arguments, found, threads);
  return made ? made : nb::none();
}

/// What the inspectors of the kernel find, as arrays of NumPy.
static nb::list inspect(const Kernel &kernel, nb::sequence objects) {
  nb::list held(objects), made;
  Operands operands;
  auto arguments = prepare(*kernel.entry, held, operands);
  auto find = [&] {
    GilRelease release;
    return kernel.entry->kernel.inspect(arguments);
  };
  for (const runtime::Array &array : unwrap(find()))
    made.append(toNumPy(array, /*isReadOnly=*/true));
  return made;
}

static void checkInspection(const Kernel &kernel, nb::sequence objects,
                            nb::object inspection) {
  nb::list held(objects);
  Operands operands;
  auto arguments = prepare(*kernel.entry, held, operands);
  Found found(inspection);
  auto check = [&] {
    GilRelease release;
    return kernel.entry->kernel.checkInspection(arguments, found.get());
  };
  if (llvm::Error error = check())
    throwError(std::move(error));
}

static Call bindCall(const Kernel &kernel, nb::sequence objects,
                     nb::object inspection) {
  Call call;
  call.kernel = kernel.entry;
  call.objects = nb::list(objects);
  call.arguments = prepare(*kernel.entry, call.objects, call.operands);
  call.found = Found(inspection);
  checkFound(*kernel.entry, call.arguments, call.found);
  return call;
}

void python::bindKernel(nb::module_ &module) {
  nb::class_<Kernel> kernel(module, "Kernel");
  kernel.def_prop_ro("operands", [](const Kernel &self) {
    return describeOperands(self.entry->operands);
  });
  kernel.def_prop_ro("sizes", [](const Kernel &self) {
    nb::dict sizes;
    for (const auto &[dim, size] : self.entry->sizes)
      sizes[dim.c_str()] = size;
    return sizes;
  });
  kernel.def_prop_ro("found", [](const Kernel &self) {
    nb::list names;
    for (const execution::FoundArray &array :
         self.entry->kernel.getCode().found)
      names.append(array.name);
    return names;
  });
  kernel.def("call", callKernel, nb::arg("operands"), nb::arg("threads"),
             nb::arg("inspection").none() = nb::none());
  kernel.def("inspect", inspect, nb::arg("operands"));
  kernel.def("check_inspection", checkInspection, nb::arg("operands"),
             nb::arg("inspection"));
  kernel.def("bind", bindCall, nb::arg("operands"),
             nb::arg("inspection").none() = nb::none());
  nb::class_<Call> call(module, "Call");
  call.def(
      "run",
      [](Call &self, int threads) {
        nb::object made =
            run(*self.kernel, self.arguments, self.found, threads);
        return made ? made : nb::none();
      },
      nb::arg("threads"));
}

// SPDX-License-Identifier: Apache-2.0
#include <exception>
#include <typeinfo>

#include <nanobind/nanobind.h>

#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/cancellation.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/message_of.hpp>
#include <warpgraph/runtime/ranks.hpp>

#include "parts.hpp"

namespace warpgraph::python {

namespace nb = nanobind;

namespace {

// An error of the package's own class of this name, which errors.py has.
nb::object made(const char* name, const std::exception& error) {
  return nb::module_::import_("warpgraph.errors").attr(name)(support::message_of(error));
}

void raise(const nb::object& error) { PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr()); }

void translate(const std::exception_ptr& thrown, void*) {
  try {
    std::rethrow_exception(thrown);
  } catch (const UnknownVertex& error) {
    const nb::object raised = made("UnknownVertex", error);
    raised.attr("name") = error.name().value();
    raise(raised);
  } catch (const InputError& error) {
    const nb::object raised = made("InputError", error);
    if (!error.file().empty()) raised.attr("file") = error.file().c_str();
    if (error.line() != 0) raised.attr("line") = error.line();
    raise(raised);
  } catch (const OutOfMemory& error) {
    const nb::object raised = made("OutOfMemory", error);
    raised.attr("asked") = error.asked();
    raised.attr("free") = error.free();
    raise(raised);
  } catch (const DeviceError& error) {
    raise(made("DeviceError", error));
  } catch (const RankError& error) {
    const nb::object raised = made("RankError", error);
    raised.attr("rank") = error.rank();
    raised.attr("is_late") = error.is_late();
    raise(raised);
  } catch (const UsageError& error) {
    raise(made("UsageError", error));
  } catch (const cancellation::OutOfTime& error) {
    raise(made("OutOfTime", error));
  } catch (const cancellation::Cancelled& error) {
    raise(made("Cancelled", error));
  } catch (const Error& error) {
    raise(made("Error", error));
  }
}

}  // namespace

void add_errors(nb::module_&) { nb::register_exception_translator(translate); }

}  // namespace warpgraph::python

// The operators: schemas, kernels, derivatives.

#include <ATen/core/LegacyTypeDispatch.h>
#include <ATen/core/dispatch/Dispatcher.h>
#include <gelu/torch/ops.h>
#include <torch/csrc/autograd/custom_function.h>
#include <torch/library.h>

#include <cmath>
#include <string>
#include <utility>

#include "elementwise.h"

namespace gelu::ops {
namespace {

using at::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::variable_list;
using MaybeDouble = c10::optional<double>;

// The two operators that the dispatcher routes; all else calls them.
Tensor CallForward(const Tensor& x, std::string name, MaybeDouble parameter) {
  static const auto op =
      c10::Dispatcher::singleton()
          .findSchemaOrThrow("gelu::activation", "")
          .typed<Tensor(const Tensor&, std::string, MaybeDouble)>();
  return op.call(x, std::move(name), parameter);
}

Tensor CallBackward(const Tensor& dy, const Tensor& x, std::string name,
                    MaybeDouble parameter) {
  static const auto op = c10::Dispatcher::singleton()
                             .findSchemaOrThrow("gelu::activation_backward", "")
                             .typed<Tensor(const Tensor&, const Tensor&,
                                           std::string, MaybeDouble)>();
  return op.call(dy, x, std::move(name), parameter);
}

// On the CPU, and on `meta`.
double Parameter(const ActivationInfo& info, MaybeDouble parameter) {
  if (parameter.has_value() && info.parameter.empty()) {
    throw Error(std::string(info.name) + " has no parameter");
  }
  return parameter.value_or(kDefault);
}

Tensor Forward(const Tensor& x, std::string name, MaybeDouble parameter) {
  const ActivationInfo& info = Info(ActivationFromName(name));
  return Elementwise(info.activation, Parameter(info, parameter), x, nullptr);
}

Tensor Backward(const Tensor& dy, const Tensor& x, std::string name,
                MaybeDouble parameter) {
  const ActivationInfo& info = Info(ActivationFromName(name));
  return Elementwise(info.activation, Parameter(info, parameter), x, &dy);
}

// Under autograd: only x is kept for the backward pass.
void Save(AutogradContext* context, const Tensor& x, const std::string& name,
          MaybeDouble parameter) {
  context->save_for_backward({x});
  context->saved_data["name"] = name;
  context->saved_data["parameter"] = parameter;
}

// dy * f'(x), for the x, name and parameter that were saved.
Tensor SavedBackward(AutogradContext* context, const Tensor& dy) {
  return CallBackward(dy, context->get_saved_variables()[0],
                      context->saved_data["name"].toStringRef(),
                      context->saved_data["parameter"].toOptional<double>());
}

struct ForwardNode : torch::autograd::Function<ForwardNode> {
  static Tensor forward(AutogradContext* context, const Tensor& x,
                        const std::string& name, MaybeDouble parameter) {
    Save(context, x, name, parameter);
    at::AutoDispatchBelowADInplaceOrView below;
    return CallForward(x, name, parameter);
  }

  static variable_list backward(AutogradContext* context, variable_list dy) {
    return {SavedBackward(context, dy[0]), {}, {}};
  }
};

struct BackwardNode : torch::autograd::Function<BackwardNode> {
  static Tensor forward(AutogradContext* context, const Tensor& dy,
                        const Tensor& x, const std::string& name,
                        MaybeDouble parameter) {
    Save(context, x, name, parameter);
    at::AutoDispatchBelowADInplaceOrView below;
    return CallBackward(dy, x, name, parameter);
  }

  // dx = dy * f'(x) has the derivatives f'(x) by dy, and dy * f''(x) by x.
  static variable_list backward(AutogradContext* context, variable_list ddx) {
    if (context->needs_input_grad(1)) {
      throw Error(context->saved_data["name"].toStringRef() +
                  ": second derivatives are not available");
    }
    return {SavedBackward(context, ddx[0]), {}, {}, {}};
  }
};

// Whether autograd has to see this call. A tangent counts: Function refuses
// forward-mode differentiation, where skipping it would drop the tangent.
bool Recorded(const Tensor& x) {
  return (x.requires_grad() && at::GradMode::is_enabled()) ||
         x._fw_grad(/*level=*/0).defined();
}

Tensor ForwardAutograd(const Tensor& x, std::string name,
                       MaybeDouble parameter) {
  if (Recorded(x)) return ForwardNode::apply(x, name, parameter);
  at::AutoDispatchBelowADInplaceOrView below;
  return CallForward(x, std::move(name), parameter);
}

Tensor BackwardAutograd(const Tensor& dy, const Tensor& x, std::string name,
                        MaybeDouble parameter) {
  if (Recorded(dy) || Recorded(x)) {
    return BackwardNode::apply(dy, x, name, parameter);
  }
  at::AutoDispatchBelowADInplaceOrView below;
  return CallBackward(dy, x, std::move(name), parameter);
}

std::string NameOf(Activation activation) {
  return std::string(Info(activation).name);
}

// One operator for each activation: gelu(x), leaky_relu(x, slope=0.2).
template <Activation kActivation>
void DefineNamed(torch::Library& library) {
  const std::string parameter(Info(kActivation).parameter);
  std::string schema = NameOf(kActivation) + "(Tensor x";
  if (parameter.empty()) {
    schema += ") -> Tensor";
    library.def(schema.c_str(), [](const Tensor& x) {
      return CallForward(x, NameOf(kActivation), {});
    });
  } else {
    schema += ", float? " + parameter + "=None) -> Tensor";
    library.def(schema.c_str(), [](const Tensor& x, MaybeDouble parameter) {
      return CallForward(x, NameOf(kActivation), parameter);
    });
  }
}

MaybeDouble Maybe(double parameter) {
  return std::isnan(parameter) ? MaybeDouble() : MaybeDouble(parameter);
}

}  // namespace

Tensor Apply(Activation activation, const Tensor& x, double parameter) {
  return CallForward(x, NameOf(activation), Maybe(parameter));
}

Tensor ApplyBackward(Activation activation, const Tensor& dy, const Tensor& x,
                     double parameter) {
  return CallBackward(dy, x, NameOf(activation), Maybe(parameter));
}

TORCH_LIBRARY(gelu, library) {
  library.def(
      "activation(Tensor x, str name, float? parameter=None) -> Tensor");
  library.def(
      "activation_backward(Tensor dy, Tensor x, str name, "
      "float? parameter=None) -> Tensor");
#define GELU_ACTIVATION(Id, ...) DefineNamed<Activation::k##Id>(library);
#include <gelu/activations.def>
#undef GELU_ACTIVATION
}

TORCH_LIBRARY_IMPL(gelu, CPU, library) {
  library.impl("activation", &Forward);
  library.impl("activation_backward", &Backward);
}

TORCH_LIBRARY_IMPL(gelu, Meta, library) {
  library.impl("activation", &Forward);
  library.impl("activation_backward", &Backward);
}

TORCH_LIBRARY_IMPL(gelu, Autograd, library) {
  library.impl("activation", &ForwardAutograd);
  library.impl("activation_backward", &BackwardAutograd);
}

}  // namespace gelu::ops

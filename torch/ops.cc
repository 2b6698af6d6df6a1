// The operators: schemas, kernels, derivatives.

#include <ATen/TensorOperators.h>
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
using MaybeDouble = decltype(c10::IValue().toOptional<double>());

// What an operator takes besides tensors, as the dispatcher carries it: by
// reference, so that a call does not allocate.
struct Arguments {
  c10::string_view name;
  MaybeDouble parameter;
  c10::string_view accuracy;
};

// The operators that the dispatcher routes; all else calls them.
using Unary = Tensor(const Tensor&, c10::string_view, MaybeDouble,
                     c10::string_view);
using Binary = Tensor(const Tensor&, const Tensor&, c10::string_view,
                      MaybeDouble, c10::string_view);

template <class Signature>
auto Find(const char* name) {
  return c10::Dispatcher::singleton()
      .findSchemaOrThrow(name, "")
      .typed<Signature>();
}

Tensor CallForward(const Tensor& x, const Arguments& a) {
  static const auto op = Find<Unary>("gelu::activation");
  return op.call(x, a.name, a.parameter, a.accuracy);
}

Tensor CallBackward(const Tensor& dy, const Tensor& x, const Arguments& a) {
  static const auto op = Find<Binary>("gelu::activation_backward");
  return op.call(dy, x, a.name, a.parameter, a.accuracy);
}

Tensor CallSecond(const Tensor& x, const Arguments& a) {
  static const auto op = Find<Unary>("gelu::activation_second_derivative");
  return op.call(x, a.name, a.parameter, a.accuracy);
}

// To the other kind of string_view: libtorch 1.x has its own.
template <class To, class From>
To View(From text) {
  return To(text.data(), text.size());
}

c10::string_view NameOf(Activation activation) {
  return View<c10::string_view>(Info(activation).name);
}

// On the CPU, and on `meta`.
Tensor Compute(Direction direction, const Arguments& a, const Tensor& x,
               const Tensor* dy = nullptr) {
  const ActivationInfo& info =
      Info(ActivationFromName(View<std::string_view>(a.name)));
  if (a.parameter.has_value() && info.parameter.empty()) {
    throw Error(std::string(info.name) + " has no parameter");
  }
  Options options{.accuracy =
                      AccuracyFromName(View<std::string_view>(a.accuracy))};
  if (a.parameter.has_value()) options.parameter = *a.parameter;
  return Elementwise(info.activation, direction, options, x, dy);
}

template <Direction kDirection>
Tensor ComputeUnary(const Tensor& x, c10::string_view name,
                    MaybeDouble parameter, c10::string_view accuracy) {
  return Compute(kDirection, {name, parameter, accuracy}, x);
}

Tensor ComputeBackward(const Tensor& dy, const Tensor& x, c10::string_view name,
                       MaybeDouble parameter, c10::string_view accuracy) {
  return Compute(Direction::kBackward, {name, parameter, accuracy}, x, &dy);
}

// Under autograd.
void Save(AutogradContext* context, const Arguments& a, variable_list tensors) {
  context->save_for_backward(std::move(tensors));
  context->saved_data["name"] = std::string(a.name);
  context->saved_data["parameter"] = a.parameter;
  context->saved_data["accuracy"] = std::string(a.accuracy);
}

// Valid as long as the context.
Arguments Saved(AutogradContext* context) {
  auto& data = context->saved_data;
  return {data["name"].toStringView(), data["parameter"].toOptional<double>(),
          data["accuracy"].toStringView()};
}

struct ForwardNode : torch::autograd::Function<ForwardNode> {
  static Tensor forward(AutogradContext* context, const Tensor& x,
                        const Arguments& a) {
    Save(context, a, {x});
    at::AutoDispatchBelowADInplaceOrView below;
    return CallForward(x, a);
  }

  static variable_list backward(AutogradContext* context, variable_list dy) {
    const Tensor x = context->get_saved_variables()[0];
    return {CallBackward(dy[0], x, Saved(context)), {}};
  }
};

struct BackwardNode : torch::autograd::Function<BackwardNode> {
  static Tensor forward(AutogradContext* context, const Tensor& dy,
                        const Tensor& x, const Arguments& a) {
    Save(context, a, {dy, x});
    at::AutoDispatchBelowADInplaceOrView below;
    return CallBackward(dy, x, a);
  }

  // dx = dy * f'(x) has the derivatives f'(x) by dy, and dy * f''(x) by x.
  static variable_list backward(AutogradContext* context, variable_list ddx) {
    const variable_list saved = context->get_saved_variables();
    const Tensor &dy = saved[0], &x = saved[1];
    const Arguments a = Saved(context);
    variable_list gradients(3);
    if (context->needs_input_grad(0)) gradients[0] = CallBackward(ddx[0], x, a);
    if (context->needs_input_grad(1)) {
      // f'' is small: ddx * dy could overflow where the whole does not.
      gradients[1] = ddx[0] * (dy * CallSecond(x, a));
    }
    return gradients;
  }
};

struct SecondNode : torch::autograd::Function<SecondNode> {
  static Tensor forward(AutogradContext* context, const Tensor& x,
                        const Arguments& a) {
    Save(context, a, {});
    at::AutoDispatchBelowADInplaceOrView below;
    return CallSecond(x, a);
  }

  static variable_list backward(AutogradContext* context, variable_list) {
    throw Error(std::string(Saved(context).name) +
                ": third derivatives are not available");
  }
};

// Whether autograd has to see this call. A tangent counts: Function refuses
// forward-mode differentiation, where skipping it would drop the tangent.
bool Recorded(const Tensor& x) {
  return (x.requires_grad() && at::GradMode::is_enabled()) ||
         x._fw_grad(/*level=*/0).defined();
}

template <class Node, Tensor (*kCall)(const Tensor&, const Arguments&)>
Tensor UnaryAutograd(const Tensor& x, c10::string_view name,
                     MaybeDouble parameter, c10::string_view accuracy) {
  const Arguments a{name, parameter, accuracy};
  if (Recorded(x)) return Node::apply(x, a);
  at::AutoDispatchBelowADInplaceOrView below;
  return kCall(x, a);
}

Tensor BackwardAutograd(const Tensor& dy, const Tensor& x,
                        c10::string_view name, MaybeDouble parameter,
                        c10::string_view accuracy) {
  const Arguments a{name, parameter, accuracy};
  if (Recorded(dy) || Recorded(x)) return BackwardNode::apply(dy, x, a);
  at::AutoDispatchBelowADInplaceOrView below;
  return CallBackward(dy, x, a);
}

// One operator for each activation: gelu(x), leaky_relu(x, slope=0.2).
template <Activation kActivation>
void DefineNamed(torch::Library& library) {
  const std::string parameter(Info(kActivation).parameter);
  const std::string head = std::string(Info(kActivation).name) + "(Tensor x";
  const std::string tail = ", *, str accuracy=\"correct\") -> Tensor";
  if (parameter.empty()) {
    library.def((head + tail).c_str(),
                [](const Tensor& x, c10::string_view accuracy) {
                  return CallForward(x, {NameOf(kActivation), {}, accuracy});
                });
  } else {
    library.def(
        (head + ", float? " + parameter + "=None" + tail).c_str(),
        [](const Tensor& x, MaybeDouble parameter, c10::string_view accuracy) {
          return CallForward(x, {NameOf(kActivation), parameter, accuracy});
        });
  }
}

Arguments ArgumentsOf(Activation activation, const Options& options) {
  if (options.target != 0) {
    throw Error(std::string(NameOf(activation)) +
                ": tensors take the best target, 0, not " +
                std::to_string(options.target));
  }
  const double parameter = options.parameter;
  return {NameOf(activation),
          std::isnan(parameter) ? MaybeDouble() : MaybeDouble(parameter),
          View<c10::string_view>(Name(options.accuracy))};
}

void DefineKernels(torch::Library& library) {
  library.impl("activation", &ComputeUnary<Direction::kForward>);
  library.impl("activation_backward", &ComputeBackward);
  library.impl("activation_second_derivative",
               &ComputeUnary<Direction::kSecondDerivative>);
}

}  // namespace

Tensor Apply(Activation activation, const Tensor& x, const Options& options) {
  return CallForward(x, ArgumentsOf(activation, options));
}

Tensor ApplyBackward(Activation activation, const Tensor& dy, const Tensor& x,
                     const Options& options) {
  return CallBackward(dy, x, ArgumentsOf(activation, options));
}

Tensor ApplySecondDerivative(Activation activation, const Tensor& x,
                             const Options& options) {
  return CallSecond(x, ArgumentsOf(activation, options));
}

TORCH_LIBRARY(gelu, library) {
  const std::string tail =
      "Tensor x, str name, float? parameter=None, *, str accuracy=\"correct\") "
      "-> Tensor";
  for (const char* head : {"activation(", "activation_backward(Tensor dy, ",
                           "activation_second_derivative("}) {
    library.def((head + tail).c_str());
  }
#define GELU_ACTIVATION(Id, ...) DefineNamed<Activation::k##Id>(library);
#include <gelu/activations.def>
#undef GELU_ACTIVATION
}

TORCH_LIBRARY_IMPL(gelu, CPU, library) { DefineKernels(library); }

TORCH_LIBRARY_IMPL(gelu, Meta, library) { DefineKernels(library); }

TORCH_LIBRARY_IMPL(gelu, Autograd, library) {
  library.impl("activation", &UnaryAutograd<ForwardNode, &CallForward>);
  library.impl("activation_backward", &BackwardAutograd);
  library.impl("activation_second_derivative",
               &UnaryAutograd<SecondNode, &CallSecond>);
}

}  // namespace gelu::ops

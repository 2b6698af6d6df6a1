// oneDNN's element-wise primitives.

#include <dnnl.hpp>
#include <string>
#include <unordered_map>

#include "call.h"

namespace gelu::bench {
namespace {

struct Algorithm {
  dnnl::algorithm id = dnnl::algorithm::undef;
  float alpha = 0;
};

Algorithm AlgorithmOf(Activation activation) {
  switch (activation) {
    case Activation::kGelu:
      return {dnnl::algorithm::eltwise_gelu_erf};
    case Activation::kGeluTanh:
      return {dnnl::algorithm::eltwise_gelu_tanh};
    case Activation::kSilu:
      return {dnnl::algorithm::eltwise_swish, 1};
    case Activation::kQuickGelu:
      return {dnnl::algorithm::eltwise_swish, 1.702f};
    default:
      return {};
  }
}

dnnl::memory::data_type TypeOf(DType dtype) {
  switch (dtype) {
    case DType::kF16:
      return dnnl::memory::data_type::f16;
    case DType::kBF16:
      return dnnl::memory::data_type::bf16;
    default:
      return dnnl::memory::data_type::f32;
  }
}

}  // namespace

Call DnnlCall(const Task& task) {
  static dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  static dnnl::stream stream(engine);
  const bool is_forward = task.operation == Operation::kForward;
  if (!is_forward && task.operation != Operation::kBackward) return {};
  const auto [algorithm, alpha] = AlgorithmOf(task.activation);
  if (algorithm == dnnl::algorithm::undef) return {};
  const dnnl::memory::desc array({static_cast<dnnl_dim_t>(task.length)},
                                 TypeOf(task.dtype),
                                 dnnl::memory::format_tag::a);
  auto memory = [&](const void* data) {
    return dnnl::memory(array, engine, const_cast<void*>(data));
  };
  try {
    const dnnl::eltwise_forward::primitive_desc forward(
        {dnnl::prop_kind::forward_training, algorithm, array, alpha, 0},
        engine);
    std::unordered_map<int, dnnl::memory> arguments = {
        {DNNL_ARG_SRC, memory(task.x)}};
    if (is_forward) {
      arguments.emplace(DNNL_ARG_DST, memory(task.y));
      const dnnl::eltwise_forward primitive(forward);
      return [=] { primitive.execute(stream, arguments); };
    }
    arguments.emplace(DNNL_ARG_DIFF_DST, memory(task.dy));
    arguments.emplace(DNNL_ARG_DIFF_SRC, memory(task.y));
    const dnnl::eltwise_backward primitive(
        dnnl::eltwise_backward::primitive_desc(
            {algorithm, array, array, alpha, 0}, engine, forward));
    return [=] { primitive.execute(stream, arguments); };
  } catch (const dnnl::error&) {
    return {};  // not for this type on this CPU
  }
}

std::string DnnlVersion() {
  const dnnl_version_t& version = *dnnl_version();
  return "oneDNN " + std::to_string(version.major) + "." +
         std::to_string(version.minor) + "." + std::to_string(version.patch);
}

}  // namespace gelu::bench

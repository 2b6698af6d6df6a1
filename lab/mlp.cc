#include "mlp.h"

#include <ATen/ops/_log_softmax.h>
#include <ATen/ops/_log_softmax_backward_data.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cmath>

namespace gelu::lab {
namespace {

constexpr std::int64_t kClasses = 2;

}  // namespace

Mlp::Mlp(std::int64_t features, const std::vector<std::int64_t>& hidden,
         const Function& function)
    : function_(function) {
  std::vector<std::int64_t> widths = {features};
  widths.insert(widths.end(), hidden.begin(), hidden.end());
  widths.push_back(kClasses);
  std::int64_t count = 0;
  for (std::size_t i = 1; i < widths.size(); ++i) {
    count += (widths[i - 1] + 1) * widths[i];
  }
  for (std::int64_t units : hidden) hidden_units_ += units;
  parameters_ = at::empty({count}, at::kFloat);
  gradient_ = at::zeros({count}, at::kFloat);
  std::int64_t offset = 0;
  for (std::size_t i = 1; i < widths.size(); ++i) {
    AddLayer(&offset, widths[i - 1], widths[i]);
  }
}

void Mlp::AddLayer(std::int64_t* offset, std::int64_t in, std::int64_t out) {
  const auto part = [&](const at::Tensor& flat, std::int64_t rows,
                        std::int64_t columns, std::int64_t from) {
    return flat.narrow(0, from, rows * columns).view({rows, columns});
  };
  const std::int64_t bias = *offset + in * out;
  Layer layer;
  layer.weight = part(parameters_, out, in, *offset);
  layer.weight_t = layer.weight.t();
  layer.bias = parameters_.narrow(0, bias, out);
  layer.dweight = part(gradient_, out, in, *offset);
  layer.dbias = part(gradient_, 1, out, bias);
  layers_.push_back(layer);
  *offset = bias + out;
}

// Weights are kaiming_uniform_(a=sqrt(5)), whose bound is 1/sqrt(in) but for
// the rounding of these steps.
void Mlp::Initialise(at::Generator generator) {
  const double slope = std::sqrt(5.0);
  const double gain = std::sqrt(2.0 / (1.0 + slope * slope));
  for (Layer& layer : layers_) {
    const double root = std::sqrt(static_cast<double>(layer.weight.size(1)));
    const double weight_bound = std::sqrt(3.0) * (gain / root);
    const double bias_bound = 1.0 / root;
    layer.weight.uniform_(-weight_bound, weight_bound, generator);
    layer.bias.uniform_(-bias_bound, bias_bound, generator);
  }
}

Mlp::Pass& Mlp::PassOver(std::int64_t samples) {
  const auto [place, inserted] = passes_.try_emplace(samples);
  Pass& pass = place->second;
  if (inserted) {
    for (const Layer& layer : layers_) {
      const std::int64_t out = layer.weight.size(0);
      for (auto* tensors : {&pass.z, &pass.a, &pass.dz, &pass.da}) {
        tensors->push_back(at::empty({samples, out}, at::kFloat));
      }
      pass.dz_t.push_back(pass.dz.back().t());
    }
    pass.log_p = at::empty({samples, kClasses}, at::kFloat);
    pass.dlog_p = at::empty({samples, kClasses}, at::kFloat);
  }
  return pass;
}

const at::Tensor& Mlp::Forward(const at::Tensor& x) {
  Pass& pass = PassOver(x.size(0));
  const std::size_t last = layers_.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const Layer& layer = layers_[i];
    at::addmm_out(pass.z[i], layer.bias, i == 0 ? x : pass.a[i - 1],
                  layer.weight_t);
    if (i < last) function_.forward(pass.z[i], pass.a[i]);
  }
  return pass.z[last];
}

// Of log_softmax, then nll_loss: the second's gradient has one entry a sample.
void Mlp::LossGradient(Pass& pass, const std::int64_t* classes) {
  at::_log_softmax_out(pass.log_p, pass.z.back(), 1, /*half_to_float=*/false);
  pass.dlog_p.zero_();
  float* dlog_p = pass.dlog_p.data_ptr<float>();
  const std::int64_t samples = pass.dlog_p.size(0);
  for (std::int64_t i = 0; i < samples; ++i) {
    dlog_p[i * kClasses + classes[i]] = -1.0f / static_cast<float>(samples);
  }
  at::_log_softmax_backward_data_out(pass.dz.back(), pass.dlog_p, pass.log_p, 1,
                                     at::kFloat);
}

void Mlp::Backward(const at::Tensor& x, const std::int64_t* classes) {
  Pass& pass = PassOver(x.size(0));
  LossGradient(pass, classes);
  for (std::size_t i = layers_.size(); i-- > 0;) {
    Layer& layer = layers_[i];
    at::mm_out(layer.dweight, pass.dz_t[i], i == 0 ? x : pass.a[i - 1]);
    at::sum_out(layer.dbias, pass.dz[i], 0, /*keepdim=*/true);
    if (i == 0) break;
    at::mm_out(pass.da[i - 1], pass.dz[i], layer.weight);
    function_.backward(pass.da[i - 1], pass.z[i - 1], pass.dz[i - 1]);
  }
}

void Mlp::MarkWithGradient(std::vector<char>* units) const {
  auto unit = units->begin();
  for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
    const std::int64_t in = layers_[i].weight.size(1);
    const float* bias = layers_[i].dbias.data_ptr<float>();
    const float* weight = layers_[i].dweight.data_ptr<float>();
    for (std::int64_t n = layers_[i].weight.size(0); n > 0; --n) {
      if (!*unit) {
        *unit = *bias != 0 || std::any_of(weight, weight + in,
                                          [](float g) { return g != 0; });
      }
      ++unit, ++bias, weight += in;
    }
  }
}

}  // namespace gelu::lab

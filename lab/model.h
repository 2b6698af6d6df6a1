// What the trainer trains.

#ifndef GELU_LAB_MODEL_H_
#define GELU_LAB_MODEL_H_

#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gelu::lab {

class Model {
 public:
  virtual ~Model() = default;

  virtual void Initialise(at::Generator generator) = 0;

  // All of them, flat.
  virtual at::Tensor& parameters() = 0;
  // Their gradient, from Backward.
  virtual at::Tensor& gradient() = 0;

  // x: (samples, features); gives (samples, 2). Valid until the next call with
  // as many samples.
  virtual const at::Tensor& Forward(const at::Tensor& x) = 0;

  // The gradient of the mean cross-entropy, for the x of the last Forward.
  virtual void Backward(const at::Tensor& x, const std::int64_t* classes) = 0;

  virtual std::size_t hidden_units() const = 0;
  // Marks the hidden units, layer after layer, whose incoming weights and bias
  // got a gradient other than 0 from the last Backward; leaves the others.
  virtual void MarkWithGradient(std::vector<char>* units) const = 0;
};

}  // namespace gelu::lab

#endif  // GELU_LAB_MODEL_H_

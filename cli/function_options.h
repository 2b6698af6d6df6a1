// The options that name a function: which activation, value or derivative, in
// which dtype, by which target.

#ifndef GELU_CLI_FUNCTION_OPTIONS_H_
#define GELU_CLI_FUNCTION_OPTIONS_H_

#include <gelu/gelu.h>

#include <limits>
#include <string>
#include <vector>

#include "command.h"

namespace gelu::cli {

class FunctionOptions {
 public:
  std::string activation;
  bool derivative = false;
  std::string dtype = "f32";
  std::string accuracy = "correct";
  std::string target;  // "" is the best
  double parameter = std::numeric_limits<double>::quiet_NaN();

  // Adds them to the command. With `all`, that word stands for every
  // activation, dtype or target.
  void AddTo(Command* command, bool all);

  // What was named; one each without `all`. Throw gelu::Error.
  std::vector<Activation> Activations() const;
  std::vector<DType> DTypes() const;
  std::vector<int> Targets() const;
  // Throws where an activation has no such parameter, or the accuracy is none.
  void Check() const;
  // For a call of the library; `target` is one of Targets().
  Options ForTarget(int target) const;
  Direction ChosenDirection() const {
    return derivative ? Direction::kDerivative : Direction::kForward;
  }

 private:
  bool IsAll(const std::string& name) const { return all_ && name == "all"; }
  bool all_ = false;
};

}  // namespace gelu::cli

#endif  // GELU_CLI_FUNCTION_OPTIONS_H_

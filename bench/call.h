// One case, as each library does it.

#ifndef GELU_BENCH_CALL_H_
#define GELU_BENCH_CALL_H_

#include <functional>
#include <string>

#include "cases.h"

namespace gelu::bench {

struct Task : Case {
  const void* x;  // or a
  const void* b;  // or the bias
  const void* dy;
  void* y;   // or dx, da
  void* db;  // of Operation::kGatedBackward
};

using Call = std::function<void()>;
using MakeCall = Call (*)(const Task&);

// Each returns a call that does the task on one thread and allocates nothing,
// or an empty one if that library has no such function.
Call CorrectCall(const Task& task);
Call FastCall(const Task& task);
Call MemcpyCall(const Task& task);
Call DnnlCall(const Task& task);
Call TorchCall(const Task& task);

// A call that does the task, which is elementwise, on all cores: a piece each.
Call OnAllCores(MakeCall make, const Task& task);

// "oneDNN 2.6.3"
std::string DnnlVersion();
std::string TorchVersion();

}  // namespace gelu::bench

#endif  // GELU_BENCH_CALL_H_

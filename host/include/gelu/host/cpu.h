#ifndef GELU_HOST_CPU_H_
#define GELU_HOST_CPU_H_

#include <string>

namespace gelu::host {

// As the system names it: "AMD EPYC". Else "unknown CPU".
std::string CpuName();

}  // namespace gelu::host

#endif  // GELU_HOST_CPU_H_

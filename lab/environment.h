// Where an experiment ran.

#ifndef GELU_LAB_ENVIRONMENT_H_
#define GELU_LAB_ENVIRONMENT_H_

#include <string>

namespace gelu::lab {

std::string Versions();  // of what takes part in the results

}  // namespace gelu::lab

#endif  // GELU_LAB_ENVIRONMENT_H_

// What a result was made with.

#ifndef GELU_CLI_PROVENANCE_H_
#define GELU_CLI_PROVENANCE_H_

#include <string>

namespace gelu::cli {

// "gelu 0.1.0, MPFR 4.2.0, C library 2.36, compiler 12.2.0, AMD EPYC, 2
// threads"
std::string Provenance();

}  // namespace gelu::cli

#endif  // GELU_CLI_PROVENANCE_H_

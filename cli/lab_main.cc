// `gelu-lab`: `gelu` with the lab, as `gelu` itself starts it.

#include <gelu/lab/ranks.h>

#include "application.h"
#include "lab.h"

int main(int argc, char** argv) {
  return gelu::cli::Main(argc, argv,
                         {.add = gelu::cli::AddLabCommands,
                          .before_error = gelu::lab::LetTheFirstSpeak});
}

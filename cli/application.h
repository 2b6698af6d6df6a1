// The application: a table of commands, and what happens around each.

#ifndef GELU_CLI_APPLICATION_H_
#define GELU_CLI_APPLICATION_H_

namespace CLI {
class App;
}

namespace gelu::cli {

// Where the commands of `gelu lab` are: one of these, or none.
struct Lab {
  void (*add)(CLI::App& lab) = nullptr;  // here: adds them
  // In another program, which takes over with these arguments. What prints all
  // commands goes there, too.
  void (*run)(char** arguments) = nullptr;
  void (*before_error)() = nullptr;  // is printed
};

// Runs the command that the arguments name; gives the exit status.
int Main(int argc, char** argv, const Lab& lab);

}  // namespace gelu::cli

#endif  // GELU_CLI_APPLICATION_H_

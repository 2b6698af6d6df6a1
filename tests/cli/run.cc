#include "run.h"

#include <spawn.h>
#include <sys/wait.h>

#include <cstdio>
#include <memory>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace gelu::test {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File Scratch(const std::string& text = "") {
  File file(std::tmpfile(), &std::fclose);
  if (!file) throw std::runtime_error("no temporary file");
  std::fwrite(text.data(), 1, text.size(), file.get());
  std::rewind(file.get());
  return file;
}

std::string Contents(const File& file) {
  std::string text;
  std::rewind(file.get());
  for (int c; (c = std::fgetc(file.get())) != EOF;)
    text += static_cast<char>(c);
  return text;
}

int Launch(const Arguments& arguments, int input, int output, int errors) {
  std::vector<std::string> words = {GELU_COMMAND};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, output, 1);
  posix_spawn_file_actions_adddup2(&actions, errors, 2);
  pid_t process;
  const int failed = posix_spawn(&process, GELU_COMMAND, &actions, nullptr,
                                 pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw std::runtime_error("cannot start " GELU_COMMAND);
  int status;
  if (waitpid(process, &status, 0) < 0) throw std::runtime_error("waitpid");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Result Gelu(const Arguments& arguments, const std::string& input) {
  const File in = Scratch(input), out = Scratch(), err = Scratch();
  const int status =
      Launch(arguments, fileno(in.get()), fileno(out.get()), fileno(err.get()));
  return {status, Contents(out), Contents(err)};
}

Result GeluInto(int output, const Arguments& arguments) {
  const File in = Scratch(), err = Scratch();
  const int status =
      Launch(arguments, fileno(in.get()), output, fileno(err.get()));
  return {status, "", Contents(err)};
}

std::string Join(const Arguments& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

std::vector<std::string> Lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

}  // namespace gelu::test

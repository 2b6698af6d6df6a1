// One line that says what and where, exit 2, nothing on standard output.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include "run.h"

namespace gelu::test {
namespace {

struct Case {
  Arguments arguments;
  std::string line;  // how it begins
  std::string input = "";
};

const Case kCases[] = {
    {{}, "gelu: a command is required; there are eval table"},
    {{"evil"}, "gelu: unknown command 'evil'; there are eval table"},
    {{"--bogus"}, "gelu: unknown command '--bogus'"},
    {{"eval"}, "gelu eval: --activation is required"},
    {{"eval", "--activation", "relu"}, "gelu eval: VALUE is required"},
    {{"eval", "--activation", "gelo", "1"},
     "gelu eval: unknown activation 'gelo'; there are identity relu"},
    {{"eval", "--activation", "all", "1"},
     "gelu eval: unknown activation 'all'; there are identity relu"},
    {{"eval", "--activation", "relu", "--dtype", "f8", "1"},
     "gelu eval: unknown dtype 'f8'; there are f64 f32 f16 bf16"},
    {{"eval", "--activation", "relu", "--dtype", "all", "1"},
     "gelu eval: unknown dtype 'all'; there are f64 f32 f16 bf16"},
    {{"eval", "--activation", "relu", "--target", "MMX", "1"},
     "gelu eval: unknown target 'MMX'; there are "},
    {{"eval", "--activation", "relu", "--accuracy", "rough", "1"},
     "gelu eval: unknown accuracy 'rough'; there are correct fast"},
    {{"eval", "--activation", "relu", "--bogus", "1"},
     "gelu eval: The following argument was not expected: --bogus"},
    {{"eval", "--activation", "relu", "-x"},
     "gelu eval: unexpected argument '-x'"},
    {{"eval", "--activation", "relu", "1", "2,5"},
     "gelu eval: value 2: unreadable number '2,5'"},
    {{"eval", "--activation", "relu", "-5.x"},
     "gelu eval: value 1: unreadable number '-5.x'"},
    {{"eval", "--activation", "relu", ""},
     "gelu eval: value 1: unreadable number ''"},
    {{"eval", "--activation", "relu", "-"},
     "gelu eval: standard input, line 2, value 4: unreadable number 'q'",
     "1 2\n3 q\n"},
    {{"eval", "--activation", "relu", "--parameter", "2", "1"},
     "gelu eval: --parameter: relu has none"},
    {{"eval", "--activation", "silu", "--parameter", "-1", "1"},
     "gelu eval: silu: beta must be from 1/1024 to 1024"},
    {{"eval", "--activation", "elu", "--parameter", "-inf", "1"},
     "gelu eval: elu: alpha must be from -1024 to 1024"},
    {{"eval", "--activation", "elu", "--parameter", "x", "1"},
     "gelu eval: --parameter: x: must be a number"},
    {{"table", "1", "two"}, "gelu table: value 2: unreadable number 'two'"},
    {{"verify"}, "gelu verify: --activation is required"},
    {{"verify", "--activation", "gelo"},
     "gelu verify: unknown activation 'gelo'"},
    {{"verify", "--activation", "relu", "--target", "MMX"},
     "gelu verify: unknown target 'MMX'"},
    {{"verify", "--activation", "relu", "--dtype", "f8"},
     "gelu verify: unknown dtype 'f8'"},
    {{"verify", "--activation", "relu", "--stride", "0"},
     "gelu verify: --stride: 0: must be a whole number from 1 to "
     "4294967296"},
    {{"verify", "--activation", "relu", "--stride", "many"},
     "gelu verify: --stride: many: must be a whole number from 1 to "
     "4294967296"},
    {{"verify", "--activation", "relu", "--accuracy", "rough"},
     "gelu verify: unknown accuracy 'rough'; there are correct fast"},
    {{"verify", "--activation", "relu", "--record", "no/such/folder.md"},
     "gelu verify: no/such/folder.md: No such file or directory"},
    {{"verify", "--activation", "relu", "--record", "/proc/record.md"},
     "gelu verify: /proc/record.md: No such file or directory"},
    {{"eval", "--activation", "gelu", "-"},
     "gelu eval: standard input, line 1, value 1: unreadable number",
     std::string("1\0002", 3)},
    {{"audit", "--timeout", "nan"},
     "gelu audit: --timeout: nan: must be a number above 0"},
    {{"audit", "--tolerance", "nan"},
     "gelu audit: --tolerance: nan: must be a number, 0 or more"},
    {{"eval", "--activation", "elu", "--parameter", "nan", "1"},
     "gelu eval: --parameter: nan: must be a number"},
    {{"plot"}, "gelu plot: --output is required"},
    {{"plot", "-o", "a.gif"},
     "gelu plot: -o 'a.gif': the name must end in .svg, .png or .pdf"},
    {{"plot", "-o", "no/such/folder.svg"},
     "gelu plot: no/such/folder.svg: No such file or directory"},
    {{"plot", "-o", "a.svg", "--range", "3:1"},
     "gelu plot: --range '3:1': not two numbers a:b with a < b"},
    {{"plot", "-o", "a.svg", "--range", "-3"},
     "gelu plot: --range '-3': not two numbers a:b with a < b"},
    {{"plot", "-o", "a.svg", "--activations", "relu,gelo"},
     "gelu plot: unknown activation 'gelo'"},
    {{"plot", "-o", "a.svg", "--difference", "gelo"},
     "gelu plot: unknown activation 'gelo'"},
};

TEST(Errors, OneLineAndExitStatus2) {
  for (const Case& c : kCases) {
    SCOPED_TRACE(Join(c.arguments));
    const Result result = Gelu(c.arguments, c.input);
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.substr(0, c.line.size()), c.line);
    EXPECT_EQ(result.err.find('\n'), result.err.size() - 1);
  }
}

TEST(Errors, StandardOutputIsFull) {
  const Arguments commands[] = {
      {"--help"},
      {"info"},
      {"table"},
      {"eval", "--activation", "relu", "1"},
      {"verify", "--activation", "relu", "--stride", "268435456"}};
  for (const Arguments& arguments : commands) {
    const int full = open("/dev/full", O_WRONLY);
    ASSERT_GE(full, 0);
    const Result result = GeluInto(full, arguments);
    close(full);
    EXPECT_EQ(result.status, 2) << Join(arguments);
    const std::string end = ": standard output: No space left on device\n";
    EXPECT_NE(result.err.find(end), std::string::npos) << result.err;
    EXPECT_EQ(Lines(result.err).size(), 1u) << result.err;
  }
}

// Ended by the signal, as every command before `| head`, without a word.
TEST(Errors, TheReaderHasLeft) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  close(ends[0]);
  const Result result = GeluInto(ends[1], {"table"});
  close(ends[1]);
  EXPECT_EQ(result.status, 128 + SIGPIPE);
  EXPECT_EQ(result.err, "");
}

}  // namespace
}  // namespace gelu::test

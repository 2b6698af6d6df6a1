// The processes among which mpirun spreads an experiment.

#ifndef GELU_LAB_RANKS_H_
#define GELU_LAB_RANKS_H_

#include <optional>
#include <string>

namespace gelu::lab {

// This process among them: alone where mpirun did not start it, or where the
// library was built without MPI. One object a process, used by one thread.
class Ranks {
 public:
  Ranks();   // starts MPI, under mpirun only
  ~Ranks();  // waits for the others, unless an exception ends this one
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  int number() const { return number_; }  // the first is 0
  int count() const { return count_; }
  int on_this_machine() const { return on_this_machine_; }

  void Send(int to, const std::string& bytes);

  struct Message {
    int from;
    std::string bytes;
  };
  // One that has come; doesn't wait for it.
  std::optional<Message> Receive();

 private:
  int number_ = 0, count_ = 1, on_this_machine_ = 1;
};

// Before an error is printed. One that all processes have is printed once: by
// the first, whose end makes mpirun end the others, while they wait here. An
// error of this process alone outlasts that.
void LetTheFirstSpeak();

}  // namespace gelu::lab

#endif  // GELU_LAB_RANKS_H_

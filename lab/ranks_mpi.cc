#include <gelu/lab/ranks.h>
#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <thread>

namespace gelu::lab {
namespace {

// As Open MPI says it, and MPICH.
bool IsUnderMpirun() {
  return std::getenv("OMPI_COMM_WORLD_SIZE") || std::getenv("PMI_SIZE");
}

// MPI itself may not have started.
bool IsFirst() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
    const char* rank = std::getenv(name);
    if (rank && std::string_view(rank) != "0") return false;
  }
  return true;
}

bool IsRunning() {
  int started = 0;
  MPI_Initialized(&started);
  return started != 0;
}

}  // namespace

// An error in a call ends all processes, with MPI's own words.
Ranks::Ranks() {
  if (!IsUnderMpirun()) return;
  int threads;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &threads);
  MPI_Comm_rank(MPI_COMM_WORLD, &number_);
  MPI_Comm_size(MPI_COMM_WORLD, &count_);
  MPI_Comm machine;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &machine);
  MPI_Comm_size(machine, &on_this_machine_);
  MPI_Comm_free(&machine);
}

// The others may wait for this process, which will not answer: mpirun ends them
// as it leaves without a farewell.
Ranks::~Ranks() {
  if (IsRunning() && std::uncaught_exceptions() == 0) MPI_Finalize();
}

void Ranks::Send(int to, const std::string& bytes) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, 0,
           MPI_COMM_WORLD);
}

std::optional<Ranks::Message> Ranks::Receive() {
  if (count_ == 1) return std::nullopt;
  int there = 0, size = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
  if (there == 0) return std::nullopt;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE,
                  std::string(static_cast<std::size_t>(size), '\0')};
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, 0,
           MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return message;
}

void LetTheFirstSpeak() {
  if (!IsFirst()) std::this_thread::sleep_for(std::chrono::seconds(5));
}

}  // namespace gelu::lab

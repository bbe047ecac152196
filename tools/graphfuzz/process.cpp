#include "process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>

namespace graphfuzz::cli {

void prepare_process() {
  // open(2) takes the lowest number that is free.
  int opened = 0;
  do {
    opened = ::open("/dev/null", O_RDWR);
  } while (opened >= 0 && opened <= STDERR_FILENO);
  if (opened > STDERR_FILENO) ::close(opened);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace graphfuzz::cli

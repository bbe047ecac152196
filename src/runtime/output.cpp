#include "runtime/output.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "runtime/checkpoint.hpp"

namespace graphfuzz::runtime {
namespace {

char kept[kMostOutput];
std::size_t written = 0;

}  // namespace

void take_standard_output() {
  static char buffer[BUFSIZ];
  std::fflush(stdout);
  std::setvbuf(stdout, buffer, ::isatty(STDOUT_FILENO) == 1 ? _IOLBF : _IOFBF, sizeof buffer);
}

void keep_output(const char* text, std::size_t size) {
  disturb_checkpoints();
  if (written < kMostOutput) std::memcpy(kept + written, text, std::min(size, kMostOutput - written));
  written += size;
}

void reset_output() { written = 0; }

std::string kept_output() {
  std::string text(kept, std::min(written, kMostOutput));
  if (written > kMostOutput) text += fmt::format("\n… and {} bytes more\n", written - kMostOutput);
  return text;
}

}  // namespace graphfuzz::runtime

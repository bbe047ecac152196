// libFuzzer entry: any text either is rejected with a DocumentError or is a replay file, which is written and read back
// as it was.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "graphfuzz/report/replay_file.hpp"
#include "graphfuzz/store/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graphfuzz;
  try {
    const ReplayFile replay = parse_replay(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
    if (parse_replay(to_text(replay), "again").steps.size() != replay.steps.size()) std::abort();
  } catch (const store::DocumentError&) {
  }
  return 0;
}

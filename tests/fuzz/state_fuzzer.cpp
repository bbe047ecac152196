// libFuzzer entry: any text either is rejected with a DocumentError or is the state of a campaign (`graphfuzz mutate`),
// which is written and read back as it was.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

#include "graphfuzz/fuzz/go/campaign_state.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graphfuzz;
  std::optional<go::CampaignState> state;
  try {
    state = go::from_json(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
  } catch (const store::DocumentError&) {
    return 0;
  }
  if (!(go::from_json(go::to_json(*state), "again") == *state)) std::abort();
  return 0;
}

// libFuzzer entry: any text either is rejected with a UserError or sets options, as a file for --config does.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "../../tools/graphfuzz/command_line.hpp"
#include "../../tools/graphfuzz/options.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace graphfuzz::cli;
  std::vector<std::string> files, models;
  std::uint64_t executions = 0;
  double seconds = 0;
  std::string time, colour;
  bool quiet = false;
  CLI::App app("fuzz");
  prepare(app);
  app.add_option("FILE", files, "")->type_name("");
  app.add_option("-n,--executions", executions, "")->check(whole(1));
  app.add_option("--rare-threshold", seconds, "");
  app.add_option("-t,--time", time, "")->check(duration());
  app.add_option("-m,--model", models, "")->delimiter(',')->allow_extra_args(false);
  app.add_option("--color", colour, "")->check(CLI::IsMember(kColourChoices).description(""));
  app.add_flag("-q,--quiet", quiet, "");
  try {
    read_config(app, std::string_view(reinterpret_cast<const char*>(data), size), "fuzz");
  } catch (const UserError&) {
  }
  return 0;
}

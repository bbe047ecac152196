#include "loaded_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "graphfuzz/report/replay_file.hpp"
#include "interrupts.hpp"
#include "long_runs.hpp"
#include "output.hpp"

namespace graphfuzz::cli {
namespace {

// -t is also the time to read a file in, but for what is so short that a busy machine may need it anyway.
constexpr double kLeastToRead = 2;

}  // namespace

void load_programs(const CommandLine& line, std::vector<BadInput>& bad, const TakeTarget& take) {
  const double seconds = std::max(line.campaign.seconds, kLeastToRead);
  bool noted = !line.given.contains("--model");
  for (const ProgramSource& source : load_sources(line.inputs, bad)) {
    const auto refuse = [&](const std::string& message, int code = kUsageError) {
      complain(message);
      bad.push_back({source.file, message, code});
    };
    if (!noted && kind_of(source) == "go") {
      complain("note: --model is for litmus tests; Go programs run under Go's own memory model");
      noted = true;
    }
    try {
      const StopScope scope = until_interrupted(seconds);
      LoadOptions load = line.load;
      load.elsewhere = in_processes(line, source);
      for (std::unique_ptr<const Target>& target : load_targets(source, load)) take(source, std::move(target), load);
    } catch (const Stopped&) {
      if (interrupted()) throw;
      refuse(fmt::format("{}: could not be read within {:g} s (-t)", source.file, seconds), kNothingDecided);
    } catch (const std::invalid_argument& e) {  // a model that was in order when the options were checked
      const std::string_view what = e.what();
      refuse(what.starts_with(source.file) ? std::string(what) : fmt::format("{}: {}", source.file, what));
    } catch (const std::runtime_error& e) {
      refuse(e.what());
    }
  }
}

}  // namespace graphfuzz::cli

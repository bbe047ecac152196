#include "frontend/real_go/lengths.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include "frontend/real_go/overlay_files.hpp"
#include "frontend/real_go/toolchain.hpp"
#include "graphfuzz/store/atomic_file.hpp"
#include "graphfuzz/store/hash128.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::real_go {
namespace {

/// The program that makes the copies, built by the user's toolchain, whose packages know Go as that version has it.
std::string lengths_program(const std::string& go, const std::string& version, const fs::path& cache) {
  const store::Hash128 key = store::hash128(fmt::format("{}\n{}\n{}", go, version, kLengthsFile));
  const fs::path folder = cache / fmt::format("lengths-{:016x}{:016x}", key.high, key.low);
  const fs::path program = folder / "lengths";
  if (fs::exists(program)) return program.string();
  fs::create_directories(folder);
  store::write_file(folder / "lengths.go", kLengthsFile);
  // Whatever the user builds for is not what this is for.
  const fs::path beside = program.string() + fmt::format(".{}", ::getpid());
  run_tool({find_tool("env"), "-u", "GOOS", "-u", "GOARCH", "GOFLAGS=", "GO111MODULE=off", "CGO_ENABLED=0", go, "build",
            "-o", beside.string(), (folder / "lengths.go").string()});
  fs::rename(beside, program);
  return program.string();
}

}  // namespace

Lengths lengths_in(const std::string& go, const std::string& version, const fs::path& cache,
                   const std::vector<std::string>& list) {
  const fs::path folder = cache / "copies";
  fs::create_directories(folder);
  std::vector<std::string> command = {lengths_program(go, version, cache), folder.string()};
  command.insert(command.end(), list.begin(), list.end());
  Lengths lengths;
  for (const std::string& line : lines_of(run_tool(command))) {
    const std::size_t tab = line.find('\t');
    if (tab == line.npos) continue;
    if (tab + 1 == line.size()) {
      lengths.unseen.push_back(line.substr(0, tab));
    } else {
      lengths.copies.emplace(line.substr(0, tab), line.substr(tab + 1));
    }
  }
  return lengths;
}

}  // namespace graphfuzz::real_go

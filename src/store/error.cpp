#include "graphfuzz/store/error.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "graphfuzz/store/characters.hpp"

namespace graphfuzz::store {

namespace {

std::string with_reason(const std::string& problem, int code) {
  return code == 0 ? problem : fmt::format("{}: {}", problem, std::generic_category().message(code));
}

}  // namespace

FileError::FileError(std::filesystem::path path, const std::string& problem, int code)
    : Error(fmt::format("{}: {}", path.empty() ? "\"\"" : printable(path.native()), with_reason(problem, code))),
      path_(std::move(path)),
      problem_(with_reason(problem, code)),
      code_(code) {}

DocumentError::DocumentError(std::string file, std::size_t line, std::size_t column, std::string problem)
    : Error(fmt::format("{}:{}:{}: {}", file, line, column, problem)),
      file_(std::move(file)),
      line_(line),
      column_(column),
      problem_(std::move(problem)) {}

DocumentError::DocumentError(std::string file, std::string where, std::string problem)
    : Error(where.empty() ? fmt::format("{}: {}", file, problem) : fmt::format("{}: {}: {}", file, where, problem)),
      file_(std::move(file)),
      where_(std::move(where)),
      problem_(std::move(problem)) {}

}  // namespace graphfuzz::store

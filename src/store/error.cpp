#include "graphfuzz/store/error.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

namespace graphfuzz::store {

FileError::FileError(std::filesystem::path path, const std::string& problem, int code)
    : Error(code == 0 ? fmt::format("{}: {}", path.string(), problem)
                      : fmt::format("{}: {}: {}", path.string(), problem, std::generic_category().message(code))),
      path_(std::move(path)),
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

// Lines of the sources that results name, for who shows them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graphfuzz/program/place.hpp"

namespace graphfuzz::cli {

/// Reads each file once. What is not there, is too large, or is no text, has no lines.
class SourceLines {
 public:
  /// Files are looked for where they are named, and beside `program`, a file or a folder.
  explicit SourceLines(std::string program) : program_(std::move(program)) {}

  /// The line, without its end and no longer than what is worth showing; "" if it is not known.
  std::string line(const Place& place);

 private:
  const std::vector<std::string>& lines_of(const std::string& file);

  std::string program_;
  std::map<std::string, std::vector<std::string>> files_;
};

/// The text of a program in a file of moderate size; "" if there is none.
std::string program_text(const std::string& file);

}  // namespace graphfuzz::cli

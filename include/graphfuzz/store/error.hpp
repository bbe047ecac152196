// What can go wrong with files and what is in them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>

namespace graphfuzz::store {

/// A file or a document cannot be used. what() begins with its name and says why.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The system refuses to read or write a file. what() is "path: what failed: the system's reason", with the path made
/// printable.
class FileError : public Error {
 public:
  /// `code`: an errno, whose description is added to the message; 0 if the reason is in `problem`.
  FileError(std::filesystem::path path, const std::string& problem, int code = 0);
  const std::filesystem::path& path() const { return path_; }
  int code() const { return code_; }
  /// what() without the path.
  const std::string& problem() const { return problem_; }

 private:
  std::filesystem::path path_;
  std::string problem_;
  int code_;
};

/// What is in a document is not what it should be. what() is "file:line:column: problem" where the text is no JSON,
/// "file: steps[3].thread: problem" where an element is wrong.
class DocumentError : public Error {
 public:
  DocumentError(std::string file, std::size_t line, std::size_t column, std::string problem);
  /// `where`: the way to the element; "" for the document as a whole.
  DocumentError(std::string file, std::string where, std::string problem);

  const std::string& file() const { return file_; }
  std::size_t line() const { return line_; }      ///< from 1; 0: not given
  std::size_t column() const { return column_; }  ///< in bytes, from 1; 0: not given
  const std::string& where() const { return where_; }
  const std::string& problem() const { return problem_; }

 private:
  std::string file_;
  std::size_t line_ = 0;
  std::size_t column_ = 0;
  std::string where_;
  std::string problem_;
};

}  // namespace graphfuzz::store

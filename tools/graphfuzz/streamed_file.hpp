// A file that is written piece by piece, however long it gets.
#pragma once

#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace graphfuzz::cli {

/// Whoever reads standard output has gone away: no error, but there is no point in going on.
class ReaderGone : public std::exception {};

/// "-" is standard output. A regular file gets its name when it is complete, and until then is beside it as
/// ".NAME.PID.new"; unless it was finished it is gone. All functions throw UserError, and ReaderGone.
class StreamedFile {
 public:
  explicit StreamedFile(std::string path);
  ~StreamedFile();
  StreamedFile(const StreamedFile&) = delete;
  StreamedFile& operator=(const StreamedFile&) = delete;

  void write(std::string_view text);
  /// Drops what was written so far. False if it cannot be: it has been read, perhaps.
  bool begin_anew();
  void finish();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void fail(int error) const;
  void open();

  std::string path_;
  std::filesystem::path beside_;  // empty: written directly
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace graphfuzz::cli

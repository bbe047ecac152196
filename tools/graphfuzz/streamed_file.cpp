#include "streamed_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "command_line.hpp"

namespace fs = std::filesystem;

namespace graphfuzz::cli {

StreamedFile::StreamedFile(std::string path) : path_(std::move(path)) {
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  const bool direct = path_ == "-" || (fs::exists(status) && !fs::is_regular_file(status));
  if (!direct) {
    const fs::path place = fs::weakly_canonical(path_, error);
    const fs::path target = error ? fs::path(path_) : place;
    beside_ = target.parent_path() / fmt::format(".{}.{}.new", target.filename().string(), getpid());
  }
  open();
}

StreamedFile::~StreamedFile() {
  if (beside_.empty() || !file_) return;
  std::error_code ignored;
  fs::remove(beside_, ignored);
}

void StreamedFile::fail(int error) const {
  if (error == EPIPE && path_ == "-") throw ReaderGone();
  throw UserError(
      fmt::format("{}: cannot be written: {}", path_ == "-" ? "standard output" : path_, std::strerror(error)));
}

void StreamedFile::open() {
  if (path_ == "-") {
    file_.reset(::fdopen(::dup(STDOUT_FILENO), "w"));
  } else {
    const std::string name = beside_.empty() ? path_ : beside_.string();
    const int descriptor = ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
    if (descriptor < 0) fail(errno);
    file_.reset(::fdopen(descriptor, "w"));
  }
  if (!file_) fail(errno);
}

void StreamedFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail(errno);
}

bool StreamedFile::begin_anew() {
  if (beside_.empty()) return false;
  file_.reset();
  open();
  return true;
}

void StreamedFile::finish() {
  if (std::fflush(file_.get()) != 0) fail(errno);
  if (beside_.empty()) {
    file_.reset();
    return;
  }
  std::error_code error;
  fs::rename(beside_, fs::weakly_canonical(path_, error), error);
  if (error) fail(error.value());
  file_.reset();
}

}  // namespace graphfuzz::cli

#include "graphfuzz/fuzz/go/campaign_state.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "graphfuzz/store/atomic_file.hpp"

namespace graphfuzz::go {

using store::FileError;

StateFolder::StateFolder(std::filesystem::path path) : path_(std::move(path)) {
  std::error_code error;
  std::filesystem::create_directories(path_, error);
  if (error) throw FileError(path_, "cannot be made", error.value());
  const std::filesystem::path lock = path_ / "lock";
  lock_ = ::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (lock_ < 0) throw FileError(lock, "cannot be opened", errno);
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0) {
    const int reason = errno;
    ::close(lock_);
    if (reason == EWOULDBLOCK) throw FileError(path_, "in use by another process");
    throw FileError(lock, "cannot be locked", reason);
  }
  store::remove_unfinished(file());
}

StateFolder::~StateFolder() {
  if (lock_ >= 0) ::close(lock_);  // which unlocks; the file stays, for removing it would let two processes in
}

bool StateFolder::has_state() const { return std::filesystem::exists(file()); }

CampaignState StateFolder::load() const { return from_json(store::read_file(file(), kLargestState), file()); }

void StateFolder::save(const CampaignState& state) const { store::write_file(file(), to_json(state)); }

}  // namespace graphfuzz::go

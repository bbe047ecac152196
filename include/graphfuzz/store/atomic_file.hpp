// Whole files: written so that a crash at any moment leaves the old file or the new one, and read with a limit.
#pragma once

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "graphfuzz/store/error.hpp"

namespace graphfuzz::store {

/// Is a file to be on the disk when it has been written? That takes milliseconds. Or may a crash of the whole machine,
/// soon after, take it away?
enum class Flush : bool { no, yes };

/// Writes the file in one step: into a new file beside it (".NAME.PID-N.new"), which is flushed to the disk and takes
/// the old one's permissions and its name. If the path is a symbolic link, the link is replaced, not what it points to.
/// What is, or leads to, no regular file (/dev/null) is not replaced: a FileError.
/// Throws FileError; the old file is then as it was, and the new one is gone. A process that is killed may leave the
/// new one behind: see remove_unfinished.
void write_file(const std::filesystem::path& path, std::string_view content, Flush flush = Flush::yes);

/// Does what write_file does first: makes the new file, and removes it. Throws FileError.
void check_replaceable(const std::filesystem::path& path);

/// Removes what killed processes have left of `write_file(path, …)`. To be called only by who knows that no other
/// process writes this file, for instance since it holds a lock. Errors are ignored: what is left does no harm.
void remove_unfinished(const std::filesystem::path& path);

/// The content of a regular file of at most so many bytes. Throws FileError, also for folders, pipes and devices, none
/// of which is waited for.
std::string read_file(const std::filesystem::path& path, std::size_t most_bytes);

/// The same of a text: without the byte order mark of UTF-8 that it may begin with.
std::string read_text(const std::filesystem::path& path, std::size_t most_bytes);

/// The first bytes of a regular file, at most so many.
std::string read_beginning(const std::filesystem::path& path, std::size_t most_bytes);

/// A text that the user names: as read_text does, or of a pipe that somebody is writing to, or, if the name is "-", of
/// standard input. These are waited for until `stop` is true, which is a FileError, too.
std::string read_input(const std::string& name, std::size_t most_bytes, const std::atomic<bool>& stop);

}  // namespace graphfuzz::store

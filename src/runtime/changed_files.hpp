// The files that the program changes by their names: written to, made, removed, renamed. What each was before the first
// execution that does is kept, and every execution begins with that; so does whoever comes after the last one.
#pragma once

namespace graphfuzz::runtime {

/// Before there is any other process that runs the program (--fork, workers): all have what is kept in common.
void take_changed_files();
/// The file is about to be written to, or to be made. Nothing else than files, folders and links is kept, nothing of
/// what the kernel makes up, and no files of more than 256 MiB in all.
void keep_content(int folder, const char* path);
/// … to be made, removed or renamed: of a link, that itself.
void keep_name(int folder, const char* path);
/// … is open for reading and writing, since before the program was explored, and is to be shared memory.
void keep_open_content(int fd);
/// What is there is as it was before.
void reset_changed_files();

}  // namespace graphfuzz::runtime

// Where results go: standard output, and files that are either complete or not there.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace graphfuzz::cli {

/// Writes to standard output and flushes. If that fails, nothing more is printed, but the work goes on, so that files
/// are written nevertheless: see check_printed.
void print(std::string_view text);
/// To be called at the end. Throws UserError if something could not be printed. A reader that has gone away (broken
/// pipe) is no error.
void check_printed();
/// One line "graphfuzz: message" on standard error.
void complain(std::string_view message);

/// Writes a file in one go: a temporary file beside it, which is renamed when it is complete. What is no regular file
/// (a pipe, a device) is written directly. "-" is standard output. Throws UserError.
void write_file(const std::string& path, std::string_view text);

/// Finds out now whether write_file will be able to write, without leaving a trace. Throws UserError.
void check_writable(const std::string& path);
/// The same of a file that is to be replaced in one step (store::write_file), which "-", pipes and devices cannot be.
void check_replaceable(const std::string& path);
/// Is it a file that write_file replaces in one step, so that somebody may read it meanwhile? Not "-", pipes, devices.
bool is_replaced(const std::string& path);
/// As check_writable for files in a folder, which need not be there yet and is not made.
void check_folder(const std::string& path);
/// Makes the folder with its parents. Throws UserError.
void make_folder(const std::string& path);

}  // namespace graphfuzz::cli

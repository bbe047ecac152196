// What a worker process does.
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <stdexcept>
#include <system_error>

#include "campaign/worker_process.hpp"
#include "graphfuzz/campaign/processes.hpp"

namespace graphfuzz {
namespace {

void write_all(int out, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(out, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw std::system_error(errno, std::generic_category(), "cannot answer");
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// False at the end.
bool read_some(int in, MessageReader& reader) {
  char buffer[1 << 16];
  ssize_t size = 0;
  do {
    size = ::read(in, buffer, sizeof buffer);
  } while (size < 0 && errno == EINTR);
  if (size < 0) throw std::system_error(errno, std::generic_category(), "cannot read orders");
  reader.add({buffer, static_cast<std::size_t>(size)});
  return size > 0;
}

Message answer(const Message& order, WorkOptions options) {
  options.parts = order.code;
  try {
    Unit unit = read_unit(order.bytes, "the unit");
    unit.task.at = options.at;
    return {Message::kResult, work(unit, options).to_bytes()};
  } catch (const WorkError& e) {
    return {Message::kFailure, e.what()};
  } catch (const std::invalid_argument& e) {
    return {Message::kFailure, e.what()};
  } catch (const store::Error& e) {
    return {Message::kFailure, e.what()};
  } catch (const std::exception& e) {
    return {Message::kInternalError, e.what()};
  }
}

}  // namespace

void serve_units(int in, int out, const WorkOptions& options) {
  MessageReader reader;
  while (read_some(in, reader)) {
    while (const std::optional<Message> order = reader.next()) write_all(out, to_bytes(answer(*order, options)));
  }
}

}  // namespace graphfuzz

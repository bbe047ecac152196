// NativeProgram: a C or C++ program that was compiled to ask the engine for what it reads.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graphfuzz/frontend/native/failure_kind.hpp"
#include "graphfuzz/frontend/native/knowledge.hpp"

namespace graphfuzz::native {

class NativeProgram final : public Program {
 public:
  /// `knowledge` must outlive it, and is used by one run at a time.
  explicit NativeProgram(Knowledge& knowledge);

  std::string_view name() const override { return name_; }
  unsigned threads() const override { return 1; }
  const std::vector<LocationInfo>& locations() const override { return locations_; }
  std::string location_name(Location location) const override;
  std::uint64_t location_key(Location location) const override;
  Fingerprint state_fingerprint(std::span<const Value> state) const override;
  std::unique_ptr<Run> start() const override;
  std::size_t state_size() const override { return outcomes_.size(); }
  std::string describe(std::span<const Value> state) const override;
  std::string message(std::size_t number) const override { return knowledge_.machine().message(number); }
  std::string failure_kind(std::size_t number) const override { return native::failure_kind(message(number)); }
  std::vector<Stack> stacks(std::size_t number) const override;
  Stack stack(std::uint32_t place, std::uint32_t calls) const override;
  std::string wait(ThreadId thread, std::uint32_t number) const override;
  bool may_wait() const override { return true; }
  Place place(std::uint32_t number) const override;
  std::string show(Value value) const override;
  std::string show_at(Location location, Value value) const override;

 private:
  Knowledge& knowledge_;
  std::string name_;
  std::vector<LocationInfo> locations_;
  std::vector<std::string> outcomes_;
};

}  // namespace graphfuzz::native

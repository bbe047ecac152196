// The table of names.
#include "graphfuzz/explore/go/routine_names.hpp"

#include <charconv>
#include <stdexcept>

#include "graphfuzz/graph/hash.hpp"
#include "graphfuzz/store/packed.hpp"

namespace graphfuzz::go {

RoutineNames::RoutineNames() : origins_(1), hashes_{mixed(1)} {}

Name RoutineNames::child(const Origin& origin) {
  const std::lock_guard guard(mutex_);
  const auto [place, is_new] = known_.try_emplace(origin, static_cast<Name>(origins_.size()));
  if (is_new) {
    origins_.push_back(origin);
    const std::uint64_t step = std::uint64_t{origin.index} << 32 | origin.firing;
    hashes_.push_back(mixed(hashes_[origin.parent] * 3 + mixed(step)));
  }
  return place->second;
}

std::uint64_t RoutineNames::hash(Name name) const {
  const std::lock_guard guard(mutex_);
  return hashes_[name];
}

std::string RoutineNames::path(Name name) const {
  const std::lock_guard guard(mutex_);
  std::string path;
  for (; name != 0; name = origins_[name].parent) {
    const Origin& o = origins_[name];
    const std::string index = std::to_string(o.index);
    path = (o.firing == 0 ? "." + index : ".t" + index + "." + std::to_string(o.firing)) + path;
  }
  return "0" + path;
}

std::optional<Name> RoutineNames::find(std::string_view path) {
  const auto number = [&path](std::uint32_t& value) {
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), value);
    if (error != std::errc{}) return false;
    path.remove_prefix(static_cast<std::size_t>(end - path.data()));
    return true;
  };
  const auto skip = [&path](char c) {
    if (path.empty() || path.front() != c) return false;
    path.remove_prefix(1);
    return true;
  };
  if (!skip('0')) return std::nullopt;
  Name name = 0;
  while (!path.empty()) {
    std::uint32_t index = 0;
    std::uint32_t firing = 0;
    if (!skip('.')) return std::nullopt;
    const bool is_timer = skip('t');
    if (!number(index)) return std::nullopt;
    if (is_timer && (!skip('.') || !number(firing) || firing == 0)) return std::nullopt;
    if (size() >= kMostNames) return std::nullopt;
    name = child({name, index, firing});
  }
  return name;
}

std::size_t RoutineNames::size() const {
  const std::lock_guard guard(mutex_);
  return origins_.size();
}

void RoutineNames::save(store::Writer& out) const {
  const std::lock_guard guard(mutex_);
  store::Packer packed;
  for (std::size_t name = 1; name < origins_.size(); ++name) {
    const Origin& o = origins_[name];
    packed.add(o.parent).add(o.index).add(o.firing);
  }
  out.bytes(packed.bytes());
}

void RoutineNames::load(const store::Value& saved) {
  if (size() != 1) throw std::logic_error("names are loaded before others are given out");
  for (store::Unpacker packed(saved); !packed.at_end();) {
    const std::size_t known = size();
    const Origin origin{packed.integer<Name>(0, static_cast<Name>(known - 1)), packed.integer<std::uint32_t>(),
                        packed.integer<std::uint32_t>()};
    child(origin);
    if (size() == known) saved.reject("the same goroutine twice");
  }
}

}  // namespace graphfuzz::go

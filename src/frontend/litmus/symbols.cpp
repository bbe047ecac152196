#include "symbols.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace graphfuzz::litmus {

Object* Symbols::find_mutable(std::string_view name) {
  const auto found = std::find_if(objects_.begin(), objects_.end(), [&](const Object& o) { return o.name == name; });
  return found == objects_.end() ? nullptr : &*found;
}

const Object* Symbols::find(std::string_view name) const { return const_cast<Symbols*>(this)->find_mutable(name); }

void Symbols::add(Object object, std::size_t offset) {
  if (find(object.name) != nullptr) {
    source_.expected(offset, "a location that is not initialised yet", in_quotes(object.name));
  }
  if (locations_ + object.size() > kMaxLocations) {
    source_.expected(offset, "no more than 4096 locations", "more");
  }
  object.first = locations_;
  locations_ += static_cast<Location>(object.size());
  objects_.push_back(std::move(object));
}

const Object& Symbols::find_or_add(std::string_view name, std::size_t offset) {
  if (const Object* object = find(name)) return *object;
  Object object;
  object.name = name;
  object.initial.resize(1);
  add(std::move(object), offset);
  return objects_.back();
}

void Symbols::declare(std::string_view name, const Type& type, std::size_t offset) {
  find_or_add(name, offset);
  Object& object = *find_mutable(name);
  if (!object.type) {
    object.type = type;
    return;
  }
  const Type& known = *object.type;
  // herd7 does not tell pointers from integers; a location that is a pointer anywhere holds pointers.
  if (known.is_pointer() || type.is_pointer()) {
    if (!known.is_pointer()) object.type = type;
    return;
  }
  if (known.bits != type.bits || known.is_signed != type.is_signed) {
    source_.expected(
        offset,
        fmt::format("the type '{}' has elsewhere: {} (mixed-size accesses are not supported)", name, describe(known)),
        describe(type));
  }
}

Value Symbols::resolve(const WrittenValue& value, const Type& type, const Source* written) const {
  const Source& source = written == nullptr ? source_ : *written;
  if (!value.is_address) return wrap(value.number, type.value_bits(), type.value_signed());
  const Object* object = find(value.name);
  if (object == nullptr) source.expected(value.offset, "a number or the name of a location", in_quotes(value.name));
  if (value.index < 0 || static_cast<std::size_t>(value.index) >= object->size()) {
    source.expected(value.offset, fmt::format("an index of '{}' below {}", value.name, object->size()),
                    std::to_string(value.index));
  }
  return address_of(object->first + static_cast<Location>(value.index));
}

std::vector<LocationInfo> Symbols::location_infos() const {
  std::vector<LocationInfo> infos;
  for (const Object& object : objects_) {
    for (std::size_t i = 0; i < object.size(); ++i) {
      infos.push_back({object.is_array ? fmt::format("{}[{}]", object.name, i) : object.name,
                       resolve(object.initial[i], object.value_type())});
    }
  }
  return infos;
}

const Object& Symbols::object_of(Location location) const {
  const auto after = std::upper_bound(objects_.begin(), objects_.end(), location,
                                      [](Location l, const Object& o) { return l < o.first; });
  return *(after - 1);
}

}  // namespace graphfuzz::litmus

// The shared memory of a test: its named objects (scalars and arrays), and the locations they occupy.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "graphfuzz/program/program.hpp"
#include "source.hpp"
#include "type.hpp"

namespace graphfuzz::litmus {

/// A value as the init and condition zones write it: a number, or the address of a location.
struct WrittenValue {
  bool is_address = false;
  Value number = 0;       ///< if a number
  std::string_view name;  ///< if an address: of cell `index` of this object
  Value index = 0;
  std::size_t offset = 0;
};

struct Object {
  std::string name;
  std::optional<Type> type;  ///< nothing: not declared yet, so int in the end
  bool is_array = false;
  Location first = 0;  ///< the cells are the locations first … first + initial.size() - 1
  std::vector<WrittenValue> initial;

  Type value_type() const { return type.value_or(kInt); }
  std::size_t size() const { return initial.size(); }
};

/// `0:r1 = value` in the init zone.
struct RegisterInit {
  unsigned thread = 0;
  std::string_view name;
  std::optional<Type> type;
  WrittenValue value;
  std::size_t offset = 0;
};

class Symbols {
 public:
  explicit Symbols(const Source& source) : source_(source) {}

  const std::vector<Object>& objects() const { return objects_; }
  const Object* find(std::string_view name) const;
  /// Throws if the name is taken or there are too many locations.
  void add(Object object, std::size_t offset);
  /// The object of this name; if there is none, a new scalar that is 0.
  const Object& find_or_add(std::string_view name, std::size_t offset);
  /// A function's parameter says that the object `name` has this type. Throws if that contradicts another declaration.
  void declare(std::string_view name, const Type& type, std::size_t offset);

  /// The number, wrapped to `type`, or the address. Throws, about a place in `written` (nothing: in the test), if it
  /// names no location.
  Value resolve(const WrittenValue& value, const Type& type, const Source* written = nullptr) const;
  Location locations() const { return locations_; }
  /// One per location; cells of arrays are called "a[0]", "a[1]", …
  std::vector<LocationInfo> location_infos() const;
  /// The object a location belongs to.
  const Object& object_of(Location location) const;

 private:
  Object* find_mutable(std::string_view name);

  const Source& source_;
  std::vector<Object> objects_;
  Location locations_ = 0;
};

inline constexpr std::size_t kMaxLocations = 4096;

}  // namespace graphfuzz::litmus

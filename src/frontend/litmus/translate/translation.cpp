#include "translation.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace graphfuzz::litmus::c11 {

std::string HelperFunctions::name_of(std::string_view wish, const std::string& text) {
  const auto known = names_.find(text);
  if (known != names_.end()) return known->second;
  std::string name(wish);
  for (unsigned number = 2; !functions_.insert(name).second; ++number) name = fmt::format("{}{}", wish, number);
  names_.emplace(text, name);
  std::string named = text;
  named.replace(named.find("NAME"), 4, name);
  texts_.push_back(std::move(named));
  return name;
}

std::string HelperFunctions::text() const {
  std::string all;
  for (const std::string& text : texts_) all += text + "\n";
  return all;
}

std::string HelperFunctions::barrier() {
  barrier_ = true;
  return "compiler_barrier()";
}

std::size_t Translation::number_of(std::string_view object) const {
  const std::vector<Object>& objects = test.symbols.objects();
  const auto found = std::find_if(objects.begin(), objects.end(), [&](const Object& o) { return o.name == object; });
  return static_cast<std::size_t>(found - objects.begin());
}

Text Translation::address(const Object& object, Value index) const {
  const std::string& name = object_names[number_of(object.name)];
  if (!object.is_array) return {"&" + name, kUnary};
  if (index == 0) return {name};
  return {fmt::format("&{}[{}]", name, index), kUnary};
}

}  // namespace graphfuzz::litmus::c11

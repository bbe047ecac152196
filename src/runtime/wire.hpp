// What the processes of one campaign tell each other: values one behind the other, with the length of all first.
#pragma once

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace graphfuzz::runtime {

class Message {
 public:
  template <class T>
  requires std::is_trivially_copyable_v<T> Message& add(const T& value) {
    const auto* const bytes = reinterpret_cast<const char*>(&value);
    bytes_.append(bytes, sizeof value);
    return *this;
  }
  Message& add(std::string_view text) {
    add(text.size());
    bytes_.append(text);
    return *this;
  }
  template <class T>
  Message& add(const std::vector<T>& all) {
    static_assert(std::is_trivially_copyable_v<T>);
    add(all.size());
    bytes_.append(reinterpret_cast<const char*>(all.data()), all.size() * sizeof(T));
    return *this;
  }

  template <class T>
  T take() {
    T value{};
    take(value);
    return value;
  }
  template <class T>
  requires std::is_trivially_copyable_v<T>
  void take(T& value) { std::memcpy(&value, next(sizeof value), sizeof value); }
  void take(std::string& text) {
    const auto size = take<std::size_t>();
    text.assign(next(size), size);
  }
  template <class T>
  void take(std::vector<T>& all) {
    static_assert(std::is_trivially_copyable_v<T>);
    all.resize(take<std::size_t>());
    if (!all.empty()) std::memcpy(all.data(), next(all.size() * sizeof(T)), all.size() * sizeof(T));
  }

  /// False if nobody is there to read it.
  bool send(int fd) const;
  /// False if nobody is there to write any more, or if nobody has within so many seconds (0: for ever).
  bool receive(int fd, int seconds);
  void clear() {
    bytes_.clear();
    at_ = 0;
  }

 private:
  std::string bytes_;
  std::size_t at_ = 0;

  const char* next(std::size_t size) {
    if (size > bytes_.size() - at_) throw std::logic_error("a message is too short");
    at_ += size;
    return bytes_.data() + at_ - size;
  }
};

}  // namespace graphfuzz::runtime

#include "frame.hpp"

#include <algorithm>
#include <cctype>

#include "lexer.hpp"

namespace graphfuzz::litmus {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool is_space(char c) { return is_blank(c) || c == '\n'; }
bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_name(char c) { return is_word(c) || std::string_view("/.-+[]").find(c) != std::string_view::npos; }

class Reader {
 public:
  explicit Reader(const Source& source) : source_(source), text_(source.text()) {}

  Frame read() {
    skip_space_and_comments();
    const std::size_t architecture = at_;
    const std::string_view word = take([](char c) { return is_word(c); });
    if (word != "C") source_.expected(architecture, "'C' (the first line is 'C NAME')", found(architecture));
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    const std::size_t name = at_;
    Frame frame;
    frame.name = take([](char c) { return is_name(c); });
    if (frame.name.empty()) source_.expected(name, "the name of the test", found(name));
    frame.init = find_init();
    return frame;
  }

 private:
  template <typename Predicate>
  std::string_view take(Predicate predicate) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && predicate(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  std::string found(std::size_t offset) const {
    if (offset >= text_.size()) return "end of file";
    const std::string_view rest = text_.substr(offset);
    const std::size_t end = static_cast<std::size_t>(std::find_if(rest.begin(), rest.end(), is_space) - rest.begin());
    return end == 0 ? "end of line" : in_quotes(rest.substr(0, end));
  }

  void skip_space_and_comments() {
    for (;;) {
      take([](char c) { return is_space(c); });
      if (text_.substr(at_, 2) != "(*") return;
      at_ = skip_nested_comment(source_, at_);
    }
  }

  void skip_line() {
    take([](char c) { return c != '\n'; });
  }

  std::size_t find_init() {
    while (at_ < text_.size()) {
      skip_space_and_comments();
      if (at_ >= text_.size()) break;
      const char c = text_[at_];
      if (c == '{') return at_;
      if (c == '"') {
        const std::size_t end = text_.find('"', at_ + 1);
        if (end == std::string_view::npos) source_.expected(at_, "a string that ends with '\"'", "end of file");
        at_ = end + 1;
      } else if (is_word(c)) {
        take([](char d) { return is_word(d) || d == '-' || d == '.'; });
        take([](char d) { return is_blank(d); });
        if (at_ < text_.size() && text_[at_] == '=') skip_line();  // key = value
      } else {
        ++at_;
      }
    }
    source_.expected(text_.size(), "'{' (the initial state)", "end of file");
  }

  const Source& source_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Frame read_frame(const Source& source) { return Reader(source).read(); }

}  // namespace graphfuzz::litmus

// A program of one's own under a memory model: a letter is put into a mailbox, and a flag is raised.
//
//   mailbox ORDER MODEL        ORDER: relaxed or release
//
// Prints the result. Exit code 1 if a reader can see the flag, and an old letter.
#include <cstdio>
#include <exception>
#include <graphfuzz/graphfuzz.hpp>
#include <string>

namespace {
using namespace graphfuzz;

class Mailbox final : public PureProgram {
 public:
  explicit Mailbox(bool ordered)
      : PureProgram("mailbox", 2, {{"letter", 0}, {"flag", 0}}),
        write_(ordered ? MemoryOrder::release : MemoryOrder::relaxed),
        read_(ordered ? MemoryOrder::acquire : MemoryOrder::relaxed) {}

  Request next(ThreadId thread, std::span<const Answer> past) const override {
    return thread == 0 ? writer(past.size()) : reader(past);
  }
  std::string message(std::size_t) const override { return "the flag is up, but the letter is not there"; }

 private:
  static constexpr Location kLetter = 0;
  static constexpr Location kFlag = 1;

  Request writer(std::size_t done) const {
    if (done == 0) return write_of(kLetter, 42, MemoryOrder::relaxed);
    if (done == 1) return write_of(kFlag, 1, write_);
    return end_of();
  }
  Request reader(std::span<const Answer> past) const {
    if (past.empty()) return read_of(kFlag, read_);
    if (past[0].value == 0) return end_of();  // the flag is down
    if (past.size() == 1) return read_of(kLetter, MemoryOrder::relaxed);
    return past[1].value == 42 ? end_of() : failure_of(0);
  }

  MemoryOrder write_;
  MemoryOrder read_;
};

}  // namespace

int main(int argc, char** argv) try {
  const std::string order = argc == 3 ? argv[1] : "";
  if (order != "relaxed" && order != "release") throw std::invalid_argument("expected relaxed or release, and MODEL");
  const Report report = check(Mailbox(order == "release"), argv[2]);
  std::fputs(result_block(report).c_str(), stdout);
  return report.bugs.empty() ? 0 : 1;
} catch (const std::exception& e) {
  std::fprintf(stderr, "mailbox: %s\n", e.what());
  return 2;
}

#include "runtime/run_process.hpp"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <memory>
#include <optional>

#include "runtime/calls.hpp"
#include "runtime/request.hpp"

namespace graphfuzz::runtime {
namespace {

// The watchdog of the process itself takes a second, where it is given time to run.
constexpr int kPatience = 60;

// The exit code of a process that can answer no more, or does not need to.
constexpr int kSilent = 251;

struct PlainCell {
  Address address;
  std::uint8_t size;
  Value initial;
};

[[noreturn]] void unsupported(const char* what) {
  throw Unsupported(fmt::format("--fork: {}: {}", what, std::strerror(errno)));
}

struct Pair {
  int ours = -1;
  int theirs = -1;
};
Pair make_pair() {
  int both[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) != 0) unsupported("there are no sockets");
  return {both[0], both[1]};
}

// A byte with a file descriptor.
bool send_descriptor(int socket, int fd) {
  char byte = 0;
  iovec part{&byte, 1};
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof fd)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  cmsghdr* const header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof fd);
  std::memcpy(CMSG_DATA(header), &fd, sizeof fd);
  return ::sendmsg(socket, &message, MSG_NOSIGNAL) == 1;
}

// -1 if nobody is there any more; kNoDescriptor if the byte came alone.
constexpr int kNoDescriptor = -2;
int receive_descriptor(int socket) {
  char byte = 0;
  iovec part{&byte, 1};
  int fd = kNoDescriptor;
  alignas(cmsghdr) char space[CMSG_SPACE(sizeof fd)] = {};
  msghdr message{};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = space;
  message.msg_controllen = sizeof space;
  ssize_t got = 0;
  do {
    got = ::recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got != 1) return -1;
  if (const cmsghdr* const header = CMSG_FIRSTHDR(&message)) std::memcpy(&fd, CMSG_DATA(header), sizeof fd);
  return fd;
}

void add_arrival(Message& answer, const Arrival& arrival) {
  answer.add(arrival.request).add(arrival.address).add(arrival.place).add(arrival.wait).add(arrival.state);
  answer.add(arrival.touches).add(calls_of(arrival.calls)).add(arrival.unfit).add(arrival.more).add(arrival.sections);
  answer.add(arrival.unseen);
  for (const Touch& touch : arrival.touches) {
    if (touch.calls != 0) answer.add(calls_of(touch.calls));
    if (touch.kind == Touch::Kind::note) answer.add(std::string_view(outcome_names().at(touch.address)));
  }
  if (arrival.request.kind == RequestKind::failure) {
    const auto number = static_cast<std::size_t>(arrival.request.operand);
    const std::vector<native::CallStack>& stacks = explanation(number);
    answer.add(std::string_view(message(number))).add(stacks.size());
    for (const native::CallStack& stack : stacks) answer.add(std::string_view(stack.what)).add(stack.places);
  }
}

void take_cells(Message& question, native::Machine& machine) {
  if (!question.take<bool>()) return;
  // The machine has the old one until then.
  static std::unique_ptr<const native::CellTable> used;
  auto table = std::make_unique<native::CellTable>();
  question.take(table->plain_order);
  question.take(table->volatile_order);
  question.take(table->sections_are_accesses);
  std::vector<Address> left_out, shared;
  question.take(left_out);
  question.take(shared);
  for (const Address granule : left_out) table->leave_out(granule);
  for (const Address granule : shared) table->share(granule);
  std::vector<PlainCell> cells;
  question.take(cells);
  for (const PlainCell& cell : cells) table->add(cell.address, cell.size, cell.initial);
  machine.use(*table);
  used = std::move(table);
}

Message answer_to(Message& question, native::Machine& machine) {
  Message answer;
  answer.add(true);
  take_cells(question, machine);
  switch (question.take<Ask>()) {
    case Ask::begin:
      add_arrival(answer, machine.begin(question.take<ThreadId>()));
      break;
    case Ask::resume: {
      const auto thread = question.take<ThreadId>();
      const auto value = question.take<Value>();
      add_arrival(answer, machine.resume(thread, value, question.take<bool>()));
      break;
    }
    case Ask::output:
      answer.add(std::string_view(machine.output()));
      break;
    case Ask::initial:
      answer.add(machine.initial(question.take<Address>()));
      break;
    case Ask::name:
      answer.add(std::string_view(machine.name(question.take<Address>())));
      break;
    case Ask::block_name:
      answer.add(std::string_view(machine.block_name(question.take<Address>())));
      break;
  }
  return answer;
}

[[noreturn]] void answer_questions(native::Machine& machine, int fd) {
  const auto refusal = [](const std::exception& e) {
    Message answer;
    answer.add(false).add(std::string_view(e.what()));
    return answer;
  };
  Message question;
  std::optional<Message> failed;
  try {
    machine.reset();
  } catch (const std::exception& e) {
    failed = refusal(e);
  }
  while (question.receive(fd, 0)) {
    Message answer;
    try {
      answer = failed ? *failed : answer_to(question, machine);
    } catch (const std::exception& e) {
      answer = refusal(e);
    }
    if (!answer.send(fd)) break;
  }
  ::_exit(kSilent);
}

// How it ended, or kDidNotEnd: then it does now. Its end of the socket is closed a little before it is gone.
int end_of(pid_t process) {
  constexpr int kTries = 2'000;  // of a millisecond
  int status = 0;
  for (int i = 0; i < kTries; ++i) {
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended == process) return WIFEXITED(status) && WEXITSTATUS(status) == kSilent ? RunServer::kDidNotEnd : status;
    if (ended < 0 && errno != EINTR) break;
    ::usleep(1'000);
  }
  ::kill(process, SIGKILL);
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return RunServer::kDidNotEnd;
}

// Starts a process for every file descriptor that comes, and tells how the last one ended when a byte comes alone.
[[noreturn]] void serve(native::Machine& machine, int socket) {
  // An interrupt is for the campaign, which goes on to write its results.
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) std::signal(number, SIG_IGN);
  pid_t last = 0;
  while (true) {
    const int fd = receive_descriptor(socket);
    if (fd == -1) break;
    int result = 0;
    if (fd == kNoDescriptor) {
      result = end_of(last);
    } else {
      while (::waitpid(-1, nullptr, WNOHANG) > 0) {
      }
      last = ::fork();
      if (last == 0) {
        ::close(socket);
        runs_once = true;
        answer_questions(machine, fd);
      }
      result = last < 0 ? -errno : last;
      ::close(fd);
    }
    if (::send(socket, &result, sizeof result, MSG_NOSIGNAL) != sizeof result) break;
  }
  ::_exit(0);
}

int receive_number(int socket) {
  int number = 0;
  ssize_t got = 0;
  do {
    got = ::recv(socket, &number, sizeof number, MSG_WAITALL);
  } while (got < 0 && errno == EINTR);
  if (got != sizeof number) throw Unsupported("--fork: the process that starts others has ended");
  return number;
}

}  // namespace

void take_arrival(Message& answer, Arrival& arrival) {
  answer.take(arrival.request);
  answer.take(arrival.address);
  answer.take(arrival.place);
  answer.take(arrival.wait);
  answer.take(arrival.state);
  answer.take(arrival.touches);
  arrival.calls = call_number(answer.take<std::vector<Address>>());
  answer.take(arrival.unfit);
  answer.take(arrival.more);
  answer.take(arrival.sections);
  answer.take(arrival.unseen);
  for (Touch& touch : arrival.touches) {
    if (touch.calls != 0) touch.calls = call_number(answer.take<std::vector<Address>>());
    if (touch.kind == Touch::Kind::note) touch.address = outcome_number(answer.take<std::string>());
  }
  if (arrival.request.kind == RequestKind::failure) {
    const std::size_t number = message_number(answer.take<std::string>());
    arrival.request.operand = static_cast<Value>(number);
    std::vector<native::CallStack> stacks(answer.take<std::size_t>());
    for (native::CallStack& stack : stacks) {
      answer.take(stack.what);
      answer.take(stack.places);
    }
    explain_message(number, std::move(stacks));
  }
}

// Cells that were removed are of no interest to the process, nor are the numbers of the others.
void add_cells(Message& question, const native::CellTable& cells) {
  question.add(true).add(cells.plain_order).add(cells.volatile_order).add(cells.sections_are_accesses);
  question.add(cells.left_out()).add(cells.shared());
  std::vector<PlainCell> live;
  for (Location x = 0; x < cells.size(); ++x) {
    const native::Cell& cell = cells[x];
    const auto here = cells.in(cell.address & ~Address{7});
    if (std::ranges::find(here, x, &native::Cell::location) == here.end()) continue;
    PlainCell plain;
    std::memset(&plain, 0, sizeof plain);
    plain.address = cell.address;
    plain.size = cell.size;
    plain.initial = cell.initial;
    live.push_back(plain);
  }
  question.add(live);
}

RunProcess::~RunProcess() {
  ::close(fd_);
  if (pid_ != 0) ::kill(pid_, SIGKILL);
}

bool RunProcess::ask(const Message& question, Message& answer) {
  if (!question.send(fd_) || !answer.receive(fd_, kPatience)) return false;
  if (!answer.take<bool>()) throw Unsupported(answer.take<std::string>());
  return true;
}

RunServer::RunServer(native::Machine& machine) {
  const Pair pair = make_pair();
  pid_ = ::fork();
  if (pid_ < 0) unsupported("there can be no other process");
  if (pid_ == 0) {
    ::close(pair.ours);
    serve(machine, pair.theirs);
  }
  ::close(pair.theirs);
  fd_ = pair.ours;
}

RunServer::~RunServer() {
  ::close(fd_);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::unique_ptr<RunProcess> RunServer::start() {
  const Pair pair = make_pair();
  const bool sent = send_descriptor(fd_, pair.theirs);
  ::close(pair.theirs);
  const int pid = sent ? receive_number(fd_) : -EPIPE;
  if (pid < 0) {
    ::close(pair.ours);
    errno = -pid;
    unsupported("there can be no other process");
  }
  return std::make_unique<RunProcess>(pair.ours, pid);
}

int RunServer::end(RunProcess& process) {
  process.pid_ = 0;  // may soon be another's
  const char byte = 0;
  if (::send(fd_, &byte, 1, MSG_NOSIGNAL) != 1) throw Unsupported("--fork: the process that starts others has ended");
  return receive_number(fd_);
}

}  // namespace graphfuzz::runtime

#include "frontend/real_go/patches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "frontend/real_go/overlay_files.hpp"

namespace graphfuzz::real_go {
namespace {

constexpr Patch kPatches[] = {
    {"runtime/proc.go", "\tgcenable()", "\tgfInit()\n"},
    {"runtime/proc.go",
     "\tfn := main_main // make an indirect call, as the linker doesn't know the address of the main package when "
     "laying "
     "down the runtime",
     "\tif gf.main {\n\t\treal := fn\n\t\tfn = func() "
     "{\n\t\t\tGraphfuzzBegin()\n\t\t\treal()\n\t\t\tGraphfuzzEnd()\n\t\t}\n"
     "\t}\n"},
    {"runtime/proc.go", "\t// Poll network.\n\t// This netpoll is only an optimization before we resort to stealing.",
     "\tif gp := gfIdle(); gp != nil {\n\t\treturn gp, false, false\n\t}\n", true},
    {"runtime/proc.go", "func newproc(fn *funcval) {",
     "\tif GraphfuzzOn() && !gfOfRuntime(fn) {\n\t\tgfForks(fn, getcallerpc())\n\t\treturn\n\t}\n"},
    {"runtime/proc.go", "func goexit1() {", "\tif GraphfuzzOn() {\n\t\tgfEnds()\n\t}\n"},
    {"runtime/proc.go", "func Gosched() {", "\tif GraphfuzzOn() {\n\t\tgfYieldHook()\n\t\treturn\n\t}\n"},
    {"runtime/os_linux.go", "func getRandomData(r []byte) {", "\tif r != nil {\n\t\tgfNotRandom(r)\n\t\treturn\n\t}\n"},
    {"runtime/runtime2.go", "\tgcAssistBytes int64", "\tgf uint32\n"},
    {"runtime/chan.go", "\tlock mutex\n}\n\ntype waitq struct {", "\tgf uint32\n", true},
    // A channel is told of where it is made, and not where it is used first.
    {"runtime/chan.go", "\tlockInit(&c.lock, lockRankHchan)", "\tif GraphfuzzOn() {\n\t\tgfChannel(c)\n\t}\n"},
    {"runtime/netpoll.go", "func poll_runtime_pollWait(pd *pollDesc, mode int) int {",
     "\tif GraphfuzzOn() {\n\t\tgfPollWaits(pd, mode)\n\t}\n"},
    {"runtime/chan.go", "func chansend(c *hchan, ep unsafe.Pointer, block bool, callerpc uintptr) bool {",
     "\tif GraphfuzzOn() {\n\t\treturn gfSends(c, ep, block)\n\t}\n"},
    {"runtime/chan.go", "func closechan(c *hchan) {", "\tif GraphfuzzOn() {\n\t\tgfCloses(c)\n\t\treturn\n\t}\n"},
    {"runtime/chan.go", "func chanrecv(c *hchan, ep unsafe.Pointer, block bool) (selected, received bool) {",
     "\tif GraphfuzzOn() {\n\t\treturn gfReceives(c, ep, block)\n\t}\n"},
    {"runtime/select.go", "func block() {", "\tif GraphfuzzOn() {\n\t\tgfSelects(nil, 0, true)\n\t}\n"},
    {"runtime/select.go",
     "func selectgo(cas0 *scase, order0 *uint16, pc0 *uintptr, nsends, nrecvs int, block bool) (int, bool) {",
     "\tif GraphfuzzOn() {\n\t\treturn gfSelects((*[1 << 16]scase)(unsafe.Pointer(cas0))[:nsends+nrecvs], nsends, "
     "block)\n\t}\n"},
    {"runtime/panic.go", "\tfatalpanic(gp._panic) // should not return",
     "\tif GraphfuzzOn() {\n\t\tgfPanicked(gp._panic)\n\t}\n", true},
    {"runtime/panic.go", "func fatal(s string) {", "\tif GraphfuzzOn() {\n\t\tgfFatalHook(s)\n\t}\n"},
    {"runtime/debug.go", "func GOMAXPROCS(n int) int {", "\tif gf.memory != nil {\n\t\tn = 0\n\t}\n"},
    {"runtime/time.go", "func timeSleep(ns int64) {", "\tif GraphfuzzOn() {\n\t\tgfSleeps(ns)\n\t\treturn\n\t}\n"},
    {"runtime/time.go", "func startTimer(t *timer) {",
     "\tif GraphfuzzOn() {\n\t\tgfStartTimer(t, t.when, t.period)\n\t\treturn\n\t}\n"},
    {"runtime/time.go", "func stopTimer(t *timer) bool {",
     "\tif GraphfuzzOn() && gfKnows(t) {\n\t\treturn gfStopTimer(t)\n\t}\n"},
    {"runtime/time.go", "func resetTimer(t *timer, when int64) bool {",
     "\tif GraphfuzzOn() && gfKnows(t) {\n\t\treturn gfStartTimer(t, when, t.period)\n\t}\n"},
    {"runtime/time.go", "func modTimer(t *timer, when, period int64, f func(any, uintptr), arg any, seq uintptr) {",
     "\tif GraphfuzzOn() && gfKnows(t) {\n\t\tt.f, t.arg, t.seq = f, arg, seq\n\t\tgfStartTimer(t, when, "
     "period)\n\t\treturn\n\t}\n"},
    {"sync/mutex.go", "func (m *Mutex) Lock() {", "\tif gfOnMutex(m) {\n\t\tgfMutex(m, gfLock)\n\t\treturn\n\t}\n"},
    {"sync/mutex.go", "func (m *Mutex) TryLock() bool {",
     "\tif gfOnMutex(m) {\n\t\treturn gfMutex(m, gfTryLock)\n\t}\n"},
    {"sync/mutex.go", "func (m *Mutex) Unlock() {", "\tif gfOnMutex(m) {\n\t\tgfMutex(m, gfUnlock)\n\t\treturn\n\t}\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) RLock() {",
     "\tif gfOnRead() {\n\t\tgfRWMutex(rw, gfRLock)\n\t\treturn\n\t}\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) TryRLock() bool {",
     "\tif gfOnRead() {\n\t\treturn gfRWMutex(rw, gfTryRLock)\n\t}\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) RUnlock() {",
     "\tif gfOnRead() {\n\t\tgfRWMutex(rw, gfRUnlock)\n\t\treturn\n\t}\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) Lock() {",
     "\tif gfOnLock() {\n\t\tgfRWMutex(rw, gfLock)\n\t\treturn\n\t}\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) TryLock() bool {",
     "\tif gfOnLock() {\n\t\treturn gfRWMutex(rw, gfTryLock)\n\t}\n"},
    {"sync/rwmutex.go", "func (rw *RWMutex) Unlock() {",
     "\tif gfOnLock() {\n\t\tgfRWMutex(rw, gfUnlock)\n\t\treturn\n\t}\n"},
    {"sync/waitgroup.go", "func (wg *WaitGroup) Add(delta int) {",
     "\tif gfOn() {\n\t\tgfGroup(wg, gfAdd, delta)\n\t\treturn\n\t}\n"},
    {"sync/waitgroup.go", "func (wg *WaitGroup) Wait() {",
     "\tif gfOn() {\n\t\tgfGroup(wg, gfWait, 0)\n\t\treturn\n\t}\n"},
    {"sync/once.go", "func (o *Once) Do(f func()) {",
     "\tif gfOn() && (o.done == 0 || o.m.sema != 0) {\n\t\tgfOnce(o, f)\n\t\treturn\n\t}\n\tif gfOn() "
     "{\n\t\tgfOnceDone(o)\n\t}\n"},
    {"sync/pool.go", "func (p *Pool) Put(x any) {", "\tgfPool(p, gfReleases)\n"},
    {"sync/pool.go", "func (p *Pool) Get() any {", "\tgfPool(p, gfAcquires)\n"},
    {"sync/cond.go", "func (c *Cond) Wait() {", "\tif gfOn() {\n\t\tgfCondWait(c)\n\t\treturn\n\t}\n"},
    {"sync/cond.go", "func (c *Cond) Signal() {", "\tif gfOn() {\n\t\tgfCond(c, gfSignal)\n\t\treturn\n\t}\n"},
    {"sync/cond.go", "func (c *Cond) Broadcast() {", "\tif gfOn() {\n\t\tgfCond(c, gfBroadcast)\n\t\treturn\n\t}\n"},
    {"sync/atomic/value.go", "func (v *Value) Load() (val any) {", "\tgfValue(v, gfLoads)\n"},
    {"sync/atomic/value.go", "func (v *Value) Store(val any) {", "\tgfValue(v, gfStores)\n"},
    {"sync/atomic/value.go", "func (v *Value) Swap(new any) (old any) {", "\tgfValue(v, gfSwaps)\n"},
    {"sync/atomic/value.go", "func (v *Value) CompareAndSwap(old, new any) (swapped bool) {",
     "\tgfValue(v, gfCompares)\n"},
    {"os/proc.go", "func Exit(code int) {", "\truntime.GraphfuzzExit(code)\n"},
    {"os/wait_waitid.go", "\tvar e syscall.Errno",
     "\tvar away runtime.GraphfuzzAway\n"
     "\tfor runtime.GraphfuzzOn() {\n"
     "\t\t_, _, e = syscall.Syscall6(syscall.SYS_WAITID, _P_PID, uintptr(p.Pid), uintptr(unsafe.Pointer(psig)), "
     "syscall.WEXITED|syscall.WNOWAIT|syscall.WNOHANG, 0, 0)\n"
     "\t\tif e != 0 || siginfo[0] != 0 || !away.Again() {\n\t\t\tbreak\n\t\t}\n"
     "\t\tlook := syscall.NsecToTimespec(away.Delay)\n\t\tsyscall.Nanosleep(&look, nil)\n"
     "\t}\n"},
    {"testing/testing.go", "\tt.raceErrors = -race.Errors()\n\tfn(t)", "\truntime.GraphfuzzBegin()\n", true},
    {"testing/testing.go", "func (t *T) Parallel() {",
     "\tif runtime.GraphfuzzOn() && t.level == 1 {\n\t\treturn\n\t}\n"},
    {"testing/testing.go", "func (c *common) Fail() {", "\truntime.GraphfuzzFails()\n"},
};

std::size_t count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++found;
  return found;
}

std::string with_all_replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

/// Which operation a function of sync/atomic is; empty: none.
std::string_view atomic_operation(std::string_view function) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kOperations = {
      {{"Swap", "Swap"}, {"CompareAndSwap", "Cas"}, {"Add", "AtomicAdd"}, {"Load", "Load"}, {"Store", "Store"}}};
  for (const auto& [name, operation] : kOperations) {
    if (function.starts_with(name)) return operation;
  }
  return {};
}

/// Each declaration "func AddInt32(addr *int32, delta int32) (new int32)" is one of realAddInt32, and a function that
/// stops and calls it.
std::string with_points(const std::string& text, const std::string& name) {
  std::istringstream in(text);
  std::string result;
  std::size_t made = 0;
  for (std::string line; std::getline(in, line);) {
    result += line + '\n';
    if (!line.starts_with("func ") || line.ends_with("{")) continue;
    const std::size_t open = line.find('('), close = line.find(')');
    const std::string function = line.substr(5, open == line.npos ? open : open - 5);
    const std::string_view operation = atomic_operation(function);
    if (operation.empty() || close == line.npos) continue;
    // The names of the parameters: words before blanks or commas that follow "(" or ", ".
    std::string arguments;
    for (std::size_t at = open + 1; at < close;) {
      const std::size_t end = std::min(line.find(',', at), close);
      const std::string parameter = line.substr(at, end - at);
      arguments += (arguments.empty() ? "" : ", ") + parameter.substr(0, parameter.find(' '));
      at = end + 2;
    }
    result += fmt::format(
        "{{\n\truntime.GraphfuzzAtomicPoint(runtime.Graphfuzz{}, unsafe.Pointer(addr))\n\t{}real{}({})\n}}\n\n"
        "func real{}\n",
        operation, line.find('(', close) == line.npos ? "" : "return ", function, arguments, line.substr(5));
    // The body begins on the line of the declaration.
    const std::size_t declared = result.rfind(line + "\n{");
    result.replace(declared + line.size(), 1, " ");
    ++made;
  }
  if (made < 10) throw PatchError(fmt::format("{}: expected declarations of atomic operations, found {}", name, made));
  return result;
}

}  // namespace

std::span<const std::string_view> rewritten_files() {
  static constexpr std::string_view files[] = {"sync/atomic/doc.go", "sync/atomic/asm.s", "runtime/atomic_pointer.go"};
  return files;
}

std::span<const Patch> patches() { return kPatches; }

std::span<const OwnFile> own_files() {
  static constexpr OwnFile files[] = {{"runtime/graphfuzz.go", kRuntimeFile},
                                      {"runtime/graphfuzz_fork.go", kForkFile},
                                      {"runtime/race0.go", kRaceFile},
                                      {"sync/graphfuzz.go", kSyncFile},
                                      {"sync/atomic/graphfuzz.go", kAtomicFile}};
  return files;
}

std::string patched(std::string_view file, std::string text, const std::string& name) {
  if (file == "sync/atomic/asm.s") return with_all_replaced(std::move(text), "TEXT ·", "TEXT ·real");
  if (file == "runtime/atomic_pointer.go")
    return with_all_replaced(std::move(text), " sync/atomic.", " sync/atomic.real");
  if (file == "sync/atomic/doc.go") {
    return with_points(with_all_replaced(std::move(text), "\nimport (\n", "\nimport (\n\t\"runtime\"\n"), name);
  }
  if (file == "sync/atomic/value.go") {  // its parts are no points
    for (const auto& [part, real] :
         {std::pair("LoadPointer(", "realLoadPointer("), std::pair("StorePointer(", "realStorePointer("),
          std::pair(" SwapPointer(", " realSwapPointer("),
          std::pair("CompareAndSwapPointer(", "realCompareAndSwapPointer(")}) {
      text = with_all_replaced(std::move(text), part, real);
    }
  }
  // As lines, so that what a line begins with is not found in another.
  text.insert(0, "\n");
  for (const Patch& patch : kPatches) {
    if (patch.file != file) continue;
    const std::string anchor = fmt::format("\n{}\n", patch.anchor);
    if (const std::size_t times = count(text, anchor); times != 1) {
      throw PatchError(
          fmt::format("{}: expected the line \"{}\" once, found it {} times: this version of Go is not "
                      "known to graphfuzz",
                      name, patch.anchor.substr(patch.anchor.find_first_not_of('\t')), times));
    }
    const std::size_t at = text.find(anchor) + 1;
    text.insert(patch.before ? at : at + patch.anchor.size() + 1, patch.text);
  }
  return text.substr(1);
}

}  // namespace graphfuzz::real_go

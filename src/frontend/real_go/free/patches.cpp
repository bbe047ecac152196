// What is changed in Go's installation for programs that are recorded while they run freely: functions note what they
// do and call what they were, under another name.
#include "frontend/real_go/patches.hpp"

#include <fmt/format.h>

#include <utility>

#include "frontend/real_go/overlay_files.hpp"

namespace graphfuzz::real_go {
namespace {

constexpr Patch kFreePatches[] = {
    {"runtime/proc.go", "\tgcenable()", "\tgfInit()\n"},
    {"runtime/proc.go",
     "\tfn := main_main // make an indirect call, as the linker doesn't know the address of the main package when "
     "laying down the runtime",
     "\treal := fn\n\tfn = func() {\n\t\treal()\n\t\tGraphfuzzMainEnds()\n\t}\n"},
    {"runtime/signal_unix.go", "func sigenable(sig uint32) {",
     "\tif gfLeaves() {\n\t\tsigenable(sig)\n\t\tgfComesBack()\n\t\treturn\n\t}\n"},
    {"runtime/signal_unix.go", "func sigdisable(sig uint32) {",
     "\tif gfLeaves() {\n\t\tsigdisable(sig)\n\t\tgfComesBack()\n\t\treturn\n\t}\n"},
    {"runtime/proc.go", "func newproc(fn *funcval) {", "\tgfForking(fn)\n"},
    {"runtime/proc.go", "\tnewg.startpc = fn.fn", "\tgfForked(callergp, newg)\n"},
    {"runtime/proc.go", "func goexit1() {", "\tgfEnds()\n"},
    {"runtime/runtime2.go", "\tgcAssistBytes int64", "\tgf *gfRoutine\n"},
    {"runtime/chan.go", "\tlock mutex\n}\n\ntype waitq struct {", "\tgf, gfSent, gfTaken uint32\n", true},
    {"runtime/chan.go", "\tlockInit(&c.lock, lockRankHchan)", "\tgfMakes(c)\n"},
    {"runtime/chan.go", "func chansend(c *hchan, ep unsafe.Pointer, block bool, callerpc uintptr) bool {",
     "\tif GraphfuzzRecords() {\n\t\treturn gfSends(c, ep, block, callerpc)\n\t}\n"
     "\treturn gfRealSend(c, ep, block, callerpc)\n}\n\n"
     "func gfRealSend(c *hchan, ep unsafe.Pointer, block bool, callerpc uintptr) bool {\n"},
    {"runtime/chan.go", "\t\t// Space is available in the channel buffer. Enqueue the element to send.",
     "\t\tgfSent(c, getg(), c.qcount+1)\n"},
    {"runtime/chan.go", "func send(c *hchan, sg *sudog, ep unsafe.Pointer, unlockf func(), skip int) {",
     "\tgfMeets(c, getg(), sg.g)\n"},
    {"runtime/chan.go", "func closechan(c *hchan) {",
     "\tif GraphfuzzRecords() {\n\t\tgfCloses(c)\n\t\treturn\n\t}\n\tgfRealClose(c)\n}\n\n"
     "func gfRealClose(c *hchan) {\n"},
    {"runtime/chan.go", "\tc.closed = 1", "\tgfClosed(c)\n", true},
    {"runtime/chan.go", "func chanrecv(c *hchan, ep unsafe.Pointer, block bool) (selected, received bool) {",
     "\tif GraphfuzzRecords() {\n\t\treturn gfReceives(c, ep, block)\n\t}\n\treturn gfRealReceive(c, ep, block)\n}\n\n"
     "func gfRealReceive(c *hchan, ep unsafe.Pointer, block bool) (selected, received bool) {\n"},
    {"runtime/chan.go", "\t\t// Receive directly from queue", "\t\tgfTaken(c, getg(), c.qcount-1)\n"},
    {"runtime/chan.go", "func recv(c *hchan, sg *sudog, ep unsafe.Pointer, unlockf func(), skip int) {",
     "\tgfFinds(c, getg(), sg.g)\n"},
    {"runtime/select.go", "func block() {",
     "\tif GraphfuzzRecords() {\n\t\tgfBegin(getg().gf, gfSelect, gfNobody, 0)\n\t}\n"},
    {"runtime/select.go",
     "func selectgo(cas0 *scase, order0 *uint16, pc0 *uintptr, nsends, nrecvs int, block bool) (int, bool) {",
     "\tif GraphfuzzRecords() {\n\t\treturn gfSelects(cas0, order0, pc0, nsends, nrecvs, block)\n\t}\n"
     "\treturn gfRealSelect(cas0, order0, pc0, nsends, nrecvs, block)\n}\n\n"
     "func gfRealSelect(cas0 *scase, order0 *uint16, pc0 *uintptr, nsends, nrecvs int, block bool) (int, bool) {\n"},
    {"runtime/select.go", "bufrecv:", "\tgfTaken(c, getg(), c.qcount-1)\n"},
    {"runtime/select.go", "bufsend:", "\tgfSent(c, getg(), c.qcount+1)\n"},
    {"runtime/panic.go", "\tfatalpanic(gp._panic) // should not return", "\tgfPanicked(gp._panic)\n", true},
    {"runtime/panic.go", "func fatal(s string) {", "\tif gfFatalHook != nil {\n\t\tgfFatalHook(s)\n\t}\n"},
    {"sync/mutex.go", "\tstate int32\n\tsema  uint32", "\tgf    uint32\n"},
    {"sync/rwmutex.go", "\treaderWait  int32  // number of departing readers", "\tgf          uint32\n"},
    {"sync/waitgroup.go", "\tstate1 uint64\n\tstate2 uint32", "\tgf     uint32\n"},
    {"sync/waitgroup.go", "func (wg *WaitGroup) Add(delta int) {",
     "\toperation := gfBegins(gfAdd, &wg.gf)\n\tif operation != nil {\n\t\toperation.Operand = "
     "int64(delta)\n\t\toperation.Begins()\n\t}\n"
     "\twg.gfAdd(delta, operation)\n}\n\nfunc (wg *WaitGroup) gfAdd(delta int, operation *gfOperation) {\n"},
    {"sync/waitgroup.go", "\tw := uint32(state)\n\tif race.Enabled && delta > 0 && v == int32(delta) {",
     "\tif operation != nil {\n\t\toperation.Counts(int32(state >> 32))\n\t}\n", true},
    {"sync/once.go", "\tdone uint32\n\tm    Mutex", "\tgf   uint32\n"},
    {"sync/once.go", "func (o *Once) Do(f func()) {",
     "\tif operation := gfBegins(gfOnce, &o.gf); operation != nil {\n\t\tgfDo(o, f, operation)\n\t\treturn\n\t}\n"
     "\to.gfDo(f)\n}\n\nfunc (o *Once) gfDo(f func()) {\n"},
    {"sync/cond.go", "\tnotify  notifyList\n\tchecker copyChecker", "\tgf      uint32\n"},
    {"sync/cond.go", "func (c *Cond) Wait() {",
     "\tif operation := gfBegins(gfCondWait, &c.gf); operation != nil {\n\t\tdefer operation.Ends(true)\n\t}\n"},
    {"os/proc.go", "func Exit(code int) {", "\truntime.GraphfuzzExits(code)\n"},
    {"testing/testing.go", "\tt.raceErrors = -race.Errors()\n\tfn(t)", "\truntime.GraphfuzzBegin()\n", true},
    {"testing/testing.go", "\tt.resetRaces()\n\tfn(t)", "\truntime.GraphfuzzBegin()\n", true, true},
};

/// Methods that are recorded as they are: each becomes one that notes what it is about to do, and calls what it was
/// under another name.
enum class Noted {
  waits,   ///< begins, and ends
  tries,   ///< … and tells whether it did what it tried
  effects  ///< has its effect at once
};
struct Method {
  std::string_view file;
  std::string_view receiver;
  std::string_view type;
  std::string_view name;  ///< also that of its kind, behind "gf"
  Noted how;
};

constexpr Method kMethods[] = {
    {"sync/mutex.go", "m", "Mutex", "Lock", Noted::waits},
    {"sync/mutex.go", "m", "Mutex", "TryLock", Noted::tries},
    {"sync/mutex.go", "m", "Mutex", "Unlock", Noted::effects},
    {"sync/rwmutex.go", "rw", "RWMutex", "RLock", Noted::waits},
    {"sync/rwmutex.go", "rw", "RWMutex", "TryRLock", Noted::tries},
    {"sync/rwmutex.go", "rw", "RWMutex", "RUnlock", Noted::effects},
    {"sync/rwmutex.go", "rw", "RWMutex", "Lock", Noted::waits},
    {"sync/rwmutex.go", "rw", "RWMutex", "TryLock", Noted::tries},
    {"sync/rwmutex.go", "rw", "RWMutex", "Unlock", Noted::effects},
    {"sync/waitgroup.go", "wg", "WaitGroup", "Wait", Noted::waits},
    {"sync/cond.go", "c", "Cond", "Signal", Noted::effects},
    {"sync/cond.go", "c", "Cond", "Broadcast", Noted::effects},
};

std::string first_line(const Method& method, std::string_view prefix) {
  return fmt::format("func ({} *{}) {}{}() {}{{", method.receiver, method.type, prefix, method.name,
                     method.how == Noted::tries ? "bool " : "");
}

std::string noted(const Method& method) {
  const std::string_view r = method.receiver, name = method.name;
  std::string text = fmt::format("\tif operation := gfBegins(gf{}, &{}.gf); operation != nil {{\n", name, r);
  switch (method.how) {
    case Noted::waits:
      text += fmt::format("\t\t{}.gf{}()\n\t\toperation.Ends(true)\n\t\treturn\n\t}}\n\t{}.gf{}()\n", r, name, r, name);
      break;
    case Noted::tries:
      text += fmt::format("\t\tok := {}.gf{}()\n\t\toperation.Ends(ok)\n\t\treturn ok\n\t}}\n\treturn {}.gf{}()\n", r,
                          name, r, name);
      break;
    case Noted::effects:
      text +=
          fmt::format("\t\toperation.Begins()\n\t\t{}.gf{}()\n\t\toperation.Done()\n\t\treturn\n\t}}\n\t{}.gf{}()\n", r,
                      name, r, name);
      break;
  }
  return text + "}\n\n" + first_line(method, "gf") + "\n";
}

/// Patches are views of texts, which are made once.
std::vector<Patch> method_patches() {
  static const std::vector<std::pair<std::string, std::string>> texts = [] {
    std::vector<std::pair<std::string, std::string>> made;
    for (const Method& method : kMethods) made.emplace_back(first_line(method, ""), noted(method));
    return made;
  }();
  std::vector<Patch> patches;
  for (std::size_t i = 0; i < texts.size(); ++i) patches.push_back({kMethods[i].file, texts[i].first, texts[i].second});
  return patches;
}

// Locks that are parts of something else are not noted; variables may not refer to functions that refer to them.
constexpr Replacement kFreeReplacements[] = {
    {"runtime/chan.go", "abi.FuncPCABIInternal(chansend)", "abi.FuncPCABIInternal(gfRealSend)"},
    {"runtime/chan.go", "abi.FuncPCABIInternal(chanrecv)", "abi.FuncPCABIInternal(gfRealReceive)"},
    {"runtime/select.go", "abi.FuncPCABIInternal(chansend)", "abi.FuncPCABIInternal(gfRealSend)"},
    {"runtime/select.go", "abi.FuncPCABIInternal(chanrecv)", "abi.FuncPCABIInternal(gfRealReceive)"},
    {"sync/rwmutex.go", "rw.w.Lock()", "rw.w.gfLock()"},
    {"sync/rwmutex.go", "rw.w.TryLock()", "rw.w.gfTryLock()"},
    {"sync/rwmutex.go", "rw.w.Unlock()", "rw.w.gfUnlock()"},
    {"sync/once.go", "o.m.Lock()", "o.m.gfLock()"},
    {"sync/once.go", "o.m.Unlock()", "o.m.gfUnlock()"},
    {"sync/pool.go", "allPoolsMu.Lock()", "allPoolsMu.gfLock()"},
    {"sync/pool.go", "allPoolsMu.Unlock()", "allPoolsMu.gfUnlock()"},
    {"sync/map.go", "m.mu.Lock()", "m.mu.gfLock()"},
    {"sync/map.go", "m.mu.Unlock()", "m.mu.gfUnlock()"},
};

constexpr OwnFile kFreeFiles[] = {
    {"runtime/graphfuzz.go", kFreeFile},          {"runtime/graphfuzz_kinds.go", kKindsFile},
    {"runtime/graphfuzz_places.go", kPlacesFile}, {"runtime/graphfuzz_stacks.go", kStacksFile},
    {"sync/graphfuzz_kinds.go", kSyncKindsFile},  {"runtime/graphfuzz_orders.go", kFreeOrdersFile},
    {"sync/graphfuzz.go", kFreeSyncFile}};

}  // namespace

Edition recording(bool races) {
  Edition edition{.patches = {std::begin(kFreePatches), std::end(kFreePatches)},
                  .replacements = {std::begin(kFreeReplacements), std::end(kFreeReplacements)},
                  .own_files = {std::begin(kFreeFiles), std::end(kFreeFiles)}};
  const std::vector<Patch> methods = method_patches();
  edition.patches.insert(edition.patches.end(), methods.begin(), methods.end());
  if (!races) add_atomics(edition);
  return edition;
}

}  // namespace graphfuzz::real_go

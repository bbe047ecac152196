#include "frontend/go/vm/natives.hpp"

#include <array>

namespace graphfuzz::go::vm {
namespace {

constexpr auto kNatives = std::to_array<NativeFunction>({
    {"sync.(*Mutex).Lock", Native::operate, Kind::lock},
    {"sync.(*Mutex).Unlock", Native::operate, Kind::unlock},
    {"sync.(*Mutex).TryLock", Native::operate, Kind::try_lock, 1},
    {"sync.(*RWMutex).Lock", Native::operate, Kind::lock},
    {"sync.(*RWMutex).Unlock", Native::operate, Kind::unlock},
    {"sync.(*RWMutex).TryLock", Native::operate, Kind::try_lock, 1},
    {"sync.(*RWMutex).RLock", Native::operate, Kind::rlock},
    {"sync.(*RWMutex).RUnlock", Native::operate, Kind::runlock},
    {"sync.(*RWMutex).TryRLock", Native::operate, Kind::try_rlock, 1},
    {"sync.onceBegin", Native::operate, Kind::once, 1},
    {"sync.onceEnd", Native::operate, Kind::once_end},
    {"sync.(*WaitGroup).Add", Native::wg_add},
    {"sync.(*WaitGroup).Done", Native::wg_done},
    {"sync.(*WaitGroup).Wait", Native::operate, Kind::wg_wait},
    {"sync.(*Cond).Wait", Native::cond_wait},
    {"sync.(*Cond).Signal", Native::operate, Kind::cond_signal},
    {"sync.(*Cond).Broadcast", Native::operate, Kind::cond_broadcast},
    {"atomic.LoadInt32", Native::operate, Kind::atomic_load, 1, -32},
    {"atomic.LoadInt64", Native::operate, Kind::atomic_load, 1, -64},
    {"atomic.LoadUint32", Native::operate, Kind::atomic_load, 1, 32},
    {"atomic.LoadUint64", Native::operate, Kind::atomic_load, 1, 64},
    {"atomic.LoadUintptr", Native::operate, Kind::atomic_load, 1, 64},
    {"atomic.StoreInt32", Native::operate, Kind::atomic_store, 0, -32},
    {"atomic.StoreInt64", Native::operate, Kind::atomic_store, 0, -64},
    {"atomic.StoreUint32", Native::operate, Kind::atomic_store, 0, 32},
    {"atomic.StoreUint64", Native::operate, Kind::atomic_store, 0, 64},
    {"atomic.StoreUintptr", Native::operate, Kind::atomic_store, 0, 64},
    {"atomic.AddInt32", Native::operate, Kind::atomic_add, 1, -32},
    {"atomic.AddInt64", Native::operate, Kind::atomic_add, 1, -64},
    {"atomic.AddUint32", Native::operate, Kind::atomic_add, 1, 32},
    {"atomic.AddUint64", Native::operate, Kind::atomic_add, 1, 64},
    {"atomic.AddUintptr", Native::operate, Kind::atomic_add, 1, 64},
    {"atomic.SwapInt32", Native::operate, Kind::atomic_swap, 1, -32},
    {"atomic.SwapInt64", Native::operate, Kind::atomic_swap, 1, -64},
    {"atomic.SwapUint32", Native::operate, Kind::atomic_swap, 1, 32},
    {"atomic.SwapUint64", Native::operate, Kind::atomic_swap, 1, 64},
    {"atomic.SwapUintptr", Native::operate, Kind::atomic_swap, 1, 64},
    {"atomic.CompareAndSwapInt32", Native::operate, Kind::atomic_cas, 1, -32},
    {"atomic.CompareAndSwapInt64", Native::operate, Kind::atomic_cas, 1, -64},
    {"atomic.CompareAndSwapUint32", Native::operate, Kind::atomic_cas, 1, 32},
    {"atomic.CompareAndSwapUint64", Native::operate, Kind::atomic_cas, 1, 64},
    {"atomic.CompareAndSwapUintptr", Native::operate, Kind::atomic_cas, 1, 64},
    {"atomic.(*Pointer[...]).Load", Native::operate, Kind::atomic_load, 1, 64},
    {"atomic.(*Pointer[...]).Store", Native::operate, Kind::atomic_store, 0, 64},
    {"atomic.(*Pointer[...]).Swap", Native::operate, Kind::atomic_swap, 1, 64},
    {"atomic.(*Pointer[...]).CompareAndSwap", Native::operate, Kind::atomic_cas, 1, 64},
    {"atomic.loadAny", Native::operate, Kind::atomic_load, 1},
    {"atomic.storeAny", Native::operate, Kind::atomic_store, 1},
    {"atomic.sameType", Native::same_type},
    {"atomic.swapAny", Native::operate, Kind::atomic_swap, 1},
    {"atomic.compareAndSwapAny", Native::operate, Kind::atomic_cas, 1},
    {"time.Sleep", Native::sleep},
    {"time.now", Native::now},
    {"time.startTimer", Native::start_timer},
    {"time.stopTimer", Native::operate, Kind::timer_stop, 1},
    {"os.Exit", Native::exit},
    {"os.write", Native::write},
    {"runtime.Goexit", Native::go_exit},
    {"runtime.Gosched", Native::yield},
    {"runtime.NumGoroutine", Native::routine_count},
    {"fmt.Print", Native::print},
    {"fmt.Println", Native::println},
    {"fmt.Printf", Native::printf},
    {"fmt.Sprint", Native::sprint},
    {"fmt.Sprintln", Native::sprintln},
    {"fmt.Sprintf", Native::sprintf},
    {"errors.same", Native::same_error},
    {"errors.assign", Native::assign_error},
    {"testing.report", Native::report_failure},
});

}  // namespace

const NativeFunction* find_native(std::string_view full_name) {
  for (const NativeFunction& function : kNatives) {
    if (function.name == full_name) return &function;
  }
  return nullptr;
}

}  // namespace graphfuzz::go::vm

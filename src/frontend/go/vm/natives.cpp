#include "frontend/go/vm/natives.hpp"

#include <array>

namespace graphfuzz::go::vm {
namespace {

constexpr auto kNatives = std::to_array<NativeFunction>({
    {"sync.(*Mutex).Lock", Native::lock},
    {"sync.(*Mutex).Unlock", Native::unlock},
    {"sync.(*Mutex).TryLock", Native::try_lock},
    {"sync.(*RWMutex).Lock", Native::lock},
    {"sync.(*RWMutex).Unlock", Native::unlock},
    {"sync.(*RWMutex).TryLock", Native::try_lock},
    {"sync.(*RWMutex).RLock", Native::rlock},
    {"sync.(*RWMutex).RUnlock", Native::runlock},
    {"sync.(*RWMutex).TryRLock", Native::try_rlock},
    {"sync.onceBegin", Native::once_begin},
    {"sync.onceEnd", Native::once_end},
    {"sync.(*WaitGroup).Add", Native::wg_add},
    {"sync.(*WaitGroup).Done", Native::wg_done},
    {"sync.(*WaitGroup).Wait", Native::wg_wait},
    {"sync.(*Cond).Wait", Native::cond_wait},
    {"sync.(*Cond).Signal", Native::cond_signal},
    {"sync.(*Cond).Broadcast", Native::cond_broadcast},
    {"atomic.LoadInt32", Native::atomic_load, -32},
    {"atomic.LoadInt64", Native::atomic_load, -64},
    {"atomic.LoadUint32", Native::atomic_load, 32},
    {"atomic.LoadUint64", Native::atomic_load, 64},
    {"atomic.StoreInt32", Native::atomic_store, -32},
    {"atomic.StoreInt64", Native::atomic_store, -64},
    {"atomic.StoreUint32", Native::atomic_store, 32},
    {"atomic.StoreUint64", Native::atomic_store, 64},
    {"atomic.AddInt32", Native::atomic_add, -32},
    {"atomic.AddInt64", Native::atomic_add, -64},
    {"atomic.AddUint32", Native::atomic_add, 32},
    {"atomic.AddUint64", Native::atomic_add, 64},
    {"atomic.SwapInt32", Native::atomic_swap, -32},
    {"atomic.SwapInt64", Native::atomic_swap, -64},
    {"atomic.SwapUint32", Native::atomic_swap, 32},
    {"atomic.SwapUint64", Native::atomic_swap, 64},
    {"atomic.CompareAndSwapInt32", Native::atomic_cas, -32},
    {"atomic.CompareAndSwapInt64", Native::atomic_cas, -64},
    {"atomic.CompareAndSwapUint32", Native::atomic_cas, 32},
    {"atomic.CompareAndSwapUint64", Native::atomic_cas, 64},
    {"atomic.loadAny", Native::atomic_load_any},
    {"atomic.storeAny", Native::atomic_store_any},
    {"atomic.swapAny", Native::atomic_swap_any},
    {"atomic.compareAndSwapAny", Native::atomic_cas_any},
    {"time.Sleep", Native::sleep},
    {"time.now", Native::now},
    {"time.startTimer", Native::start_timer},
    {"time.stopTimer", Native::stop_timer},
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

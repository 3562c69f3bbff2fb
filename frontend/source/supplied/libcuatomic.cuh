// <cuda/std/atomic> and its like, where cuda::std is std for device code: the atomics that atomic.cuh has in cuda::std.

namespace std {
using memory_order = ::cuda::memory_order;
constexpr ::cuda::memory_order memory_order_relaxed = ::cuda::memory_order_relaxed;
constexpr ::cuda::memory_order memory_order_consume = ::cuda::memory_order_consume;
constexpr ::cuda::memory_order memory_order_acquire = ::cuda::memory_order_acquire;
constexpr ::cuda::memory_order memory_order_release = ::cuda::memory_order_release;
constexpr ::cuda::memory_order memory_order_acq_rel = ::cuda::memory_order_acq_rel;
constexpr ::cuda::memory_order memory_order_seq_cst = ::cuda::memory_order_seq_cst;
template <long long MOST = 9223372036854775807ll> using counting_semaphore = ::cuda::counting_semaphore<::cuda::thread_scope_system, MOST>;
using binary_semaphore = ::cuda::counting_semaphore<::cuda::thread_scope_system, 1>;
using latch = ::cuda::latch<::cuda::thread_scope_system>;
template <class T> struct atomic : ::cuda::atomic<T, ::cuda::thread_scope_system> {
  constexpr atomic() = default;
  constexpr atomic(T v) : ::cuda::atomic<T, ::cuda::thread_scope_system>(v) {}
};
template <class T> using atomic_ref = ::cuda::atomic_ref<T, ::cuda::thread_scope_system>;
__device__ inline void atomic_thread_fence(memory_order o) { ::cuda::atomic_thread_fence(o, ::cuda::thread_scope_system); }
}  // namespace std

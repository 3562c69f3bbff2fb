// Asynchronous copies and barriers in shared memory: <cuda_pipeline.h>, <cuda_awbarrier_primitives.h>,
// <cuda/pipeline>, cuda::memcpy_async, <cooperative_groups/memcpy_async.h>. They are what NVIDIA's
// headers do on sm_80 and later, by the same instructions. How a copy is cut into pieces, and which thread of
// a group starts which piece, is the headers' affair: __gv2_copy is all of it by one thread,
// __gv2_copy_together by the threads of the block together.

typedef unsigned long long __mbarrier_t;
typedef unsigned long long __mbarrier_token_t;

__device__ inline unsigned _gv2_shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ inline void __mbarrier_init(__mbarrier_t *b, unsigned n) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(_gv2_shared(b)), "r"(n) : "memory");
}
__device__ inline void __mbarrier_inval(__mbarrier_t *b) { asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(_gv2_shared(b)) : "memory"); }
__device__ inline __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *b) {
  __mbarrier_token_t t;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(t) : "r"(_gv2_shared(b)) : "memory");
  return t;
}
__device__ inline __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *b) {
  __mbarrier_token_t t;
  asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(t) : "r"(_gv2_shared(b)) : "memory");
  return t;
}
__device__ inline bool __mbarrier_test_wait(__mbarrier_t *b, __mbarrier_token_t t) {
  unsigned ok;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(_gv2_shared(b)), "l"(t) : "memory");
  return ok;
}
__device__ inline bool __mbarrier_test_wait_parity(__mbarrier_t *b, bool parity) {
  unsigned ok;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
               : "=r"(ok)
               : "r"(_gv2_shared(b)), "r"((unsigned)parity)
               : "memory");
  return ok;
}
__device__ inline bool __mbarrier_try_wait(__mbarrier_t *b, __mbarrier_token_t t, unsigned = 0) { return __mbarrier_test_wait(b, t); }
__device__ inline bool __mbarrier_try_wait_parity(__mbarrier_t *b, bool parity, unsigned = 0) { return __mbarrier_test_wait_parity(b, parity); }

__device__ inline void __pipeline_memcpy_async(void *dst, const void *src, size_t n) { __gv2_copy_aligned(dst, src, n); }
__device__ inline void __pipeline_memcpy_async(void *dst, const void *src, size_t n, size_t zeros) { __gv2_copy_aligned(dst, src, n, n - zeros); }
__device__ inline void __pipeline_commit() { asm volatile("cp.async.commit_group;" ::: "memory"); }
__device__ inline void __pipeline_wait_prior(size_t n) { __gv2_wait_prior(n); }
__device__ inline void __pipeline_arrive_on(__mbarrier_t *b) { asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(_gv2_shared(b)) : "memory"); }

namespace cuda {

template <size_t A> struct aligned_size_t {
  size_t value;
  static const size_t align = A;
  __host__ __device__ explicit aligned_size_t(size_t n) : value(n) {}
  __host__ __device__ operator size_t() const { return value; }
};

// What addresses are multiples of by the type of a size.
template <class N> struct _alignment {
  static const size_t value = 1;
};
template <size_t A> struct _alignment<aligned_size_t<A>> {
  static const size_t value = A;
};

}  // namespace cuda

namespace cooperative_groups {

template <class G, class T, class U, class N> __device__ void memcpy_async(const G &, T *dst, const U *src, const N &n) {
  __gv2_copy_together<G, cuda::_alignment<N>::value>(dst, src, (size_t)n);
  __pipeline_commit();
}
template <class G, class T, class U, class M, class N> __device__ void memcpy_async(const G &, T *dst, const M &room, const U *src, const N &n) {
  __gv2_copy_together<G>(dst, src, ((size_t)room < (size_t)n ? (size_t)room : (size_t)n) * sizeof(T));
  __pipeline_commit();
}
template <class G> __device__ void wait(const G &g) {
  __gv2_wait_prior(0);
  g.sync();
}
template <unsigned N, class G> __device__ void wait_prior(const G &g) {
  __gv2_wait_prior(N);
  g.sync();
}

}  // namespace cooperative_groups

namespace cuda {

enum class pipeline_role { producer, consumer };

template <thread_scope S, unsigned char N> struct pipeline_shared_state {
  unsigned long long _produced[N], _consumed[N];
};

__device__ inline void _arrive(unsigned long long *b) { asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(_gv2_shared(b)) : "memory"); }
__device__ inline void _await(unsigned long long *b, unsigned parity) {
  unsigned ok;
  do {
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(ok) : "r"(_gv2_shared(b)), "r"(parity) : "memory");
  } while (!ok);
}

// A pipeline of the block: a barrier of each stage tells that it is filled, another one that it is free.
template <thread_scope S> class pipeline {
 public:
  unsigned long long *_produced, *_consumed;
  unsigned _stages, _head, _tail, _free, _filled;
  __device__ pipeline(unsigned long long *produced, unsigned long long *consumed, unsigned stages)
      : _produced(produced), _consumed(consumed), _stages(stages), _head(0), _tail(0), _free(1), _filled(0) {}
  __device__ void producer_acquire() { _await(_consumed + _head, _free); }
  __device__ void producer_commit() {
    _arrive(_produced + _head);
    if (++_head == _stages) {
      _head = 0;
      _free = 1 - _free;
    }
  }
  __device__ void consumer_wait() { _await(_produced + _tail, _filled); }
  __device__ void consumer_release() {
    _arrive(_consumed + _tail);
    if (++_tail == _stages) {
      _tail = 0;
      _filled = 1 - _filled;
    }
  }
  __device__ bool quit() { return false; }
};

// A pipeline of the thread alone: its groups of copies.
template <> class pipeline<thread_scope_thread> {
 public:
  unsigned _head, _tail;
  __device__ pipeline() : _head(0), _tail(0) {}
  __device__ void producer_acquire() {}
  __device__ void producer_commit() {
    __pipeline_commit();
    ++_head;
  }
  __device__ void consumer_wait() {
    if (_head == _tail) return;
    __gv2_wait_prior(_head - _tail - 1);
    ++_tail;
  }
  __device__ void consumer_release() {}
  __device__ bool quit() { return true; }
};

__device__ inline pipeline<thread_scope_thread> make_pipeline() { return pipeline<thread_scope_thread>(); }

template <class G, thread_scope S, unsigned char N>
__device__ pipeline<S> _make_pipeline(const G &g, pipeline_shared_state<S, N> *state, unsigned producers, unsigned consumers) {
  if (g.thread_rank() == 0)
    for (int i = 0; i < N; ++i) {
      __gv2_init_anew(&state->_produced[i], producers);
      __gv2_init_anew(&state->_consumed[i], consumers);
    }
  g.sync();
  return pipeline<S>(state->_produced, state->_consumed, N);
}
template <class G, thread_scope S, unsigned char N> __device__ pipeline<S> make_pipeline(const G &g, pipeline_shared_state<S, N> *state) {
  return _make_pipeline(g, state, g.size(), g.size());
}
template <class G, thread_scope S, unsigned char N>
__device__ pipeline<S> make_pipeline(const G &g, pipeline_shared_state<S, N> *state, pipeline_role role) {
  unsigned producers = __syncthreads_count(role == pipeline_role::producer);
  return _make_pipeline(g, state, producers, g.size() - producers);
}
template <class G, thread_scope S, unsigned char N>
__device__ pipeline<S> make_pipeline(const G &g, pipeline_shared_state<S, N> *state, size_t producers) {
  return _make_pipeline(g, state, (unsigned)producers, g.size() - (unsigned)producers);
}

template <unsigned char P> __device__ void pipeline_consumer_wait_prior(pipeline<thread_scope_thread> &p) {
  __gv2_wait_prior(P);
  p._tail = p._head - P;
}

__device__ inline void _end(pipeline<thread_scope_thread> &) {}
template <thread_scope S> __device__ void _end(pipeline<S> &p) { __pipeline_arrive_on(p._produced + p._head); }
__device__ inline void _end(cuda::barrier<cuda::thread_scope_block> &b) { __pipeline_arrive_on(__gv2_barrier(b)); }

template <class T, class N, class E> __device__ void memcpy_async(T *dst, const T *src, const N &n, E &end) {
  __gv2_copy<_alignment<N>::value>(dst, src, (size_t)n);
  _end(end);
}
template <class G, class T, class N, class E> __device__ void memcpy_async(const G &, T *dst, const T *src, const N &n, E &end) {
  __gv2_copy_together<G, _alignment<N>::value>(dst, src, (size_t)n);
  _end(end);
}

namespace device {
__device__ inline unsigned long long *barrier_native_handle(cuda::barrier<cuda::thread_scope_block> &b) { return __gv2_barrier(b); }
__device__ inline void barrier_expect_tx(cuda::barrier<cuda::thread_scope_block> &b, long long bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(_gv2_shared(__gv2_barrier(b))), "r"((unsigned)bytes) : "memory");
}
__device__ inline unsigned long long barrier_arrive_tx(cuda::barrier<cuda::thread_scope_block> &b, long long n, long long bytes) {
  unsigned long long t;
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(_gv2_shared(__gv2_barrier(b))), "r"((unsigned)bytes) : "memory");
  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], %2;" : "=l"(t) : "r"(_gv2_shared(__gv2_barrier(b))), "r"((unsigned)n) : "memory");
  return t;
}
template <class N> __device__ void memcpy_async_tx(void *dst, const void *src, const N &n, cuda::barrier<cuda::thread_scope_block> &b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(_gv2_shared(dst)), "l"(src),
               "r"((unsigned)(size_t)n), "r"(_gv2_shared(__gv2_barrier(b)))
               : "memory");
}
namespace experimental {
__device__ inline void fence_proxy_async_shared_cta() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void cp_async_bulk_commit_group() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ void cp_async_bulk_wait_group_read() { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
__device__ inline void cp_async_bulk_tensor_1d_global_to_shared(void *dst, const void *map, int c0, cuda::barrier<cuda::thread_scope_block> &b) {
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];" ::"r"(_gv2_shared(dst)), "l"(map),
               "r"(_gv2_shared(__gv2_barrier(b))), "r"(c0)
               : "memory");
}
__device__ inline void cp_async_bulk_tensor_1d_shared_to_global(const void *map, int c0, const void *src) {
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {%2}], [%1];" ::"l"(map), "r"(_gv2_shared(src)), "r"(c0) : "memory");
}
__device__ inline void cp_async_bulk_tensor_2d_global_to_shared(void *dst, const void *map, int c0, int c1, cuda::barrier<cuda::thread_scope_block> &b) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(_gv2_shared(dst)), "l"(map),
               "r"(_gv2_shared(__gv2_barrier(b))), "r"(c0), "r"(c1)
               : "memory");
}
__device__ inline void cp_async_bulk_tensor_2d_shared_to_global(const void *map, int c0, int c1, const void *src) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(map), "r"(_gv2_shared(src)), "r"(c0), "r"(c1) : "memory");
}
__device__ inline void cp_async_bulk_tensor_3d_global_to_shared(void *dst, const void *map, int c0, int c1, int c2, cuda::barrier<cuda::thread_scope_block> &b) {
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];" ::"r"(_gv2_shared(dst)), "l"(map),
               "r"(_gv2_shared(__gv2_barrier(b))), "r"(c0), "r"(c1), "r"(c2)
               : "memory");
}
__device__ inline void cp_async_bulk_tensor_3d_shared_to_global(const void *map, int c0, int c1, int c2, const void *src) {
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(map), "r"(_gv2_shared(src)), "r"(c0), "r"(c1), "r"(c2) : "memory");
}
__device__ inline void cp_async_bulk_tensor_4d_global_to_shared(void *dst, const void *map, int c0, int c1, int c2, int c3, cuda::barrier<cuda::thread_scope_block> &b) {
  asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"(_gv2_shared(dst)), "l"(map),
               "r"(_gv2_shared(__gv2_barrier(b))), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
               : "memory");
}
__device__ inline void cp_async_bulk_tensor_4d_shared_to_global(const void *map, int c0, int c1, int c2, int c3, const void *src) {
  asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4, %5}], [%1];" ::"l"(map), "r"(_gv2_shared(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3) : "memory");
}
__device__ inline void cp_async_bulk_tensor_5d_global_to_shared(void *dst, const void *map, int c0, int c1, int c2, int c3, int c4, cuda::barrier<cuda::thread_scope_block> &b) {
  asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"(_gv2_shared(dst)), "l"(map),
               "r"(_gv2_shared(__gv2_barrier(b))), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4)
               : "memory");
}
__device__ inline void cp_async_bulk_tensor_5d_shared_to_global(const void *map, int c0, int c1, int c2, int c3, int c4, const void *src) {
  asm volatile("cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4, %5, %6}], [%1];" ::"l"(map), "r"(_gv2_shared(src)), "r"(c0), "r"(c1), "r"(c2), "r"(c3), "r"(c4) : "memory");
}
}  // namespace experimental
}  // namespace device

}  // namespace cuda

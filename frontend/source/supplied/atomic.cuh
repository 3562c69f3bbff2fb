// <cuda/atomic>: atomics with an order and a scope, by the functions of the compiler.

#define __NV_ATOMIC_RELAXED 0
#define __NV_ATOMIC_CONSUME 1
#define __NV_ATOMIC_ACQUIRE 2
#define __NV_ATOMIC_RELEASE 3
#define __NV_ATOMIC_ACQ_REL 4
#define __NV_ATOMIC_SEQ_CST 5
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4

namespace cuda {

enum thread_scope {
  thread_scope_system = __NV_THREAD_SCOPE_SYSTEM,
  thread_scope_device = __NV_THREAD_SCOPE_DEVICE,
  thread_scope_block = __NV_THREAD_SCOPE_BLOCK,
  thread_scope_thread = __NV_THREAD_SCOPE_THREAD
};

enum memory_order {
  memory_order_relaxed = __NV_ATOMIC_RELAXED,
  memory_order_consume = __NV_ATOMIC_CONSUME,
  memory_order_acquire = __NV_ATOMIC_ACQUIRE,
  memory_order_release = __NV_ATOMIC_RELEASE,
  memory_order_acq_rel = __NV_ATOMIC_ACQ_REL,
  memory_order_seq_cst = __NV_ATOMIC_SEQ_CST
};

// An order is a constant for the compiler's functions.

template <class T, thread_scope S> __device__ T _load(const T *p, memory_order o) {
  switch (o) {
    case memory_order_relaxed:
      return __nv_atomic_load_n(p, __NV_ATOMIC_RELAXED, S);
    case memory_order_consume:
    case memory_order_acquire:
      return __nv_atomic_load_n(p, __NV_ATOMIC_ACQUIRE, S);
    default:
      return __nv_atomic_load_n(p, __NV_ATOMIC_SEQ_CST, S);
  }
}

template <class T, thread_scope S> __device__ void _store(T *p, T v, memory_order o) {
  switch (o) {
    case memory_order_relaxed:
      __nv_atomic_store_n(p, v, __NV_ATOMIC_RELAXED, S);
      return;
    case memory_order_release:
      __nv_atomic_store_n(p, v, __NV_ATOMIC_RELEASE, S);
      return;
    default:
      __nv_atomic_store_n(p, v, __NV_ATOMIC_SEQ_CST, S);
  }
}

#define __GV2_FETCH(NAME)                                                                         \
  template <class T, thread_scope S> __device__ T _##NAME(T *p, T v, memory_order o) {       \
    switch (o) {                                                                                  \
      case memory_order_relaxed:                                                             \
        return __nv_atomic_##NAME(p, v, __NV_ATOMIC_RELAXED, S);                                  \
      case memory_order_consume:                                                             \
      case memory_order_acquire:                                                             \
        return __nv_atomic_##NAME(p, v, __NV_ATOMIC_ACQUIRE, S);                                  \
      case memory_order_release:                                                             \
        return __nv_atomic_##NAME(p, v, __NV_ATOMIC_RELEASE, S);                                  \
      case memory_order_acq_rel:                                                             \
        return __nv_atomic_##NAME(p, v, __NV_ATOMIC_ACQ_REL, S);                                  \
      default:                                                                                    \
        return __nv_atomic_##NAME(p, v, __NV_ATOMIC_SEQ_CST, S);                                  \
    }                                                                                             \
  }
__GV2_FETCH(exchange_n)
__GV2_FETCH(fetch_add)
__GV2_FETCH(fetch_sub)
__GV2_FETCH(fetch_and)
__GV2_FETCH(fetch_or)
__GV2_FETCH(fetch_xor)
__GV2_FETCH(fetch_min)
__GV2_FETCH(fetch_max)
#undef __GV2_FETCH

// Both orders at once, as libcu++ has them: the stronger one, and of a release and an acquire
// both.
__device__ constexpr memory_order _stronger(memory_order s, memory_order f) {
  return s == memory_order_seq_cst || f == memory_order_seq_cst ? memory_order_seq_cst
         : f == memory_order_relaxed ? s
         : s == memory_order_release || s == memory_order_acq_rel ? memory_order_acq_rel
         : memory_order_acquire;
}

template <class T, thread_scope S> __device__ bool _swap(T *p, T &expected, T desired, memory_order o) {
  switch (o) {
    case memory_order_relaxed:
      return __nv_atomic_compare_exchange_n(p, &expected, desired, false, __NV_ATOMIC_RELAXED, __NV_ATOMIC_RELAXED, S);
    case memory_order_consume:
    case memory_order_acquire:
      return __nv_atomic_compare_exchange_n(p, &expected, desired, false, __NV_ATOMIC_ACQUIRE, __NV_ATOMIC_ACQUIRE, S);
    case memory_order_release:
      return __nv_atomic_compare_exchange_n(p, &expected, desired, false, __NV_ATOMIC_RELEASE, __NV_ATOMIC_RELAXED, S);
    case memory_order_acq_rel:
      return __nv_atomic_compare_exchange_n(p, &expected, desired, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE, S);
    default:
      return __nv_atomic_compare_exchange_n(p, &expected, desired, false, __NV_ATOMIC_SEQ_CST, __NV_ATOMIC_SEQ_CST, S);
  }
}

__device__ inline void atomic_thread_fence(memory_order o, thread_scope s = thread_scope_system) {
  if (o == memory_order_relaxed) return;
  bool sc = o == memory_order_seq_cst;
  switch (s) {
    case thread_scope_thread:
      return;
    case thread_scope_block:
      if (sc) __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_BLOCK);
      else __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_BLOCK);
      return;
    case thread_scope_device:
      if (sc) __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
      else __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE);
      return;
    default:
      if (sc) __nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);
      else __nv_atomic_thread_fence(__NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_SYSTEM);
  }
}

// Who waits looks until the value is another one. Notifying changes nothing that a program can rely on, for who waits looks again in any case.

template <class T, thread_scope S = thread_scope_system> struct atomic_ref {
  T *_p;
  __device__ explicit atomic_ref(T &r) : _p(&r) {}
  __device__ T load(memory_order o = memory_order_seq_cst) const { return _load<T, S>(_p, o); }
  __device__ operator T() const { return _load<T, S>(_p, memory_order_seq_cst); }
  __device__ void store(T v, memory_order o = memory_order_seq_cst) const { _store<T, S>(_p, v, o); }
  __device__ T operator=(T v) const {
    _store<T, S>(_p, v, memory_order_seq_cst);
    return v;
  }
  __device__ T exchange(T v, memory_order o = memory_order_seq_cst) const { return _exchange_n<T, S>(_p, v, o); }
  __device__ bool compare_exchange_strong(T &e, T v, memory_order o = memory_order_seq_cst) const {
    return _swap<T, S>(_p, e, v, o);
  }
  __device__ bool compare_exchange_strong(T &e, T v, memory_order o, memory_order f) const { return _swap<T, S>(_p, e, v, _stronger(o, f)); }
  __device__ bool compare_exchange_weak(T &e, T v, memory_order o = memory_order_seq_cst) const {
    return _swap<T, S>(_p, e, v, o);
  }
  __device__ bool compare_exchange_weak(T &e, T v, memory_order o, memory_order f) const { return _swap<T, S>(_p, e, v, _stronger(o, f)); }
  __device__ T fetch_add(T v, memory_order o = memory_order_seq_cst) const { return _fetch_add<T, S>(_p, v, o); }
  __device__ T fetch_sub(T v, memory_order o = memory_order_seq_cst) const { return _fetch_sub<T, S>(_p, v, o); }
  __device__ T fetch_and(T v, memory_order o = memory_order_seq_cst) const { return _fetch_and<T, S>(_p, v, o); }
  __device__ T fetch_or(T v, memory_order o = memory_order_seq_cst) const { return _fetch_or<T, S>(_p, v, o); }
  __device__ T fetch_xor(T v, memory_order o = memory_order_seq_cst) const { return _fetch_xor<T, S>(_p, v, o); }
  __device__ T fetch_min(T v, memory_order o = memory_order_seq_cst) const { return _fetch_min<T, S>(_p, v, o); }
  __device__ T fetch_max(T v, memory_order o = memory_order_seq_cst) const { return _fetch_max<T, S>(_p, v, o); }
  __device__ T operator++() const { return _fetch_add<T, S>(_p, 1, memory_order_seq_cst) + 1; }
  __device__ T operator++(int) const { return _fetch_add<T, S>(_p, 1, memory_order_seq_cst); }
  __device__ T operator--() const { return _fetch_sub<T, S>(_p, 1, memory_order_seq_cst) - 1; }
  __device__ T operator--(int) const { return _fetch_sub<T, S>(_p, 1, memory_order_seq_cst); }
  __device__ T operator+=(T v) const { return _fetch_add<T, S>(_p, v, memory_order_seq_cst) + v; }
  __device__ T operator-=(T v) const { return _fetch_sub<T, S>(_p, v, memory_order_seq_cst) - v; }
  __device__ T operator&=(T v) const { return _fetch_and<T, S>(_p, v, memory_order_seq_cst) & v; }
  __device__ T operator|=(T v) const { return _fetch_or<T, S>(_p, v, memory_order_seq_cst) | v; }
  __device__ T operator^=(T v) const { return _fetch_xor<T, S>(_p, v, memory_order_seq_cst) ^ v; }
  __device__ void wait(T old, memory_order o = memory_order_seq_cst) const {
    while (_load<T, S>(_p, o) == old) {
    }
  }
  __device__ void notify_one() const {}
  __device__ void notify_all() const {}
  __device__ bool is_lock_free() const { return true; }
};

template <class T, thread_scope S = thread_scope_system> struct atomic {
  T _v;
  constexpr atomic() = default;
  constexpr atomic(T v) : _v(v) {}
  __device__ T load(memory_order o = memory_order_seq_cst) const { return _load<T, S>(&_v, o); }
  __device__ operator T() const { return _load<T, S>(&_v, memory_order_seq_cst); }
  __device__ void store(T v, memory_order o = memory_order_seq_cst) { _store<T, S>(&_v, v, o); }
  __device__ T operator=(T v) {
    _store<T, S>(&_v, v, memory_order_seq_cst);
    return v;
  }
  __device__ T exchange(T v, memory_order o = memory_order_seq_cst) { return _exchange_n<T, S>(&_v, v, o); }
  __device__ bool compare_exchange_strong(T &e, T v, memory_order o = memory_order_seq_cst) {
    return _swap<T, S>(&_v, e, v, o);
  }
  __device__ bool compare_exchange_strong(T &e, T v, memory_order o, memory_order f) { return _swap<T, S>(&_v, e, v, _stronger(o, f)); }
  __device__ bool compare_exchange_weak(T &e, T v, memory_order o = memory_order_seq_cst) {
    return _swap<T, S>(&_v, e, v, o);
  }
  __device__ bool compare_exchange_weak(T &e, T v, memory_order o, memory_order f) { return _swap<T, S>(&_v, e, v, _stronger(o, f)); }
  __device__ T fetch_add(T v, memory_order o = memory_order_seq_cst) { return _fetch_add<T, S>(&_v, v, o); }
  __device__ T fetch_sub(T v, memory_order o = memory_order_seq_cst) { return _fetch_sub<T, S>(&_v, v, o); }
  __device__ T fetch_and(T v, memory_order o = memory_order_seq_cst) { return _fetch_and<T, S>(&_v, v, o); }
  __device__ T fetch_or(T v, memory_order o = memory_order_seq_cst) { return _fetch_or<T, S>(&_v, v, o); }
  __device__ T fetch_xor(T v, memory_order o = memory_order_seq_cst) { return _fetch_xor<T, S>(&_v, v, o); }
  __device__ T fetch_min(T v, memory_order o = memory_order_seq_cst) { return _fetch_min<T, S>(&_v, v, o); }
  __device__ T fetch_max(T v, memory_order o = memory_order_seq_cst) { return _fetch_max<T, S>(&_v, v, o); }
  __device__ T operator++() { return _fetch_add<T, S>(&_v, 1, memory_order_seq_cst) + 1; }
  __device__ T operator++(int) { return _fetch_add<T, S>(&_v, 1, memory_order_seq_cst); }
  __device__ T operator--() { return _fetch_sub<T, S>(&_v, 1, memory_order_seq_cst) - 1; }
  __device__ T operator--(int) { return _fetch_sub<T, S>(&_v, 1, memory_order_seq_cst); }
  __device__ T operator+=(T v) { return _fetch_add<T, S>(&_v, v, memory_order_seq_cst) + v; }
  __device__ T operator-=(T v) { return _fetch_sub<T, S>(&_v, v, memory_order_seq_cst) - v; }
  __device__ T operator&=(T v) { return _fetch_and<T, S>(&_v, v, memory_order_seq_cst) & v; }
  __device__ T operator|=(T v) { return _fetch_or<T, S>(&_v, v, memory_order_seq_cst) | v; }
  __device__ T operator^=(T v) { return _fetch_xor<T, S>(&_v, v, memory_order_seq_cst) ^ v; }
  __device__ void wait(T old, memory_order o = memory_order_seq_cst) const {
    while (_load<T, S>(&_v, o) == old) {
    }
  }
  __device__ void notify_one() {}
  __device__ void notify_all() {}
  __device__ bool is_lock_free() const { return true; }
};

// A flag is of the scope of the system.
#define ATOMIC_FLAG_INIT {false}
struct atomic_flag {
  int _set;
  atomic_flag() = default;
  atomic_flag(const atomic_flag &) = delete;
  constexpr atomic_flag(bool b) : _set(b) {}
  __device__ bool test(memory_order o = memory_order_seq_cst) const { return _load<int, thread_scope_system>(&_set, o) == 1; }
  __device__ bool test_and_set(memory_order o = memory_order_seq_cst) { return _exchange_n<int, thread_scope_system>(&_set, 1, o) != 0; }
  __device__ void clear(memory_order o = memory_order_seq_cst) { _store<int, thread_scope_system>(&_set, 0, o); }
  __device__ void wait(bool b, memory_order o = memory_order_seq_cst) const {
    while (test(o) == b) {
    }
  }
  __device__ void notify_one() {}
  __device__ void notify_all() {}
};

// Semaphores and latches: <cuda/semaphore>, <cuda/latch>. Who acquires a semaphore waits for a count above 0 and counts it
// down, with acquire; a release counts it up, with release. An attempt may fail though there are permits, [thread.sema.cnt], so one compare-and-swap is all
// that an attempt needs, also where the count has been 0 right before. MOST is what a program may rely on, and more breaks the preconditions of the constructor
// and of release; no program has so many threads that a number of 32 bits is not enough. A latch counts down, with release, and who waits for 0 acquires.

template <thread_scope S = thread_scope_system, long long MOST = 9223372036854775807ll> struct counting_semaphore {
  long long _count;
  counting_semaphore(const counting_semaphore &) = delete;
  constexpr explicit counting_semaphore(long long n = 0) : _count(n) {
    __assert(n >= 0 && "a semaphore starts with 0 permits or more");
    __assert(n <= MOST && "a semaphore starts with no more permits than it may have");
  }
  __device__ static constexpr long long max() { return MOST; }
  __device__ bool try_acquire() {
    long long n = _load<long long, S>(&_count, memory_order_relaxed);
    if (n <= 0) n = 1;
    return _swap<long long, S>(&_count, n, n - 1, memory_order_acquire);
  }
  __device__ void acquire() {
    while (!try_acquire()) {
    }
  }
  __device__ void release(long long n = 1) {
    if (MOST >= 2147483647ll) {
      _fetch_add<long long, S>(&_count, n, memory_order_release);
    } else {
      long long before = _fetch_add<long long, S>(&_count, n, memory_order_release);
      __assert(n >= 0 && before <= MOST - n && "a semaphore gets no more permits than it may have");
    }
  }
};

template <thread_scope S> struct counting_semaphore<S, 1> {
  int _available;
  counting_semaphore(const counting_semaphore &) = delete;
  constexpr explicit counting_semaphore(long long n = 0) : _available((int)n) {
    __assert(n >= 0 && "a semaphore starts with 0 permits or more");
    __assert(n <= 1 && "a semaphore starts with no more permits than it may have");
  }
  __device__ static constexpr long long max() { return 1; }
  __device__ bool try_acquire() {
    int one = 1;
    return _swap<int, S>(&_available, one, 0, memory_order_acquire);
  }
  __device__ void acquire() {
    while (!try_acquire()) {
    }
  }
  __device__ void release(long long n = 1) {
    int before = _load<int, S>(&_available, memory_order_relaxed);
    __assert(n == 1 && before == 0 && "a semaphore gets no more permits than it may have");
    _store<int, S>(&_available, 1, memory_order_release);
  }
};

template <thread_scope S = thread_scope_system> using binary_semaphore = counting_semaphore<S, 1>;

template <thread_scope S = thread_scope_system> struct latch {
  long long _expected;
  latch(const latch &) = delete;
  constexpr explicit latch(long long n) : _expected(n) { __assert(n >= 0 && "a latch starts with 0 or more"); }
  latch() = default;
  __device__ static constexpr long long max() { return 9223372036854775807ll; }
  __device__ void count_down(long long n = 1) { _fetch_sub<long long, S>(&_expected, n, memory_order_release); }
  __device__ bool try_wait() const { return _load<long long, S>(&_expected, memory_order_acquire) == 0; }
  __device__ void wait() const {
    while (_load<long long, S>(&_expected, memory_order_acquire) != 0) {
    }
  }
  __device__ void arrive_and_wait(long long n = 1) {
    count_down(n);
    wait();
  }
};
template <thread_scope S> __device__ void init(latch<S> *l, long long n) { l->_expected = n; }

// Atomics of std are of the scope of the system.
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
using atomic_flag = ::cuda::atomic_flag;
__device__ inline bool atomic_flag_test(const atomic_flag *f) { return f->test(); }
__device__ inline bool atomic_flag_test_explicit(const atomic_flag *f, memory_order o) { return f->test(o); }
__device__ inline bool atomic_flag_test_and_set(atomic_flag *f) { return f->test_and_set(); }
__device__ inline bool atomic_flag_test_and_set_explicit(atomic_flag *f, memory_order o) { return f->test_and_set(o); }
__device__ inline void atomic_flag_clear(atomic_flag *f) { f->clear(); }
__device__ inline void atomic_flag_clear_explicit(atomic_flag *f, memory_order o) { f->clear(o); }
__device__ inline void atomic_thread_fence(memory_order o) { ::cuda::atomic_thread_fence(o, ::cuda::thread_scope_system); }
}  // namespace std

}  // namespace cuda

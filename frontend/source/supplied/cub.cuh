// The block-wide and warp-wide collectives of CUB, modelled. What counts is what they do to
// memory and which threads have to come together; results are arbitrary. Temporary storage
// is words that the threads write before a barrier of the collective and read behind the
// last one, so that it may be used again only behind a barrier of the program, as CUB's
// manual demands. Where the barriers are follows CUB's own code.

namespace cub {

struct Sum {
  template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a + b; }
};
struct Difference {
  template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a - b; }
};
struct Max {
  template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return a < b ? b : a; }
};
struct Min {
  template <class T> __host__ __device__ T operator()(const T &a, const T &b) const { return b < a ? b : a; }
};
struct Equality {
  template <class T> __host__ __device__ bool operator()(const T &a, const T &b) const { return a == b; }
};
struct Inequality {
  template <class T> __host__ __device__ bool operator()(const T &a, const T &b) const { return a != b; }
};
template <class K, class V> struct KeyValuePair {
  typedef K Key;
  typedef V Value;
  K key;
  V value;
  __host__ __device__ KeyValuePair() {}
  __host__ __device__ KeyValuePair(const K &k, const V &v) : key(k), value(v) {}
};
struct ArgMax {
  template <class P> __host__ __device__ P operator()(const P &a, const P &b) const {
    return b.value > a.value || a.value == b.value && b.key < a.key ? b : a;
  }
};
struct ArgMin {
  template <class P> __host__ __device__ P operator()(const P &a, const P &b) const {
    return b.value < a.value || a.value == b.value && b.key < a.key ? b : a;
  }
};
struct NullType {};

__device__ inline int _rank(int x, int y, int z) {
  return (z == 1 ? 0 : threadIdx.z * x * y) + (y == 1 ? 0 : threadIdx.y * x) + threadIdx.x;
}
__device__ inline unsigned LaneId() { return _rank(blockDim.x, blockDim.y, 2) % 32; }
__device__ inline unsigned WarpId() { return _rank(blockDim.x, blockDim.y, 2) / 32; }
__device__ inline void CTA_SYNC() { __syncthreads(); }
__device__ inline void WARP_SYNC(unsigned mask) { __syncwarp(mask); }

enum CacheLoadModifier { LOAD_DEFAULT, LOAD_CA, LOAD_CG, LOAD_CS, LOAD_CV, LOAD_LDG, LOAD_VOLATILE };
enum CacheStoreModifier { STORE_DEFAULT, STORE_WB, STORE_CG, STORE_CS, STORE_WT, STORE_VOLATILE };
template <CacheLoadModifier M, class T> __device__ T ThreadLoad(T *p) {
  if (M == LOAD_VOLATILE) return *(volatile T *)p;
  return *p;
}
template <CacheStoreModifier M, class T> __device__ void ThreadStore(T *p, T x) {
  if (M == STORE_VOLATILE)
    *(volatile T *)p = x;
  else
    *p = x;
}

// The operator of a collective is called once, for what it does besides computing.
template <class T, class Op> __device__ void _call(T x, Op op) { op(x, __gv2_any<T>()); }

// Words of temporary storage, K for each of N threads.
template <int N, int K> struct _Words {
  int _words[N * K];
  // _write writes the whole storage. Which thread writes where is CUB's affair: whoever has used
  // a word of the same memory has to wait for the others. So two threads write every other word,
  // with atomics, which do not disturb each other; the words between are written by the thread of
  // another place, so that atomics of the program have to wait, too.
  __device__ void _write(int rank) { _write_among(rank, 0, N); }
  // _write_in_warp is the same among the threads of a warp.
  __device__ void _write_in_warp(int rank) {
    int first = rank / 32 * 32;
    _write_among(rank, first, first + 32 <= N ? 32 : N % 32);
  }
  __device__ void _write_among(int rank, int first, int count) {
    int other = rank + (count > 5 ? 5 : 1);
    if (other >= first + count) other -= count;
    for (int i = 0; i < K; i++) {
      if ((rank * K + i) % 2 == 0) atomicExch(&_words[rank * K + i], __gv2_any<int>());
      if ((other * K + i) % 2 == 0)
        atomicExch(&_words[other * K + i], __gv2_any<int>());
      else
        _words[other * K + i] = __gv2_any<int>();
    }
  }
  // _read reads the places of the thread and of the next one, so that two threads read each.
  __device__ void _read(int rank) {
    for (int i = 0; i < K; i++) {
      int own = _words[rank * K + i], next = _words[(rank + 1) % N * K + i];
    }
  }
  // _read_in_warp reads the places of the thread and of the next one of its warp.
  __device__ void _read_in_warp(int rank) {
    int after = rank % 32 == 31 || rank + 1 == N ? rank / 32 * 32 : rank + 1;
    for (int i = 0; i < K; i++) {
      int own = _words[rank * K + i], next = _words[after * K + i];
    }
  }
};

// _Shuffling says whether N threads are lanes that shuffle, and use no storage.
template <int N> struct _Shuffling {
  static constexpr bool _value = N == 1 || N == 2 || N == 4 || N == 8 || N == 16 || N == 32;
};
// All lanes of a group of L have to be there. Other numbers of lanes than these use memory, which
// is not modelled.
template <int L> __device__ void _lanes() {
  if constexpr (!_Shuffling<L>::_value) __gv2_lanes();
  unsigned lane = LaneId();
  __any_sync(L == 32 ? 0xffffffff : (1u << L % 32) - 1 << lane / L * L, 1);
}


enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS,
  BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC
};

template <class T, int X, BlockReduceAlgorithm A = BLOCK_REDUCE_WARP_REDUCTIONS, int Y = 1, int Z = 1, int ARCH = 0>
struct BlockReduce {
  static constexpr int _threads = X * Y * Z;
  static constexpr bool _one_warp = _Shuffling<X * Y * Z>::_value && A != BLOCK_REDUCE_WARP_REDUCTIONS;
  struct TempStorage {
    _Words<X * Y * Z, (sizeof(T) + 3) / 4> _used;
  };
  TempStorage *_temp;
  __device__ BlockReduce(TempStorage &temp) : _temp(&temp) {}
  __device__ BlockReduce() {
    __shared__ TempStorage own;
    _temp = &own;
  }
  // The first warp reads what all threads wrote, and thread 0 has the result.
  template <class Op> __device__ T Reduce(T x, Op op) {
    __gv2_model<BlockReduce>();
    _call(x, op);
    int rank = _rank(X, Y, Z);
    if (_one_warp) {
      if constexpr (_one_warp) _lanes<_threads>();
      return __gv2_any<T>();
    }
    _temp->_used._write(rank);
    __syncthreads();
    if (rank < 32)
      for (int i = rank; i < _threads; i += 32) _temp->_used._read(i);
    return __gv2_any<T>();
  }
  template <class Op> __device__ T Reduce(T x, Op op, int valid) { return Reduce(x, op); }
  template <int N, class Op> __device__ T Reduce(T (&x)[N], Op op) { return Reduce(x[0], op); }
  __device__ T Sum(T x) { return Reduce(x, cub::Sum()); }
  __device__ T Sum(T x, int valid) { return Reduce(x, cub::Sum()); }
  template <int N> __device__ T Sum(T (&x)[N]) { return Reduce(x[0], cub::Sum()); }
};

template <class T, class F> struct _Last {
  static constexpr bool _is_function = true;
  static __device__ void _take(F &last) { T before = last(__gv2_any<T>()); }
};
template <class T> struct _Last<T, T> {
  static constexpr bool _is_function = false;
  static __device__ void _take(T &last) { last = __gv2_any<T>(); }
};

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

template <class T, int X, BlockScanAlgorithm A = BLOCK_SCAN_RAKING, int Y = 1, int Z = 1, int ARCH = 0>
struct BlockScan {
  static constexpr int _threads = X * Y * Z;
  static constexpr bool _one_warp = _Shuffling<X * Y * Z>::_value && A != BLOCK_SCAN_WARP_SCANS;
  struct TempStorage {
    _Words<X * Y * Z, (sizeof(T) + 3) / 4> _used;
  };
  TempStorage *_temp;
  __device__ BlockScan(TempStorage &temp) : _temp(&temp) {}
  __device__ BlockScan() {
    __shared__ TempStorage own;
    _temp = &own;
  }
  template <class Op> __device__ void _scan(T x, Op op) {
    __gv2_model<BlockScan>();
    _call(x, op);
    int rank = _rank(X, Y, Z);
    if constexpr (_one_warp) {
      _lanes<_threads>();
      return;
    }
    _temp->_used._write(rank);
    __syncthreads();
    _temp->_used._read(rank);
  }
  // What comes last is the sum of all, or a function for the prefix, which the first warp
  // calls before one more barrier.
  template <class Op, class F> __device__ void _scan(T x, Op op, F &last) {
    _scan(x, op);
    if (_Last<T, F>::_is_function) {
      if (_rank(X, Y, Z) < 32) _Last<T, F>::_take(last);
      if constexpr (!_one_warp) {
        __syncthreads();
        _temp->_used._read(_rank(X, Y, Z));
      }
    } else {
      _Last<T, F>::_take(last);
    }
  }
  __device__ void ExclusiveSum(T x, T &out) {
    _scan(x, cub::Sum());
    out = __gv2_any<T>();
  }
  template <class F> __device__ void ExclusiveSum(T x, T &out, F &last) {
    _scan(x, cub::Sum(), last);
    out = __gv2_any<T>();
  }
  template <int N> __device__ void ExclusiveSum(T (&x)[N], T (&out)[N]) {
    _scan(x[0], cub::Sum());
    for (int i = 0; i < N; i++) out[i] = __gv2_any<T>();
  }
  template <int N, class F> __device__ void ExclusiveSum(T (&x)[N], T (&out)[N], F &last) {
    _scan(x[0], cub::Sum(), last);
    for (int i = 0; i < N; i++) out[i] = __gv2_any<T>();
  }
  template <class Op> __device__ void ExclusiveScan(T x, T &out, T first, Op op) {
    _scan(x, op);
    out = __gv2_any<T>();
  }
  template <class Op, class F> __device__ void ExclusiveScan(T x, T &out, T first, Op op, F &last) {
    _scan(x, op, last);
    out = __gv2_any<T>();
  }
  template <int N, class Op> __device__ void ExclusiveScan(T (&x)[N], T (&out)[N], T first, Op op) {
    _scan(x[0], op);
    for (int i = 0; i < N; i++) out[i] = __gv2_any<T>();
  }
  template <int N, class Op, class F> __device__ void ExclusiveScan(T (&x)[N], T (&out)[N], T first, Op op, F &last) {
    _scan(x[0], op, last);
    for (int i = 0; i < N; i++) out[i] = __gv2_any<T>();
  }
  template <class Op> __device__ void ExclusiveScan(T x, T &out, Op op) {
    _scan(x, op);
    out = __gv2_any<T>();
  }
  template <class Op, class F> __device__ void ExclusiveScan(T x, T &out, Op op, F &last) {
    _scan(x, op, last);
    out = __gv2_any<T>();
  }
  template <int N, class Op> __device__ void ExclusiveScan(T (&x)[N], T (&out)[N], Op op) {
    _scan(x[0], op);
    for (int i = 0; i < N; i++) out[i] = __gv2_any<T>();
  }
  template <int N, class Op, class F> __device__ void ExclusiveScan(T (&x)[N], T (&out)[N], Op op, F &last) {
    _scan(x[0], op, last);
    for (int i = 0; i < N; i++) out[i] = __gv2_any<T>();
  }
  __device__ void InclusiveSum(T x, T &out) {
    _scan(x, cub::Sum());
    out = __gv2_any<T>();
  }
  template <class F> __device__ void InclusiveSum(T x, T &out, F &last) {
    _scan(x, cub::Sum(), last);
    out = __gv2_any<T>();
  }
  template <int N> __device__ void InclusiveSum(T (&x)[N], T (&out)[N]) {
    _scan(x[0], cub::Sum());
    for (int i = 0; i < N; i++) out[i] = __gv2_any<T>();
  }
  template <int N, class F> __device__ void InclusiveSum(T (&x)[N], T (&out)[N], F &last) {
    _scan(x[0], cub::Sum(), last);
    for (int i = 0; i < N; i++) out[i] = __gv2_any<T>();
  }
  template <class Op> __device__ void InclusiveScan(T x, T &out, Op op) {
    _scan(x, op);
    out = __gv2_any<T>();
  }
  template <class Op, class F> __device__ void InclusiveScan(T x, T &out, Op op, F &last) {
    _scan(x, op, last);
    out = __gv2_any<T>();
  }
  template <int N, class Op> __device__ void InclusiveScan(T (&x)[N], T (&out)[N], Op op) {
    _scan(x[0], op);
    for (int i = 0; i < N; i++) out[i] = __gv2_any<T>();
  }
  template <int N, class Op, class F> __device__ void InclusiveScan(T (&x)[N], T (&out)[N], Op op, F &last) {
    _scan(x[0], op, last);
    for (int i = 0; i < N; i++) out[i] = __gv2_any<T>();
  }
};

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED
};
enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED
};

// _place is the element that a thread accesses as its i-th: A is 0 for its own block of
// elements, 1 for every X-th, 2 for every 32nd of its warp's.
template <int A, int THREADS, int ITEMS> __device__ int _place(int rank, int i) {
  if (A == 0) return rank * ITEMS + i;
  if (A == 1) return i * THREADS + rank;
  return rank / 32 * (32 * ITEMS) + i * 32 + rank % 32;
}

template <class T, int X, int ITEMS, BlockLoadAlgorithm A = BLOCK_LOAD_DIRECT, int Y = 1, int Z = 1, int ARCH = 0>
struct BlockLoad {
  static constexpr int _threads = X * Y * Z;
  static constexpr int _order = A == BLOCK_LOAD_DIRECT || A == BLOCK_LOAD_VECTORIZE ? 0 : A == BLOCK_LOAD_STRIPED || A == BLOCK_LOAD_TRANSPOSE ? 1 : 2;
  struct TempStorage {
    _Words<X * Y * Z, (sizeof(T) * ITEMS + 3) / 4> _used;
  };
  TempStorage *_temp;
  __device__ BlockLoad(TempStorage &temp) : _temp(&temp) {}
  __device__ BlockLoad() {
    __shared__ TempStorage own;
    _temp = &own;
  }
  // The exchange of a transposing load: between the threads of a warp it needs no barrier
  // of the block, unless warps take turns.
  __device__ void _exchange() {
    int rank = _rank(X, Y, Z);
    if (A == BLOCK_LOAD_TRANSPOSE || A == BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED) {
      _temp->_used._write(rank);
      __syncthreads();
      _temp->_used._read(rank);
    } else if (A == BLOCK_LOAD_WARP_TRANSPOSE) {
      _temp->_used._write_in_warp(rank);
      __syncwarp();
      _temp->_used._read_in_warp(rank);
    }
  }
  template <class It> __device__ void Load(It from, T (&items)[ITEMS]) {
    __gv2_model<BlockLoad>();
    for (int i = 0; i < ITEMS; i++) items[i] = from[_place<_order, _threads, ITEMS>(_rank(X, Y, Z), i)];
    _exchange();
    if (A >= BLOCK_LOAD_TRANSPOSE)
      for (int i = 0; i < ITEMS; i++) items[i] = __gv2_any<T>();
  }
  template <class It> __device__ void Load(It from, T (&items)[ITEMS], int valid) {
    __gv2_model<BlockLoad>();
    for (int i = 0; i < ITEMS; i++) {
      int at = _place<_order, _threads, ITEMS>(_rank(X, Y, Z), i);
      if (at < valid) items[i] = from[at];
    }
    _exchange();
    if (A >= BLOCK_LOAD_TRANSPOSE)
      for (int i = 0; i < ITEMS; i++) items[i] = __gv2_any<T>();
  }
  template <class It, class D> __device__ void Load(It from, T (&items)[ITEMS], int valid, D other) {
    for (int i = 0; i < ITEMS; i++) items[i] = other;
    Load(from, items, valid);
  }
};

template <class T, int X, int ITEMS, BlockStoreAlgorithm A = BLOCK_STORE_DIRECT, int Y = 1, int Z = 1, int ARCH = 0>
struct BlockStore {
  static constexpr int _threads = X * Y * Z;
  static constexpr int _order = A == BLOCK_STORE_DIRECT || A == BLOCK_STORE_VECTORIZE ? 0 : A == BLOCK_STORE_STRIPED || A == BLOCK_STORE_TRANSPOSE ? 1 : 2;
  struct TempStorage {
    _Words<X * Y * Z, (sizeof(T) * ITEMS + 3) / 4> _used;
  };
  TempStorage *_temp;
  __device__ BlockStore(TempStorage &temp) : _temp(&temp) {}
  __device__ BlockStore() {
    __shared__ TempStorage own;
    _temp = &own;
  }
  __device__ void _exchange() {
    int rank = _rank(X, Y, Z);
    if (A == BLOCK_STORE_TRANSPOSE || A == BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED) {
      _temp->_used._write(rank);
      __syncthreads();
      _temp->_used._read(rank);
    } else if (A == BLOCK_STORE_WARP_TRANSPOSE) {
      _temp->_used._write_in_warp(rank);
      __syncwarp();
      _temp->_used._read_in_warp(rank);
    }
  }
  template <class It> __device__ void _put(It to, T (&items)[ITEMS], int valid) {
    __gv2_model<BlockStore>();
    _exchange();
    for (int i = 0; i < ITEMS; i++) {
      int at = _place<_order, _threads, ITEMS>(_rank(X, Y, Z), i);
      if (at < valid) to[at] = A >= BLOCK_STORE_TRANSPOSE ? __gv2_any<T>() : items[i];
    }
  }
  template <class It> __device__ void Store(It to, T (&items)[ITEMS]) { _put(to, items, _threads * ITEMS); }
  template <class It> __device__ void Store(It to, T (&items)[ITEMS], int valid) { _put(to, items, valid); }
};

template <class T, int X, int ITEMS, bool SLICED = false, int Y = 1, int Z = 1, int ARCH = 0> struct BlockExchange {
  struct TempStorage {
    _Words<X * Y * Z, (sizeof(T) * ITEMS + 3) / 4> _used;
  };
  TempStorage *_temp;
  __device__ BlockExchange(TempStorage &temp) : _temp(&temp) {}
  __device__ BlockExchange() {
    __shared__ TempStorage own;
    _temp = &own;
  }
  template <class U> __device__ void _exchange(U (&out)[ITEMS]) {
    __gv2_model<BlockExchange>();
    int rank = _rank(X, Y, Z);
    _temp->_used._write(rank);
    __syncthreads();
    _temp->_used._read(rank);
    for (int i = 0; i < ITEMS; i++) out[i] = __gv2_any<U>();
  }
  template <class U> __device__ void StripedToBlocked(T (&in)[ITEMS], U (&out)[ITEMS]) { _exchange(out); }
  __device__ void StripedToBlocked(T (&items)[ITEMS]) { _exchange(items); }
  template <class U> __device__ void BlockedToStriped(T (&in)[ITEMS], U (&out)[ITEMS]) { _exchange(out); }
  __device__ void BlockedToStriped(T (&items)[ITEMS]) { _exchange(items); }
  template <class U, class R> __device__ void ScatterToBlocked(T (&in)[ITEMS], U (&out)[ITEMS], R (&ranks)[ITEMS]) { _exchange(out); }
  template <class R> __device__ void ScatterToBlocked(T (&items)[ITEMS], R (&ranks)[ITEMS]) { _exchange(items); }
  template <class U, class R> __device__ void ScatterToStriped(T (&in)[ITEMS], U (&out)[ITEMS], R (&ranks)[ITEMS]) { _exchange(out); }
  template <class R> __device__ void ScatterToStriped(T (&items)[ITEMS], R (&ranks)[ITEMS]) { _exchange(items); }
};

template <class K, int X, int ITEMS, class V = NullType, int BITS = 4, bool MEMOIZE = true, BlockScanAlgorithm A = BLOCK_SCAN_WARP_SCANS,
          int BANK = 4, int Y = 1, int Z = 1, int ARCH = 0>
struct BlockRadixSort {
  struct TempStorage {
    _Words<X * Y * Z, ((sizeof(K) + sizeof(V)) * ITEMS + 3) / 4> _used;
  };
  TempStorage *_temp;
  __device__ BlockRadixSort(TempStorage &temp) : _temp(&temp) {}
  __device__ BlockRadixSort() {
    __shared__ TempStorage own;
    _temp = &own;
  }
  __device__ void _sort(K (&keys)[ITEMS]) {
    __gv2_model<BlockRadixSort>();
    int rank = _rank(X, Y, Z);
    _temp->_used._write(rank);
    __syncthreads();
    _temp->_used._read(rank);
    for (int i = 0; i < ITEMS; i++) keys[i] = __gv2_any<K>();
  }
  __device__ void Sort(K (&keys)[ITEMS], int begin = 0, int end = 0) { _sort(keys); }
  template <class U> __device__ void Sort(K (&keys)[ITEMS], U (&values)[ITEMS], int begin = 0, int end = 0) {
    _sort(keys);
    for (int i = 0; i < ITEMS; i++) values[i] = __gv2_any<U>();
  }
  __device__ void SortDescending(K (&keys)[ITEMS], int begin = 0, int end = 0) { _sort(keys); }
  template <class U> __device__ void SortDescending(K (&keys)[ITEMS], U (&values)[ITEMS], int begin = 0, int end = 0) {
    _sort(keys);
    for (int i = 0; i < ITEMS; i++) values[i] = __gv2_any<U>();
  }
  __device__ void SortBlockedToStriped(K (&keys)[ITEMS], int begin = 0, int end = 0) { _sort(keys); }
  template <class U> __device__ void SortBlockedToStriped(K (&keys)[ITEMS], U (&values)[ITEMS], int begin = 0, int end = 0) {
    _sort(keys);
    for (int i = 0; i < ITEMS; i++) values[i] = __gv2_any<U>();
  }
  __device__ void SortDescendingBlockedToStriped(K (&keys)[ITEMS], int begin = 0, int end = 0) { _sort(keys); }
  template <class U> __device__ void SortDescendingBlockedToStriped(K (&keys)[ITEMS], U (&values)[ITEMS], int begin = 0, int end = 0) {
    _sort(keys);
    for (int i = 0; i < ITEMS; i++) values[i] = __gv2_any<U>();
  }
};

// The collectives of a warp shuffle; their temporary storage is not used as long as the
// number of lanes is a power of two.
template <class T, int L = 32, int ARCH = 0> struct WarpReduce {
  struct TempStorage {
    int _unused;
  };
  __device__ WarpReduce(TempStorage &temp) {}
  template <class Op> __device__ T Reduce(T x, Op op) {
    __gv2_model<WarpReduce>();
    _call(x, op);
    _lanes<L>();
    return __gv2_any<T>();
  }
  template <class Op> __device__ T Reduce(T x, Op op, int valid) { return Reduce(x, op); }
  __device__ T Sum(T x) { return Reduce(x, cub::Sum()); }
  __device__ T Sum(T x, int valid) { return Reduce(x, cub::Sum()); }
  template <class F> __device__ T HeadSegmentedSum(T x, F flag) { return Reduce(x, cub::Sum()); }
  template <class F> __device__ T TailSegmentedSum(T x, F flag) { return Reduce(x, cub::Sum()); }
  template <class Op, class F> __device__ T HeadSegmentedReduce(T x, F flag, Op op) { return Reduce(x, op); }
  template <class Op, class F> __device__ T TailSegmentedReduce(T x, F flag, Op op) { return Reduce(x, op); }
};

template <class T, int L = 32, int ARCH = 0> struct WarpScan {
  struct TempStorage {
    int _unused;
  };
  __device__ WarpScan(TempStorage &temp) {}
  template <class Op> __device__ T _scan(T x, Op op) {
    __gv2_model<WarpScan>();
    _call(x, op);
    _lanes<L>();
    return __gv2_any<T>();
  }
  __device__ T Broadcast(T x, unsigned lane) { return _scan(x, cub::Sum()); }
  __device__ void ExclusiveSum(T x, T &out) { out = _scan(x, cub::Sum()); }
  __device__ void ExclusiveSum(T x, T &out, T &all) {
    out = _scan(x, cub::Sum());
    all = __gv2_any<T>();
  }
  template <class Op> __device__ void ExclusiveScan(T x, T &out, T first, Op op) { out = _scan(x, op); }
  template <class Op> __device__ void ExclusiveScan(T x, T &out, T first, Op op, T &all) {
    out = _scan(x, op);
    all = __gv2_any<T>();
  }
  template <class Op> __device__ void ExclusiveScan(T x, T &out, Op op) { out = _scan(x, op); }
  template <class Op> __device__ void ExclusiveScan(T x, T &out, Op op, T &all) {
    out = _scan(x, op);
    all = __gv2_any<T>();
  }
  __device__ void InclusiveSum(T x, T &out) { out = _scan(x, cub::Sum()); }
  __device__ void InclusiveSum(T x, T &out, T &all) {
    out = _scan(x, cub::Sum());
    all = __gv2_any<T>();
  }
  template <class Op> __device__ void InclusiveScan(T x, T &out, Op op) { out = _scan(x, op); }
  template <class Op> __device__ void InclusiveScan(T x, T &out, Op op, T &all) {
    out = _scan(x, op);
    all = __gv2_any<T>();
  }
};

// The first of n sorted values that is greater than x, or not less than x; n if there is none.
template <class It, class N, class T> __device__ N UpperBound(It in, N n, T x) {
  N from = 0, to = n;
  while (from < to) {
    N at = from + (to - from) / 2;
    if (x < in[at]) to = at;
    else from = at + 1;
  }
  return from;
}
template <class It, class N, class T> __device__ N LowerBound(It in, N n, T x) {
  N from = 0, to = n;
  while (from < to) {
    N at = from + (to - from) / 2;
    if (in[at] < x) from = at + 1;
    else to = at;
  }
  return from;
}

}  // namespace cub

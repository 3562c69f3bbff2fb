// cuda::ptx: instructions as functions. Operands that say how (order, scope, space) are of types of their own, so that a
// form that is not here is no function.

namespace cuda {
namespace ptx {

struct sem_release_t {};
struct sem_acquire_t {};
struct sem_relaxed_t {};
struct sem_acq_rel_t {};
struct sem_sc_t {};
struct scope_cta_t {};
struct scope_cluster_t {};
struct scope_gpu_t {};
struct scope_sys_t {};
struct space_shared_t {};
struct space_cluster_t {};
struct space_global_t {};
static constexpr sem_release_t sem_release{};
static constexpr sem_acquire_t sem_acquire{};
static constexpr sem_relaxed_t sem_relaxed{};
static constexpr sem_acq_rel_t sem_acq_rel{};
static constexpr sem_sc_t sem_sc{};
static constexpr scope_cta_t scope_cta{};
static constexpr scope_cluster_t scope_cluster{};
static constexpr scope_gpu_t scope_gpu{};
static constexpr scope_sys_t scope_sys{};
static constexpr space_shared_t space_shared{};
static constexpr space_cluster_t space_cluster{};
static constexpr space_global_t space_global{};
template <int N> struct n32_t {
  static const int value = N;
};

__device__ inline void mbarrier_init(unsigned long long *b, unsigned n) { __mbarrier_init(b, n); }
__device__ inline void mbarrier_inval(unsigned long long *b) { __mbarrier_inval(b); }
__device__ inline unsigned long long mbarrier_arrive(unsigned long long *b) { return __mbarrier_arrive(b); }
__device__ inline unsigned long long mbarrier_arrive(unsigned long long *b, unsigned n) {
  unsigned long long t;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1], %2;" : "=l"(t) : "r"(_gv2_shared(b)), "r"(n) : "memory");
  return t;
}
template <class Scope> __device__ unsigned long long mbarrier_arrive(sem_release_t, Scope, space_shared_t, unsigned long long *b) { return __mbarrier_arrive(b); }
template <class Scope> __device__ unsigned long long mbarrier_arrive(sem_release_t, Scope, space_shared_t, unsigned long long *b, unsigned n) {
  return mbarrier_arrive(b, n);
}
template <class Scope> __device__ unsigned long long mbarrier_arrive_expect_tx(sem_release_t, Scope, space_shared_t, unsigned long long *b, unsigned bytes) {
  unsigned long long t;
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %0, [%1], %2;" : "=l"(t) : "r"(_gv2_shared(b)), "r"(bytes) : "memory");
  return t;
}
template <class Scope> __device__ void mbarrier_expect_tx(sem_relaxed_t, Scope, space_shared_t, unsigned long long *b, unsigned bytes) {
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(_gv2_shared(b)), "r"(bytes) : "memory");
}
__device__ inline bool mbarrier_test_wait(unsigned long long *b, unsigned long long t) { return __mbarrier_test_wait(b, t); }
template <class Scope> __device__ bool mbarrier_test_wait(sem_acquire_t, Scope, unsigned long long *b, unsigned long long t) { return __mbarrier_test_wait(b, t); }
__device__ inline bool mbarrier_test_wait_parity(unsigned long long *b, unsigned p) { return __mbarrier_test_wait_parity(b, p); }
template <class Scope> __device__ bool mbarrier_test_wait_parity(sem_acquire_t, Scope, unsigned long long *b, unsigned p) { return __mbarrier_test_wait_parity(b, p); }
__device__ inline bool mbarrier_try_wait(unsigned long long *b, unsigned long long t) { return __mbarrier_test_wait(b, t); }
template <class Scope> __device__ bool mbarrier_try_wait(sem_acquire_t, Scope, unsigned long long *b, unsigned long long t) { return __mbarrier_test_wait(b, t); }
__device__ inline bool mbarrier_try_wait_parity(unsigned long long *b, unsigned p) { return __mbarrier_test_wait_parity(b, p); }
template <class Scope> __device__ bool mbarrier_try_wait_parity(sem_acquire_t, Scope, unsigned long long *b, unsigned p) { return __mbarrier_test_wait_parity(b, p); }

template <class Space> __device__ void cp_async_bulk(Space, space_global_t, void *dst, const void *src, unsigned bytes, unsigned long long *b) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(_gv2_shared(dst)), "l"(src), "r"(bytes),
               "r"(_gv2_shared(b))
               : "memory");
}
__device__ inline void cp_async_bulk(space_global_t, space_shared_t, void *dst, const void *src, unsigned bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(dst), "r"(_gv2_shared(src)), "r"(bytes) : "memory");
}
template <class Space> __device__ void cp_async_bulk_tensor(Space, space_global_t, void *dst, const void *map, const int (&c)[1], unsigned long long *b) {
  asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3}], [%2];" ::"r"(_gv2_shared(dst)), "l"(map),
               "r"(_gv2_shared(b)), "r"(c[0])
               : "memory");
}
__device__ inline void cp_async_bulk_tensor(space_global_t, space_shared_t, const void *map, const int (&c)[1], const void *src) {
  asm volatile("cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [%0, {%2}], [%1];" ::"l"(map), "r"(_gv2_shared(src)), "r"(c[0]) : "memory");
}
template <class Space> __device__ void cp_async_bulk_tensor(Space, space_global_t, void *dst, const void *map, const int (&c)[2], unsigned long long *b) {
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4}], [%2];" ::"r"(_gv2_shared(dst)), "l"(map),
               "r"(_gv2_shared(b)), "r"(c[0]), "r"(c[1])
               : "memory");
}
__device__ inline void cp_async_bulk_tensor(space_global_t, space_shared_t, const void *map, const int (&c)[2], const void *src) {
  asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%2, %3}], [%1];" ::"l"(map), "r"(_gv2_shared(src)), "r"(c[0]), "r"(c[1]) : "memory");
}
template <class Space> __device__ void cp_async_bulk_tensor(Space, space_global_t, void *dst, const void *map, const int (&c)[3], unsigned long long *b) {
  asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5}], [%2];" ::"r"(_gv2_shared(dst)), "l"(map),
               "r"(_gv2_shared(b)), "r"(c[0]), "r"(c[1]), "r"(c[2])
               : "memory");
}
__device__ inline void cp_async_bulk_tensor(space_global_t, space_shared_t, const void *map, const int (&c)[3], const void *src) {
  asm volatile("cp.async.bulk.tensor.3d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4}], [%1];" ::"l"(map), "r"(_gv2_shared(src)), "r"(c[0]), "r"(c[1]), "r"(c[2]) : "memory");
}
template <class Space> __device__ void cp_async_bulk_tensor(Space, space_global_t, void *dst, const void *map, const int (&c)[4], unsigned long long *b) {
  asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"(_gv2_shared(dst)), "l"(map),
               "r"(_gv2_shared(b)), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3])
               : "memory");
}
__device__ inline void cp_async_bulk_tensor(space_global_t, space_shared_t, const void *map, const int (&c)[4], const void *src) {
  asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4, %5}], [%1];" ::"l"(map), "r"(_gv2_shared(src)), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]) : "memory");
}
template <class Space> __device__ void cp_async_bulk_tensor(Space, space_global_t, void *dst, const void *map, const int (&c)[5], unsigned long long *b) {
  asm volatile("cp.async.bulk.tensor.5d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%3, %4, %5, %6, %7}], [%2];" ::"r"(_gv2_shared(dst)), "l"(map),
               "r"(_gv2_shared(b)), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4])
               : "memory");
}
__device__ inline void cp_async_bulk_tensor(space_global_t, space_shared_t, const void *map, const int (&c)[5], const void *src) {
  asm volatile("cp.async.bulk.tensor.5d.global.shared::cta.tile.bulk_group [%0, {%2, %3, %4, %5, %6}], [%1];" ::"l"(map), "r"(_gv2_shared(src)), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]), "r"(c[4]) : "memory");
}
// What a reduction does to each element.
struct op_and_op_t {};
struct op_or_op_t {};
struct op_xor_op_t {};
struct op_add_t {};
struct op_inc_t {};
struct op_dec_t {};
struct op_min_t {};
struct op_max_t {};
static constexpr op_and_op_t op_and_op{};
static constexpr op_or_op_t op_or_op{};
static constexpr op_xor_op_t op_xor_op{};
static constexpr op_add_t op_add{};
static constexpr op_inc_t op_inc{};
static constexpr op_dec_t op_dec{};
static constexpr op_min_t op_min{};
static constexpr op_max_t op_max{};
#define _GV2_REDUCE_TO_SHARED(OP, TYPE, WHAT)                                                                                                     \
  __device__ inline void cp_reduce_async_bulk(space_cluster_t, space_shared_t, OP, TYPE *dst, const TYPE *src, unsigned bytes, unsigned long long *b) { \
    asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes." WHAT " [%0], [%1], %2, [%3];" ::"r"(_gv2_shared(dst)),  \
                 "r"(_gv2_shared(src)), "r"(bytes), "r"(_gv2_shared(b))                                                                             \
                 : "memory");                                                                                                                       \
  }
#define _GV2_REDUCE_TO_GLOBAL(OP, TYPE, WHAT)                                                                                                     \
  __device__ inline void cp_reduce_async_bulk(space_global_t, space_shared_t, OP, TYPE *dst, const TYPE *src, unsigned bytes) {                       \
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." WHAT " [%0], [%1], %2;" ::"l"(dst), "r"(_gv2_shared(src)), "r"(bytes) : "memory"); \
  }

_GV2_REDUCE_TO_SHARED(op_and_op_t, int, "and.b32")
_GV2_REDUCE_TO_GLOBAL(op_and_op_t, int, "and.b32")
_GV2_REDUCE_TO_SHARED(op_and_op_t, unsigned, "and.b32")
_GV2_REDUCE_TO_GLOBAL(op_and_op_t, unsigned, "and.b32")
_GV2_REDUCE_TO_GLOBAL(op_and_op_t, long long, "and.b64")
_GV2_REDUCE_TO_GLOBAL(op_and_op_t, unsigned long long, "and.b64")
_GV2_REDUCE_TO_SHARED(op_or_op_t, int, "or.b32")
_GV2_REDUCE_TO_GLOBAL(op_or_op_t, int, "or.b32")
_GV2_REDUCE_TO_SHARED(op_or_op_t, unsigned, "or.b32")
_GV2_REDUCE_TO_GLOBAL(op_or_op_t, unsigned, "or.b32")
_GV2_REDUCE_TO_GLOBAL(op_or_op_t, long long, "or.b64")
_GV2_REDUCE_TO_GLOBAL(op_or_op_t, unsigned long long, "or.b64")
_GV2_REDUCE_TO_SHARED(op_xor_op_t, int, "xor.b32")
_GV2_REDUCE_TO_GLOBAL(op_xor_op_t, int, "xor.b32")
_GV2_REDUCE_TO_SHARED(op_xor_op_t, unsigned, "xor.b32")
_GV2_REDUCE_TO_GLOBAL(op_xor_op_t, unsigned, "xor.b32")
_GV2_REDUCE_TO_GLOBAL(op_xor_op_t, long long, "xor.b64")
_GV2_REDUCE_TO_GLOBAL(op_xor_op_t, unsigned long long, "xor.b64")
_GV2_REDUCE_TO_SHARED(op_min_t, int, "min.s32")
_GV2_REDUCE_TO_SHARED(op_min_t, unsigned, "min.u32")
_GV2_REDUCE_TO_GLOBAL(op_min_t, int, "min.s32")
_GV2_REDUCE_TO_GLOBAL(op_min_t, unsigned, "min.u32")
_GV2_REDUCE_TO_GLOBAL(op_min_t, long long, "min.s64")
_GV2_REDUCE_TO_GLOBAL(op_min_t, unsigned long long, "min.u64")
_GV2_REDUCE_TO_SHARED(op_max_t, int, "max.s32")
_GV2_REDUCE_TO_SHARED(op_max_t, unsigned, "max.u32")
_GV2_REDUCE_TO_GLOBAL(op_max_t, int, "max.s32")
_GV2_REDUCE_TO_GLOBAL(op_max_t, unsigned, "max.u32")
_GV2_REDUCE_TO_GLOBAL(op_max_t, long long, "max.s64")
_GV2_REDUCE_TO_GLOBAL(op_max_t, unsigned long long, "max.u64")
_GV2_REDUCE_TO_SHARED(op_add_t, int, "add.s32")
_GV2_REDUCE_TO_SHARED(op_add_t, unsigned, "add.u32")
_GV2_REDUCE_TO_SHARED(op_add_t, long long, "add.s64")
_GV2_REDUCE_TO_SHARED(op_add_t, unsigned long long, "add.u64")
_GV2_REDUCE_TO_GLOBAL(op_add_t, int, "add.s32")
_GV2_REDUCE_TO_GLOBAL(op_add_t, unsigned, "add.u32")
_GV2_REDUCE_TO_GLOBAL(op_add_t, long long, "add.s64")
_GV2_REDUCE_TO_GLOBAL(op_add_t, unsigned long long, "add.u64")
_GV2_REDUCE_TO_GLOBAL(op_add_t, float, "add.f32")
_GV2_REDUCE_TO_GLOBAL(op_add_t, double, "add.f64")
_GV2_REDUCE_TO_SHARED(op_inc_t, unsigned, "inc.u32")
_GV2_REDUCE_TO_GLOBAL(op_inc_t, unsigned, "inc.u32")
_GV2_REDUCE_TO_SHARED(op_dec_t, unsigned, "dec.u32")
_GV2_REDUCE_TO_GLOBAL(op_dec_t, unsigned, "dec.u32")
#undef _GV2_REDUCE_TO_SHARED
#undef _GV2_REDUCE_TO_GLOBAL
__device__ inline void cp_async_bulk_commit_group() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
template <int N> __device__ void cp_async_bulk_wait_group(n32_t<N>) { asm volatile("cp.async.bulk.wait_group %0;" ::"n"(N) : "memory"); }
template <int N> __device__ void cp_async_bulk_wait_group_read(n32_t<N>) { asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(N) : "memory"); }
__device__ inline void cp_async_mbarrier_arrive(unsigned long long *b) { asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(_gv2_shared(b)) : "memory"); }
__device__ inline void cp_async_mbarrier_arrive_noinc(unsigned long long *b) {
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(_gv2_shared(b)) : "memory");
}

__device__ inline void fence_proxy_async() { asm volatile("fence.proxy.async;" ::: "memory"); }
__device__ inline void fence_proxy_async(space_shared_t) { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline void fence_proxy_async(space_cluster_t) { asm volatile("fence.proxy.async.shared::cluster;" ::: "memory"); }
__device__ inline void fence_mbarrier_init(sem_release_t, scope_cluster_t) { asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory"); }
__device__ inline void fence(sem_sc_t, scope_cta_t) { asm volatile("fence.sc.cta;" ::: "memory"); }
__device__ inline void fence(sem_sc_t, scope_cluster_t) { asm volatile("fence.sc.cluster;" ::: "memory"); }
__device__ inline void fence(sem_sc_t, scope_gpu_t) { asm volatile("fence.sc.gpu;" ::: "memory"); }
__device__ inline void fence(sem_sc_t, scope_sys_t) { asm volatile("fence.sc.sys;" ::: "memory"); }
__device__ inline void fence(sem_acq_rel_t, scope_cta_t) { asm volatile("fence.acq_rel.cta;" ::: "memory"); }
__device__ inline void fence(sem_acq_rel_t, scope_cluster_t) { asm volatile("fence.acq_rel.cluster;" ::: "memory"); }
__device__ inline void fence(sem_acq_rel_t, scope_gpu_t) { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }
__device__ inline void fence(sem_acq_rel_t, scope_sys_t) { asm volatile("fence.acq_rel.sys;" ::: "memory"); }

__device__ inline bool elect_sync(unsigned mask) {
  unsigned is;
  asm volatile("{ .reg .pred p; elect.sync _|p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(is) : "r"(mask));
  return is;
}
template <int N> __device__ void setmaxnreg_inc(n32_t<N>) { asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(N)); }
template <int N> __device__ void setmaxnreg_dec(n32_t<N>) { asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(N)); }
__device__ inline unsigned get_sreg_laneid() {
  unsigned v;
  asm("mov.u32 %0, %%laneid;" : "=r"(v));
  return v;
}
__device__ inline unsigned get_sreg_tid_x() { return threadIdx.x; }
__device__ inline unsigned get_sreg_ntid_x() { return blockDim.x; }
__device__ inline unsigned get_sreg_ctaid_x() { return blockIdx.x; }

}  // namespace ptx
}  // namespace cuda

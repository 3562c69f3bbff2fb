//pass
//--blockDim=64 --gridDim=64

// The compiler's atomics that take pointers to values: a lock by exchange, let go by a store.
#include <cuda/atomic>
__device__ int lock, total, seen;

__global__ void add(const int *in) {
  int one = 1, zero = 0, old;
  do {
    __nv_atomic_exchange(&lock, &one, &old, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
  } while (old != 0);
  total += in[blockIdx.x];
  __nv_atomic_store(&lock, &zero, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);

  int expected = 0, now;
  __nv_atomic_compare_exchange(&seen, &expected, &one, false, __NV_ATOMIC_ACQ_REL, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_load(&seen, &now, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
}

//xfail:NOT_ALL_VERIFIED
//--blockDim=2 --gridDim=2

// The exchange is relaxed, so who gets the lock may read the sum as it was before.
#include <cuda/atomic>
__device__ int lock, total;

__global__ void add(const int *in) {
  int one = 1, zero = 0, old;
  do {
    __nv_atomic_exchange(&lock, &one, &old, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
  } while (old != 0);
  total += in[blockIdx.x]; // want "race on total"
  __nv_atomic_store(&lock, &zero, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
}

//pass
//--blockDim=64 --gridDim=1
// The barrier of the primitives: the phase waits for the copies that arrive on it.
#include <cuda_pipeline.h>
#include <cuda_awbarrier_primitives.h>
__global__ void k(const int4 *in, int *out) {
  __shared__ int4 s[64];
  __shared__ __mbarrier_t bar;
  int t = threadIdx.x;
  if (t == 0) __mbarrier_init(&bar, 64);
  __syncthreads();
  __pipeline_memcpy_async(&s[t], in + t, sizeof(int4));
  __pipeline_arrive_on(&bar);
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[t] = s[63 - t].x;
}

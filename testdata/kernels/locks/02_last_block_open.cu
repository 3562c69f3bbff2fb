//--blockDim=64 --gridDim=8
//proved barrier-divergence deadlock barrier-recycling barrier-count
//open data-race "on partial between .*:20:5 and .*:27:62, which needs the condition at .*:26:3, which depends on the value that the atomic on tickets at .*:22:12 returned.* a lock or a counter"
// The last block sums up what all have computed: who draws the last ticket comes after
// everybody else's fence.
__device__ unsigned tickets;

__global__ void sum(const int *in, volatile int *partial, int *out) {
  __shared__ int s[64];
  __shared__ bool last;
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 64 + t];
  __syncthreads();
  for (int d = 32; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) {
    // One thread of each block stores and draws.
    partial[blockIdx.x] = s[0];
    __threadfence();
    last = atomicInc(&tickets, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  int total = 0;
  if (last && t == 0) {
    for (unsigned i = 0; i < gridDim.x; i++) total = total + partial[i];
    out[0] = total;
  }
}

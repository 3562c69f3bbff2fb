//pass
//--blockDim=128
// The counter has the thread's own part in it, and the loop's condition takes it out again.
__global__ void copy(const int *keys, int n, int *out) {
  __shared__ int buffer[128];
  int tid = threadIdx.x;
  for (int idx = blockIdx.x * 128 + tid; idx - tid < n; idx += gridDim.x * 128) {
    if (idx < n) buffer[tid] = keys[idx];
    __syncthreads();
    if (idx < n) out[idx] = buffer[tid];
  }
}

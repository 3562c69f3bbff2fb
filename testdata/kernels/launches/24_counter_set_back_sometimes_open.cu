//open data-race "the launch at .* has left"
// The last block sets the counter back only if its sum is positive.
__device__ unsigned count = 0;

__global__ void sum(const float *in, float *part, float *out) {
  __shared__ bool last;
  part[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicAdd(&count, 1) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    float s = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x * 128; i += 128) s += part[i];
    out[threadIdx.x] = s;
    if (threadIdx.x == 0 && s > 0) count = 0;
  }
}

void run(const float *in, float *part, float *out) {
  for (int i = 0; i < 10; i++) sum<<<64, 128>>>(in, part, out);
}

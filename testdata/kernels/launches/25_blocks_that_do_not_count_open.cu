//open data-race "the launch at .* has left"
// A block that ends early does not count, so that none comes last at the first launch, and the wrong one at the second.
__device__ unsigned count = 0;

__global__ void sum(const float *in, float *part, float *out, int skipped) {
  __shared__ bool last;
  if (blockIdx.x == skipped) return;
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
    if (threadIdx.x == 0) count = 0;
  }
}

void run(const float *in, float *part, float *out, int skipped) {
  sum<<<64, 128>>>(in, part, out, skipped);
  sum<<<64, 128>>>(in, part, out, skipped);
}

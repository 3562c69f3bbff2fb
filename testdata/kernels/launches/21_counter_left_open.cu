//open data-race "the launch at .* has left"
// Nobody sets the counter back: at the second launch it begins at 64, and no block comes last, or the wrong one.
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
    
  }
}

void run(const float *in, float *part, float *out) {
  sum<<<64, 128>>>(in, part, out);
  sum<<<64, 128>>>(in, part, out);
}

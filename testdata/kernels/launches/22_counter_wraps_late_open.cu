//open data-race "wraps around behind the last arrival"
// The counter wraps around one block too late, so that the second launch does not begin with 0.
__device__ unsigned count = 0;

__global__ void sum(const float *in, float *part, float *out) {
  __shared__ bool last;
  part[blockIdx.x * 128 + threadIdx.x] = in[blockIdx.x * 128 + threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    __threadfence();
    float s = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x * 128; i += 128) s += part[i];
    out[threadIdx.x] = s;
    
  }
}

void run(const float *in, float *part, float *out) {
  for (int i = 0; i < 10; i++) sum<<<64, 128>>>(in, part, out);
}

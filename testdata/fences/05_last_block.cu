//--blockDim=2 --gridDim=2
// fences: {13:device 15:device} {13:device 16:device} {13:device 17:device}
// The last block sums up what all have stored (threadFenceReduction of NVIDIA's samples, whose
// one fence orders the store; the reads behind the counter need one as well).
__device__ unsigned count;

__global__ void reduce(const int *in, int *partial, int *out) {
  __shared__ int part[2];
  __shared__ bool last;
  part[threadIdx.x] = in[2 * blockIdx.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = part[0] + part[1];
    last = atomicInc(&count, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (last && threadIdx.x == 0) {
    out[0] = partial[0] + partial[1];
  }
}

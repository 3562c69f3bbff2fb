//--blockDim=1 --gridDim=2
// fences: {10:device}
// The reduction of CUDA's samples (sdk-red): the fence in front of the counter is there, the one behind it is not.
__device__ unsigned count;
__device__ float partial[2];

__global__ void reduce(const float *in, float *out) {
  partial[blockIdx.x] = in[blockIdx.x];
  __threadfence();
  if (atomicInc(&count, 2) == 1) {
    *out = partial[0] + partial[1];
  }
}

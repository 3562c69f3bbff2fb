//pass
//--blockDim=64 --gridDim=*
// Each thread reserves two elements: what atomicAdd returns and the next one are its own.
__device__ int count;
__global__ void pairs(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = atomicAdd(&count, 2);
  out[at] = in[i];
  out[at + 1] = i;
}

//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// Each thread reserves two elements, and writes the third one, which is of the next thread.
__device__ int count;
__global__ void pairs(const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int at = atomicAdd(&count, 2);
  out[at] = in[i];  // want "write-write race on out"
  out[at + 2] = i;  // want "write-write race on out"
}

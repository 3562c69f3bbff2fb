//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=2
__global__ void k(int *a, int *b) {
  int g = blockIdx.x * 32 + threadIdx.x;
  int v = (g < 63) ? a[g + 1] : 0;  // want "read-write race on a"
  __syncthreads();
  a[g] += v;  // want "read-write race on a"
}

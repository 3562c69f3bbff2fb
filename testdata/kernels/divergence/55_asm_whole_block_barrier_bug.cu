//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Barrier 0 in PTX is the whole block's, as __syncthreads.
#define BAR() asm volatile("bar.sync 0;" ::: "memory")
__global__ void swap_halves(int *data) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = data[t];  // want "write-read race on s"
  data[t] = s[(t + 32) % 64];  // want "write-read race on s"
}

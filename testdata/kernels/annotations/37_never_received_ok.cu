//pass
//--blockDim=64 --gridDim=1
// What is asked of two threads is asked where one has received a value that nobody
// sends.
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  int x = s[63 - t];
  __syncthreads();
  if (x == 2) {
    __assert(__uniform_int(t));
  }
}

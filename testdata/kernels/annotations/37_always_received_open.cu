//open
//--blockDim=64 --gridDim=1
//proved data-race barrier-divergence deadlock barrier-recycling barrier-count
//open assertion "which depends on the value read from s at"
// What is asked of two threads is asked where one has received a value that all send: it
// fails, but executions do not tell of two threads.
__global__ void k(int *out) {
  __shared__ int s[64];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  int x = s[63 - t];
  __syncthreads();
  if (x == 1) {
    __assert(__uniform_int(t));
  }
}

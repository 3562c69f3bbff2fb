//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void k(int *out) {
  __shared__ int cnt;
  int t = threadIdx.x;
  if (t == 0) cnt = 0;  // want "write-atomic race on cnt"
  atomicAdd(&cnt, 1);  // want "write-atomic race on cnt"
  __syncthreads();
  if (t == 0) out[0] = cnt;
}

//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void k(int *out) {
  __shared__ int go;
  int t = threadIdx.x, it = 0;
  if (t == 0) go = 1;
  __syncthreads();
  while (go) {  // want "read-write race on go"
    ++it;
    if (t == 0) go = (it < 3);  // want "read-write race on go"
    __syncthreads();
  }
  out[t] = it;
}

//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// do-while with a shared flag: reset, test and set need three barriers.
__global__ void settle(const int *in, int *out) {
  __shared__ int more;
  int t = threadIdx.x, v = in[t] & 15, steps = 0;
  do {
    __syncthreads();
    if (t == 0) more = 0;  // want "write-atomic race on more"
    if (v > 0) {
      --v;
      ++steps;
      atomicOr(&more, 1);  // want "write-atomic race on more"
    }
    __syncthreads();
  } while (more);
  out[t] = steps;
}

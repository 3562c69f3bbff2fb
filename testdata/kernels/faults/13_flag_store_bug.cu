//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
__global__ void k(const int *in, int *flag) {
  int t = threadIdx.x;
  if (in[t] < 0) flag[0] = t + 1;  // want "write-write race on flag"
}

//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// Whether 3 / 3.0f is below 1 nobody knows who does not know the flags, but the first two threads have 0.
__global__ void k(int *o) {
  int n = (int)(threadIdx.x / 3.0f);
  o[n] = threadIdx.x;  // want "write-write race on o"
}

//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1
// condition: by >= 0
// A negative way is cut off at the border, where all threads meet. Safe if by >= 0.
__global__ void place(int *out, int by) {
  int at = max((int)threadIdx.x + by, 0);
  out[at] = threadIdx.x;  // want "write-write race on out"
}

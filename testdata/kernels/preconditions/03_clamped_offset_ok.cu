//pass
//--blockDim=64 --gridDim=1
// A negative way is cut off at the border, where all threads meet. Safe if by >= 0.
__global__ void place(int *out, int by) {
  __requires(by >= 0);
  int at = max((int)threadIdx.x + by, 0);
  out[at] = threadIdx.x;
}

//pass
//--blockDim=64 --gridDim=1
// A negative offset is cut off at the border, where all threads meet. Safe if offset >= 0.
__global__ void place(int *out, int offset) {
  __requires(offset >= 0);
  int at = max((int)threadIdx.x + offset, 0);
  out[at] = threadIdx.x;
}

//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=*
// condition: step > 0
// All threads write to one element if the step is zero. Safe if step != 0.
__global__ void scatter(int *out, int step) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i * step] = i;  // want "write-write race on out"
}

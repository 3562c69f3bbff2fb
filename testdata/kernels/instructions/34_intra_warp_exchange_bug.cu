//xfail:NOT_ALL_VERIFIED
//--blockDim=32 --gridDim=1

// Lanes of a warp do not run in lock step.
__global__ void k(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;  // want "race on s"
  out[threadIdx.x] = s[31 - threadIdx.x];  // want "race on s"
}

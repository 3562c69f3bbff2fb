//xfail:NOT_ALL_VERIFIED
//--blockDim=64 --gridDim=1

// A __syncwarp is one of its warp.
__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;  // want "race on s"
  __syncwarp();
  out[threadIdx.x] = s[threadIdx.x ^ 32];  // want "race on s"
}

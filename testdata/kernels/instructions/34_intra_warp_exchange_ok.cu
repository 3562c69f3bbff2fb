//pass
//--blockDim=32 --gridDim=1

// Lanes of a warp do not run in lock step.
__global__ void k(int *out) {
  __shared__ int s[32];
  s[threadIdx.x] = threadIdx.x;
  __syncwarp();
  out[threadIdx.x] = s[31 - threadIdx.x];
}

//pass
//--blockDim=64 --gridDim=1

// Texels are read by all, and a barrier hangs on one that is the same for all.
texture<int, 1, cudaReadModeElementType> where;

__global__ void k(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = tex1Dfetch(where, threadIdx.x);
  if (tex1Dfetch(where, 0) > 0) __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}

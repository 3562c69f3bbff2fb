//pass
//--blockDim=64 --gridDim=1

// A loop by goto with a barrier between reading and writing.
__global__ void k(int *a) {
  __shared__ int s[64];
  s[threadIdx.x] = threadIdx.x;
  int i = 0;
again:
  __syncthreads();
  int t = s[(threadIdx.x + 1) % 64];
  __syncthreads();
  s[threadIdx.x] = t;
  i++;
  if (i < 5) goto again;
  a[threadIdx.x] = s[threadIdx.x];
}

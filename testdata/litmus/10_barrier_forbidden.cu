// A barrier orders the threads of its block.
//--blockDim=2 --gridDim=1
// exists: r[0]!=1 || r[1]!=0
__global__ void swap(int *r) {
  __shared__ int s[2];
  s[threadIdx.x] = threadIdx.x;
  __syncthreads();
  r[threadIdx.x] = s[1 - threadIdx.x];
}

// Pointers in shared memory that lead to one array each.
__device__ int *id(int *p) { return p; }
__global__ void k(int *q, int *r) {
  __shared__ int A[64];
  __shared__ int *p;
  __shared__ int *rows[4];
  p = A;
  if (threadIdx.x < 4) rows[threadIdx.x] = q + 16 * threadIdx.x;
  __syncthreads();
  id(p)[threadIdx.x] = 1;
  rows[threadIdx.x / 16][threadIdx.x % 16] = 2;
}

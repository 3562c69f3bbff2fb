__shared__ int total;
__device__ int counter, bins[8];
__global__ void k(int *a, int n) {
  __shared__ float tile[16][17];
  int local[4] = {1, 2};
  int big[100] = {};
  tile[threadIdx.x % 16][n] = a[n];
  local[n] = big[n];
  if (threadIdx.x == 0) total = 0;
  atomicAdd(&total, local[1]);
  int old = atomicAdd(&bins[n], 1);
  atomicMax(&counter, old);
}

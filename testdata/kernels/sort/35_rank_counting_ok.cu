//pass
//--blockDim=32 --gridDim=1
// Rank sort: the number of smaller elements is the place; ties by index. The
// places are distinct, but only because of what is compared, so each thread
// gathers instead of scattering.
__global__ void rank_of(const int *key, int *rank, int *smallest) {
  __shared__ int k[32];
  __shared__ int low;
  int t = threadIdx.x;
  k[t] = key[t];
  if (t == 0) low = 32;
  __syncthreads();
  int r = 0;
  for (int j = 0; j < 32; ++j) r += (k[j] < k[t]) || (k[j] == k[t] && j < t);
  rank[t] = r;
  atomicMin(&low, r);
  __syncthreads();
  if (t == 0) *smallest = low;
}
